"""Outcomes drawn by number: the same seed gives the same dice whatever the players do."""

from __future__ import annotations

from collections import Counter

from catanlab.framework.moves import Move
from catanlab.framework.random import STREAMS, Random, check_seed
from catanlab.framework.state import State


class Chance:
    """Draws outcomes from indexed streams.

    Number n of the outcomes of a group (dice, drawn cards, stolen cards; counted from 0) is drawn at
    index n of the stream (seed, chance + group). So roll n is the same in two games with one seed, and so
    is card n of the deck; only the number of outcomes so far has to be remembered. Where outcomes of
    several groups are possible, the group of the first one listed counts.

    Raises SeedError for an invalid seed.
    """

    def __init__(self, seed: int) -> None:
        check_seed(seed)
        self._seed = seed
        self._counts: Counter[int] = Counter()

    def draw(self, state: State) -> Move:
        """Return the outcome for a state in which chance decides; `note` counts it."""
        group = state.chance_kind or 0
        return state.draw_outcome(Random(self._seed, STREAMS["chance"] + group, self._counts[group]))

    def note(self, state: State) -> None:
        """Count the outcome that is about to be played in a state."""
        self._counts[state.chance_kind or 0] += 1
