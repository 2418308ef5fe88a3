"""The sequential probability ratio test: play until it is clear which of two win rates it is."""

from __future__ import annotations

import math
from collections import Counter
from enum import StrEnum
from typing import Literal

from catanlab.framework.arguments import fraction
from catanlab.framework.errors import ArgumentError
from catanlab.lab.statistics.blocks import Blocks
from catanlab.lab.statistics.likelihood import binomial_llr, multinomial_llr, normal_llr

Model = Literal["multinomial", "normal", "binomial"]
MODELS = ("multinomial", "normal", "binomial")


class Verdict(StrEnum):
    """The state of the test."""

    CONTINUE = "continue"
    ACCEPT_H0 = "accept H0"
    ACCEPT_H1 = "accept H1"


def llr_bounds(alpha: float, beta: float) -> tuple[float, float]:
    """Return the log-likelihood ratios at which H0 and H1 are accepted.

    >>> [round(bound, 3) for bound in llr_bounds(0.05, 0.05)]
    [-2.944, 2.944]

    `alpha` is the risk of accepting H1 although H0 holds, `beta` that of the reverse. Wald (1945).
    """
    fraction("alpha", alpha)
    fraction("beta", beta)
    if alpha + beta >= 1:
        raise ArgumentError(f"alpha and beta are {alpha:g} and {beta:g}; allowed is a sum below 1")
    return math.log(beta / (1 - alpha)), math.log((1 - beta) / alpha)


class Sprt:
    """A test of H0, the win rate is p0, against H1, it is p1, fed block by block.

    >>> test = Sprt(0.25, 0.30)
    >>> str(test.add(wins=2, games=4))
    'continue'
    >>> while test.add(wins=3, games=4) is Verdict.CONTINUE:
    ...     pass
    >>> print(test)
    accept H1: LLR 3.10 (-2.94, 2.94), H0 25.0 % against H1 30.0 %, 73.5 % of 68 games in 17 blocks

    The verdict is final: it is passed when the ratio first reaches a bound, and blocks that are added later
    are left out. The order of blocks matters, so add them in the order of their numbers, whichever was
    finished first.

    `model` says how the ratio is computed. `multinomial` keeps its error rates whatever the games of a
    block have in common. `normal` errs more often than asked when p0 and p1 are as far apart as 0.25 and
    0.30, as it trusts the variance of the first few blocks. `binomial` treats games as independent.
    docs/explanation/statistics.md has the error rates of all three. Raises ArgumentError for invalid rates
    or risks.
    """

    def __init__(
        self,
        p0: float,
        p1: float,
        *,
        alpha: float = 0.05,
        beta: float = 0.05,
        model: Model = "multinomial",
    ) -> None:
        self.p0 = fraction("p0", p0)
        self.p1 = fraction("p1", p1)
        if p0 == p1:
            raise ArgumentError(f"p0 and p1 are both {p0!r}; allowed are two different win rates")
        if model not in MODELS:
            raise ArgumentError(f"model is {model!r}; allowed are {', '.join(MODELS)}")
        self.lower, self.upper = llr_bounds(alpha, beta)
        self.alpha = alpha
        self.beta = beta
        self.model = model
        self.wins = 0.0
        self.games = 0.0
        self.blocks = 0
        self.llr = 0.0
        self.verdict = Verdict.CONTINUE
        self._rates: Counter[float] = Counter()

    def add(self, wins: float, games: float) -> Verdict:
        """Add one block and return the verdict so far; raises ArgumentError for an invalid block."""
        if not 0 <= wins <= games or not 0 < games < math.inf:
            raise ArgumentError(
                f"a block has {wins!r} wins of {games!r} games; "
                "allowed are games above 0, and wins from 0 to the games"
            )
        if self.verdict is Verdict.CONTINUE:
            self.wins += wins
            self.games += games
            self.blocks += 1
            self._rates[wins / games] += 1
            self.llr = self._ratio()
            self.verdict = self._judge()
        return self.verdict

    def add_all(self, blocks: Blocks) -> Verdict:
        """Add blocks one after another."""
        for wins, games in zip(blocks.wins.tolist(), blocks.games.tolist(), strict=True):
            if self.add(wins, games) is not Verdict.CONTINUE:
                break
        return self.verdict

    def _ratio(self) -> float:
        if self.model == "binomial":
            return binomial_llr(self.wins, self.games, self.p0, self.p1)
        ratio = normal_llr if self.model == "normal" else multinomial_llr
        return ratio(list(self._rates), list(self._rates.values()), self.p0, self.p1)

    def _judge(self) -> Verdict:
        if self.llr >= self.upper:
            return Verdict.ACCEPT_H1
        return Verdict.ACCEPT_H0 if self.llr <= self.lower else Verdict.CONTINUE

    def __str__(self) -> str:
        rate = f"{100 * self.wins / self.games:.1f} % of " if self.games else ""
        return (
            f"{self.verdict}: LLR {self.llr:.2f} ({self.lower:.2f}, {self.upper:.2f}), "
            f"H0 {100 * self.p0:.1f} % against H1 {100 * self.p1:.1f} %, "
            f"{rate}{self.games:.10g} games in {self.blocks} blocks"
        )

    def __repr__(self) -> str:
        return f"<Sprt {self}>"
