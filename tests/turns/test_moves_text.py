"""Turns as text, and back."""

import pickle

import pytest

from catanlab.framework.errors import MoveTextError
from catanlab.games.catan.turns import TurnMove

TEXTS = [
    "end turn",
    "bank 4 wood for 1 ore + city 12 + end turn",
    "road building + road 12-17 + road 17-22 + buy card",
    "combination (trade road)",
    "combination (trade settlement city buy play, draw 3)",
    "combination (play): monopoly ore took 0 1 2 0",
    "offer 1 wood + 1 clay for 1 ore to 1 2",
    "counter 1 wood + 1 clay for 1 ore",
    "dice 8",
]


@pytest.mark.parametrize("text", TEXTS)
def test_a_text_is_read_back(text):
    move = TurnMove.parse(text)
    assert move.text == text
    again = pickle.loads(pickle.dumps(move))
    assert (again, again.text, again.steps) == (move, text, move.steps)


def test_a_turn_of_which_only_the_number_is_known():
    move = TurnMove.parse("road 12-17 + end turn")
    bare = TurnMove(int(move))
    assert bare.text == f"turn {int(move)}"
    assert not bare.steps
    assert TurnMove.parse(bare.text) == move


def test_a_combination_is_the_same_whatever_moves_are_shown():
    assert TurnMove.parse("combination (road): road 12-17 + end turn") == TurnMove.parse(
        "combination (road)"
    )


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("combination (road tea)", "'tea' is not a part of a turn"),
        ("road 12-17 + nothing", "'nothing' is not a move"),
        ("road 12-17 +end turn", "is not two nodes|one thing must follow"),
        (" + ".join(["end turn"] * 256), "at most 255 moves, not 256"),
    ],
)
def test_what_is_no_turn_is_refused(text, complaint):
    with pytest.raises(MoveTextError, match=complaint):
        TurnMove.parse(text)
