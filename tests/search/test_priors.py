"""Priors and virtual wins: the weights of moves before the first simulation."""

import pytest
from tests.search.searching import counts, open_view, search, searcher

from catanlab.agents.registry import make_agent
from catanlab.framework.errors import ArgumentError
from catanlab.framework.random import Random
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


def corner_is_good(state, moves):
    """Give a1 the value 0.9 for 40 visits, b2 the value 0.1 for 5, and nothing to others."""
    given = {"a1": (0.9, 40), "b2": (0.1, 5)}
    return [given.get(move.text, (0.0, 0)) for move in moves]


def corner_is_best(state, moves):
    """Give a1 the value 0.9 for 40 visits, and all others 0 for one."""
    return [(0.9, 40) if move.text == "a1" else (0.0, 1) for move in moves]


def even_chances(state, moves):
    """Give every move the value 0.5 for ten visits."""
    return [(0.5, 10)] * len(moves)


def one_value(state, moves):
    """Return one pair, whatever there is."""
    return [(0.5, 1)]


def bare_values(state, moves):
    """Return values without counts."""
    return [0.5] * len(moves)


def endless_values(state, moves):
    """Return values that are no numbers."""
    return [(float("nan"), 1)] * len(moves)


HERE = "tests.search.test_priors"


def test_a_heuristic_gives_new_children_a_value_and_a_count():
    # Tuma, 4.4 (Gelly and Silver): Q(s, a) = H(s, a), N(s, a) = C(s, a)
    view = open_view(Gomoku(size=3, line=3).start())
    result = search(view, f"uct:iterations=7,heuristic={HERE}.corner_is_good")
    found = {move.move.text: (move.visits, move.value) for move in result.moves}
    assert found["a1"] == (40, 0.9)
    assert found["b2"] == (5, 0.1)
    assert result.top.visits == 7
    assert sum(counts(result).values()) == 7 + 40 + 5


@pytest.mark.parametrize("backup", ["average", "mix"])
def test_values_of_a_heuristic_are_updated_as_usual(backup):
    view = open_view(Gomoku(size=3, line=3).start())
    result = search(view, f"uct:iterations=10,c=0,backup={backup},blend=0,heuristic={HERE}.corner_is_best")
    corner = result.moves[0]
    assert (corner.move.text, corner.visits) == ("a1", 50)
    won = corner.value * 50 - 40 * 0.9  # by the ten simulations
    assert won == pytest.approx(round(2 * won) / 2)
    assert 0 <= won <= 10


@pytest.mark.parametrize("policy", ["bayes", "vpi"])
def test_values_of_a_heuristic_count_among_the_rewards_of_a_dirichlet_policy(policy):
    agent = searcher(f"uct:policy={policy},support=11,iterations=7,heuristic={HERE}.corner_is_good")
    agent.random = Random(1)
    running = agent.search(open_view(Gomoku(size=3, line=3).start()))
    running.run()
    tree = running.simulations[0].tree
    (corner,) = [child for child in tree.children() if tree.facts(child)["virtual"] == 40]
    assert tree.facts(corner)["extras"][9] >= 40


def test_a_heuristic_survives_where_chance_follows():
    view = open_view(rich_position())
    result = search(view, f"uct:iterations=30,c=0.1,chance=nodes,heuristic={HERE}.even_chances")
    card = next(move for move in result.moves if move.move.text == "buy card")
    assert card.visits >= 10
    assert 0.2 < card.value < 0.8


@pytest.mark.parametrize(
    ("heuristic", "words"),
    [
        (f"{HERE}.one_value", "one_value returned 1 pairs for 9 moves"),
        (f"{HERE}.bare_values", "not a value and a count for each move"),
        (f"{HERE}.endless_values", "returned the value nan with the count 1"),
        (f"{HERE}.rich", "there is no 'rich'"),
        ("corner", "there is no heuristic 'corner'; allowed is package.module.Name"),
    ],
)
def test_wrong_heuristics_are_refused(heuristic, words):
    view = open_view(Gomoku(size=3, line=3).start())
    with pytest.raises(ArgumentError) as error:
        search(view, f"uct:iterations=5,heuristic={heuristic}")
    assert words in str(error.value)


def test_virtual_wins_and_a_heuristic_exclude_each_other():
    with pytest.raises(ArgumentError, match="one of them must go"):
        make_agent(f"uct:virtual=city*20,heuristic={HERE}.corner_is_good").check(Catan())
