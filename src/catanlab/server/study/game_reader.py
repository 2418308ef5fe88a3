"""Reads the log of a game that has ended into its facts, by repeating its moves."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

import msgspec
from msgspec import structs

from catanlab.framework.errors import CatanlabError
from catanlab.framework.moves import CHANCE
from catanlab.games.catan.constants import COSTS
from catanlab.games.catan.game import Catan
from catanlab.games.catan.moves import CatanMove, Counts, Deal, MoveKind
from catanlab.games.catan.text.boards import read_board
from catanlab.server.database.rows import ChatRow, Row
from catanlab.server.refusals import Refused
from catanlab.server.rooms import log_entries as log
from catanlab.server.rooms.options import make_game
from catanlab.server.study.facts import (
    Decision,
    GameFacts,
    Kind,
    Moment,
    Purchase,
    Seat,
    Standing,
    Substitution,
)
from catanlab.server.study.trades import Trades

DECISIONS: Final = {
    MoveKind.ROLL: "roll",
    MoveKind.ROAD: "build",
    MoveKind.SETTLEMENT: "build",
    MoveKind.CITY: "build",
    MoveKind.SKIP_ROADS: "build",
    MoveKind.BUY_CARD: "buy card",
    MoveKind.PLAY_KNIGHT: "play card",
    MoveKind.PLAY_ROAD_BUILDING: "play card",
    MoveKind.PLAY_PLENTY: "play card",
    MoveKind.PLAY_MONOPOLY: "play card",
    MoveKind.BANK_TRADE: "bank",
    MoveKind.OFFER: "offer",
    MoveKind.ACCEPT: "answer",
    MoveKind.REJECT: "answer",
    MoveKind.COUNTER: "answer",
    MoveKind.CONFIRM: "choice",
    MoveKind.TAKE_COUNTER: "choice",
    MoveKind.CANCEL: "choice",
    MoveKind.ROBBER: "robber",
    MoveKind.END_TURN: "end turn",
}
"""What kind of decision a move is; discards are chosen before they are played."""
KINDS_OF_DECISIONS: Final = ("opening", *dict.fromkeys(DECISIONS.values()), "proposal", "discard")
PURCHASES: Final = {
    MoveKind.ROAD: "road",
    MoveKind.SETTLEMENT: "settlement",
    MoveKind.CITY: "city",
    MoveKind.BUY_CARD: "development card",
}
"""What can be built or bought."""
_CHOICES: Final = frozenset({MoveKind.CONFIRM, MoveKind.TAKE_COUNTER, MoveKind.CANCEL})


class StudyError(CatanlabError):
    """A log that cannot be read, or a question that makes no sense."""

    code = "bad-study"


def read_game(rows: Iterable[Row], chat: Iterable[ChatRow] = ()) -> GameFacts | None:
    """Return the facts of the game in a log; None if it has not ended.

    Raises StudyError if the log does not fit the rules.
    """
    reader: _Reader | None = None
    for number, row in enumerate(rows, 1):
        try:
            entry = log.decode(row.body)
            if reader is None:
                if not isinstance(entry, log.Created):
                    raise StudyError(f"its log begins with {row.kind}")
                reader = _Reader(entry)
            if row.seq != number:
                raise StudyError(f"event {number} is missing")
            reader.read(entry, row)
        except LookupError as error:
            raise StudyError(f"room {row.room}, event {row.seq}: it does not fit the game") from error
        except (CatanlabError, Refused, msgspec.MsgspecError, ValueError) as error:
            said = error.text if isinstance(error, Refused) else str(error)
            reason = " ".join(said.split())
            raise StudyError(f"room {row.room}, event {row.seq}: {reason}") from error
    return None if reader is None else reader.facts(chat)


def continues(rows: Sequence[Row]) -> bool:
    """Say whether a log is that of a game that goes on from a position of another; raises StudyError."""
    try:
        created = log.decode(rows[0].body) if rows else None
    except msgspec.MsgspecError as error:
        raise StudyError(f"room {rows[0].room}, event 1: {error}") from error
    return isinstance(created, log.Created) and created.continues is not None


class _Reader:
    """A game as far as its log has been read."""

    def __init__(self, created: log.Created) -> None:
        self._created = created
        self._bots: set[str] = set()
        self._game: Catan = make_game(created.options, 0).on(read_board(created.board))
        self._state = self._game.start()
        count = self._game.seats
        self._kinds: list[Kind] = ["robot"] * count
        self._seats = [Seat(seat=number, kind="robot") for number in range(count)]
        self._holders: dict[str, int] = {}
        """The seat of every person who held one since the start."""
        self._trades = Trades(self._kinds, self._game.rules.trade_settlement == "first")
        self._ply = 0
        self._seq = 0
        self._started_at: int | None = None
        self._ended: log.Ended | None = None
        self._ended_at = 0
        self._rolled = False
        self._decisions: list[Decision] = []
        self._bank_trades = [0] * count
        self._statements = [0] * count
        self._asks = [0] * count
        self._replies = [0] * count
        self._substitutions: list[Substitution] = []
        self._purchases: list[Purchase] = []
        self._standings: list[Standing] = []
        self._deals: list[tuple[Moment, Counts, Counts]] = []
        """The deals of this turn: when, the hand of the seat on turn before it, and what it got."""

    @property
    def _moment(self) -> Moment:
        return Moment(self._seq, self._ply, self._state.position.turn_number)

    def read(self, entry: log.AnyEntry, row: Row) -> None:
        """Take the next entry of the log."""
        self._seq = row.seq
        match entry:
            case log.Seated():
                self._seat(entry)
            case log.Started():
                self._started_at = row.at
            case log.Moved():
                self._move(entry)
            case log.Taken():
                self._take(entry)
            case log.Outcome():
                self._apply(self._game.move_type.parse(entry.move), CHANCE)
            case log.Chosen():
                self._decide("discard", entry.seat, entry.seconds, late=entry.late)
            case log.Proposed():
                deal = _deal_of(entry.deal)
                on_turn = self._state.position.on_turn
                self._trades.proposed(self._moment, on_turn, entry.seat, deal, from_chat=bool(entry.words))
            case log.Said():
                # A line of chat that was understood as a statement counts as chat.
                self._statements[entry.seat] += not entry.words
            case log.Asked():
                self._asks[entry.seat] += 1
            case log.Replied():
                self._replies[entry.seat] += 1
            case log.Ended():
                self._ended, self._ended_at = entry, row.at

    def _seat(self, entry: log.Seated) -> None:
        kind: Kind = "robot"
        if entry.kind == "person":
            if entry.bot:
                self._bots.add(entry.person)
            kind = "bot" if entry.person in self._bots else "person"
        before = self._kinds[entry.seat]
        self._kinds[entry.seat] = kind
        if kind != "robot":
            self._holders[entry.person] = entry.seat
        if self._started_at is None:
            person = entry.person if kind != "robot" else ""
            self._seats[entry.seat] = Seat(
                seat=entry.seat, kind=kind, person=person, name=entry.name, agent=entry.agent
            )
            return
        self._seats[entry.seat] = structs.replace(self._seats[entry.seat], changed=True)
        self._substitutions.append(
            Substitution(at=self._moment, seat=entry.seat, before=before, after=kind)
        )

    # Moves.

    def _move(self, entry: log.Moved) -> None:
        move = CatanMove(self._state.by(self._game.move_type.parse(entry.move), entry.seat))
        position = self._state.position
        seat, hand = entry.seat, position.seats[entry.seat].certain
        waiting = move.kind in _CHOICES and self._trades.is_waiting
        self._apply(move, seat)
        at = structs.replace(self._moment, turn=position.turn_number)
        closed = self._trades.moved(
            at,
            position.on_turn,
            seat,
            move,
            seconds=entry.seconds,
            late=entry.late,
            from_chat=bool(entry.words),
        )
        if closed is not None:
            before = position.seats[position.on_turn].certain
            self._deals.append((at, before, closed.get))
        self._rolled = self._rolled or move.kind == MoveKind.ROLL
        if move.kind == MoveKind.BANK_TRADE:
            self._bank_trades[seat] += 1
        if move.kind in COSTS and self._state.position.seats[seat].certain != hand:
            self._note_purchase(at, seat, move.kind)
        if move.kind == MoveKind.END_TURN:
            self._deals.clear()
            points = tuple(each.public_points for each in self._state.position.seats)
            self._standings.append(Standing(at, points))
        kind = DECISIONS.get(move.kind) if self._rolled else "opening"
        if kind is not None:
            # No clock runs for the seat on turn while others owe answers.
            self._decide(kind, seat, None if waiting else entry.seconds, late=entry.late)

    def _take(self, entry: log.Taken) -> None:
        position = self._state.position
        self._apply(self._game.move_type.parse(entry.move), entry.seat)
        at = structs.replace(self._moment, turn=position.turn_number)
        deal = self._trades.taken(at, entry.seat, entry.proposer, seconds=entry.seconds)
        self._deals.append((at, position.seats[entry.seat].certain, deal.get))
        self._decide("proposal", entry.seat, entry.seconds, late=False)

    def _apply(self, move: CatanMove, seat: int) -> None:
        mover = self._state.mover(move)  # raises IllegalMoveError
        if mover != seat:
            raise StudyError(f"{move} is not a move of seat {seat}")
        self._state.apply(move)
        self._ply += 1

    def _decide(self, kind: str, seat: int, seconds: float | None, *, late: bool) -> None:
        """Note a decision, unless the clock made it."""
        if not late:
            self._decisions.append(Decision(kind=kind, seat=seat, by=self._kinds[seat], seconds=seconds))

    def _note_purchase(self, at: Moment, seat: int, kind: MoveKind) -> None:
        """Note that a deal of this turn brought a card that was missing; the last such deal of several."""
        cost = COSTS[kind]
        for deal, hand, got in reversed(self._deals):
            if any(have < price and gain for have, price, gain in zip(hand, cost, got, strict=True)):
                self._purchases.append(Purchase(at=at, deal=deal, seat=seat, what=PURCHASES[kind]))
                return

    # The end.

    def facts(self, chat: Iterable[ChatRow]) -> GameFacts | None:
        """Return the facts, if the game has ended."""
        ended, started_at = self._ended, self._started_at
        if ended is None or started_at is None:
            return None
        lines = [0] * len(self._seats)
        others = 0
        for line in chat:
            holder = self._holders.get(line.person)
            if holder is None:
                others += 1
            else:
                lines[holder] += 1
        options = self._created.options
        return GameFacts(
            room=self._created.room,
            rules=options.rules,
            experiment=self._created.experiment,
            arm=self._created.arm,
            counter_button=options.counter_button,
            interest_buttons=options.interest_buttons,
            started_at=started_at,
            ended_at=self._ended_at,
            seats=tuple(
                structs.replace(seat, score=ended.scores[seat.seat], won=seat.seat == ended.winner)
                for seat in self._seats
            ),
            turns=self._state.position.turn_number,
            winner=ended.winner,
            termination=ended.termination,
            offers=self._trades.offers,
            decisions=tuple(self._decisions),
            bank_trades=tuple(self._bank_trades),
            statements=tuple(self._statements),
            asks=tuple(self._asks),
            replies=tuple(self._replies),
            chat=tuple(lines),
            spectators_chat=others,
            substitutions=tuple(self._substitutions),
            purchases=tuple(self._purchases),
            standings=tuple(self._standings),
            events=self._seq,
        )


def _deal_of(text: str) -> Deal:
    """Read the deal of a proposal; raises MoveTextError."""
    deal = CatanMove.parse(f"counter {text}").deal
    assert deal is not None  # a counter-offer has one
    return deal
