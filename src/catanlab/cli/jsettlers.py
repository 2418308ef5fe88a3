"""`catanlab jsettlers`: agents as robots at a JSettlers server, in its games or in matches of ours."""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

from catanlab.bridges.jsettlers.errors import ConnectionLostError
from catanlab.bridges.jsettlers.game_options import OFFERS_PER_TURN
from catanlab.bridges.jsettlers.match import play_match
from catanlab.bridges.jsettlers.match_options import MAX_TURNS, NICKS, MatchOptions
from catanlab.bridges.jsettlers.match_results import MatchCounts
from catanlab.bridges.jsettlers.private_network import enter_private_network
from catanlab.bridges.jsettlers.robot import SILENCE_SECONDS, Robot, RobotOptions, SeatResult
from catanlab.cli import jsettlers_fidelity
from catanlab.cli.control_characters import escape_control_characters
from catanlab.cli.main import UsageError
from catanlab.cli.match_json import match_json
from catanlab.cli.match_table import table
from catanlab.cli.options import MAX_SEED, add_out, number, whole
from catanlab.games.catan.rules import BOUNDS
from catanlab.lab.store import Store
from catanlab.lab.summary import summarize

PORT = 8880
MAX_NAME_LENGTH = 20
RESERVED = ("droid ", "robot ", "extrabot ")


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    parser.set_defaults(act=lambda options: parser.print_help())
    actions = parser.add_subparsers(title="actions", metavar="ACTION")

    join = _add_action(actions, "join", "play as a robot in the games of a server", _join)
    join.add_argument("--host", default="127.0.0.1", metavar="HOST", help="the server (default: 127.0.0.1)")
    join.add_argument(
        "--port", type=whole(1, 65535), default=PORT, metavar="N", help=f"its port (default: {PORT})"
    )
    join.add_argument(
        "--cookie", required=True, metavar="TEXT", help="the password for robots at this server"
    )
    join.add_argument(
        "--name",
        type=_name,
        default="catanlab",
        metavar="NAME",
        help="the robot's name (default: catanlab)",
    )
    join.add_argument(
        "--games",
        type=whole(1, 10**9),
        metavar="N",
        help="take N games, and leave when they are over (default: stay)",
    )
    join.add_argument(
        "--silence-seconds",
        type=number(0, 10**6),
        default=SILENCE_SECONDS,
        metavar="S",
        help="reconnect if the server, which pings its robots every 90 s, has sent nothing for S seconds "
        f"(default: {SILENCE_SECONDS:g})",
    )

    match = _add_action(
        actions, "match", "play against the robots of a server that is started for it", _match
    )
    match.add_argument(
        "--server-command",
        required=True,
        metavar="TEXT",
        help="the command that starts a server; options and a port are appended to it",
    )
    match.add_argument(
        "--against",
        type=whole(1, 3),
        default=3,
        metavar="N",
        help="how many of the four seats the server's robots get (default: 3)",
    )
    match.add_argument(
        "--kind",
        choices=tuple(NICKS),
        default="smart",
        help="the kind of these robots; mixed is one fast and the others smart (default: smart)",
    )
    match.add_argument(
        "--robot-command",
        metavar="TEXT",
        help="the command that starts a robot of the server; host, port, name, password and cookie are "
        "appended to it (default: the server starts smart ones itself, and --server-command shows how to "
        "start fast ones)",
    )
    match.add_argument(
        "--games", type=whole(1, 10**6), default=100, metavar="N", help="games to play (default: 100)"
    )
    match.add_argument(
        "--parallel", type=whole(1, 40), default=4, metavar="N", help="games at a time (default: 4)"
    )
    match.add_argument(
        "--max-turns",
        type=whole(1, 10**6),
        default=MAX_TURNS,
        metavar="N",
        help=f"stop a game after N turns, without a winner (default: {MAX_TURNS})",
    )
    add_out(match, "the folder for results")
    match.add_argument("--records", action="store_true", help="keep the record of every game as well")
    match.add_argument("--json", action="store_true", help="print the result as JSON")

    jsettlers_fidelity.add_action(actions)
    for action in (join, match):
        action.add_argument("--agent", required=True, metavar="AGENT", help="the agent that plays")
        action.add_argument(
            "--seed",
            type=whole(0, MAX_SEED // 2**24),
            default=1,
            metavar="S",
            help="the seed of the agent's own choices (default: 1)",
        )
        action.add_argument(
            "--move-seconds",
            type=number(0, 3600),
            default=5.0,
            metavar="S",
            help="the deadline for one choice; servers end an idle turn, usually after 8 s (default: 5)",
        )
        action.add_argument(
            "--offers-per-turn",
            type=whole(*BOUNDS["offers_per_turn"]),
            default=OFFERS_PER_TURN,
            metavar="N",
            help="offers that the agent may make in one of its turns; the server has no limit "
            f"(default: {OFFERS_PER_TURN})",
        )
        action.add_argument(
            "--transcripts", type=Path, metavar="DIR", help="keep all messages of every game in this folder"
        )


def run(options: argparse.Namespace) -> int:
    """Join a server or play a match."""
    options.act(options)
    return 0


def _add_action(actions: Any, name: str, summary: str, act: Any) -> argparse.ArgumentParser:
    description = f"{summary[0].upper()}{summary[1:]}."
    parser: argparse.ArgumentParser = actions.add_parser(
        name, help=summary, description=description, allow_abbrev=False
    )
    parser.set_defaults(act=act)
    return parser


def _name(word: str) -> str:
    """Read the name of a robot."""
    if not 0 < len(word) <= MAX_NAME_LENGTH or not word.isprintable() or any(sign in word for sign in "|,"):
        raise argparse.ArgumentTypeError(
            f"{word!r} is no name: it has 1 to {MAX_NAME_LENGTH} characters, neither | nor ,"
        )
    if word.startswith(RESERVED):
        raise argparse.ArgumentTypeError(f"{word!r} is no name: those of the server's own robots begin so")
    return word


def _report(sentence: str) -> None:
    print(f"catanlab jsettlers: {escape_control_characters(sentence)}", file=sys.stderr)


def _join(options: argparse.Namespace) -> None:
    """Play as a robot until enough games are played or the server is gone."""
    if any(sign in options.cookie for sign in "|,") or not options.cookie:
        raise UsageError(f"{options.cookie!r} is no cookie: it is a text without | and ,")
    robot_options = RobotOptions(
        host=options.host,
        port=options.port,
        nick=options.name,
        cookie=options.cookie,
        agent=options.agent,
        games=options.games,
        move_seconds=options.move_seconds,
        offers_per_turn=options.offers_per_turn,
        silence_seconds=options.silence_seconds,
        seed=options.seed << 20,
        transcripts=options.transcripts,
    )
    counts = MatchCounts()

    def done(finished: SeatResult) -> None:
        counts.add(finished)
        counts.dropped += finished.dropped_out
        _print_result(finished)

    async def serve() -> None:
        robot = Robot(robot_options, report=_report, done=done)
        try:
            await robot.run()
        except ConnectionLostError as error:
            if not robot.finished:
                raise
            _report(f"{error}; {robot.finished} games were played")

    try:
        asyncio.run(serve())
    finally:
        if counts.seats:
            _report(_summary(counts))


def _print_result(finished: SeatResult) -> None:
    follower = finished.seat.follower
    if not finished.is_over or follower.scores is None:
        print(f"{escape_control_characters(finished.game)}: left after {follower.turns} turns", flush=True)
        return
    how = "won" if follower.my_turn else "lost"
    points = " ".join(map(str, follower.scores))
    name = escape_control_characters(finished.game)
    print(f"{name}: {how} in seat {follower.me} after {follower.turns} turns, points {points}", flush=True)


def _match(options: argparse.Namespace) -> None:
    """Play a match and print the result."""
    match_options = MatchOptions(
        server_command=options.server_command,
        agent=options.agent,
        against=options.against,
        kind=options.kind,
        robot_command=options.robot_command,
        games=options.games,
        parallel=options.parallel,
        max_turns=options.max_turns,
        move_seconds=options.move_seconds,
        offers_per_turn=options.offers_per_turn,
        seed=options.seed,
        transcripts=options.transcripts,
        records=options.records,
    )
    plan = match_options.plan  # raises AgentError before a server is started
    stored = Store(options.out).open(plan)
    if not enter_private_network():
        _report("the server has no private network: others on this machine's network can reach it")

    def watch(games: int) -> None:
        if sys.stderr.isatty() or games % 10 == 0 or games == options.games:
            _report(f"{games} of {options.games} games")

    rows, counts = play_match(match_options, stored, report=_report, watch=watch)
    if len(rows) < options.games:
        _report(f"{options.games - len(rows)} games are missing; the same command plays them")
    summary = summarize(rows, plan)
    if options.json:
        print(json.dumps({**match_json(stored, summary), "mirror": asdict(counts)}, indent=2))
        return
    print("\n".join(table(summary, plan)))
    if counts.seats:
        print(_summary(counts))


def _summary(counts: MatchCounts) -> str:
    """Return how well our side agreed with the server, in sentences."""
    sentences = [
        f"Our side differed from the server in {counts.mismatches} of {counts.checks:,} checks.",
        f"Requests refused: {counts.refused}; irregular acts: {counts.irregular}.",
        (
            f"{counts.not_followed} times a game could not be followed for a while; "
            f"{counts.lost} games could not be followed to their end."
        ),
    ]
    if counts.dropped:
        sentences.append(f"Our robots left {counts.dropped} games before the end; these do not count.")
    if counts.void:
        sentences.append(f"{counts.void} games were not played by the planned robots; these do not count.")
    return " ".join(sentences)
