"""What a negotiator remembers: what other seats want and sell, and which proposals of its own failed.

All of it follows from the log of the game and from statements, so that an agent that takes over a seat
remembers the same. A seat that rejects an offer does not sell what it asks for (Thomas); a seat that makes
an offer wants what it asks for and sells what it gives.
"""

from __future__ import annotations

from collections.abc import Sequence

from catanlab.agents.base.replay import asked_seats, next_to_answer
from catanlab.agents.negotiation.statements import Kind, Statement
from catanlab.games.catan import constants as c
from catanlab.games.catan.moves import CatanMove, Deal, read_deal
from catanlab.games.catan.rules import Rules

_CONTRARY: dict[Kind, tuple[Kind, ...]] = {
    "want": ("decline", "sell"),
    "sell": ("keep", "lack", "want"),
    "lack": ("sell",),
    "keep": ("sell",),
    "decline": ("want",),
}
"""The earlier statements about a resource that a new one of this kind takes back."""


class Memory:
    """The memory of one seat at one table; marks last `span` turns, usually a round."""

    def __init__(self, rules: Rules, me: int, span: int | None = None) -> None:
        self.me = me
        self.turn = 0
        """How many turns have begun, counted by rolls of the dice."""
        self.questions: list[tuple[int, int, Statement]] = []
        """Questions of this turn: the number of moves before, the seat, and the statement."""
        self.leaders: dict[int, int] = {}
        """The seats that were called close to winning, and in which turn."""
        self._players = rules.players
        self._first = rules.trade_settlement == "first"
        self._span = rules.players if span is None else span
        self._marks: dict[tuple[Kind, int, int], int] = {}
        self._failed: dict[Deal, int] = {}
        self._read = 0
        self._pending: list[tuple[int, int, Statement]] = []
        self._offer: Deal | None = None
        self._asked: list[int] = []
        self._answers: dict[int, Deal | None] = {}

    def hear(self, ply: int, seat: int, statement: Statement) -> None:
        """Keep a statement that was made after `ply` moves until the log is read."""
        self._pending.append((ply, seat, statement))

    def read(self, log: Sequence[CatanMove], mover: int | None = None) -> None:
        """Read the moves and statements since the last call.

        After a move seats speak in order, from the mover on. With a mover, statements of seats that speak
        after this one are left for the next call.
        """
        now = len(log)
        while self._read < now:
            while self._pending and self._pending[0][0] <= self._read:
                self._note(*self._pending.pop(0))
            self._see(log[self._read])
            self._read += 1
        later: list[tuple[int, int, Statement]] = []
        for said in self._pending:
            if mover is not None and self._place(said[1], mover) > self._place(self.me, mover):
                later.append(said)
            else:
                self._note(*said)
        self._pending = later

    def _place(self, seat: int, mover: int) -> int:
        return (seat - mover) % self._players

    # Questions to the memory.

    def has_news(self, ply: int) -> bool:
        """Return whether something was said after `ply` moves that has not been read."""
        return bool(self._pending) and self._pending[-1][0] == ply

    def marked(self, kind: Kind, seat: int, resource: int) -> bool:
        """Return whether a seat has shown that it wants, sells, lacks, keeps or declines a resource."""
        when = self._marks.get((kind, seat, resource))
        return when is not None and self.turn - when <= self._span

    def is_selling(self, seat: int, resource: int) -> bool:
        """Return whether a seat has not shown that it keeps a resource."""
        return not self.marked("keep", seat, resource)

    def has_failed(self, deal: Deal) -> bool:
        """Return whether I proposed a deal without success, in this turn or the round before."""
        when = self._failed.get(deal)
        return when is not None and self.turn - when <= self._players

    # Moves.

    def _see(self, move: CatanMove) -> None:
        kind = move.kind
        if kind == c.DICE:
            self.turn += 1
            self.questions = []
        elif kind == c.OFFER:
            self._see_offer(move)
        elif kind == c.DEAL and move.seat is not None:
            self._see_trade(self._on_turn, move.seat, read_deal(move))
        elif self._offer is not None:
            self._see_answer(kind, move)

    @property
    def _on_turn(self) -> int:
        return (self.turn - 1) % self._players

    def _see_offer(self, move: CatanMove) -> None:
        self._offer = read_deal(move)
        self._asked = asked_seats(move, self._on_turn, self._players)
        self._answers = {}
        self._propose(self._on_turn, self._offer)

    def _see_answer(self, kind: int, move: CatanMove) -> None:
        assert self._offer is not None
        if kind in (c.ACCEPT, c.REJECT, c.COUNTER) and self._asked:
            seat = next_to_answer(self._asked, move)
            if kind == c.REJECT:
                self._refuse(seat, self._offer)
            elif kind == c.COUNTER:
                self._answers[seat] = read_deal(move)
                self._propose(seat, read_deal(move))
            else:
                self._answers[seat] = None
                if self._first:
                    self._close(seat)
                    return
            if not self._asked and not self._answers:
                self._close(None)
        elif kind in (c.CONFIRM, c.TAKE_COUNTER):
            self._close(move.argument)
        elif kind == c.CANCEL:
            self._close(None)

    def _refuse(self, seat: int, offer: Deal) -> None:
        """Note that a seat rejects an offer: it keeps what was asked for."""
        for resource in range(5):
            if offer.get[resource]:
                self._mark("keep", seat, resource)

    def _propose(self, seat: int, deal: Deal) -> None:
        """Note that a seat proposes a deal: it wants what it asks for, and sells the rest."""
        for resource in range(5):
            if deal.get[resource]:
                self._mark("want", seat, resource)
                self._mark("keep", seat, resource)
            elif deal.give[resource]:
                self._mark("sell", seat, resource)

    def _close(self, partner: int | None) -> None:
        """Note the end of an offer: a trade with a partner, or None if it failed."""
        offer, seat = self._offer, self._on_turn
        assert offer is not None
        counter = self._answers.get(self.me)
        if counter is not None and partner != self.me:
            self._failed[counter] = self.turn
        if partner is None and seat == self.me:
            self._failed[offer] = self.turn
        if partner is not None:
            traded = self._answers.get(partner) or offer
            if seat == self.me:
                self._failed.pop(traded, None)
            self._see_trade(seat, partner, traded)
        self._offer = None
        self._asked = []

    def _see_trade(self, seat: int, partner: int, traded: Deal) -> None:
        for resource in range(5):
            if traded.give[resource] or traded.get[resource]:
                self._forget(seat, resource)
                self._forget(partner, resource)

    def _forget(self, seat: int, resource: int) -> None:
        """Forget what a seat has shown of a resource, since it has traded it."""
        for kind in _CONTRARY:
            self._marks.pop((kind, seat, resource), None)

    # Statements.

    def _note(self, ply: int, seat: int, statement: Statement) -> None:
        kind = statement.kind
        if kind == "leader":
            for leader in statement.to:
                self.leaders[leader] = self.turn
        elif statement.is_question:
            self.questions.append((ply, seat, statement))
            meant: Kind = "sell" if kind == "want?" else "want"
            for resource in statement.resources:
                self._mark(meant, seat, resource)
        elif kind in ("yes", "no"):
            self._note_reply(seat, kind == "yes")
        else:
            if kind in ("want", "sell"):
                # To want or sell something is also a question; only those of the seat on turn are answered.
                asked: Kind = "sell?" if kind == "want" else "want?"
                self.questions.append((ply, seat, Statement(asked, statement.resources, statement.to)))
            for resource in statement.resources:
                self._mark(kind, seat, resource)

    def _note_reply(self, seat: int, agrees: bool) -> None:
        """Note a plain yes or no: it answers the last question that another seat asked this one."""
        for _, asker, question in reversed(self.questions):
            if asker != seat and question.concerns(seat):
                kinds: tuple[Kind, Kind] = (
                    ("decline", "want") if question.kind == "want?" else ("keep", "sell")
                )
                for resource in question.resources:
                    self._mark(kinds[agrees], seat, resource)
                return

    def _mark(self, kind: Kind, seat: int, resource: int) -> None:
        self._marks[kind, seat, resource] = self.turn
        for other in _CONTRARY[kind]:
            self._marks.pop((other, seat, resource), None)
