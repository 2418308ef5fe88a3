"""Claims judged: held, reversed or undecided, and the smallest effect that the games could have shown."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from catanlab.framework.errors import ArgumentError
from catanlab.lab.experiments.entry import MINUS, Claim, Experiment, MatchTemplate
from catanlab.lab.experiments.expansion import match_names
from catanlab.lab.experiments.measures import (
    PER_CENT,
    RATES,
    UNITS,
    Measured,
    Measures,
    has_seat,
    read_name,
)
from catanlab.lab.statistics import Blocks, Interval, holm, sign_test, wilson_over_blocks
from catanlab.lab.statistics.student import t_quantile, t_tails

CONFIDENCE = 0.95
POWER = 0.8
ROUNDING = 1e-9
"""Differences that are smaller come from rounding."""


class Outcome(StrEnum):
    """What the games say about a claim."""

    HELD = "held"
    REVERSED = "reversed"
    UNDECIDED = "undecided"
    NOT_RUN = "not run"


@dataclass(frozen=True)
class Judged:
    """A claim with the difference that was found, and what that says."""

    claim: Claim
    outcome: Outcome
    difference: Interval | None
    """Of the two measures, in their unit; None if it was not run."""
    detectable: float | None
    """The smallest effect that these blocks detect with a probability of 80 %; None if that is unknown."""
    p_value: float | None
    blocks: int
    unit: str
    why: str = ""
    """Why it was not run."""
    adjusted: float | None = None
    """The p-value after Holm's correction over the claims of the experiment."""

    @property
    def has_interval(self) -> bool:
        """Whether the spread of the difference is known, so that its interval means something."""
        return self.detectable is not None

    @property
    def counts(self) -> bool:
        """Whether the run decided, or could have seen the effect of interest."""
        if self.outcome is Outcome.UNDECIDED:
            return self.detectable is not None and self.detectable <= self.claim.effect
        return self.outcome is not Outcome.NOT_RUN

    @property
    def words(self) -> str:
        """The verdict in words.

        An effect whose interval lies below the smallest of interest is said to be below it.
        """
        if self.difference is None:
            return f"{self.outcome} at this scale: {self.why}"
        if self.outcome is Outcome.UNDECIDED:
            if self.detectable is None:
                alike = f"all {self.blocks} blocks differ alike, so their spread is unknown"
                return f"undecided, and does not count: {alike}"
            seen = f"could have seen {effect_size(self.detectable, self.unit)}"
            wanted = effect_size(self.claim.effect, self.unit)
            if self.counts and self.difference.high >= self.claim.effect:
                return f"undecided: the run {seen}, and {wanted} are within the interval"
            if self.counts:
                return f"undecided: an effect of {wanted} is unlikely, as the run {seen}"
            return f"undecided, and does not count: the run {seen}, of interest is {wanted}"
        alone = (
            ""
            if self.adjusted is None or self.adjusted <= 1 - CONFIDENCE
            else ", though not after Holm's correction"
        )
        if self.outcome is Outcome.HELD and self.difference.high < self.claim.effect:
            return f"held{alone}, but the effect is below {effect_size(self.claim.effect, self.unit)}"
        return f"{self.outcome}{alone}"


def check_claims(experiment: Experiment) -> None:
    """Raise ArgumentError if a claim names a match, player or measure that there is at no scale."""
    templates: dict[str, MatchTemplate] = {}
    for scale in experiment.scales:
        templates |= match_names(experiment, scale)
    players = {name: tuple(template.players) for name, template in templates.items()}
    for number, claim in enumerate(experiment.claims, 1):
        for sides in (claim.greater, claim.than):
            for side in sides.split(MINUS) if isinstance(sides, str) else ():
                try:
                    match, _, measure = read_name(side, players)
                except ArgumentError as error:
                    raise ArgumentError(f"{experiment.name}: claim {number}: {error}") from None
                seats = len(templates[match].seats)
                if not has_seat(measure, seats):
                    where = f"{experiment.name}: claim {number}"
                    raise ArgumentError(f"{where}: there is no {measure}: {match} has {seats} seats")


def judge_all(claims: Sequence[Claim], results: Measures) -> list[Judged]:
    """Judge the claims of an experiment, with Holm's correction over those that were run."""
    judged = [judge(claim, results) for claim in claims]
    tested = [place for place, each in enumerate(judged) if each.p_value is not None]
    adjusted = holm([judged[place].p_value or 0.0 for place in tested])
    for place, p_value in zip(tested, adjusted, strict=True):
        judged[place] = Judged(**{**vars(judged[place]), "adjusted": p_value})
    return judged


def judge(claim: Claim, results: Measures) -> Judged:
    """Compare the two sides of a claim over their common blocks.

    Blocks of the same number share boards and chance, so differences are taken block by block. A claim
    whose games are not there yet is not run.
    """
    try:
        greater = results.measured(claim.greater)
        than = results.measured(claim.than) if isinstance(claim.than, str) else float(claim.than)
        interval, p_value, error, blocks = difference(greater, than)
    except ArgumentError as missing:
        unit = UNITS.get(claim.greater.rpartition(".")[2], "")
        return Judged(claim, Outcome.NOT_RUN, None, None, None, 0, unit, str(missing))
    unit = UNITS.get(greater.measure, "")
    if error is None:
        detectable, is_sure = None, p_value <= 1 - CONFIDENCE
    else:
        reach = t_quantile(CONFIDENCE, blocks - 1) + t_quantile(2 * POWER - 1, blocks - 1)
        detectable, is_sure = error * reach, interval.low > 0 or interval.high < 0
    if not is_sure:
        outcome = Outcome.UNDECIDED
    else:
        outcome = Outcome.HELD if interval.estimate > 0 else Outcome.REVERSED
    return Judged(claim, outcome, interval, detectable, p_value, blocks, unit)


def difference(greater: Measured, than: Measured | float) -> tuple[Interval, float, float | None, int]:
    """Return the difference with its 95 % interval, p-value, standard error and number of blocks.

    Where blocks show no spread, as if nobody ever won, it cannot be estimated from them. A measure within
    bounds varies at most as much as a coin between them, so the interval comes from Wilson's intervals of
    both sides (Newcombe 1998, Statistics in Medicine 17, 873-890). Without bounds it has no width, and the
    standard error is None. The p-value is then that of the sign test; for bounds and a number, of Wilson's
    score test. Raises ArgumentError for fewer than two common blocks.
    """
    values, others = _paired(greater, than)
    n = len(values)
    if n < 2:
        raise ArgumentError(f"there are {n} blocks in common; a comparison takes at least 2")
    gaps = values - others
    mean = float(gaps.mean())
    if float(np.ptp(gaps)) < ROUNDING:
        return _without_spread(greater, than, mean, n)
    error = float(gaps.std(ddof=1)) / math.sqrt(n)
    reach = t_quantile(CONFIDENCE, n - 1) * error
    low, high = mean - reach, mean + reach
    return Interval(mean, low, high, CONFIDENCE), t_tails(mean / error, n - 1), error, n


def mean_interval(measured: Measured) -> Interval:
    """Return the mean with its 95 % interval: Wilson's for wins, that of t for everything else.

    A single block gives an interval without width.
    """
    n = len(measured.values)
    if n < 2:
        return Interval(measured.mean, measured.mean, measured.mean, CONFIDENCE)
    if measured.measure in RATES:
        return _wilson(measured, (0.0, PER_CENT))
    residuals = (measured.values - measured.mean) * measured.weights
    error = math.sqrt(n / (n - 1) * float(residuals @ residuals)) / float(measured.weights.sum())
    reach = t_quantile(CONFIDENCE, n - 1) * error
    return Interval(measured.mean, measured.mean - reach, measured.mean + reach, CONFIDENCE)


def _paired(greater: Measured, than: Measured | float) -> tuple[np.ndarray, np.ndarray]:
    if isinstance(than, float):
        return greater.values, np.full(len(greater.values), than)
    _, here, there = np.intersect1d(greater.blocks, than.blocks, assume_unique=True, return_indices=True)
    return greater.values[here], than.values[there]


def _without_spread(
    greater: Measured, than: Measured | float, mean: float, n: int
) -> tuple[Interval, float, float | None, int]:
    """Return the same as `difference`, where it is the same in all blocks."""
    if abs(mean) < ROUNDING:
        mean = 0.0
    sign_p_value = sign_test(n if mean > 0 else 0, n if mean < 0 else 0)
    if greater.bounds is None or (isinstance(than, Measured) and than.bounds is None):
        return Interval(mean, mean, mean, CONFIDENCE), sign_p_value, None, n
    one = _wilson(greater, greater.bounds)
    if isinstance(than, Measured):
        assert than.bounds is not None
        other = _wilson(than, than.bounds)
        low = mean - math.hypot(one.estimate - one.low, other.high - other.estimate)
        high = mean + math.hypot(one.high - one.estimate, other.estimate - other.low)
        p_value = sign_p_value
    else:
        low, high = one.low - than, one.high - than
        p_value = _score_p_value(greater, greater.bounds, than)
    error = max(mean - low, high - mean) / t_quantile(CONFIDENCE, n - 1)
    return Interval(mean, low, high, CONFIDENCE), p_value, error, n


def _score_p_value(measured: Measured, bounds: tuple[float, float], than: float) -> float:
    """Return the p-value of the test whose accepted numbers are Wilson's interval over blocks.

    The sign test would not do: who wins one game in twenty wins none in most blocks.
    """
    low, high = bounds
    if abs(measured.mean - than) < ROUNDING:
        return 1.0
    if not low < than < high:
        return 0.0
    error = math.sqrt((than - low) * (high - than) / float(measured.weights.sum()))
    return t_tails((measured.mean - than) / error, len(measured.values) - 1)


def _wilson(measured: Measured, bounds: tuple[float, float]) -> Interval:
    """Return Wilson's interval over blocks for the mean of a measure within bounds."""
    low, width = bounds[0], bounds[1] - bounds[0]
    wins = np.clip((measured.values - low) / width * measured.weights, 0, measured.weights)
    part = wilson_over_blocks(Blocks(wins, measured.weights), CONFIDENCE)
    estimate, least, most = (low + width * each for each in (part.estimate, part.low, part.high))
    return Interval(estimate, least, most, CONFIDENCE)


def effect_size(effect: float, unit: str) -> str:
    """Return an effect with its unit; differences of per cent are points.

    >>> effect_size(3.81, "%"), effect_size(0.444, "VP")
    ('3.8 points', '0.44 VP')
    """
    number = f"{effect:.2g}" if effect < 100 else f"{effect:.0f}"
    return f"{number} points" if unit == "%" else f"{number} {unit}".rstrip()
