"""Reads a line that a person typed as one or several moves."""

from __future__ import annotations

from catanlab.cli.terminal.abbreviations import FIRST_WORDS, expand
from catanlab.cli.terminal.menu import Menu
from catanlab.cli.terminal.panel import task
from catanlab.framework.errors import CatanlabError
from catanlab.framework.moves import Move
from catanlab.framework.observer import View
from catanlab.games.catan.view.view import CatanView
from catanlab.table.record import game_notation

MAX_LINE_CHARACTERS = 200
MAX_OPEN_PLACES = 8
"""How many places a sentence about a wrong one names."""
_PLACED = ("road", "settlement", "city")
_EXCHANGES = ("offer", "counter", "bank")
_PERSONAL = {
    "the seat lacks": "you lack",
    "the seat trades": "you trade",
    "the seat holds": "you hold",
    "the seat does not hold": "you do not hold",
    "the edge has an own road already": "you have a road there already",
    "there is no own settlement": "you have no settlement",
    "no own road or building leads": "no road or building of yours leads",
    "no own road leads": "no road of yours leads",
}
"""Words of the game about a seat, and the same words to the person in that seat."""


class TypedError(ValueError):
    """An invalid line; the message is a sentence for the person who typed it."""


def read_moves(line: str, view: View, menu: Menu) -> list[Move]:
    """Return the moves that a line names, the first of them legal now; raises TypedError.

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
    if len(text) > MAX_LINE_CHARACTERS:
        raise TypedError(f"{len(text)} characters are not a move.")
    if text.isascii() and text.isdigit():
        if not menu.places:
            return [_numbered(text, menu)]
        text = f"{menu.places} {int(text) if len(text) < 10 else text}"
    moves = _typed(text, view)
    if not view.is_legal(moves[0]):
        reason = illegal_reason(moves[0], view)
        raise TypedError(f"Not {moves[0]}: {reason}{_open_places(moves[0].group, view)}.")
    return moves


def illegal_reason(move: Move, view: View) -> str:
    """Return why a move is illegal, in words to the person who wanted it.

    >>> from catanlab import Catan
    >>> view = Catan(board="beginner").observer(0).view()
    >>> illegal_reason(view.game.move_type.parse("roll"), view)
    'now it is time to place a settlement'
    """
    reason = view.illegal_reason(move)
    if isinstance(view, CatanView) and reason.startswith("the phase is"):
        return f"now it is time to {task(view.position)}"
    for words, personal in _PERSONAL.items():
        reason = reason.replace(words, personal)
    return reason


def _open_places(group: str, view: View) -> str:
    """Return where a road, settlement or city could go, as the end of a sentence; empty if nowhere."""
    if not isinstance(view, CatanView) or group not in _PLACED:
        return ""
    places = [str(move).removeprefix(f"{group} ") for move in view.legal_moves if move.group == group]
    if not places:
        return ""
    more = f" and {len(places) - MAX_OPEN_PLACES} more" if len(places) > MAX_OPEN_PLACES else ""
    return f"; open are {', '.join(places[:MAX_OPEN_PLACES])}{more}"


def _half_exchange(words: str) -> str:
    """Return what an offer, counter or trade with the bank lacks that has no "for"; else an empty text."""
    first, *rest = words.partition(" to ")[0].split()
    if first not in _EXCHANGES or "for" in rest:
        return ""
    given = " ".join(rest) or "wood"
    example = f"{first} {given} for {'ore' if 'ore' not in given else 'wood'}"
    missing = "what you want for it" if rest else "what you give and what you want for it"
    return f"Say {missing}, such as: {example}."


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
    if catan and (missing := _half_exchange(words[0])):
        raise TypedError(missing)
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
        if not catan and view.game.move_form and len(view.game.move_type.groups) == 1:
            raise TypedError(f"{text!r} is not a move; give {view.game.move_form}.") from None
        if catan and words[0].split()[0] not in FIRST_WORDS:
            raise TypedError(f"{text!r} is not a move; moves lists them all, ? helps.") from None
        said = str(error)
        if places := _open_places(words[0].split()[0], view):
            said = said.partition(": ")[2].partition("; the form is")[0] + places
        raise TypedError(f"{said[:1].upper()}{said[1:]}.") from None
