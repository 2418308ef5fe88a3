"""The final choice, on numbers worked out by hand; it never goes by an exploration score."""

from dataclasses import dataclass

import pytest
from tests.search.searching import open_view, played, search

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


def test_the_printed_form_draws_once_more():
    view = open_view(played(Gomoku(size=3, line=3), "a1 a3 b1 b3"))
    result = search(view, "thompson:iterations=300,final=sample")
    assert result.best in view.legal_moves
