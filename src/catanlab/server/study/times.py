"""How long decisions take, by kind of decision and of player."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from msgspec import Struct

from catanlab.server.study.facts import KINDS, GameFacts, Kind
from catanlab.server.study.game_reader import KINDS_OF_DECISIONS


class TimeLine(Struct, frozen=True):
    """The seconds of one kind of decision by one kind of player."""

    decision: str
    by: Kind
    decisions: int
    median: float
    p90: float


def decision_times(games: Iterable[GameFacts]) -> tuple[TimeLine, ...]:
    """Return a line for each kind of decision and of player; seats that changed hands are left out."""
    found: dict[tuple[str, Kind], list[float]] = {}
    for game in games:
        changed = {seat.seat for seat in game.seats if seat.changed}
        for decision in game.decisions:
            if decision.seconds is not None and decision.seat not in changed:
                found.setdefault((decision.kind, decision.by), []).append(decision.seconds)
    lines = []
    for kind in KINDS_OF_DECISIONS:
        for by in KINDS:
            times = found.get((kind, by))
            if times:
                middle, late = np.quantile(times, [0.5, 0.9]).tolist()
                lines.append(TimeLine(kind, by, len(times), middle, late))
    return tuple(lines)
