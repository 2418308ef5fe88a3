"""Perft: exhaustive counts of move sequences, against stored tables and a slow count of its own."""

import pytest

from catanlab.cli.random_game import play_on
from catanlab.framework.errors import ArgumentError
from catanlab.framework.perft import divide, perft
from catanlab.framework.state import State
from catanlab.games.catan.engine.state import CatanState
from catanlab.games.catan.game import Catan
from catanlab.games.catan.text.rules import rules_from_text
from catanlab.games.gomoku import Gomoku
from catanlab.games.sos import Sos

# Rules, seed, random plies before, then the counts of depth 1, 2, ... A change of any of these is a
# change of a rule, of what is listed, or of how random games are drawn.
# fmt: off
TABLE = [
    ("base", 1, 0, (54, 144, 7236, 19248, 897180)),
    ("players=3", 1, 4, (47, 127, 5508, 14844, 591746)),
    ("players=2", 1, 6, (43, 115, 115, 1265, 4517, 6732, 20408, 70728, 155061, 360225, 1309860)),
    ("base", 1, 14, (27, 69, 69, 759, 2954, 5371, 16359, 43415, 121449, 379494, 1123488)),
    ("base", 2, 200, (1, 11, 66, 338, 1361, 3723, 7445, 20966, 65638, 169277, 489075)),
    ("base", 3, 500, (18, 33, 138, 264, 846, 3385, 12100, 35409, 109036, 316992, 959301)),
    ("players=3", 4, 300, (1, 1, 11, 28, 34, 140, 556, 1280, 3029, 11261, 36441, 96316, 263247, 746365)),
    ("players=2", 5, 400, (2, 2, 2, 22, 56, 61, 261, 877, 1537, 3853, 13545, 31631, 69387, 209941, 580821)),
    ("trading", 1, 16, (1, 11, 88, 344, 2470, 16707, 61968, 476329)),
    ("trading", 2, 200, (2, 14, 48, 772, 3653, 13570, 54781, 244636, 4359123)),
    ("trading", 3, 600, (7, 49, 95, 476, 2309, 14402, 101124, 362508, 1339493)),
    ("trading,players=3", 4, 300, (1, 11, 141, 721, 4784, 17943, 186319, 962825)),
    ("trading,players=2", 5, 400, (8, 44, 585, 3418, 30251, 233677, 876743)),
    ("thomas", 12, 300, (11, 238, 772, 2743, 13733, 66456, 472955)),
    ("szita", 13, 300, (1, 1, 11, 46, 133, 382, 1389, 4998, 18817, 56112, 165344, 480829)),
    ("roelofs", 7, 400, (15, 125, 135, 336, 2376, 10624, 25615, 80535, 294273, 1048534)),
    ("tuma", 14, 120, (1, 1, 11, 41, 58, 199, 660, 1579, 4133, 10816, 28702, 98422, 363500, 1578923)),
    ("base", 17, 900, (13, 81, 195, 798, 1990, 6651, 23616, 95073, 589986)),
    ("jsettlers", 6, 500, (3, 74, 720, 4762, 32724, 192934, 1332145)),
    ("catanatron", 8, 300, (11, 28, 40, 144, 634, 2039, 7759, 25619, 109025, 437484)),
    ("one_action=yes", 9, 300, (18, 35, 125, 628, 4174, 21436, 89420, 376126, 1573674)),
    ("friendly_robber=yes,no_sevens_rounds=2", 10, 40, (8, 8, 18, 97, 160, 260, 1310, 4053, 7120, 18956)),
    ("trading,offers_per_turn=1", 11, 250, (1, 11, 417, 3450, 19171, 116359, 520579)),
]
# fmt: on

TIC_TAC_TOE = (9, 72, 504, 3024, 15120, 54720, 148176)
"""Sequences of moves in noughts and crosses, known from many programs."""


def position(rules: str, seed: int, plies: int) -> CatanState:
    """Return the position of the seed's random game after so many moves and outcomes."""
    state = Catan(rules=rules_from_text(rules), seed=seed).start()
    assert play_on(state, seed, plies) == plies
    return state


def slow_perft(state: State, depth: int) -> int:
    """Count through the Python face, knowing nothing of the native one."""
    if depth == 0:
        return 1
    moves = [outcome for outcome, _ in state.outcomes] if state.is_chance else state.legal_moves
    return sum(slow_perft(state.copy().apply(str(move)), depth - 1) for move in moves)


@pytest.mark.parametrize(("rules", "seed", "plies", "counts"), TABLE)
def test_counts_are_those_of_the_table(rules: str, seed: int, plies: int, counts: tuple[int, ...]) -> None:
    state = position(rules, seed, plies)
    assert tuple(perft(state, depth) for depth in range(1, len(counts) + 1)) == counts


@pytest.mark.parametrize(("rules", "seed", "plies", "counts"), TABLE)
def test_a_slow_count_through_the_python_face_agrees(
    rules: str, seed: int, plies: int, counts: tuple[int, ...]
) -> None:
    depth = max(depth for depth, count in enumerate(counts, 1) if count < 1500)
    assert slow_perft(position(rules, seed, plies), depth) == counts[depth - 1]


def test_gomoku_counts_are_those_of_noughts_and_crosses() -> None:
    state = Gomoku(size=3, line=3).start()
    assert tuple(perft(state, depth) for depth in range(1, 8)) == TIC_TAC_TOE


def test_a_game_that_ends_before_adds_none() -> None:
    state = Sos(switches=5).start()
    assert [perft(state, depth) for depth in range(1, 7)] == [5, 20, 60, 120, 120, 0]


def test_depth_none_is_the_position_itself() -> None:
    assert perft(Catan().start(), 0) == 1


def test_the_position_stays_as_it_is() -> None:
    state = position("trading", 2, 200)
    before = state.copy()
    perft(state, 5)
    divide(state, 3)
    assert state == before


@pytest.mark.parametrize(("rules", "seed", "plies", "counts"), TABLE[::4])
def test_dividing_lists_every_first_move(
    rules: str, seed: int, plies: int, counts: tuple[int, ...]
) -> None:
    state = position(rules, seed, plies)
    parts = divide(state, 4)
    assert list(parts) == (state.legal_moves or [outcome for outcome, _ in state.outcomes])
    assert sum(parts.values()) == counts[3]


@pytest.mark.parametrize("depth", [-1, 101, 1.5, "3", True, None])
def test_a_wrong_depth_is_refused(depth: object) -> None:
    for count in (perft, divide):
        with pytest.raises(ArgumentError, match="depth is"):
            count(Catan().start(), depth)  # type: ignore[operator]
    with pytest.raises(ArgumentError, match="depth is 0"):
        divide(Catan().start(), 0)
