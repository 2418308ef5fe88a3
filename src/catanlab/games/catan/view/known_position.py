"""Makes a view from a position whose beginning the seat has not seen, such as that of a game taken over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from catanlab.framework.random import Random
from catanlab.games.catan.engine.derived_fields import derived_fields, edge_words, mask
from catanlab.games.catan.game import Catan
from catanlab.games.catan.hands import pack
from catanlab.games.catan.moves import Counts
from catanlab.games.catan.position import Phase
from catanlab.games.catan.view.belief import Belief, restore_belief
from catanlab.games.catan.view.view import CatanView, restore_view

WORLDS = 256
"""How many combinations of unknown hands are drawn."""
_NO_LIMIT = 99
_NO_CARDS = (0, 0, 0, 0, 0)


@dataclass(frozen=True, kw_only=True)
class KnownSeat:
    """The pieces and cards of one seat."""

    settlements: tuple[int, ...] = ()
    """Its nodes."""
    cities: tuple[int, ...] = ()
    roads: tuple[int, ...] = ()
    """Its edges."""
    knights: int = 0
    """Knights it has played."""
    hand: Counts | None = _NO_CARDS
    """Its resource cards; None if only their number is known."""
    hand_size: int = 0
    """How many resource cards it holds, if they are not known."""
    cards: Counts = _NO_CARDS
    """Its development cards that are known."""
    hidden_cards: int = 0
    """How many development cards it holds besides."""


@dataclass(frozen=True, kw_only=True)
class KnownPosition:
    """A position as one seat knows it, at a moment when a seat chooses and no offer is open.

    The names are those of `CatanPosition`.
    """

    seats: tuple[KnownSeat, ...]
    phase: Phase
    on_turn: int
    turn: int
    setup_step: int
    """How many settlements and roads of the set-up, in pairs, were placed; twice the players after it."""
    last_node: int | None
    rolled: bool
    card_played: bool
    free_roads: int
    robber: int
    longest_road: int | None
    largest_army: int | None
    unseen_cards: Counts
    """Development cards in the deck and those that other seats may hold."""
    deck_is_empty: bool
    bought_this_turn: Counts = _NO_CARDS

    def view(self, game: Catan, seat: int) -> CatanView:
        """Return the view of a seat, with an empty log; any cards are possible in hands that are not known.

        The bank is full. Raises GameError if the game has no such position.
        """
        belief = self._belief()
        unseen = pack(self.unseen_cards)
        fields = game.start().fields() | self._fields()
        fields |= {
            "hand": _for_four(belief.worlds()[0][0]),
            "card": _for_four([pack(each.cards) for each in self.seats]),
            "bought_this_turn": pack(self.bought_this_turn),
            "deck": 0 if self.deck_is_empty else unseen,
        }
        fields |= derived_fields(game.board, fields)
        hidden = _for_four([each.hidden_cards for each in self.seats])
        return restore_view(game, seat, (), fields, belief, (unseen, hidden, 0, [_NO_LIMIT] * 4))

    def _fields(self) -> dict[str, Any]:
        """Return the fields of the engine about pieces, awards and the turn."""
        seats = self.seats
        roads = [word for seat in seats for word in edge_words(seat.roads)]
        return {
            "settlements": _for_four([mask(seat.settlements) for seat in seats]),
            "cities": _for_four([mask(seat.cities) for seat in seats]),
            "roads": (*roads, *[0] * (8 - len(roads))),
            "knights": _for_four([seat.knights for seat in seats]),
            "robber": self.robber,
            "road_holder": _or_nobody(self.longest_road),
            "army_holder": _or_nobody(self.largest_army),
            "phase": self.phase,
            "actor": self.on_turn,
            "turn_seat": self.on_turn,
            "turn_count": self.turn,
            "setup_step": self.setup_step,
            "last_node": _or_nobody(self.last_node),
            "rolled": self.rolled,
            "card_played": self.card_played,
            "free_roads": self.free_roads,
        }

    def _belief(self) -> Belief:
        """Return a belief in any cards in the hands that are not known."""
        sizes, least, most = [], [], []
        for seat in self.seats:
            size = seat.hand_size if seat.hand is None else sum(seat.hand)
            sizes.append(size)
            least.append(pack(seat.hand or _NO_CARDS))
            most.append(pack([size] * 5 if seat.hand is None else seat.hand))
        random = Random(0)
        hands: list[int] = []
        for _ in range(WORLDS):
            hands += _for_four([pack(_drawn(seat, random)) for seat in self.seats])
        bounds = (_for_four(sizes), _for_four(least), _for_four(most))
        return restore_belief(len(self.seats), False, hands, [1.0] * WORLDS, *bounds)


def _drawn(seat: KnownSeat, random: Random) -> Sequence[int]:
    """Return the hand of a seat, at random if it is not known."""
    if seat.hand is not None:
        return seat.hand
    hand = [0] * 5
    for _ in range(seat.hand_size):
        hand[random.below(5)] += 1
    return hand


def _for_four(values: Sequence[int]) -> tuple[int, ...]:
    """Return four values, zeros for seats that nobody has."""
    return (*values, *[0] * (4 - len(values)))


def _or_nobody(number: int | None) -> int:
    return -1 if number is None else number
