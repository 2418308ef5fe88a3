"""The base class of negotiators: an agent owns one, which makes offers, answers, settles and speaks."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import ClassVar

from catanlab.agents.base.appraiser import Appraiser
from catanlab.agents.base.choice import Choice
from catanlab.agents.base.proposal import REFUSAL, Verdict
from catanlab.agents.base.situation import Situation
from catanlab.agents.estimates.seat_forecasts import SeatForecasts
from catanlab.agents.negotiation.memory import Memory
from catanlab.agents.negotiation.statements import parse
from catanlab.games.catan import constants as c
from catanlab.games.catan.moves import CatanMove, Deal
from catanlab.games.catan.rules import Rules
from catanlab.games.catan.view.view import CatanView
from catanlab.table.events import Event, Outcome, Played, Said


class Negotiator(ABC):
    """Trades for one seat. Its decisions depend only on the view and on the statements it heard.

    An agent calls `start` at the beginning of a game and passes events on to `hear`. It asks for offers in
    the main phase of its turns, and for answers and settlements when the game asks for them. Forecasts are
    computed when they are first needed.
    """

    name: ClassVar[str]
    summary: ClassVar[str]
    listens: ClassVar[bool] = False
    """Whether it needs to hear events."""
    speaks: ClassVar[bool] = False
    """Whether it has something to say."""

    memory: Memory
    appraiser: Appraiser | None = None
    """Says what hands are worth, if its agent can."""

    def start(self, rules: Rules, seat: int) -> None:
        """Sit down at a new game."""
        self.memory = self.new_memory(rules, seat)
        self.ply = 0
        self.last_kind = 0
        self.last_seat = -1

    def new_memory(self, rules: Rules, seat: int) -> Memory:
        """Return a memory with nothing in it."""
        return Memory(rules, seat)

    def hear(self, event: Event) -> None:
        """Note an event as the seat sees it; what the seat said itself is no news to it."""
        if isinstance(event, Played | Outcome):
            self.ply += 1
            self.last_kind = CatanMove(event.move).kind
            self.last_seat = event.seat if isinstance(event, Played) else -1
        elif isinstance(event, Said) and event.seat != self.memory.me:
            for statement in parse(event.text):
                self.memory.hear(self.ply, event.seat, statement)

    @abstractmethod
    def offer(self, view: CatanView, situation: Situation, forecasts: SeatForecasts) -> Choice | None:
        """Return an offer to make now, in the main phase of the own turn, or None."""

    @abstractmethod
    def answer(self, view: CatanView, situation: Situation, forecasts: SeatForecasts) -> Choice:
        """Return the answer to the offer on the table: accept, reject or a counter-offer."""

    @abstractmethod
    def settle(self, view: CatanView, situation: Situation, forecasts: SeatForecasts) -> Choice:
        """Return the answer to take, or the cancellation of the offer."""

    def judge(
        self, view: CatanView, situation: Situation, forecasts: SeatForecasts, seat: int, deal: Deal
    ) -> Verdict:
        """Return whether to take a deal, given from the own side, that another seat proposes."""
        return REFUSAL

    def has_to_say(self, view: CatanView) -> bool:
        """Return, at little cost, whether `say` might return something now."""
        return False

    def say(self, view: CatanView, situation: Situation, forecasts: SeatForecasts) -> Sequence[str]:
        """Return what to say to the table now."""
        return ()

    def __repr__(self) -> str:
        return f"<negotiator {self.name}>"


class Refuser(Negotiator):
    """Makes no offers and rejects all."""

    name = "none"
    summary = "never offers and rejects everything"

    def offer(self, view: CatanView, situation: Situation, forecasts: SeatForecasts) -> Choice | None:
        """Return None."""
        return None

    def answer(self, view: CatanView, situation: Situation, forecasts: SeatForecasts) -> Choice:
        """Reject."""
        return Choice(CatanMove.make(c.REJECT), "I do not trade with players")

    def settle(self, view: CatanView, situation: Situation, forecasts: SeatForecasts) -> Choice:
        """Cancel."""
        return Choice(CatanMove.make(c.CANCEL), "I do not trade with players")
