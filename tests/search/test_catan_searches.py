"""Searches of Catan: every preset takes a win, and none looks at what it must not know."""

import pytest
from tests.search.searching import counts, open_view, search
from tests.views.watching import watch

from catanlab.agents.players.mcts.presets import SEARCHES
from catanlab.framework.random import Random
from catanlab.games.catan.engine.arrange import give_resources, put_city, put_settlement, set_turn
from catanlab.games.catan.game import Catan
from catanlab.games.catan.rules import Rules

PRESETS = [entry.name for entry in SEARCHES]
BUDGET = "iterations=300,seconds=none"
NODES = ((10, 20, 30), (12, 42, 52))


def one_short():
    """Return a position in which two seats lack one point to five and have the cards for a city."""
    state = Catan(rules=Rules(points_to_win=5), board="beginner").start()
    set_turn(state, 0)
    for seat in (0, 1):
        put_city(state, seat, NODES[seat][0])
        put_settlement(state, seat, NODES[seat][1])
        put_settlement(state, seat, NODES[seat][2])
        give_resources(state, seat, ore=3, wheat=2, wood=1, clay=1)
    assert state.scores == [4, 4, 0, 0]
    return state


@pytest.mark.full
@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_takes_a_win(name):
    result = search(open_view(one_short()), f"{name}:{BUDGET}")
    state = one_short()
    steps = getattr(result.best, "steps", None) or (result.best,)
    for step in steps:
        state.apply(step)
        if state.is_over:
            break
    assert state.is_over
    assert state.returns[0] == 1
    best = next(move for move in result.moves if move.move == result.best)
    assert best.value == max(move.value for move in result.moves)


@pytest.mark.full
@pytest.mark.parametrize("spec", ["uct", "thompson", "uct:chance=open", "uct:groups=yes,chance=grouped"])
def test_what_is_hidden_does_not_change_the_choice(spec):
    """The one guess that a view carries for what it does not know is replaced; nothing else may change."""
    joint = "," if ":" in spec else ":"
    poisoned = 0
    random = Random(9)
    for ply, (state, observers) in enumerate(watch(Rules(), 5, plies=900)):
        if poisoned == 4:
            break
        if state.to_move > 3 or len(state.legal_moves) < 2:
            continue
        view = observers[state.to_move].view()
        make, (game, seat, log, fields, *rest) = view.__reduce__()
        guess = view.sample(random).fields()
        other = make(game, seat, log, {**fields, "hand": guess["hand"]}, *rest)
        if ply < 100 + 100 * poisoned or guess["hand"] == fields["hand"]:
            continue
        poisoned += 1
        ours = search(view, f"{spec}{joint}iterations=150")
        theirs = search(other, f"{spec}{joint}iterations=150")
        assert counts(ours) == counts(theirs)
        assert ours.best == theirs.best
    assert poisoned == 4


@pytest.mark.full
def test_own_turns_are_searched_through_views():
    """A search never plays a move in the tree that its view could not: it ends without errors."""
    for rules in (Rules.trading(), Rules.jsettlers(), Rules.szita()):
        for ply, (state, observers) in enumerate(watch(rules, 3, plies=500)):
            if ply % 50 or state.to_move > 3 or len(state.legal_moves) < 2:
                continue
            view = observers[state.to_move].view()
            for spec in ("uct", "uct:chance=open", "uct:groups=yes", "uct:hidden=ensemble,worlds=3"):
                joint = "," if ":" in spec else ":"
                result = search(view, f"{spec}{joint}iterations=60,playout=groups")
                assert view.is_legal(result.best)


@pytest.mark.full
@pytest.mark.parametrize("spec", ["uct", "uct:chance=nodes,hidden=open", "thompson", "roelofs-groups"])
def test_the_same_seed_gives_the_same_search(spec):
    *_, (state, _) = watch(Rules(), 8, plies=300)
    while state.to_move > 3 or len(state.legal_moves) < 4:
        random = Random(state.turn)
        state.apply(state.draw_outcome(random) if state.is_chance else state.draw_move(random))
    view = open_view(state)
    joint = "," if ":" in spec else ":"
    for more in ("", ",threads=2"):
        text = f"{spec}{joint}{BUDGET}{more}"
        first, second = search(view, text, seed=4), search(view, text, seed=4)
        assert counts(first) == counts(second)
        assert [move.values for move in first.moves] == [move.values for move in second.moves]
        assert counts(first) != counts(search(view, text, seed=5))
