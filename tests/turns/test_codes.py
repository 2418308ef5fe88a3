"""The numbers of compound turns: the same for native code, and apart from those of plain moves."""

import re
from pathlib import Path

import catanlab
from catanlab.games.catan import constants
from catanlab.games.catan.turns import TurnMove, groups
from catanlab.games.catan.turns.sequences import turn_code


def test_native_code_has_the_same_numbers():
    text = (Path(catanlab.__file__).parent / "games/catan/turns/codes.pxd").read_text()
    native = {name: int(value) for name, value in re.findall(r"^    ([A-Z_]+) = (\d+)", text, re.MULTILINE)}
    for name in ("MAX_STEPS", "MAX_SEQUENCES"):
        assert native.pop(name) > 0
    assert len(native) == 16
    assert native == {name: getattr(groups, name) for name in native}


def test_groups_follow_those_of_plain_moves_and_stay_below_32():
    assert len(constants.GROUPS) == groups.FIRST_TURN_GROUP
    assert groups.FIRST_TURN_GROUP + len(groups.TURN_GROUPS) == 32
    assert len(TurnMove.groups) == 32
    assert TurnMove.groups[groups.COMBINATION] == "combination"


def test_the_code_of_a_sequence_is_the_same_in_every_process():
    move = TurnMove.parse("bank 4 wood for 1 ore + city 12 + end turn")
    assert int(move) == 533651987736061462
    assert turn_code(move.steps) == move


def test_a_sequence_of_one_move_is_that_move():
    assert turn_code([TurnMove.parse("end turn")]) == TurnMove.parse("end turn")


def test_the_group_is_the_best_that_a_turn_builds():
    texts = {
        "bank 4 wood for 1 ore + end turn": "turn without building",
        "plenty wood ore + end turn": "turn without building",
        "road 12-17 + end turn": "turn with roads",
        "road 12-17 + buy card": "turn with a card",
        "road 12-17 + settlement 17 + buy card": "turn with a settlement",
        "road 12-17 + city 2 + end turn": "turn with a city",
        "city 2 + settlement 17 + end turn": "turn with settlement and city",
        "buy card": "buy card",
        "combination (road city)": "combination",
    }
    assert {text: TurnMove.parse(text).group for text in texts} == texts
