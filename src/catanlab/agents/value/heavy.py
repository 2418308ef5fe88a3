"""Martin's heavy playout policy: each build has a score, the highest is made, ties are broken at random.

Martin, 3.6.1: a settlement or a city scores high, a card lower; a road is rewarded where no settlement can
be placed and it opens a place for one, and penalised where a settlement could be placed already. 3.7: the
robber goes to a frequent number with many buildings of others, its victim is random, and discards take a
card of each kind in turn. He scores whole turns; here a turn is made build by build, each time the best
that the hand can pay for, directly or by trades with the bank.

He gives no numbers: those here are options of `Heavy`. Some points are our interpretation:

* A road that opens no place but leads to one an edge further scores less than a card; any other road
  scores as much as ending the turn, so that one of both is made at random.
* A development card is played first, as in his turns: a knight always; road building where a road scores;
  year of plenty and monopoly if their cards pay for something better than the hand does. The number of
  cards that a monopoly brings is a constant, since others' hands must not be read.
* The robber counts a city as two buildings, and subtracts own buildings.
* No card is played before the roll. It makes no offers and rejects all. The set-up is random: his opening
  is not part of the playouts.
"""

import cython

from catanlab.framework.errors import GameError

if not cython.compiled:
    from catanlab.framework.buffers import MoveBuffer, lowest_bit, popcount
    from catanlab.framework.state import move_code
    from catanlab.games.catan.constants import *  # noqa: F403
    from catanlab.games.catan.engine.cards import list_plenty, may_play
    from catanlab.games.catan.engine.legal_moves import draw_move
    from catanlab.games.catan.engine.position import Position
    from catanlab.games.catan.engine.production_and_robber import list_robber
    from catanlab.games.catan.engine.roads_and_buildings import (
        list_cities,
        list_roads,
        list_settlements,
        open_nodes,
        roads_left,
    )
    from catanlab.games.catan.engine.state import CatanState
    from catanlab.games.catan.engine.trade import bank_stock
    from catanlab.games.catan.grid import EDGE_NODES, NODE_EDGES, NODE_NEIGHBOURS
    from catanlab.games.catan.hands import cards, covers, held, unbundle
    from catanlab.playout.policies import OTHER, Policy

    NOTHING, SETTLE, UPGRADE, PURCHASE, PAVE = range(5)
    FAR, LEADING, OPENING = range(3)

__all__ = ["Heavy"]

_BUILDS = ("", "settlement", "city", "card", "road")
_USES = ("goes nowhere", "leads to a place", "opens a place")


class Heavy(Policy):
    """Moves by Martin's scores in any position of Catan; ending the turn scores 0.

    `settlement`, `city`, `card`, `opening_road`, `leading_road` and `far_road` are the scores of builds;
    `spot_penalty` is taken off a road while a settlement could be placed, and `trade` off a build for each
    trade it needs. `haul` is the number of cards that a monopoly is assumed to bring.
    """

    def __init__(
        self,
        *,
        settlement=100,
        city=100,
        card=40,
        opening_road=60,
        leading_road=20,
        far_road=0,
        spot_penalty=100,
        trade=1,
        haul=3,
    ):
        self.kind = OTHER
        self.settlement = settlement
        self.city = city
        self.card = card
        self.opening_road = opening_road
        self.leading_road = leading_road
        self.far_road = far_road
        self.spot_penalty = spot_penalty
        self.trade = trade
        self.haul = haul
        if cython.compiled:
            self.catan = cython.cast(cython.p_void, CatanState)

    def choose(self, state, random, out):
        known: cython.bint
        if cython.compiled:
            known = type_of(cython.cast(cython.p_void, state)) == self.catan
        else:
            known = isinstance(state, CatanState)
        if not known:
            with cython.gil:
                raise GameError(f"the heavy policy moves in plain states of catan, not in {state!r}")
        self.write_move(cython.cast(Position, state), random, out)
        return 0

    def rate_builds(self, state):
        """Return for each build that the seat on turn can pay for its score, and the trades before it.

        Those with neither piece nor place are left out, and trades are taken off the score.
        """
        p: Position = plain(state)
        rated = {}
        for target in range(SETTLE, PAVE + 1):
            trades = trades_for(p, cost_of(target))
            score = self.score(p, target)
            if trades >= 0 and score >= 0:
                rated[_BUILDS[target]] = (score - self.trade * trades, trades)
        return rated

    def rate_roads(self, state):
        """Return the use of each road that the seat on turn may place, by edge."""
        p: Position = plain(state)
        out = MoveBuffer()
        count = list_roads(p, out, 0)
        return {out.items[i] & 0xFF: _USES[road_use(p, out.items[i] & 0xFF)] for i in range(count)}

    def rate_hexes(self, state):
        """Return the score of each hex to which the seat on turn may move the robber."""
        p: Position = plain(state)
        out = MoveBuffer()
        count = list_robber(p, out, 0)
        return {out.items[i] & 0xFF: robber_score(p, out.items[i] & 0xFF) for i in range(count)}

    def write_move(self, p, random, out):
        """Write the move for the phase."""
        if p.phase == MAIN:
            self.act(p, random, out)
        elif p.phase == BEFORE_ROLL:
            out.items[0] = move_code(ROLL, 0)
        elif p.phase == DISCARDING:
            write_discard(p, out)
        elif p.phase == ROBBING:
            write_robber(p, random, out)
        elif p.phase == FREE_ROADS:
            write_road(p, random, out)
        elif p.phase == ANSWERING:
            out.items[0] = move_code(REJECT, 0)
        elif p.phase == CHOOSING:
            out.items[0] = move_code(CANCEL, 0)
        else:
            draw_move(p, random, out)

    def act(self, p, random, out):
        """Write the move of the main phase: a card, a build, a trade towards one, or to end the turn."""
        if not p.card_played and (p.card[p.turn_seat] - p.bought_this_turn) & PLAYABLE:
            if self.play_card(p, random, out):
                return
        best = 0
        chosen = NOTHING
        ties = 1
        for target in range(SETTLE, PAVE + 1):
            trades = trades_for(p, cost_of(target))
            if trades < 0:
                continue
            score = self.score(p, target) - self.trade * trades
            if score > best:
                best = score
                chosen = target
                ties = 1
            elif score == best:
                ties += 1
                if random.pick(ties) == 0:
                    chosen = target
        if chosen == NOTHING:
            out.items[0] = move_code(END_TURN, 0)
        elif not covers(p.hand[p.turn_seat], cost_of(chosen)):
            write_trade(p, cost_of(chosen), random, out)
        elif chosen == PURCHASE:
            out.items[0] = move_code(BUY_CARD, 0)
        elif chosen == PAVE:
            write_road(p, random, out)
        else:
            if chosen == SETTLE:
                count = list_settlements(p, open_nodes(p), out, 0)
            else:
                count = list_cities(p, out, 0)
            if count > 1:
                out.items[0] = out.items[random.pick(count)]

    def play_card(self, p, random, out):
        """Write a development card that is worth playing now, and return whether there is one."""
        if may_play(p, KNIGHT):
            out.items[0] = move_code(PLAY_KNIGHT, 0)
            return True
        if may_play(p, ROAD_BUILDING) and self.score(p, PAVE) > 0:
            out.items[0] = move_code(PLAY_ROAD_BUILDING, 0)
            return True
        hand = p.hand[p.turn_seat]
        best = self.worth(p, hand)
        ties = 0
        move: cython.longlong = 0
        plenty = list_plenty(p, out, 0) if may_play(p, YEAR_OF_PLENTY) else 0
        kinds = 5 if may_play(p, MONOPOLY) else 0
        for i in range(plenty + kinds):
            if i < plenty:
                option: cython.longlong = out.items[i]
                score = self.worth(p, hand + unbundle((option >> GET_SHIFT) & BUNDLE_MASK))
            else:
                option = move_code(PLAY_MONOPOLY, i - plenty)
                score = self.worth(p, hand + cards(i - plenty, self.haul))
            if score > best:
                best = score
                ties = 1
                move = option
            elif score == best and ties:
                ties += 1
                if random.pick(ties) == 0:
                    move = option
        if not ties:
            return False
        out.items[0] = move
        return True

    def worth(self, p, hand):
        """Return the best score among the builds that these cards pay for without a trade."""
        best = 0
        for target in range(SETTLE, PAVE + 1):
            if covers(hand, cost_of(target)):
                best = max(best, self.score(p, target))
        return best

    def score(self, p, target):
        """Return the score of a build without its trades, below 0 if there is no piece or place for it."""
        seat = p.turn_seat
        if target == SETTLE:
            if open_nodes(p) and popcount(p.settlements[seat]) < SETTLEMENTS_EACH:
                return self.settlement
        elif target == UPGRADE:
            if p.settlements[seat] and popcount(p.cities[seat]) < CITIES_EACH:
                return self.city
        elif target == PURCHASE:
            if p.deck:
                return self.card
        else:
            penalty = self.spot_penalty if open_nodes(p) else 0
            most = max(self.opening_road, self.leading_road, self.far_road)
            if most >= penalty and roads_left(p, seat) > 0:
                use = best_road_use(p)
                if use == OPENING:
                    return self.opening_road - penalty
                if use == LEADING:
                    return self.leading_road - penalty
                if use == FAR:
                    return self.far_road - penalty
        return -1


def plain(state):
    """Return a state of Catan as it was given; raises GameError for anything else."""
    if not isinstance(state, CatanState):
        raise GameError(f"the heavy policy rates plain states of catan, not {state!r}")
    return state


def cost_of(target):
    """Return what a build costs."""
    if target == SETTLE:
        return SETTLEMENT_COST
    if target == UPGRADE:
        return CITY_COST
    if target == PURCHASE:
        return CARD_COST
    return ROAD_COST


def trades_for(p, cost):
    """Return how many trades with the bank a cost takes, -1 if it cannot be paid."""
    hand = p.hand[p.turn_seat]
    if covers(hand, cost):
        return 0
    ratio = p.ratio[p.turn_seat]
    stock = bank_stock(p)
    lacking = 0
    surplus = 0
    for resource in range(5):
        spare = held(hand, resource) - held(cost, resource)
        if spare < 0:
            if held(stock, resource) < -spare:
                return -1
            lacking -= spare
        else:
            surplus += spare // held(ratio, resource)
    return lacking if lacking <= surplus else -1


def write_trade(p, cost, random, out):
    """Write a trade of spare cards for a lacking one; ties at random."""
    hand = p.hand[p.turn_seat]
    ratio = p.ratio[p.turn_seat]
    one: cython.longlong = 1
    paid: cython.longlong = 0
    got: cython.longlong = 0
    givers = 0
    getters = 0
    for resource in range(5):
        spare = held(hand, resource) - held(cost, resource)
        if spare < 0:
            getters += 1
            if random.pick(getters) == 0:
                got = one << (5 * resource)
        elif spare >= held(ratio, resource):
            givers += 1
            if random.pick(givers) == 0:
                paid = (held(ratio, resource) * one) << (5 * resource)
    out.items[0] = move_code(BANK_TRADE, paid | (got << GET_SHIFT))


def road_use(p, edge):
    """Return what a road at a free edge does: it opens a place to settle, leads to one, or neither."""
    seat = p.turn_seat
    use = FAR
    for end in range(2):
        node = EDGE_NODES[edge * 2 + end]
        if ((p.road_nodes[seat] | p.occupied_nodes) >> node) & 1:
            continue
        if not (p.blocked_nodes >> node) & 1:
            return OPENING
        for slot in range(3):
            onward = NODE_EDGES[node * 3 + slot]
            if onward < 0:
                break
            there = NODE_NEIGHBOURS[node * 3 + slot]
            if onward == edge or (p.occupied_edges[onward >> 6] >> (onward & 63)) & 1:
                continue
            if not ((p.blocked_nodes | p.road_nodes[seat]) >> there) & 1:
                use = LEADING
    return use


def best_road_use(p):
    """Return the best use of any road of the seat on turn, -1 if it can build none."""
    seat = p.turn_seat
    best = -1
    for word in range(2):
        mask = p.frontier[seat * 2 + word] & ~p.occupied_edges[word]
        while mask:
            best = max(best, road_use(p, 64 * word + lowest_bit(mask)))
            if best == OPENING:
                return best
            mask &= mask - 1
    return best


def write_road(p, random, out):
    """Write one of the roads of the best use."""
    best = -1
    kept = 0
    count = list_roads(p, out, 0)
    for i in range(count):
        use = road_use(p, out.items[i] & 0xFF)
        if use > best:
            best = use
            kept = 0
        if use == best:
            out.items[kept] = out.items[i]
            kept += 1
    if kept > 1:
        out.items[0] = out.items[random.pick(kept)]


def robber_score(p, hexagon):
    """Return the score of a hex for the robber: others' buildings minus own ones, times the pips."""
    number = p.ruleset.board.number[hexagon]
    hurt = 0
    for seat in range(p.ruleset.players):
        buildings = cython.cast(cython.int, (p.hex_yields[hexagon] >> (8 * seat)) & 0xFF)
        hurt += -buildings if seat == p.turn_seat else buildings
    return hurt * (6 - abs(7 - number)) if number else 0


def write_robber(p, random, out):
    """Write the move of the robber with the best score; ties, also between victims, at random."""
    best = 0
    kept = 0
    count = list_robber(p, out, 0)
    for i in range(count):
        score = robber_score(p, out.items[i] & 0xFF)
        if kept == 0 or score > best:
            best = score
            kept = 0
        if score == best:
            out.items[kept] = out.items[i]
            kept += 1
    if kept > 1:
        out.items[0] = out.items[random.pick(kept)]


def write_discard(p, out):
    """Write the next card to discard: one of each kind in turn, from ore down to wood."""
    resource = p.discard_floor[p.actor]  # the kind discarded last, wood at the beginning
    for _ in range(5):
        resource = resource - 1 if resource else 4
        if held(p.hand[p.actor], resource):
            break
    out.items[0] = move_code(DISCARD, resource)
