"""Follows the trade of a game: which offers were made, and what became of each."""

from __future__ import annotations

from dataclasses import dataclass, field

from catanlab.games.catan.moves import CatanMove, Deal, MoveKind
from catanlab.server.study.facts import Answer, Form, Kind, Moment, Offer, Said


@dataclass(slots=True)
class _Open:
    """An offer, and its answers so far."""

    at: Moment
    form: Form
    seat: int
    kind: Kind
    deal: Deal
    late: bool
    replies_to: int
    answers: dict[int, Answer]
    from_chat: bool

    def answered(
        self,
        seat: int,
        kind: Kind,
        said: Said,
        *,
        seconds: float | None,
        late: bool = False,
        deal: Moment | None = None,
    ) -> None:
        self.answers[seat] = Answer(seat=seat, kind=kind, said=said, seconds=seconds, late=late, deal=deal)

    def done(self) -> Offer:
        return Offer(
            at=self.at,
            form=self.form,
            seat=self.seat,
            kind=self.kind,
            give=self.deal.give,
            get=self.deal.get,
            answers=tuple(self.answers[seat] for seat in sorted(self.answers)),
            replies_to=self.replies_to,
            late=self.late,
            from_chat=self.from_chat,
        )


@dataclass(slots=True)
class Trades:
    """The trade of a game so far. `kinds` are those who play the seats now, and belong to the caller."""

    kinds: list[Kind]
    first_accepts: bool
    """Whether the first to accept has the deal at once."""
    _offers: list[_Open] = field(default_factory=list)
    _open: _Open | None = None
    _counters: dict[int, _Open] = field(default_factory=dict)
    _proposals: dict[int, _Open] = field(default_factory=dict)
    _offered: dict[int, int] = field(default_factory=dict)
    """The last offer of this turn by the seats that it was made to."""
    _turn: int = 0

    @property
    def offers(self) -> tuple[Offer, ...]:
        """All offers, in the order in which they were made."""
        return tuple(each.done() for each in self._offers)

    @property
    def is_waiting(self) -> bool:
        """Whether somebody still owes an answer to the open offer."""
        return self._open is not None and any(
            answer.said == "none" for answer in self._open.answers.values()
        )

    def moved(
        self,
        at: Moment,
        on_turn: int,
        seat: int,
        move: CatanMove,
        *,
        seconds: float,
        late: bool,
        from_chat: bool,
    ) -> Deal | None:
        """Note a move of the trade; return the deal it closes, from the side of the seat on turn."""
        self._begin_turn(at)
        deal = move.deal
        match move.kind:
            case MoveKind.OFFER if deal is not None:
                self._open = self._add(
                    at, "offer", seat, deal, move.addressees, late=late, from_chat=from_chat
                )
                self._counters = {}
                self._offered |= dict.fromkeys(move.addressees, at.seq)
            case MoveKind.ACCEPT if self._open is not None:
                closed = at if self.first_accepts else None
                self._open.answered(
                    seat, self.kinds[seat], "accept", seconds=seconds, late=late, deal=closed
                )
                return self._open.deal if closed else None
            case MoveKind.REJECT if self._open is not None:
                self._open.answered(seat, self.kinds[seat], "reject", seconds=seconds, late=late)
            case MoveKind.COUNTER if self._open is not None and deal is not None:
                self._open.answered(seat, self.kinds[seat], "counter", seconds=seconds, late=late)
                self._counters[seat] = self._add(
                    at,
                    "counter",
                    seat,
                    deal,
                    (on_turn,),
                    late=late,
                    from_chat=from_chat,
                    replies_to=self._open.at.seq,
                )
            case MoveKind.CONFIRM if self._open is not None and move.seat is not None:
                answer = self._open.answers[move.seat]
                self._open.answered(
                    move.seat,
                    answer.kind,
                    "accept",
                    seconds=answer.seconds,
                    late=answer.late,
                    deal=at,
                )
                return self._open.deal
            case MoveKind.TAKE_COUNTER if move.seat in self._counters:
                counter = self._counters[move.seat]
                time = None if self.is_waiting else seconds
                counter.answered(seat, self.kinds[seat], "accept", seconds=time, late=late, deal=at)
                return counter.deal.reversed
        return None

    def proposed(self, at: Moment, on_turn: int, seat: int, deal: Deal, *, from_chat: bool) -> None:
        """Note a proposal to the seat on turn."""
        self._begin_turn(at)
        replies_to = self._offered.get(seat, 0)
        self._proposals[seat] = self._add(
            at, "proposal", seat, deal, (on_turn,), late=False, from_chat=from_chat, replies_to=replies_to
        )

    def taken(self, at: Moment, seat: int, proposer: int, *, seconds: float) -> Deal:
        """Note that the seat on turn took a proposal; return the deal from its side."""
        proposal = self._proposals.pop(proposer)
        proposal.answered(seat, self.kinds[seat], "accept", seconds=seconds, deal=at)
        return proposal.deal.reversed

    def _begin_turn(self, at: Moment) -> None:
        if at.turn != self._turn:
            self._turn = at.turn
            self._offered.clear()

    def _add(
        self,
        at: Moment,
        form: Form,
        seat: int,
        deal: Deal,
        to: tuple[int, ...],
        *,
        late: bool,
        from_chat: bool,
        replies_to: int = 0,
    ) -> _Open:
        answers = {other: Answer(seat=other, kind=self.kinds[other]) for other in to}
        made = _Open(at, form, seat, self.kinds[seat], deal, late, replies_to, answers, from_chat)
        self._offers.append(made)
        return made
