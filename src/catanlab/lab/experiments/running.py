"""Plays the matches of an experiment one after another: what is stored already is not played again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from catanlab.lab.experiments.expansion import PlannedMatch, estimated_seconds
from catanlab.lab.experiments.measures import Results
from catanlab.lab.match import Progress, play_match
from catanlab.lab.store import Store
from catanlab.lab.store.counting import keep_builds, stored_builds, uncounted_blocks

SOUND_BLOCKS = 2
"""From this many stored blocks on, their own times say what a game costs."""


@dataclass(frozen=True)
class Cost:
    """What the games of a match that are not stored yet will cost."""

    match: PlannedMatch
    games: int
    """The games that are missing, or are played again to count their builds."""
    seconds: float | None
    """The CPU-seconds that they will take; None if nothing is known."""
    measured: bool
    """Whether stored games of this match say so, or figures of the entry."""


def expected_costs(matches: Sequence[PlannedMatch], store: Store) -> list[Cost]:
    """Return what the missing games of each match will cost; a plan that occurs twice is counted once."""
    found, seen = [], dict[str, int]()
    for match in matches:
        stored = store.open(match.plan)
        there = stored.finished_blocks()
        again = len(uncounted_blocks(stored, match.blocks)) if match.counts_builds else 0
        missing = match.blocks - int((there < match.blocks).sum()) + again - seen.get(match.plan.key, 0)
        seen[match.plan.key] = seen.get(match.plan.key, 0) + max(missing, 0)
        games = max(missing, 0) * match.plan.games_in_block
        if len(there) >= SOUND_BLOCKS:
            mean = float(stored.rows(there).seconds.mean(dtype=np.float64))
            found.append(Cost(match, games, games * mean, True))
        else:
            each = estimated_seconds(match.template, match.iterations)
            found.append(Cost(match, games, None if each is None else games * each, False))
    return found


def cpu_seconds(costs: Sequence[Cost]) -> tuple[float, int]:
    """Return the CPU-seconds that are known, and of how many games nothing is known."""
    known = sum(cost.seconds for cost in costs if cost.seconds is not None)
    return known, sum(cost.games for cost in costs if cost.seconds is None)


def play_experiment(
    matches: Sequence[PlannedMatch],
    store: Store,
    *,
    watch: Callable[[int, PlannedMatch, Progress], None] = lambda number, match, progress: None,
    **options: Any,
) -> Results:
    """Play what is missing of each match, and return the games of all.

    `options` go to `play_match`. Every finished job is stored at once, so that a run that was stopped at
    any moment goes on from there. Where builds are counted, games are played with records, and stored games
    without builds and record once again.
    """
    found, builds = {}, {}
    for number, match in enumerate(matches):

        def show(progress: Progress, number: int = number, match: PlannedMatch = match) -> None:
            watch(number, match, progress)

        stored = store.open(match.plan)
        if match.counts_builds:
            recording = {"records": True, "again": uncounted_blocks(stored, match.blocks)}
            rows = play_match(stored, match.blocks, watch=show, **{**options, **recording})
            builds[match.name] = keep_builds(stored)
        else:
            rows = play_match(stored, match.blocks, watch=show, **options)
        found[match.name] = (match, rows)
    return Results(found, builds)


def stored_results(matches: Sequence[PlannedMatch], store: Store) -> Results:
    """Return the games that are stored, and play none."""
    found, builds = {}, {}
    for match in matches:
        stored = store.open(match.plan)
        blocks = [block for block in stored.finished_blocks().tolist() if block < match.blocks]
        found[match.name] = (match, stored.rows(set(blocks)))
        if match.counts_builds:
            builds[match.name] = stored_builds(stored)
    return Results(found, builds)
