"""The Python face that every state has, and the draws it is given by default."""

import copy
import pickle
import re
from collections import Counter
from pathlib import Path

import pytest
from tests.framework.tally import DRAW, KEEP, LEAVE, Tally, TallyMove, TallyPosition, code

from catanlab.framework import state as contract
from catanlab.framework.errors import GameError, IllegalMoveError, MoveTextError
from catanlab.framework.moves import CHANCE, OVER, Move
from catanlab.framework.plain import Position
from catanlab.framework.random import Random
from catanlab.framework.state import State
from catanlab.games.catan.game import Catan


def at_a_choice():
    return Tally().start().apply("draw 3")


def at_the_end():
    state = Tally().start()
    while not state.is_over:
        state.apply("draw 1" if state.is_chance else "keep")
    return state


def assigned(target, source):
    target.assign(source)
    return target


def chi_square(counts, expected):
    assert counts.keys() <= expected.keys()
    return sum((counts[key] - n) ** 2 / n for key, n in expected.items())


def test_chance_is_due():
    state = Tally().start()
    assert (state.to_move, state.is_chance, state.is_over) == (CHANCE, True, False)
    assert state.legal_moves == []
    assert [(str(outcome), p) for outcome, p in state.outcomes] == [
        ("draw 1", 0.5),
        ("draw 2", 0.25),
        ("draw 3", 0.25),
    ]
    assert state.returns is None


def test_a_seat_is_to_move():
    state = at_a_choice()
    assert (state.to_move, state.is_chance, state.is_over) == (0, False, False)
    assert [str(move) for move in state.legal_moves] == ["keep", "leave 0", "leave 1", "leave 2"]
    assert all(type(move) is TallyMove for move in state.legal_moves)
    assert state.outcomes == []


def test_the_game_is_over():
    state = at_the_end()
    assert (state.to_move, state.is_chance, state.is_over) == (OVER, False, True)
    assert state.legal_moves == []
    assert state.outcomes == []
    assert state.returns == [0.5, 0.5]
    assert state.scores == [3, 3]
    assert (state.turn, state.round) == (6, 3)


def test_native_states_speak_of_chance_and_end_by_the_same_numbers():
    state = Catan(rules="tuma", seed=1).start()
    random = Random(1)
    seen = set()
    while not state.is_over:
        seen.add(state.to_move)
        draw = state.draw_outcome if state.is_chance else state.draw_move
        state.apply(draw(random))
    assert seen == {0, 1, 2, 3, CHANCE}
    assert state.to_move == OVER


@pytest.mark.parametrize("move", ["leave 2", code(LEAVE, 2), TallyMove(code(LEAVE, 2))])
def test_moves_are_played_by_text_or_number(move):
    state = at_a_choice()
    assert state.is_legal(move)
    assert state.apply(move) is state
    assert state.scores == [1, 0]


def test_a_forbidden_move_is_refused_and_changes_nothing():
    state = at_a_choice()
    for move in ("draw 1", code(DRAW, 2), code(LEAVE, 3), -1, 2**63, 2**70):
        assert not state.is_legal(move)
        with pytest.raises(IllegalMoveError, match="not legal here"):
            state.apply(move)
    assert state.scores == [0, 0]
    assert state.to_move == 0


def test_nothing_is_legal_at_the_end():
    state = at_the_end()
    assert not state.is_legal("keep")
    with pytest.raises(IllegalMoveError, match="keep: the game is over"):
        state.apply("keep")


@pytest.mark.parametrize("move", ["hello", "", None, 1.0, True, b"keep"])
def test_what_is_no_move_is_refused(move):
    state = at_a_choice()
    for ask in (state.is_legal, state.apply, lambda move: state.seen(move, 0)):
        with pytest.raises(MoveTextError):
            ask(move)


def test_a_move_has_text_and_group():
    move = TallyMove.of("leave 2")
    assert (str(move), repr(move), f"{move:>8}", move.group) == (
        "leave 2",
        "<leave 2>",
        " leave 2",
        "leave",
    )
    assert TallyMove(code(9)).group == TallyMove(-1).group == "unknown"
    with pytest.raises(NotImplementedError):
        Move.parse("x")
    with pytest.raises(NotImplementedError):
        str(Move(1))


def test_by_default_moves_are_drawn_uniformly():
    state, random = at_a_choice(), Random(4)
    counts = Counter(state.draw_move(random) for _ in range(8000))
    assert chi_square(counts, dict.fromkeys(state.legal_moves, 2000)) < 16.3


def test_by_group_the_group_is_drawn_first():
    state, random = at_a_choice(), Random(4)
    counts = Counter(state.draw_move(random, by_group=True) for _ in range(6000))
    expected = {code(KEEP): 3000} | {code(LEAVE, part): 1000 for part in range(3)}
    assert chi_square(counts, expected) < 16.3


@pytest.mark.parametrize(
    "sizes", [(1,), (5,), (1, 1), (4, 1), (1, 4, 2), (2, 2, 2)], ids=lambda sizes: str(sizes)
)
def test_by_group_every_group_is_as_likely(sizes):
    moves = [code(group, i) for group, size in enumerate(sizes) for i in range(size)]
    kind = type("Many", (TallyPosition,), {"legal": lambda self: moves})
    state, random = Tally(kind).start().apply("draw 1"), Random(8)
    draws = 1200 * len(sizes)
    counts = Counter(state.draw_move(random, by_group=True) for _ in range(draws))
    expected = {code(g, i): 1200 / size for g, size in enumerate(sizes) for i in range(size)}
    degrees = len(moves) - 1
    assert chi_square(counts, expected) <= degrees + 4 * (2 * degrees) ** 0.5


def test_outcomes_are_drawn_by_their_probabilities():
    state, random = Tally().start(), Random(4)
    counts = Counter(state.draw_outcome(random) for _ in range(8000))
    expected = {code(DRAW, 1): 4000, code(DRAW, 2): 2000, code(DRAW, 3): 2000}
    assert chi_square(counts, expected) < 13.8


def test_draws_leave_the_state_alone():
    state = at_a_choice()
    state.draw_move(Random(1))
    assert state.to_move == 0
    assert state.scores == [0, 0]


def test_by_default_everything_is_seen():
    state = at_a_choice()
    assert [str(state.seen("keep", seat)) for seat in range(2)] == ["keep", "keep"]


@pytest.mark.parametrize(
    "duplicate",
    [
        lambda state: state.copy(),
        copy.copy,
        copy.deepcopy,
        lambda state: pickle.loads(pickle.dumps(state)),
        lambda state: assigned(state.blank(), state),
        lambda state: assigned(state.game.start(), state),
    ],
    ids=["copy()", "copy.copy", "deepcopy", "pickle", "blank", "assign"],
)
def test_copies_are_equal_and_independent(duplicate):
    state = at_a_choice()
    twin = duplicate(state)
    assert twin.legal_moves == state.legal_moves
    twin.apply("keep")
    assert state.scores == [0, 0]
    state.apply("leave 1")
    assert (state.scores, twin.scores) == ([2, 0], [3, 0])


def test_copies_share_the_game():
    state = at_a_choice()
    assert state.copy().game is copy.deepcopy(state).game is state.game


@pytest.mark.parametrize("other", [Tally(), Catan(seed=1)], ids=["tally", "catan"])
def test_only_a_state_of_the_same_game_is_copied(other):
    state = Tally().start()
    with pytest.raises(GameError, match="only a state of the same game can be copied"):
        state.assign(other.start())
    with pytest.raises(GameError, match="only a state of the same game can be copied"):
        other.start().assign(state)


def test_a_bare_state_offers_nothing():
    state = State(Tally())
    assert state.seats == 2
    for ask in (
        lambda: state.to_move,
        lambda: state.turn,
        lambda: state.scores,
        lambda: state.draw_move(Random()),
        lambda: state.draw_outcome(Random()),
        state.copy,
        state.blank,
    ):
        with pytest.raises(NotImplementedError):
            ask()


def test_the_table_of_the_contract_names_every_method_of_its_three_faces():
    table = contract.__doc__.partition("-----\n")[2].partition("\n\n")[0]
    rows = [re.split(r" {2,}", line.strip()) for line in table.splitlines()]
    native, python, plain = (
        set(re.findall(r"\w+", " ".join(column))) for column in zip(*rows, strict=True)
    )
    declared = Path(contract.__file__).with_name("state.pxd").read_text().partition("cdef class Sampler")[0]
    assert native == set(re.findall(r"^    cp?def \w+ (\w+)\(self", declared, re.MULTILINE))
    assert python == {name for name in vars(State) if not name.startswith("_")} - {"game"}
    assert plain == {name for name in vars(Position) if not name.startswith("_")}
