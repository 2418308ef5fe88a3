"""Measures of stored games, block by block: wins, points, builds, wins in a seat, rounds, offers."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import reduce
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from catanlab.framework.errors import ArgumentError
from catanlab.lab.builds import BUILDS, UNCOUNTED, Builds
from catanlab.lab.experiments.entry import MINUS
from catanlab.lab.experiments.expansion import PlannedMatch
from catanlab.lab.rows import LOST, Rows

Floats = NDArray[np.float64]
PER_CENT = 100.0

OF_PLAYERS = ("wins", "points", "regret", "seat1", "seat2", "seat3", "seat4", *BUILDS)
OF_GAMES = ("rounds", "offers", "trades", "bank_trades")
RATES = ("wins", "seat1", "seat2", "seat3", "seat4")
"""The measures that are rates from 0 to 100 %."""
BOUNDS = {**dict.fromkeys(RATES, (0.0, PER_CENT)), "regret": (-1.0, 1.0)}
"""The least and the greatest value of the measures that have them."""
UNITS = {
    **dict.fromkeys((*RATES, "gain"), "%"),
    "points": "VP",
    "regret": "of regret",
    **{name: name for name in BUILDS},
}
"""The units of the measures that have one; differences of per cent are points."""
_NAME = re.compile(r"(?P<match>[^/]+)/(?:(?P<player>.+)\.)?(?P<measure>\w+)")


def has_seat(measure: str, seats: int) -> bool:
    """Return whether a measure is one of a table with so many seats: `seat3` is none of two.

    >>> has_seat("seat3", 2), has_seat("wins", 2)
    (False, True)
    """
    return not measure.startswith("seat") or int(measure[4:]) <= seats


@dataclass(frozen=True)
class Measured:
    """A measure of each block: its mean is the figure, its spread says how sure that is."""

    blocks: NDArray[np.int64]
    """The numbers of the blocks, sorted."""
    values: Floats
    """The value of each block."""
    weights: Floats
    """How many games, or seats, each value is the mean of."""
    measure: str
    bounds: tuple[float, float] | None = None
    """The least and the greatest value that a block can have, if there are such."""

    @property
    def mean(self) -> float:
        """The mean over games."""
        return float((self.values * self.weights).sum() / self.weights.sum())


def read_name(name: str, players: Mapping[str, Iterable[str]]) -> tuple[str, str | None, str]:
    """Return match, player and measure of a name, given the players of each match.

    >>> read_name("duel/plain.wins", {"duel": ["plain", "groups"]})
    ('duel', 'plain', 'wins')

    Raises ArgumentError if there is no such match, player or measure.
    """
    parts = _NAME.fullmatch(name)
    if parts is None:
        raise ArgumentError(f"{name!r} is no measure; write match/player.wins or match/rounds")
    match, player, measure = parts["match"], parts["player"], parts["measure"]
    if match not in players:
        raise ArgumentError(f"there is no match {match!r}; there are {', '.join(players)}")
    if player is not None and player not in players[match]:
        raise ArgumentError(
            f"nobody in {match} is called {player!r}; there are {', '.join(players[match])}"
        )
    if measure not in (*OF_PLAYERS, *OF_GAMES):
        allowed = ", ".join((*OF_PLAYERS, *OF_GAMES))
        raise ArgumentError(f"there is no measure {measure!r}; allowed are {allowed}")
    if player is None and measure in OF_PLAYERS:
        raise ArgumentError(f"the measure {measure!r} is that of a player; write match/player.{measure}")
    return match, player, measure


def measure_blocks(rows: Rows, agent: int | None, measure: str, builds: Builds | None = None) -> Measured:
    """Return a measure of each block, of an agent by its number in the plan, or of the games.

    Wins are per cent of a seat, the regret is lost less won games in parts of all games (Tuma), points
    leave out games that were lost with a process. Builds are those of a seat in a game, beyond the set-up,
    in the blocks whose `builds` are all counted. Raises ArgumentError for a seat that there is not, and if
    no builds are counted.
    """
    if measure in OF_GAMES:
        values = {
            "rounds": rows.turns / rows.seats,
            "offers": rows.offers,
            "trades": rows.trades,
            "bank_trades": rows.bank_trades,
        }[measure]
        return _by_block(rows, np.asarray(values, np.float64), np.ones(len(rows)), measure)
    mine = rows.agent == agent
    if measure.startswith("seat"):
        seat = int(measure[4:]) - 1
        if seat >= rows.seats:
            raise ArgumentError(f"there is no {measure}: the games have {rows.seats} seats")
        mine = mine & (np.arange(rows.seats) == seat)
    if measure == "points":
        mine = mine & (rows.ended != LOST)[:, None]
        values = np.where(mine, rows.points, 0)
    elif measure in BUILDS:
        counts = (builds or Builds.empty(rows.seats)).of_rows(rows)[:, :, BUILDS.index(measure)]
        mine = mine & (counts != UNCOUNTED)
        if not mine.any():
            raise ArgumentError(f"the {measure} of these games are not counted")
        values = np.where(mine, counts, 0)
    else:
        values = np.where(mine, rows.share, 0) * PER_CENT
    sums = values.sum(axis=1, dtype=np.float64)
    seats = mine.sum(axis=1).astype(np.float64)
    if measure == "regret":
        sums = seats - 2 * sums / PER_CENT
    return _by_block(rows, sums, seats, measure)


def counted_games(rows: Rows, builds: Builds | None) -> int:
    """Return how many of the games are in blocks whose builds are counted."""
    if builds is None:
        return 0
    counted = (builds.of_rows(rows) != UNCOUNTED).any(axis=(1, 2))
    return int(np.isin(rows.block, rows.block[counted]).sum())


def _by_block(rows: Rows, sums: Floats, counts: Floats, measure: str) -> Measured:
    starts = np.flatnonzero(np.diff(rows.block, prepend=-1))
    totals, weights = np.add.reduceat(sums, starts), np.add.reduceat(counts, starts)
    there = weights > 0
    values = totals[there] / weights[there]
    return Measured(rows.block[starts][there], values, weights[there], measure, BOUNDS.get(measure))


def subtract(one: Measured, other: Measured) -> Measured:
    """Return the difference of two measures over their common blocks, of which each counts the same.

    Raises ArgumentError if they have different units.
    """
    units = UNITS.get(one.measure, ""), UNITS.get(other.measure, "")
    if units[0] != units[1]:
        raise ArgumentError(f"{other.measure} cannot be subtracted from {one.measure}")
    blocks, here, there = np.intersect1d(one.blocks, other.blocks, assume_unique=True, return_indices=True)
    measure = "gain" if units[0] == UNITS["gain"] else one.measure
    gaps = one.values[here] - other.values[there]
    bounds = None
    if one.bounds is not None and other.bounds is not None:
        bounds = (one.bounds[0] - other.bounds[1], one.bounds[1] - other.bounds[0])
    return Measured(blocks, gaps, np.ones(len(blocks)), measure, bounds)


class Measures(Protocol):
    """Whatever measures are read from by name."""

    def measured(self, name: str) -> Measured:
        """Return a measure by its name; raises ArgumentError if there is none, or no game yet."""
        ...


class Results:
    """The games of an experiment's matches, from which measures are read by name."""

    def __init__(
        self,
        matches: Mapping[str, tuple[PlannedMatch, Rows]],
        builds: Mapping[str, Builds] | None = None,
        left_out: Collection[str] = (),
    ) -> None:
        self.matches = matches
        self.left_out = left_out
        """The names of the matches that were not chosen."""
        self.builds = builds or {}
        """The builds of the games of a match, where they are counted."""
        self._cache: dict[str, Measured] = {}

    def rows(self, match: str) -> Rows:
        """Return the games of a match."""
        return self.matches[match][1]

    def measured(self, name: str) -> Measured:
        """Return a measure by its name: `match/player.wins`, or `match/rounds` for one of all players.

        `one/player.wins - other/player.wins` is the difference, block by block. Raises ArgumentError if
        there is no such match, player or measure, or no game yet.
        """
        if name not in self._cache:
            first, *others = (self._measured(part) for part in name.split(MINUS))
            self._cache[name] = reduce(subtract, others, first)
        return self._cache[name]

    def _measured(self, name: str) -> Measured:
        if name.partition("/")[0] in self.left_out:
            raise ArgumentError(f"the match {name.partition('/')[0]!r} was not chosen")
        found, player, measure = read_name(
            name, {each.name: each.players for each, _ in self.matches.values()}
        )
        match, rows = self.matches[found]
        if not len(rows):
            raise ArgumentError(f"{match.name} has no games yet")
        agent = None if player is None else match.players[player]
        return measure_blocks(rows, agent, measure, self.builds.get(match.name))
