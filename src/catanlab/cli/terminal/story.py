"""Moves and outcomes as sentences, as one seat sees them: "seat 2 rolls 8: you get 1 ore"."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from catanlab.framework.moves import CHANCE, Move
from catanlab.games.catan.board import TERRAIN_NAMES, Board
from catanlab.games.catan.details import Details, Seat
from catanlab.games.catan.engine.state import CatanState
from catanlab.games.catan.view.details import SeenSeat, ViewDetails
from catanlab.games.catan.view.view import CatanView

Facts: TypeAlias = Details | ViewDetails
"""A position of Catan, as it is or as a seat knows it."""

_SILENT = ("roll", "end turn", "buy card", "skip")


@dataclass(frozen=True)
class Moment:
    """A position, and whose move it is."""

    to_move: int
    facts: Facts

    @classmethod
    def of(cls, source: CatanState | CatanView) -> Moment:
        """Return the moment of a state, or of what a seat knows."""
        return cls(source.to_move, source.details)


def seats_of(facts: Facts) -> tuple[Seat | SeenSeat, ...]:
    """Return the seats of a position."""
    return facts.seats


def count_of(seat: Seat | SeenSeat) -> int:
    """Return how many resource cards a seat holds."""
    return seat.resource_count if isinstance(seat, SeenSeat) else sum(seat.resources.values())


def cards_of(seat: Seat | SeenSeat) -> dict[str, int]:
    """Return the resources of a seat, as far as they are certain."""
    return seat.certain if isinstance(seat, SeenSeat) else seat.resources


def listed(words: Sequence[str]) -> str:
    """Return words with commas and an "and".

    >>> listed(["wood", "clay", "ore"])
    'wood, clay and ore'
    """
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def gains(old: Seat | SeenSeat, new: Seat | SeenSeat) -> str:
    """Return in words which cards a seat got between two positions."""
    before, after = cards_of(old), cards_of(new)
    return listed([f"{after[name] - n} {name}" for name, n in before.items() if after[name] > n])


def hex_name(board: Board, hexagon: int) -> str:
    """Return what a hex yields, and its number.

    >>> from catanlab import Catan
    >>> hex_name(Catan(board="beginner").board, 0)
    'ore 10'
    """
    name, number = TERRAIN_NAMES[board.resources[hexagon]], board.numbers[hexagon]
    return f"{name} {number}" if number else name


class Story:
    """Tells a game of Catan to one seat, or with None to somebody who sees everything.

    Some moves are told together with what follows: a roll with its gains, a robbery with the card, the
    discards of a seat in one sentence.
    """

    def __init__(self, board: Board, seat: int | None = None) -> None:
        self._board = board
        self._seat = seat
        self._discards: list[str] = []
        self._robbery = ""
        self._counters: dict[int, str] = {}

    def tell(self, move: Move, earlier: Moment, later: Moment) -> list[str]:
        """Return the sentences, perhaps none, about a move or outcome between two moments."""
        before, after = earlier.facts, later.facts
        actor = before.seat_on_turn if earlier.to_move == CHANCE else earlier.to_move
        if move.group == "discard":
            told = self._discard(actor, move, after.phase == "discarding" and later.to_move == actor)
        else:
            told = self._sentence(move, actor, before, after)
        lines = [f"{told[0].upper()}{told[1:]}."] if told else []
        for award, old, new in (
            ("Longest Road", before.longest_road, after.longest_road),
            ("Largest Army", before.largest_army, after.largest_army),
        ):
            if old != new:
                lines.append(f"{award} goes to {self.name(new)}.")
        return lines

    def name(self, seat: int | None) -> str:
        """Return what a seat is called in the story."""
        if seat is None:
            return "nobody"
        return "you" if seat == self._seat else f"seat {seat}"

    def does(self, seat: int, verb: str) -> str:
        """Return a seat and its verb: "you roll", "seat 1 rolls"."""
        return f"you {verb}" if seat == self._seat else f"seat {seat} {verb}s"

    def _sentence(self, move: Move, actor: int, before: Facts, after: Facts) -> str:
        group, rest = move.group, move.text.partition(" ")[2]
        teller = _TELLERS.get(group)
        if teller:
            return teller(self, actor, rest, before, after)
        return "" if group in _SILENT else f"{self.name(actor)}: {move.text}"

    # One method for each kind of move: the actor, the words after the first, both positions.

    def _road(self, actor: int, rest: str, before: Facts, after: Facts) -> str:
        return f"{self.does(actor, 'build')} a road {rest}"

    def _settlement(self, actor: int, rest: str, before: Facts, after: Facts) -> str:
        got = gains(before.seats[actor], after.seats[actor])
        gets = f" and {'get' if actor == self._seat else 'gets'} {got}" if got else ""
        return f"{self.does(actor, 'build')} a settlement at {rest}{gets}"

    def _city(self, actor: int, rest: str, before: Facts, after: Facts) -> str:
        return f"{self.does(actor, 'build')} a city at {rest}"

    def _draw(self, actor: int, rest: str, before: Facts, after: Facts) -> str:
        what = "" if rest == "unknown" else f": {rest}"
        return f"{self.does(actor, 'buy')} a development card{what}"

    def _dice(self, actor: int, rest: str, before: Facts, after: Facts) -> str:
        rolls = f"{self.does(actor, 'roll')} {rest}"
        if rest == "7":
            return rolls
        parts = []
        for seat, (old, new) in enumerate(zip(seats_of(before), seats_of(after), strict=True)):
            got = gains(old, new)
            if got:
                parts.append(f"{self.does(seat, 'get')} {got}")
        return f"{rolls}: {', '.join(parts) or 'nobody gets anything'}"

    def _discard(self, actor: int, move: Move, goes_on: bool) -> str:
        """Tell all discards of a seat after the last one."""
        self._discards.append(move.text.partition(" ")[2])
        if goes_on:
            return ""
        cards, self._discards = self._discards, []
        counts = [f"{cards.count(card)} {card}" for card in dict.fromkeys(cards)]
        text = f"{len(cards)} cards" if "unknown" in cards else listed(counts)
        return f"{self.does(actor, 'discard')} {text}"

    def _robber(self, actor: int, rest: str, before: Facts, after: Facts) -> str:
        words = rest.split()
        place = f"{self.does(actor, 'move')} the robber to {hex_name(self._board, int(words[0]))}"
        if len(words) == 1:
            return place
        self._robbery = f"{place} and {'rob' if actor == self._seat else 'robs'} {self.name(int(words[2]))}"
        return "" if after.phase == "stealing" else self._robbery

    def _steal(self, actor: int, rest: str, before: Facts, after: Facts) -> str:
        return f"{self._robbery} of {'a card' if rest == 'unknown' else f'1 {rest}'}"

    def _knight(self, actor: int, rest: str, before: Facts, after: Facts) -> str:
        return f"{self.does(actor, 'play')} a knight"

    def _free_roads(self, actor: int, rest: str, before: Facts, after: Facts) -> str:
        return f"{self.does(actor, 'play')} road building"

    def _plenty(self, actor: int, rest: str, before: Facts, after: Facts) -> str:
        return f"{self.does(actor, 'play')} year of plenty: {listed(rest.split())}"

    def _monopoly(self, actor: int, rest: str, before: Facts, after: Facts) -> str:
        taken = []
        for seat, (old, new) in enumerate(zip(seats_of(before), seats_of(after), strict=True)):
            lost = count_of(old) - count_of(new)
            if seat != actor and lost:
                taken.append(f"{lost} from {self.name(seat)}")
        took = listed(taken) or "nobody has any"
        return f"{self.does(actor, 'play')} a monopoly on {rest.split()[0]}: {took}"

    def _bank(self, actor: int, rest: str, before: Facts, after: Facts) -> str:
        return f"{self.does(actor, 'trade')} {rest} with the bank"

    def _offer(self, actor: int, rest: str, before: Facts, after: Facts) -> str:
        self._counters = {}
        exchange, _, seats = rest.partition(" to ")
        to = listed([self.name(int(seat)) for seat in seats.split()])
        return f"{self.does(actor, 'offer')} {exchange} to {to}"

    def _accept(self, actor: int, rest: str, before: Facts, after: Facts) -> str:
        done = after.offer is None and before.offer is not None
        return f"{self.does(actor, 'accept')}{': the trade is done' if done else ''}"

    def _reject(self, actor: int, rest: str, before: Facts, after: Facts) -> str:
        lacked = _lacked(cards_of(before.seats[actor]), before.offer) if actor == self._seat else ""
        return f"{self.does(actor, 'decline')}{f', for lack of {lacked}' if lacked else ''}"

    def _counter(self, actor: int, rest: str, before: Facts, after: Facts) -> str:
        self._counters[actor] = rest
        return f"{self.does(actor, 'counter')}: {rest}"

    def _confirm(self, actor: int, rest: str, before: Facts, after: Facts) -> str:
        exchange = (before.offer or "").removeprefix("offer ").partition(" to ")[0]
        return f"{self.does(actor, 'trade')} {exchange} with {self.name(int(rest))}"

    def _take(self, actor: int, rest: str, before: Facts, after: Facts) -> str:
        given, _, got = self._counters.get(int(rest), "").partition(" for ")
        return f"{self.does(actor, 'trade')} {got} for {given} with {self.name(int(rest))}"

    def _cancel(self, actor: int, rest: str, before: Facts, after: Facts) -> str:
        return f"{self.does(actor, 'drop')} the offer"


def _lacked(held: dict[str, int], offer: str | None) -> str:
    """Return in words what somebody lacks of the cards that an offer asks for."""
    asked = (offer or "").partition(" for ")[2].partition(" to ")[0]
    counts = [part.split() for part in asked.split(" + ") if part]
    return listed([f"{int(n) - held[name]} {name}" for n, name in counts if int(n) > held[name]])


_TELLERS: dict[str, Callable[[Story, int, str, Facts, Facts], str]] = {
    "road": Story._road,
    "settlement": Story._settlement,
    "city": Story._city,
    "draw": Story._draw,
    "dice": Story._dice,
    "robber": Story._robber,
    "steal": Story._steal,
    "knight": Story._knight,
    "road building": Story._free_roads,
    "plenty": Story._plenty,
    "monopoly": Story._monopoly,
    "bank": Story._bank,
    "offer": Story._offer,
    "accept": Story._accept,
    "reject": Story._reject,
    "counter": Story._counter,
    "confirm": Story._confirm,
    "take": Story._take,
    "cancel": Story._cancel,
}
