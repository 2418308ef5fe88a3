"""Confirms a tuned setting on fresh blocks: a sequential test of its paired gain over the default."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from catanlab.lab.match_plan import MatchPlan
from catanlab.lab.statistics import Sprt, Verdict
from catanlab.lab.statistics.likelihood import multinomial_llr
from catanlab.lab.store import Store
from catanlab.lab.tuning.tuner import Floats, Setting, Trial, TunedAgent, block_rates, blocks_at_once

FRESH = 1_000_003
"""What is added to the seed: no block of the tuning is played again."""


@dataclass(frozen=True)
class Confirmation:
    """The verdict on a setting."""

    setting: Setting
    verdict: Verdict
    blocks: int
    gain: float
    """How much more than the default it won of a seat, over the blocks that the test needed."""
    test: str
    """The test in words."""

    @property
    def is_confirmed(self) -> bool:
        """Whether it is better than the default by the gain that was asked for."""
        return self.verdict is Verdict.ACCEPT_H1


def least_blocks(tuned: TunedAgent, gain: float, settings: int = 1) -> int:
    """Return how many blocks it takes to confirm a setting that wins as much as there is to win."""
    test = _test(tuned, gain, settings)

    def is_short(blocks: int) -> bool:
        return multinomial_llr([1.0], [blocks], test.p0, test.p1) < test.upper

    above = 1
    while is_short(above):
        above *= 2
    return bisect_left(range(above), True, key=lambda blocks: blocks > 0 and not is_short(blocks))


def _test(tuned: TunedAgent, gain: float, settings: int) -> Sprt:
    return Sprt(0.5, 0.5 + gain / (2 * tuned.most_gain), alpha=0.05 / settings, beta=0.05)


def confirm(
    tuned: TunedAgent,
    setting: Setting,
    store: Store,
    *,
    blocks: int,
    gain: float = 0.04,
    settings: int = 1,
    watch: Callable[[Sprt], None] = lambda test: None,
    **options: Any,
) -> Confirmation:
    """Play a setting and the default on fresh blocks until it is clear whether it gains nothing or `gain`.

    The difference of both in a block, from the least to the greatest that there can be, is mapped to a rate
    from 0 to 1, so that no gain is a rate of one half. The risk of 5 % is shared by all `settings` that are
    tested. Raises ArgumentError.
    """
    tuned.check_gain(gain)
    most = tuned.most_gain
    test = _test(tuned, gain, settings)
    seed = tuned.seed + FRESH
    step = blocks_at_once(options)
    gaps: list[float] = []
    while test.verdict is Verdict.CONTINUE and len(gaps) < blocks:
        until = min(blocks, len(gaps) + step)
        new = _differences(tuned, setting, store, until, seed, options)
        for difference in new[len(gaps) :].tolist():
            gaps.append(difference)
            test.add(0.5 + difference / (2 * most), 1.0)
        watch(test)
    used = gaps[: test.blocks]
    return Confirmation(setting, test.verdict, len(used), float(np.mean(used)), _in_words(test, gain))


def played_plans(
    tuned: TunedAgent, trials: Sequence[Trial], confirmed: Sequence[Confirmation]
) -> list[MatchPlan]:
    """Return the matches of a tuning, those of its trials and those on fresh blocks."""
    fresh = [found.setting.spec for found in confirmed]
    if fresh and tuned.against:
        fresh.append(tuned.default)
    return [
        *(tuned.plan(trial.setting.spec, tuned.seed) for trial in trials),
        *(tuned.plan(spec, tuned.seed + FRESH) for spec in fresh),
    ]


def _in_words(test: Sprt, gain: float) -> str:
    """Return where the test of a gain stands: its rates are of mapped differences, so it names the gain."""
    return (
        f"{test.verdict}: LLR {test.llr:.2f} ({test.lower:.2f}, {test.upper:.2f}), "
        f"H0 no gain against H1 {100 * gain:g} points, {test.blocks} blocks"
    )


def _differences(
    tuned: TunedAgent, setting: Setting, store: Store, blocks: int, seed: int, options: dict[str, Any]
) -> Floats:
    """Return how much more of each block the setting won than the default."""
    rates = block_rates(tuned, setting.spec, store, blocks, seed, **options)
    if tuned.against:
        return rates - block_rates(tuned, tuned.default, store, blocks, seed, **options)
    # Two against two: the seats of the default have the rest of the wins.
    seats = tuned.plan(setting.spec, seed).seats
    return np.asarray(2 * rates - 2 / seats, np.float64)
