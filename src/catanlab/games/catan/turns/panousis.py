"""Panousis' building plans: a city or a settlement first, perhaps roads, then others that can be paid for.

A plan begins with one potential city or settlement, with or without potential roads after it, or with
roads, or is a purchase. It goes on with the first city that can be paid for, the first settlement, and a
card at last. A piece is paid for directly, or after trades with the bank of cards that
it does not need; each time the resource with most to spare is given for the first that is lacking.
"""

import cython

if not cython.compiled:
    from catanlab.framework.buffers import MoveBuffer, lowest_bit, popcount
    from catanlab.framework.state import GROUP_SHIFT, move_code
    from catanlab.games.catan.constants import *  # noqa: F403
    from catanlab.games.catan.engine.roads_and_buildings import open_nodes, roads_left
    from catanlab.games.catan.engine.state import CatanState
    from catanlab.games.catan.hands import held, size
    from catanlab.games.catan.turns.sequences import MIX_SEED, mixed
    from catanlab.games.catan.turns.state import Kind, can_fund, stock_of

__all__ = ["Panousis"]


class Panousis(Kind):
    """Building plans, with the switches `always_pass`, `roads`, `prune_roads`, `unplayed` and `cards`.

    With `always_pass` a seat may also do nothing although it could build.
    """

    def __init__(self, game, options):
        Kind.__init__(self, game, options)
        self.always_pass = options["always_pass"]
        self.roads = options["roads"]
        self.prunes_roads = options["prune_roads"]
        self.unplayed = options["unplayed"]
        self.lists_cards = options["cards"]
        self.results = MoveBuffer()

    def make_list(self, p):
        self.road_limit = self.roads
        while True:
            self.search(p)
            if not self.draft.full or self.road_limit <= 1:
                return 0
            # A list that is too long is made again with fewer roads in a plan.
            self.road_limit = 4 if self.road_limit > 4 else self.road_limit - 1

    def search(self, p):
        """List every plan with no more roads than the limit."""
        self.draft.begin()
        self.plans = 0
        groups = 1 << OFFER
        if self.lists_cards:
            groups |= 1 << PLAY_KNIGHT | 1 << PLAY_ROAD_BUILDING | 1 << PLAY_PLENTY | 1 << PLAY_MONOPOLY
        self.add_plain(p, groups)
        nodes = p.settlements[p.turn_seat]
        while nodes and not self.draft.full:
            self.plan_from(p, move_code(CITY, lowest_bit(nodes)))
            nodes &= nodes - 1
        nodes = open_nodes(p)
        while nodes and not self.draft.full:
            self.plan_from(p, move_code(SETTLEMENT, lowest_bit(nodes)))
            nodes &= nodes - 1
        self.draft.length = 0
        self.with_roads(p, 0, self.road_limit, 0, 0)
        self.draft.length = 0
        cython.cast(CatanState, self.levels[0]).take_fields(p)
        if self.wants_card(p) and self.build(
            cython.cast(CatanState, self.levels[0]), move_code(BUY_CARD, 0), CARD_COST
        ):
            self.list_plan(cython.cast(CatanState, self.levels[0]))
        if self.plans == 0 or self.always_pass:
            self.pass_turn(p)
        return 0

    def plan_from(self, p, piece):
        """List the plans that begin with a city or settlement, if it can be paid for."""
        self.draft.length = 0
        cython.cast(CatanState, self.levels[0]).take_fields(p)
        cost = CITY_COST if piece >> GROUP_SHIFT == CITY else SETTLEMENT_COST
        if not self.build(cython.cast(CatanState, self.levels[0]), piece, cost):
            return 0
        length = self.draft.length
        cython.cast(CatanState, self.levels[1]).take_fields(cython.cast(CatanState, self.levels[0]))
        self.complete(cython.cast(CatanState, self.levels[1]))
        self.draft.length = length
        return self.with_roads(cython.cast(CatanState, self.levels[0]), 1, self.road_limit, 0, 0)

    def with_roads(self, p, level, left, low, high):
        """List the plan so far with each set of up to `left` roads; `low` and `high` are not to be tried.

        A set of roads is found once: a road that was tried is not tried again after later ones.
        """
        if left == 0 or p.phase != MAIN or (self.prunes_roads and not wants_roads(p)):
            return 0
        length = self.draft.length
        one: cython.ulonglong = 1
        for edge in range(72):
            word = edge >> 6
            bit = one << (edge & 63)
            tried = high if word else low
            if not (p.frontier[p.turn_seat * 2 + word] & ~p.occupied_edges[word] & ~tried) & bit:
                continue
            if self.draft.full:
                return 0
            self.draft.length = length
            cython.cast(CatanState, self.levels[level]).take_fields(p)
            if not self.build(
                cython.cast(CatanState, self.levels[level]), move_code(ROAD, edge), ROAD_COST
            ):
                return 0
            paved = self.draft.length
            cython.cast(CatanState, self.levels[level + 1]).take_fields(
                cython.cast(CatanState, self.levels[level])
            )
            self.complete(cython.cast(CatanState, self.levels[level + 1]))
            self.draft.length = paved
            self.with_roads(cython.cast(CatanState, self.levels[level]), level + 1, left - 1, low, high)
            if word:
                high |= bit
            else:
                low |= bit
        return 0

    def complete(self, p):
        """Add the other pieces that can be paid for, by order of appearance, and list the plan."""
        while p.phase == MAIN:
            if self.build_any(p, CITY, p.settlements[p.turn_seat], CITY_COST):
                continue
            if not self.build_any(p, SETTLEMENT, open_nodes(p), SETTLEMENT_COST):
                break
        if p.phase == MAIN and self.wants_card(p):
            self.build(p, move_code(BUY_CARD, 0), CARD_COST)
        return self.list_plan(p)

    def wants_card(self, p):
        """Say whether a purchase is considered: not with too many unplayed cards but victory points."""
        return size(p.card[p.turn_seat] & PLAYABLE) <= self.unplayed

    def list_plan(self, p):
        """List the plan that was written and led to this position, unless another led there before."""
        seat = p.turn_seat
        hash_ = mixed(MIX_SEED, p.phase)
        hash_ = mixed(hash_, p.hand[seat])
        hash_ = mixed(hash_, p.settlements[seat])
        hash_ = mixed(hash_, p.cities[seat])
        hash_ = mixed(hash_, p.roads[2 * seat])
        result: cython.longlong = mixed(hash_, p.roads[2 * seat + 1]) >> 1
        for i in range(self.plans):
            if self.results.items[i] == result:
                return 0
        self.results.reserve(self.plans + 1)
        self.results.items[self.plans] = result
        self.plans += 1
        if p.phase == MAIN:
            self.draft.push(move_code(END_TURN, 0))
        return self.draft.emit()

    def pass_turn(self, p):
        """List the end of the turn, after trades while the hand is over the limit of a seven."""
        self.draft.length = 0
        cython.cast(CatanState, self.levels[0]).take_fields(p)
        stock = cython.declare(cython.int[5])
        seat = p.turn_seat
        while size(cython.cast(CatanState, self.levels[0]).hand[seat]) > p.ruleset.hand_limit:
            give = most_spare(cython.cast(CatanState, self.levels[0]), 0)
            if give < 0:
                break
            stock_of(cython.cast(CatanState, self.levels[0]), stock)
            get = -1
            for resource in range(5):
                if resource == give or stock[resource] == 0:
                    continue
                count = held(cython.cast(CatanState, self.levels[0]).hand[seat], resource)
                if get < 0 or count < held(cython.cast(CatanState, self.levels[0]).hand[seat], get):
                    get = resource
            if get < 0:
                break
            self.trade(cython.cast(CatanState, self.levels[0]), give, get)
        self.draft.push(move_code(END_TURN, 0))
        return self.draft.emit()

    def build(self, p, piece, cost):
        """Buy a piece or card, after trades if need be, and add it to the plan; say whether it could be."""
        seat = p.turn_seat
        group = piece >> GROUP_SHIFT
        if (
            (group == ROAD and roads_left(p, seat) == 0)
            or (group == CITY and popcount(p.cities[seat]) >= CITIES_EACH)
            or (group == SETTLEMENT and popcount(p.settlements[seat]) >= SETTLEMENTS_EACH)
            or (group == BUY_CARD and p.deck == 0)
        ):
            return False
        stock = cython.declare(cython.int[5])
        stock_of(p, stock)
        if not can_fund(p.hand[seat], p.ratio[seat], stock, cost, 0, 0):
            return False
        for resource in range(5):
            while held(p.hand[seat], resource) < held(cost, resource):
                self.trade(p, most_spare(p, cost), resource)
        p.apply_c(piece)
        self.draft.push(piece)
        return True

    def build_any(self, p, group, nodes, cost):
        """Build on the first of the nodes, if there is one; say whether it could be."""
        return nodes != 0 and self.build(p, move_code(group, lowest_bit(nodes)), cost)

    def trade(self, p, give, get):
        """Trade with the bank and add that to the plan."""
        one: cython.longlong = 1
        paid = (held(p.ratio[p.turn_seat], give) * one) << (5 * give)
        move = move_code(BANK_TRADE, paid | (one << (GET_SHIFT + 5 * get)))
        p.apply_c(move)
        self.draft.push(move)


def wants_roads(p):
    """Say whether roads are considered: not with Longest Road held and a place to settle free."""
    return p.road_holder != p.turn_seat or open_nodes(p) == 0


def most_spare(p, cost):
    """Return the resource with most to spare beyond a cost, of those that a trade can take; -1 if none."""
    seat = p.turn_seat
    best = -1
    best_spare = 0
    for resource in range(5):
        spare = held(p.hand[seat], resource) - held(cost, resource)
        if spare >= held(p.ratio[seat], resource) and spare > best_spare:
            best = resource
            best_spare = spare
    return best
