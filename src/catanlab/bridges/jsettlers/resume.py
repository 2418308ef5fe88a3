"""Resumes a game in progress: makes an observer of our game from the position at the server.

The server sends only the sizes of the others' hands, so that any cards are possible there. Of the
development cards that were played before, it sends only the knights.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from catanlab.bridges.jsettlers import codes as j
from catanlab.bridges.jsettlers.errors import CannotFollowError
from catanlab.bridges.jsettlers.server_position import ServerPosition
from catanlab.framework.random import Random
from catanlab.games.catan import constants as c
from catanlab.games.catan.engine.derived_fields import derived_fields, edge_words, mask
from catanlab.games.catan.game import Catan
from catanlab.games.catan.grid import JSETTLERS_TO_NODE
from catanlab.games.catan.hands import pack, unpack
from catanlab.games.catan.view.belief import Belief, restore_belief
from catanlab.games.catan.view.observer import CatanObserver
from catanlab.games.catan.view.view import restore_view

WORLDS = 256
"""How many hands of the others are drawn to begin with."""

_PHASES = {
    j.FIRST_SETTLEMENT: c.SETUP_SETTLEMENT,
    j.FIRST_ROAD: c.SETUP_ROAD,
    j.SECOND_SETTLEMENT: c.SETUP_SETTLEMENT,
    j.SECOND_ROAD: c.SETUP_ROAD,
    j.ROLL_OR_CARD: c.BEFORE_ROLL,
    j.PLAY: c.MAIN,
    j.PLACING_ROBBER: c.ROBBING,
    j.FREE_ROAD_1: c.FREE_ROADS,
    j.FREE_ROAD_2: c.FREE_ROADS,
}
"""Our phase in each state in which a game can be taken over; the others pass."""
_MAX_ROUNDS = 10**6

MAX_CARDS = 95
"""The most cards that a hand of our game holds."""


def can_resume(position: ServerPosition) -> bool:
    """Say whether a game can be taken over in this state of the server, or has to be waited for."""
    return position.board is not None and position.state in _PHASES


def observer_at(position: ServerPosition, game: Catan, order: Sequence[int]) -> CatanObserver:
    """Return an observer of the robot's seat that goes on from a position.

    Raises CannotFollowError if our game has no such position.
    """
    return _Snapshot(position, game, order).observer()


class _Snapshot:
    """A position of the server, and the order of its seats in our game."""

    def __init__(self, position: ServerPosition, game: Catan, order: Sequence[int]) -> None:
        if position.current not in order or position.me not in order:
            raise CannotFollowError(f"seat {position.current} is on turn, where nobody plays")
        if max(*position.sizes.values(), sum(position.own)) > MAX_CARDS:
            raise CannotFollowError("a hand holds more cards than there can be")
        self._position = position
        self._game = game
        self._order = order

    def observer(self) -> CatanObserver:
        """Return an observer that goes on from here."""
        position, game, order = self._position, self._game, self._order
        seat = order.index(position.me)
        pool, unknown, own_cards, fresh = self._developments()
        belief = self._belief()
        fields = game.start().fields() | self._pieces() | self._turn()
        fields |= {
            "hand": tuple(_padded(belief.worlds()[0][0])),
            "card": tuple(own_cards if each == seat else 0 for each in range(4)),
            "bought_this_turn": fresh if position.current == position.me else 0,
            "deck": pool if position.elements.get(j.CARDS_LEFT, 0) > 0 else 0,
        }
        fields |= derived_fields(game.board, fields)
        return CatanObserver.from_view(
            restore_view(game, seat, (), fields, belief, (pool, unknown, 0, [99] * 4))
        )

    def _pieces(self) -> dict[str, Any]:
        position, order = self._position, self._order
        settlements: list[int] = []
        cities: list[int] = []
        roads: list[int] = []
        for place in range(4):
            seat = order[place] if place < len(order) else -1
            built = {
                kind: [n for n, (s, p) in position.nodes.items() if s == seat and p == kind]
                for kind in (1, 2)
            }
            settlements.append(mask(built[j.SETTLEMENT]))
            cities.append(mask(built[j.CITY]))
            roads += edge_words(edge for edge, owner in position.roads.items() if owner == seat)
        knights = [position.players[seat].get(j.KNIGHTS, 0) for seat in order]
        return {
            "settlements": tuple(settlements),
            "cities": tuple(cities),
            "roads": tuple(roads),
            "knights": tuple(_padded(knights)),
            "robber": position.robber,
            "road_holder": self._holder(j.ROAD_PLAYER),
            "army_holder": self._holder(j.ARMY_PLAYER),
        }

    def _holder(self, element: int) -> int:
        seat = self._position.elements.get(element, -1)
        return self._order.index(seat) if seat in self._order else -1

    def _turn(self) -> dict[str, Any]:
        position, players = self._position, len(self._order)
        current, phase = position.players[position.current], _PHASES[position.state]
        turn_seat = self._order.index(position.current)
        setup = phase in (c.SETUP_SETTLEMENT, c.SETUP_ROAD)
        second = position.state in (j.SECOND_SETTLEMENT, j.SECOND_ROAD)
        step = (2 * players - 1 - turn_seat if second else turn_seat) if setup else 2 * players
        rounds = min(max(0, position.elements.get(j.ROUND, 1) - 1), _MAX_ROUNDS)
        last = current.get(j.LAST_SETTLEMENT, 0)
        return {
            "phase": phase,
            "actor": turn_seat,
            "turn_seat": turn_seat,
            "turn_count": 0 if setup else rounds * players + turn_seat,
            "setup_step": step,
            "last_node": JSETTLERS_TO_NODE.get(last, -1) if setup else -1,
            # A knight or road building may come before the roll.
            "rolled": phase == c.MAIN or (phase in (c.ROBBING, c.FREE_ROADS) and position.dice >= 2),
            "card_played": bool(current.get(j.CARD_PLAYED, 0)) or phase == c.FREE_ROADS,
            "free_roads": {j.FREE_ROAD_1: 2, j.FREE_ROAD_2: 1}.get(position.state, 0),
        }

    def _developments(self) -> tuple[int, list[int], int, int]:
        """Return the unseen cards, how many each other holds, and the own cards with the fresh of them."""
        position = self._position
        pool = list(unpack(c.FULL_DECK))
        own, fresh, unknown = [0] * 5, [0] * 5, [0] * 4
        for place, seat in enumerate(self._order):
            pool[c.KNIGHT] -= position.players[seat].get(j.KNIGHTS, 0)
            if seat != position.me:
                unknown[place] = len(position.cards[seat])
                continue
            for card, action in position.cards[seat]:
                own[j.CARDS[card]] += 1
                pool[j.CARDS[card]] -= 1
                fresh[j.CARDS[card]] += action == j.ADD_NEW
        for kind, count in position.played.items():
            pool[kind] -= count
        # The other missing cards were played before the robot came; the server does not send which.
        gone = sum(pool) - sum(unknown) - position.elements.get(j.CARDS_LEFT, 0)
        for _ in range(min(gone, sum(pool))):
            most = max((c.ROAD_BUILDING, c.YEAR_OF_PLENTY, c.MONOPOLY), key=lambda kind: pool[kind])
            pool[most] -= 1
        if min(pool) < 0 or gone < 0:
            raise CannotFollowError("more development cards are out than there are")
        return pack(pool), unknown, pack(own), pack(fresh)

    def _belief(self) -> Belief:
        """Return a belief in any cards in the others' hands."""
        position, order = self._position, self._order
        sizes, least, most = [], [], []
        for seat in order:
            own = seat == position.me
            size = sum(position.own) if own else position.sizes[seat]
            sizes.append(size)
            least.append(pack(position.own) if own else 0)
            most.append(pack(position.own) if own else pack([size] * 5))
        random = Random(0)
        hands: list[int] = []
        for _ in range(WORLDS):
            for place in range(4):
                hand = [0] * 5
                if place < len(order) and order[place] == position.me:
                    hand = list(position.own)
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
