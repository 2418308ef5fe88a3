"""The search of the set-up: what a place is worth is seen when all seats have placed."""

from __future__ import annotations

from typing import NamedTuple

from catanlab.agents.value.one_ply import OnePly
from catanlab.framework.random import Random
from catanlab.games.catan.constants import PHASES, SETUP_ROAD, SETUP_SETTLEMENT
from catanlab.games.catan.engine.state import CatanState
from catanlab.games.catan.moves import CatanMove

SETUP = {PHASES[phase] for phase in (SETUP_SETTLEMENT, SETUP_ROAD)}
"""The phases of the set-up, in words."""


class Opening(NamedTuple):
    """A move of the set-up, what it is worth, and the moves that the seat will make after it."""

    move: CatanMove
    value: float
    later: tuple[CatanMove, ...]


def search_setup(policy: OnePly, state: CatanState, width: int) -> list[Opening]:
    """Return the most promising moves of the set-up, `width` at most, the best first.

    After each of them every seat places as the policy does, until the set-up is over; the position is worth
    what the policy makes of it then. Nothing is hidden and nothing is left to chance until then.
    """
    seat, random = state.to_move, Random(0, "search")
    found = []
    for move, _ in policy.rate_moves(state)[:width]:
        after = state.copy().apply(move)
        later = []
        while after.phase_name in SETUP:
            next_move = CatanMove.of(policy.pick(after, random))
            if after.to_move == seat:
                later.append(next_move)
            after.apply(next_move)
        found.append(Opening(move, policy.evaluate(after, seat), tuple(later)))
    return sorted(found, key=lambda opening: -opening.value)
