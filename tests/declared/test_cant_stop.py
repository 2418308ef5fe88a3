"""Can't Stop: its rules, and the page that writes it."""

import re
from pathlib import Path

import pytest

import catanlab.games.cant_stop as module
from catanlab import Table, make_agent
from catanlab.framework.check import check_game
from catanlab.framework.errors import IllegalMoveError
from catanlab.games.cant_stop import FOOT, LENGTH, CantStop
from catanlab.games.registry import game_from_text

PAGE = Path(__file__).parents[2] / "docs" / "tutorial" / "cant-stop.md"


def after(*moves, players=2):
    state = CantStop.Game(players=players).start()
    for move in moves:
        state.apply(move)
    return state


def marked(**heights):
    """Return marks at these heights: column_7=3."""
    marks = list(FOOT)
    for column, height in heights.items():
        marks[int(column.removeprefix("column_"))] = height
    return tuple(marks)


def texts(state):
    return [str(move) for move in state.legal_moves]


def test_the_listing_of_the_page_is_the_module():
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.S)
    listing = [block for block in blocks if not block.startswith(">>>")]
    assert "".join(listing) == Path(module.__file__).read_text()


def test_the_first_thing_is_to_roll():
    state = after()
    assert texts(state) == ["roll"]
    with pytest.raises(IllegalMoveError, match="stop: A player who has not climbed yet must roll"):
        state.apply("stop")


def test_four_dice_fall_in_126_ways():
    outcomes = dict(after("roll").outcomes)
    assert len(outcomes) == 126
    assert outcomes[CantStop.Game.move_type.parse("dice 1234")] == pytest.approx(24 / 1296)
    assert outcomes[CantStop.Game.move_type.parse("dice 6666")] == pytest.approx(1 / 1296)


def test_the_dice_make_two_pairs_in_three_ways():
    assert texts(after("roll", "dice 1356")) == ["climb 4-11", "climb 6-9", "climb 7-8"]
    assert texts(after("roll", "dice 2222")) == ["climb 4-4"]


def test_both_columns_are_climbed_where_that_is_possible():
    state = after("roll", "dice 1356")
    with pytest.raises(
        IllegalMoveError, match="A player who can climb in both columns of a pairing must do so"
    ):
        state.apply("climb 7")
    with pytest.raises(
        IllegalMoveError, match="A player climbs in the columns of a pairing, or in one of the two"
    ):
        state.apply("climb 7-7")


def test_with_one_runner_left_one_of_two_columns_is_chosen():
    state = after("roll", "dice 1356", "climb 4-11", "roll", "dice 1223")
    # The pairings are 3-5 twice and 4-4: of 3 and 5 the third runner takes one.
    assert texts(state) == ["climb 3", "climb 5", "climb 4-4"]
    state.apply("climb 3")
    assert [bool(steps) for steps in state.position.runners].count(True) == 3


def test_who_can_climb_nowhere_loses_what_the_turn_brought():
    state = after("roll", "dice 1112", "climb 2-3", "roll", "dice 1111", "climb 2-2", "roll", "dice 6666")
    # A third runner climbs to the top of the short column at once, and there is none left.
    state.apply("climb 12-12")
    state.apply("roll")
    state.apply("dice 5555")
    assert (state.to_move, state.turn) == (1, 1)
    assert state.position.marks == [FOOT, FOOT]
    assert state.position.runners == FOOT


def test_who_stops_keeps_the_steps():
    state = after("roll", "dice 1356", "climb 7-8", "stop")
    assert state.position.marks[0] == marked(column_7=1, column_8=1)
    assert state.to_move == 1


def test_nobody_climbs_beyond_the_top_or_in_a_column_that_is_won():
    state = after()
    state.position.marks[0] = marked(column_2=2, column_12=3)
    state.apply("roll")
    state.apply("dice 1111")
    assert texts(state) == ["climb 2"]
    state.apply("climb 2")
    state.apply("roll")
    state.apply("dice 6666")
    assert (state.to_move, state.position.marks[0][2]) == (1, 2)


def test_the_third_column_wins_when_its_owner_stops():
    state = after(players=3)
    state.position.marks[0] = marked(column_2=3, column_3=5, column_7=12)
    assert state.scores == [2, 0, 0]
    for move in ("roll", "dice 1634", "climb 7"):
        state.apply(move.replace("1634", "1346"))
    assert not state.is_over
    state.apply("stop")
    assert state.returns == [1, 0, 0]


def test_columns_are_as_long_as_on_the_board():
    assert LENGTH[2:] == [3, 5, 7, 9, 11, 13, 11, 9, 7, 5, 3]


def test_the_text_of_a_position_has_a_row_for_each_seat():
    lines = str(after("roll", "dice 1356", "climb 7-8")).split("\n")
    assert [line[:7].strip() for line in lines] == ["column", "length", "runners", "seat 0", "seat 1"]
    assert lines[2].split()[1:] == ["0"] * 5 + ["1", "1"] + ["0"] * 4


@pytest.mark.full
def test_every_promise_of_the_contract_holds():
    assert check_game(game_from_text("cant-stop"), games=1).games == 1


@pytest.mark.full
def test_searches_play_it():
    game = CantStop.Game(players=3)
    agents = [make_agent(spec) for spec in ("uct:iterations=3", "random", "vpi:iterations=3")]
    with Table(game, agents, seed=2, max_turns=1) as table:
        table.play()
    assert not table.incidents
