"""A person of scripts: plays over the wire at random, from what the server sends and from nothing else.

Load is measured with such people, and tests play whole games with them. They make every kind of move, offer
to some or to all, accept, reject, counter, confirm while others think, propose off turn, withdraw, take,
speak, ask and answer by buttons, and chat, also about deals. What they do is legal in the view that they
had; so a refusal is a fault, unless others acted at the same time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Final, TypeVar

from msgspec import UNSET

from catanlab.framework.errors import CatanlabError
from catanlab.framework.random import Random
from catanlab.games.catan.constants import RESOURCES
from catanlab.games.catan.text.rules import rules_from_text
from catanlab.server import wire
from catanlab.server.client.client import Client, RefusedError
from catanlab.server.client.room_view import RoomView
from catanlab.server.protocol.view_types import Counts, Legal, View, read_board, read_view

_T = TypeVar("_T")

CROSSED: Final = {
    wire.Move: {"stale-decision", "not-your-decision", "already-chosen", "game-over"},
    wire.Propose: {"stale-decision", "bad-proposal", "illegal-move", "game-over"},
    wire.Withdraw: {"no-proposal", "game-over"},
    wire.Take: {"stale-decision", "not-your-decision", "no-proposal", "game-over"},
    wire.Say: set[str](),
    wire.Ask: {"game-over"},
    wire.Reply: {"no-such-ask", "already-replied", "game-over"},
    wire.Chat: set[str](),
}
"""The refusals that others' acts can bring about, by kind of act."""
OWN_LIMIT: Final = "too-many-statements"
"""The refusal that a person brings about who says, asks, replies and chats in one turn."""
WEIGHTS: Final = {
    "city": 30,
    "settlement": 30,
    "road": 6,
    "buy card": 8,
    "knight": 4,
    "road building": 4,
    "plenty": 4,
    "monopoly": 4,
    "bank": 6,
    "offer": 3,
    "counter": 2,
    "accept": 3,
    "reject": 2,
    "confirm": 4,
    "take": 4,
    "end turn": 4,
    "cancel": 1,
    "skip": 1,
}
"""How likely a kind of move is among those that are legal; 10 for the others."""
LINES: Final = ("I need ore", "who has wood?", "not me, seat 2 leads", "good luck")
SPOKEN: Final = frozenset({"say", "chat", "ask", "reply"})
"""Asides that may count as statements, of which a seat has three a turn."""


class UnexpectedRefusalError(CatanlabError):
    """The server refused what it had called legal, though nobody else had acted."""

    code = "unexpected-refusal"


@dataclass(frozen=True)
class Done:
    """An act that the server acknowledged; `seq` is the number of its first event, 0 for chat."""

    id: str
    seq: int
    seconds: float
    """How long the acknowledgement took."""


class ScriptedPerson:
    """A person in a seat of a room. `think` is awaited before every act; then the person looks again.

    `faults` are codes of refusals that a test brings about itself: they are counted like those that others
    bring about.
    """

    def __init__(
        self,
        client: Client,
        room: RoomView,
        seed: int,
        *,
        think: Callable[[], Awaitable[None]] | None = None,
        faults: Collection[str] = (),
    ) -> None:
        self.client = client
        self.room = room
        self.random = Random(seed)
        self.done: list[Done] = []
        self.sent: wire.AnyAct | None = None
        """The last act."""
        self.refusals: list[tuple[str, str]] = []
        """The acts that were refused: id and code."""
        self._think = think
        self._faults = frozenset(faults)
        self._edges: Sequence[tuple[int, int]] = ()
        self._trades = False
        self._asides: tuple[int, set[str]] = (-1, set())

    @property
    def refused(self) -> Counter[str]:
        """How often acts were refused, by code."""
        return Counter(code for _, code in self.refusals)

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.room.table is not None and self.room.table.status == "over"

    async def play(self) -> None:
        """Play until the game is over; raises UnexpectedRefusalError."""
        while not self.is_over:
            updates = self.room.updates
            if not await self.step():
                await self.client.until(lambda seen=updates: self.room.updates > seen or self.is_over)  # type: ignore[misc]

    async def step(self) -> bool:
        """Do one thing, if there is one to do; return whether anything was done."""
        room = self.room
        if room.view is None or room.seat is None or room.table is None or self.is_over:
            return False
        if not self._edges and room.board is not None:
            self._edges = read_board(room.board).edges
            self._trades = rules_from_text(room.table.options.rules).player_trade
        act = self._choose()
        if act is not None and self._think is not None:
            await self._think()
            act = self._choose()
        return act is not None and await self.do(act)

    def _choose(self) -> wire.AnyAct | None:
        """Return what to do in the present view; None for nothing."""
        room = self.room
        if room.view is None or room.seat is None or room.table is None or self.is_over:
            return None
        view = read_view(room.view)
        return self._aside(view, room.seat, room.table) or self._move(view, room.seat, room.table)

    async def do(self, act: wire.AnyAct) -> bool:
        """Do an act; return False if others' acts came before it."""
        known = self.room.seq, self.room.epoch
        self.sent = act
        begun = perf_counter()
        try:
            ack = await self.client.act(act)
        except RefusedError as error:
            crossed = error.code in CROSSED[type(act)] and (self.room.seq, self.room.epoch) != known
            if not crossed and error.code not in {OWN_LIMIT, *self._faults}:
                raise UnexpectedRefusalError(f"{act}: {error.code}: {error}") from error
            self.refusals.append((act.id, error.code))
            return False
        self.done.append(Done(act.id, ack.seq, perf_counter() - begun))
        # The acknowledgement comes before the update that shows what the act did.
        await self.client.until(lambda: self.room.seq >= ack.seq)
        return True

    # Moves.

    def _move(self, view: View, seat: int, table: wire.TableInfo) -> wire.AnyAct | None:
        """Return the move to make now, or the proposal to take; None to wait."""
        legal = view.legal
        if legal is None or seat in table.chosen:
            return None
        if view.phase == "main" and view.on_turn == seat:
            taken = self._take(view, seat, table)
            if taken is not None:
                return taken
        if view.phase == "answering" and view.on_turn == seat and not self._chance(0.3):
            return None  # the others still think
        kinds = [
            name
            for name in legal.__struct_encode_fields__
            if getattr(legal, _field(name)) is not UNSET
            and (name != "counter" or table.options.counter_button)
        ]
        if not kinds or (kinds == ["cancel"] and view.phase == "answering" and not self._chance(0.2)):
            return None
        kind = self._weighted(kinds)
        return wire.Move(
            id=self.client.new_id(),
            room=self.room.room,
            decision=view.decision,
            move=self._text(kind, legal),
        )

    def _text(self, kind: str, legal: Legal) -> str:
        """Return the text of a random move of a kind."""
        match kind:
            case "settlement" | "city":
                return f"{kind} {self._pick(getattr(legal, kind))}"
            case "confirm" | "take":
                return f"{kind} {self._pick(getattr(legal, kind))}"
            case "road":
                assert legal.road is not UNSET
                low, high = self._edges[self._pick(legal.road)]
                return f"road {low}-{high}"
            case "robber":
                assert legal.robber is not UNSET
                place = self._pick(legal.robber)
                return f"robber {place.hex}" + (
                    f" from {self._pick(place.victims)}" if place.victims else ""
                )
            case "bank":
                assert legal.bank is not UNSET
                trade = self._pick(legal.bank)
                return f"bank {trade.ratio} {trade.give} for 1 {self._pick(trade.get)}"
            case "plenty":
                assert legal.plenty is not UNSET
                return f"plenty {' '.join(self._cards(legal.plenty.stock, legal.plenty.count))}"
            case "monopoly":
                assert legal.monopoly is not UNSET
                return f"monopoly {self._pick(legal.monopoly)}"
            case "offer":
                assert legal.offer is not UNSET
                to = [seat for seat in legal.offer.to if self._chance(0.7)] or [self._pick(legal.offer.to)]
                return f"offer {self._deal(legal.offer.max)} to {' '.join(map(str, to))}"
            case "counter":
                assert legal.counter is not UNSET
                same = legal.counter.accepted
                refused = f"{_cards_text(same.give)} for {_cards_text(same.get)}"
                while (deal := self._deal(legal.counter.max)) == refused:
                    pass
                return f"counter {deal}"
            case "discard":
                assert legal.discard is not UNSET
                return f"discard {' '.join(self._cards(legal.discard.hand, legal.discard.owes))}"
        return kind

    def _take(self, view: View, seat: int, table: wire.TableInfo) -> wire.Take | None:
        """Take an open proposal that can be paid, perhaps."""
        hand = view.seats[seat].hand
        for each in table.proposals:
            _, _, wanted = each.deal.partition(" for ")
            if hand is not None and _holds(hand, wanted) and self._chance(0.5):
                return wire.Take(
                    id=self.client.new_id(), room=self.room.room, seat=each.seat, proposal=each.proposal
                )
        return None

    # What is done off turn, each at most once in a turn: else people would answer each other for ever.

    def _aside(self, view: View, seat: int, table: wire.TableInfo) -> wire.AnyAct | None:
        if self._asides[0] != view.turn:
            self._asides = view.turn, set()
        room, new_id = self.room.room, self.client.new_id
        hand = view.seats[seat].hand
        if view.on_turn != seat and view.phase == "main" and self._trades:
            if any(each.seat == seat for each in table.proposals):
                if self._once("withdraw", 0.05):
                    return wire.Withdraw(id=new_id(), room=room)
            elif hand is not None and any(hand) and self._once("propose", 0.25):
                return wire.Propose(id=new_id(), room=room, turn=view.turn, deal=self._deal(hand))
        if len(self._asides[1] & SPOKEN) >= 3:
            return None
        if self._once("say", 0.02):
            return wire.Say(id=new_id(), room=room, text=self._pick(LINES))
        if self._once("chat", 0.02):
            deal = f"my {self._deal(hand)}, anyone?" if hand is not None and any(hand) else ""
            line = self._pick((deal or LINES[0], f"{self._pick(LINES)}!"))
            return wire.Chat(id=new_id(), room=room, text=line, turn=view.turn)
        if self._trades and table.options.interest_buttons:
            return self._ask_or_reply(seat)
        return None

    def _ask_or_reply(self, seat: int) -> wire.AnyAct | None:
        """Return a press of an interest button, or the answer to one of somebody else in this turn."""
        room, new_id = self.room.room, self.client.new_id
        if self._once("ask", 0.02):
            kinds: tuple[wire.AskKind, ...] = ("want", "sell", "lack", "need")
            cards: tuple[wire.Resource, ...] = ("wood", "clay", "sheep", "wheat", "ore")
            return wire.Ask(id=new_id(), room=room, kind=self._pick(kinds), resources=(self._pick(cards),))
        answered: set[int] = set()
        for numbered in reversed(self.room.events):
            match numbered.event:
                case wire.Moved(move="end turn"):
                    break
                case wire.Replied(seat=by, ask=number) if by == seat:
                    answered.add(number)
                case wire.Asked(seat=by, to=to) if by != seat and (not to or seat in to):
                    if numbered.seq not in answered and self._once("reply", 0.3):
                        answers: tuple[wire.AskAnswer, ...] = ("yes", "no", "offer")
                        return wire.Reply(
                            id=new_id(), room=room, ask=numbered.seq, answer=self._pick(answers)
                        )
        return None

    def _once(self, what: str, probability: float) -> bool:
        if what in self._asides[1] or not self._chance(probability):
            return False
        self._asides[1].add(what)
        return True

    # Chance.

    def _chance(self, probability: float) -> bool:
        return self.random.below(1000) < 1000 * probability

    def _pick(self, items: Sequence[_T]) -> _T:
        return items[self.random.below(len(items))]

    def _weighted(self, kinds: Sequence[str]) -> str:
        place = self.random.below(sum(WEIGHTS.get(kind, 10) for kind in kinds))
        for kind in kinds:
            place -= WEIGHTS.get(kind, 10)
            if place < 0:
                return kind
        raise AssertionError("not reached")

    def _cards(self, stock: Counts, count: int) -> list[str]:
        """Return this many cards of a stock, in the order of the resources."""
        left = [name for name, number in zip(RESOURCES, stock, strict=True) for _ in range(number)]
        taken = [left.pop(self.random.below(len(left))) for _ in range(count)]
        return sorted(taken, key=RESOURCES.index)

    def _deal(self, most: Counts) -> str:
        """Return a deal that gives some of these cards for one or two others."""
        gives = self._pick([place for place, number in enumerate(most) if number])
        gets = self._pick([place for place in range(len(RESOURCES)) if place != gives])
        give = 1 + self.random.below(min(2, most[gives]))
        get = 1 + (self.random.below(4) == 0)
        return f"{give} {RESOURCES[gives]} for {get} {RESOURCES[gets]}"


def _field(name: str) -> str:
    return name.replace(" ", "_")


def _cards_text(counts: Counts) -> str:
    return " + ".join(f"{n} {name}" for n, name in zip(counts, RESOURCES, strict=True) if n)


def _holds(hand: Counts, cards: str) -> bool:
    """Say whether a hand has cards such as `1 wood + 2 ore`."""
    for part in cards.split(" + "):
        count, name = part.split()
        if hand[RESOURCES.index(name)] < int(count):
            return False
    return True
