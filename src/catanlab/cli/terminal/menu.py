"""The moves a person may choose from, numbered and in sections."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from textwrap import fill

from catanlab.cli.catan_names import hex_name
from catanlab.cli.terminal.node_description import describe_node
from catanlab.framework.moves import Move
from catanlab.framework.observer import View
from catanlab.games.catan.board import Board
from catanlab.games.catan.grid import hex_nodes
from catanlab.games.catan.moves import CatanMove, Counts, MoveKind, cards_text
from catanlab.games.catan.position import CatanPosition
from catanlab.games.catan.view.view import CatanView

SECTIONS = {
    "build": ("road", "settlement", "city", "buy card"),
    "cards": ("knight", "road building", "plenty", "monopoly"),
    "trade": ("bank", "offer", "accept", "reject", "counter", "confirm", "take", "cancel"),
    "robber": ("discard", "robber"),
    "turn": ("roll", "skip", "end turn"),
}
"""The groups of moves of Catan by section."""
MAX_LISTED_MOVES = 6
"""The brief menu lists this many moves of a group; of more it shows only the range of their numbers."""
MAX_LISTED_NODES = 5
"""The brief menu names this many nodes, those with most dots, where a settlement can go nearly anywhere."""
_FORMS = {
    "road": "road A-B",
    "settlement": "settlement NODE",
    "city": "city NODE",
    "robber": "robber HEX from SEAT   h7 on the map is HEX 7",
    "bank": "bank CARDS for CARD",
    "plenty": "plenty CARD CARD",
    "offer": "offer CARDS for CARDS to SEATS",
    "counter": "counter CARDS for CARDS",
}
_SHORTENED = ("road", "bank")
"""The groups that a low screen shows as a range: without the nodes one still knows what to type."""


@dataclass(frozen=True)
class Item:
    """A move with its number in the list, its section, and a note that helps to choose it."""

    number: int
    move: Move
    section: str
    note: str


class Menu:
    """All listed moves of the seat to move.

    Moves are numbered from 1, except where all of them are the same word and the number of a node or hex:
    then that is the number of the move, so that 12 is never settlement 11.

    >>> from catanlab import Catan
    >>> menu = Menu(Catan(board="beginner").observer(0).view())
    >>> menu.find(0), menu.items[0].move, menu.items[0].note
    (<settlement 0>, <settlement 28>, 'wheat 9, wood 11, wood 8; 11 dots')
    """

    def __init__(self, view: View) -> None:
        order = [group for groups in SECTIONS.values() for group in groups]
        section_of: dict[str, str] = {}
        moves: list[Move] = list(view.legal_moves)
        if isinstance(view, CatanView):
            board = view.game.board
            section_of = {group: name for name, groups in SECTIONS.items() for group in groups}
            moves = [*_discards(view)] if moves and moves[0].group == "discard" else moves
            moves.sort(key=lambda move: (order.index(move.group), _rank(move, board)))
        self._game = view.game
        self.places = _group_of_places(moves)
        """The group of all moves if they are numbered by node or hex, else an empty text."""
        self.items = tuple(
            Item(
                int(str(move).split()[-1]) if self.places else number,
                move,
                section_of.get(move.group, move.group),
                _note(move, view),
            )
            for number, move in enumerate(moves, 1)
        )
        self._numbers = {item.number: item.move for item in self.items}

    @property
    def default(self) -> Move | None:
        """The move that Enter alone makes: the only one, the roll of the dice, or declining an offer."""
        if len(self.items) == 1:
            return self.items[0].move
        for item in self.items:
            if item.move.group in ("roll", "reject"):
                return item.move
        return None

    def find(self, number: int) -> Move | None:
        """Return the move with a number, or None."""
        return self._numbers.get(number)

    def brief(self, width: int, most_lines: int | None = None) -> list[str]:
        """Return the menu in a few lines, one for each section, with long groups as a range of numbers.

        Where that takes more than `most_lines`, roads and trades with the bank become ranges too.
        """
        listed = MAX_LISTED_MOVES
        lines = self._brief(width, listed)
        while most_lines is not None and len(lines) > most_lines and listed > 1:
            listed -= 1
            lines = self._brief(width, listed)
        return lines

    def _brief(self, width: int, listed: int) -> list[str]:
        """Return the brief menu with groups of more than this many moves as ranges."""
        lines = []
        for section, items in groupby(self.items, lambda item: item.section):
            parts = []
            for group, found in groupby(items, lambda item: item.move.group):
                parts += self._parts(group, list(found), listed)
            text = "   ".join(parts).replace(" ", "\xa0").replace("\xa0" * 3, "   ")
            shown = fill(text, width - 1, initial_indent=f"{section:<7} ", subsequent_indent=" " * 8)
            lines += shown.replace("\xa0", " ").split("\n")
        return lines

    def full(self, wanted: str = "", width: int = 80) -> list[str]:
        """Return every move with its note, in as many columns as fit.

        With a wanted section or group only those are listed.
        """
        items = [
            item
            for item in self.items
            if wanted in ("", item.section, item.move.group, item.move.group.split()[0])
        ]
        noted = max((len(str(item.move)) for item in items if item.note), default=0)
        texts = [self._entry(item, noted) for item in items]
        room = max(map(len, texts), default=0) + 2
        columns = max(1, (width + 1) // room)
        return [
            "".join(text.ljust(room) for text in texts[start : start + columns]).rstrip()
            for start in range(0, len(texts), columns)
        ]

    def _entry(self, item: Item, noted: int) -> str:
        """Return a line of the list; notes begin in the same column."""
        number = "" if self.places else f"{item.number:>4}"
        return f"{number}  {item.move!s:<{noted}}{f'  ({item.note})' if item.note else ''}"

    def _parts(self, group: str, items: list[Item], listed: int) -> list[str]:
        """Return the moves of a group for the brief menu, or their range if they are more than listed."""
        most = listed if group in _SHORTENED else MAX_LISTED_MOVES
        if group in ("offer", "counter"):
            most = min(most, 2)
        if len(items) > most:
            return [self._range(group, items)]
        noted = group in ("accept", "robber", "take", "confirm") or (
            group in ("settlement", "city") and len(items) <= MAX_LISTED_NODES
        )
        return [
            (f"{item.move}" if self.places else f"{item.number} {item.move}")
            + (f" ({item.note})" if noted and item.note else "")
            for item in items
        ]

    def _range(self, group: str, items: list[Item]) -> str:
        """Return how the moves of a group are typed, and the range of their numbers."""
        if group not in _FORMS:
            form = self._game.move_form if len(self._game.move_type.groups) == 1 else ""
            return form or f"{items[0].number}-{items[-1].number} {group} ..."
        if self.places:
            best = ", ".join(str(item.number) for item in items[:MAX_LISTED_NODES])
            return f"{_FORMS[group]}, {len(items)} are open   most dots: {best}"
        return f"{items[0].number}-{items[-1].number} {_FORMS[group]}"


def _group_of_places(moves: Sequence[Move]) -> str:
    """Return the group of the moves if it is the same for all, and the rest of each is a number."""
    groups = {move.group for move in moves}
    if len(groups) != 1:
        return ""
    [group] = groups
    rests = [str(move).removeprefix(f"{group} ") for move in moves]
    return group if all(rest.isascii() and rest.isdigit() for rest in rests) else ""


def _rank(move: Move, board: Board) -> int:
    """Return the rank of a move within its group: settlements by their dots, the most first."""
    if isinstance(move, CatanMove) and move.kind is MoveKind.SETTLEMENT:
        return -board.pips(move.argument)
    return 0


def _discards(view: CatanView) -> Iterator[CatanMove]:
    """Yield all cards that may be discarded; `legal_moves` lists them in rising order only."""
    for resource in range(5):
        move = CatanMove.make(MoveKind.DISCARD, resource)
        if view.is_legal(move):
            yield move


def _note(move: Move, view: View) -> str:
    """Return a note that helps to choose a move: what a node yields, what a trade brings."""
    if not isinstance(view, CatanView):
        return ""
    made, board, position = CatanMove(move), view.game.board, view.position
    if made.node is not None:
        return describe_node(board, made.node)
    if made.hex is not None:
        return _robbery_note(made, made.hex, board, position)
    if made.kind is MoveKind.ACCEPT and position.offer:
        return _exchange_note(position.offer.get, position.offer.give)
    if made.kind is MoveKind.CONFIRM and position.offer:
        return _exchange_note(position.offer.give, position.offer.get)
    if made.kind is MoveKind.TAKE_COUNTER and made.seat is not None:
        counter = position.seats[made.seat].answer
        if counter is not None and counter.deal is not None:
            return _exchange_note(counter.deal.get, counter.deal.give)
    return ""


def _robbery_note(move: CatanMove, hexagon: int, board: Board, position: CatanPosition) -> str:
    """Return what the robber does at a hex: how many cards the victim holds, which own buildings it blocks.

    "wheat 9; 4 cards; blocks your city 17"
    """
    parts = [hex_name(board, hexagon)]
    if move.victim is not None:
        count = position.seats[move.victim].hand_size
        parts.append(f"{count} card{'s' * (count != 1)}")
    own = position.own
    for kind, nodes in (("settlement", own.settlement_nodes), ("city", own.city_nodes)):
        parts += [f"blocks your {kind} {node}" for node in nodes if node in hex_nodes(hexagon)]
    return "; ".join(parts)


def _exchange_note(given: Counts, got: Counts) -> str:
    return f"you give {cards_text(given)} and get {cards_text(got)}"
