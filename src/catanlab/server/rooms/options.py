"""The options of a room checked: the game and the robots that they name."""

from __future__ import annotations

import msgspec.structs

from catanlab.framework.errors import CatanlabError
from catanlab.games.catan.board import Board
from catanlab.games.catan.game import Catan
from catanlab.games.catan.layouts import LAYOUTS
from catanlab.games.catan.text.boards import read_board
from catanlab.games.catan.text.rules import rules_from_text, storable
from catanlab.server.refusals import Refused
from catanlab.server.robots.levels import USUAL_LEVEL, robot_spec
from catanlab.server.wire import RoomOptions


def make_game(options: RoomOptions, board_seed: int) -> Catan:
    """Return the game of a room with checked options; raises Refused if rules or board are invalid."""
    try:
        rules = rules_from_text(options.rules, stored=True)
        board: Board | str | None = options.board or None
        if isinstance(board, str) and board not in LAYOUTS:
            board = read_board(board)
        return Catan(rules=rules, board=board, seed=board_seed)
    except CatanlabError as error:
        raise Refused("bad-options", one_sentence(error)) from None


def robot_of(options: RoomOptions, seat: int) -> str:
    """Return the spec of the robot for a seat; raises Refused if it is unknown or thinks too long."""
    named = options.robots[min(seat, len(options.robots) - 1)] if options.robots else USUAL_LEVEL
    try:
        return robot_spec(named)
    except CatanlabError as error:
        raise Refused("bad-options", one_sentence(error)) from None


def checked_options(options: RoomOptions) -> RoomOptions:
    """Return the options of a room as they are stored; raises Refused if one of them is invalid."""
    for seat in range(max(1, len(options.robots))):
        robot_of(options, seat)
    title = clean_line(options.title) if options.title.strip() else ""
    try:
        rules = storable(options.rules)
    except CatanlabError as error:
        raise Refused("bad-options", one_sentence(error)) from None
    return msgspec.structs.replace(options, title=title, rules=rules)


def one_sentence(error: Exception) -> str:
    """Return the message of an error on one line."""
    return " ".join(str(error).split())[:300]


def clean_line(text: str) -> str:
    """Return what somebody says as one line; raises Refused if nothing of it can be seen."""
    line = " ".join(text.split())
    if not line or not line.isprintable():
        raise Refused("bad-message", "a line is text without control characters")
    return line
