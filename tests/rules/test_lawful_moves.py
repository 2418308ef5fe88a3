"""What is lawful in positions of random games: the engine against the words of the rules.

The rules are written here once more, over `state.position`, slowly and by definition. Every move that can
be written down (all roads, settlements, hexes with victims, exchanges, cards, outcomes) is put to both.
"""

from itertools import combinations_with_replacement, product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.examples import examples

from catanlab.games.catan.constants import CARDS, RESOURCES
from catanlab.games.catan.grid import edge_nodes, hex_nodes, node_edges, node_neighbours
from catanlab.games.catan.moves import CatanMove
from catanlab.games.catan.position import Phase, by_card, by_resource
from catanlab.games.catan.rules import Rules

EDGES = [edge_nodes(edge) for edge in range(72)]
COSTS = {
    "road": {"wood": 1, "clay": 1},
    "settlement": {"wood": 1, "clay": 1, "sheep": 1, "wheat": 1},
    "city": {"wheat": 2, "ore": 3},
    "card": {"sheep": 1, "wheat": 1, "ore": 1},
}


def every_move():
    """Write down all moves and outcomes but offers and counter-offers, of which there are too many."""
    yield from (
        "end turn",
        "roll",
        "buy card",
        "knight",
        "road building",
        "skip",
        "accept",
        "reject",
        "cancel",
    )
    yield from (f"road {a}-{b}" for a, b in EDGES)
    yield from (f"{piece} {node}" for piece in ("settlement", "city") for node in range(54))
    yield from (f"plenty {a}" for a in RESOURCES)
    yield from (f"plenty {a} {b}" for a, b in combinations_with_replacement(RESOURCES, 2))
    yield from (f"{word} {name}" for word in ("monopoly", "discard", "steal") for name in RESOURCES)
    for given_, got, price, count in product(RESOURCES, RESOURCES, range(1, 6), (1, 2)):
        yield f"bank {price} {given_} for {count} {got}"
    for hexagon in range(19):
        yield f"robber {hexagon}"
        yield from (f"robber {hexagon} from {seat}" for seat in range(4))
    yield from (f"{word} {seat}" for word in ("confirm", "take") for seat in range(4))
    yield from (f"dice {total}" for total in range(2, 13))
    yield from (f"draw {card}" for card in CARDS)


EVERY_MOVE = [CatanMove.parse(text) for text in every_move()]


def buildings_of(seat):
    return {*seat.settlement_nodes, *seat.city_nodes}


def holds(seat, cost):
    hand = by_resource(seat.hand)
    return all(hand[name] >= count for name, count in cost.items())


class Book:
    """The rules by their words, for one position."""

    def __init__(self, state):
        self.facts = state.position
        self.fields = state.fields()
        self.rules = state.game.rules
        self.board = state.game.board
        self.turn_seat = self.facts.on_turn
        self.me = self.facts.seats[self.turn_seat]
        self.actor = state.to_move
        self.built = set().union(*map(buildings_of, self.facts.seats))
        self.enemies = self.built - buildings_of(self.me)
        self.taken = {road for seat in self.facts.seats for road in seat.road_ends}

    def lawful(self):
        """Give the text of every lawful move but offers and counter-offers."""
        return set(getattr(self, "in_" + self.facts.phase.text.replace(" ", "_").replace("-", "_"))())

    def keeps_distance(self, node):
        return node not in self.built and self.built.isdisjoint(node_neighbours(node))

    def road_places(self):
        if len(self.me.road_ends) >= 15:
            return []
        mine = {node for road in self.me.road_ends for node in road} | buildings_of(self.me)
        mine -= self.enemies
        return [road for road in EDGES if road not in self.taken and not mine.isdisjoint(road)]

    def in_set_up_settlement(self):
        return [f"settlement {node}" for node in range(54) if self.keeps_distance(node)]

    def in_set_up_road(self):
        roads = [edge_nodes(edge) for edge in node_edges(self.fields["last_node"])]
        return [f"road {a}-{b}" for a, b in roads if (a, b) not in self.taken]

    def in_before_the_roll(self):
        kinds = {"any": CARDS[:4], "knight": CARDS[:1], "none": ()}[self.rules.cards_before_roll]
        return ["roll", *self.card_plays(kinds)]

    def card_plays(self, kinds):
        if self.facts.card_played:
            return
        held, bought = by_card(self.me.cards), by_card(self.facts.bought_this_turn)
        old = {card: held[card] - bought[card] for card in kinds}
        if old.get("knight"):
            yield "knight"
        if old.get("road building") and self.road_places():
            yield "road building"
        if old.get("year of plenty"):
            bank = by_resource(self.facts.bank)
            if sum(bank.values()) == 1:
                yield from (f"plenty {name}" for name in RESOURCES if bank[name])
            for a, b in combinations_with_replacement(RESOURCES, 2):
                if bank[a] and bank[b] and (a != b or bank[a] > 1):
                    yield f"plenty {a} {b}"
        if old.get("monopoly"):
            yield from (f"monopoly {name}" for name in RESOURCES)

    def in_main(self):
        yield "end turn"
        yield from self.card_plays(CARDS[:4])
        if holds(self.me, COSTS["road"]):
            yield from (f"road {a}-{b}" for a, b in self.road_places())
        if holds(self.me, COSTS["settlement"]) and len(self.me.settlement_nodes) < 5:
            reached = {node for road in self.me.road_ends for node in road}
            yield from (f"settlement {node}" for node in reached if self.keeps_distance(node))
        if holds(self.me, COSTS["city"]) and len(self.me.city_nodes) < 4:
            yield from (f"city {node}" for node in self.me.settlement_nodes)
        if holds(self.me, COSTS["card"]) and self.facts.deck_size:
            yield "buy card"
        hand, bank = by_resource(self.me.hand), by_resource(self.facts.bank)
        for name, other in product(RESOURCES, RESOURCES):
            price = self.price(name)
            if name != other and hand[name] >= price and bank[other]:
                yield f"bank {price} {name} for 1 {other}"

    def price(self, name):
        ports = {self.board.port_at(node) for node in buildings_of(self.me)}
        return 2 if RESOURCES.index(name) in ports else 3 if 5 in ports else 4

    def in_discarding(self):
        hand = by_resource(self.facts.seats[self.actor].hand)
        return [f"discard {name}" for name in RESOURCES if hand[name]]

    def robber_hexes(self):
        others = [h for h in range(19) if h != self.facts.robber]
        poor = [
            seat
            for number, seat in enumerate(self.facts.seats)
            if number != self.turn_seat and seat.public_points < 3
        ]
        friendly = [h for h in others if all(buildings_of(seat).isdisjoint(hex_nodes(h)) for seat in poor)]
        return friendly if self.rules.friendly_robber and friendly else others

    def in_moving_the_robber(self):
        for hexagon in self.robber_hexes():
            victims = [
                number
                for number, seat in enumerate(self.facts.seats)
                if number != self.turn_seat
                and sum(seat.hand)
                and not buildings_of(seat).isdisjoint(hex_nodes(hexagon))
            ]
            yield from (f"robber {hexagon} from {victim}" for victim in victims)
            if not victims:
                yield f"robber {hexagon}"

    def in_free_roads(self):
        yield from (f"road {a}-{b}" for a, b in self.road_places())
        if self.rules.skip_free_roads:
            yield "skip"

    def in_answering_an_offer(self):
        yield "reject"
        got = self.facts.offer_move.text.split(" for ")[1].split(" to ")[0]
        if holds(self.facts.seats[self.actor], cards_of(got)):
            yield "accept"
        yield from self.in_choosing_a_trade()

    def in_choosing_a_trade(self):
        yield "cancel"
        for seat, answer in enumerate(self.fields["answer"]):
            move = CatanMove(answer)
            if move.group == "accept":
                yield f"confirm {seat}"
            if move.group == "counter" and holds(self.me, cards_of(str(move).split(" for ")[1])):
                yield f"take {seat}"

    def in_rolling(self):
        sevens = self.facts.turn >= self.rules.no_sevens_rounds * self.rules.players
        return [f"dice {total}" for total in range(2, 13) if total != 7 or sevens]

    def in_drawing_a_card(self):
        return [f"draw {card}" for card, count in by_card(self.facts.unseen_cards).items() if count]

    def in_stealing(self):
        hand = by_resource(self.facts.seats[self.fields["victim"]].hand)
        return [f"steal {name}" for name in RESOURCES if hand[name]]

    def in_finished(self):
        return []

    def may_exchange(self, give, get, to):
        """Say whether the seat that chooses may offer or counter with this exchange."""
        if not give or not get or set(give) & set(get):
            return False
        if not holds(self.facts.seats[self.actor], give):
            return False
        if self.facts.phase == Phase.MAIN:
            others = set(range(self.rules.players)) - {self.turn_seat}
            open_to = self.rules.player_trade and self.fields["offers_made"] < self.rules.offers_per_turn
            return open_to and bool(to) and to <= others
        offered = self.facts.offer_move.text.removeprefix("offer ").split(" to ")[0]
        mirrored = tuple(map(cards_of, reversed(offered.split(" for "))))
        return self.rules.counter_offers and (give, get) != mirrored


def cards_of(text):
    """Read "2 wood + 1 clay"."""
    return {name: int(count) for count, name in (part.split() for part in text.split(" + "))}


def text_of(cards):
    return " + ".join(f"{count} {name}" for name, count in cards.items())


def check_position(state):
    """Put every move to the engine and to the book."""
    lawful = Book(state).lawful()
    assert {str(move) for move in EVERY_MOVE if state.is_legal(move)} == lawful
    listed = [str(move) for move in state.legal_moves or [outcome for outcome, _ in state.outcomes]]
    listed = [text for text in listed if not text.startswith(("offer", "counter"))]
    assert len(listed) == len(set(listed))
    if state.phase_name == "answering an offer":
        # The seat on turn may choose already, but it is not its turn to be asked.
        assert set(listed) == {text for text in lawful if text in ("accept", "reject")}
    elif state.phase_name == "discarding":
        assert set(listed) <= lawful
    else:
        assert set(listed) == lawful


def check_exchanges(state, random):
    """Put random offers or counter-offers to the engine and to the book."""
    book = Book(state)
    hand = by_resource(book.facts.seats[state.to_move].hand)
    for _ in range(20):
        sides = [
            {
                name: random.randint(1, min(1 + hand[name], 31))
                for name in random.sample(RESOURCES, random.randint(1, 2))
            }
            for _ in range(2)
        ]
        to = {seat for seat in range(4) if random.random() < 0.4}
        text = " for ".join(map(text_of, sides))
        if state.phase_name == "main":
            text = f"offer {text} to {' '.join(map(str, sorted(to)))}"
            if not to:
                continue
        else:
            text = f"counter {text}"
        assert state.is_legal(text) == book.may_exchange(*sides, to), text


def check_game(walk, rules, seed, every):
    random = Random(seed)
    for state, _ in walk(rules, seed, by_group=seed % 2 == 0):
        quick = state.phase_name in ("main", "before the roll", "rolling", "answering an offer")
        if random.randrange(every if quick else max(every // 4, 1)):
            continue
        check_position(state)
        if state.phase_name in ("main", "answering an offer"):
            check_exchanges(state, random)


@examples(35)
@given(data=st.data(), seed=st.integers(0, 10_000))
def test_just_the_lawful_moves_are_allowed_and_listed_under_any_rules(walk, any_rules, data, seed):
    check_game(walk, data.draw(any_rules), seed, every=20)


@pytest.mark.full
@pytest.mark.parametrize("rules", [Rules(), Rules(player_trade=True, players=3)], ids=["base", "trading"])
def test_just_the_lawful_moves_are_allowed_and_listed(walk, rules):
    for seed in range(3):
        check_game(walk, rules, seed, every=16)


@pytest.mark.full
@examples(450)
@given(data=st.data(), seed=st.integers(0, 10_000))
def test_just_the_lawful_moves_are_allowed_and_listed_in_many_games(walk, any_rules, data, seed):
    check_game(walk, data.draw(any_rules), seed, every=40)
