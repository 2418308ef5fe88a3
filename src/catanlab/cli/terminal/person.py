"""A person at the table: sees the position, asks for help or the map, and types a move."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from rich.console import RenderableType

from catanlab.cli.terminal.desk import Desk, LeaveError
from catanlab.cli.terminal.manual import commands, manual
from catanlab.cli.terminal.menu import Menu
from catanlab.cli.terminal.scene import numbered_map, scene
from catanlab.cli.terminal.typed import TypedError, illegal_reason, read_moves
from catanlab.framework.moves import Move
from catanlab.games.catan.view.view import CatanView
from catanlab.table.agent import Agent

if TYPE_CHECKING:
    from catanlab.cli.terminal.session import Session
    from catanlab.framework.observer import View
    from catanlab.table.clock import Deadline

_OTHER_NAMES = {
    "help": "?",
    "h": "?",
    "exit": "quit",
    "q": "quit",
    "m": "map",
    "l": "log",
    "t": "table",
    "look": "table",
}
_LOOKED_AT = ("set-up settlement", "before the roll", "moving the robber")
"""Phases in which the board is needed."""
_ASIDE = ("answering an offer", "choosing a trade", "discarding")
"""Phases in which cards count, and the last events are worth more than the board."""


class Human(Agent):
    """A person at this terminal."""

    name = "human"

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.session: Session
        self._queue: list[Move] = []
        self._shown_turn = -1
        self._ask_all = False
        self._told_of_asking = False

    def choose(self, view: View, deadline: Deadline) -> Move:
        """Ask until a lawful move is typed; raises LeaveError if the person leaves."""
        queue, self._queue = self._queue, []
        if queue:
            if view.is_legal(queue[0]):
                self._queue = queue[1:]
                return queue[0]
            self.desk.write(f"Not {queue[0]} any more: {illegal_reason(queue[0], view)}.")
        if not self._ask_all and cannot_accept(view):
            return self._decline(view)
        self.session.catch_up()
        self.session.hand_over(self.seat)
        menu = Menu(view)
        moves = sorted(item.move for item in menu.items)
        self.desk.suggestions = [*map(str, moves), *list(commands(view.game))[1:]]
        self._show(view, menu)
        line = ""
        while True:
            line = line or self.desk.ask(self._prompt(menu))
            following = self._obey(line, view, menu)
            if following is None:
                try:
                    first, *self._queue = read_moves(line, view, menu)
                except TypedError as error:
                    self.desk.write(str(error))
                else:
                    return first
            line = following or ""

    def _decline(self, view: View) -> Move:
        """Reject an offer that cannot be accepted, without a question; say once that this is done."""
        if not self._told_of_asking:
            self._told_of_asking = True
            self.desk.write(
                "Offers that you cannot pay are declined for you; ask all lets you answer them."
            )
        return view.game.move_type.parse("reject")

    # What is on the screen.

    def _show(self, view: View, menu: Menu, *, again: bool = False) -> None:
        """Show the position, the last events and the moves, as far as the screen has room.

        On a small screen the position comes only where it is new, or wanted again.
        """
        desk = self.desk
        brief = menu.brief(desk.console.width)
        if desk.is_tall:
            desk.console.clear()
            drawn = scene(view, self.session.names, desk.lines, desk.console.width)
            room = desk.console.size.height - len(drawn) - len(brief) - 4
            desk.write(*drawn, "", *self.session.told(self.seat, max(3, min(room, 12))), "")
        elif self._is_new(view) or again:
            desk.write("", *scene(view, self.session.names, desk.lines, desk.console.width))
        elif isinstance(view, CatanView):
            hand = " ".join(f"{count} {name}" for name, count in view.details.resources.items() if count)
            desk.write(f"You hold {hand or 'no resources'}.")
        desk.write(*brief)

    def _is_new(self, view: View) -> bool:
        """Say whether a small screen needs the position again: once a turn, and where it is looked at."""
        if not isinstance(view, CatanView):
            return True
        if view.details.phase in _ASIDE:
            return False
        new = view.details.phase in _LOOKED_AT or self._shown_turn != view.turn
        self._shown_turn = view.turn
        return new

    def _prompt(self, menu: Menu) -> str:
        enter = f" [Enter: {menu.default}]" if menu.default is not None else ""
        return f"Your move, ? for help{enter}: "

    # What is not a move.

    def _obey(self, line: str, view: View, menu: Menu) -> str | None:
        """Carry out a command; return what was typed while it was shown, or None if it is no command."""
        word, _, rest = line.partition(" ")
        word = _OTHER_NAMES.get(word.lower(), word.lower())
        if not word and menu.default is None:
            word = "table"
        if word not in commands(view.game):
            return None
        if word == "table":
            self._show(view, menu, again=True)
            return ""
        rest = rest.strip()
        doers: dict[str, Callable[[], Sequence[RenderableType]]] = {
            "?": lambda: manual(view.game),
            "moves": lambda: self._moves(rest.lower(), menu),
            "map": lambda: numbered_map(view, self.desk.lines),
            "log": lambda: self.session.log(self.seat, rest),
            "say": lambda: self.session.say(self.seat, rest),
            "why": lambda: self.session.reasons(self.seat),
            "ask": lambda: [self._set_asking(rest.lower())],
            "save": lambda: [self.session.save_as(rest)],
            "quit": _leave,
        }
        lines = doers[word]()
        texts = [line for line in lines if isinstance(line, str)]
        if len(texts) == len(lines):
            return self.desk.write_pages(texts)
        self.desk.write(*lines)
        return ""

    def _moves(self, wanted: str, menu: Menu) -> Sequence[str]:
        lines = menu.full(wanted, self.desk.console.width - 1)
        return lines or [f"There is no move of the kind {wanted!r} now."]

    def _set_asking(self, word: str) -> str:
        if word in ("all", "payable"):
            self._ask_all = word == "all"
        elif word:
            return f"{word!r} cannot be asked about; there are ask all and ask payable."
        if self._ask_all:
            return "You are asked about every offer; you can decline or counter those you cannot pay."
        return "You are asked about offers that you can pay; others are declined for you. See ask all."


def cannot_accept(view: View) -> bool:
    """Say whether an offer waits for an answer of somebody who lacks what it asks for."""
    if not isinstance(view, CatanView) or view.details.phase != "answering an offer":
        return False
    return not view.is_legal("accept") and view.is_legal("reject")


def _leave() -> Sequence[str]:
    raise LeaveError
