"""Catan as a declaration: the readable rules, the source of the rule book and of tests of the engine.

Written from the rules of the published game, in the words of `catanlab.framework.declared`; it shares
nothing with the engine. Roelofs (2012, appendix A) describes the game in the same words: set-up, main
game and victory are cycles, the pieces and the tiles are placeables, the development cards are logic.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from catanlab.framework.declared import (
    ACCEPTED,
    REJECTED,
    AcceptTrade,
    AcquirePlaceable,
    Action,
    AgreeTrade,
    BankTrade,
    Bundle,
    CancelTrade,
    Chance,
    Choice,
    ConfirmTrade,
    Counter,
    CounterTrade,
    Cycle,
    Deck,
    Declaration,
    Dice,
    GameState,
    Interrupt,
    Logic,
    ModifyResource,
    NextGameState,
    OfferTrade,
    Placeable,
    PlaceAndSeat,
    PlacePlaceable,
    PlayLogic,
    PurchaseLogic,
    PurchasePlaceable,
    RejectTrade,
    Resources,
    TakeCounter,
    clockwise,
    derived,
    hexagonal,
    members,
    option,
    per_seat,
    snake,
    value,
)
from catanlab.games.catan import constants as c
from catanlab.games.catan.board import STANDARD_NUMBERS, STANDARD_PORTS, STANDARD_TERRAIN, Board
from catanlab.games.catan.moves import CatanMove
from catanlab.games.catan.rules import Rules

Cards = tuple[int, ...]

PLAIN_BOARD = Board(STANDARD_TERRAIN, (*STANDARD_NUMBERS, 0), STANDARD_PORTS)
"""Hexes, numbers and ports of the base game, laid in order: a board for tests and examples."""

ONE: tuple[Cards, ...] = tuple(tuple([int(r == one) for r in range(5)]) for one in range(5))
"""One card of each resource."""
PAIRS: tuple[Cards, ...] = tuple(
    tuple([(r == first) + (r == second) for r in range(5)])
    for first in range(5)
    for second in range(first, 5)
)
"""All pairs of resource cards."""


class DeclaredCatan(Declaration):
    """Settlers of Catan, the base game for two to four players.

    Build settlements, cities and roads, buy and play cards, trade; ten points in your own turn win.
    """

    name = "catan-declared"
    summary = "Settlers of Catan, as declared rules"
    title = "Catan, declared"
    move_type = CatanMove

    rules = option(Rules(), "The options of the game.")
    board = option(PLAIN_BOARD, "What lies on the hexes, and where the ports are.")
    seats = derived(lambda game: game.rules.players)

    # Pieces and places

    island = hexagonal(radius=2)

    # A bank without limit stops only where the cards would no longer fit into a position.
    wood, clay, sheep, wheat, ore = goods = Resources(
        *c.RESOURCES,
        bank=derived(lambda game: c.CARDS_PER_RESOURCE if game.rules.bank_limit else c.MAX_IN_PLAY),
    )

    road = Placeable(island.edges, supply=c.ROADS_EACH, cost=clay + wood)
    settlement = Placeable(island.vertices, supply=c.SETTLEMENTS_EACH, cost=clay + wood + sheep + wheat)
    city = Placeable(island.vertices, supply=c.CITIES_EACH, cost=3 * ore + 2 * wheat, over=settlement)
    tile = Placeable(island.areas, shared=True)
    robber = Placeable(island.areas, shared=True, over=tile)

    # Development cards

    knight = Logic(copies=c.DECK_COUNTS[c.KNIGHT])
    road_building = Logic(copies=c.DECK_COUNTS[c.ROAD_BUILDING])
    year_of_plenty = Logic(copies=c.DECK_COUNTS[c.YEAR_OF_PLENTY])
    monopoly = Logic(copies=c.DECK_COUNTS[c.MONOPOLY])
    victory_point = Logic(copies=c.DECK_COUNTS[c.VICTORY_POINT])
    deck = Deck(
        [knight, road_building, year_of_plenty, monopoly, victory_point], group=c.DRAW, hidden=c.UNKNOWN
    )

    # Chance

    dice = Dice(2, 6, group=c.DICE)
    steal = Chance(target=Choice(c.RESOURCES, hidden=c.UNKNOWN), group=c.STEAL)

    # What a position remembers

    points = per_seat(0)
    knights_played = per_seat(0)
    road_length = per_seat(0)
    longest_road: int | None = value(None)
    largest_army: int | None = value(None)
    last_settlement: int | None = value(None)
    owed = per_seat(0)
    discarded_from = per_seat(0)
    claims: tuple[tuple[int, int, int], ...] = value(())
    victim: int | None = value(None)
    free_roads_due = value(0)
    card_played = value(False, each="turn")
    acted = value(False, each="turn")
    offers_made = value(0, each="turn")
    crowned: tuple[int, ...] = value(())

    # Actions, in the order in which they are listed

    found_settlement = AcquirePlaceable(settlement, group=c.SETTLEMENT)
    found_road = AcquirePlaceable(road, group=c.ROAD)
    roll = NextGameState(group=c.ROLL)
    end_turn = NextGameState(group=c.END_TURN)
    build_road = PurchasePlaceable(road, group=c.ROAD)
    build_settlement = PurchasePlaceable(settlement, group=c.SETTLEMENT)
    build_city = PurchasePlaceable(city, group=c.CITY)
    buy_card = PurchaseLogic(deck, cost=ore + sheep + wheat, group=c.BUY_CARD)
    play_knight = PlayLogic(knight, group=c.PLAY_KNIGHT)
    play_road_building = PlayLogic(road_building, group=c.PLAY_ROAD_BUILDING)
    play_plenty = PlayLogic(year_of_plenty, target=Bundle(goods), group=c.PLAY_PLENTY)
    play_monopoly = PlayLogic(monopoly, target=Choice(c.RESOURCES), group=c.PLAY_MONOPOLY)
    bank_trade = BankTrade(goods, group=c.BANK_TRADE)
    make_offer = OfferTrade(goods, group=c.OFFER)
    agree = AgreeTrade(goods, group=c.DEAL)
    discard = ModifyResource(goods, amount=-1, code="card-not-held", hidden=c.UNKNOWN, group=c.DISCARD)
    move_robber = PlacePlaceable(robber, target=PlaceAndSeat(island.areas), group=c.ROBBER)
    place_free_road = AcquirePlaceable(road, group=c.ROAD)
    skip_roads = Action(group=c.SKIP_ROADS)
    accept = AcceptTrade(group=c.ACCEPT)
    reject = RejectTrade(group=c.REJECT)
    counter = CounterTrade(goods, group=c.COUNTER)
    confirm = ConfirmTrade(group=c.CONFIRM)
    take_counter = TakeCounter(group=c.TAKE_COUNTER)
    cancel = CancelTrade(group=c.CANCEL)

    # The course of the game

    founding = GameState([found_settlement], once=True)
    paving = GameState([found_road], once=True)
    before_the_roll = GameState([roll, play_knight, play_road_building, play_plenty, play_monopoly])
    after_the_roll = GameState(
        [
            end_turn,
            build_road,
            build_settlement,
            build_city,
            buy_card,
            play_knight,
            play_road_building,
            play_plenty,
            play_monopoly,
            bank_trade,
            make_offer,
            agree,
        ]
    )

    moving_the_robber = Interrupt([move_robber], once=True)
    discarding = Interrupt([discard], then=moving_the_robber)
    placing_free_roads = Interrupt([place_free_road, skip_roads])
    trading = Interrupt([accept, reject, counter, confirm, take_counter, cancel])

    # The seats place in turn, and the second time backwards, or in the same order where the rules say so.
    set_up = Cycle(
        [founding, paving],
        order=derived(lambda game: snake if game.rules.setup_order == "snake" else clockwise),
        counted=False,
    )
    main = Cycle([before_the_roll, after_the_roll], order=clockwise)
    victory = Cycle()

    # Set-up

    def set_up_pieces(self) -> None:
        """The robber starts on the desert."""
        for hexagon in range(self.graph.size("area")):
            self.put(self.tile, hexagon, 0)
        self.put(self.robber, self.board.resources.index(c.DESERT), 0)

    @found_settlement.done
    def remember_where_the_road_starts(self, seat: int, node: int) -> None:
        """After each settlement of the set-up its owner places a road."""
        self.last_settlement = node

    @found_settlement.done
    def second_settlement_yields(self, seat: int, node: int) -> None:
        """The second settlement yields a card for each hex around it."""
        if self.count(self.settlement, seat) == 2:
            for hexagon in self.graph.touching("vertex", node, "area"):
                resource = self.board.resources[hexagon]
                if resource != c.DESERT:
                    self.receive(seat, ONE[resource])

    @found_road.where("not-connected")
    def starts_from_the_new_settlement(self, seat: int, edge: int) -> bool:
        """In the set-up a road starts from the settlement placed with it."""
        return self.last_settlement in self.graph.touching("edge", edge, "vertex")

    @set_up.until
    def all_have_two_settlements_and_roads(self) -> bool:
        """The set-up is over when everyone has placed two settlements and two roads."""
        return all(self.count(self.road, seat) == 2 for seat in range(self.seats))

    # Roads

    @road.where("occupied")
    def edge_is_free(self, seat: int, edge: int) -> bool:
        """A road goes on a free edge."""
        return not self.occupied(self.road) >> edge & 1

    @road.where("not-connected")
    def touches_own_road_or_building(self, seat: int, edge: int) -> bool:
        """A road connects to a road or building of its player, but not through another's building."""
        own = self.places_of(self.settlement, seat) | self.places_of(self.city, seat)
        others = (self.occupied(self.settlement) | self.occupied(self.city)) & ~own
        roads = self.places_of(self.road, seat)
        edges_at = self.graph.touching_masks("vertex", "edge")
        for node in self.graph.touching("edge", edge, "vertex"):
            if own >> node & 1 or (roads & edges_at[node] & ~(1 << edge) and not others >> node & 1):
                return True
        return False

    # Settlements and cities

    @settlement.where("occupied")
    def node_is_free(self, seat: int, node: int) -> bool:
        """A settlement goes on a free node."""
        return not (self.occupied(self.settlement) | self.occupied(self.city)) >> node & 1

    @settlement.where("too-near")
    def no_building_next_to_it(self, seat: int, node: int) -> bool:
        """No building may stand on a neighbouring node."""
        buildings = self.occupied(self.settlement) | self.occupied(self.city)
        return not buildings & self.graph.touching_masks("vertex", "vertex")[node]

    @build_settlement.where("not-connected")
    def own_road_leads_there(self, seat: int, node: int) -> bool:
        """A settlement must be next to a road of its player."""
        return bool(self.places_of(self.road, seat) & self.graph.touching_masks("vertex", "edge")[node])

    @city.where("no-own-settlement")
    def own_settlement_stands_there(self, seat: int, node: int) -> bool:
        """A city replaces a settlement of its player."""
        return bool(self.places_of(self.settlement, seat) >> node & 1)

    @city.placed
    def settlement_goes_back(self, seat: int, node: int) -> None:
        """The settlement that a city replaces goes back to its owner's supply."""
        self.take_off(self.settlement, node)

    # Points

    @settlement.owner_changed
    def settlement_is_worth_a_point(self, seat: int | None, node: int, before: int | None) -> None:
        """A settlement is worth 1 point."""
        self._move_points(seat, before, 1)

    @city.owner_changed
    def city_is_worth_two_points(self, seat: int | None, node: int, before: int | None) -> None:
        """A city is worth 2 points."""
        self._move_points(seat, before, 2)

    def _move_points(self, seat: int | None, before: int | None, worth: int) -> None:
        if seat is not None:
            self.points[seat] += worth
        if before is not None:
            self.points[before] -= worth

    def score(self, seat: int) -> int:
        """A victory point card is worth 1 point; it counts at once and is never played."""
        return self.points[seat] + self.held[seat][c.VICTORY_POINT]

    def public_score(self, seat: int) -> int:
        """Others do not see the points of victory point cards, unless hands are open."""
        return self.score(seat) if self.rules.open_hands else self.points[seat]

    # Longest Road

    @road.placed
    def road_may_become_longest(self, seat: int, edge: int) -> None:
        """The first player with a road of five gets Longest Road, then one with a longer road."""
        self.road_length[seat] = self._longest_trail(seat)
        self._award_longest_road()

    @road.neighbour_placed
    def building_may_cut_a_road(
        self, seat: int, edge: int, piece: Placeable, node: int, builder: int
    ) -> None:
        """When a new settlement cuts a road, lengths are counted again."""
        if piece is self.settlement and seat != builder:
            self.road_length[seat] = self._longest_trail(seat)
            self._award_longest_road()

    def _longest_trail(self, seat: int) -> int:
        """The length of a road is its longest trail: no edge twice, not through another's building."""
        roads = self.places_of(self.road, seat)
        own = self.places_of(self.settlement, seat) | self.places_of(self.city, seat)
        closed = (self.occupied(self.settlement) | self.occupied(self.city)) & ~own
        edges_at = self.graph.touching_masks("vertex", "edge")
        ends = self.graph.touching_masks("edge", "vertex")

        def longest_from(node: int, left: int) -> int:
            best = 0
            for edge in members(edges_at[node] & left):
                other = (ends[edge] ^ 1 << node).bit_length() - 1
                rest = left ^ 1 << edge
                length = 1 if closed >> other & 1 else 1 + longest_from(other, rest)
                best = max(best, length)
            return best

        starts = 0
        for edge in members(roads):
            starts |= ends[edge]
        return max((longest_from(node, roads) for node in members(starts)), default=0)

    def _award_longest_road(self) -> None:
        """The holder keeps it while no road is longer; then the only longest gets it, or nobody."""
        longest = max(self.road_length)
        holder = self.longest_road
        if holder is not None and self.road_length[holder] == longest >= c.LONGEST_ROAD_MINIMUM:
            return
        leaders = [seat for seat in range(self.seats) if self.road_length[seat] == longest]
        single = len(leaders) == 1 and longest >= c.LONGEST_ROAD_MINIMUM
        self.longest_road = leaders[0] if single else None
        self._move_points(self.longest_road, holder, c.AWARD_POINTS)

    # The roll

    @before_the_roll.deactivated
    def dice_are_rolled(self) -> None:
        """The turn begins with the roll of two dice."""
        self.begin(self.dice)

    @dice.where
    def seven_counts(self, total: int) -> bool:
        """In the first rounds, as many as the rules say, a seven is rolled again."""
        return total != 7 or self.turns >= self.rules.no_sevens_rounds * self.seats

    @dice.fell
    def tiles_pay_or_the_robber_comes(self, total: int) -> None:
        """Every hex with the number rolled pays; on a seven no hex pays, and the robber moves."""
        if total == 7:
            self.activate(self.robber, self._robber_hex())
            return
        for hexagon, number in enumerate(self.board.numbers):
            if number == total:
                self.activate(self.tile, hexagon)
        claims, self.claims = self.claims, ()
        for resource in {claim[0] for claim in claims}:
            self._pay_claims([claim for claim in claims if claim[0] == resource])

    @tile.activated
    def tile_pays_its_buildings(self, _: int | None, hexagon: int) -> None:
        """A hex without the robber pays one card to each settlement on it and two to each city."""
        if hexagon == self._robber_hex():
            return
        corners = self.graph.touching_masks("area", "vertex")[hexagon]
        for seat in range(self.seats):
            count = (self.places_of(self.settlement, seat) & corners).bit_count()
            count += 2 * (self.places_of(self.city, seat) & corners).bit_count()
            if count:
                self.claims = (*self.claims, (self.board.resources[hexagon], seat, count))

    def _pay_claims(self, claims: Sequence[tuple[int, int, int]]) -> None:
        """If the bank cannot pay a resource in full, nobody gets it; a single claimant gets the rest."""
        resource = claims[0][0]
        claimants = {seat for _, seat, _ in claims}
        due = sum(count for _, _, count in claims)
        left = self.bank[resource]
        if due <= left:
            for _, seat, count in claims:
                self.hands[seat][resource] += count
                self.bank[resource] -= count
        elif len(claimants) == 1:
            self.hands[claims[0][1]][resource] += left
            self.bank[resource] = 0

    # A seven

    @robber.activated
    def discards_are_owed(self, _: int | None, hexagon: int) -> None:
        """On a seven, everyone with more cards than the limit discards half of them, rounded down."""
        for seat in range(self.seats):
            size = sum(self.hands[seat])
            self.owed[seat] = size // 2 if size > self.rules.hand_limit else 0
            self.discarded_from[seat] = 0
        self.begin(self.discarding)

    @discarding.actors
    def those_who_owe_cards(self) -> list[int]:
        """Players who must discard are asked in turn order, from the seat on turn on."""
        return [seat for seat in self.after(self.on_turn) if self.owed[seat]]

    @discard.when("not-owed")
    def owes_a_card(self, seat: int) -> bool:
        """Only a player who owes cards discards."""
        return self.owed[seat] > 0

    @discard.listed
    def discards_in_order(self, seat: int) -> Iterator[tuple[int]]:
        """Of all orders in which the same cards can be discarded, only one is listed."""
        hand = self.hands[seat]
        for resource in range(self.discarded_from[seat], 5):
            if hand[resource] and sum(hand[resource:]) >= self.owed[seat]:
                yield (resource,)

    @discard.done
    def one_card_less_is_owed(self, seat: int, resource: int) -> None:
        """A player discards one card at a time, by choice."""
        self.owed[seat] -= 1
        # The list goes on from this resource, or from the first if there are not enough cards from here on.
        goes_on = self.owed[seat] and sum(self.hands[seat][resource:]) >= self.owed[seat]
        self.discarded_from[seat] = resource if goes_on else 0

    @discard.seen_by
    def who_sees_discards(self, seat: int, resource: int) -> Iterable[int] | None:
        """Everyone sees the discarded cards, unless discards are hidden and hands are not open."""
        return (seat,) if self.rules.hidden_discards and not self.rules.open_hands else None

    # The robber

    def _robber_hex(self) -> int:
        place = self.location(self.robber)
        assert place is not None
        return place

    def _robbable(self, seat: int, hexagon: int) -> list[int]:
        """Return the other seats with a building at a hex and cards in hand."""
        return [other for other in self._others_at(seat, hexagon) if any(self.hands[other])]

    def _others_at(self, seat: int, hexagon: int) -> list[int]:
        corners = self.graph.touching_masks("area", "vertex")[hexagon]
        return [
            other
            for other in range(self.seats)
            if other != seat
            and (self.places_of(self.settlement, other) | self.places_of(self.city, other)) & corners
        ]

    @move_robber.where("robber-must-move")
    def robber_moves(self, seat: int, hexagon: int, victim: int | None) -> bool:
        """The robber must move to another hex."""
        return hexagon != self._robber_hex()

    @move_robber.where("spared")
    def robber_is_friendly(self, seat: int, hexagon: int, victim: int | None) -> bool:
        """A friendly robber spares players with fewer than three visible points, unless no hex is left."""
        if not self.rules.friendly_robber or not self._is_spared(seat, hexagon):
            return True
        here = self._robber_hex()
        hexes = [other for other in range(self.graph.size("area")) if other != here]
        return all(self._is_spared(seat, other) for other in hexes)

    def _is_spared(self, seat: int, hexagon: int) -> bool:
        return any(self.points[other] < 3 for other in self._others_at(seat, hexagon))

    @move_robber.where("must-rob")
    def somebody_is_robbed(self, seat: int, hexagon: int, victim: int | None) -> bool:
        """If others with cards have buildings there, one of them must be robbed."""
        return victim is not None or not self._robbable(seat, hexagon)

    @move_robber.where("cannot-be-robbed")
    def victim_has_building_and_cards(self, seat: int, hexagon: int, victim: int | None) -> bool:
        """The victim must have a building there and cards in hand."""
        return victim is None or victim in self._robbable(seat, hexagon)

    @move_robber.listed
    def robber_moves_in_order(self, seat: int) -> Iterator[tuple[int, int | None]]:
        """For the robber every hex is listed, with each possible victim."""
        here = self._robber_hex()
        hexes = [hexagon for hexagon in range(self.graph.size("area")) if hexagon != here]
        if self.rules.friendly_robber:
            hexes = [hexagon for hexagon in hexes if not self._is_spared(seat, hexagon)] or hexes
        for hexagon in hexes:
            victims: list[int | None] = [*self._robbable(seat, hexagon)]
            for victim in victims or [None]:
                yield hexagon, victim

    @move_robber.done
    def robber_steals(self, seat: int, hexagon: int, victim: int | None) -> None:
        """The thief draws a card at random from the victim's hand."""
        if victim is not None:
            self.victim = victim
            self.begin(self.steal)

    @steal.weights
    def cards_of_the_victim(self) -> Iterable[tuple[int, int]]:
        """Every card of the victim is equally likely."""
        assert self.victim is not None
        return enumerate(self.hands[self.victim])

    @steal.fell
    def card_changes_hands(self, resource: int) -> None:
        """The stolen card goes to the thief."""
        assert self.victim is not None
        self.hands[self.victim][resource] -= 1
        self.hands[self.on_turn][resource] += 1
        self.victim = None

    @steal.seen_by
    def who_sees_the_stolen_card(self, resource: int) -> Iterable[int] | None:
        """Only the thief and the victim see the card, unless hands are open."""
        assert self.victim is not None
        return None if self.rules.open_hands else (self.on_turn, self.victim)

    # Development cards

    @deck.seen_by
    def who_sees_the_bought_card(self, card: int) -> Iterable[int] | None:
        """Cards are drawn at random; only the buyer sees the card, unless hands are open."""
        return None if self.rules.open_hands else (self.drawer,)

    @knight.when("card-already-played")
    @road_building.when("card-already-played")
    @year_of_plenty.when("card-already-played")
    @monopoly.when("card-already-played")
    def one_card_a_turn(self, seat: int) -> bool:
        """One development card may be played a turn."""
        return not self.card_played

    @knight.when("card-bought-this-turn")
    def knight_is_not_new(self, seat: int) -> bool:
        """A knight is not played in the turn it was bought."""
        return self._has_old(seat, self.knight)

    @road_building.when("card-bought-this-turn")
    def road_building_is_not_new(self, seat: int) -> bool:
        """Road building is not played in the turn it was bought."""
        return self._has_old(seat, self.road_building)

    @year_of_plenty.when("card-bought-this-turn")
    def plenty_is_not_new(self, seat: int) -> bool:
        """Year of plenty is not played in the turn it was bought."""
        return self._has_old(seat, self.year_of_plenty)

    @monopoly.when("card-bought-this-turn")
    def monopoly_is_not_new(self, seat: int) -> bool:
        """A monopoly is not played in the turn it was bought."""
        return self._has_old(seat, self.monopoly)

    def _has_old(self, seat: int, card: Logic) -> bool:
        return self.held[seat][card.index] > self.acquired_this_turn[seat][card.index]

    @knight.when("not-allowed-by-rules")
    def knight_before_the_roll(self, seat: int) -> bool:
        """A knight may be played before the roll, unless the rules allow no card then."""
        return self.stack[0] is not self.before_the_roll or self.rules.cards_before_roll != "none"

    @road_building.when("not-allowed-by-rules")
    @year_of_plenty.when("not-allowed-by-rules")
    @monopoly.when("not-allowed-by-rules")
    def other_card_before_the_roll(self, seat: int) -> bool:
        """Any card may be played before the roll, unless the rules allow only a knight or none."""
        return self.stack[0] is not self.before_the_roll or self.rules.cards_before_roll == "any"

    @knight.played
    def knight_moves_the_robber(self, seat: int) -> None:
        """A knight moves the robber; the first player with three gets Largest Army, then one with more."""
        self.knights_played[seat] += 1
        holder = self.largest_army
        most = c.LARGEST_ARMY_MINIMUM if holder is None else self.knights_played[holder] + 1
        if holder != seat and self.knights_played[seat] >= most:
            self.largest_army = seat
            self._move_points(seat, holder, c.AWARD_POINTS)
        self.begin(self.moving_the_robber)

    @road_building.when("no-effect")
    def free_road_has_a_place(self, seat: int) -> bool:
        """Road building needs a road in the supply and a place for it."""
        return self.left(self.road, seat) > 0 and self.spots(self.road, seat) != 0

    @road_building.played
    def two_free_roads(self, seat: int) -> None:
        """Road building gives two free roads, or as many as there are pieces and places for."""
        self.free_roads_due = 2
        self.begin(self.placing_free_roads)

    @placing_free_roads.until
    def no_free_road_can_be_placed(self) -> bool:
        """Free roads are placed until there are two, or until no piece or no place is left."""
        return not self.free_roads_due or not self.free_road_has_a_place(self.on_turn)

    @placing_free_roads.deactivated
    def free_roads_are_over(self) -> None:
        """Free roads that cannot be placed are lost."""
        self.free_roads_due = 0

    @place_free_road.done
    def one_free_road_less(self, seat: int, edge: int) -> None:
        """Each placed road counts as one of the two."""
        self.free_roads_due -= 1

    @skip_roads.when("free-roads-must-be-placed")
    def free_roads_may_be_left(self, seat: int) -> bool:
        """Free roads that can be placed must be placed, unless the rules allow skipping them."""
        return self.rules.skip_free_roads

    @skip_roads.done
    def free_roads_are_left(self, seat: int) -> None:
        """A player who skips places no more free roads."""
        self.free_roads_due = 0

    @year_of_plenty.when("no-effect")
    def bank_has_a_card(self, seat: int) -> bool:
        """Year of plenty needs a card in the bank."""
        return any(self.bank)

    @play_plenty.where("bank-empty")
    def bank_has_the_cards(self, seat: int, cards: Cards) -> bool:
        """Year of plenty takes any two cards from the bank, or its last card."""
        within = all(count <= left for count, left in zip(cards, self.bank, strict=True))
        return within and sum(cards) == min(2, sum(self.bank))

    @play_plenty.listed
    def pairs_of_cards(self, seat: int) -> Iterator[tuple[Cards]]:
        """For a year of plenty all pairs of cards in the bank are listed, or its last card."""
        for cards in PAIRS if sum(self.bank) > 1 else ONE:
            if all(count <= left for count, left in zip(cards, self.bank, strict=True)):
                yield (cards,)

    @year_of_plenty.played
    def plenty_takes_from_the_bank(self, seat: int, cards: Cards) -> None:
        """The cards of a year of plenty go to the player's hand."""
        self.receive(seat, cards)

    @monopoly.played
    def monopoly_takes_from_everyone(self, seat: int, resource: int) -> None:
        """A monopoly takes all cards of one resource from everyone else."""
        for other in range(self.seats):
            if other != seat:
                self.hands[seat][resource] += self.hands[other][resource]
                self.hands[other][resource] = 0

    @play_monopoly.shown
    def everyone_sees_what_was_taken(self, viewer: int | None, seat: int, resource: int) -> int:
        """Everybody sees how many cards each seat gave up to a monopoly."""
        shown = resource
        for other in range(self.seats):
            if other != seat:
                shown |= self.hands[other][resource] << (c.TAKEN_SHIFT + c.TAKEN_BITS * other)
        return shown

    @play_knight.done
    @play_road_building.done
    @play_plenty.done
    @play_monopoly.done
    def card_was_played(self, seat: int, *_: object) -> None:
        """No second card is played in a turn; where only one action is allowed, the card is the action."""
        self.card_played = self.acted = True

    # Trade with the bank

    def ratio(self, seat: int, resource: int) -> int:
        """A bank trade takes four cards, three with a 3:1 port, two with the 2:1 port of the resource."""
        buildings = self.places_of(self.settlement, seat) | self.places_of(self.city, seat)
        best = 4
        for node in members(buildings):
            port = self.board.port_at(node)
            if port == resource:
                return 2
            if port == c.ANY_PORT:
                best = 3
        return best

    @bank_trade.where("bank-ratio")
    def bank_takes_several_of_one(self, seat: int, give: Cards, get: Cards) -> bool:
        """The bank gives one card for several of one other resource, at the player's ratio."""
        kinds = [resource for resource in range(5) if give[resource]]
        if len(kinds) != 1 or sum(get) != 1 or get[kinds[0]]:
            return False
        return give[kinds[0]] == self.ratio(seat, kinds[0])

    @bank_trade.where("cannot-pay")
    def has_what_the_bank_takes(self, seat: int, give: Cards, get: Cards) -> bool:
        """A player must have the cards for a bank trade."""
        return self.has(seat, give)

    @bank_trade.where("bank-empty")
    def bank_has_what_it_gives(self, seat: int, give: Cards, get: Cards) -> bool:
        """The bank must have the card."""
        return all(count <= left for count, left in zip(get, self.bank, strict=True))

    @bank_trade.listed
    def trades_at_the_ratio(self, seat: int) -> Iterator[tuple[Cards, Cards]]:
        """Every bank trade that the seat can pay is listed."""
        hand = self.hands[seat]
        for given in range(5):
            if hand[given] >= 2:
                ratio = self.ratio(seat, given)
                if hand[given] >= ratio:
                    for got in range(5):
                        if got != given and self.bank[got]:
                            yield tuple([ratio * count for count in ONE[given]]), ONE[got]

    # Trade with players

    @make_offer.when("no-player-trade")
    @agree.when("no-player-trade")
    def players_trade(self, seat: int) -> bool:
        """Players may trade with each other if the rules allow it."""
        return self.rules.player_trade

    @make_offer.when("offer-limit")
    def offers_are_left(self, seat: int) -> bool:
        """The rules limit the number of offers in a turn."""
        return self.offers_made < self.rules.offers_per_turn

    @make_offer.where("bad-addressee")
    def goes_to_others(self, seat: int, give: Cards, get: Cards, to: Sequence[int]) -> bool:
        """An offer goes to some or all of the other seats."""
        return bool(to) and seat not in to and all(other < self.seats for other in to)

    @make_offer.where("unfair-deal")
    @counter.where("unfair-deal")
    @agree.where("unfair-deal")
    def both_sides_give(self, seat: int, give: Cards, get: Cards, *_: object) -> bool:
        """Both sides give something, and never the same resource."""
        if not any(give) or not any(get):
            return False
        return not any(given and got for given, got in zip(give, get, strict=True))

    @make_offer.where("cannot-pay")
    @counter.where("cannot-pay")
    @agree.where("cannot-pay")
    def has_what_it_gives(self, seat: int, give: Cards, get: Cards, *_: object) -> bool:
        """A player must have the cards that they offer."""
        return self.has(seat, give)

    @make_offer.listed
    def simple_offers(self, seat: int) -> Iterator[tuple[Cards, Cards, Cards]]:
        """Offers of one or two cards for one, to everybody, are listed."""
        others = tuple([other for other in range(self.seats) if other != seat])
        for give in (*ONE, *PAIRS):
            if self.has(seat, give):
                for got in range(5):
                    if not give[got]:
                        yield give, ONE[got], others

    @make_offer.done
    def addressees_are_asked(self, seat: int, give: Cards, get: Cards, to: Sequence[int]) -> None:
        """Each addressee answers once, and everyone sees the answer."""
        self.offers_made += 1
        self.begin(self.trading)

    @trading.actors
    def those_who_have_not_answered(self) -> list[int]:
        """Addressees are asked in turn order but may answer in any order."""
        if self.offer is None:
            return []
        waiting = self.offer.unanswered
        return [seat for seat in self.after(self.on_turn) if seat in waiting]

    @trading.until
    def offer_is_closed(self) -> bool:
        """An offer ends when it is traded, cancelled, or rejected by all."""
        return self.offer is None or all(self.offer.answers[seat] == REJECTED for seat in self.offer.to)

    @trading.deactivated
    def nothing_is_offered(self) -> None:
        """An offer that has ended cannot be taken up again."""
        self.offer = None

    @accept.when("cannot-pay")
    def has_what_is_asked_for(self, seat: int) -> bool:
        """A player must have the cards that are asked for to accept an offer."""
        return self.offer is not None and self.has(seat, self.offer.get)

    @accept.done
    def first_to_accept_trades(self, seat: int) -> None:
        """If the rules say so, the first player to accept gets the trade at once."""
        if self.rules.trade_settlement == "first":
            self.do(self.confirm, self.on_turn, seat)

    @counter.when("no-counter")
    def counter_offers_are_allowed(self, seat: int) -> bool:
        """A counter-offer is allowed if the rules have it."""
        return self.rules.counter_offers

    @counter.where("same-as-offer")
    def differs_from_the_offer(self, seat: int, give: Cards, get: Cards) -> bool:
        """A counter-offer must differ from the offer."""
        return self.offer is None or (give, get) != (self.offer.get, self.offer.give)

    @counter.listed
    def simple_counters(self, seat: int) -> Iterator[tuple[Cards, Cards]]:
        """Counter-offers of one card for one that keep a side of the offer are listed."""
        assert self.offer is not None
        offer, hand = self.offer, self.hands[seat]
        for given in range(5):
            if hand[given]:
                for got in range(5):
                    if given != got and (offer.get[given] or offer.give[got]):
                        if ONE[given] != offer.get or ONE[got] != offer.give:
                            yield ONE[given], ONE[got]

    @confirm.where("not-accepted")
    def seat_has_accepted(self, seat: int, other: int) -> bool:
        """The seat on turn trades with one of the seats that accepted."""
        return self.offer is not None and self.offer.answers[other] == ACCEPTED

    @take_counter.where("nothing-to-take")
    def counter_can_be_paid(self, seat: int, other: int) -> bool:
        """The seat on turn may take a counter-offer that it can pay."""
        answer = None if self.offer is None else self.offer.answers[other]
        return isinstance(answer, Counter) and self.has(seat, answer.get)

    @agree.where("bad-addressee")
    def deals_with_another(self, seat: int, give: Cards, get: Cards, other: int) -> bool:
        """A deal is made with another seat of the game."""
        return 0 <= other < self.seats and other != seat

    @agree.where("partner-cannot-pay")
    def partner_has_what_it_gives(self, seat: int, give: Cards, get: Cards, other: int) -> bool:
        """The other seat of a deal must have the cards that it gives."""
        return 0 <= other < self.seats and self.has(other, get)

    @agree.listed
    def deals_are_proposed(self, seat: int) -> Iterable[tuple[Cards, Cards, int]]:
        """A deal accepts a proposal of another seat, and is never listed."""
        return ()

    # One action a turn

    @build_road.done
    @build_settlement.done
    @build_city.done
    @buy_card.done
    @bank_trade.done
    @confirm.done
    @take_counter.done
    @agree.done
    def action_was_taken(self, seat: int, *_: object) -> None:
        """A purchase or a trade is an action."""
        self.acted = True

    @after_the_roll.left_when
    def only_action_was_taken(self) -> bool:
        """If the rules allow one action a turn, the turn ends after it."""
        return self.rules.one_action and self.acted

    # Victory

    @main.turn_ended
    def turn_end_may_decide(self) -> None:
        """At a cap the most points win; if points are checked at the end of turns, enough points win."""
        scores = [self.score(seat) for seat in range(self.seats)]
        best = max(scores)
        if self.rules.win_check == "turn end" and best >= self.rules.points_to_win:
            self.crowned = (next(seat for seat in self.after(self.on_turn) if scores[seat] == best),)
        elif self.turns == self.rules.turn_limit:
            self.crowned = tuple([seat for seat in range(self.seats) if scores[seat] == best])

    @victory.when
    def somebody_has_won(self) -> bool:
        """A player with enough points in their own turn wins at once."""
        if not self.crowned and self.rules.win_check == "own turn":
            if self.score(self.on_turn) >= self.rules.points_to_win:
                self.crowned = (self.on_turn,)
        return bool(self.crowned)

    def winners(self) -> Sequence[int]:
        """Return the seats that have won; at a cap several may share the win."""
        return self.crowned
