"""A line that a person types, read as one or several moves."""

from __future__ import annotations

from catanlab.cli.terminal.menu import Menu
from catanlab.cli.terminal.panel import task
from catanlab.cli.terminal.story import Moment
from catanlab.cli.terminal.words import FIRST_WORDS, expand
from catanlab.framework.errors import CatanlabError
from catanlab.framework.moves import Move
from catanlab.framework.observer import View
from catanlab.games.catan.view import CatanView
from catanlab.table.record import game_notation

LONGEST_LINE = 200


class TypedError(ValueError):
    """What is wrong with a line, in one sentence for the person who typed it."""


def read_moves(line: str, view: View, menu: Menu) -> list[Move]:
    """Return the moves a line stands for, the first of them lawful now; raises TypedError.

    >>> from catanlab import Catan
    >>> view = Catan(board="beginner").observer(0).view()
    >>> read_moves("settlement at 12", view, Menu(view))
    [<settlement 12>]
    """
    text = line.strip()
    if not text:
        if menu.default is None:
            raise TypedError("Type a move or its number; moves lists them all, ? helps.")
        return [menu.default]
    if len(text) > LONGEST_LINE:
        raise TypedError(f"{len(text)} characters are not a move.")
    if text.isascii() and text.isdigit():
        return [_numbered(text, menu)]
    moves = _typed(text, view)
    if not view.is_legal(moves[0]):
        raise TypedError(f"Not {moves[0]}: {_why_not(moves[0], view)}.")
    return moves


def _why_not(move: Move, view: View) -> str:
    reason = view.why_not(move)
    if isinstance(view, CatanView) and reason.startswith("the phase is"):
        return f"now it is time to {task(Moment.of(view))}"
    return reason


def _numbered(text: str, menu: Menu) -> Move:
    move = menu.find(int(text)) if len(text) < 10 else None
    if move is None:
        last = len(menu.items)
        raise TypedError(f"{text} is not the number of a move: they go from 1 to {last}; moves lists them.")
    return move


def _typed(text: str, view: View) -> list[Move]:
    """Read a move from words, or from the short form of records."""
    catan = isinstance(view, CatanView)
    words = expand(text, view) if isinstance(view, CatanView) else [text]
    try:
        return [view.game.move_type.parse(word) for word in words]
    except CatanlabError as error:
        if len(text.split()) == 1:
            try:
                moves = game_notation(view.game).read(text)
            except CatanlabError:
                moves = ()
            if len(moves) == 1:
                return list(moves)
        if catan and words[0].split()[0] not in FIRST_WORDS:
            raise TypedError(f"{text!r} is not a move; moves lists them all, ? helps.") from None
        raise TypedError(f"{str(error)[:1].upper()}{str(error)[1:]}.") from None
