"""A game that goes on already: what the server tells a robot that takes over a seat, as a view of ours.

Of the others' hands only the sizes are told, so that any cards are possible there; which cards were played
before is not told either, but for the knights.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from catanlab.bridges.jsettlers import codes as j
from catanlab.bridges.jsettlers.errors import MirrorError
from catanlab.bridges.jsettlers.rebuild import observer_from
from catanlab.framework.random import Random
from catanlab.games.catan import constants as c
from catanlab.games.catan.belief import Belief, restore_belief
from catanlab.games.catan.derived import derived_fields, edge_words, mask
from catanlab.games.catan.game import Catan
from catanlab.games.catan.grid import JSETTLERS_TO_EDGE, JSETTLERS_TO_NODE
from catanlab.games.catan.hands import pack, unpack
from catanlab.games.catan.observer import CatanObserver
from catanlab.games.catan.view import restore_view

WORLDS = 256
"""How many hands of the others are drawn to begin with."""

_PHASES = {
    j.FIRST_SETTLEMENT: c.SETUP_SETTLEMENT,
    j.FIRST_ROAD: c.SETUP_ROAD,
    j.SECOND_SETTLEMENT: c.SETUP_SETTLEMENT,
    j.SECOND_ROAD: c.SETUP_ROAD,
    j.ROLL_OR_CARD: c.BEFORE_ROLL,
    j.PLAY: c.MAIN,
    j.PLACING_ROAD: c.MAIN,
    j.PLACING_SETTLEMENT: c.MAIN,
    j.PLACING_CITY: c.MAIN,
    j.PLACING_ROBBER: c.ROBBING,
    j.FREE_ROAD_1: c.FREE_ROADS,
    j.FREE_ROAD_2: c.FREE_ROADS,
}
"""Our phase in each state in which a game can be taken over."""


class Snapshot:
    """What is told of the position, by the server's seats, until the robot has its seat."""

    def __init__(self, robber: int) -> None:
        self.robber = robber
        self.elements: dict[int, int] = {}
        """The elements of the game."""
        self._nodes: dict[int, tuple[int, int]] = {}
        self._roads: dict[int, int] = {}
        self._players: dict[int, dict[int, int]] = {seat: {} for seat in range(4)}
        self._own: list[int] = [0] * 5
        self._cards: dict[int, list[tuple[int, int]]] = {seat: [] for seat in range(4)}

    def put(self, seat: int, piece: int, place: int) -> None:
        """Take in a piece; a city comes after the settlement it stands on."""
        if piece == j.ROAD:
            self._roads[JSETTLERS_TO_EDGE[place]] = seat
        else:
            self._nodes[JSETTLERS_TO_NODE[place]] = (seat, piece)

    def set_elements(self, seat: int, pairs: Mapping[int, int], own: bool) -> None:
        """Take in the elements of a player; the own resources come when the robot has sat down."""
        if own and set(range(1, 6)) <= set(pairs):
            self._own = j.from_wire([pairs[kind] for kind in range(1, 6)])
            self._cards[seat] = []  # the own cards follow, with their faces
        else:
            self._players[seat] |= pairs

    def add_cards(self, seat: int, action: int, cards: Sequence[int]) -> None:
        """Take in development cards in a hand."""
        if action in (j.ADD_NEW, j.ADD_OLD):
            self._cards[seat] += [(card, action) for card in cards]

    def observer(
        self, game: Catan, order: Sequence[int], me: int, current: int, state: int
    ) -> CatanObserver:
        """Return an observer that goes on from here; raises MirrorError if the state is none for that."""
        if state not in _PHASES or current not in order:
            raise MirrorError(f"a game cannot be taken over in state {state}")
        seat, phase = order.index(me), _PHASES[state]
        fields = game.start().fields() | self._pieces(order)
        fields |= self._turn(game, order, current, phase, state)
        pool, unknown, own_cards, fresh = self._developments(order, me)
        belief = self._belief(order, me)
        fields |= {
            "hand": tuple(_padded(belief.worlds()[0][0])),
            "card": tuple(own_cards if each == seat else 0 for each in range(4)),
            "fresh": fresh if current == me else 0,
            "deck": pool if self.elements.get(j.CARDS_LEFT, 0) > 0 else 0,
        }
        fields |= derived_fields(game.board, fields)
        return observer_from(restore_view(game, seat, (), fields, belief, (pool, unknown, 0, [99] * 4)))

    def _pieces(self, order: Sequence[int]) -> dict[str, Any]:
        settlements: list[int] = []
        cities: list[int] = []
        roads: list[int] = []
        for place in range(4):
            seat = order[place] if place < len(order) else -1
            built = {
                kind: [n for n, (s, p) in self._nodes.items() if s == seat and p == kind] for kind in (1, 2)
            }
            settlements.append(mask(built[j.SETTLEMENT]))
            cities.append(mask(built[j.CITY]))
            roads += edge_words(edge for edge, owner in self._roads.items() if owner == seat)
        knights = [self._players[seat].get(j.KNIGHTS, 0) for seat in order]
        return {
            "settlements": tuple(settlements),
            "cities": tuple(cities),
            "roads": tuple(roads),
            "knights": tuple(_padded(knights)),
            "robber": self.robber,
            "road_holder": self._holder(order, j.ROAD_PLAYER),
            "army_holder": self._holder(order, j.ARMY_PLAYER),
        }

    def _built(self, seat: int, piece: int) -> list[int]:
        return [node for node, built in self._nodes.items() if built == (seat, piece)]

    def _holder(self, order: Sequence[int], element: int) -> int:
        seat = self.elements.get(element, -1)
        return order.index(seat) if seat in order else -1

    def _turn(
        self, game: Catan, order: Sequence[int], current: int, phase: int, state: int
    ) -> dict[str, Any]:
        turn_seat, players = order.index(current), len(order)
        last = self._players[current].get(j.LAST_SETTLEMENT, 0)
        setup = phase in (c.SETUP_SETTLEMENT, c.SETUP_ROAD)
        second = state in (j.SECOND_SETTLEMENT, j.SECOND_ROAD)
        step = (2 * players - 1 - turn_seat if second else turn_seat) if setup else 2 * players
        return {
            "phase": phase,
            "actor": turn_seat,
            "turn_seat": turn_seat,
            # The rounds before are not told: what counts is that the seat on turn fits.
            "turn_count": 0 if setup else turn_seat,
            "setup_step": step,
            "last_node": JSETTLERS_TO_NODE.get(last, -1) if setup else -1,
            "rolled": not setup and phase != c.BEFORE_ROLL,
            "card_played": bool(self._players[current].get(j.CARD_PLAYED, 0)) or phase == c.FREE_ROADS,
            "free_roads": {j.FREE_ROAD_1: 2, j.FREE_ROAD_2: 1}.get(state, 0),
        }

    def _developments(self, order: Sequence[int], me: int) -> tuple[int, list[int], int, int]:
        """Return the unseen cards, how many each other holds, and the own cards with the fresh of them."""
        pool = list(unpack(c.FULL_DECK))
        own, fresh, unknown = [0] * 5, [0] * 5, [0] * 4
        for place, seat in enumerate(order):
            pool[c.KNIGHT] -= self._players[seat].get(j.KNIGHTS, 0)
            if seat != me:
                unknown[place] = len(self._cards[seat])
                continue
            for card, action in self._cards[seat]:
                own[j.CARDS[card]] += 1
                pool[j.CARDS[card]] -= 1
                fresh[j.CARDS[card]] += action == j.ADD_NEW
        # Whatever else is gone was played: one of the others, none of which is told.
        gone = sum(pool) - sum(unknown) - self.elements.get(j.CARDS_LEFT, 0)
        for _ in range(gone):
            most = max((c.ROAD_BUILDING, c.YEAR_OF_PLENTY, c.MONOPOLY), key=lambda kind: pool[kind])
            pool[most] -= 1
        if min(pool) < 0:
            raise MirrorError("more development cards are out than there are")
        return pack(pool), unknown, pack(own), pack(fresh)

    def _belief(self, order: Sequence[int], me: int) -> Belief:
        """Return a belief in any cards in the others' hands."""
        sizes, least, most = [], [], []
        for seat in order:
            size = sum(self._own) if seat == me else self._players[seat].get(j.UNKNOWN_RESOURCE, 0)
            sizes.append(size)
            least.append(pack(self._own) if seat == me else 0)
            most.append(pack(self._own) if seat == me else pack([size] * 5))
        random = Random(0)
        hands: list[int] = []
        for _ in range(WORLDS):
            for place in range(4):
                hand = [0] * 5
                if place < len(order) and order[place] == me:
                    hand = list(self._own)
                elif place < len(order):
                    for _ in range(sizes[place]):
                        hand[random.below(5)] += 1
                hands.append(pack(hand))
        weights = [1.0] * WORLDS
        return restore_belief(
            len(order), False, hands, weights, _padded(sizes), _padded(least), _padded(most)
        )


def _padded(values: Sequence[int]) -> list[int]:
    """Return four values, zeros for seats that nobody has."""
    return [*values, *[0] * (4 - len(values))]
