"""Moves and outcomes of Catan as sentences for one seat: "Seat 2 rolls 8: you get 1 ore."."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from catanlab.cli.catan_names import awards_of, hex_name
from catanlab.framework.moves import CHANCE
from catanlab.games.catan.board import Board
from catanlab.games.catan.constants import CARDS, RESOURCES
from catanlab.games.catan.grid import edge_nodes
from catanlab.games.catan.moves import CatanMove, Counts, MoveKind, read_deal
from catanlab.games.catan.position import CatanPosition, Phase


def listed(words: Sequence[str]) -> str:
    """Return words joined by commas and an "and".

    >>> listed(["wood", "clay", "ore"])
    'wood, clay and ore'
    """
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def surplus(more: Counts, less: Counts) -> str:
    """Return the cards that one hand has more of than another, such as "2 wood and 1 ore".

    >>> surplus((2, 0, 3, 0, 1), (0, 1, 3, 0, 0))
    '2 wood and 1 ore'
    """
    both = zip(RESOURCES, more, less, strict=True)
    return listed([f"{a - b} {name}" for name, a, b in both if a > b])


_OF_TURN = (MoveKind.CONFIRM, MoveKind.TAKE_COUNTER, MoveKind.CANCEL)
"""What the seat on turn may do while others are still asked for their answers."""


class _Step(NamedTuple):
    """A move or outcome, the seat that made it, and the positions before and after it."""

    actor: int
    move: CatanMove
    before: CatanPosition
    after: CatanPosition


class CatanSentences:
    """Writes sentences about the moves of a game for one seat, or with None for an observer of everything.

    Some moves share a sentence with the outcome that follows: a roll and its gains, a robbery and the
    stolen card; all discards of a seat are one sentence.
    """

    def __init__(self, board: Board, seat: int | None = None) -> None:
        self._board = board
        self._seat = seat
        self._discards: dict[int, list[str]] = {}
        self._robbery = ""

    def about(self, move: CatanMove, before: CatanPosition, after: CatanPosition) -> list[str]:
        """Return the sentences, perhaps none, about a move or outcome between two positions."""
        actor = before.on_turn if before.to_move == CHANCE or move.kind in _OF_TURN else before.to_move
        if move.by is not None:
            actor = move.by
        method = _METHODS.get(move.kind)
        text = method(self, _Step(actor, move, before, after)) if method else ""
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

    # A method for each kind of move that has a sentence.

    def _road(self, step: _Step) -> str:
        return "{} a road {}-{}".format(self.does(step.actor, "build"), *edge_nodes(step.move.argument))

    def _settlement(self, step: _Step) -> str:
        got = surplus(step.after.seats[step.actor].certain, step.before.seats[step.actor].certain)
        gets = f" and {'get' if step.actor == self._seat else 'gets'} {got}" if got else ""
        return f"{self.does(step.actor, 'build')} a settlement at {step.move.node}{gets}"

    def _city(self, step: _Step) -> str:
        return f"{self.does(step.actor, 'build')} a city at {step.move.node}"

    def _draw(self, step: _Step) -> str:
        card = "" if step.move.card is None else f": {CARDS[step.move.card]}"
        return f"{self.does(step.actor, 'buy')} a development card{card}"

    def _dice(self, step: _Step) -> str:
        rolls = f"{self.does(step.actor, 'roll')} {step.move.dice}"
        if step.move.dice == 7:
            return rolls
        parts = []
        for seat, (old, new) in enumerate(zip(step.before.seats, step.after.seats, strict=True)):
            got = surplus(new.certain, old.certain)
            if got:
                parts.append(f"{self.does(seat, 'get')} {got}")
        return f"{rolls}: {', '.join(parts) or 'nobody gets anything'}"

    def _discard(self, step: _Step) -> str:
        """Return one sentence about all discards of a seat, after the last one."""
        self._discards.setdefault(step.actor, []).append(_resource_name(step.move))
        if step.after.seats[step.actor].discards_owed:
            return ""
        cards = self._discards.pop(step.actor)
        counts = [f"{cards.count(card)} {card}" for card in dict.fromkeys(cards)]
        text = listed(counts) if all(cards) else f"{len(cards)} cards"
        return f"{self.does(step.actor, 'discard')} {text}"

    def _robber(self, step: _Step) -> str:
        moved = f"{self.does(step.actor, 'move')} the robber to {hex_name(self._board, step.after.robber)}"
        if step.move.victim is None:
            return moved
        self._robbery = (
            f"{moved} and {'rob' if step.actor == self._seat else 'robs'} {self.name(step.move.victim)}"
        )
        return "" if step.after.phase is Phase.STEALING else self._robbery

    def _steal(self, step: _Step) -> str:
        stolen = _resource_name(step.move)
        return f"{self._robbery} of {f'1 {stolen}' if stolen else 'a card'}"

    def _knight(self, step: _Step) -> str:
        return f"{self.does(step.actor, 'play')} a knight"

    def _free_roads(self, step: _Step) -> str:
        return f"{self.does(step.actor, 'play')} road building"

    def _plenty(self, step: _Step) -> str:
        gained = zip(RESOURCES, step.move.gained or (), strict=True)
        cards = [name for name, count in gained for _ in range(count)]
        return f"{self.does(step.actor, 'play')} year of plenty: {listed(cards)}"

    def _monopoly(self, step: _Step) -> str:
        losses = []
        for seat, (old, new) in enumerate(zip(step.before.seats, step.after.seats, strict=True)):
            lost = old.hand_size - new.hand_size
            if seat != step.actor and lost:
                losses.append(f"{lost} from {self.name(seat)}")
        took = listed(losses) or "nobody has any"
        return f"{self.does(step.actor, 'play')} a monopoly on {_resource_name(step.move)}: {took}"

    def _bank(self, step: _Step) -> str:
        return f"{self.does(step.actor, 'trade')} {read_deal(step.move).text} with the bank"

    def _offer(self, step: _Step) -> str:
        to = listed([self.name(seat) for seat in step.move.addressees])
        return f"{self.does(step.actor, 'offer')} {read_deal(step.move).text} to {to}"

    def _accept(self, step: _Step) -> str:
        done = step.after.offer is None and step.before.offer is not None
        return f"{self.does(step.actor, 'accept')}{': the trade is done' if done else ''}"

    def _reject(self, step: _Step) -> str:
        lacked = ""
        if step.actor == self._seat and step.before.offer is not None:
            lacked = surplus(step.before.offer.get, step.before.seats[step.actor].certain)
        return f"{self.does(step.actor, 'decline')}{f', for lack of {lacked}' if lacked else ''}"

    def _counter(self, step: _Step) -> str:
        return f"{self.does(step.actor, 'counter')}: {read_deal(step.move).text}"

    def _confirm(self, step: _Step) -> str:
        exchange = step.before.offer.text if step.before.offer else ""
        return f"{self.does(step.actor, 'trade')} {exchange} with {self.name(step.move.seat)}"

    def _take(self, step: _Step) -> str:
        counter = step.before.answers[step.move.argument]
        exchange = read_deal(counter).reversed.text if counter else ""
        return f"{self.does(step.actor, 'trade')} {exchange} with {self.name(step.move.seat)}"

    def _deal(self, step: _Step) -> str:
        with_ = self.name(step.move.seat)
        return f"{self.does(step.actor, 'trade')} {read_deal(step.move).text} with {with_}, as proposed"

    def _cancel(self, step: _Step) -> str:
        return f"{self.does(step.actor, 'drop')} the offer"


def _resource_name(move: CatanMove) -> str:
    """Return the resource of a monopoly, discard or steal, an empty text if it is unknown."""
    return "" if move.resource is None else RESOURCES[move.resource]


# A roll, a purchase, the end of a turn and skipped roads have none: their outcomes do, or nothing happens.
_METHODS: dict[MoveKind, Callable[[CatanSentences, _Step], str]] = {
    MoveKind.ROAD: CatanSentences._road,
    MoveKind.SETTLEMENT: CatanSentences._settlement,
    MoveKind.CITY: CatanSentences._city,
    MoveKind.DRAW: CatanSentences._draw,
    MoveKind.DICE: CatanSentences._dice,
    MoveKind.DISCARD: CatanSentences._discard,
    MoveKind.ROBBER: CatanSentences._robber,
    MoveKind.STEAL: CatanSentences._steal,
    MoveKind.PLAY_KNIGHT: CatanSentences._knight,
    MoveKind.PLAY_ROAD_BUILDING: CatanSentences._free_roads,
    MoveKind.PLAY_PLENTY: CatanSentences._plenty,
    MoveKind.PLAY_MONOPOLY: CatanSentences._monopoly,
    MoveKind.BANK_TRADE: CatanSentences._bank,
    MoveKind.OFFER: CatanSentences._offer,
    MoveKind.ACCEPT: CatanSentences._accept,
    MoveKind.REJECT: CatanSentences._reject,
    MoveKind.COUNTER: CatanSentences._counter,
    MoveKind.CONFIRM: CatanSentences._confirm,
    MoveKind.TAKE_COUNTER: CatanSentences._take,
    MoveKind.CANCEL: CatanSentences._cancel,
    MoveKind.DEAL: CatanSentences._deal,
}
