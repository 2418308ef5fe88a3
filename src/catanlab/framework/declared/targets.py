"""What a move is about, as a number inside of the move, as values for the rules, and as text.

A move's lowest 50 bits are its target; the four above may name addressees of an offer, or the seat that
makes the move before it is asked; its group follows.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from catanlab.framework.declared.graph import GraphPlan, Places, square_name
from catanlab.framework.declared.resources import Resources

if TYPE_CHECKING:
    from catanlab.framework.declared.declaration import Declaration

SEAT_SHIFT = 50
"""The bits from here to the group: addressees, or the seat that makes a move, plus one."""
SEAT_BITS = 0xF << SEAT_SHIFT
GET_SHIFT = 25
_BUNDLE = (1 << GET_SHIFT) - 1

Values = tuple[Any, ...]


class Target:
    """The target of a move; the base class is a move without one."""

    form = ""
    """How it is written, for people."""

    def encode(self, play: Declaration, *values: Any) -> int:
        """Return the number of these values."""
        return 0

    def decode(self, play: Declaration, number: int) -> Values | None:
        """Return the values of a number; None if it is invalid."""
        return () if number == 0 else None

    def every(self, play: Declaration) -> Iterable[Values]:
        """Return all values, for the rules to choose from."""
        return ((),)

    def text(self, number: int) -> str | None:
        """Return the text of a number; None if it is invalid in every game."""
        return "" if number == 0 else None

    def read(self, text: str) -> int | None:
        """Return the number of a text; None if it cannot be read."""
        return 0 if not text else None


class Number(Target):
    """A number from `least` to `most`."""

    def __init__(self, least: int, most: int) -> None:
        self.least, self.most = least, most
        self.form = f"a number {least} to {most}"

    def encode(self, play: Declaration, *values: Any) -> int:
        """Return the number."""
        return int(values[0])

    def decode(self, play: Declaration, number: int) -> Values | None:
        """Return the number, if it is one of them."""
        return (number,) if self.least <= number <= self.most else None

    def every(self, play: Declaration) -> Iterable[Values]:
        """Return all of them."""
        return [(number,) for number in range(self.least, self.most + 1)]

    def text(self, number: int) -> str | None:
        """Return the number in digits."""
        return str(number) if self.least <= number <= self.most else None

    def read(self, text: str) -> int | None:
        """Read the number."""
        fits = text.isascii() and text.isdigit() and len(text) < 10
        return int(text) if fits and self.least <= int(text) <= self.most else None


class Choice(Target):
    """One of several names; rules get its number.

    Who does not see it sees `unknown`, whose number is `hidden`; by default the one after the last name.
    """

    def __init__(self, names: Sequence[str], *, hidden: int | None = None) -> None:
        self.names = tuple(names)
        self.hidden = len(self.names) if hidden is None else hidden
        shown = self.names if len(self.names) <= 6 else (*self.names[:3], "...", self.names[-1])
        self.form = f"one of {', '.join(shown)}"

    def encode(self, play: Declaration, *values: Any) -> int:
        """Return the number of a name."""
        return int(values[0])

    def decode(self, play: Declaration, number: int) -> Values | None:
        """Return the number, if it is that of a name."""
        return (number,) if 0 <= number < len(self.names) else None

    def every(self, play: Declaration) -> Iterable[Values]:
        """Return all numbers."""
        return [(number,) for number in range(len(self.names))]

    def text(self, number: int) -> str | None:
        """Return the name."""
        if number == self.hidden:
            return "unknown"
        return self.names[number] if 0 <= number < len(self.names) else None

    def read(self, text: str) -> int | None:
        """Read the name."""
        if text == "unknown":
            return self.hidden
        return _place_in(self.names, text)


class Place(Target):
    """An element of the board."""

    def __init__(self, places: Places) -> None:
        self.places = places
        self.kind = places.kind
        plan = places.board
        # On squares the number of a move must not depend on the size of the board, which may be an option.
        self.is_square = isinstance(plan, GraphPlan) and plan.is_square and self.kind == "area"
        drawn = plan.drawn if isinstance(plan, GraphPlan) else None
        self.names: Sequence[str] = ()
        if drawn is not None:
            self.names = [drawn.name(self.kind, element) for element in range(drawn.size(self.kind))]
        self.form = f"a place: the number of the {self.kind}"
        if self.is_square or self.names:
            self.form = f"a place, such as {self.names[0] if self.names else 'c2'}"

    def encode(self, play: Declaration, *values: Any) -> int:
        """Return the number of an element."""
        return play.graph.code(self.kind, values[0])

    def decode(self, play: Declaration, number: int) -> Values | None:
        """Return the element of a number."""
        if self.is_square:
            element = play.graph.step(0, number >> 8, number & 255)
            return None if element is None else (element,)
        return (number,) if 0 <= number < play.graph.size(self.kind) else None

    def every(self, play: Declaration) -> Iterable[Values]:
        """Return all elements."""
        return [(element,) for element in range(play.graph.size(self.kind))]

    def text(self, number: int) -> str | None:
        """Return the name of the element."""
        if self.is_square:
            row, column = number >> 8, number & 255
            return square_name(row, column) if row < 99 and column < 26 else None
        if self.names:
            return self.names[number] if 0 <= number < len(self.names) else None
        return str(number) if 0 <= number < 1 << 16 else None

    def read(self, text: str) -> int | None:
        """Read the name of the element."""
        if self.is_square:
            digits = text[1:]
            if not (text[:1].isalpha() and text.isascii() and digits.isdigit() and len(digits) < 3):
                return None
            number = (int(digits) - 1) << 8 | ord(text[0].lower()) - ord("a")
            return number if self.text(number) == text.lower() else None
        if self.names:
            return _place_in(self.names, text)
        return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else None


class PlaceAndSeat(Target):
    """An element of the board, and perhaps a seat: where the robber goes, and whom it robs."""

    SHIFT = 8

    def __init__(self, places: Places) -> None:
        self.place = Place(places)
        self.form = f"{self.place.form}, and perhaps from 2"

    def encode(self, play: Declaration, *values: Any) -> int:
        """Return the number of an element and a seat, or None for nobody."""
        element, seat = values
        return self.place.encode(play, element) | (0 if seat is None else seat + 1) << self.SHIFT

    def decode(self, play: Declaration, number: int) -> Values | None:
        """Return the element and the seat."""
        place = self.place.decode(play, number & 0xFF)
        seat = number >> self.SHIFT
        if place is None or seat > play.seats:
            return None
        return (*place, seat - 1 if seat else None)

    def every(self, play: Declaration) -> Iterable[Values]:
        """Return every element with nobody and with every seat."""
        seats = (None, *range(play.seats))
        return [(element, seat) for (element,) in self.place.every(play) for seat in seats]

    def text(self, number: int) -> str | None:
        """Return the element, and whose."""
        place = self.place.text(number & 0xFF)
        seat = number >> self.SHIFT
        if place is None or seat > 4:
            return None
        return f"{place} from {seat - 1}" if seat else place

    def read(self, text: str) -> int | None:
        """Read the element and the seat."""
        place, middle, seat = text.partition(" from ")
        number = self.place.read(place)
        if number is None or (middle and seat not in ("0", "1", "2", "3")):
            return None
        return number | (int(seat) + 1 << self.SHIFT if middle else 0)


class Seat(Number):
    """A seat of the game."""

    def __init__(self) -> None:
        super().__init__(0, 3)
        self.form = "a seat"

    def decode(self, play: Declaration, number: int) -> Values | None:
        """Return the seat, if there is one of this number."""
        return (number,) if 0 <= number < play.seats else None

    def every(self, play: Declaration) -> Iterable[Values]:
        """Return all seats."""
        return [(seat,) for seat in range(play.seats)]


class Bundle(Target):
    """Some cards that a seat gets from the bank: a count for each resource."""

    def __init__(self, kinds: Resources) -> None:
        self.kinds = kinds
        self.form = "cards, such as 2 " + kinds.names[0]

    def encode(self, play: Declaration, *values: Any) -> int:
        """Return the number of these counts."""
        return self.kinds.pack(values[0]) << GET_SHIFT

    def decode(self, play: Declaration, number: int) -> Values | None:
        """Return the counts."""
        if number & _BUNDLE or number >> SEAT_SHIFT:
            return None
        return (self.kinds.unpack(number >> GET_SHIFT),)

    def every(self, play: Declaration) -> Iterable[Values]:
        """Return nothing: there are too many; the action says which are listed."""
        return ()

    def text(self, number: int) -> str | None:
        """Return the cards in words."""
        if number & _BUNDLE or number >> SEAT_SHIFT:
            return None
        return self.kinds.text(self.kinds.unpack(number >> GET_SHIFT)) or None

    def read(self, text: str) -> int | None:
        """Read the cards."""
        bundle = read_cards(self.kinds, text)
        return None if bundle is None else bundle << GET_SHIFT


class Deal(Target):
    """An exchange of cards: what is given and what is got; `to` or `with` says with whom."""

    def __init__(self, kinds: Resources, *, partners: str = "none") -> None:
        self.kinds = kinds
        self.partners = partners
        # Lists of offers are made of the same few exchanges again and again.
        self._number = lru_cache(maxsize=4096)(self._number_of)
        words = {"none": "", "many": " to 1 2", "one": " with 2"}[partners]
        self.form = f"an exchange, such as 1 {kinds.names[0]} for 1 {kinds.names[-1]}{words}"

    def encode(self, play: Declaration, *values: Any) -> int:
        """Return the number of what is given, what is got, and with whom."""
        return self._number(values)

    def _number_of(self, values: Values) -> int:
        give, get, *partners = values
        number = self.kinds.pack(give) | self.kinds.pack(get) << GET_SHIFT
        if self.partners == "many":
            for seat in partners[0]:
                number |= 1 << (SEAT_SHIFT + seat)
        elif self.partners == "one":
            number |= (partners[0] + 1) << SEAT_SHIFT
        return number

    def decode(self, play: Declaration, number: int) -> Values | None:
        """Return what is given, what is got, and with whom."""
        give = self.kinds.unpack(number & _BUNDLE)
        get = self.kinds.unpack(number >> GET_SHIFT & _BUNDLE)
        rest = number >> SEAT_SHIFT
        if self.partners == "many":
            return give, get, tuple([seat for seat in range(4) if rest >> seat & 1])
        if self.partners == "one":
            return give, get, rest - 1
        return None if rest else (give, get)

    def every(self, play: Declaration) -> Iterable[Values]:
        """Return nothing: there are too many; the action says which are listed."""
        return ()

    def text(self, number: int) -> str | None:
        """Return the exchange in words."""
        give = self.kinds.text(self.kinds.unpack(number & _BUNDLE))
        get = self.kinds.text(self.kinds.unpack(number >> GET_SHIFT & _BUNDLE))
        rest = number >> SEAT_SHIFT
        if not give or not get or (rest and self.partners == "none"):
            return None
        if self.partners == "many":
            return (
                f"{give} for {get} to {' '.join(str(s) for s in range(4) if rest >> s & 1)}"
                if rest
                else None
            )
        if self.partners == "one":
            return f"{give} for {get} with {rest - 1}" if 1 <= rest <= 4 else None
        return f"{give} for {get}"

    def read(self, text: str) -> int | None:
        """Read the exchange."""
        word = {"none": "", "many": " to ", "one": " with "}[self.partners]
        exchange, middle, seats = text.partition(word) if word else (text, "", "")
        if word and not middle:
            return None
        give, middle, get = exchange.partition(" for ")
        given, got = read_cards(self.kinds, give), read_cards(self.kinds, get)
        if given is None or got is None:
            return None
        number = given | got << GET_SHIFT
        for seat in seats.split():
            if seat not in ("0", "1", "2", "3"):
                return None
            number |= (
                1 << (SEAT_SHIFT + int(seat)) if self.partners == "many" else int(seat) + 1 << SEAT_SHIFT
            )
        return number


def read_cards(kinds: Resources, text: str) -> int | None:
    """Return the bundle of cards in words, such as 2 wheat + 1 ore; None if they cannot be read."""
    counts = [0] * len(kinds)
    for part in text.split("+"):
        number, _, name = part.strip().partition(" ")
        kind = _place_in(kinds.names, name)
        if kind is None or not (number.isascii() and number.isdigit() and len(number) < 4):
            return None
        counts[kind] += int(number)
    if not all(count < 1 << kinds.width for count in counts):
        return None
    return kinds.pack(counts)


def _place_in(names: Sequence[str], text: str) -> int | None:
    """Return the place of a name in a list, in whatever case it is written; None if it is not there."""
    lowered = [name.lower() for name in names]
    return lowered.index(text.lower()) if text.lower() in lowered else None
