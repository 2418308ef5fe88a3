"""A random game of Catan, ply by ply: game 0 of `play_random` with the same seed, rules and board."""

from __future__ import annotations

from catanlab.framework.moves import Move
from catanlab.framework.random import Random
from catanlab.games.catan.engine.state import CatanState


def draw_next(state: CatanState, random: Random) -> Move:
    """Return a random move or outcome for the position, drawn as play_random draws it.

    >>> from catanlab import Catan, Random
    >>> draw_next(Catan(seed=1).start(), Random(1)).group
    'settlement'
    """
    if state.is_chance:
        return state.draw_outcome(random)
    return state.draw_move(random, by_group=state.game.rules.player_trade)


def play_on(state: CatanState, seed: int, plies: int) -> int:
    """Play this many moves and outcomes, or to the end; return how many were played.

    >>> from catanlab import Catan
    >>> play_on(Catan(seed=1).start(), 1, 100)
    100
    """
    random = Random(seed, "play")
    for done in range(plies):
        if state.is_over:
            return done
        state.apply(draw_next(state, random))
    return plies
