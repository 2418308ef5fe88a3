"""Makes a view from a position whose beginning the seat has not seen, such as that of a game taken over."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from catanlab.framework.arguments import check_seat, whole_number
from catanlab.framework.errors import ArgumentError, GameError
from catanlab.framework.moves import group_number
from catanlab.framework.random import Random
from catanlab.games.catan import constants as c
from catanlab.games.catan.engine.derived_fields import derived_fields, edge_words, mask
from catanlab.games.catan.game import Catan
from catanlab.games.catan.hands import pack, unpack
from catanlab.games.catan.moves import Counts
from catanlab.games.catan.position import Phase
from catanlab.games.catan.view.belief import Belief, restore_belief
from catanlab.games.catan.view.checks import MAX_HAND, check_counts, check_hand
from catanlab.games.catan.view.view import CatanView, restore_view
from catanlab.games.catan.view.worlds import World

WORLDS = 256
"""How many combinations of unknown hands are drawn."""
_NO_LIMIT = 99
_NO_CARDS = (0, 0, 0, 0, 0)
_FULL_DECK = unpack(c.FULL_DECK)
_MAX_TURN = 10**9
_SETUP_PHASES = (Phase.SETUP_SETTLEMENT, Phase.SETUP_ROAD)
_PHASES = (*_SETUP_PHASES, Phase.BEFORE_ROLL, Phase.MAIN, Phase.ROBBING, Phase.FREE_ROADS)
"""The phases in which a seat chooses and nothing else has to be known."""


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
    certain: Counts = _NO_CARDS
    """Of a hand that is not known, the cards that it surely holds."""
    possible: Counts | None = None
    """Of such a hand, the most cards of each resource; None if it may hold any."""
    cards: Counts = _NO_CARDS
    """Its development cards that are known."""
    hidden_cards: int = 0
    """How many other development cards it holds."""
    most_victory_cards: int = _NO_LIMIT
    """How many of these can be victory points, as it has not won."""

    @property
    def size(self) -> int:
        """How many resource cards it holds."""
        return self.hand_size if self.hand is None else sum(self.hand)

    @property
    def bounds(self) -> tuple[Counts, Counts]:
        """The least and the most cards of each resource that it holds."""
        if self.hand is not None:
            return self.hand, self.hand
        size = self.hand_size
        return self.certain, self.possible or (size, size, size, size, size)

    def check(self, whose: str) -> None:
        """Raise ArgumentError for pieces and cards that no seat has."""
        for name, places, pieces, count in (
            ("settlements", self.settlements, c.SETTLEMENTS_EACH, 54),
            ("cities", self.cities, c.CITIES_EACH, 54),
            ("roads", self.roads, c.ROADS_EACH, 72),
        ):
            whole_number(f"the number of {name} {whose}", len(places), 0, pieces)
            for place in places:
                whole_number(f"a place of the {name} {whose}", place, 0, count - 1)
        whole_number(f"knights {whose}", self.knights, 0, _FULL_DECK[c.KNIGHT])
        if self.hand is None:
            whole_number(f"hand_size {whose}", self.hand_size, 0, MAX_HAND)
            least, most = self.bounds
            check_counts(f"possible {whose}", most, [MAX_HAND] * 5)
            check_counts(f"certain {whose}", least, most)
            if not sum(least) <= self.hand_size <= sum(most):
                raise ArgumentError(f"no hand of {self.hand_size} cards {whose} is within its bounds")
        else:
            check_hand(f"hand {whose}", self.hand)
        check_counts(f"cards {whose}", self.cards, _FULL_DECK)
        whole_number(f"hidden_cards {whose}", self.hidden_cards, 0, sum(_FULL_DECK))
        whole_number(f"most_victory_cards {whose}", self.most_victory_cards, 0, _NO_LIMIT)


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
    bank: Counts | None = None
    """The resource cards of the bank; None if it is full."""
    worlds: tuple[World, ...] = ()
    """All hands at once that the seat takes for possible; none if a hand that is not known may be any."""
    has_all_worlds: bool = False
    """Whether no other hands are possible; otherwise these are examples."""

    def view(self, game: Catan, seat: int) -> CatanView:
        """Return the view of a seat, with an empty log.

        Raises GameError if the game has no such position. It does not ask whether a game
        can come there: roads may start anywhere, awards may be anybody's.
        """
        try:
            self._check(game, check_seat(seat, game.seats))
        except ArgumentError as error:
            raise GameError(f"the game has no such position: {error}") from None
        belief = self._belief()
        unseen = pack(self.unseen_cards)
        fields = game.start().fields() | self._fields()
        fields |= {
            "hand": _for_four(belief.worlds()[0][0]),
            "card": _for_four([pack(each.cards) for each in self.seats]),
            "bought_this_turn": pack(self.bought_this_turn),
            "deck": 0 if self.deck_is_empty else unseen,
        }
        if self.bank is not None:
            fields["bank"] = pack(self.bank)
        fields |= derived_fields(game.board, fields)
        hidden = _for_four([each.hidden_cards for each in self.seats])
        limits = [*(each.most_victory_cards for each in self.seats), *[_NO_LIMIT] * 4][:4]
        view = restore_view(game, seat, (), fields, belief, (unseen, hidden, 0, limits))
        # The engine relies on a place for every piece of the set-up, and for a free road.
        if all(group_number(move) == c.SKIP_ROADS for move in view.sample(Random(0)).legal_moves):
            raise GameError(
                f"the game has no such position: seat {self.on_turn} has nothing to choose from"
            )
        return view

    def _check(self, game: Catan, seat: int) -> None:
        """Raise ArgumentError for what no position has; native code relies on it."""
        players = game.seats
        if len(self.seats) != players:
            raise ArgumentError(f"it has {len(self.seats)} seats, not {players}")
        if self.phase not in _PHASES:
            raise ArgumentError(f"phase is {self.phase!r}, in which no seat chooses or an offer is open")
        in_setup = self.phase in _SETUP_PHASES
        whole_number("on_turn", self.on_turn, 0, players - 1)
        whole_number("turn", self.turn, 0, _MAX_TURN)
        first_step, last_step = (0, 2 * players - 1) if in_setup else (2 * players, 2 * players)
        whole_number("setup_step", self.setup_step, first_step, last_step)
        least, most = (1, 2) if self.phase == Phase.FREE_ROADS else (0, 0)
        whole_number("free_roads", self.free_roads, least, most)
        whole_number("robber", self.robber, 0, 18)
        if self.last_node is not None or self.phase == Phase.SETUP_ROAD:
            whole_number("last_node", self.last_node, 0, 53)
        for name, holder in (("longest_road", self.longest_road), ("largest_army", self.largest_army)):
            if holder is not None:
                whole_number(name, holder, 0, players - 1)
        self._check_seats(seat)
        unseen = sum(check_counts("unseen_cards", self.unseen_cards, _FULL_DECK))
        if sum(each.hidden_cards for each in self.seats) > unseen:
            raise ArgumentError(f"seats hold more hidden cards than the {unseen} unseen ones")
        check_counts("bought_this_turn", self.bought_this_turn, self.seats[self.on_turn].cards)
        if self.bank is not None:
            check_counts("bank", self.bank, [c.CARDS_PER_RESOURCE] * 5)
        self._check_worlds()

    def _check_worlds(self) -> None:
        """Raise ArgumentError for worlds in which the seats do not hold what they hold."""
        for world in self.worlds:
            hands = [check_hand("a hand of a world", _in_order(hand)) for hand in world.hands]
            if len(hands) != len(self.seats):
                raise ArgumentError(f"a world has {len(hands)} hands, not {len(self.seats)}")
            for number, (seat, hand) in enumerate(zip(self.seats, hands, strict=True)):
                least, most = seat.bounds
                within = all(a <= b <= c for a, b, c in zip(least, hand, most, strict=True))
                if sum(hand) != seat.size or not within:
                    raise ArgumentError(f"a world has other cards in the hand of seat {number}")
            if not world.probability > 0:
                raise ArgumentError(f"the probability of a world is {world.probability!r}, not above 0")

    def _check_seats(self, viewer: int) -> None:
        """Raise ArgumentError for pieces and cards that no seat has."""
        nodes: list[int] = []
        edges: list[int] = []
        for number, seat in enumerate(self.seats):
            seat.check(f"of seat {number}")
            nodes += (*seat.settlements, *seat.cities)
            edges += seat.roads
        if len(nodes) != len(set(nodes)) or len(edges) != len(set(edges)):
            raise ArgumentError("two pieces stand at the same place")
        if self.seats[viewer].hand is None or self.seats[viewer].hidden_cards:
            raise ArgumentError(f"seat {viewer} does not know its own cards")

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
        """Return a belief in the worlds, or in any cards in the hands that are not known."""
        if self.worlds:
            worlds = [[_in_order(hand) for hand in world.hands] for world in self.worlds]
            weights = [world.probability for world in self.worlds]
        else:
            random = Random(0)
            worlds = [[_drawn(seat, random) for seat in self.seats] for _ in range(WORLDS)]
            weights = [1.0] * WORLDS
        packed = [hand for hands in worlds for hand in _for_four([pack(hand) for hand in hands])]
        sizes = _for_four([seat.size for seat in self.seats])
        least = _for_four([pack(seat.bounds[0]) for seat in self.seats])
        most = _for_four([pack(seat.bounds[1]) for seat in self.seats])
        exact = bool(self.worlds) and self.has_all_worlds
        return restore_belief(len(self.seats), exact, packed, weights, sizes, least, most)


def _drawn(seat: KnownSeat, random: Random) -> list[int]:
    """Return the hand of a seat, at random within its bounds if it is not known."""
    least, most = seat.bounds
    hand = list(least)
    for _ in range(seat.size - sum(least)):
        open_kinds = [kind for kind in range(5) if hand[kind] < most[kind]]
        hand[open_kinds[random.below(len(open_kinds))]] += 1
    return hand


def _in_order(hand: Mapping[str, int]) -> list[int]:
    """Return the counts of resources that a world has by name."""
    return [hand.get(name, 0) for name in c.RESOURCES]


def _for_four(values: Sequence[int]) -> tuple[int, ...]:
    """Return four values, zeros for seats that nobody has."""
    return (*values, *[0] * (4 - len(values)))


def _or_nobody(number: int | None) -> int:
    return -1 if number is None else number
