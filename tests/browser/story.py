"""A game of people in browsers whose dice a test chooses, so that cards come to those who need them."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any

from tests.browser.choices import PIPS, RESOURCES
from tests.browser.outcomes import Outcomes
from tests.browser.player import Player


class Story:
    """Players by seat, and the outcomes to come."""

    def __init__(self, players: Sequence[Player], outcomes: Outcomes) -> None:
        self.players = list(players)
        self.outcomes = outcomes

    @property
    def view(self) -> dict[str, Any]:
        """The game as the one sees it who knows most of it."""
        return max(self.players, key=lambda player: player.known.seq).view

    @property
    def on_turn(self) -> Player:
        """The player on turn."""
        seat: int = self.view["on_turn"]
        return self.players[seat]

    def hand(self, seat: int) -> dict[str, int]:
        """Return the cards of a seat."""
        return dict(zip(RESOURCES, self.players[seat].view["seats"][seat]["hand"], strict=True))

    async def together(self) -> None:
        """Wait until all know the same events."""
        last = max(player.known.seq for player in self.players)
        await asyncio.gather(*(_knows(player, last) for player in self.players))

    async def move(self, seat: int, text: str) -> None:
        """Let a seat make a move that must be done, and all know of it."""
        assert await self.players[seat].move(text), text
        await self.together()

    async def set_up(self, wanted: Sequence[Sequence[str]]) -> None:
        """Place the first settlements and roads; each seat looks for some resources most of all."""
        while self.view["phase"].startswith("setup"):
            player = self.on_turn
            seat = player.known.seat
            assert seat is not None
            if "settlement" in player.legal:
                node = max(
                    player.legal["settlement"], key=lambda node: self._worth(seat, node, wanted[seat])
                )
                await self.move(seat, f"settlement {node}")
            else:
                edge = player.known.board["edges"][player.legal["road"][0]]
                await self.move(seat, f"road {edge[0]}-{edge[1]}")

    def _worth(self, seat: int, node: int, wanted: Sequence[str]) -> float:
        board = self.players[0].known.board
        own = {resource for resource, _ in self.yields(seat)}
        around = [hexagon for hexagon in board["hexes"] if node in hexagon["nodes"] and hexagon["number"]]
        new = {hexagon["resource"] for hexagon in around} - own
        return (
            sum(10 if name in wanted else 1 for name in new) + sum(PIPS[h["number"]] for h in around) / 100
        )

    def yields(self, seat: int) -> list[tuple[str, int]]:
        """Return the resources that a seat gets, each with the sum of dice."""
        view, board = self.view, self.players[0].known.board
        built = [*view["seats"][seat]["settlements"], *view["seats"][seat]["cities"]]
        return [
            (hexagon["resource"], hexagon["number"])
            for number, hexagon in enumerate(board["hexes"])
            if hexagon["number"] and number != view["robber"]
            for node in hexagon["nodes"]
            if node in built
        ]

    def robber_place(self) -> dict[str, Any]:
        """Return where the player on turn may rob most others, and does seat 0 no harm."""
        built = self.view["seats"][0]["settlements"] + self.view["seats"][0]["cities"]
        hexes = self.players[0].known.board["hexes"]
        places: list[dict[str, Any]] = self.on_turn.legal["robber"]
        harmless = [place for place in places if not set(hexes[place["hex"]]["nodes"]) & set(built)]
        return max(harmless, key=lambda place: len(place["victims"]))

    async def roll(self, total: int) -> None:
        """Let the player on turn roll."""
        seat = self.view["on_turn"]
        self.outcomes.plan(f"dice {total}")
        await self.players[seat].until(lambda: "roll" in self.players[seat].legal, "the roll")
        await self.move(seat, "roll")
        await self.players[seat].until(lambda: bool(self.players[seat].view["rolled"]), "the dice")
        await self.together()

    async def end_turn(self) -> None:
        """Let the player on turn end it."""
        await self.move(self.view["on_turn"], "end turn")

    async def turn_of(self, seat: int, total: int = 0) -> None:
        """Go on until a seat has rolled; all dice show `total`, or what is good for that seat."""
        if self.view["rolled"]:
            await self.end_turn()
        while True:
            await self.roll(total or self.yields(seat)[0][1])
            if self.view["on_turn"] == seat:
                return
            await self.end_turn()

    async def earn(self, seat: int, cards: Mapping[str, int]) -> None:
        """Go on until a seat has some cards."""
        while lacking := [name for name, count in cards.items() if self.hand(seat)[name] < count]:
            if self.view["rolled"]:
                await self.end_turn()
            await self.roll(dict(self.yields(seat))[lacking[0]])

    async def fill_hands(self, least: int) -> None:
        """Go on until every seat has so many cards."""
        while poor := [seat for seat in range(4) if sum(self.hand(seat).values()) < least]:
            if self.view["rolled"]:
                await self.end_turn()
            wanted = [total for seat in poor for _, total in self.yields(seat)]
            await self.roll(max(wanted, key=wanted.count))


async def _knows(player: Player, seq: int) -> None:
    await player.until(lambda: player.known.seq >= seq, f"event {seq}")
