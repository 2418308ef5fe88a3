"""Plays matches of an agent against the robots of a JSettlers server that is started for it.

Exactly four robots are at the server, ours and its own, so that every game has the same players.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from contextlib import AsyncExitStack, suppress

from catanlab.bridges.jsettlers.connection import Connection
from catanlab.bridges.jsettlers.errors import ConnectionLostError
from catanlab.bridges.jsettlers.host import Host, WatchedGame
from catanlab.bridges.jsettlers.match_options import MatchOptions
from catanlab.bridges.jsettlers.match_results import NICK, MatchCounts, MatchResults
from catanlab.bridges.jsettlers.program import Program
from catanlab.bridges.jsettlers.robot import Robot, RobotOptions, SeatResult, make_transcript_folder
from catanlab.bridges.jsettlers.server import Server
from catanlab.bridges.jsettlers.tasks import end_tasks, run_while
from catanlab.lab.rows import Rows
from catanlab.lab.store import StoredMatch

END_SECONDS = 10.0
"""How long a program may take to end after its connections are closed."""
LAST_SECONDS = 20.0
"""How long our robots may take to hear the end of the last games."""


def play_match(
    options: MatchOptions,
    stored: StoredMatch,
    *,
    report: Callable[[str], None] = lambda sentence: None,
    watch: Callable[[int], None] = lambda games: None,
) -> tuple[Rows, MatchCounts]:
    """Play the missing games at a server started for them; return the rows of all games.

    Each game is stored as soon as it is over: if the match stops, only the games in progress are lost.
    `report` is called with a sentence about each problem, `watch` with the number of stored games. Raises
    BridgeError if a program does not start or ends, or a folder cannot be written, and StoreError.
    """
    if options.transcripts:
        make_transcript_folder(options.transcripts)
    with stored.lock():
        there = stored.rows()
        missing = options.games - len(there)
        watch(min(len(there), options.games))
        counts = MatchCounts()
        if missing > 0:
            first = int(there.block.max()) + 1 if len(there) else 0
            results = MatchResults(
                stored,
                first,
                records=options.records,
                report=report,
                watch=lambda played: watch(len(there) + played),
            )
            asyncio.run(Match(options, missing, first, results, report=report).play())
            counts = results.counts
            stored.compact()
        return stored.rows().take(slice(0, options.games)), counts


class Match:
    """A match in progress; `play_match` plays one."""

    def __init__(
        self,
        options: MatchOptions,
        games: int,
        first: int,
        results: MatchResults,
        *,
        report: Callable[[str], None] = lambda sentence: None,
    ) -> None:
        self._options = options
        self._games = games
        self._first = first
        self._results = results
        self._report = report
        self._programs: list[Program] = []

    async def play(self) -> None:
        """Play all games; raises BridgeError, as when a program ends: no game is stored after that."""
        options, cookie = self._options, secrets.token_hex(8)
        async with AsyncExitStack() as stack:
            server = await stack.enter_async_context(
                Server(options.server_command, options.server_options(cookie))
            )
            self._programs.append(server)
            for number in range(options.programs):
                arguments = options.robot_arguments(server.host, server.port, cookie, number)
                robot = Program("a robot of the server", options.robot_program or "", arguments)
                self._programs.append(await stack.enter_async_context(robot))
            robots = [self._robot(server, cookie, number) for number in range(options.our_seats)]
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
                await asyncio.wait(ends, timeout=END_SECONDS, return_when=asyncio.FIRST_COMPLETED)
                for end in ends:
                    if end.done():
                        end.result()
                raise
            finally:
                await end_tasks(tasks)

    async def _host_games(self, server: Server) -> None:
        """Open the games, and store each when it is over."""
        connection = await Connection.open(server.host, server.port, report=self._report)
        try:
            host = Host(
                connection,
                games=self._games,
                parallel=self._options.parallel,
                max_turns=self._options.max_turns,
                ended=self._end,
            )
            await host.run()
            await self._wait_for_robots()
        finally:
            await connection.close()

    @property
    def _is_intact(self) -> bool:
        """Whether all programs still run; games that end after that are not results of the match."""
        return not any(program.has_ended for program in self._programs)

    def _end(self, game: WatchedGame) -> None:
        if self._is_intact:
            self._results.end(game)

    def _finish(self, nick: str, finished: SeatResult) -> None:
        if self._is_intact:
            self._results.finish(nick, finished)

    def _robot(self, server: Server, cookie: str, number: int) -> Robot:
        options = self._options
        robot_options = RobotOptions(
            server.host,
            server.port,
            f"{NICK}{number}",
            cookie,
            options.agent,
            move_seconds=options.move_seconds,
            offers_per_turn=options.offers_per_turn,
            seed=options.seed * 1_000_003 + number * 100_003 + self._first,
            transcripts=options.transcripts,
            keeps_messages=options.records,
        )
        return Robot(
            robot_options,
            report=self._report,
            done=lambda finished: self._finish(robot_options.nick, finished),
        )

    async def _all_accepted(self, robots: list[Robot], tasks: list[asyncio.Task[None]]) -> None:
        """Wait until the server has accepted every robot; raises RefusedError if it refuses one."""
        for robot in robots:
            accepted = asyncio.create_task(robot.accepted.wait())
            await asyncio.wait((accepted, *tasks), return_when=asyncio.FIRST_COMPLETED)
            accepted.cancel()
            for task in tasks:
                if task.done():
                    task.result()

    async def _wait_for_robots(self) -> None:
        """Wait until our robots have received the end of the last games, if they do so in time."""
        with suppress(TimeoutError):
            async with asyncio.timeout(LAST_SECONDS):
                while not self._results.is_complete:
                    await asyncio.sleep(0.1)
                return
        if self._is_intact:
            self._results.keep_rest()
