"""`catanlab bot`: one of our agents as a bot at a remote server."""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import signal
import sys
from typing import TYPE_CHECKING, Literal

from catanlab.agents.registry import make_agent
from catanlab.cli.control_characters import escape_control_characters
from catanlab.cli.main import UsageError
from catanlab.cli.options import MAX_SEED, seconds, whole
from catanlab.cli.serve import server_packages

if TYPE_CHECKING:
    from catanlab.server.bot_client import Plan
    from catanlab.server.wire import RoomOptions

SERVER = "http://127.0.0.1:8000"
AGENT = "greedy"
TOKEN = "CATANLAB_BOT_TOKEN"
"""The variable of the environment with the token."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    parser.add_argument(
        "--server", default=SERVER, metavar="URL", help=f"the address of the server (default: {SERVER})"
    )
    parser.add_argument(
        "--agent",
        default=AGENT,
        metavar="NAME[:OPTION=VALUE...]",
        help=f"the agent; `catanlab agents` lists them (default: {AGENT})",
    )
    parser.add_argument(
        "--token",
        metavar="TOKEN",
        help=f"the bot's token; better in the variable {TOKEN}, where other users of the machine do not "
        "see it",
    )
    finds = parser.add_mutually_exclusive_group()
    finds.add_argument("--wait", action="store_true", help="wait for invitations to a seat (the default)")
    finds.add_argument("--room", metavar="ID", help="take a seat in this room, and play when it begins")
    finds.add_argument(
        "--create",
        nargs="?",
        const="{}",
        metavar="OPTIONS",
        help='make a room and begin; its options as JSON: {"rules": "trading", "robots": ["medium"]}',
    )
    finds.add_argument(
        "--quick",
        nargs="?",
        const="{}",
        metavar="OPTIONS",
        help="take a seat at a waiting table, or at a new one with robots; options as for --create",
    )
    parser.add_argument("--invitation", metavar="I", help="the invitation of the room, if it is not public")
    parser.add_argument("--seat", type=whole(0, 3), metavar="N", help="the seat in the room (default: any)")
    parser.add_argument(
        "--people",
        type=whole(1, 4),
        default=1,
        metavar="N",
        help="begin a room made by --create when N people and bots, with this one, sit there (default: 1)",
    )
    parser.add_argument(
        "--games",
        type=whole(1, 1_000_000),
        metavar="N",
        help="end after N games (default: 1, and no end with --wait)",
    )
    parser.add_argument(
        "--seconds",
        type=seconds,
        default=5.0,
        metavar="S",
        help="the longest time the agent thinks about a decision, if the clock allows (default: 5)",
    )
    parser.add_argument(
        "--pause",
        type=seconds,
        metavar="S",
        help="how long each decision takes at least, so that people can follow (default: as long as the "
        "robots of the room seem to think)",
    )
    parser.add_argument(
        "--seed",
        type=whole(0, MAX_SEED),
        metavar="S",
        help="the seed of the agent's own choices (default: random)",
    )
    parser.add_argument("--quiet", action="store_true", help="print nothing but errors")


def run(options: argparse.Namespace) -> int:
    """Play, and return 0 after the last game."""
    with server_packages("a bot"):
        return _run(options)


def _run(options: argparse.Namespace) -> int:
    # The packages of the extra are imported here, so that --help works without them.
    from catanlab.server.bot_client.http_line import server_address

    token = options.token or os.environ.get(TOKEN, "")
    if not token:
        raise UsageError(f"a bot needs a token: --token, or the variable {TOKEN} (see docs/how-to/bots.md)")
    if not re.fullmatch(r"[A-Za-z0-9_-]{1,64}", token):
        raise UsageError("a token has at most 64 letters, digits, - and _, and nothing else")
    server_address(options.server)
    make_agent(options.agent)
    plan = _plan(options)
    try:
        asyncio.run(_play(options, token, plan))
    except asyncio.CancelledError:  # by SIGTERM
        raise KeyboardInterrupt from None
    return 0


def _plan(options: argparse.Namespace) -> Plan:
    """Return what the bot plays; raises UsageError if options do not go together."""
    from catanlab.server.bot_client import Plan

    given = options.create if options.create is not None else options.quick
    find: Literal["wait", "room", "create", "quick"] = "wait"
    if options.room is not None:
        find = "room"
    elif given is not None:
        find = "create" if options.create is not None else "quick"
    if find == "room" and not re.fullmatch(r"[a-z0-9]{1,24}", options.room):
        raise UsageError(f"{options.room!r} is not the id of a room, such as k3f9")
    if find == "room" and (options.games or 1) > 1:
        raise UsageError("a room is one game; --games belongs to --wait, --create and --quick")
    if find != "room" and (options.invitation is not None or options.seat is not None):
        raise UsageError("--invitation and --seat belong to --room")
    if find != "create" and options.people != 1:
        raise UsageError("--people belongs to --create")
    return Plan(
        agent=options.agent,
        find=find,
        room=options.room or "",
        invitation=options.invitation or "",
        seat=options.seat,
        options=_room_options("{}" if given is None else given),
        people=options.people,
        games=options.games or (None if find == "wait" else 1),
        seconds=options.seconds,
        pause=options.pause,
        seed=options.seed,
    )


def _room_options(text: str) -> RoomOptions:
    import msgspec

    from catanlab.server.wire import RoomOptions

    try:
        return msgspec.json.decode(text.encode(), type=RoomOptions)
    except msgspec.MsgspecError as error:
        form = '{"rules": "trading", "robots": ["medium"]}'
        raise UsageError(f"the options of a room are JSON such as {form}: {error}") from None


async def _play(options: argparse.Namespace, token: str, plan: Plan) -> None:
    from catanlab.server.bot_client import BotRunner, connect_bot

    task = asyncio.current_task()
    if task is not None:
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)

    def say(line: str) -> None:
        if not options.quiet:
            print(escape_control_characters(line), flush=True)

    def warn(line: str) -> None:
        print(f"catanlab bot: {escape_control_characters(line)}", file=sys.stderr, flush=True)

    async with await connect_bot(options.server, token) as client:
        await BotRunner(client, plan, say=say, warn=warn).run()
