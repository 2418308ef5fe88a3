"""What one seat may know of a game at Catanatron, read from its state.

A player at Catanatron is given the whole state, hidden cards included. Everything that our side learns goes
through this module or through `actions.seen_moves`, and both leave out what a seat does not see.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from catanatron.models.enums import CITY, RESOURCES, SETTLEMENT, ActionPrompt
from tools.catanatron.actions import CARD_NAMES, Seats
from tools.catanatron.geometry import HEX_OF, NODE_OF

from catanlab.games.catan import constants as c
from catanlab.games.catan.grid import edge_between
from catanlab.games.catan.moves import Counts
from catanlab.games.catan.position import CatanPosition, Phase

_PHASES = {
    ActionPrompt.BUILD_INITIAL_SETTLEMENT: Phase.SETUP_SETTLEMENT,
    ActionPrompt.BUILD_INITIAL_ROAD: Phase.SETUP_ROAD,
    ActionPrompt.DISCARD: Phase.DISCARDING,
    ActionPrompt.MOVE_ROBBER: Phase.ROBBING,
}


@dataclass(frozen=True)
class HostSeat:
    """The pieces of one seat, and how many cards it holds."""

    settlements: tuple[int, ...]
    cities: tuple[int, ...]
    roads: tuple[int, ...]
    knights: int
    hand_size: int
    card_count: int
    public_points: int


class HostPosition:
    """Their position as one seat knows it, in our terms; read it before the game goes on."""

    def __init__(self, game: Any, viewer: int) -> None:
        self._state = game.state
        self.viewer = viewer
        self.seats: Seats = dict(self._state.color_to_index)
        """Our seat of each of their colours: both number the seats in turn order from 0."""

    def _of(self, seat: int, name: str) -> int:
        """Return one of a seat's entries in their table of players."""
        return int(self._state.player_state[f"P{seat}_{name}"])

    def _sum_of(self, seat: int, names: Sequence[str]) -> int:
        return sum(self._of(seat, f"{name}_IN_HAND") for name in names)

    @property
    def hand_sizes(self) -> tuple[int, ...]:
        """How many resource cards each seat holds."""
        return tuple(self._sum_of(seat, RESOURCES) for seat in range(len(self.seats)))

    @property
    def own_hand(self) -> Counts:
        """The viewer's resource cards."""
        wood, clay, sheep, wheat, ore = (self._of(self.viewer, f"{name}_IN_HAND") for name in RESOURCES)
        return wood, clay, sheep, wheat, ore

    @property
    def own_cards(self) -> Counts:
        """The viewer's development cards."""
        return _five([self._of(self.viewer, f"{name}_IN_HAND") for name in CARD_NAMES])

    @property
    def unseen_cards(self) -> Counts:
        """The development cards that neither the viewer holds nor anybody has played."""
        unseen = [full - own for full, own in zip(c.DECK_COUNTS, self.own_cards, strict=True)]
        for card, name in enumerate(CARD_NAMES):
            unseen[card] -= sum(self._of(seat, f"PLAYED_{name}") for seat in range(len(self.seats)))
        return _five(unseen)

    @property
    def deck_size(self) -> int:
        """How many development cards are left to buy."""
        return len(self._state.development_listdeck)

    @property
    def bank(self) -> Counts:
        """The bank's resource cards, which everybody can count."""
        return _five(self._state.resource_freqdeck)

    @property
    def robber(self) -> int:
        """The hex with the robber."""
        return HEX_OF[self._state.board.robber_coordinate]

    @property
    def on_turn(self) -> int:
        """The seat whose turn it is."""
        return int(self._state.current_turn_index)

    @property
    def to_move(self) -> int:
        """The seat that is asked."""
        return int(self._state.current_player_index)

    @property
    def phase(self) -> Phase:
        """The decision that the seat has to make."""
        prompt = self._state.current_prompt
        if prompt in _PHASES:
            return _PHASES[prompt]
        if self._state.is_road_building:
            return Phase.FREE_ROADS
        return Phase.MAIN if self.rolled else Phase.BEFORE_ROLL

    @property
    def rolled(self) -> bool:
        """Whether the seat on turn has rolled."""
        return bool(self._of(self.on_turn, "HAS_ROLLED"))

    @property
    def card_played(self) -> bool:
        """Whether the seat on turn has played a development card."""
        return bool(self._of(self.on_turn, "HAS_PLAYED_DEVELOPMENT_CARD_IN_TURN"))

    @property
    def free_roads(self) -> int:
        """Roads of a road building card that are still to be placed, as many as our game would allow."""
        if self.phase is not Phase.FREE_ROADS:
            return 0
        return min(int(self._state.free_roads_available), self._of(self.on_turn, "ROADS_AVAILABLE"))

    @property
    def turn(self) -> int:
        """How many turns have been completed: they count the steps of the set-up too."""
        if self._state.is_initial_build_phase:
            return 0
        return int(self._state.num_turns) - 2 * (len(self.seats) - 1)

    def holder(self, award: str) -> int | None:
        """Return the seat that holds HAS_ROAD or HAS_ARMY."""
        return next((seat for seat in range(len(self.seats)) if self._of(seat, award)), None)

    @cached_property
    def pieces(self) -> tuple[HostSeat, ...]:
        """What everybody sees of each seat."""
        board, sizes = self._state.board, self.hand_sizes
        found: list[dict[str, list[int]]] = [
            {SETTLEMENT: [], CITY: [], "roads": []} for _ in range(len(self.seats))
        ]
        for node, (colour, kind) in board.buildings.items():
            found[self.seats[colour]][kind].append(NODE_OF[node])
        for (a, b), colour in board.roads.items():
            if a < b:  # they keep every road both ways round
                found[self.seats[colour]]["roads"].append(edge_between(NODE_OF[a], NODE_OF[b]))
        return tuple(
            HostSeat(
                settlements=tuple(sorted(of_seat[SETTLEMENT])),
                cities=tuple(sorted(of_seat[CITY])),
                roads=tuple(sorted(of_seat["roads"])),
                knights=self._of(seat, "PLAYED_KNIGHT"),
                hand_size=sizes[seat],
                card_count=self._sum_of(seat, CARD_NAMES),
                public_points=self._of(seat, "VICTORY_POINTS"),
            )
            for seat, of_seat in enumerate(found)
        )

    def reaches(self, node: int) -> bool:
        """Say whether one of our nodes belongs to the viewer's network on their board."""
        colour = self._state.colors[self.viewer]
        return any(
            NODE_OF.get(theirs) == node
            for part in self._state.board.connected_components[colour]
            for theirs in part
        )

    def differing(self, position: CatanPosition) -> set[str]:
        """Return the names of what differs from our side of the same position.

        Lengths of roads are not compared, only who holds Longest Road; and in the middle of discards not
        who is asked, since our rules ask in turn order.
        """
        ours: dict[str, Any] = {
            "phase": position.phase,
            "on turn": position.on_turn,
            "to move": position.to_move,
            "own hand": position.own.certain,
            "own cards": position.own.cards,
            "unseen cards": position.unseen_cards,
            "deck": position.deck_size,
            "bank": position.bank,
            "robber": position.robber,
            "longest road": position.longest_road,
            "largest army": position.largest_army,
            "card played": position.card_played,
        }
        theirs = {
            "phase": self.phase,
            "on turn": self.on_turn,
            "to move": self.to_move,
            "own hand": self.own_hand,
            "own cards": self.own_cards,
            "unseen cards": self.unseen_cards,
            "deck": self.deck_size,
            "bank": self.bank,
            "robber": self.robber,
            "longest road": self.holder("HAS_ROAD"),
            "largest army": self.holder("HAS_ARMY"),
            "card played": self.card_played,
        }
        found = {name for name, value in ours.items() if value != theirs[name]}
        if self.phase is Phase.DISCARDING:
            found.discard("to move")
        for ours_of, theirs_of in zip(position.seats, self.pieces, strict=True):
            values = {
                "settlements": ours_of.settlement_nodes,
                "cities": ours_of.city_nodes,
                "roads": ours_of.road_edges,
                "knights": ours_of.knights,
                "hand_size": ours_of.hand_size,
                "card_count": ours_of.card_count,
            }
            found |= {
                name.replace("_", " ")
                for name, value in values.items()
                if value != getattr(theirs_of, name)
            }
        return found


def _five(values: Sequence[int]) -> Counts:
    first, second, third, fourth, fifth = values
    return first, second, third, fourth, fifth
