"""Samplers draw what views sample, each on its own, and only into states of the same game."""

import gc
from collections import Counter
from threading import Thread

import pytest
from tests.search.chi import assert_drawn_by
from tests.views.watching import RULE_SETS, watch

from catanlab.framework.errors import GameError, SeedError
from catanlab.framework.observer import OpenView
from catanlab.framework.random import Random
from catanlab.framework.state import FixedSampler, PlainSampler, Sampler, State
from catanlab.games.catan.game import Catan
from catanlab.games.catan.rules import Rules
from catanlab.games.catan.turns.game import TurnGame
from catanlab.games.catan.view.view import CatanSampler
from catanlab.games.gomoku import Gomoku


def views(rules, seed, every=150):
    """Yield views of seat 0 in the course of a random game."""
    for ply, (_, observers) in enumerate(watch(rules, seed)):
        if ply % every == every - 1:
            yield observers[0].view()


@pytest.mark.parametrize("name", ["base", "jsettlers", "open hands"])
def test_a_sampler_of_catan_draws_what_its_view_samples(name):
    compared = 0
    for view in views(RULE_SETS[name], seed=3):
        sampler = view.sampler()
        state = view.game.start()
        ours, theirs = Random(5), Random(5)
        for _ in range(20):
            sampler.sample_into(state, ours)
            assert state == view.sample(theirs)
            compared += 1
    assert compared > 100


def test_samples_come_with_their_probability():
    view = max(views(Rules(), seed=4, every=20), key=lambda view: len(view._packed_worlds()))
    worlds = {hands: chance for hands, chance in view._packed_worlds() if chance > 0.002}
    rare = 1.0 - sum(worlds.values())
    expected = worlds | ({"rare": rare} if rare > 1e-9 else {})
    assert len(expected) > 3
    sampler, state, random = view.sampler(), view.game.start(), Random(9)
    drawn = Counter()
    for _ in range(20_000):
        sampler.sample_into(state, random)
        hands = state.fields()["hand"]
        drawn[hands if hands in worlds else "rare"] += 1
    assert_drawn_by(drawn, expected)


def test_a_sampler_stays_as_it_is_when_the_game_goes_on():
    kept = []
    for ply, (_, observers) in enumerate(watch(Rules(), seed=2)):
        if ply == 200:
            view = observers[1].view()
            kept = [view.sampler(), view.game.start(), str(view.sample(Random(1)).fields())]
            del view
    gc.collect()
    sampler, state, expected = kept
    sampler.sample_into(state, Random(1))
    assert str(state.fields()) == expected


def test_two_threads_draw_the_same_as_one():
    *_, view = views(Rules(), seed=6)

    def draw(sampler, drawn):
        state, random = view.game.start(), Random(3)
        for _ in range(2000):
            sampler.sample_into(state, random)
            drawn.append(state.fields()["hand"])

    lists = [[], [], []]
    draw(view.sampler(), lists[0])
    threads = [Thread(target=draw, args=(view.sampler(), drawn)) for drawn in lists[1:]]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert lists[0] == lists[1] == lists[2]


def test_a_view_of_an_open_game_always_gives_its_position():
    game = Gomoku(size=5, line=4)
    observer = game.observer(1)
    observer.observe(game.start().legal_moves[7])
    view = observer.view()
    state = game.start()
    for sampler in (view.sampler(), PlainSampler(view)):
        sampler.sample_into(state.assign(game.start()) or state, Random(1))
        assert str(state) == str(view.sample(Random(1)))


def test_every_view_brings_a_fresh_sampler():
    view = Catan(seed=1).observer(0).view()
    assert isinstance(view.sampler(), CatanSampler)
    assert view.sampler() is not view.sampler()
    assert isinstance(Gomoku().observer(0).view().sampler(), FixedSampler)


def test_states_of_another_game_are_refused():
    game = Catan(seed=1)
    view = game.observer(0).view()
    others = (Catan(seed=1).start(), Gomoku().start(), State(game), State(view.game), None, 5, view)
    for sampler in (view.sampler(), FixedSampler(view.game.start()), PlainSampler(view)):
        for other in others:
            with pytest.raises(GameError, match="only a state of the same game can be sampled into"):
                sampler.sample_into(other, Random(1))
        with pytest.raises(SeedError, match="None is not a Random"):
            sampler.sample_into(view.game.start(), None)


def test_samplers_are_made_of_what_they_need():
    for other in (None, 5, Gomoku().observer(0).view()):
        with pytest.raises(GameError, match="a sampler of Catan needs the view of a seat, not "):
            CatanSampler(other)
        with pytest.raises(GameError, match="a sampler is of a state, not of "):
            FixedSampler(other)
    game = Gomoku()
    with pytest.raises(NotImplementedError, match="draw"):
        Sampler(game).sample_into(game.start(), Random(1))


def test_what_is_made_without_init_draws_nothing():
    game = Catan(seed=1)
    for kind in (Sampler, FixedSampler, PlainSampler, CatanSampler):
        with pytest.raises(GameError, match="only a state of the same game"):
            kind.__new__(kind).sample_into(game.start(), Random(1))


def test_what_a_plain_view_samples_is_checked():
    class Astray(OpenView):
        def sample(self, random):
            return Catan(seed=2).start()

    game = Gomoku()
    view = Astray(game.start(), 0, ())
    with pytest.raises(GameError, match="only a state of the same game can be copied"):
        PlainSampler(view).sample_into(game.start(), Random(1))


def test_a_view_of_turns_draws_into_the_state_inside():
    game = TurnGame(Catan(seed=1), "martin")
    view = game.observer(0).view()
    state, sampler = game.start(), view.sampler()
    ours, theirs = Random(5), Random(5)
    sampler.sample_into(state, ours)
    assert state == view.sample(theirs)
    for other in (game.plain.start(), TurnGame(Catan(seed=1), "martin").start(), None):
        with pytest.raises(GameError, match="only a state of the same game can be sampled into"):
            sampler.sample_into(other, Random(1))
