"""Wins by block: the data of every statistic here.

A block is one board and seed played under all seatings. Its games share luck, so they are not independent;
blocks are.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from catanlab.framework.errors import ArgumentError

Floats = NDArray[np.float64]

EQUAL_WITHIN = 1e-12
"""Rates that differ by less are equal but for rounding: three thirds of a win are a win."""


@dataclass(frozen=True, eq=False)
class Blocks:
    """The wins of one agent in each block, and its games there; a shared win may count as a part of one.

    >>> blocks = Blocks(wins=[1, 0, 2, 1], games=4)
    >>> blocks.rate
    0.25
    >>> len(blocks)
    4

    An agent in two seats of a table counts as playing two games there: the rate is that of a seat. Raises
    ArgumentError for wins below 0 or above the games, and if there is no block.
    """

    wins: Floats
    """Shape (blocks,)."""
    games: Floats
    """Shape (blocks,); one number stands for all blocks."""

    def __init__(self, wins: ArrayLike, games: ArrayLike) -> None:
        won, played = np.array(wins, np.float64), np.array(games, np.float64)
        if won.ndim != 1 or not len(won):
            raise ArgumentError(f"wins have the shape {won.shape}; allowed is a row of at least one block")
        if played.shape not in ((), won.shape):
            raise ArgumentError(
                f"games have the shape {played.shape}; allowed is one number, or one for each block"
            )
        played = np.broadcast_to(played, won.shape).copy()
        wrong = np.flatnonzero(~((played > 0) & np.isfinite(played) & (won >= 0) & (won <= played)))
        if len(wrong):
            place = int(wrong[0])
            raise ArgumentError(
                f"block {place} has {won[place]:g} wins of {played[place]:g} games; "
                "allowed are games above 0, and wins from 0 to the games"
            )
        object.__setattr__(self, "wins", won)
        object.__setattr__(self, "games", played)

    @classmethod
    def of_games(cls, block: ArrayLike, wins: ArrayLike) -> Blocks:
        """Return the blocks of a list of games, from the block and the win of each game.

        >>> Blocks.of_games(block=[7, 7, 8, 8], wins=[1, 0, 0, 0.5]).wins.tolist()
        [1.0, 0.5]
        """
        numbers, won = np.asarray(block), np.asarray(wins, np.float64)
        if numbers.shape != won.shape or numbers.ndim != 1:
            raise ArgumentError(
                f"games have blocks of shape {numbers.shape} and wins of shape {won.shape}; "
                "allowed are two rows of the same length"
            )
        _, place, games = np.unique(numbers, return_inverse=True, return_counts=True)
        return cls(np.bincount(place, won), games)

    def __len__(self) -> int:
        return len(self.wins)

    def __repr__(self) -> str:
        return f"<Blocks: {len(self)}, {self.wins.sum():.10g} wins of {self.games.sum():.10g} games>"

    @property
    def rate(self) -> float:
        """The part of all games that was won."""
        return float(self.wins.sum() / self.games.sum())

    @property
    def rates(self) -> Floats:
        """Shape (blocks,): the part of each block's games that was won."""
        return self.wins / self.games

    @property
    def standard_error(self) -> float:
        """The standard error of the rate, from the spread between blocks; needs two blocks.

        That of a ratio, where blocks differ in games: Cochran, Sampling Techniques (1977), chapter 6. It is
        0 where all blocks are alike but for rounding, which is no spread.
        """
        n = self.at_least_two()
        if float(np.ptp(self.rates)) <= EQUAL_WITHIN:
            return 0.0
        residuals = self.wins - self.rate * self.games
        return math.sqrt(n / (n - 1) * float(residuals @ residuals)) / float(self.games.sum())

    @property
    def design_effect(self) -> float:
        """How many of these games are worth one independent game; below 1 where blocks cancel luck.

        The variance over that of as many independent games: Kish, Survey Sampling (1965). It is 1
        where nothing, or everything, was won.

        >>> Blocks([1, 1, 1, 2], 4).design_effect < 1 < Blocks([4, 0, 0, 0], 4).design_effect
        True
        """
        independent = self.rate * (1 - self.rate) / float(self.games.sum())
        return self.standard_error**2 / independent if independent > 0 else 1.0

    @property
    def correlation(self) -> float:
        """The correlation of games in a block, from -1/(games - 1) to about 1; 0 for blocks of one game."""
        others = float(self.games.mean()) - 1
        return (self.design_effect - 1) / others if others > 0 else 0.0

    def at_least_two(self) -> int:
        """Return how many blocks there are; raises ArgumentError for one, which shows no spread."""
        if len(self) < 2:
            raise ArgumentError("there is 1 block; the spread between blocks needs at least 2")
        return len(self)

    def outcomes(self) -> tuple[Floats, Floats, NDArray[np.int64]]:
        """Return the wins and games that occurred, each pair once, and how many blocks had them."""
        pairs, counts = np.unique(self.wins + 1j * self.games, return_counts=True)
        return pairs.real, pairs.imag, counts.astype(np.int64)
