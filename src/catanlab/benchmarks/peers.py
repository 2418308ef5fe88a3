"""Other engines that play the same random games, so that both are timed in one run."""

from __future__ import annotations

from collections.abc import Callable

Player = Callable[[int, int], None]
"""Plays a number of random games of four from a seed on, boards included."""


def find_catanatron() -> Player | None:
    """Return a function that plays random games of Catanatron, or None if it is not installed.

    >>> play = find_catanatron()
    >>> if play:
    ...     play(1, 7)
    """
    try:
        from catanatron import Color, Game, RandomPlayer
    except ImportError:
        return None

    def play(games: int, seed: int) -> None:
        for number in range(games):
            players = [RandomPlayer(colour) for colour in Color]
            Game(players, seed=seed + number).play()

    return play


PEERS: dict[str, Callable[[], Player | None]] = {"catanatron": find_catanatron}
"""The engines that can be measured, each with the function that finds it."""
