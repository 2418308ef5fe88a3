"""The options of a room checked: the game and the robots that they name."""

from __future__ import annotations

import re
from functools import lru_cache

from catanlab.agents.registry import AGENTS
from catanlab.framework.errors import CatanlabError
from catanlab.games.catan.board import Board
from catanlab.games.catan.game import Catan
from catanlab.games.catan.layouts import LAYOUTS
from catanlab.games.catan.text.boards import read_board
from catanlab.games.catan.text.rules import rules_from_text
from catanlab.server.refusals import Refused
from catanlab.server.wire import RoomOptions

DEFAULT_ROBOT = "jsettlers-smart"
"""The robot of a seat for which the options name none."""
MAX_BUDGET = {"iterations": 20_000, "seconds": 10.0, "threads": 1, "nodes": 1_000_000, "worlds": 1_000}
"""The most that a robot of a public server may spend on a decision."""
_IMPORT_PATH = re.compile(r"[A-Za-z_]\w*\.[A-Za-z_]")


def make_game(options: RoomOptions, board_seed: int) -> Catan:
    """Return the game of a room; raises Refused if its rules or its board are invalid."""
    try:
        rules = rules_from_text(options.rules)
        board: Board | str | None = options.board or None
        if isinstance(board, str) and board not in LAYOUTS:
            board = read_board(board)
        return Catan(rules=rules, board=board, seed=board_seed)
    except CatanlabError as error:
        raise Refused("bad-options", one_sentence(error)) from None


def robot_of(options: RoomOptions, seat: int) -> str:
    """Return the spec of the robot for a seat."""
    if not options.robots:
        return DEFAULT_ROBOT
    return options.robots[min(seat, len(options.robots) - 1)]


def check_options(options: RoomOptions) -> None:
    """Raise Refused if an option cannot be played with: unknown robots, or ones that think without end."""
    for spec in options.robots:
        check_robot(spec)


@lru_cache(maxsize=256)
def check_robot(spec: str) -> str:
    """Return the canonical form of a robot's spec.

    Raises Refused for an unknown robot, for one with a larger budget than `MAX_BUDGET`, and for one named
    by an import path, since a client must not choose code of the server.
    """
    if _IMPORT_PATH.search(spec):
        raise Refused("bad-options", f"a room's robots are those of `catanlab agents`, not {spec!r}")
    try:
        _, values = AGENTS.read(spec)
        agent = AGENTS.make(spec)
    except CatanlabError as error:
        raise Refused("bad-options", one_sentence(error)) from None
    for name, most in MAX_BUDGET.items():
        value = values.get(name)
        if isinstance(value, int | float) and value > most:
            raise Refused("bad-options", f"{spec}: {name} is at most {most} here")
    if agent.games and Catan.name not in agent.games:
        raise Refused("bad-options", f"{spec} does not play {Catan.name}")
    return agent.name


def one_sentence(error: Exception) -> str:
    """Return the message of an error on one line."""
    return " ".join(str(error).split())[:300]
