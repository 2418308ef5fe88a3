"""The policy that looks one move ahead: whatever leads to the position with the highest evaluation.

The evaluation is linear in the features of the seat to move, or it is the chance to win that a net gives
to them. Chance is averaged, never drawn: over the
cards that the seat has not seen when it buys one, and over the resources that a victim is likely to hold,
by its income, when it steals one. A build that needs trades with the bank is looked at as a whole; then
its first trade is made. It makes no offers, and accepts those that raise its evaluation.

Nothing hidden is read, so that the policy may move in full states: features count the cards of others only
by their number.
"""

import cython

from catanlab.agents.value.features import features
from catanlab.agents.value.net import shipped_net
from catanlab.agents.value.weights import WEIGHTS, weight_list
from catanlab.framework.errors import ArgumentError, GameError
from catanlab.games.catan.hands import pack

if not cython.compiled:
    from catanlab.agents.value import features as f
    from catanlab.agents.value.net import Net
    from catanlab.framework.buffers import MoveBuffer, ValueBuffer
    from catanlab.framework.state import move_code
    from catanlab.games.catan.constants import *  # noqa: F403
    from catanlab.games.catan.engine import production_and_robber, trade
    from catanlab.games.catan.engine import roads_and_buildings as buildings
    from catanlab.games.catan.engine.legal_moves import list_group, list_legal_moves, open_groups
    from catanlab.games.catan.engine.position import Position
    from catanlab.games.catan.engine.state import CatanState
    from catanlab.games.catan.hands import cards, covers, held, size, unbundle
    from catanlab.playout.policies import OTHER, Policy

    DESKS = 1

__all__ = ["NetOnePly", "OnePly"]

WON = 1e6
"""The value of a won game to the linear evaluation; to a net it is 1."""
LEAST_GAIN = 1e-9
"""By how much a move must be better than to end the turn."""
ACCEPT_GAIN = 0.05
"""By how much an exchange with a player must raise the linear evaluation."""
ACCEPT_CHANCE = 0.004
"""By how much it must raise the chance that a net gives."""


class Desk:
    """Room for one decision: positions to try moves in, their features, and lists of moves."""

    def __init__(self, state):
        self.leaf = state.blank()
        self.second = state.blank()
        self.third = state.blank()
        self.features = ValueBuffer(f.FEATURES)
        self.cache = f.FeatureCache()
        self.moves = MoveBuffer()
        self.later = MoveBuffer()
        self.best = 0.0
        self.best_move = 0
        self.seat = 0


class OnePly(Policy):
    """Makes the move with the highest evaluation in any position of Catan.

    `weights` are by the names of features, `WEIGHTS` by default; they are not used where a net is given.
    Raises ArgumentError for an unknown name, or for anything but a Net.
    """

    def __init__(self, weights=None, net=None):
        if not (net is None or isinstance(net, Net)):
            raise ArgumentError(f"the net of a policy is a Net, not {net!r}")
        self.kind = OTHER
        self.net = net
        self.won = WON if net is None else 1.0
        self.lost = -WON if net is None else 0.0
        self.accept_gain = ACCEPT_GAIN if net is None else ACCEPT_CHANCE
        self.weights = ValueBuffer(f.FEATURES)
        for place, weight in enumerate(weight_list(WEIGHTS if weights is None else weights)):
            self.weights.items[place] = weight
        self.kept = [None] * DESKS
        if cython.compiled:
            self.catan = cython.cast(cython.p_void, CatanState)
            for place in range(DESKS):
                self.busy[place] = 0
                self.desks[place] = cython.NULL
        else:
            self.busy = [0] * DESKS

    def choose(self, state, random, out):
        self.check(state)
        place = self.claim(cython.cast(Position, state))
        try:
            if cython.compiled:
                self.write_move(cython.cast(Desk, self.desks[place]), cython.cast(Position, state), out)
            else:
                self.write_move(self.kept[place], state, out)
        finally:
            if cython.compiled:
                release(cython.address(self.busy[place]))
        return 0

    def write_values(self, state, out):
        """Write the value of a position to every seat."""
        self.check(state)
        place = self.claim(cython.cast(Position, state))
        try:
            if cython.compiled:
                self.value_seats(cython.cast(Desk, self.desks[place]), cython.cast(Position, state), out)
            else:
                self.value_seats(self.kept[place], state, out)
        finally:
            if cython.compiled:
                release(cython.address(self.busy[place]))
        return 0

    def value_seats(self, desk, p, out):
        """Write the values at a desk that is free."""
        out.reserve(p.ruleset.players)
        for seat in range(p.ruleset.players):
            desk.seat = seat
            out.items[seat] = self.value(desk, p)
        return 0

    def check(self, state):
        """Raise GameError for anything but a plain state of Catan."""
        known: cython.bint
        if cython.compiled:
            known = type_of(cython.cast(cython.p_void, state)) == self.catan
        else:
            known = isinstance(state, CatanState)
        if not known:
            with cython.gil:
                raise GameError(f"the policy moves in plain states of catan, not in {state!r}")
        return 0

    def claim(self, p):
        """Return the number of a free desk with room for positions of this ruleset."""
        place = 0
        if cython.compiled:
            while not swap(cython.address(self.busy[place]), 0, 1):
                place = (place + 1) % DESKS
            if (
                self.desks[place] == cython.NULL
                or cython.cast(Desk, self.desks[place]).leaf.ruleset is not p.ruleset
                or cython.cast(Desk, self.desks[place]).leaf.game is not p.game
            ):
                with cython.gil:
                    self.furnish(place, p)
        else:
            self.furnish(place, p)
        return place

    def furnish(self, place, p):
        """Make a desk for positions like this one."""
        desk: Desk = Desk(p)
        self.kept[place] = desk
        if cython.compiled:
            self.desks[place] = cython.cast(cython.p_void, desk)
        return 0

    def evaluate(self, state, seat):
        """Return the evaluation of a state for a seat; raises GameError for another game."""
        values = features(state, seat)
        if self.net is not None and state.position.phase == MAIN and state.to_move == seat:
            values[f.F_ON_TURN], values[f.F_ON_TURN + 1], values[f.F_ROLLED] = 0.0, 1.0, 0.0
        return self.evaluate_features(values)

    def evaluate_features(self, values):
        """Return the evaluation of features in the order of `FEATURE_NAMES`."""
        if self.net is not None:
            return self.net.predict(values)
        total: cython.double = 0.0
        for place in range(f.FEATURES):
            total += self.weights.items[place] * values[place]
        return total

    def evaluate_hand(self, state, seat, hand):
        """Return the evaluation of a state for a seat as if it held these cards, five counts.

        Raises GameError for another game.
        """
        if not isinstance(state, CatanState):
            raise GameError(f"the policy evaluates plain states of catan, not {state!r}")
        twin: CatanState = state.copy()
        twin.hand[seat] = pack(hand)
        return self.evaluate(twin, seat)

    def count_leaves(self, state, rounds):
        """Evaluate every position that a listed move of the seat to move leads to, this many times over.

        Return how many evaluations that were, for the benchmark. Raises GameError for another game.
        """
        if not isinstance(state, CatanState):
            raise GameError(f"the policy evaluates plain states of catan, not {state!r}")
        p: CatanState = state
        desk: Desk = Desk(state)
        times: cython.int = rounds
        desk.seat = p.actor
        leaves = 0
        with cython.nogil:
            for _ in range(times):
                count = list_legal_moves(p, desk.moves)
                for i in range(count):
                    self.try_move(desk, p, desk.moves.items[i])
                leaves += count
        return leaves

    # The value of a position, and the best move so far.

    def value(self, desk, p):
        """Return the value of a position for the seat that decides."""
        if p.phase == FINISHED:
            return self.won if p.winner == desk.seat else self.lost
        f.write_features(p, desk.seat, desk.features, desk.cache)
        if self.net is not None:
            if p.phase == MAIN and p.turn_seat == desk.seat:
                end_turn(desk.features)
            return self.net.chance(desk.features)
        total: cython.double = 0.0
        for place in range(f.FEATURES):
            total += self.weights.items[place] * desk.features.items[place]
        return total

    def weigh(self, desk, move, value):
        """Take a move for the best one if it is better."""
        if value > desk.best:
            desk.best = value
            desk.best_move = move

    # Decisions.

    def write_move(self, desk, p, out):
        """Write the move for the phase."""
        desk.seat = p.actor
        desk.best = -2.0 * WON
        desk.best_move = 0
        if p.phase == MAIN:
            self.act(desk, p)
        elif p.phase == BEFORE_ROLL:
            self.begin(desk, p)
        elif p.phase == ROBBING:
            self.best_robbery(desk, p)
        elif p.phase == ANSWERING:
            self.answer(desk, p)
        elif p.phase == CHOOSING:
            desk.best_move = move_code(CANCEL, 0)
        else:  # the set-up, discards and free roads
            count = list_legal_moves(p, desk.moves)
            for i in range(count):
                self.try_move(desk, p, desk.moves.items[i])
        out.items[0] = desk.best_move

    def try_move(self, desk, p, move):
        """Weigh a move by the position that it leads to."""
        desk.leaf.take_fields(p)
        desk.leaf.apply_c(move)
        self.weigh(desk, move, self.value(desk, desk.leaf))
        return 0

    def begin(self, desk, p):
        """Roll, or play a knight before if the robber costs this seat cards."""
        desk.best = self.value(desk, p)
        desk.best_move = move_code(ROLL, 0)
        robbed: cython.bint = ((p.hex_yields[p.robber] >> (8 * desk.seat)) & 0xFF) != 0
        if robbed and (open_groups(p) >> PLAY_KNIGHT) & 1:
            self.try_knight(desk, p)
        return 0

    def act(self, desk, p):
        """Weigh the builds, cards and trades of the main phase against ending the turn."""
        desk.best = self.value(desk, p) + LEAST_GAIN
        desk.best_move = move_code(END_TURN, 0)
        groups = open_groups(p)
        self.try_builds(desk, p, 0)
        if (groups >> PLAY_KNIGHT) & 1:
            self.try_knight(desk, p)
        if (groups >> PLAY_PLENTY) & 1:
            count = list_group(p, PLAY_PLENTY, desk.moves, 0)
            for i in range(count):
                self.try_move(desk, p, desk.moves.items[i])
        if (groups >> PLAY_MONOPOLY) & 1:
            self.try_monopoly(desk, p)
        if (groups >> PLAY_ROAD_BUILDING) & 1:
            self.try_free_roads(desk, p)
        if (groups >> BANK_TRADE) & 1:
            self.try_trades(desk, p)
        return 0

    def try_builds(self, desk, p, trade_move):
        """Weigh every build that the hand pays for; after a trade, that trade counts as the move."""
        groups = open_groups(p)
        for kind in range(3):
            group = ROAD if kind == 0 else (SETTLEMENT if kind == 1 else CITY)
            if not (groups >> group) & 1:
                continue
            count = list_group(p, group, desk.moves, 0)
            for i in range(count):
                move: cython.longlong = desk.moves.items[i]
                desk.leaf.take_fields(p)
                desk.leaf.apply_c(move)
                self.weigh(desk, trade_move if trade_move else move, self.value(desk, desk.leaf))
        if (groups >> BUY_CARD) & 1:
            self.try_purchase(desk, p, trade_move)
        return 0

    def try_purchase(self, desk, p, trade_move):
        """Weigh a development card by the mean over those that the seat has not seen."""
        unseen = f.unseen_cards(p, desk.seat)
        total = size(unseen)
        mean: cython.double = 0.0
        for kind in range(5):
            count = held(unseen, kind)
            if count:
                desk.leaf.take_fields(p)
                lose_cards(desk.leaf, desk.seat, CARD_COST)
                gain_development_card(desk.leaf, desk.seat, kind, 1)
                value: cython.double = self.value(desk, desk.leaf)
                if kind == VICTORY_POINT:
                    if f.own_points(desk.leaf, desk.seat) >= p.ruleset.points_to_win:
                        value = self.won if self.net is not None else value + WON
                mean += count * value
        self.weigh(desk, trade_move if trade_move else move_code(BUY_CARD, 0), mean / total)
        return 0

    def try_knight(self, desk, p):
        """Weigh a knight by the best that the robber can then do."""
        before: cython.double = desk.best
        move: cython.longlong = desk.best_move
        desk.second.take_fields(p)
        desk.second.apply_c(move_code(PLAY_KNIGHT, 0))
        if desk.second.phase == FINISHED:
            value: cython.double = self.won
        else:
            desk.best = -2.0 * WON
            self.best_robbery(desk, desk.second)
            value = desk.best
        desk.best = before
        desk.best_move = move
        self.weigh(desk, move_code(PLAY_KNIGHT, 0), value)
        return 0

    def best_robbery(self, desk, p):
        """Weigh every place for the robber and every victim there.

        The evaluation is linear, and no feature depends both on the robber and on hands: the gain from a
        victim is the same wherever the robber goes.
        """
        here: cython.double = self.value(desk, p)
        count = production_and_robber.list_robber(p, desk.later, 0)
        hexagon = -1
        there: cython.double = 0.0
        for i in range(count):
            move: cython.longlong = desk.later.items[i]
            if hexagon != (move & 0xFF):
                hexagon = move & 0xFF
                desk.third.take_fields(p)
                desk.third.robber = hexagon
                there = self.value(desk, desk.third)
            victim = cython.cast(cython.int, (move >> VICTIM_SHIFT) & 0xF) - 1
            gain: cython.double = 0.0
            if victim >= 0:
                gain = self.stolen(desk, p, victim) - here
            self.weigh(desk, move, there + gain)
        return 0

    def stolen(self, desk, p, victim):
        """Return the mean value after a card is stolen; what it is goes by the income of the victim."""
        pips = f.seat_income(p, victim)
        total: cython.double = 0.0
        mean: cython.double = 0.0
        for resource in range(5):
            share: cython.double = held(pips, resource) + 1.0
            desk.third.take_fields(p)
            gain_cards(desk.third, desk.seat, cards(resource, 1))
            # Of the victim's hand only the size counts, whichever card goes.
            for other in range(5):
                if held(p.hand[victim], other):
                    lose_cards(desk.third, victim, cards(other, 1))
                    break
            mean += share * self.value(desk, desk.third)
            total += share
        return mean / total

    def try_monopoly(self, desk, p):
        """Weigh each monopoly by the cards that it is likely to bring, by the others' incomes."""
        players = p.ruleset.players
        for resource in range(5):
            haul: cython.double = 0.0
            desk.leaf.take_fields(p)
            for seat in range(players):
                if seat == desk.seat:
                    continue
                pips = f.seat_income(p, seat)
                likely: cython.double = (
                    size(p.hand[seat]) * (held(pips, resource) + 1.0) / (size(pips) + 5.0)
                )
                haul += likely
            taken = cython.cast(cython.int, haul)
            gain_cards(desk.leaf, desk.seat, cards(resource, taken))
            gain_development_card(desk.leaf, desk.seat, MONOPOLY, -1)
            self.weigh(desk, move_code(PLAY_MONOPOLY, resource), self.value(desk, desk.leaf))
        return 0

    def try_free_roads(self, desk, p):
        """Weigh road building by the best road, and the best one after it."""
        before: cython.double = desk.best
        kept: cython.longlong = desk.best_move
        desk.second.take_fields(p)
        desk.second.apply_c(move_code(PLAY_ROAD_BUILDING, 0))
        for _ in range(2):
            if desk.second.phase != FREE_ROADS:
                break
            desk.best = -2.0 * WON
            count = buildings.list_roads(desk.second, desk.later, 0)
            if not count:
                break
            for i in range(count):
                self.try_move(desk, desk.second, desk.later.items[i])
            desk.second.apply_c(desk.best_move)
        value: cython.double = self.value(desk, desk.second)
        desk.best = before
        desk.best_move = kept
        self.weigh(desk, move_code(PLAY_ROAD_BUILDING, 0), value)
        return 0

    def try_trades(self, desk, p):
        """Weigh each build that trades with the bank make possible, as a whole, and single trades."""
        count = trade.list_bank_trades(p, desk.later, 0)
        for i in range(count):
            desk.third.take_fields(p)
            desk.third.apply_c(desk.later.items[i])
            self.weigh(desk, desk.later.items[i], self.value(desk, desk.third))
        for kind in range(4):
            cost = ROAD_COST
            if kind == 1:
                cost = SETTLEMENT_COST
            elif kind == 2:
                cost = CITY_COST
            elif kind == 3:
                cost = CARD_COST
            desk.second.take_fields(p)
            first: cython.longlong = 0
            for _ in range(8):
                if covers(desk.second.hand[desk.seat], cost):
                    break
                move: cython.longlong = next_trade(desk.second, cost)
                if not move:
                    break
                if not first:
                    first = move
                desk.second.apply_c(move)
            if first and covers(desk.second.hand[desk.seat], cost):
                self.try_builds(desk, desk.second, first)
        return 0

    def answer(self, desk, p):
        """Accept an offer that raises the evaluation by enough; reject it otherwise."""
        desk.best_move = move_code(REJECT, 0)
        gives = unbundle(p.offer)
        asks = unbundle(p.offer >> GET_SHIFT)
        if not covers(p.hand[desk.seat], asks):
            return 0
        before: cython.double = self.value(desk, p)
        desk.leaf.take_fields(p)
        gain_cards(desk.leaf, desk.seat, gives)
        lose_cards(desk.leaf, desk.seat, asks)
        # The partner's hand is hidden: only its size changes.
        grown = size(asks) - size(gives)
        if grown >= 0:
            gain_cards(desk.leaf, p.turn_seat, cards(0, grown))
        if self.value(desk, desk.leaf) > before + self.accept_gain:
            desk.best_move = move_code(ACCEPT, 0)
        return 0

    def rate_moves(self, state):
        """Return the value of every move after which nothing is left to chance, the best first.

        Raises GameError for anything but a state of Catan.
        """
        if not isinstance(state, CatanState):
            raise GameError(f"the policy rates moves in plain states of catan, not in {state!r}")
        rated = []
        for move in state.legal_moves:
            if move.kind in (OFFER, COUNTER, BUY_CARD, PLAY_KNIGHT, ROBBER, ROLL, END_TURN, PLAY_MONOPOLY):
                continue
            rated.append((move, self.evaluate(state.copy().apply(move), state.to_move)))
        return sorted(rated, key=lambda pair: -pair[1])


class NetOnePly(OnePly):
    """Makes the move with the highest chance to win by the net that comes with the package."""

    def __init__(self):
        OnePly.__init__(self, None, shipped_net())


def end_turn(features):
    """Change features as the end of the own turn does.

    A net values positions of the main phase as if the turn ended there: with the end of the turn all moves
    are compared alike, and it need not know what it is worth that a turn goes on.
    """
    features.items[f.F_ON_TURN] = 0.0
    features.items[f.F_ON_TURN + 1] = 1.0
    features.items[f.F_ROLLED] = 0.0


def gain_cards(p, seat, more):
    """Add resource cards to a hand."""
    p.hand[seat] += more


def lose_cards(p, seat, fewer):
    """Take resource cards from a hand."""
    p.hand[seat] -= fewer


def gain_development_card(p, seat, kind, count):
    """Add a development card to a hand, or take one from it."""
    p.card[seat] += count * cards(kind, 1)


def next_trade(p, cost):
    """Return a trade with the bank towards a cost, 0 if there is none: what is left over most, first."""
    seat = p.turn_seat
    stock = trade.bank_stock(p)
    one: cython.longlong = 1
    give = -1
    get = -1
    most: cython.double = 0.0
    for resource in range(5):
        spare = held(p.hand[seat], resource) - held(cost, resource)
        if spare < 0:
            if held(stock, resource) and get < 0:
                get = resource
        elif spare >= held(p.ratio[seat], resource):
            trades: cython.double = cython.cast(cython.double, spare) / held(p.ratio[seat], resource)
            if trades > most:
                most = trades
                give = resource
    if give < 0 or get < 0:
        return 0
    paid: cython.longlong = (held(p.ratio[seat], give) * one) << (5 * give)
    return move_code(BANK_TRADE, paid | (one << (GET_SHIFT + 5 * get)))
