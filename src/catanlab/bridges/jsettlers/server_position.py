"""The position at the server, kept from its messages alone and without our rules.

From this position the bridge resumes a game: one in progress that the robot joins, or one that it could not
follow. Where that is not possible, the position is enough for simple requests. Seats are the server's.
Messages are handled by methods such as `_on_putpiece`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from catanlab.bridges.jsettlers import codes as j
from catanlab.bridges.jsettlers.messages import Message
from catanlab.games.catan import constants as c
from catanlab.games.catan.board import Board
from catanlab.games.catan.grid import (
    JSETTLERS_TO_EDGE,
    JSETTLERS_TO_HEX,
    JSETTLERS_TO_NODE,
    node_edges,
    node_hexes,
    node_neighbours,
)

SEATS = range(4)
_PROGRESS = {number: kind for number, kind in j.CARDS.items() if kind not in (c.KNIGHT, c.VICTORY_POINT)}


class ServerPosition:
    """Pieces, hands and cards, as far as the robot in seat `me` knows them."""

    def __init__(self, me: int) -> None:
        self.me = me
        self.state = j.NEW
        self.current = -1
        self._clear()

    def _clear(self) -> None:
        self.board: Board | None = None
        self.robber = -1
        """Our hex of the robber."""
        self.dice = 0
        """The sum of the dice in this turn, less than 2 before the roll."""
        self.elements = {j.CARDS_LEFT: 25, j.ROUND: 0}
        """The elements of the game."""
        self.nodes: dict[int, tuple[int, int]] = {}
        """Seat and piece at each of our nodes with one."""
        self.roads: dict[int, int] = {}
        """The seat of the road at each of our edges with one."""
        self.players: dict[int, dict[int, int]] = {seat: {} for seat in SEATS}
        """The elements of each player."""
        self.sizes = dict.fromkeys(SEATS, 0)
        """How many resources the others hold."""
        self.own = [0] * 5
        """The robot's own resources, in our order."""
        self.cards: dict[int, list[tuple[int, int]]] = {seat: [] for seat in SEATS}
        """The cards in each hand, as the server numbers them, with the action that brought them."""
        self.played: Counter[int] = Counter()
        """How many of each of our cards were played since the robot joined; knights are in `players`."""

    @property
    def built_seats(self) -> set[int]:
        """The seats with a piece on the board."""
        return {seat for seat, _ in self.nodes.values()} | set(self.roads.values())

    def free_nodes(self) -> list[int]:
        """Return our nodes on which the distance rule allows a settlement."""
        taken = set(self.nodes)
        return [node for node in range(54) if not taken & {node, *node_neighbours(node)}]

    def last_edges(self) -> list[int]:
        """Return our edges without a road at the settlement that the robot placed last."""
        last = JSETTLERS_TO_NODE.get(self.players[self.me].get(j.LAST_SETTLEMENT, 0))
        return [] if last is None else [edge for edge in node_edges(last) if edge not in self.roads]

    def take(self, message: Message) -> None:
        """Take in a message; an invalid one changes nothing."""
        handler: Callable[[Message], None] | None = getattr(self, f"_on_{message.name.lower()}", None)
        if handler is not None:
            try:
                handler(message)
            except (LookupError, ValueError):
                return

    # The course of the game.

    def _on_boardlayout(self, message: Message) -> None:
        values = message.values
        if len(values) != 75 or values[74] < 0:
            return  # the empty sea before the game
        board = Board.from_jsettlers(values[:37], values[37:74], standard=False)
        robber = JSETTLERS_TO_HEX[values[74]]
        self._clear()
        self.board, self.robber = board, robber

    def _on_gamestate(self, message: Message) -> None:
        self.state = message.state

    def _on_startgame(self, message: Message) -> None:
        if message.state is not None:
            self.state = message.state

    def _on_turn(self, message: Message) -> None:
        self.current = message.seat
        self.state = j.ROLL_OR_CARD if message.state is None else message.state
        self.dice = 0
        if self.state == j.FIRST_SETTLEMENT and not self.nodes:
            self.elements[j.FIRST_PLAYER] = message.seat
        elif self.state == j.ROLL_OR_CARD and message.seat == self.elements.get(j.FIRST_PLAYER):
            self.elements[j.ROUND] = self.elements.get(j.ROUND, 0) + 1
        for seat in SEATS:
            self.players[seat][j.CARD_PLAYED] = 0
            self.cards[seat] = [(card, j.ADD_OLD) for card, _ in self.cards[seat]]

    def _on_diceresult(self, message: Message) -> None:
        self.dice = message.total

    def _on_sitdown(self, message: Message) -> None:
        if message.seat == self.me:
            self.cards[self.me] = []  # the server sends them next, face up

    def _on_gameelements(self, message: Message) -> None:
        self.elements |= dict(zip(message.pairs[::2], message.pairs[1::2], strict=False))
        self.current = self.elements.pop(j.CURRENT_PLAYER, self.current)

    def _on_moverobber(self, message: Message) -> None:
        self.robber = JSETTLERS_TO_HEX[message.hexagon]

    # Pieces.

    def _on_putpiece(self, message: Message) -> None:
        seat = message.seat
        if seat not in SEATS:
            return
        if message.piece == j.ROAD:
            self.roads[JSETTLERS_TO_EDGE[message.place]] = seat
            return
        node = JSETTLERS_TO_NODE[message.place]
        self.nodes[node] = (seat, message.piece)
        if message.piece == j.SETTLEMENT:
            self.players[seat][j.LAST_SETTLEMENT] = message.place
            if self.state == j.SECOND_SETTLEMENT:
                self._gain(seat, self._starting_resources(node))

    def _on_cancelbuildrequest(self, message: Message) -> None:
        """Take back a settlement of the set-up."""
        if message.piece != j.SETTLEMENT or self.state not in (j.FIRST_ROAD, j.SECOND_ROAD):
            return
        node = JSETTLERS_TO_NODE[self.players[self.current][j.LAST_SETTLEMENT]]
        if self.nodes.pop(node, None) and self.state == j.SECOND_ROAD:
            self._gain(self.current, self._starting_resources(node), -1)

    def _on_undoputpiece(self, message: Message) -> None:
        """Take back a piece; its cost comes back in another message."""
        if message.piece == j.ROAD:
            self.roads.pop(JSETTLERS_TO_EDGE[message.place], None)
            return
        node = JSETTLERS_TO_NODE[message.place]
        if message.piece == j.CITY:
            self.nodes[node] = (message.seat, j.SETTLEMENT)
        else:
            self.nodes.pop(node, None)

    def _starting_resources(self, node: int) -> list[int]:
        """Return the resources that the second settlement brings."""
        counts = [0] * 5
        for hexagon in node_hexes(node):
            resource = self.board.resources[hexagon] if self.board else 5
            if resource < 5:
                counts[resource] += 1
        return counts

    # Hands.

    def _gain(self, seat: int, counts: Sequence[int], times: int = 1) -> None:
        if seat == self.me:
            self.own = [max(0, held + times * count) for held, count in zip(self.own, counts, strict=True)]
        elif seat in SEATS:
            self.sizes[seat] = max(0, self.sizes[seat] + times * sum(counts))

    def _on_playerelement(self, message: Message) -> None:
        self._change(message.seat, message.action, message.element, message.amount)

    def _on_playerelements(self, message: Message) -> None:
        for element, amount in zip(message.pairs[::2], message.pairs[1::2], strict=False):
            self._change(message.seat, message.action, element, amount)

    def _change(self, seat: int, action: int, element: int, amount: int) -> None:
        for each in SEATS if seat == -1 else [seat]:
            if 1 <= element <= 5 and each == self.me:
                resource = j.RESOURCES[element - 1]
                self.own[resource] = _changed(self.own[resource], action, amount)
            elif element in (j.UNKNOWN_RESOURCE, j.ALL_RESOURCES) or 1 <= element <= 5:
                # A single resource of another is set only by a monopoly, and its total follows.
                if each != self.me and (element > 5 or action != j.SET):
                    self.sizes[each] = _changed(self.sizes[each], action, amount)
            else:
                player = self.players[each]
                player[element] = _changed(player.get(element, 0), action, amount)

    def _on_resourcecount(self, message: Message) -> None:
        self._change(message.seat, j.SET, j.ALL_RESOURCES, message.count)

    def _on_diceresultresources(self, message: Message) -> None:
        values = list(message.values)
        while len(values) > 1:
            self._change(
                values[0], j.SET, j.ALL_RESOURCES, values[1]
            )  # the own hand comes in another message
            values = values[2:]
            while values and values[0]:
                values = values[2:]
            values = values[1:]

    def _on_discard(self, message: Message) -> None:
        counts = [int(word) for word in message.counts[1:]]
        seat = int(message.counts[0].removeprefix("p"))
        self._gain(seat, j.from_wire(counts[:5]) if seat == self.me else counts, -1)

    def _on_robberyresult(self, message: Message) -> None:
        if message.kind != "R":
            return
        counts = [0] * 5
        known = 1 <= message.resource <= 5
        counts[j.RESOURCES[message.resource - 1] if known else 0] = message.amount
        for seat, times in ((message.thief, 1), (message.victim, -1)):
            if known or seat != self.me:
                self._gain(seat, counts, times)

    def _on_banktrade(self, message: Message) -> None:
        *counts, seat = message.counts
        self._gain(seat, j.from_wire(counts[:5]), -1)
        self._gain(seat, j.from_wire(counts[5:]))

    def _on_acceptoffer(self, message: Message) -> None:
        first, second = j.from_wire(message.counts[:5]), j.from_wire(message.counts[5:])
        for seat, got, given in (
            (message.accepting, first, second),
            (message.offering, second, first),
        ):
            self._gain(seat, given, -1)
            self._gain(seat, got)

    def _on_pickresources(self, message: Message) -> None:
        if message.seat is not None:
            counts = (message.clay, message.ore, message.sheep, message.wheat, message.wood)
            self._gain(message.seat, j.from_wire(counts))

    # Development cards.

    def _on_devcardaction(self, message: Message) -> None:
        seat, action = message.seat, message.action
        if seat not in SEATS or self.state >= j.OVER:
            return  # at the end cards are shown, not played
        held = self.cards[seat]
        for card in message.cards:
            if card in _PROGRESS and action in (j.PLAY_CARD, j.ADD_OLD):  # added again if it is taken back
                kind = _PROGRESS[card]
                self.played[kind] = max(0, self.played[kind] + (1 if action == j.PLAY_CARD else -1))
            if action in (j.DRAW, j.ADD_NEW, j.ADD_OLD):
                held.append((card, j.ADD_OLD if action == j.ADD_OLD else j.ADD_NEW))
            elif action == j.PLAY_CARD:
                which = [place for place, (each, _) in enumerate(held) if each == card] or [
                    *range(len(held))
                ]
                if which:
                    del held[which[-1]]

    def _on_simpleaction(self, message: Message) -> None:
        if message.action == j.CARD_BOUGHT:
            self.elements[j.CARDS_LEFT] = message.first


def _changed(value: int, action: int, amount: int) -> int:
    """Return a number after an action: set, gain or lose."""
    action = abs(action)
    return {j.SET: amount, j.GAIN: value + amount, j.LOSE: max(0, value - amount)}.get(action, value)
