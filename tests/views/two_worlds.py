"""Pairs of games that one viewer cannot tell apart, for tests of what it is shown."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tests.views.wandering import any_move

from catanlab.framework.random import Random
from catanlab.games.catan.engine.state import CatanState
from catanlab.games.catan.game import Catan
from catanlab.games.catan.moves import CatanMove
from catanlab.games.catan.rules import Rules
from catanlab.games.catan.view.observer import CatanObserver


class Pair(NamedTuple):
    """Two games that look alike to the viewer, and what it has seen of each."""

    states: tuple[CatanState, CatanState]
    observers: tuple[CatanObserver, CatanObserver]

    @property
    def differ(self) -> bool:
        """Whether anything is different that the viewer does not see."""
        return self.states[0] != self.states[1]


def pairs(rules: Rules, seed: int, viewer: int | None, parts: int = 12, plies: int = 25) -> Iterator[Pair]:
    """Play a random game; again and again let another world part from it, and follow both for a while."""
    game = Catan(rules=rules, seed=seed)
    random = Random(seed, "play")
    state = game.start()
    observer = game.observer(viewer)
    while parts and not state.is_over:
        other = observer.view().sample(random) if random.below(20) == 0 else state
        if other != state:
            parts -= 1
            yield from _follow(state.copy(), other, observer.copy(), viewer, random, plies)
        move = any_move(state, random)
        observer.observe(state.seen(move, viewer))
        state.apply(move)


def _follow(
    state: CatanState,
    other: CatanState,
    observer: CatanObserver,
    viewer: int | None,
    random: Random,
    plies: int,
) -> Iterator[Pair]:
    other_observer = observer.copy()
    for _ in range(plies):
        yield Pair((state, other), (observer, other_observer))
        move = any_move(state, random)
        seen = state.seen(move, viewer)
        twin = _looks_like(seen, move, other, viewer)
        if twin is None:
            return
        observer.observe(seen)
        other_observer.observe(other.seen(twin, viewer))
        state.apply(move)
        other.apply(twin)
        if state.is_over or other.is_over:
            return


def _looks_like(seen: int, move: CatanMove, other: CatanState, viewer: int | None) -> CatanMove | None:
    """Return a move or outcome of the other world that looks the same to the viewer."""
    if other.is_chance:
        candidates = [CatanMove(outcome) for outcome, _ in other.outcomes]
    else:
        candidates = [move, *map(CatanMove, other.legal_moves)]
    for candidate in candidates:
        if other.is_legal(candidate) and other.seen(candidate, viewer) == seen:
            return candidate
    return None
