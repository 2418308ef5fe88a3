"""What ends a search, how large it gets, and what it keeps."""

from time import thread_time

import pytest
from tests.search.searching import counts, open_view, played, search
from tests.views.watching import watch

from catanlab.agents.registry import make_agent
from catanlab.framework.errors import AgentError, ArgumentError
from catanlab.framework.random import Random
from catanlab.games.catan.game import Catan
from catanlab.games.catan.rules import Rules
from catanlab.games.gomoku import Gomoku
from catanlab.search import slices
from catanlab.table.table import Table


def searching(spec, view, seed=1):
    agent = make_agent(spec)
    agent.random = Random(seed)
    return agent.search(view)


@pytest.fixture(scope="module")
def view():
    for ply, (state, observers) in enumerate(watch(Rules(), 4, plies=1000)):
        if ply > 250 and state.to_move < 4 and len(state.legal_moves) > 4:
            return observers[state.to_move].view()
    raise AssertionError


@pytest.mark.parametrize(
    "more", ["", ",threads=3", ",hidden=ensemble,worlds=7", ",threads=2,hidden=ensemble"]
)
def test_iterations_are_counted_exactly(view, more):
    result = search(view, f"uct:iterations=301{more}")
    assert result.iterations == 301
    assert sum(move.visits for move in result.moves) == 301


@pytest.mark.full
@pytest.mark.usefixtures("processor_time")
def test_seconds_end_a_search(view):
    start = thread_time()
    result = search(view, "uct:iterations=none,seconds=0.2")
    assert 0.2 <= thread_time() - start < 1.5
    assert result.iterations > 100
    assert result.seconds >= 0.2


def test_whichever_comes_first_ends_it(view):
    assert search(view, "uct:iterations=50,seconds=100").iterations == 50


def test_a_search_can_be_stopped_and_goes_on(view):
    looks = []
    running = searching("uct:iterations=1000000", view)
    first = running.run(stop=lambda: len(looks) > 3 or looks.append(1))
    assert 0 < first.iterations < 20_000
    second = running.run(iterations=100)
    assert second.iterations == first.iterations + 100


@pytest.mark.parametrize("more", ["", ",hidden=ensemble,worlds=3", ",policy=vpi,form=sampled"])
def test_a_slice_ends_when_its_time_is_over(view, more, monkeypatch):
    """However many simulations were planned: they may be far slower than those before."""
    looks = []
    running = searching(f"uct:iterations=40{more}", view)
    monkeypatch.setattr(slices, "SLICE_SECONDS", 0.0)
    result = running.run(stop=lambda: looks.append(running.done) or False)
    assert looks == list(range(1, 41))
    assert counts(result) == counts(search(view, f"uct:iterations=40{more}"))


def test_a_search_whose_time_is_over_makes_one_simulation(view):
    running = searching("uct:iterations=1000", view)
    assert running.run(seconds=1e-9).iterations == 1
    assert running.run(iterations=7, seconds=100).iterations == 8


def test_an_error_in_a_slice_surfaces(view):
    def stop():
        raise KeyboardInterrupt

    running = searching("uct:iterations=100000,threads=2", view)
    with pytest.raises(KeyboardInterrupt):
        running.run(stop=stop)
    assert running.result().iterations > 0


@pytest.mark.parametrize("chance", ["nodes", "sampled", "grouped", "open"])
@pytest.mark.parametrize("hidden", ["sets", "open"])
@pytest.mark.parametrize("groups", [pytest.param("yes", marks=pytest.mark.full), "no"])
def test_a_full_tree_is_searched_on(view, chance, hidden, groups):
    spec = f"uct:iterations=3000,nodes=1000,chance={chance},hidden={hidden},groups={groups}"
    result = search(view, spec)
    assert result.iterations == 3000
    # The root has all its children, and one list of children may go beyond.
    assert result.nodes <= 1100
    assert result.refused > 0
    assert sum(move.visits for move in result.moves) == 3000


def test_a_tree_is_kept_as_far_as_what_was_seen_leads(view):
    running = searching("uct:iterations=2000,reuse=yes,hidden=open,chance=sampled", view)
    best = running.run().best
    (tree,) = running.follow([(view.seat, best)])
    assert tree.facts()["visits"] == counts(running.result())[best.text]
    assert len(tree) < len(running.simulations[0].tree)
    assert running.follow([(view.seat + 1, best)]) == []


@pytest.mark.parametrize("chance", ["nodes", "sampled", "grouped", "open"])
@pytest.mark.parametrize("groups", ["yes", "no"])
def test_games_with_trees_that_are_kept(chance, groups):
    spec = f"uct:iterations=60,reuse=yes,chance={chance},groups={groups},cut_turns=0,at_cut=leader"
    agents = [make_agent(spec), *(make_agent("random") for _ in range(3))]
    kept = []
    searched = agents[0].search

    def search_and_note(view):
        running = searched(view)
        kept.append(running.inherited)
        return running

    agents[0].search = search_and_note
    table = Table(Catan(rules=Rules(max_turns=40), seed=3), agents, seed=3)
    table.play()
    assert not table.incidents
    assert max(kept) > 0


def test_a_small_game_with_a_kept_tree_is_won():
    agents = [make_agent("uct:iterations=300,reuse=yes"), make_agent("random")]
    table = Table(Gomoku(size=3, line=3), agents, seed=5)
    assert table.play().winner == 0


def test_results_are_plain_data(view):
    import json

    result = search(view, "uct:iterations=300,groups=yes")
    data = json.loads(json.dumps(result.to_dict()))
    assert data["best"] == result.best.text
    assert data["iterations"] == 300
    assert data["moves"][0]["visits"] == max(move["visits"] for move in data["moves"])
    assert data["top"]["visits"] == 300
    assert data["variation"][0]["seat"] == view.seat
    for move in result.moves:
        if move.visits:
            assert move.value == pytest.approx(move.values[view.seat])
            assert 0 <= move.spread <= 0.5001


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("uct:iterations=none", "a search needs an end"),
        ("uct:iterations=0", "iterations is 0"),
        ("uct:seconds=0", "seconds is 0"),
        ("uct:alpha=3", "uct has no option 'alpha'; its options are iterations, seconds"),
        ("uct:chance=none", "open"),
        ("uct:policy=best", "unknown tree policy 'best'; the policies are uct"),
        ("uct:cut_turns=3,cut_rounds=2", "a playout has one cut"),
        ("uct:nodes=10", "nodes is 10"),
        ("uct:blend=2", "blend is 2"),
        ("uct:value=mixed,win_weight=0,points_weight=0", "one of them must count"),
        ("uct:turns=martin,reuse=yes", "reuse"),
        ("uct:turn_depth=3", "uct has no option 'turn_depth'"),
    ],
)
def test_wrong_options_are_refused(spec, words):
    with pytest.raises((AgentError, ArgumentError), match=words.replace("'", ".").split(";")[0]) as error:
        make_agent(spec)
    assert words in str(error.value)


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("uct:virtual=castle*3", "there is no group of moves 'castle'; the groups are"),
        ("uct:playout=clever", "there is no policy 'clever'; allowed are uniform"),
        ("uct:at_cut=perhaps", "there is no evaluation 'perhaps'"),
        ("uct:turns=martin", "turns=martin is for catan, not for gomoku"),
    ],
)
def test_options_that_do_not_fit_the_game_are_refused_at_the_search(spec, words):
    with pytest.raises((AgentError, ArgumentError), match=r"there is|turns") as error:
        search(open_view(played(Gomoku(size=3, line=3), "a1")), spec)
    assert words in str(error.value)


def test_only_the_seat_to_move_searches():
    state = played(Gomoku(size=3, line=3), "a1")
    view = open_view(state)
    view.seat = 0
    with pytest.raises(ArgumentError, match="seat 0 is not to move"):
        search(view, "uct")


def test_a_playout_ends_even_if_nobody_can_win():
    game = Catan(rules="points_to_win=20", board="beginner")
    result = search(game.observer(0).view(), "uct:iterations=3")
    assert result.iterations == 3
    assert all(move.value == 0.0 for move in result.moves)
