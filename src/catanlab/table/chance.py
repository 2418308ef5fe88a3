"""Outcomes drawn by number: the same seed gives the same dice whatever the players do."""

from __future__ import annotations

from collections import Counter

from catanlab.framework.moves import Move
from catanlab.framework.random import STREAMS, Random, check_seed
from catanlab.framework.state import State

CHANCE_VERSION = 1
"""The version of the streams. It changes if a seed gives other outcomes than before: a game that was begun
under another version keeps the outcomes in its log, but those to come would be others."""


class Chance:
    """Draws outcomes from a stream for each kind of them: dice, drawn cards, stolen cards.

    The stream of a kind starts at (seed, chance + kind), and outcome n of that kind takes its draw n. So
    roll n is the same in two games with one seed, and so is card n of the deck, at a table and in a native
    match (`playout.games.NativeMatch`) alike; only the number of outcomes so far has to be remembered.
    Where outcomes of several kinds are possible, the kind of the first one listed counts.

    Raises SeedError for an invalid seed.
    """

    def __init__(self, seed: int) -> None:
        check_seed(seed)
        self._seed = seed
        self._counts: Counter[int] = Counter()
        self._streams: dict[int, tuple[Random, int]] = {}

    def draw(self, state: State) -> Move:
        """Return the outcome for a state in which chance decides; `note` counts it."""
        kind = state.chance_kind or 0
        number = self._counts[kind]
        stream, drawn = self._streams.get(kind, (None, 0))
        if stream is None or drawn > number:
            stream, drawn = Random(self._seed, STREAMS["chance"] + kind), 0
        stream.skip(number - drawn)
        self._streams[kind] = stream, number + 1
        return state.draw_outcome(stream)

    def note(self, state: State) -> None:
        """Count the outcome that is about to be played in a state."""
        self._counts[state.chance_kind or 0] += 1
