"""How many games it takes to distinguish one win rate from another."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

from catanlab.framework.arguments import fraction, whole_number
from catanlab.framework.errors import ArgumentError
from catanlab.lab.statistics.sprt import llr_bounds


def fixed_games(p0: float, p1: float, *, alpha: float = 0.05, power: float = 0.8, sides: int = 2) -> float:
    """Return the independent games after which a test of p0 finds out, with this power, that p1 holds.

    >>> round(fixed_games(0.25, 0.30))
    609

    Two-sided by default; with `sides=1` only a deviation towards p1 counts. The sample size of the
    one-sample binomial test: Rosner, Fundamentals of Biostatistics, chapter 7. Raises ArgumentError for
    invalid rates or risks.
    """
    _two_rates(p0, p1)
    whole_number("sides", sides, 1, 2)
    z_alpha = NormalDist().inv_cdf(1 - fraction("alpha", alpha) / sides)
    z_power = NormalDist().inv_cdf(fraction("power", power))
    spread = z_alpha * math.sqrt(p0 * (1 - p0)) + z_power * math.sqrt(p1 * (1 - p1))
    return (max(spread, 0.0) / (p1 - p0)) ** 2


@dataclass(frozen=True)
class SequentialGames:
    """The independent games an SPRT takes on average, by the true win rate."""

    at_p0: float
    between: float
    """At the worst rate, where the ratio drifts to neither side."""
    at_p1: float


def sequential_games(p0: float, p1: float, *, alpha: float = 0.05, beta: float = 0.05) -> SequentialGames:
    """Return the independent games an SPRT takes on average.

    >>> games = sequential_games(0.25, 0.30)
    >>> round(games.at_p0), round(games.between), round(games.at_p1)
    (430, 689, 414)

    Wald (1945), Ann. Math. Statist. 16, 117-186; the last step beyond the bound is left out. Raises
    ArgumentError for invalid rates or risks.
    """
    _two_rates(p0, p1)
    lower, upper = llr_bounds(alpha, beta)
    win, loss = math.log(p1 / p0), math.log((1 - p1) / (1 - p0))
    level = loss / (loss - win)
    return SequentialGames(
        at_p0=((1 - alpha) * lower + alpha * upper) / (p0 * win + (1 - p0) * loss),
        between=-lower * upper / (level * win**2 + (1 - level) * loss**2),
        at_p1=(beta * lower + (1 - beta) * upper) / (p1 * win + (1 - p1) * loss),
    )


def design_effect(block_games: int, correlation: float) -> float:
    """Return how many games in blocks are worth one independent game: Kish (1965).

    >>> design_effect(4, 0.1)
    1.3

    Below 0, a block's games balance each other's luck. Raises ArgumentError for a correlation that games of
    such a block cannot have.
    """
    others = whole_number("block_games", block_games, 1, 1_000_000) - 1
    effect = 1 + others * correlation
    if not (effect > 0 and correlation <= 1):
        least = f"above -1/{others}" if others else "of any size"
        raise ArgumentError(
            f"correlation is {correlation!r}; allowed in blocks of {block_games} games "
            f"is a number {least}, at most 1"
        )
    return effect


@dataclass(frozen=True)
class PowerRow:
    """The games needed for one gain over the reference, in whole blocks."""

    gain: float
    win_rate: float
    two_sided: int
    one_sided: int
    sprt_reference: int
    """The mean of an SPRT if the reference holds."""
    sprt_between: int
    """The mean of an SPRT at the worst rate between both."""
    sprt_gain: int
    """The mean of an SPRT if the gain is real."""


def power_table(
    gains: Sequence[float],
    *,
    reference: float = 0.25,
    alpha: float = 0.05,
    power: float = 0.8,
    block_games: int = 4,
    correlation: float = 0.0,
) -> list[PowerRow]:
    """Return a row for each gain over the reference: fixed numbers of games, and what an SPRT takes.

    >>> power_table([0.05])[0].two_sided
    612

    The SPRT has the same alpha and power. Raises ArgumentError for invalid numbers.
    """
    effect = design_effect(block_games, correlation)
    if not fraction("alpha", alpha) < fraction("power", power):
        raise ArgumentError(f"alpha is {alpha:g} and power {power:g}; allowed is a power above alpha")

    def whole_blocks(independent: float) -> int:
        return max(1, math.ceil(independent * effect / block_games)) * block_games

    rows = []
    for gain in gains:
        rate = reference + gain
        risks = {"alpha": alpha, "power": power}
        sequential = sequential_games(reference, rate, alpha=alpha, beta=1 - power)
        rows.append(
            PowerRow(
                gain=gain,
                win_rate=rate,
                two_sided=whole_blocks(fixed_games(reference, rate, sides=2, **risks)),
                one_sided=whole_blocks(fixed_games(reference, rate, sides=1, **risks)),
                sprt_reference=whole_blocks(sequential.at_p0),
                sprt_between=whole_blocks(sequential.between),
                sprt_gain=whole_blocks(sequential.at_p1),
            )
        )
    return rows


def _two_rates(p0: float, p1: float) -> None:
    if fraction("p0", p0) == fraction("p1", p1):
        raise ArgumentError(f"p0 and p1 are both {p0!r}; allowed are two different win rates")
