"""A person at the table: shows the position, obeys commands such as `map`, and reads a typed move."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from rich.console import RenderableType

from catanlab.cli.terminal.costs import cost_lines
from catanlab.cli.terminal.help_page import commands, help_page
from catanlab.cli.terminal.hint import hint
from catanlab.cli.terminal.menu import Menu
from catanlab.cli.terminal.position_screen import draw_numbered_map, draw_position
from catanlab.cli.terminal.terminal import LeaveError, Terminal
from catanlab.cli.terminal.typed_moves import TypedError, illegal_reason, read_moves
from catanlab.framework.moves import Move
from catanlab.framework.wording import words_of
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
_BOARD_PHASES = (Phase.SETUP_SETTLEMENT, Phase.ROBBING)
"""Phases in which a person needs the board."""
_CARD_PHASES = (Phase.BEFORE_ROLL, Phase.ANSWERING, Phase.CHOOSING, Phase.DISCARDING)
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
        """Ask until a legal move is typed; raises LeaveError if the person leaves or is gone."""
        try:
            return self._choose(view)
        except OSError as error:  # else the table would take it for a mistake, and move for the person
            raise LeaveError from error

    def _choose(self, view: View) -> Move:
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
        line = self.terminal.ask(self._prompt(menu), fresh=True)
        while True:
            try:
                following = self._obey(line, view, menu)
            except OSError:
                raise
            except Exception as error:  # else the table would move for the person
                self.terminal.write(f"{line!r} failed, and nothing has changed: {words_of(error)}.")
                following = ""
            if following is None:
                try:
                    first, *self._queue = read_moves(line, view, menu)
                except TypedError as error:
                    self.terminal.write(str(error))
                else:
                    self.session.note_decision(self.seat)
                    return first
            line = following or self.terminal.ask(self._prompt(menu))

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
        """Show the position, what happened since the last decision, and the moves, as far as they fit.

        A small screen shows the position only once a turn, where it is needed, or on request: before the
        roll it leaves the turns of the others on the screen.
        """
        terminal = self.terminal
        width, height = terminal.console.width, terminal.console.size.height
        notices = [*self.session.take_notices(), *_needs(view)]
        brief = [*notices, *menu.brief(width)]
        if terminal.is_tall or self._is_new(view) or again:
            drawn = draw_position(view, self.session.names, terminal.lines, width)
            if not terminal.is_tall:
                # One line is for the news and one for the prompt; the rest must not push the board away.
                brief = [*notices, *menu.brief(width, height - len(drawn) - len(notices) - 2)]
            room = height - len(drawn) - len(brief) - 1
            if terminal.is_tall:
                terminal.console.clear()
                terminal.write(*drawn, "", *self.session.news(self.seat, max(3, room - 4)), "")
            else:
                terminal.write(*drawn, *self.session.news(self.seat, max(1, room)))
        else:
            since = len(self.session.since_decision(self.seat))
            if since > height - len(brief) - 2:
                terminal.write(f"{since} lines since your last move; log {since} shows them all.")
            terminal.write(*_summary(view))
        terminal.write(*brief)

    def _is_new(self, view: View) -> bool:
        """Say whether a small screen shows the position: once a turn, and in phases that need the board."""
        if not isinstance(view, CatanView):
            return True
        phase = view.position.phase
        if phase in _CARD_PHASES:
            return False
        # The set-up belongs to the first turn, and is shown apart from it.
        turn = -1 if phase is Phase.SETUP_ROAD else view.turn
        new = phase in _BOARD_PHASES or self._shown_turn != turn
        if phase is not Phase.SETUP_SETTLEMENT:
            self._shown_turn = turn
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
            "costs": lambda: cost_lines(view.position) if isinstance(view, CatanView) else (),
            "hint": lambda: [hint(view)] if isinstance(view, CatanView) else (),
            "quit": self._leave,
        }
        lines = doers[word]()
        texts = [line for line in lines if isinstance(line, str)]
        if len(texts) == len(lines):
            return self.terminal.write_pages(texts)
        self.terminal.write(*lines)
        return ""

    def _leave(self) -> Sequence[str]:
        """Ask whether to leave; raises LeaveError if so."""
        self.terminal.write(self.session.leaving)
        answer = self.terminal.ask("Leave the game? y leaves, Enter stays: ", fresh=True).lower()
        if answer in ("y", "yes", "q", "quit", "exit"):
            raise LeaveError
        return ()

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


def _needs(view: View) -> Sequence[str]:
    """Return how many cards are to be discarded, and how, where that is the question."""
    if not isinstance(view, CatanView) or view.position.phase is not Phase.DISCARDING:
        return ()
    own = view.position.own
    owed, held = own.discards_owed, own.hand_size
    cards = f"{owed} card{'s' * (owed != 1)} of your {held}"
    return (f"Discard {cards}, one by one or together, such as discard 2 wood 1 ore.",)


def _summary(view: View) -> Sequence[str]:
    """Return the hand of a person, and before the roll whose turn it is, where no board is shown."""
    if not isinstance(view, CatanView):
        return ()
    own = view.position.own
    hand = by_resource(own.certain)
    held = " ".join(f"{count} {name}" for name, count in hand.items() if count) or "no resources"
    if view.position.phase is not Phase.BEFORE_ROLL:
        return (f"You hold {held}.",)
    points = f"{own.points} point{'s' * (own.points != 1)}"
    return (f"Turn {view.position.turn_number} is yours: {points}, {held}. table shows the board.",)
