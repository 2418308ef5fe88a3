"""Moves and outcomes of Catan as sentences for one seat: "Seat 2 rolls 8: you get 1 ore."."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from catanlab.cli.catan_position import (
    Facts,
    Moment,
    awards_of,
    cards_of,
    count_of,
    hex_name,
    seats_of,
)
from catanlab.framework.moves import CHANCE, Move
from catanlab.games.catan.board import Board
from catanlab.games.catan.details import Seat
from catanlab.games.catan.view.details import SeenSeat

_WITHOUT_SENTENCE = ("roll", "end turn", "buy card", "skip")
"""Groups of moves without a sentence of their own: their outcomes have one, or nothing happens."""


def listed(words: Sequence[str]) -> str:
    """Return words joined by commas and an "and".

    >>> listed(["wood", "clay", "ore"])
    'wood, clay and ore'
    """
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def gains(old: Seat | SeenSeat, new: Seat | SeenSeat) -> str:
    """Return the cards that a seat got between two positions, such as "1 ore and 2 wood"."""
    before, after = cards_of(old), cards_of(new)
    return listed([f"{after[name] - n} {name}" for name, n in before.items() if after[name] > n])


class CatanSentences:
    """Writes sentences about the moves of a game for one seat, or with None for an observer of everything.

    Some moves share a sentence with the outcome that follows: a roll and its gains, a robbery and the
    stolen card; all discards of a seat are one sentence.
    """

    def __init__(self, board: Board, seat: int | None = None) -> None:
        self._board = board
        self._seat = seat
        self._discards: list[str] = []
        self._robbery = ""
        self._counters: dict[int, str] = {}

    def about(self, move: Move, earlier: Moment, later: Moment) -> list[str]:
        """Return the sentences, perhaps none, about a move or outcome between two moments."""
        before, after = earlier.facts, later.facts
        actor = before.seat_on_turn if earlier.to_move == CHANCE else earlier.to_move
        if move.group == "discard":
            text = self._discard(actor, move, after.phase == "discarding" and later.to_move == actor)
        else:
            text = self._sentence(move, actor, before, after)
        lines = [f"{text[0].upper()}{text[1:]}."] if text else []
        earlier_awards = awards_of(before)
        for award, seat in awards_of(after).items():
            if seat != earlier_awards[award]:
                lines.append(f"{award} goes to {self.name(seat)}.")
        return lines

    def name(self, seat: int | None) -> str:
        """Return how the sentences call a seat."""
        if seat is None:
            return "nobody"
        return "you" if seat == self._seat else f"seat {seat}"

    def does(self, seat: int, verb: str) -> str:
        """Return a seat and its verb: "you roll", "seat 1 rolls"."""
        return f"you {verb}" if seat == self._seat else f"seat {seat} {verb}s"

    def _sentence(self, move: Move, actor: int, before: Facts, after: Facts) -> str:
        group, rest = move.group, move.text.partition(" ")[2]
        method = _METHODS.get(group)
        if method:
            return method(self, actor, rest, before, after)
        return "" if group in _WITHOUT_SENTENCE else f"{self.name(actor)}: {move.text}"

    # A method for each group of moves: the actor, the words after the first, and both positions.

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
        """Return one sentence about all discards of a seat, after the last one."""
        self._discards.append(move.text.partition(" ")[2])
        if goes_on:
            return ""
        cards, self._discards = self._discards, []
        counts = [f"{cards.count(card)} {card}" for card in dict.fromkeys(cards)]
        text = f"{len(cards)} cards" if "unknown" in cards else listed(counts)
        return f"{self.does(actor, 'discard')} {text}"

    def _robber(self, actor: int, rest: str, before: Facts, after: Facts) -> str:
        words = rest.split()
        moved = f"{self.does(actor, 'move')} the robber to {hex_name(self._board, int(words[0]))}"
        if len(words) == 1:
            return moved
        self._robbery = f"{moved} and {'rob' if actor == self._seat else 'robs'} {self.name(int(words[2]))}"
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
    """Return the cards that an offer asks for and a hand lacks, such as "2 ore and 1 clay"."""
    asked = (offer or "").partition(" for ")[2].partition(" to ")[0]
    counts = [part.split() for part in asked.split(" + ") if part]
    return listed([f"{int(n) - held[name]} {name}" for n, name in counts if int(n) > held[name]])


_METHODS: dict[str, Callable[[CatanSentences, int, str, Facts, Facts], str]] = {
    "road": CatanSentences._road,
    "settlement": CatanSentences._settlement,
    "city": CatanSentences._city,
    "draw": CatanSentences._draw,
    "dice": CatanSentences._dice,
    "robber": CatanSentences._robber,
    "steal": CatanSentences._steal,
    "knight": CatanSentences._knight,
    "road building": CatanSentences._free_roads,
    "plenty": CatanSentences._plenty,
    "monopoly": CatanSentences._monopoly,
    "bank": CatanSentences._bank,
    "offer": CatanSentences._offer,
    "accept": CatanSentences._accept,
    "reject": CatanSentences._reject,
    "counter": CatanSentences._counter,
    "confirm": CatanSentences._confirm,
    "take": CatanSentences._take,
    "cancel": CatanSentences._cancel,
}
