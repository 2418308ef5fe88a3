"""Moves of Catan as single short words, for records and positions.

    s12  settlement 12        r12-17  road 12-17         c12  city 12          card  buy card
    d  roll                   .  end turn                knight  knight        roads  road building
    plenty+wo  plenty wood ore                           monopoly+s  monopoly sheep
    b4w>o  bank 4 wood for 1 ore                         x7  robber 7          x7@2  robber 7 from 2
    -c  discard clay          skip  skip                 ?wc>o@123  offer 1 wood + 1 clay for 1 ore to 1 2 3
    y  accept                 n  reject                  !2w>o  counter 2 wood for 1 ore
    y2  confirm 2             t2  take 2                 x  cancel
    y@2  accept by 2          n@2  reject by 2           !2w>o@3  counter 2 wood for 1 ore by 3
    -c@2  discard clay by 2   &w>o@2  deal 1 wood for 1 ore with 2
    =8  dice 8                =k  draw knight            =o  steal ore

An outcome follows its move without a space, as do the full stop of a turn and further discards of one
seat: `d=8`, `card=k`, `x7@2=o`, `r12-17.`, `-wwc`, `-wwc@2`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import Final

from catanlab.framework.errors import MoveTextError
from catanlab.framework.moves import Move
from catanlab.games.catan import constants as c
from catanlab.games.catan.grid import edge_nodes
from catanlab.games.catan.moves import CatanMove, Counts, Deal
from catanlab.games.catan.text.letters import (
    CARD_LETTERS,
    RESOURCE_LETTERS,
    counts_text,
    quote,
    read_counts,
)

_MAX_OF_A_RESOURCE: Final = 31
_EXCHANGES: Final = {c.BANK_TRADE: "b", c.OFFER: "?", c.COUNTER: "!", c.DEAL: "&"}
_EXCHANGE = re.compile(r"([b?!&])([0-9wcsho]+)>([0-9wcsho]+)(?:@([0-3]{1,4}))?", re.ASCII)
_SEATS_NAMED: Final = {"b": (0, 0), "?": (1, 4), "!": (0, 1), "&": (1, 1)}
"""How many seats may follow each kind of exchange."""
_DISCARDS = re.compile(r"-([wcsho]{2,})(@[0-3])?", re.ASCII)
_BARE: Final = {
    c.END_TURN: ".",
    c.ROLL: "d",
    c.BUY_CARD: "card",
    c.PLAY_KNIGHT: "knight",
    c.PLAY_ROAD_BUILDING: "roads",
    c.ACCEPT: "y",
    c.REJECT: "n",
    c.CANCEL: "x",
    c.SKIP_ROADS: "skip",
}


def short_form(move: Move) -> str:
    """Return the short form of a move; if it has none, its text with underscores, or # and its number.

    >>> short_form(CatanMove.parse("offer 2 wood for 1 ore to 1 3"))
    '?2w>o@13'
    """
    word = _words_by_move().get(int(move))
    if word is not None:
        return word
    move = CatanMove(move)
    text = move.text
    if text.startswith("impossible"):
        return f"#{int(move)}"
    if move.deal is None:
        return text.replace(" ", "_")
    seats = (move.by if move.kind == c.COUNTER else move.seat,)
    to = "".join(map(str, move.addressees or [seat for seat in seats if seat is not None]))
    return f"{_EXCHANGES[move.kind]}{exchange_text(*move.deal)}{'@' if to else ''}{to}"


def exchange_text(given: Sequence[int], got: Sequence[int]) -> str:
    """Return an exchange as text, as in an offer.

    >>> exchange_text((2, 0, 0, 0, 0), (0, 0, 0, 0, 1))
    '2w>o'
    """
    return f"{counts_text(given, RESOURCE_LETTERS)}>{counts_text(got, RESOURCE_LETTERS)}"


@lru_cache(maxsize=16384)
def read_word(word: str) -> tuple[CatanMove, ...]:
    """Return the moves of a word: a short form, several joined, a text with underscores, or a number.

    >>> read_word("x7@2=o")
    (<robber 7 from 2>, <steal ore>)

    Raises MoveTextError.
    """
    moves = []
    for part in _parts(word):
        number = _moves_by_word().get(part)
        if number is None:
            number = _read_exchange(part)
        if number is None and re.fullmatch("#[0-9]{1,18}", part):
            number = int(part[1:])
        moves.append(CatanMove.parse(part.replace("_", " ")) if number is None else CatanMove(number))
    return tuple(moves)


def join_words(left: str, right: str) -> str | None:
    """Return two words joined without a space, or None if there must be a space between them.

    >>> join_words("d", "=8")
    'd=8'
    """
    if right[0] == "=" or right == ".":
        return left + right
    if right[0] == "-" and left[0] == "-":
        cards, _, seat = left.partition("@")
        more, _, other = right.partition("@")
        if seat == other:
            return f"{cards}{more[1:]}{'@' if seat else ''}{seat}"
    return None


def _parts(word: str) -> Iterator[str]:
    """Take joined words apart."""
    body, stop = (word[:-1], True) if word.endswith(".") else (word, False)
    first, *outcomes = body.split("=")
    discards = _DISCARDS.fullmatch(first)
    if discards:
        for letter in discards[1]:
            yield f"-{letter}{discards[2] or ''}"
    elif first:
        yield first
    for outcome in outcomes:
        yield f"={outcome}"
    if stop:
        yield "."


@cache
def _words_by_move() -> dict[int, str]:
    """Return every move that is not an exchange, by its number."""
    words: dict[int, str] = {CatanMove.make(kind): word for kind, word in _BARE.items()}

    def add(kind: int, argument: int, word: str) -> None:
        words[CatanMove.make(kind, argument)] = word

    for node in range(54):
        add(c.SETTLEMENT, node, f"s{node}")
        add(c.CITY, node, f"c{node}")
    for edge in range(72):
        add(c.ROAD, edge, "r{}-{}".format(*edge_nodes(edge)))
    for hexagon in range(19):
        words[CatanMove.robber(hexagon)] = f"x{hexagon}"
        for seat in range(4):
            words[CatanMove.robber(hexagon, seat)] = f"x{hexagon}@{seat}"
    for seat in range(4):
        add(c.CONFIRM, seat, f"y{seat}")
        add(c.TAKE_COUNTER, seat, f"t{seat}")
        for kind in (c.ACCEPT, c.REJECT):
            words[CatanMove.make(kind).made_by(seat)] = f"{_BARE[kind]}@{seat}"
    for total in range(2, 13):
        add(c.DICE, total, f"={total}")
    for kind, letter in enumerate(CARD_LETTERS):
        add(c.DRAW, kind, f"={letter}")
    for kind, letter in enumerate(RESOURCE_LETTERS):
        add(c.STEAL, kind, f"={letter}")
        add(c.DISCARD, kind, f"-{letter}")
        for seat in range(4):
            words[CatanMove.make(c.DISCARD, kind).made_by(seat)] = f"-{letter}@{seat}"
        add(c.PLAY_MONOPOLY, kind, f"monopoly+{letter}")
        resource = c.RESOURCES[kind]
        words[CatanMove.parse(f"plenty {resource}")] = f"plenty+{letter}"
        for other in range(kind, 5):
            pair = CatanMove.parse(f"plenty {resource} {c.RESOURCES[other]}")
            words[pair] = f"plenty+{letter}{RESOURCE_LETTERS[other]}"
    return words


@cache
def _moves_by_word() -> dict[str, int]:
    """Return the numbers of the moves that are not exchanges; roads may be read from either end."""
    moves = {word: number for number, word in _words_by_move().items()}
    for edge in range(72):
        a, b = edge_nodes(edge)
        moves[f"r{b}-{a}"] = moves[f"r{a}-{b}"]
    return moves


def _read_exchange(word: str) -> CatanMove | None:
    """Return the bank trade, offer, counter-offer or deal of a word, or None if it is none of them."""
    match = _EXCHANGE.fullmatch(word)
    if not match:
        return None
    sign, given, got, to = match.groups()
    seats = [int(seat) for seat in to or ""]
    least, most = _SEATS_NAMED[sign]
    if not least <= len(seats) <= most:
        raise MoveTextError(
            f"{quote(word)}: an offer says to whom, ?w>o@123, and a deal with whom, &w>o@2; "
            "a counter-offer may say by whom, !w>o@2; a trade with the bank names no seat"
        )
    try:
        deal = Deal(_read_cards(given), _read_cards(got))
    except ValueError as error:
        raise MoveTextError(f"{quote(word)}: {error}") from None
    if max(map(max, deal)) > _MAX_OF_A_RESOURCE:
        raise MoveTextError(f"{quote(word)}: at most {_MAX_OF_A_RESOURCE} of a resource can be exchanged")
    if sign == "?":
        return CatanMove.offer(*deal, to=seats)
    if sign == "&":
        return CatanMove.deal_with(*deal, seats[0])
    if sign == "b":
        return CatanMove.bank(*deal)
    counter = CatanMove.counter(*deal)
    return counter.made_by(seats[0]) if seats else counter


def _read_cards(text: str) -> Counts:
    wood, clay, sheep, wheat, ore = read_counts(text, RESOURCE_LETTERS)
    return wood, clay, sheep, wheat, ore
