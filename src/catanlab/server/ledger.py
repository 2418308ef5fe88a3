"""The ledger: what each person and each address makes the server hold and do.

Limits of messages count what people send. Little of it can cost much: a room that is followed stays in
memory, robots answer without being paid, a pasted game is thousands of events. So everything that costs the
server something is charged here, to a person and to the address (network) that they come from; many guests
of one address share what the address has.

What is held (rooms, their bytes, channels) is counted until it is released. What is done (acts, rows,
robots' answers, games seen again) takes tokens that come back with time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final, Literal, NamedTuple

from msgspec import Struct

from catanlab.server import wire
from catanlab.server.limits import Limits
from catanlab.server.refusals import Refused
from catanlab.server.token_bucket import Budgets

Held = Literal["rooms", "room bytes", "channels"]
Done = Literal["acts", "rows", "answers", "replays"]

CREATE_COST = 20
"""Tokens for a new room."""
REPORT_COST = 20
"""Tokens for a report, which a person has to read."""
INVITE_COST = 5
"""Tokens for an invitation, which disturbs somebody; any other request costs one."""
ANSWER_COST = 1.0
"""Tokens for an answer of a robot: what it chooses is committed, and shown to everybody in the room."""
WORDS_COST = 0.2
"""Tokens for asking a robot whether it has something to say: mostly it has not, and nothing follows."""
ROW_BYTES = 500
"""The bytes on disk that count as a row, with its indexes: what is longer counts as several."""
ROOM_ROWS = 10
"""The rows of a new room besides those of its log: itself, its dice, the seats and the start to come."""
REPORT_ROWS = 50
"""The rows of a report: it quotes the last lines that were said."""
ROWS_SPENT = "Much was written for this address: try again a little later."
"""What somebody is told whose address has no rows left."""


class Payer(Struct, frozen=True):
    """Who pays: a person, and the network of their address; either is empty if it is not known."""

    person: str = ""
    network: str = ""


UNKNOWN = Payer()
"""Somebody of whom nothing is known, who pays nothing."""


class _Holding(NamedTuple):
    """The limits of something that is held: empty for none."""

    person: str
    address: str
    code: str
    noun: str


class _Rate(NamedTuple):
    """The limits of something that is done, by person or by address."""

    by: Literal["person", "address"]
    per_second: str
    at_once: str


_HELD: Final[dict[Held, _Holding]] = {
    "rooms": _Holding("rooms_per_person", "rooms_per_address", "too-many-rooms", "rooms"),
    "room bytes": _Holding("", "room_bytes_per_address", "too-many-rooms", "bytes of rooms"),
    "channels": _Holding("channels_per_person", "channels_per_address", "too-many-channels", "channels"),
}
_DONE: Final[dict[Done, _Rate]] = {
    "acts": _Rate("person", "acts_per_second", "acts_at_once"),
    "rows": _Rate("address", "rows_per_second", "rows_at_once"),
    "answers": _Rate("address", "answers_per_second", "answers_at_once"),
    "replays": _Rate("address", "replays_per_second", "replays_at_once"),
}


class Ledger:
    """Counts what people and addresses hold, and how fast they spend.

    >>> ledger = Ledger(Limits(rooms_per_address=1))
    >>> ann, bob = Payer("ann", "192.0.2.1"), Payer("bob", "192.0.2.1")
    >>> ledger.hold("rooms", ann)
    >>> ledger.hold("rooms", bob)
    Traceback (most recent call last):
    catanlab.server.refusals.Refused: ('too-many-rooms', 'an address may have 1 rooms')
    >>> ledger.release("rooms", ann)
    >>> ledger.hold("rooms", bob)
    """

    def __init__(self, limits: Limits | None = None) -> None:
        self._by_person: dict[Held, Counter[str]] = {what: Counter() for what in _HELD}
        self._by_address: dict[Held, Counter[str]] = {what: Counter() for what in _HELD}
        self.limits = limits or Limits()

    @property
    def limits(self) -> Limits:
        """The limits that hold."""
        return self._limits

    @limits.setter
    def limits(self, limits: Limits) -> None:
        """Go on with other limits: what is held stays so, and everybody has all tokens."""
        self._limits = limits
        self._spent = {
            what: Budgets(rate=getattr(limits, rate.per_second), size=getattr(limits, rate.at_once))
            for what, rate in _DONE.items()
        }

    # What is held.

    def check(self, what: Held, payer: Payer, amount: int = 1) -> None:
        """Raise Refused if somebody cannot hold so much more."""
        rule = _HELD[what]
        for who, key, limit, counts in (
            ("a person", payer.person, rule.person, self._by_person),
            ("an address", payer.network, rule.address, self._by_address),
        ):
            if key and limit and counts[what][key] + amount > (most := getattr(self._limits, limit)):
                raise Refused(rule.code, f"{who} may have {most:,} {rule.noun}")

    def hold(self, what: Held, payer: Payer, amount: int = 1) -> None:
        """Charge somebody until it is released; raises Refused, and charges nothing, if it is too much."""
        self.check(what, payer, amount)
        self.add(what, payer, amount)

    def add(self, what: Held, payer: Payer, amount: int = 1) -> None:
        """Charge somebody for what is not refused, such as more of what they hold already."""
        for counts, key in (
            (self._by_person[what], payer.person),
            (self._by_address[what], payer.network),
        ):
            if key:
                counts[key] += amount
                if counts[key] <= 0:
                    del counts[key]

    def release(self, what: Held, payer: Payer, amount: int = 1) -> None:
        """Forget something that was held."""
        self.add(what, payer, -amount)

    def held(self, what: Held, *, person: str = "", network: str = "") -> int:
        """Return how much a person, or an address, holds."""
        return self._by_person[what][person] if person else self._by_address[what][network]

    # What is done.

    def spend(self, what: Done, payer: Payer, cost: float, now: float) -> bool:
        """Charge somebody; returns whether they had enough left, and charges nothing if not."""
        key = _key(what, payer)
        return not key or self._spent[what].take(key, cost, now)

    def reserve(self, what: Done, payers: Sequence[Payer], cost: float, now: float) -> tuple[Payer, float]:
        """Charge the one of several who has enough soonest; return who it is, and in how many seconds.

        Nobody is refused: who has nothing left waits for tokens that come back, the next for later ones.

        >>> ledger = Ledger(Limits(answers_per_second=2.0, answers_at_once=1))
        >>> ann, bob = Payer("ann", "192.0.2.1"), Payer("bob", "192.0.2.2")
        >>> [ledger.reserve("answers", [ann], 1, now=0.0)[1] for _ in range(3)]
        [0.0, 0.5, 1.0]
        >>> payer, seconds = ledger.reserve("answers", [ann, bob], 1, now=0.0)
        >>> payer.person, seconds
        ('bob', 0.0)
        """
        spent = self._spent[what]
        payer = min(
            payers, key=lambda each: spent.wait(key, cost, now) if (key := _key(what, each)) else 0.0
        )
        return payer, spent.reserve(key, cost, now) if (key := _key(what, payer)) else 0.0

    def give_back(self, what: Done, payer: Payer, cost: float) -> None:
        """Return what somebody was charged for something that was not done."""
        self._spent[what].give_back(_key(what, payer), cost)


def _key(what: Done, payer: Payer) -> str:
    """Return by what somebody is counted; empty if it is not known."""
    return payer.person if _DONE[what].by == "person" else payer.network


def cost_of(message: wire.AnyClientMessage) -> int:
    """Return the tokens that a message costs: none for moves, whose number the rules of the game limit."""
    match message:
        case wire.Hello() | wire.Pong() | wire.Part() | wire.Move() | wire.Take():
            return 0
        case wire.Create() | wire.Quick() | wire.Rematch():
            return CREATE_COST
        case wire.Report():
            return REPORT_COST
        case wire.Invite():
            return INVITE_COST
        case _:
            return 1


def rows_of(message: wire.AnyClientMessage) -> int:
    """Return the rows that a message may write.

    Not counted here are rooms, which are charged when they are made, and moves: the rules limit their
    number, and nobody is refused a move because of neighbours.
    """
    match message:
        case wire.Move() | wire.Take() | wire.Invite():
            return 0
        case wire.Chat() | wire.Talk():
            return stored_rows((message.text.encode(),))
        case wire.Report():
            return REPORT_ROWS
        case wire.Act() | wire.Join() | wire.Mute():
            return 1
        case _:
            return 0


def stored_rows(bodies: Iterable[bytes]) -> int:
    """Return as how many rows some rows with these bodies count."""
    return sum(1 + len(body) // ROW_BYTES for body in bodies)
