"""A person at the table: shows the position, obeys commands such as `map`, and reads a typed move."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from rich.console import RenderableType

from catanlab.cli.terminal.help_page import commands, help_page
from catanlab.cli.terminal.menu import Menu
from catanlab.cli.terminal.position_screen import draw_numbered_map, draw_position
from catanlab.cli.terminal.terminal import LeaveError, Terminal
from catanlab.cli.terminal.typed_moves import TypedError, illegal_reason, read_moves
from catanlab.framework.moves import Move
from catanlab.games.catan.position import Phase, by_resource
from catanlab.games.catan.view.view import CatanView
from catanlab.table.agent import Agent

if TYPE_CHECKING:
    from catanlab.cli.terminal.session import Session
    from catanlab.framework.observer import View
    from catanlab.table.clock import Deadline

_ALIASES = {
    "help": "?",
    "h": "?",
    "exit": "quit",
    "q": "quit",
    "m": "map",
    "l": "log",
    "t": "table",
    "look": "table",
}
_BOARD_PHASES = (Phase.SETUP_SETTLEMENT, Phase.BEFORE_ROLL, Phase.ROBBING)
"""Phases in which a person needs the board."""
_CARD_PHASES = (Phase.ANSWERING, Phase.CHOOSING, Phase.DISCARDING)
"""Phases in which a person needs the cards, and the last events more than the board."""


class Human(Agent):
    """A person at this terminal."""

    name = "human"

    def __init__(self, terminal: Terminal) -> None:
        self.terminal = terminal
        self.session: Session
        self._queue: list[Move] = []
        self._shown_turn = -1
        self._ask_all = False
        self._declining_explained = False

    def choose(self, view: View, deadline: Deadline) -> Move:
        """Ask until a legal move is typed; raises LeaveError if the person leaves."""
        queue, self._queue = self._queue, []
        if queue:
            if view.is_legal(queue[0]):
                self._queue = queue[1:]
                return queue[0]
            self.terminal.write(f"Not {queue[0]} any more: {illegal_reason(queue[0], view)}.")
        if not self._ask_all and cannot_accept(view):
            return self._decline(view)
        self.session.catch_up()
        self.session.hand_over(self.seat)
        menu = Menu(view)
        moves = sorted(item.move for item in menu.items)
        self.terminal.suggestions = [*map(str, moves), *list(commands(view.game))[1:]]
        self._show(view, menu)
        line = ""
        while True:
            line = line or self.terminal.ask(self._prompt(menu))
            following = self._obey(line, view, menu)
            if following is None:
                try:
                    first, *self._queue = read_moves(line, view, menu)
                except TypedError as error:
                    self.terminal.write(str(error))
                else:
                    return first
            line = following or ""

    def _decline(self, view: View) -> Move:
        """Reject an offer that cannot be accepted, without asking; say so the first time."""
        if not self._declining_explained:
            self._declining_explained = True
            self.terminal.write(
                "Offers that you cannot pay are declined for you; ask all lets you answer them."
            )
        return view.game.move_type.parse("reject")

    # The screen.

    def _show(self, view: View, menu: Menu, *, again: bool = False) -> None:
        """Show the position, the last events and the moves, as far as they fit on the screen.

        A small screen shows the position only once a turn, where it is needed, or on request.
        """
        terminal = self.terminal
        brief = menu.brief(terminal.console.width)
        if terminal.is_tall:
            terminal.console.clear()
            drawn = draw_position(view, self.session.names, terminal.lines, terminal.console.width)
            room = terminal.console.size.height - len(drawn) - len(brief) - 4
            terminal.write(*drawn, "", *self.session.last_sentences(self.seat, max(3, min(room, 12))), "")
        elif self._is_new(view) or again:
            terminal.write(
                "", *draw_position(view, self.session.names, terminal.lines, terminal.console.width)
            )
        elif isinstance(view, CatanView):
            hand = by_resource(view.position.own.certain)
            held = " ".join(f"{count} {name}" for name, count in hand.items() if count)
            terminal.write(f"You hold {held or 'no resources'}.")
        terminal.write(*brief)

    def _is_new(self, view: View) -> bool:
        """Say whether a small screen shows the position: once a turn, and in phases that need the board."""
        if not isinstance(view, CatanView):
            return True
        phase = view.position.phase
        if phase in _CARD_PHASES:
            return False
        new = phase in _BOARD_PHASES or self._shown_turn != view.turn
        self._shown_turn = view.turn
        return new

    def _prompt(self, menu: Menu) -> str:
        enter = f" [Enter: {menu.default}]" if menu.default is not None else ""
        return f"Your move, ? for help{enter}: "

    # Commands.

    def _obey(self, line: str, view: View, menu: Menu) -> str | None:
        """Obey a command; return a line typed during its output, or None if the line is not a command."""
        word, _, rest = line.partition(" ")
        word = _ALIASES.get(word.lower(), word.lower())
        if not word and menu.default is None:
            word = "table"
        if word not in commands(view.game):
            return None
        if word == "table":
            self._show(view, menu, again=True)
            return ""
        rest = rest.strip()
        doers: dict[str, Callable[[], Sequence[RenderableType]]] = {
            "?": lambda: help_page(view.game),
            "moves": lambda: self._moves(rest.lower(), menu),
            "map": lambda: draw_numbered_map(view, self.terminal.lines),
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
            return self.terminal.write_pages(texts)
        self.terminal.write(*lines)
        return ""

    def _moves(self, wanted: str, menu: Menu) -> Sequence[str]:
        lines = menu.full(wanted, self.terminal.console.width - 1)
        return lines or [f"There is no move of the kind {wanted!r} now."]

    def _set_asking(self, word: str) -> str:
        if word in ("all", "payable"):
            self._ask_all = word == "all"
        elif word:
            return f"{word!r} is unknown here; type ask all or ask payable."
        if self._ask_all:
            return "You are asked about every offer; you can decline or counter those you cannot pay."
        return "You are asked about offers that you can pay; others are declined for you. See ask all."


def cannot_accept(view: View) -> bool:
    """Say whether an offer is to be answered by a seat without the cards that it asks for."""
    if not isinstance(view, CatanView) or view.position.phase is not Phase.ANSWERING:
        return False
    return not view.is_legal("accept") and view.is_legal("reject")


def _leave() -> Sequence[str]:
    raise LeaveError
