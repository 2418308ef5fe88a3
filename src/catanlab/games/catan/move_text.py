"""Moves of Catan as text for players, which is read back exactly.

    settlement 12         road 12-17            city 12               buy card
    roll                  end turn              knight                road building
    plenty wood ore       monopoly sheep        bank 4 wood for 1 ore
    robber 7              robber 7 from 2       discard clay          skip
    offer 1 wood + 1 clay for 1 ore to 1 2 3    accept   reject       counter 2 wood for 1 ore
    confirm 2             take 2                cancel                deal 1 wood for 1 ore with 2
    dice 8                draw knight           steal ore             (outcomes)
    draw unknown          steal unknown         monopoly ore took 0 2 0 1      (as a seat sees them)
    accept by 2           reject by 2           discard clay by 2     (of a seat that is not next)

Places are the numbers of hexes and nodes; a road is the edge between two nodes. Seats are 0 to 3.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NoReturn

from catanlab.framework.errors import MoveTextError
from catanlab.framework.moves import GROUP_SHIFT
from catanlab.games.catan import constants as c
from catanlab.games.catan.grid import edge_between, edge_nodes
from catanlab.games.catan.hands import bundle, unbundled

_ARGUMENT = (1 << GROUP_SHIFT) - 1
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
_BY_ANY_DECIDER = frozenset(c.GROUPS[group] for group in c.BY_ANY_DECIDER)


def read_move(text: str) -> int:
    """Return the number of the move that a text stands for; raises MoveTextError with what is allowed.

    >>> write_move(read_move("accept by 2"))
    'accept by 2'
    """
    words = text.lower().split()
    try:
        words, carried = _read_carried(words)
        group = _BARE.get(" ".join(words))
        if group is not None:
            return group << GROUP_SHIFT | carried
        if not words or words[0] not in _READERS:
            known = ", ".join([*_BARE, *_READERS])
            raise MoveTextError(f"{text!r} is not a move; a move begins with one of: {known}")
        group, form, read = _READERS[words[0]]
        argument = read(words[1:])
    except _MalformedError as error:
        form = _READERS[words[0]][1] if words[0] in _READERS else f"{words[0]} or {words[0]} by 2"
        raise MoveTextError(f"{text!r}: {error}; the form is: {form}") from None
    return group << GROUP_SHIFT | argument | carried


def _read_carried(words: list[str]) -> tuple[list[str], int]:
    """Return the words of an answer or discard without the seat that it carries, and that seat's bits."""
    if len(words) < 3 or words[-2] != "by" or words[0] not in _BY_ANY_DECIDER:
        return words, 0
    return words[:-2], (_number(words[-1], "a seat", 4) + 1) << c.SEAT_SHIFT


def write_move(move: int) -> str:
    """Return the move as a player writes it; an impossible number is shown as such."""
    group = move >> GROUP_SHIFT
    argument = move & _ARGUMENT
    if 0 < group < len(c.ALL_GROUPS):
        name = c.ALL_GROUPS[group]
        by = ""
        if name in _BY_ANY_DECIDER and argument & c.SEAT_BITS:
            seat = (argument >> c.SEAT_SHIFT) - 1
            # A number beyond the seats stays in the argument, which then is impossible.
            if seat < 4:
                argument &= ~c.SEAT_BITS
                by = f" by {seat}"
        if name in _BARE and argument == 0:
            return name + by
        if group in _WRITERS:
            try:
                return f"{name} {_WRITERS[group](argument)}{by}"
            except (LookupError, ValueError):
                pass
    return f"impossible move {int(move)}"


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
    taken = 0
    for seat, word in enumerate(words[2:]):
        taken |= _number(word, "a number of cards", 1 << c.TAKEN_BITS) << (c.TAKEN_BITS * seat)
    return _resource(words[0]) | taken << c.TAKEN_SHIFT


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


def _read_deal(words: Sequence[str]) -> int:
    if len(words) < 2 or words[-2] != "with":
        _complain("it must say with whom")
    return _read_exchange(words[:-2]) | (_number(words[-1], "a seat", 4) + 1) << c.SEAT_SHIFT


_READERS: dict[str, tuple[int, str, Callable[[Sequence[str]], int]]] = {
    "road": (c.ROAD, "road 12-17", _read_edge),
    "settlement": (c.SETTLEMENT, "settlement 12", _read_node),
    "city": (c.CITY, "city 12", _read_node),
    "plenty": (c.PLAY_PLENTY, "plenty wood ore", _read_plenty),
    "monopoly": (c.PLAY_MONOPOLY, "monopoly sheep", _read_monopoly),
    "bank": (c.BANK_TRADE, "bank 4 wood for 1 ore", _read_exchange),
    "offer": (c.OFFER, "offer 1 wood + 1 clay for 1 ore to 1 2", _read_offer),
    "counter": (c.COUNTER, "counter 2 wood for 1 ore or counter 2 wood for 1 ore by 3", _read_exchange),
    "confirm": (c.CONFIRM, "confirm 2", _read_seat),
    "take": (c.TAKE_COUNTER, "take 2", _read_seat),
    "discard": (c.DISCARD, "discard clay or discard clay by 2", _read_seen_resource),
    "robber": (c.ROBBER, "robber 7 or robber 7 from 2", _read_robber),
    "dice": (c.DICE, "dice 8", _read_dice),
    "draw": (c.DRAW, "draw knight", _read_card),
    "steal": (c.STEAL, "steal ore", _read_seen_resource),
    "deal": (c.DEAL, "deal 1 wood for 1 ore with 2", _read_deal),
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


def _write_deal(argument: int) -> str:
    seat = argument >> c.SEAT_SHIFT
    if not 1 <= seat <= 4:
        raise KeyError(argument)
    return f"{_write_exchange(argument)} with {seat - 1}"


def _write_plenty(argument: int) -> str:
    counts = unbundled((argument >> c.GET_SHIFT) & c.BUNDLE_MASK)
    if argument & c.BUNDLE_MASK or argument >> c.ADDRESSEE_SHIFT or not 1 <= sum(counts) <= 2:
        raise KeyError(argument)
    return " ".join(name for count, name in zip(counts, c.RESOURCES, strict=True) for _ in range(count))


def _write_monopoly(argument: int) -> str:
    taken = argument >> c.TAKEN_SHIFT
    counts = [taken >> (c.TAKEN_BITS * seat) & (1 << c.TAKEN_BITS) - 1 for seat in range(4)]
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
    c.DEAL: _write_deal,
}
