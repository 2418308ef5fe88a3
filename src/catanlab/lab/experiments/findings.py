"""What an experiment of matches found: figures of every player next to the thesis', claims, pictures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import numpy as np

from catanlab.lab.builds import BUILDS
from catanlab.lab.experiments.claims import Judged, judge_all, mean_interval
from catanlab.lab.experiments.entry import Experiment
from catanlab.lab.experiments.expansion import PlannedMatch
from catanlab.lab.experiments.measures import Results, counted_games, measure_blocks
from catanlab.lab.experiments.tables import Table
from catanlab.lab.plain_numbers import milliseconds
from catanlab.lab.rows import CUT, LOST, Rows
from catanlab.lab.statistics import Interval
from catanlab.lab.summary import has_points

BuildFigures: TypeAlias = tuple[PlannedMatch, str, Sequence[Interval]]
"""A match, a player, and the mean of each of its builds."""


@dataclass(frozen=True)
class Picture:
    """A plot as SVG, with its title."""

    title: str
    svg: str


@dataclass(frozen=True)
class Findings:
    """All that a report shows of an experiment."""

    experiment: Experiment
    scale: str
    judged: Sequence[Judged]
    tables: Sequence[Table]
    pictures: Sequence[Picture]
    data: dict[str, Any]
    """The figures for programs."""
    notes: Sequence[str] = field(default_factory=tuple)
    seconds: float = 0.0
    """The CPU-seconds of its games."""


@dataclass(frozen=True)
class PlayerFigures:
    """The figures of one player in one match, each with its interval and that of the thesis."""

    match: PlannedMatch
    player: str
    spec: str
    games: int
    blocks: int
    wins: Interval | None
    """None where it has all seats of the table."""
    points: Interval
    seats: tuple[Interval | None, ...]
    """The win rate in each seat; None where it never sat."""
    ms_per_move: float | None
    errors: int

    def to_dict(self) -> dict[str, Any]:
        """Return the figures as plain data."""
        thesis = self.match.thesis.get(self.player, {})
        return {
            "match": self.match.name,
            "player": self.player,
            "spec": self.spec,
            "games": self.games,
            "blocks": self.blocks,
            "wins": _plain(self.wins),
            "points": _plain(self.points),
            "seats": [_plain(seat) for seat in self.seats],
            "ms_per_move": self.ms_per_move,
            "errors": self.errors,
            "thesis": dict(thesis),
        }


def player_figures(match: PlannedMatch, rows: Rows) -> list[PlayerFigures]:
    """Return the figures of all players of a match that has games, in the order of its seats."""
    found = []
    for player, agent in match.players.items():
        mine = rows.agent == agent
        decisions = int(rows.decisions[mine].sum())
        thought = float(rows.thought[mine].sum(dtype=np.float64))
        seats = tuple(
            mean_interval(measure_blocks(rows, agent, f"seat{seat + 1}")) if mine[:, seat].any() else None
            for seat in range(rows.seats)
        )
        found.append(
            PlayerFigures(
                match=match,
                player=player,
                spec=match.plan.agents[agent],
                games=int(mine.sum()),
                blocks=len(np.unique(rows.block)),
                wins=None if mine.all() else mean_interval(measure_blocks(rows, agent, "wins")),
                points=mean_interval(measure_blocks(rows, agent, "points")),
                seats=seats,
                ms_per_move=1000 * thought / decisions if decisions else None,
                errors=int(rows.errors[mine].sum()),
            )
        )
    return found


def find(experiment: Experiment, scale: str, results: Results, pictures: Sequence[Picture]) -> Findings:
    """Return the findings of an experiment from its games."""
    played = [(match, rows) for match, rows in results.matches.values() if len(rows)]
    figures = [each for match, rows in played for each in player_figures(match, rows)]
    tables = [_main_table(figures)]
    if _shows_seats(experiment):
        tables.append(_seat_table(figures))
    tables.append(_game_table(played))
    builds = _build_figures(results)
    if builds:
        tables.append(_build_table(builds))
    return Findings(
        experiment=experiment,
        scale=scale,
        judged=judge_all(experiment.claims, results),
        tables=tables,
        pictures=pictures,
        data={
            "players": [each.to_dict() for each in figures],
            "matches": [_match_data(match, rows) for match, rows in played],
            **({"builds": [_build_data(*each) for each in builds]} if builds else {}),
        },
        notes=_notes(results),
        seconds=sum(float(rows.seconds.sum(dtype=np.float64)) for _, rows in played),
    )


def with_interval(interval: Interval | None, unit: str = "") -> str:
    """Return an estimate with its interval, in the figures that fit its width.

    >>> with_interval(Interval(25.64, 25.47, 25.81, 0.95), "%")
    '25.64 % [25.47, 25.81]'
    >>> with_interval(Interval(6.031, 5.4, 6.7, 0.95))
    '6.03 [5.40, 6.70]'
    """
    if interval is None:
        return ""
    decimals = 1 if unit == "%" and interval.width > 2 else 2
    sign = f" {unit}" if unit else ""
    bounds = f"[{interval.low:.{decimals}f}, {interval.high:.{decimals}f}]"
    return f"{interval.estimate:.{decimals}f}{sign} {bounds}"


def _main_table(figures: Sequence[PlayerFigures]) -> Table:
    # Games such as Gomoku have no points: theirs are all zero.
    scored = not figures or has_points((each.points.estimate, each.points.width) for each in figures)
    rows = []
    for each in figures:
        wins, points = (each.match.thesis_of(each.player, name) for name in ("wins", "points"))
        rows.append(
            (
                each.match.title,
                each.player,
                f"{each.games:,}",
                with_interval(each.wins, "%"),
                _figure(wins, " %"),
                with_interval(each.points if scored else None),
                _figure(points),
                "" if each.ms_per_move is None else milliseconds(each.ms_per_move),
            )
        )
    head = ("match", "player", "seats", "wins [95 %]", "thesis", "points [95 %]", "thesis", "ms a move")
    title = "Wins of a seat, and victory points at the end" if scored else "Wins of a seat"
    return _without_empty(Table(title, head, tuple(rows), 2))


def _seat_table(figures: Sequence[PlayerFigures]) -> Table:
    rows = []
    for each in figures:
        seats = [with_interval(seat, "%") for seat in each.seats]
        rows.append((each.match.title, each.player, *seats))
        thesis = each.match.thesis.get(each.player, {}).get("seats")
        if thesis:
            rows.append((each.match.title, f"{each.player}, thesis", *(f"{seat:.2f} %" for seat in thesis)))
    seats_at_table = max((len(each.seats) for each in figures), default=4)
    head = ("match", "player", *(f"seat {seat + 1}" for seat in range(seats_at_table)))
    return Table("Wins by seat", head, tuple(rows), 2)


def _game_table(played: Sequence[tuple[PlannedMatch, Rows]]) -> Table:
    rows = []
    for match, games in played:
        rounds = mean_interval(measure_blocks(games, None, "rounds"))
        rows.append(
            (
                match.title,
                f"{len(games):,}",
                with_interval(rounds),
                _figure(match.thesis.get("rounds")),
                f"{float(games.offers.mean()):.1f}",
                f"{float(games.trades.mean()):.1f}",
                f"{float(games.bank_trades.mean()):.1f}",
            )
        )
    head = ("match", "games", "rounds [95 %]", "thesis", "offers", "trades", "bank trades")
    return _without_empty(Table("A game on average", head, tuple(rows), 1))


def _build_figures(results: Results) -> list[BuildFigures]:
    """Return the builds of every player of the matches in which some are counted."""
    found: list[BuildFigures] = []
    for match, rows in results.matches.values():
        builds = results.builds.get(match.name)
        if counted_games(rows, builds):
            for player, agent in match.players.items():
                each = [mean_interval(measure_blocks(rows, agent, name, builds)) for name in BUILDS]
                found.append((match, player, each))
    return found


def _build_table(figures: Sequence[BuildFigures]) -> Table:
    rows = tuple(
        (match.title, player, *(with_interval(each) for each in builds))
        for match, player, builds in figures
    )
    head = ("match", "player", *(f"{name} [95 %]" for name in BUILDS))
    title = "Built and bought by a seat in a game, beyond the set-up; cards are development cards"
    return Table(title, head, rows, 2)


def _build_data(match: PlannedMatch, player: str, builds: Sequence[Interval]) -> dict[str, Any]:
    figures = {name: _plain(each) for name, each in zip(BUILDS, builds, strict=True)}
    return {"match": match.name, "player": player, **figures}


def _without_empty(table: Table) -> Table:
    """Return a table without columns of figures that are empty or zero in all rows."""
    kept = [
        place
        for place in range(len(table.head))
        if place < table.left or any(row[place] not in ("", "0.0") for row in table.rows)
    ]
    rows = tuple(tuple(row[place] for place in kept) for row in table.rows)
    return Table(table.title, tuple(table.head[place] for place in kept), rows, table.left)


def _shows_seats(experiment: Experiment) -> bool:
    """Return whether seats matter: a claim or a picture speaks of them, or the thesis has them."""
    return (
        any(".seat" in claim.greater for claim in experiment.claims)
        or any(figure.kind == "seats" for figure in experiment.figures)
        or any("seats" in str(match.thesis) for match in experiment.matches)
    )


def _notes(results: Results) -> list[str]:
    """Return what went wrong in games or is missing, a sentence each."""
    notes = []
    missing = [match.title for match, rows in results.matches.values() if not len(rows)]
    if missing:
        notes.append(f"Not played yet: {'; '.join(missing)}.")
    for match, rows in results.matches.values():
        cut, lost = int((rows.ended == CUT).sum()), int((rows.ended == LOST).sum())
        errors = int(rows.errors.sum())
        if cut:
            notes.append(f"{match.title}: {cut:,} games were cut off at the limit of turns, won by nobody.")
        if lost:
            notes.append(f"{match.title}: {lost:,} games were lost with a process, won by nobody.")
        if errors:
            notes.append(
                f"{match.title}: agents failed {errors:,} times, and a random move was made instead."
            )
        if 0 < len(rows) < match.games:
            notes.append(f"{match.title}: {len(rows):,} of {match.games:,} games are played.")
        counted = counted_games(rows, results.builds.get(match.name))
        if match.counts_builds and counted < len(rows):
            notes.append(f"{match.title}: the builds of {counted:,} of {len(rows):,} games are counted.")
    return notes


def _match_data(match: PlannedMatch, rows: Rows) -> dict[str, Any]:
    return {
        "match": match.name,
        "title": match.title,
        "key": match.plan.key,
        "value": match.value,
        "games": len(rows),
        "rounds": _plain(mean_interval(measure_blocks(rows, None, "rounds"))),
        "thesis_rounds": match.thesis.get("rounds"),
    }


def _plain(interval: Interval | None) -> dict[str, float] | None:
    if interval is None:
        return None
    return {"estimate": interval.estimate, "low": interval.low, "high": interval.high}


def _figure(value: float | None, unit: str = "") -> str:
    return "" if value is None else f"{value:.4g}{unit}"
