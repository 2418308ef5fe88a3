"""Plays one game of a match at a table in this process, for its row, record and incidents."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from time import perf_counter, process_time
from typing import Any

import numpy as np

from catanlab.agents.registry import make_agent
from catanlab.framework.errors import CatanlabError
from catanlab.games.catan.constants import GROUPS
from catanlab.lab.match_plan import MatchPlan
from catanlab.lab.native import count_trades
from catanlab.lab.rows import CUT, FINISHED, LOST, Rows
from catanlab.lab.troubles import NO_SEAT, Trouble
from catanlab.table.agent import Agent
from catanlab.table.events import Incident, Played
from catanlab.table.record import Record
from catanlab.table.table import Table

MAX_SENTENCES = 3
"""The incidents of a seat and kind that are reported one by one in a game; the others are counted."""


def play_at_table(
    plan: MatchPlan,
    block: int,
    game: int,
    *,
    record: bool = False,
    strict: bool = False,
    watch: Callable[[int], None] | None = None,
) -> tuple[Rows, Record | None, list[Trouble]]:
    """Play one game with new agents; return its row, its record if wanted, and what went wrong.

    >>> plan = MatchPlan.match(["greedy", "random"], rules="players=2")
    >>> rows, _, troubles = play_at_table(plan, 3, 1)
    >>> rows.agent.tolist(), rows.share.tolist(), troubles
    ([[1, 0]], [[0.0, 1.0]], [])

    `watch` is called with the seat before each call of its agent, including the one that makes it. If an
    agent cannot be made or seated, the game is lost. With `strict` the first failure of an agent ends the
    game, which is lost.
    """
    broken = False

    def call(seat: int) -> None:
        if watch and not broken:
            watch(seat)

    clock = perf_counter if plan.isolate else process_time
    begun = clock()
    try:
        agents = _make_agents(plan, game, call)
        table = Table(
            plan.game(block),
            agents,
            seed=plan.block_seed(block),
            max_turns=plan.max_turns,
            move_seconds=plan.move_seconds,
            isolate=plan.isolate,
            record=record,
            watch=call,
        )
    except _MakingError as error:
        trouble = failure(plan, block, game, error.seat, " was not made: ", str(error))
        return lost_row(plan, block, game, error.seat), None, [trouble]
    except CatanlabError as error:
        trouble = failure(plan, block, game, NO_SEAT, " was not played: ", str(error))
        return lost_row(plan, block, game, NO_SEAT), None, [trouble]
    decisions, thought = [0] * plan.seats, [0.0] * plan.seats
    with table:
        try:
            while not (strict and table.incidents) and (event := table.step()):
                if isinstance(event, Played):
                    decisions[event.seat] += 1
                    thought[event.seat] += event.seconds
        except BaseException:
            broken = (
                True  # the seat that was called last is to blame, not one called while the table closes
            )
            raise
    if strict and table.incidents:
        seat = table.incidents[0].seat
        return lost_row(plan, block, game, seat), None, _troubles(plan, block, game, table.incidents)
    rows = _start_row(plan, block, game)
    rows.decisions[0], rows.thought[0] = decisions, thought
    _fill(plan, rows, table)
    rows.seconds[0] = clock() - begun
    troubles = _troubles(plan, block, game, table.incidents)
    return rows, Record.of_table(table) if record else None, troubles


def lost_row(
    plan: MatchPlan,
    block: int,
    game: int,
    seat: int,
    *,
    seconds: float = 0.0,
    thought: float = 0.0,
) -> Rows:
    """Return the row of a game that was lost by the fault of a seat, or NO_SEAT."""
    rows = _start_row(plan, block, game)
    rows.ended[0] = LOST
    rows.seconds[0] = seconds
    if seat != NO_SEAT:
        rows.errors[0, seat] = 1
        rows.thought[0, seat] = thought
    return rows


def describe_place(plan: MatchPlan, block: int, game: int, seat: int) -> str:
    """Return in words where something happened: agent and seat, unless it is NO_SEAT, game and block.

    >>> plan = MatchPlan.match(["greedy", "random"], rules="players=2")
    >>> describe_place(plan, 17, 1, 1)
    'greedy in seat 1 of game 1 of block 17'
    """
    where = f"game {game} of block {block}"
    if seat == NO_SEAT:
        return where
    return f"{plan.agents[plan.seatings[game][seat]]} in seat {seat} of {where}"


def failure(
    plan: MatchPlan, block: int, game: int, seat: int, joint: str, error: str, **details: Any
) -> Trouble:
    """Return the failure of a seat's agent, or of nobody's; its sentence is place, joint and error."""
    agent = "" if seat == NO_SEAT else plan.agents[plan.seatings[game][seat]]
    found = Trouble("", agent, block, game, seat, f"{joint}{error}".strip(" :"), **details)
    more = ", ".join(filter(None, [found.progress, found.source]))
    text = f"{describe_place(plan, block, game, seat)}{joint}{error}"
    return replace(found, text=f"{text} ({more})" if more else text)


class _MakingError(Exception):
    """The agent of a seat could not be made."""

    def __init__(self, seat: int, error: CatanlabError) -> None:
        super().__init__(str(error))
        self.seat = seat


def _make_agents(plan: MatchPlan, game: int, watch: Callable[[int], None]) -> list[Agent]:
    agents = []
    for seat, agent in enumerate(plan.seatings[game]):
        watch(seat)
        try:
            agents.append(make_agent(plan.agents[agent]))
        except CatanlabError as error:
            raise _MakingError(seat, error) from error
    return agents


def _start_row(plan: MatchPlan, block: int, game: int) -> Rows:
    rows = Rows.empty(1, plan.seats)
    rows.block[0] = block
    rows.game[0] = game
    rows.agent[0] = plan.seatings[game]
    return rows


def _fill(plan: MatchPlan, rows: Rows, table: Table) -> None:
    """Fill in the columns that follow from the finished game."""
    result = table.result
    assert result is not None
    counts = Counter(move.group for move in table.moves)
    rows.ended[0] = CUT if result.shares is None else FINISHED
    rows.turns[0] = table.state.turn
    rows.moves[0] = len(table.moves)
    rows.points[0] = result.scores
    if result.shares is not None:
        rows.share[0] = result.shares
    for incident in table.incidents:
        # An agent is retired because of a failure that was counted before.
        rows.errors[0, incident.seat] += incident.kind != "retired"
    count_trades(plan, rows, np.array([[counts[group] for group in GROUPS]]))


def _troubles(plan: MatchPlan, block: int, game: int, incidents: Sequence[Incident]) -> list[Trouble]:
    """Return the first incidents of each seat and kind, and one sentence about all others."""
    counts: Counter[tuple[int, str]] = Counter()
    troubles = []
    for incident in incidents:
        counts[incident.seat, incident.kind] += 1
        if counts[incident.seat, incident.kind] <= MAX_SENTENCES:
            error = f"{incident.kind}: {incident.text}"
            place = {"ply": incident.ply, "turn": incident.turn, "traceback": incident.traceback}
            troubles.append(failure(plan, block, game, incident.seat, ": ", error, **place))
    for (seat, kind), count in counts.items():
        if count > MAX_SENTENCES:
            where = describe_place(plan, block, game, seat)
            troubles.append(Trouble(f"{where}: {kind}: {count - MAX_SENTENCES} times more"))
    return troubles
