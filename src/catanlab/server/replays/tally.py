"""Counts what happened to the cards of a game: every move is taken by what it did to the hands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from catanlab.games.catan.board import Board
from catanlab.games.catan.constants import RESOURCES
from catanlab.games.catan.moves import CatanMove, Counts, MoveKind
from catanlab.games.catan.position import CatanPosition, Phase
from catanlab.server.protocol.view_types import Resource
from catanlab.server.replays import shapes
from catanlab.server.replays.fair_dice import SUMS

PURCHASES: Final = {
    MoveKind.ROAD: "roads",
    MoveKind.SETTLEMENT: "settlements",
    MoveKind.CITY: "cities",
    MoveKind.BUY_CARD: "cards",
}
_PLAYS: Final = (
    MoveKind.PLAY_KNIGHT,
    MoveKind.PLAY_ROAD_BUILDING,
    MoveKind.PLAY_PLENTY,
    MoveKind.PLAY_MONOPOLY,
)
"""The moves that play a development card, in the order of the cards."""
_TRADES: Final = frozenset({MoveKind.ACCEPT, MoveKind.CONFIRM, MoveKind.TAKE_COUNTER, MoveKind.DEAL})
_OFFERS: Final = frozenset({MoveKind.OFFER, MoveKind.COUNTER})
_SET_UP: Final = frozenset({Phase.SETUP_SETTLEMENT, Phase.SETUP_ROAD})
_NONE: Final = (0, 0, 0, 0, 0)


class SeatTally:
    """What happened to one seat."""

    def __init__(self) -> None:
        self.cards: dict[str, list[int]] = {}
        """Cards by what made them come or go, in the words of `SeatStatistics`."""
        self.built: Counter[str] = Counter()
        self.cards_played = [0] * 5
        self.trades = self.bank_trades = self.offers = self.robber_moves = self.decisions = 0
        self.seconds = 0.0

    def add(self, name: str, cards: Sequence[int]) -> None:
        """Count cards."""
        if any(cards):
            found = self.cards.setdefault(name, [0] * 5)
            for resource, count in enumerate(cards):
                found[resource] += count

    def of(self, name: str) -> Counts:
        """Return the cards of a name."""
        wood, clay, sheep, wheat, ore = self.cards.get(name, _NONE)
        return wood, clay, sheep, wheat, ore

    def exchanged(self, name: str, count: int) -> shapes.Exchanged:
        """Return the trades of a name."""
        return shapes.Exchanged(count=count, gave=self.of(f"{name}.gave"), got=self.of(f"{name}.got"))


class Tally:
    """What happened to all seats, to the dice and to the hexes under the robber."""

    def __init__(self, board: Board, seats: int) -> None:
        self.board = board
        self.seats = [SeatTally() for _ in range(seats)]
        self.dice = [[0] * len(SUMS) for _ in range(seats)]
        """How often each seat rolled each sum."""
        self._blocked: dict[int, tuple[int, list[int]]] = {}
        """By hex how often its number was rolled under the robber, and what that cost each seat."""

    def note(self, before: CatanPosition, after: CatanPosition, move: CatanMove, seat: int | None) -> None:
        """Count a move of a seat, or an outcome."""
        on_turn = before.on_turn
        gains = [
            [new - old for old, new in zip(was.certain, now.certain, strict=True)]
            for was, now in zip(before.seats, after.seats, strict=True)
        ]
        kind = move.kind
        if kind == MoveKind.DICE:
            self._roll(before, gains, move.dice or 0)
        elif kind in _TRADES:
            self._trade(gains)
        elif kind == MoveKind.STEAL:
            self._both("stolen", "lost", gains)
        elif kind == MoveKind.PLAY_MONOPOLY:
            self._both("monopoly_gain", "monopoly_loss", gains)
        elif seat is not None:
            self._of_one(before, move, seat, gains[seat])
        if kind in _PLAYS:
            self.seats[on_turn].cards_played[_PLAYS.index(kind)] += 1

    def _of_one(self, before: CatanPosition, move: CatanMove, seat: int, gain: list[int]) -> None:
        """Count a move that changes only the hand of who makes it."""
        mine, kind = self.seats[seat], move.kind
        went = [max(-count, 0) for count in gain]
        if before.phase in _SET_UP:
            mine.add("setup", gain)
        elif kind in PURCHASES:
            mine.built[PURCHASES[kind]] += 1
            mine.add("spent", went)
        elif kind == MoveKind.DISCARD:
            mine.add("discarded", went)
        elif kind == MoveKind.PLAY_PLENTY:
            mine.add("plenty", gain)
        elif kind == MoveKind.BANK_TRADE:
            mine.bank_trades += 1
            mine.add("bank.gave", went)
            mine.add("bank.got", [max(count, 0) for count in gain])
        elif kind == MoveKind.ROBBER:
            mine.robber_moves += 1
        elif kind in _OFFERS:
            mine.offers += 1

    def _both(self, came: str, went: str, gains: list[list[int]]) -> None:
        """Count cards that seats take from others."""
        for tally, gain in zip(self.seats, gains, strict=True):
            tally.add(came, [max(count, 0) for count in gain])
            tally.add(went, [max(-count, 0) for count in gain])

    def _trade(self, gains: list[list[int]]) -> None:
        for tally, gain in zip(self.seats, gains, strict=True):
            tally.trades += any(gain)
        self._both("trades.got", "trades.gave", gains)

    def _roll(self, before: CatanPosition, gains: list[list[int]], total: int) -> None:
        self.dice[before.on_turn][total - SUMS.start] += 1
        board = self.board
        owed = [[0] * 5 for _ in self.seats]
        for number, hexagon in ((number, i) for i, number in enumerate(board.numbers)):
            if number != total or board.resources[hexagon] >= len(RESOURCES):
                continue
            resource = board.resources[hexagon]
            yields = [seat.hex_yields[hexagon] for seat in before.seats]
            if hexagon == before.robber:
                rolls, cost = self._blocked.get(hexagon, (0, [0] * len(yields)))
                self._blocked[hexagon] = rolls + 1, [a + b for a, b in zip(cost, yields, strict=True)]
                for tally, count in zip(self.seats, yields, strict=True):
                    tally.add("blocked", [count if i == resource else 0 for i in range(5)])
                continue
            for cards, count in zip(owed, yields, strict=True):
                cards[resource] += count
        for tally, gain, cards in zip(self.seats, gains, owed, strict=True):
            tally.add("produced", gain)
            tally.add("unpaid", [due - got for due, got in zip(cards, gain, strict=True)])

    @property
    def blocked_hexes(self) -> tuple[shapes.BlockedHex, ...]:
        """The hexes whose numbers were rolled under the robber."""
        names: tuple[Resource, ...] = ("wood", "clay", "sheep", "wheat", "ore")
        return tuple(
            shapes.BlockedHex(
                hex=hexagon, resource=names[self.board.resources[hexagon]], rolls=rolls, cards=tuple(cards)
            )
            for hexagon, (rolls, cards) in sorted(self._blocked.items())
        )
