"""Priors and virtual wins: the weights of moves before the first simulation."""

import pytest
from tests.search.searching import counts, open_view, search

from catanlab.framework.errors import ArgumentError
from catanlab.games.catan.engine.arrange import give_resources, put_settlement, set_turn
from catanlab.games.catan.game import Catan
from catanlab.games.gomoku import Gomoku


def prefer_corner(state, moves):
    """Return weights that like a1 only."""
    return [50.0 if move.text == "a1" else 0.0 for move in moves]


def too_few(state, moves):
    """Return one weight, whatever there is."""
    return [1.0]


def rich_position():
    state = Catan(board="beginner").start()
    set_turn(state, 0)
    put_settlement(state, 0, 10)
    put_settlement(state, 1, 30)
    give_resources(state, 0, ore=4, wheat=3, sheep=1, wood=1, clay=1)
    return state


def test_a_function_gives_priors():
    view = open_view(Gomoku(size=3, line=3).start())
    spec = "puct:iterations=12,c=50,prior=tests.search.test_priors.prefer_corner"
    assert counts(search(view, spec))["a1"] == 12


@pytest.mark.parametrize(
    ("prior", "words"),
    [
        ("tests.search.test_priors.too_few", "a number from 0 on for each of 9 moves"),
        ("tests.search.test_priors.rich", "there is no 'rich'"),
        ("corner", "there is no prior 'corner'; allowed are group*number"),
        ("castle*2", "there is no group of moves 'castle'"),
    ],
)
def test_wrong_priors_are_refused(prior, words):
    view = open_view(Gomoku(size=3, line=3).start())
    with pytest.raises(ArgumentError) as error:
        search(view, f"puct:iterations=5,prior={prior}")
    assert words in str(error.value)


def test_virtual_wins_are_visits_of_the_child_alone():
    view = open_view(rich_position())
    plain = search(view, "uct:iterations=200")
    seeded = search(view, "uct:iterations=200,virtual=city*20")
    assert seeded.top.visits == plain.top.visits == 200
    city = next(move for move in seeded.moves if move.move.group == "city")
    assert city.visits > 20
    assert sum(counts(seeded).values()) == 220
    assert sum(counts(plain).values()) == 200


def test_virtual_wins_of_a_compound_turn_add_up():
    view = open_view(rich_position())
    result = search(view, "uct:iterations=1,turns=martin,virtual=city*20+buy card*7,hidden=open")
    visits = {}
    for move in result.moves:
        steps = [step.group for step in getattr(move.move, "steps", ())]
        visits[steps.count("city"), steps.count("buy card")] = move.visits
    assert visits[1, 0] in (20, 21)
    assert visits[0, 1] in (7, 8)
    assert visits[0, 0] in (0, 1)


def test_a_prior_over_groups_is_shared_by_their_moves():
    view = open_view(rich_position())
    result = search(view, "puct:iterations=50,prior=bank*3")
    of_bank = [move.prior for move in result.moves if move.move.group == "bank"]
    assert sum(of_bank) == pytest.approx(3)
    assert len(set(of_bank)) == 1
    assert [move.prior for move in result.moves if move.move.group == "city"] == [1]
