"""Matches of an agent against the robots of a JSettlers server: who sits where, who won, and statistics.

Exactly four robots are at the server, ours and its own, so that every game has the same line-up. Who sits
where and who begins the server draws, so that a seating is counted where it fell; boards and dice are the
server's too, and no two games share them: each game is a block of its own.
"""

from __future__ import annotations

import asyncio
import math
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from catanlab.bridges.jsettlers.connection import Connection
from catanlab.bridges.jsettlers.errors import BridgeError
from catanlab.bridges.jsettlers.host import Host, Watched
from catanlab.bridges.jsettlers.robot import Finished, Orders, Robot
from catanlab.bridges.jsettlers.server import Server
from catanlab.framework.arguments import whole_number
from catanlab.games.catan.rules import Rules
from catanlab.lab.code import fingerprint
from catanlab.lab.experiment import Experiment
from catanlab.lab.rows import CUT, FINISHED, Rows

OPPONENT = "jsettlers-server"
"""What the server's own robots are called in results; all of them are of its SMART kind."""
MOST_TURNS = 400
"""A game still going on after so many turns is cut off: robots of the server can go on for ever."""
SEATS = 4


@dataclass(frozen=True, kw_only=True)
class LineUp:
    """A match to play at a server; raises ArgumentError for numbers that cannot be."""

    server_command: str
    agent: str
    against: int = 3
    """How many seats the server's own robots have, 1 to 3."""
    games: int = 100
    parallel: int = 4
    max_turns: int = MOST_TURNS
    move_seconds: float = 5.0
    seed: int = 1
    transcripts: Path | None = None

    def __post_init__(self) -> None:
        whole_number("against", self.against, 1, SEATS - 1)
        whole_number("games", self.games, 1, 10**6)
        whole_number("parallel", self.parallel, 1, 40)
        whole_number("max_turns", self.max_turns, 1, 10**6)

    @property
    def experiment(self) -> Experiment:
        """What is measured, as the lab describes it; raises AgentError."""
        ours = SEATS - self.against
        return Experiment(
            agents=(self.agent, OPPONENT),
            lineups=((*[0] * ours, *[1] * self.against),),
            rules=Rules.jsettlers(),
            seed=self.seed,
            max_turns=self.max_turns,
            move_seconds=self.move_seconds,
            code=fingerprint([self.agent]),
        )

    def server_options(self, cookie: str) -> list[str]:
        """Return the properties that the server is started with."""
        patience = math.ceil(2 * self.move_seconds) + 10
        properties = {
            "jsettlers.bots.cookie": cookie,
            "jsettlers.startrobots": self.against,
            "jsettlers.bots.botgames.total": -1,
            "jsettlers.bots.fast_pause_percent": 0,
            "jsettlers.bots.timeout.turn": patience,
            "jsettlers.allow.debug": "Y",
            "jsettlers.client.maxcreategames": self.parallel + 5,
            "jsettlers.debug.bots.datacheck.rsrc": "Y",
        }
        return [f"-D{name}={value}" for name, value in properties.items()]


@dataclass
class Fidelity:
    """How well our mirrors agreed with the server, over all games."""

    checks: int = 0
    mismatches: int = 0
    irregular: int = 0
    lost: int = 0
    """Games that could not be followed to their end."""
    refused: int = 0
    """Requests that the server refused."""

    def add(self, finished: Finished) -> None:
        """Count one seat of one game."""
        mirror = finished.seat.mirror
        self.checks += mirror.checks
        self.mismatches += len(mirror.mismatches)
        self.irregular += len(mirror.ledger.irregular) if mirror.ledger else 0
        self.lost += mirror.ledger is None
        self.refused += finished.seat.tally.refused


@dataclass
class Outcome:
    """What came of a match."""

    rows: Rows
    fidelity: Fidelity


def play_matches(
    lineup: LineUp,
    *,
    report: Callable[[str], None] = lambda sentence: None,
    watch: Callable[[int], None] = lambda games: None,
) -> Outcome:
    """Start a server, play all games and return what came of them.

    `report` is told what goes wrong, and `watch` how many games are done. Raises BridgeError if the server
    does not come up or goes away, and AgentError.
    """
    return asyncio.run(Match(lineup, report=report, watch=watch).play())


class Match:
    """A match under way; `play_matches` plays one."""

    def __init__(
        self,
        lineup: LineUp,
        *,
        report: Callable[[str], None] = lambda sentence: None,
        watch: Callable[[int], None] = lambda games: None,
    ) -> None:
        self._lineup = lineup
        self.experiment = lineup.experiment
        self._report = report
        self._watch = watch
        self._fidelity = Fidelity()
        self._watched: list[Watched] = []
        self._finished: dict[tuple[str, str], Finished] = {}

    async def play(self) -> Outcome:
        """Play all games; raises BridgeError."""
        lineup, cookie = self._lineup, secrets.token_hex(8)
        async with Server(lineup.server_command, lineup.server_options(cookie)) as server:
            robots = [self._robot(server, cookie, number) for number in range(SEATS - lineup.against)]
            tasks = [asyncio.create_task(robot.run()) for robot in robots]
            try:
                await self._all_accepted(robots, tasks)
                connection = await Connection.open(server.host, server.port, report=self._report)
                host = Host(
                    connection,
                    games=lineup.games,
                    parallel=lineup.parallel,
                    max_turns=lineup.max_turns,
                    ended=self._end,
                )
                await self._while_robots_play(host, tasks)
                await self._last_words()
                await connection.close()
            finally:
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)
        return Outcome(self.rows(self._watched), self._fidelity)

    def rows(self, games: Sequence[Watched]) -> Rows:
        """Return a row for each game that was watched."""
        return Rows.joined([self._row(number, game) for number, game in enumerate(games)], SEATS)

    def _robot(self, server: Server, cookie: str, number: int) -> Robot:
        lineup = self._lineup
        orders = Orders(
            server.host,
            server.port,
            f"catanlab{number}",
            cookie,
            lineup.agent,
            move_seconds=lineup.move_seconds,
            seed=lineup.seed * 1_000_003 + number * 100_003,
            transcripts=lineup.transcripts,
        )
        return Robot(orders, report=self._report, done=lambda finished: self._note(orders.nick, finished))

    async def _all_accepted(self, robots: list[Robot], tasks: list[asyncio.Task[None]]) -> None:
        """Wait until the server has accepted every robot; raises what a robot raises that it refuses."""
        for robot in robots:
            accepted = asyncio.create_task(robot.accepted.wait())
            await asyncio.wait((accepted, *tasks), return_when=asyncio.FIRST_COMPLETED)
            accepted.cancel()
            for task in tasks:
                if task.done():
                    task.result()

    async def _while_robots_play(self, host: Host, tasks: list[asyncio.Task[None]]) -> None:
        hosting = asyncio.create_task(host.run())
        await asyncio.wait((hosting, *tasks), return_when=asyncio.FIRST_COMPLETED)
        if not hosting.done():
            hosting.cancel()
            for task in tasks:
                if task.done():
                    task.result()
            raise BridgeError("a robot left before the match was over")
        hosting.result()

    async def _last_words(self) -> None:
        """Give the robots a moment to hear the end of the last games."""
        wanted = len(self._watched) * (SEATS - self._lineup.against)
        for _ in range(50):
            if len(self._finished) >= wanted:
                return
            await asyncio.sleep(0.1)

    def _note(self, nick: str, finished: Finished) -> None:
        self._finished[nick, finished.game] = finished
        self._fidelity.add(finished)

    def _end(self, game: Watched) -> None:
        self._watched.append(game)
        self._watch(len(self._watched))

    def _row(self, number: int, game: Watched) -> Rows:
        """Return the row of a game, its seats in turn order."""
        seats = sorted(game.nicks)
        start = seats.index(game.first) if game.first in seats else 0
        order = [*seats[start:], *seats[:start]]
        ours = [game.nicks[seat].startswith("catanlab") for seat in order]
        seating = tuple(0 if mine else 1 for mine in ours)
        rows = Rows.empty(1, SEATS)
        rows.block[0] = number
        rows.game[0] = self.experiment.seatings.index(seating)
        rows.agent[0] = seating
        rows.ended[0] = FINISHED if game.scores and not game.is_cut else CUT
        rows.turns[0] = game.turns
        rows.offers[0] = game.counts["MAKEOFFER"]
        rows.trades[0] = game.counts["ACCEPTOFFER"]
        rows.bank_trades[0] = game.counts["BANKTRADE"]
        rows.seconds[0] = game.seconds
        for place, seat in enumerate(order):
            rows.share[0, place] = float(seat == game.winner)
            rows.points[0, place] = game.scores[seat] if game.scores else 0
            finished = self._finished.get((game.nicks[seat], game.name))
            if finished:
                tally = finished.seat.tally
                rows.decisions[0, place] = tally.decisions
                rows.thought[0, place] = tally.thought
                rows.errors[0, place] = tally.failures
                if finished.seat.mirror.ledger:
                    rows.moves[0] = len(finished.seat.mirror.ledger.moves)
        return rows
