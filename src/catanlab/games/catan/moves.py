"""Moves of Catan: typed constructors and properties, and a text for players that is read back exactly.

    settlement 12         road 12-17            city 12               buy card
    roll                  end turn              knight                road building
    plenty wood ore       monopoly sheep        bank 4 wood for 1 ore
    robber 7              robber 7 from 2       discard clay          skip
    offer 1 wood + 1 clay for 1 ore to 1 2 3    accept   reject       counter 2 wood for 1 ore
    confirm 2             take 2                cancel
    dice 8                draw knight           steal ore             (outcomes)
    draw unknown          steal unknown         monopoly ore took 0 2 0 1      (as a seat sees them)

Places are the numbers of hexes and nodes; a road is the edge between two nodes. Seats are 0 to 3.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from enum import IntEnum
from typing import Any, ClassVar, NamedTuple, NoReturn, Self

from catanlab.framework.errors import ArgumentError, MoveTextError
from catanlab.framework.moves import GROUP_SHIFT, Move
from catanlab.games.catan import constants as c
from catanlab.games.catan.grid import edge_between, edge_nodes
from catanlab.games.catan.hands import bundle, unbundled

Counts = tuple[int, int, int, int, int]
"""Numbers of wood, clay, sheep, wheat and ore, or of the five kinds of development cards."""

_ARGUMENT = (1 << GROUP_SHIFT) - 1
_MOST_TAKEN = (1 << c.TAKEN_BITS) - 1
_BARE = {
    c.GROUPS[group]: group
    for group in (
        c.END_TURN,
        c.ROLL,
        c.BUY_CARD,
        c.PLAY_KNIGHT,
        c.PLAY_ROAD_BUILDING,
        c.ACCEPT,
        c.REJECT,
        c.CANCEL,
        c.SKIP_ROADS,
    )
}


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


# Agents read the parts of every move that they see. So the properties below ask for the plain number of the
# kind, which takes a third of the time of a property of a property and a member of an enumeration.
_KINDS: dict[int, MoveKind] = {kind.value: kind for kind in MoveKind}
_NO_KIND = MoveKind.NONE
_ROAD, _ROBBER, _OFFER, _MONOPOLY = c.ROAD, c.ROBBER, c.OFFER, c.PLAY_MONOPOLY
_AT_NODE = frozenset({c.SETTLEMENT, c.CITY})
_PLACES = {c.SETTLEMENT: 54, c.CITY: 54, c.ROAD: 72, c.ROBBER: 19}
"""How many nodes, edges or hexes there are for each kind of move that is about one."""
_WITH_RESOURCE = frozenset({c.PLAY_MONOPOLY, c.DISCARD, c.STEAL})
_WITH_DEAL = frozenset({c.BANK_TRADE, c.OFFER, c.COUNTER})
_WITH_SEAT = frozenset({c.CONFIRM, c.TAKE_COUNTER})


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
        # Above the resource a monopoly has the cards that it took.
        resource = self & (0xFF if group == _MONOPOLY else _ARGUMENT)
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
        """The seat whose acceptance is confirmed, or whose counter-offer is taken."""
        if self >> GROUP_SHIFT not in _WITH_SEAT:
            return None
        seat = self & _ARGUMENT
        return seat if seat < 4 else None

    @property
    def deal(self) -> Deal | None:
        """The exchange of an offer, a counter-offer or a trade with the bank."""
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
        return data

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a move from its text; raises MoveTextError with what is allowed."""
        words = text.lower().split()
        group = _BARE.get(" ".join(words))
        if group is not None:
            return cls(group << GROUP_SHIFT)
        if not words or words[0] not in _READERS:
            known = ", ".join([*_BARE, *_READERS])
            raise MoveTextError(f"{text!r} is not a move; a move begins with one of: {known}")
        group, form, read = _READERS[words[0]]
        try:
            argument = read(words[1:])
        except _MalformedError as error:
            raise MoveTextError(f"{text!r}: {error}; the form is: {form}") from None
        return cls(group << GROUP_SHIFT | argument)

    @property
    def text(self) -> str:
        """The move as a player writes it; an impossible number is shown as such."""
        group = self >> GROUP_SHIFT
        argument = self & _ARGUMENT
        if 0 < group < len(c.GROUPS):
            name = c.GROUPS[group]
            if name in _BARE and argument == 0:
                return name
            if group in _WRITERS:
                try:
                    return f"{name} {_WRITERS[group](argument)}"
                except (LookupError, ValueError):
                    pass
        return f"impossible move {int(self)}"


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


class _MalformedError(Exception):
    """An error in the words after the first."""


def _complain(message: str) -> NoReturn:
    raise _MalformedError(message)


def _number(word: str, what: str, limit: int) -> int:
    if not (word.isascii() and word.isdigit() and len(word) < 10 and int(word) < limit):
        _complain(f"{word!r} is not {what} from 0 to {limit - 1}")
    return int(word)


def _resource(word: str) -> int:
    if word not in c.RESOURCES:
        _complain(f"{word!r} is not a resource ({', '.join(c.RESOURCES)})")
    return c.RESOURCES.index(word)


def _single(words: Sequence[str]) -> str:
    if len(words) != 1:
        _complain(f"one thing must follow, not {len(words)}")
    return words[0]


def _read_node(words: Sequence[str]) -> int:
    return _number(_single(words), "a node", 54)


def _read_edge(words: Sequence[str]) -> int:
    ends = _single(words).split("-")
    if len(ends) != 2:
        _complain(f"{words[0]!r} is not two nodes")
    a, b = (_number(end, "a node", 54) for end in ends)
    try:
        return edge_between(a, b)
    except ValueError as error:
        _complain(str(error))


def _read_resource(words: Sequence[str]) -> int:
    return _resource(_single(words))


def _read_monopoly(words: Sequence[str]) -> int:
    if len(words) != 6 or words[1] != "took":
        return _read_resource(words)
    counts = [_number(word, "a number of cards", 1 << c.TAKEN_BITS) for word in words[2:]]
    return CatanMove.monopoly(_resource(words[0]), counts).argument


def _read_seen_resource(words: Sequence[str]) -> int:
    return c.UNKNOWN if list(words) == ["unknown"] else _read_resource(words)


def _read_card(words: Sequence[str]) -> int:
    name = " ".join(words)
    if name == "unknown":
        return c.UNKNOWN
    if name not in c.CARDS:
        _complain(f"{name!r} is not a card ({', '.join(c.CARDS)})")
    return c.CARDS.index(name)


def _read_seat(words: Sequence[str]) -> int:
    return _number(_single(words), "a seat", 4)


def _read_dice(words: Sequence[str]) -> int:
    total = _number(_single(words), "a sum", 13)
    return total if total >= 2 else _complain(f"{total} is not a sum from 2 to 12")


def _read_plenty(words: Sequence[str]) -> int:
    if not 1 <= len(words) <= 2:
        _complain("one or two resources must follow")
    counts = [0] * 5
    for word in words:
        counts[_resource(word)] += 1
    return bundle(counts) << c.GET_SHIFT


def _read_robber(words: Sequence[str]) -> int:
    if len(words) not in (1, 3) or (len(words) == 3 and words[1] != "from"):
        _complain("a hex must follow, and perhaps a victim")
    hexagon = _number(words[0], "a hex", 19)
    if len(words) == 1:
        return hexagon
    return hexagon | (_number(words[2], "a seat", 4) + 1) << c.VICTIM_SHIFT


def _read_cards(words: Sequence[str]) -> int:
    counts = [0] * 5
    for part in " ".join(words).split("+"):
        match = re.fullmatch(r"([0-9]{1,2}) ([a-z]+)", part.strip())
        if not match:
            _complain(f"{part.strip()!r} is not a number and a resource")
        resource = _resource(match[2])
        counts[resource] += int(match[1])
        if not 1 <= counts[resource] <= 31:
            _complain(f"{counts[resource]} {match[2]} is not a number from 1 to 31")
    return bundle(counts)


def _read_exchange(words: Sequence[str]) -> int:
    if words.count("for") != 1:
        _complain("it must say once what for")
    middle = words.index("for")
    return _read_cards(words[:middle]) | _read_cards(words[middle + 1 :]) << c.GET_SHIFT


def _read_offer(words: Sequence[str]) -> int:
    if words.count("to") != 1:
        _complain("it must say once to whom")
    middle = words.index("to")
    addressees = 0
    for word in words[middle + 1 :]:
        addressees |= 1 << _number(word, "a seat", 4)
    if not addressees:
        _complain("nobody is addressed")
    return _read_exchange(words[:middle]) | addressees << c.ADDRESSEE_SHIFT


_READERS: dict[str, tuple[int, str, Callable[[Sequence[str]], int]]] = {
    "road": (c.ROAD, "road 12-17", _read_edge),
    "settlement": (c.SETTLEMENT, "settlement 12", _read_node),
    "city": (c.CITY, "city 12", _read_node),
    "plenty": (c.PLAY_PLENTY, "plenty wood ore", _read_plenty),
    "monopoly": (c.PLAY_MONOPOLY, "monopoly sheep", _read_monopoly),
    "bank": (c.BANK_TRADE, "bank 4 wood for 1 ore", _read_exchange),
    "offer": (c.OFFER, "offer 1 wood + 1 clay for 1 ore to 1 2", _read_offer),
    "counter": (c.COUNTER, "counter 2 wood for 1 ore", _read_exchange),
    "confirm": (c.CONFIRM, "confirm 2", _read_seat),
    "take": (c.TAKE_COUNTER, "take 2", _read_seat),
    "discard": (c.DISCARD, "discard clay", _read_seen_resource),
    "robber": (c.ROBBER, "robber 7 or robber 7 from 2", _read_robber),
    "dice": (c.DICE, "dice 8", _read_dice),
    "draw": (c.DRAW, "draw knight", _read_card),
    "steal": (c.STEAL, "steal ore", _read_seen_resource),
}


def _write_seen(names: Sequence[str]) -> Callable[[int], str]:
    return lambda argument: "unknown" if argument == c.UNKNOWN else names[argument]


def _write_cards(packed: int) -> str:
    counts = zip(unbundled(packed), c.RESOURCES, strict=True)
    text = " + ".join(f"{count} {name}" for count, name in counts if count)
    if not text:
        raise KeyError(packed)
    return text


def _write_exchange(argument: int) -> str:
    got = (argument >> c.GET_SHIFT) & c.BUNDLE_MASK
    return f"{_write_cards(argument & c.BUNDLE_MASK)} for {_write_cards(got)}"


def _write_offer(argument: int) -> str:
    addressees = argument >> c.ADDRESSEE_SHIFT
    seats = " ".join(str(seat) for seat in range(4) if addressees >> seat & 1)
    if not seats:
        raise KeyError(argument)
    return f"{_write_exchange(argument)} to {seats}"


def _write_plain_exchange(argument: int) -> str:
    if argument >> c.ADDRESSEE_SHIFT:
        raise KeyError(argument)
    return _write_exchange(argument)


def _write_plenty(argument: int) -> str:
    counts = unbundled((argument >> c.GET_SHIFT) & c.BUNDLE_MASK)
    if argument & c.BUNDLE_MASK or argument >> c.ADDRESSEE_SHIFT or not 1 <= sum(counts) <= 2:
        raise KeyError(argument)
    return " ".join(name for count, name in zip(counts, c.RESOURCES, strict=True) for _ in range(count))


def _write_monopoly(argument: int) -> str:
    taken = argument >> c.TAKEN_SHIFT
    counts = [taken >> (c.TAKEN_BITS * seat) & _MOST_TAKEN for seat in range(4)]
    took = " took " + " ".join(map(str, counts)) if any(counts) else ""
    if taken >> (4 * c.TAKEN_BITS):
        raise KeyError(argument)
    return c.RESOURCES[argument & 0xFF] + took


def _write_robber(argument: int) -> str:
    hexagon, victim = argument & 0xFF, argument >> c.VICTIM_SHIFT
    if hexagon >= 19 or victim > 4:
        raise KeyError(argument)
    return f"{hexagon} from {victim - 1}" if victim else str(hexagon)


def _write_below(limit: int, least: int = 0) -> Callable[[int], str]:
    def write(argument: int) -> str:
        if not least <= argument < limit:
            raise KeyError(argument)
        return str(argument)

    return write


_WRITERS: dict[int, Callable[[int], str]] = {
    c.ROAD: lambda edge: "{}-{}".format(*edge_nodes(edge)),
    c.SETTLEMENT: _write_below(54),
    c.CITY: _write_below(54),
    c.PLAY_PLENTY: _write_plenty,
    c.PLAY_MONOPOLY: _write_monopoly,
    c.BANK_TRADE: _write_plain_exchange,
    c.OFFER: _write_offer,
    c.COUNTER: _write_plain_exchange,
    c.CONFIRM: _write_below(4),
    c.TAKE_COUNTER: _write_below(4),
    c.DISCARD: _write_seen(c.RESOURCES),
    c.ROBBER: _write_robber,
    c.DICE: _write_below(13, 2),
    c.DRAW: _write_seen(c.CARDS),
    c.STEAL: _write_seen(c.RESOURCES),
}
