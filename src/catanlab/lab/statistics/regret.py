"""Regret in games, as Tuma measures his agents (5.5): games lost against games won."""

from __future__ import annotations

from collections.abc import Sequence

from catanlab.framework.errors import ArgumentError


def game_regret(wins: float, games: int) -> float:
    """Return the games lost less the games won, as a part of all games.

    It is 1 if all are lost, 0 if half of them are, and -1 if none is. A shared win counts in parts.

    >>> game_regret(25, 100)
    0.5

    The thesis relates lost to won games, divides by their number, and gives no formula: this is the
    difference, which also exists where nothing is won. Raises ArgumentError unless there is a game and the
    wins are from 0 to the games.
    """
    if games < 1 or not 0 <= wins <= games:
        raise ArgumentError(
            f"{wins!r} wins of {games!r} games; allowed are 0 wins to as many as games, from 1 on"
        )
    return (games - 2 * wins) / games


def regret_by_game(wins: Sequence[float]) -> list[float]:
    """Return the regret after each game of a series; a game is 1 if it is won, 0 if lost, or a share.

    >>> regret_by_game([0, 1, 0, 0])
    [1.0, 0.0, 0.3333333333333333, 0.5]
    """
    total = 0.0
    regrets = []
    for played, won in enumerate(wins, 1):
        total += won
        regrets.append(game_regret(total, played))
    return regrets
