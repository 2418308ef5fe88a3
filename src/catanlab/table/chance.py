"""Outcomes by number: the same seed gives the same dice whatever the players do."""

from __future__ import annotations

from collections import Counter

from catanlab.framework.moves import Move
from catanlab.framework.random import STREAMS, Random, check_seed
from catanlab.framework.state import State


class Chance:
    """Draws outcomes from indexed streams.

    Number n of the outcomes of a group (dice, drawn cards, stolen cards; counted from 0) is drawn at
    the place (seed, chance + group, n). So the dice of turn n are the same in two games with one seed,
    and so is the card number n off the deck; nothing needs to be remembered but how many there were.
    Where outcomes of several groups are due at once, the first that is listed gives its group.

    Raises SeedError for a seed that cannot be.
    """

    def __init__(self, seed: int) -> None:
        check_seed(seed)
        self._seed = seed
        self._counts: Counter[int] = Counter()

    def draw(self, state: State) -> Move:
        """Return the outcome for a state in which chance decides; it counts once it is noted."""
        group = state.chance_kind or 0
        return state.draw_outcome(Random(self._seed, STREAMS["chance"] + group, self._counts[group]))

    def note(self, state: State) -> None:
        """Count the outcome that is about to happen in a state."""
        self._counts[state.chance_kind or 0] += 1
