"""Moves of Catan: typed constructors and properties. `move_text` has their text for players."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import IntEnum
from typing import Any, ClassVar, NamedTuple, NoReturn, Self

from catanlab.framework.errors import ArgumentError
from catanlab.framework.moves import GROUP_SHIFT, Move
from catanlab.games.catan import constants as c
from catanlab.games.catan.hands import bundle, unbundled
from catanlab.games.catan.move_text import read_move, write_move

Counts = tuple[int, int, int, int, int]
"""Numbers of wood, clay, sheep, wheat and ore, or of the five kinds of development cards."""

_ARGUMENT = (1 << GROUP_SHIFT) - 1
_MOST_TAKEN = (1 << c.TAKEN_BITS) - 1


class MoveKind(IntEnum):
    """The kinds of moves and outcomes; the numbers are those of `constants`."""

    NONE = 0
    END_TURN = c.END_TURN
    ROLL = c.ROLL
    ROAD = c.ROAD
    SETTLEMENT = c.SETTLEMENT
    CITY = c.CITY
    BUY_CARD = c.BUY_CARD
    PLAY_KNIGHT = c.PLAY_KNIGHT
    PLAY_ROAD_BUILDING = c.PLAY_ROAD_BUILDING
    PLAY_PLENTY = c.PLAY_PLENTY
    PLAY_MONOPOLY = c.PLAY_MONOPOLY
    BANK_TRADE = c.BANK_TRADE
    OFFER = c.OFFER
    ACCEPT = c.ACCEPT
    REJECT = c.REJECT
    COUNTER = c.COUNTER
    CONFIRM = c.CONFIRM
    TAKE_COUNTER = c.TAKE_COUNTER
    CANCEL = c.CANCEL
    DISCARD = c.DISCARD
    ROBBER = c.ROBBER
    SKIP_ROADS = c.SKIP_ROADS
    DICE = c.DICE
    DRAW = c.DRAW
    STEAL = c.STEAL
    DEAL = c.DEAL


# Agents read the parts of every move that they see. So the properties below ask for the plain number of the
# kind, which takes a third of the time of a property of a property and a member of an enumeration.
_KINDS: dict[int, MoveKind] = {kind.value: kind for kind in MoveKind}
_NO_KIND = MoveKind.NONE
_ROAD, _ROBBER, _OFFER, _MONOPOLY = c.ROAD, c.ROBBER, c.OFFER, c.PLAY_MONOPOLY
_AT_NODE = frozenset({c.SETTLEMENT, c.CITY})
_PLACES = {c.SETTLEMENT: 54, c.CITY: 54, c.ROAD: 72, c.ROBBER: 19}
"""How many nodes, edges or hexes there are for each kind of move that is about one."""
_WITH_RESOURCE = frozenset({c.PLAY_MONOPOLY, c.DISCARD, c.STEAL})
_WITH_DEAL = frozenset({c.BANK_TRADE, c.OFFER, c.COUNTER, c.DEAL})
_WITH_SEAT = frozenset({c.CONFIRM, c.TAKE_COUNTER})
_DISCARD, _DEAL = c.DISCARD, c.DEAL
_BY_ANY_DECIDER = frozenset(c.BY_ANY_DECIDER)


class Deal(NamedTuple):
    """An exchange of cards, from the side of the seat that proposes it.

    >>> Deal(give=(0, 0, 0, 2, 0), get=(1, 0, 0, 0, 0)).text
    '2 wheat for 1 wood'
    """

    give: Counts
    get: Counts

    @property
    def reversed(self) -> Deal:
        """The same exchange from the other side."""
        return Deal(self.get, self.give)

    @property
    def text(self) -> str:
        """The exchange in words."""
        return f"{cards_text(self.give)} for {cards_text(self.get)}"

    def to_dict(self) -> dict[str, dict[str, int]]:
        """Return it as plain data: cards by name, only those that change hands."""
        return {"give": _named(self.give), "get": _named(self.get)}


class CatanMove(Move):
    """A move or outcome of Catan: its kind, and the place, cards or seat it is about.

    >>> move = CatanMove.parse("bank 4 wood for 1 ore")
    >>> move, move.kind.name, move.deal.give
    (<bank 4 wood for 1 ore>, 'BANK_TRADE', (4, 0, 0, 0, 0))
    >>> CatanMove.make(MoveKind.SETTLEMENT, 12).node
    12

    A property is None where the move has no such thing: `node` of a road, `deal` of a roll; and where the
    number in its place is impossible: `node` of a settlement at 54.
    """

    __slots__ = ()
    groups: ClassVar[tuple[str, ...]] = c.GROUPS
    group_sets: ClassVar[Mapping[str, str]] = c.GROUP_SETS

    @classmethod
    def make(cls, kind: int, argument: int = 0) -> Self:
        """Return the move of a kind; the argument is a place, resource, card, seat or sum of dice.

        Raises ArgumentError if the argument would make it a move of another kind.
        """
        if argument >> GROUP_SHIFT:
            raise ArgumentError(f"{argument} is not the argument of a move: it is negative or too large")
        return cls(kind << GROUP_SHIFT | argument)

    @classmethod
    def offer(cls, give: Counts, get: Counts, to: Iterable[int]) -> Self:
        """Return the offer of an exchange to these seats.

        >>> CatanMove.offer((1, 0, 0, 0, 0), (0, 0, 0, 0, 1), to=[1, 2])
        <offer 1 wood for 1 ore to 1 2>

        Like the other constructors, it raises ArgumentError for cards, seats and places that a move cannot
        hold; only the state knows whether the move is legal.
        """
        addressees = 0
        for seat in to:
            if not 0 <= seat <= 3:
                _refuse("seat", seat, 3)
            addressees |= 1 << seat
        return cls.make(c.OFFER, _packed(give, get) | addressees << c.ADDRESSEE_SHIFT)

    @classmethod
    def counter(cls, give: Counts, get: Counts) -> Self:
        """Return the counter-offer of an exchange."""
        return cls.make(c.COUNTER, _packed(give, get))

    @classmethod
    def deal_with(cls, give: Counts, get: Counts, seat: int) -> Self:
        """Return the exchange at once that the seat on turn has agreed on with another.

        >>> CatanMove.deal_with((1, 0, 0, 0, 0), (0, 0, 0, 0, 1), 2)
        <deal 1 wood for 1 ore with 2>
        """
        if not 0 <= seat <= 3:
            _refuse("seat", seat, 3)
        return cls.make(c.DEAL, _packed(give, get) | (seat + 1) << c.SEAT_SHIFT)

    @classmethod
    def bank(cls, give: Counts, get: Counts) -> Self:
        """Return the trade of these cards with the bank."""
        return cls.make(c.BANK_TRADE, _packed(give, get))

    @classmethod
    def robber(cls, hexagon: int, victim: int | None = None) -> Self:
        """Return the move of the robber to a hex, where it robs the victim or nobody.

        >>> CatanMove.robber(7, victim=2)
        <robber 7 from 2>
        """
        if not 0 <= hexagon <= 18:
            _refuse("hex", hexagon, 18)
        if victim is None:
            return cls.make(c.ROBBER, hexagon)
        if not 0 <= victim <= 3:
            _refuse("victim", victim, 3)
        return cls.make(c.ROBBER, hexagon | (victim + 1) << c.VICTIM_SHIFT)

    @classmethod
    def plenty(cls, gained: Counts) -> Self:
        """Return the year of plenty that takes these cards from the bank.

        >>> CatanMove.plenty((1, 0, 0, 0, 1))
        <plenty wood ore>
        """
        if len(gained) != 5:
            _refuse_counts(gained)
        return cls.make(c.PLAY_PLENTY, bundle(gained) << c.GET_SHIFT)

    @classmethod
    def monopoly(cls, resource: int, taken: Sequence[int] = ()) -> Self:
        """Return the play of a monopoly; with the cards taken from each seat it is as a seat sees it.

        >>> CatanMove.monopoly(c.ORE, taken=[0, 2, 0, 1])
        <monopoly ore took 0 2 0 1>
        """
        if not 0 <= resource <= 4:
            _refuse("resource", resource, 4)
        if len(taken) > 4:
            raise ArgumentError(f"a monopoly takes cards from up to 4 seats, not {len(taken)}")
        counts = 0
        for seat, count in enumerate(taken):
            if not 0 <= count <= _MOST_TAKEN:
                _refuse("number of cards taken", count, _MOST_TAKEN)
            counts |= count << (c.TAKEN_BITS * seat)
        return cls.make(c.PLAY_MONOPOLY, resource | counts << c.TAKEN_SHIFT)

    def made_by(self, seat: int) -> Self:
        """Return the answer or discard as the move of a seat that is not next to be asked.

        >>> CatanMove.parse("accept").made_by(2)
        <accept by 2>

        `state.by` knows which seat is next. Raises ArgumentError if nobody but the seat that is asked can
        make such a move.
        """
        if self >> GROUP_SHIFT not in _BY_ANY_DECIDER:
            raise ArgumentError(f"{self} is no answer or discard, which several seats may owe at once")
        if not 0 <= seat <= 3:
            _refuse("seat", seat, 3)
        return type(self)(self & ~c.SEAT_BITS | (seat + 1) << c.SEAT_SHIFT)

    @property
    def bare(self) -> Self:
        """The same move without the seat that an answer or discard may carry."""
        if self >> GROUP_SHIFT not in _BY_ANY_DECIDER or not self & c.SEAT_BITS:
            return self
        return type(self)(self & ~c.SEAT_BITS)

    @property
    def by(self) -> int | None:
        """The seat that an answer or discard carries; None if it is the move of the seat that is asked."""
        if self >> GROUP_SHIFT not in _BY_ANY_DECIDER:
            return None
        seat = (self & c.SEAT_BITS) >> c.SEAT_SHIFT
        return seat - 1 if 0 < seat <= 4 else None

    @property
    def group(self) -> str:
        """The name of the move's group; deals, which are never listed, have one beyond `groups`."""
        return c.ALL_GROUPS[_DEAL] if self >> GROUP_SHIFT == _DEAL else super().group

    @property
    def kind(self) -> MoveKind:
        """What kind of move it is; NONE for an impossible number."""
        return _KINDS.get(self >> GROUP_SHIFT, _NO_KIND)

    @property
    def argument(self) -> int:
        """The number that says which of its kind it is; the properties below read it."""
        return self & _ARGUMENT

    @property
    def node(self) -> int | None:
        """The node of a settlement or city."""
        if self >> GROUP_SHIFT not in _AT_NODE:
            return None
        node = self & _ARGUMENT
        return node if node < 54 else None

    @property
    def edge(self) -> int | None:
        """The edge of a road."""
        if self >> GROUP_SHIFT != _ROAD:
            return None
        edge = self & _ARGUMENT
        return edge if edge < 72 else None

    @property
    def hex(self) -> int | None:
        """The hex that the robber moves to."""
        if self >> GROUP_SHIFT != _ROBBER:
            return None
        hexagon = self & 0xFF
        return hexagon if hexagon < 19 else None

    @property
    def place(self) -> int | None:
        """The node, edge or hex that it is about; its kind says which."""
        group = self >> GROUP_SHIFT
        limit = _PLACES.get(group, 0)
        # Above the hex a robber has its victim.
        place = self & (0xFF if group == _ROBBER else _ARGUMENT)
        return place if place < limit else None

    @property
    def resource(self) -> int | None:
        """The resource of a monopoly, discard or steal; None too if the seat did not see it."""
        group = self >> GROUP_SHIFT
        if group not in _WITH_RESOURCE:
            return None
        # Above the resource a monopoly has the cards that it took, and a discard may carry its seat.
        resource = self & _ARGUMENT
        if group == _MONOPOLY:
            resource &= 0xFF
        elif group == _DISCARD:
            resource &= ~c.SEAT_BITS
        return resource if resource < 5 else None

    @property
    def card(self) -> int | None:
        """The development card of a draw; None too if the seat did not see it."""
        if self >> GROUP_SHIFT != c.DRAW:
            return None
        card = self & _ARGUMENT
        return card if card < 5 else None

    @property
    def dice(self) -> int | None:
        """The sum of the dice."""
        if self >> GROUP_SHIFT != c.DICE:
            return None
        total = self & _ARGUMENT
        return total if 2 <= total <= 12 else None

    @property
    def victim(self) -> int | None:
        """The seat that the robber robs."""
        if self >> GROUP_SHIFT != _ROBBER:
            return None
        victim = (self & _ARGUMENT) >> c.VICTIM_SHIFT
        return victim - 1 if 0 < victim <= 4 else None

    @property
    def seat(self) -> int | None:
        """The seat whose acceptance is confirmed, whose counter-offer is taken, or that is dealt with."""
        group = self >> GROUP_SHIFT
        if group == _DEAL:
            seat = ((self & _ARGUMENT) >> c.SEAT_SHIFT) - 1
            return seat if 0 <= seat < 4 else None
        if group not in _WITH_SEAT:
            return None
        seat = self & _ARGUMENT
        return seat if seat < 4 else None

    @property
    def deal(self) -> Deal | None:
        """The exchange of an offer, a counter-offer, a deal or a trade with the bank."""
        return read_deal(self) if self >> GROUP_SHIFT in _WITH_DEAL else None

    @property
    def addressees(self) -> tuple[int, ...]:
        """The seats that an offer is made to."""
        if self >> GROUP_SHIFT != _OFFER:
            return ()
        return tuple([seat for seat in range(4) if self >> (c.ADDRESSEE_SHIFT + seat) & 1])

    @property
    def gained(self) -> Counts | None:
        """The cards that a year of plenty takes from the bank."""
        return read_deal(self).get if self >> GROUP_SHIFT == c.PLAY_PLENTY else None

    @property
    def taken(self) -> tuple[int, ...] | None:
        """How many cards a monopoly took from each seat, as a seat sees it."""
        if self >> GROUP_SHIFT != c.PLAY_MONOPOLY:
            return None
        counts = (self & _ARGUMENT) >> c.TAKEN_SHIFT
        return tuple([counts >> (c.TAKEN_BITS * seat) & _MOST_TAKEN for seat in range(4)])

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain data that JSON can hold: its text, its kind, and its place, cards or seats.

        >>> CatanMove.parse("road 12-17").to_dict()
        {'text': 'road 12-17', 'kind': 'road', 'edge': 19}
        >>> CatanMove.parse("monopoly ore took 0 2 0 1").to_dict()
        {'text': 'monopoly ore took 0 2 0 1', 'kind': 'monopoly', 'resource': 'ore', 'taken': [0, 2, 0, 1]}

        What the move does not have is left out, and so are cards that the seat did not see.
        """
        data: dict[str, Any] = {"text": self.text, "kind": self.group}
        for name in ("node", "edge", "hex", "dice", "victim", "seat"):
            value = getattr(self, name)
            if value is not None:
                data[name] = value
        if self.resource is not None:
            data["resource"] = c.RESOURCES[self.resource]
        if self.card is not None:
            data["card"] = c.CARDS[self.card]
        if self.deal is not None:
            data |= self.deal.to_dict()
        if self.gained is not None:
            data["get"] = _named(self.gained)
        if self.taken is not None and any(self.taken):
            data["taken"] = list(self.taken)
        if self.addressees:
            data["to"] = list(self.addressees)
        if self.by is not None:
            data["by"] = self.by
        return data

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a move from its text; raises MoveTextError with what is allowed."""
        return cls(read_move(text))

    @property
    def text(self) -> str:
        """The move as a player writes it; an impossible number is shown as such."""
        return write_move(self)


def read_deal(move: int) -> Deal:
    """Return the exchange inside an offer, a counter-offer or a trade with the bank."""
    return Deal(unbundled(move & c.BUNDLE_MASK), unbundled(move >> c.GET_SHIFT & c.BUNDLE_MASK))


def cards_text(cards: Counts) -> str:
    """Return cards in words: 2 wheat + 1 ore."""
    return " + ".join(f"{count} {c.RESOURCES[r]}" for r, count in enumerate(cards) if count)


def _packed(give: Sequence[int], get: Sequence[int]) -> int:
    if len(give) != 5 or len(get) != 5:
        _refuse_counts(give if len(give) != 5 else get)
    return bundle(give) | bundle(get) << c.GET_SHIFT


def _refuse_counts(counts: Sequence[int]) -> NoReturn:
    raise ArgumentError(f"cards are five counts, of wood, clay, sheep, wheat and ore, not {counts!r}")


def _refuse(what: str, value: int, most: int) -> NoReturn:
    raise ArgumentError(f"{value} is not a {what} from 0 to {most}")


def _named(cards: Counts) -> dict[str, int]:
    return {name: count for name, count in zip(c.RESOURCES, cards, strict=True) if count}
