"""The moves a person may choose from, numbered and in sections."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from textwrap import fill

from catanlab.cli.terminal.story import hex_name
from catanlab.framework.moves import GROUP_SHIFT, Move
from catanlab.framework.observer import View
from catanlab.games.catan import constants as c
from catanlab.games.catan.grid import node_hexes
from catanlab.games.catan.moves import CatanMove
from catanlab.games.catan.view import CatanView

SECTIONS = {
    "build": ("road", "settlement", "city", "buy card"),
    "cards": ("knight", "road building", "plenty", "monopoly"),
    "trade": ("bank", "offer", "accept", "reject", "counter", "confirm", "take", "cancel"),
    "robber": ("discard", "robber"),
    "turn": ("roll", "skip", "end turn"),
}
"""The groups of moves of Catan by what they are about."""
MOST_SHOWN = 6
"""Moves of one group that are listed in brief; of more only the range is told."""
_FORMS = {
    "road": "road A-B",
    "settlement": "settlement NODE",
    "city": "city NODE",
    "robber": "robber HEX from SEAT",
    "bank": "bank CARDS for CARD",
    "plenty": "plenty CARD CARD",
    "offer": "offer CARDS for CARDS to SEATS",
    "counter": "counter CARDS for CARDS",
    "switch": "switch NUMBER",
    "stone": "a point such as c3",
}


@dataclass(frozen=True)
class Item:
    """A move with its number in the list, the section it belongs to, and what helps to choose it."""

    number: int
    move: Move
    section: str
    note: str


class Menu:
    """All moves that are listed for the seat to move.

    >>> from catanlab import Catan
    >>> view = Catan(board="beginner").observer(0).view()
    >>> menu = Menu(view)
    >>> menu.items[0].move, menu.items[0].note
    (<settlement 0>, 'ore 10')
    """

    def __init__(self, view: View) -> None:
        order = [group for groups in SECTIONS.values() for group in groups]
        section_of = {group: name for name, groups in SECTIONS.items() for group in groups}
        moves: list[Move] = list(view.legal_moves)
        if isinstance(view, CatanView):
            moves = [*_discards(view)] if moves and moves[0].group == "discard" else moves
            moves.sort(key=lambda move: order.index(move.group))
        self.items = tuple(
            Item(number, move, section_of.get(move.group, move.group), _note(move, view))
            for number, move in enumerate(moves, 1)
        )

    @property
    def default(self) -> Move | None:
        """The move that Enter alone makes: the only one there is, a roll, or a refusal."""
        if len(self.items) == 1:
            return self.items[0].move
        for item in self.items:
            if item.move.group in ("roll", "reject"):
                return item.move
        return None

    def find(self, number: int) -> Move | None:
        """Return the move with a number, or None."""
        return self.items[number - 1].move if 1 <= number <= len(self.items) else None

    def brief(self, width: int) -> list[str]:
        """Return the menu in a few lines: a section each, long groups as a range of numbers."""
        lines = []
        for section, items in groupby(self.items, lambda item: item.section):
            parts = []
            for group, found in groupby(items, lambda item: item.move.group):
                parts += _parts(group, list(found))
            text = "   ".join(parts).replace(" ", "\xa0").replace("\xa0" * 3, "   ")
            shown = fill(text, width - 1, initial_indent=f"{section:<8}", subsequent_indent=" " * 8)
            lines += shown.replace("\xa0", " ").split("\n")
        return lines

    def full(self, wanted: str = "") -> Iterator[str]:
        """Yield every move on a line of its own; only those of a section or group if one is wanted."""
        for item in self.items:
            if wanted in ("", item.section, item.move.group, item.move.group.split()[0]):
                note = f"   ({item.note})" if item.note else ""
                yield f"{item.number:>4}  {item.move}{note}"


def _parts(group: str, items: list[Item]) -> list[str]:
    most = 2 if group in ("offer", "counter") else MOST_SHOWN
    if len(items) > most:
        form = _FORMS.get(group, f"{group} ...")
        return [f"{items[0].number}-{items[-1].number} {form}"]
    noted = group in ("accept", "robber", "take", "confirm")
    return [
        f"{item.number} {item.move}{f' ({item.note})' if noted and item.note else ''}" for item in items
    ]


def _discards(view: CatanView) -> Iterator[CatanMove]:
    """Yield all cards that may be discarded; the rules list them in rising order only."""
    for resource in range(5):
        move = CatanMove(c.DISCARD << GROUP_SHIFT | resource)
        if view.is_legal(move):
            yield move


def _note(move: Move, view: View) -> str:
    """Return what helps to choose a move: what a place yields, what a trade brings."""
    if not isinstance(view, CatanView):
        return ""
    board = view.game.board
    place = move & 0xFF
    if move.group in ("settlement", "city"):
        return ", ".join(hex_name(board, hexagon) for hexagon in node_hexes(place))
    if move.group == "robber":
        return hex_name(board, place)
    if move.group in ("accept", "confirm"):
        exchange = (view.details.offer or "").removeprefix("offer ").partition(" to ")[0]
        given, _, got = exchange.partition(" for ")
        if move.group == "accept":
            given, got = got, given
        return f"you give {given} and get {got}"
    return ""
