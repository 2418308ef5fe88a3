"""A person at the table: sees the position, asks for help or the map, and types a move."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from catanlab.cli.terminal.desk import Desk, LeaveError
from catanlab.cli.terminal.menu import Menu
from catanlab.cli.terminal.scene import numbered_map, scene
from catanlab.cli.terminal.typed import TypedError, read_moves
from catanlab.framework.moves import Move
from catanlab.games.catan.view import CatanView
from catanlab.table.agent import Agent

if TYPE_CHECKING:
    from catanlab.cli.terminal.session import Session
    from catanlab.framework.observer import View
    from catanlab.table.clock import Deadline

COMMANDS = {
    "?": "this page",
    "moves": "all moves with their numbers, or those of a kind: moves offer",
    "map": "the board with the numbers of all nodes and hexes",
    "log": "what happened so far: log, or log 50",
    "say": "a statement to the table: say I need ore",
    "why": "the reasons of the others for their last moves",
    "save": "the game to a file: save, or save FILE",
    "quit": "leave; the game is kept and can be taken up again",
}
_OTHER_NAMES = {"help": "?", "h": "?", "exit": "quit", "q": "quit", "m": "map", "l": "log"}
_LOOKED_AT = ("set-up settlement", "before the roll", "moving the robber")
"""Phases in which the board is needed."""


class Human(Agent):
    """A person at this terminal."""

    name = "human"

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.session: Session
        self._queue: list[Move] = []
        self._shown_turn = -1

    def choose(self, view: View, deadline: Deadline) -> Move:
        """Ask until a lawful move is typed; raises LeaveError if the person leaves."""
        queue, self._queue = self._queue, []
        if queue:
            if view.is_legal(queue[0]):
                self._queue = queue[1:]
                return queue[0]
            self.desk.write(f"Not {queue[0]} any more: {view.why_not(queue[0])}.")
        self.session.hand_over(self.seat)
        menu = Menu(view)
        self.desk.suggestions = [*(f"{item.move}" for item in menu.items), *list(COMMANDS)[1:]]
        self._show(view, menu)
        while True:
            line = self.desk.ask(self._prompt(menu))
            if self._obey(line, view, menu):
                continue
            try:
                first, *self._queue = read_moves(line, view, menu)
            except TypedError as error:
                self.desk.write(str(error))
                continue
            return first

    # What is on the screen.

    def _show(self, view: View, menu: Menu) -> None:
        """Show the position, the last events and the moves, as far as the screen has room."""
        desk = self.desk
        brief = menu.brief(desk.console.width)
        if desk.is_tall:
            desk.console.clear()
            drawn = scene(view, self.session.names, desk.lines, desk.console.width)
            room = desk.console.size.height - len(drawn) - len(brief) - 4
            desk.write(*drawn, "", *self.session.told(self.seat, max(3, min(room, 12))), "")
        elif self._is_new(view):
            desk.write("", *scene(view, self.session.names, desk.lines, desk.console.width))
        elif isinstance(view, CatanView):
            hand = " ".join(f"{count} {name}" for name, count in view.details.resources.items() if count)
            desk.write(f"You hold {hand or 'no resources'}.")
        desk.write(*brief)

    def _is_new(self, view: View) -> bool:
        """Say whether a small screen needs the position again: once a turn, and where it is looked at."""
        if not isinstance(view, CatanView):
            return True
        new = view.details.phase in _LOOKED_AT or self._shown_turn != view.turn
        self._shown_turn = view.turn
        return new

    def _prompt(self, menu: Menu) -> str:
        enter = f" [Enter: {menu.default}]" if menu.default is not None else ""
        return f"Your move, ? for help{enter}: "

    # What is not a move.

    def _obey(self, line: str, view: View, menu: Menu) -> bool:
        """Carry out a command; return False if it is none."""
        word, _, rest = line.partition(" ")
        word = _OTHER_NAMES.get(word.lower(), word.lower())
        if word not in COMMANDS:
            return False
        doers: dict[str, Callable[[], None]] = {
            "?": lambda: self.desk.write(*_help(view)),
            "moves": lambda: self._list_moves(rest, menu),
            "map": lambda: self.desk.write(*numbered_map(view, self.desk.lines)),
            "log": lambda: self._log(rest),
            "say": lambda: self.desk.write(*self.session.say(self.seat, rest)),
            "why": lambda: self.desk.write(*self.session.reasons(self.seat)),
            "save": lambda: self.desk.write(self.session.save_as(rest.strip())),
            "quit": _leave,
        }
        doers[word]()
        return True

    def _list_moves(self, wanted: str, menu: Menu) -> None:
        lines = list(menu.full(wanted.strip().lower()))
        self.desk.write(*(lines or [f"There is no move of the kind {wanted.strip()!r} now."]))

    def _log(self, rest: str) -> None:
        word = rest.strip()
        count = int(word) if word.isascii() and word.isdigit() and len(word) < 6 else 20
        self.desk.write(*self.session.told(self.seat, count))


def _leave() -> None:
    raise LeaveError


def _help(view: View) -> Sequence[str]:
    lines = ["Type a move, or its number. Tab completes what you type."]
    if isinstance(view, CatanView):
        lines += [
            "  settlement 12   road 12-17   city 12   buy card   roll   end turn",
            "  bank wood for ore   offer 1 wood for 1 ore to 1 2   (without `to`: to everybody)",
            "  accept   reject   counter 2 wood for 1 ore   confirm 2   take 2   cancel",
            "  knight   road building   plenty wood ore   monopoly sheep",
            "  robber 7 from 2   discard 2 wood 1 clay",
            "On the map a number is a node, s1 a settlement of seat 1, C1 a city, * the robber.",
        ]
    lines += ["Besides moves there are:"]
    lines += [f"  {name:<6} {meaning}" for name, meaning in COMMANDS.items()]
    return lines
