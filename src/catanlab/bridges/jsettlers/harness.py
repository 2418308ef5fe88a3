"""Matches of an agent against the robots of a JSettlers server: who sits where, who won, and statistics.

Exactly four robots are at the server, ours and its own, so that every game has the same line-up. Who sits
where and who begins the server draws, so that a seating is counted where it fell; boards and dice are the
server's too, and no two games share them: each game is a block of its own.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack
from dataclasses import dataclass

from catanlab.bridges.jsettlers.chronicle import complete, told
from catanlab.bridges.jsettlers.connection import Connection
from catanlab.bridges.jsettlers.errors import ChronicleError, ConnectionLostError
from catanlab.bridges.jsettlers.host import Host, Watched
from catanlab.bridges.jsettlers.lineup import HOST, SEATS, LineUp
from catanlab.bridges.jsettlers.program import Program
from catanlab.bridges.jsettlers.robot import Finished, Orders, Robot, try_folder
from catanlab.bridges.jsettlers.server import Server
from catanlab.bridges.jsettlers.tasks import end_tasks, run_while
from catanlab.lab.match_plan import MatchPlan
from catanlab.lab.rows import CUT, FINISHED, Rows
from catanlab.lab.store import StoredMatch
from catanlab.lab.store.records import KeptRecord

NICK = "catanlab"
"""What the names of our robots begin with."""


@dataclass
class Agreement:
    """How well our mirrors agreed with the server, and how many games do not count."""

    seats: int = 0
    """How many seats of ours were counted, over all games."""
    checks: int = 0
    """How often what the server sent could be compared with what our side knew."""
    mismatches: int = 0
    """How often it differed."""
    irregular: int = 0
    """What the server did outside the rules, such as ending a turn by force."""
    not_followed: int = 0
    """How often a game could no longer be followed; most are taken up again."""
    lost: int = 0
    """Games that could not be followed to their end."""
    refused: int = 0
    """Requests that the server refused."""
    dropped: int = 0
    """Games that one of our robots dropped out of: they do not count."""
    void: int = 0
    """Games that were not played to their end by those who were to play them: they do not count."""

    def add(self, finished: Finished) -> None:
        """Count one seat of one game."""
        mirror = finished.seat.mirror
        self.seats += 1
        self.checks += mirror.checks
        self.mismatches += len(mirror.mismatches)
        self.irregular += len(mirror.irregular)
        self.not_followed += mirror.times_lost
        self.lost += finished.is_over and mirror.ledger is None
        self.refused += finished.seat.tally.refused


def play_match(
    lineup: LineUp,
    stored: StoredMatch,
    *,
    report: Callable[[str], None] = lambda sentence: None,
    watch: Callable[[int], None] = lambda games: None,
) -> tuple[Rows, Agreement]:
    """Play the games that are missing at a server started for it; return the rows of all of them.

    Each game is kept as soon as it is over: whatever stops a match, all but the games in flight are there
    when it is played again. `report` is told what goes wrong, and `watch` how many games are there. Raises
    BridgeError if the server does not come up or goes away or a folder cannot be written, and StoreError.
    """
    if lineup.transcripts:
        try_folder(lineup.transcripts)
    with stored.lock():
        there = stored.rows()
        missing = lineup.games - len(there)
        watch(min(len(there), lineup.games))
        agreement = Agreement()
        if missing > 0:
            first = int(there.block.max()) + 1 if len(there) else 0
            book = Book(
                stored,
                first,
                records=lineup.records,
                report=report,
                watch=lambda played: watch(len(there) + played),
            )
            asyncio.run(Match(lineup, missing, first, book, report=report).play())
            agreement = book.agreement
            stored.compact()
        return stored.rows().take(slice(0, lineup.games)), agreement


class Book:
    """Keeps each game of a match as soon as all that is to be told of it is there."""

    def __init__(
        self,
        stored: StoredMatch,
        first: int,
        *,
        records: bool = False,
        report: Callable[[str], None] = lambda sentence: None,
        watch: Callable[[int], None] = lambda games: None,
    ) -> None:
        self.agreement = Agreement()
        self._keeps_records = records
        self._stored = stored
        self._first = first
        self._report = report
        self._watch = watch
        self._kept = 0
        self._open: dict[str, Watched] = {}
        self._finished: dict[str, dict[str, Finished]] = {}
        self._dropped: set[str] = set()

    @property
    def is_complete(self) -> bool:
        """Whether every game that is over has been kept."""
        return not self._open

    def finish(self, nick: str, finished: Finished) -> None:
        """Take in how one of our robots ended a game."""
        self.agreement.add(finished)
        self._finished.setdefault(finished.game, {})[nick] = finished
        if finished.dropped_out:
            self._dropped.add(finished.game)
        self._keep_if_complete(finished.game)

    def end(self, game: Watched) -> None:
        """Take in that a game is over."""
        self._open[game.name] = game
        self._keep_if_complete(game.name)

    def keep_rest(self) -> None:
        """Keep the games of which some robot of ours did not hear the end."""
        for name in list(self._open):
            self._keep(name)

    def _keep_if_complete(self, name: str) -> None:
        game = self._open.get(name)
        if game and _our_nicks(game) <= set(self._finished.get(name, {})):
            self._keep(name)

    def _keep(self, name: str) -> None:
        game, seats = self._open.pop(name), self._finished.pop(name, {})
        if name in self._dropped or game.left & _our_nicks(game):
            self._dropped.discard(name)
            self.agreement.dropped += 1
            self._report(f"our robot dropped out of game {name!r}, which does not count")
            return
        if game.left or _seating(game) not in self._stored.plan.seatings:
            self.agreement.void += 1
            self._report(f"game {name!r} was not played by those who were to play it, and does not count")
            return
        rows = row(self._stored.plan, self._first + self._kept, game, seats)
        self._stored.add(rows, list(self._records(name, rows, seats)))
        self._kept += 1
        self._watch(self._kept)

    def _records(self, name: str, rows: Rows, seats: dict[str, Finished]) -> Iterator[KeptRecord]:
        """Yield the record of a game, if it is wanted, from what one of our robots was told of it."""
        transcript = next((seat.transcript for seat in seats.values() if seat.is_over), None)
        if transcript is None or not self._keeps_records:
            return
        agents = [self._stored.plan.agents[agent] for agent in rows.agent[0]]
        try:
            record = complete(told(transcript)).record(agents=agents, headers={"Site": HOST})
        except ChronicleError as error:
            self._report(f"there is no record of game {name!r}: {error}")
        else:
            yield int(rows.block[0]), int(rows.game[0]), record


class Match:
    """A match under way; `play_match` plays one."""

    def __init__(
        self,
        lineup: LineUp,
        games: int,
        first: int,
        book: Book,
        *,
        report: Callable[[str], None] = lambda sentence: None,
    ) -> None:
        self._lineup = lineup
        self._games = games
        self._first = first
        self._book = book
        self._report = report
        self._programs: list[Program] = []

    async def play(self) -> None:
        """Play all games; raises BridgeError, as when a program ends: no game is kept after that."""
        lineup, cookie = self._lineup, secrets.token_hex(8)
        async with AsyncExitStack() as stack:
            server = await stack.enter_async_context(
                Server(lineup.server_command, lineup.server_options(cookie))
            )
            self._programs.append(server)
            if lineup.program_of_robots:
                for number in range(lineup.against):
                    words = lineup.robot_words(server.host, server.port, cookie, number)
                    robot = Program("a robot of the server", lineup.program_of_robots, words)
                    self._programs.append(await stack.enter_async_context(robot))
            robots = [self._robot(server, cookie, number) for number in range(lineup.ours)]
            tasks = [asyncio.create_task(robot.run()) for robot in robots]
            ends = [asyncio.create_task(program.ended()) for program in self._programs]
            tasks += ends
            try:
                await self._all_accepted(robots, tasks)
                await run_while(self._host_games(server), tasks)
                for program in self._programs:
                    if program.has_ended:
                        await program.ended()
            except ConnectionLostError:
                # A program that dies closes its connections first, but its end is the reason.
                await asyncio.wait(ends, timeout=1.0, return_when=asyncio.FIRST_COMPLETED)
                for end in ends:
                    if end.done():
                        end.result()
                raise
            finally:
                await end_tasks(tasks)

    async def _host_games(self, server: Server) -> None:
        """Open the games, and keep each when it is over."""
        connection = await Connection.open(server.host, server.port, report=self._report)
        try:
            host = Host(
                connection,
                games=self._games,
                parallel=self._lineup.parallel,
                max_turns=self._lineup.max_turns,
                ended=self._end,
            )
            await host.run()
            await self._last_words()
        finally:
            await connection.close()

    @property
    def _is_intact(self) -> bool:
        """Whether all programs still run; what is heard after one has ended is no result of the match."""
        return not any(program.has_ended for program in self._programs)

    def _end(self, game: Watched) -> None:
        if self._is_intact:
            self._book.end(game)

    def _finish(self, nick: str, finished: Finished) -> None:
        if self._is_intact:
            self._book.finish(nick, finished)

    def _robot(self, server: Server, cookie: str, number: int) -> Robot:
        lineup = self._lineup
        orders = Orders(
            server.host,
            server.port,
            f"{NICK}{number}",
            cookie,
            lineup.agent,
            move_seconds=lineup.move_seconds,
            seed=lineup.seed * 1_000_003 + number * 100_003 + self._first,
            transcripts=lineup.transcripts,
            keeps_messages=lineup.records,
        )
        return Robot(orders, report=self._report, done=lambda finished: self._finish(orders.nick, finished))

    async def _all_accepted(self, robots: list[Robot], tasks: list[asyncio.Task[None]]) -> None:
        """Wait until the server has accepted every robot; raises what a robot raises that it refuses."""
        for robot in robots:
            accepted = asyncio.create_task(robot.accepted.wait())
            await asyncio.wait((accepted, *tasks), return_when=asyncio.FIRST_COMPLETED)
            accepted.cancel()
            for task in tasks:
                if task.done():
                    task.result()

    async def _last_words(self) -> None:
        """Give the robots a moment to hear the end of the last games."""
        for _ in range(50):
            if self._book.is_complete:
                return
            await asyncio.sleep(0.1)
        if self._is_intact:
            self._book.keep_rest()


def row(plan: MatchPlan, block: int, game: Watched, finished: dict[str, Finished]) -> Rows:
    """Return the row of a game, its seats in turn order."""
    seating = _seating(game)
    rows = Rows.empty(1, SEATS)
    rows.block[0] = block
    rows.game[0] = plan.seatings.index(seating)
    rows.agent[0] = seating
    rows.ended[0] = FINISHED if game.scores and not game.is_cut else CUT
    rows.turns[0] = game.turns
    rows.offers[0] = game.counts["MAKEOFFER"]
    rows.trades[0] = game.counts["ACCEPTOFFER"]
    rows.bank_trades[0] = game.counts["BANKTRADE"]
    rows.seconds[0] = game.seconds
    for place, seat in enumerate(_turn_order(game)):
        rows.share[0, place] = float(seat == game.winner)
        rows.points[0, place] = game.scores[seat] if game.scores else 0
        played = finished.get(game.nicks[seat])
        if played:
            tally = played.seat.tally
            rows.decisions[0, place] = tally.decisions
            rows.thought[0, place] = tally.thought
            rows.errors[0, place] = tally.failures
            if played.seat.mirror.ledger:
                rows.moves[0] = len(played.seat.mirror.ledger.moves)
    return rows


def _turn_order(game: Watched) -> list[int]:
    """Return the server's seats from the one on that began."""
    seats = sorted(game.nicks)
    start = seats.index(game.first) if game.first in seats else 0
    return [*seats[start:], *seats[:start]]


def _seating(game: Watched) -> tuple[int, ...]:
    """Return who sat where in turn order, by number in the match."""
    ours = _our_nicks(game)
    return tuple(0 if game.nicks[seat] in ours else 1 for seat in _turn_order(game))


def _our_nicks(game: Watched) -> set[str]:
    return {nick for nick in game.nicks.values() if nick.startswith(NICK)}
