"""Random games in which any seat that may decide does so, in any order, watched by all and a spectator."""

from __future__ import annotations

from collections.abc import Iterator

from catanlab.framework.random import Random
from catanlab.games.catan.engine.state import CatanState
from catanlab.games.catan.game import Catan
from catanlab.games.catan.moves import CatanMove
from catanlab.games.catan.rules import Rules
from catanlab.games.catan.view.observer import CatanObserver


def any_move(state: CatanState, random: Random) -> CatanMove:
    """Draw an outcome, or a move of any seat that may decide, or now and then a deal."""
    if state.is_chance:
        return CatanMove(state.draw_outcome(random))
    if state.game.rules.player_trade and random.below(10) == 0:
        give, get = random.below(5), random.below(5)
        names = ("wood", "clay", "sheep", "wheat", "ore")
        deal = CatanMove.parse(f"deal 1 {names[give]} for 1 {names[get]} with {random.below(state.seats)}")
        if state.is_legal(deal):
            return deal
    if len(state.deciders) > 1 and random.below(2):
        seat = state.deciders[random.below(len(state.deciders))]
        return CatanMove(state.by(state.as_decider(seat).draw_move(random, by_group=True), seat))
    return CatanMove(state.draw_move(random, by_group=state.game.rules.player_trade))


def wander(
    rules: Rules, seed: int, plies: int = 3000
) -> Iterator[tuple[CatanMove | None, CatanState, list[CatanObserver]]]:
    """Play a random game; yield the next move, the state before it, and observers, who have not seen it.

    At the end of the game the move is None, and the observers know who won.
    """
    game = Catan(rules=rules, seed=seed)
    state, random = game.start(), Random(seed)
    viewers: list[int | None] = [*range(game.seats), None]
    observers = [game.observer(viewer) for viewer in viewers]
    for _ in range(plies):
        if state.is_over:
            winner = state.position.winner
            for observer in observers:
                observer.finish(-1 if winner is None else winner)
            yield None, state, observers
            return
        move = any_move(state, random)
        yield move, state, observers
        for observer, viewer in zip(observers, viewers, strict=True):
            observer.observe(state.seen(move, viewer))
        state.apply(move)
