"""The final choice, by hand; none but `selection` and `sample` goes by an exploration score."""

from dataclasses import dataclass
from math import log, sqrt

import pytest
from tests.search.searching import open_view, played, search, searcher

from catanlab.games.catan.game import Catan
from catanlab.games.gomoku import Gomoku
from catanlab.search.final import choose_final, robust_max


@dataclass(frozen=True)
class Child:
    name: str
    visits: int
    value: float


# Lower bounds with A = 1: 0.60 - 0.1 = 0.50, 0.64 - 0.2 = 0.44, 0.9 - 1 = -0.1; upper ones: 0.7, 0.84, 1.9.
CHILDREN = [
    Child("steady", 100, 0.60),
    Child("good", 25, 0.64),
    Child("lucky", 1, 0.9),
    Child("new", 0, 0.0),
]


@pytest.mark.parametrize(
    ("name", "sign", "chosen"),
    [
        ("robust", "minus", "steady"),
        ("max", "minus", "lucky"),
        ("secure", "minus", "steady"),
        ("secure", "plus", "lucky"),
        ("robust-max", "minus", "steady"),
    ],
)
def test_choices_by_hand(name, sign, chosen):
    assert choose_final(CHILDREN, name, secure_sign=sign).name == chosen


def test_the_weight_of_the_secure_child():
    # With A = 0.1 the bounds are 0.59, 0.62 and 0.80.
    assert choose_final(CHILDREN[:2], "secure", secure_weight=0.1).name == "good"


def test_a_robust_max_child_has_both():
    assert robust_max(CHILDREN) is None
    both = Child("both", 200, 0.95)
    assert robust_max([*CHILDREN, both]) is both


@pytest.mark.parametrize("final", ["robust", "max", "secure", "robust-max"])
def test_exploration_does_not_decide(final):
    """With a huge constant the score is all bonus: the least tried child has the highest."""
    view = open_view(played(Gomoku(size=3, line=3), "a1 a3 b1 b3"))
    result = search(view, f"uct:iterations=500,c=1000,final={final}")
    visits = [move.visits for move in result.moves]
    assert max(visits) - min(visits) <= 1
    if final in ("max", "secure"):
        assert result.best.text == "c1"
    else:
        best = next(move for move in result.moves if move.move == result.best)
        assert best.visits == max(visits)
        assert best.value == max(move.value for move in result.moves if move.visits == best.visits)


def test_selection_is_the_highest_score_of_the_tree_policy():
    """Panousis, 4.3.1.1: mean reward and bonus decide on the move that is made as well."""
    view = open_view(played(Gomoku(size=3, line=3), "a1 a3"))
    result = search(view, "uct:iterations=200,c=2,final=selection")
    n = sum(move.visits for move in result.moves)
    scores = {move.move: move.value + 2 * sqrt(log(n) / move.visits) for move in result.moves}
    assert result.best == max(scores, key=lambda move: scores[move])


def test_selection_with_a_huge_constant_takes_the_least_tried():
    view = open_view(played(Gomoku(size=3, line=3), "a1 a3 b1 b3"))
    result = search(view, "uct:iterations=503,c=1000,final=selection")
    fewest = min(move.visits for move in result.moves)
    assert result.chosen.visits == fewest < max(move.visits for move in result.moves)


@pytest.mark.parametrize("spec", ["uct:c=1", "uct:c=1,groups=yes", "panousis-vpi:form=analytic"])
def test_selection_never_takes_a_move_that_was_not_tried(spec):
    view = open_view(Catan(board="beginner").start())
    for seed in range(5):
        result = search(view, f"{spec},iterations=3,seconds=none,final=selection", seed)
        assert result.chosen.visits > 0


@pytest.mark.parametrize("name", ["panousis-uct", "panousis-bayes", "panousis-vpi"])
def test_the_presets_of_panousis_make_the_move_of_the_highest_selection_value(name):
    assert searcher(name).settings.final == "selection"


def test_the_printed_form_draws_once_more():
    view = open_view(played(Gomoku(size=3, line=3), "a1 a3 b1 b3"))
    result = search(view, "thompson:iterations=300,final=sample")
    assert result.best in view.legal_moves
