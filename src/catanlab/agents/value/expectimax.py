"""The policy that looks at the rest of the turn as a whole, and at the next roll of the dice after it.

The actions of a turn are searched depth first: from every position the most promising actions are
followed, fewer the deeper, until the limit of nodes is reached; then the turn ends. What ending it is worth
is the mean of the evaluation over the eleven sums of the next roll, with what each seat gets, and with the
best discards after a seven. Chance inside the turn is averaged by what the seat knows: over the development
cards that it has not seen when it buys one, over the cards that a victim is believed to hold when it steals
one. The line goes on from the likeliest outcome, and the difference to the mean is added.

Discards are one decision: the cards that are worth most together are kept. Robber and victim are one, too.
"""

from math import exp, log

import cython

from catanlab.framework.arguments import whole_number
from catanlab.framework.errors import GameError
from catanlab.games.catan.hands import pack
from catanlab.games.catan.moves import CatanMove

if not cython.compiled:
    from catanlab.agents.value import features as f
    from catanlab.agents.value.one_ply import (
        LEAST_GAIN,
        WON,
        Desk,
        OnePly,
        gain_cards,
        gain_development_card,
        lose_cards,
    )
    from catanlab.framework.buffers import MoveBuffer, ValueBuffer
    from catanlab.framework.state import GROUP_SHIFT, move_code
    from catanlab.games.catan.constants import *  # noqa: F403
    from catanlab.games.catan.engine import production_and_robber
    from catanlab.games.catan.engine import roads_and_buildings as buildings
    from catanlab.games.catan.engine.production_and_robber import WAYS
    from catanlab.games.catan.engine.state import CatanState
    from catanlab.games.catan.hands import cards, held, size

    LEVELS, LINE = 7, 8

__all__ = ["Expectimax"]

MAX_DEPTH = 2
MAX_WIDTH = 64
MAX_NODES = 1_000_000
POINTS_PER_E = 1.5
"""By how many points of the evaluation a seat must lead to be e times as likely to win."""
LEAST_CHANCE = 1e-6
"""Chances below it and above its complement are worth the same."""
SHARPNESS = 2.65
"""The power of the chances to win that a net gives, which are too flat by themselves."""
UNSEEN = -4.0 * WON
"""The value of an action that was not followed."""


class Level:
    """Room for the actions of one position of the turn, and for the position after one of them."""

    def __init__(self, state, number):
        self.position = state.blank()
        self.moves = MoveBuffer()
        self.values = ValueBuffer()
        self.found = ValueBuffer()
        self.line = MoveBuffer()
        self.number = number
        self.count = 0
        self.deeper = Level(state, number + 1) if number < LEVELS else None

    def note(self, move, value):
        """Note an action; a trade may be the first step to several builds, of which the best counts."""
        if move >> GROUP_SHIFT == BANK_TRADE:
            for i in range(self.count):
                if self.moves.items[i] == move:
                    self.values.items[i] = max(value, self.values.items[i])
                    return
        self.moves.items[self.count] = move
        self.values.items[self.count] = value
        self.found.items[self.count] = UNSEEN
        self.count += 1


class SearchDesk(Desk):
    """Room for one decision with all levels of its turn."""

    def __init__(self, state):
        Desk.__init__(self, state)
        self.rolled = state.blank()
        self.top = Level(state, 0)
        self.collects = 0
        self.nodes = 0
        self.kept_hand = 0


class Expectimax(OnePly):
    """Makes the first move of the best line of the turn, by the evaluation after the next roll.

    `depth` is 2, or 1 for the evaluation at the end of the turn itself; `width` is the number of actions
    that are followed from the first position, `nodes` the most positions of a decision from which actions
    are followed. Weights or net are those of `OnePly`. Raises ArgumentError for other values.
    """

    def __init__(self, weights=None, net=None, *, depth=2, width=8, nodes=200):
        OnePly.__init__(self, weights, net)
        self.depth = whole_number("depth", depth, 1, MAX_DEPTH)
        self.width = whole_number("width", width, 1, MAX_WIDTH)
        self.nodes = whole_number("nodes", nodes, 1, MAX_NODES)
        self.believes = False
        self.spare = None
        if not cython.compiled:
            self.believed = [0.0] * 20

    def believe(self, means):
        """Take other hands for these from now on: for each seat the mean number of cards by resource.

        None forgets them: what others hold then goes by their incomes.
        """
        self.believes = means is not None
        if means is not None:
            for seat, counts in enumerate(means):
                for resource in range(5):
                    self.believed[5 * seat + resource] = counts[resource]

    def furnish(self, place, p):
        """Make a desk for positions like this one."""
        desk: SearchDesk = SearchDesk(p)
        self.kept[place] = desk
        if cython.compiled:
            self.desks[place] = cython.cast(cython.p_void, desk)
        return 0

    def rate_actions(self, state):
        """Return what was found in a main phase: the actions that were followed, each with the value of its
        best line, the best first; the best line of all; and from how many positions actions were followed.

        Raises GameError for anything but a state of Catan in which a seat may end its turn.
        """
        if not isinstance(state, CatanState) or cython.cast(CatanState, state).phase != MAIN:
            raise GameError(f"the policy rates the actions of a turn of catan, not those of {state!r}")
        p: CatanState = state
        desk: SearchDesk = SearchDesk(state)
        desk.seat = p.actor
        self.act(desk, p)
        rated = [(CatanMove.of(move_code(END_TURN, 0)), self.stand(desk, p))]
        for i in range(desk.top.count):
            if desk.top.found.items[i] > UNSEEN:
                rated.append((CatanMove.of(desk.top.moves.items[i]), desk.top.found.items[i]))
        rated.sort(key=lambda pair: (pair[0] != desk.best_move, -pair[1]))
        line = []
        for i in range(LINE):
            if not desk.top.line.items[i]:
                break
            line.append(CatanMove.of(desk.top.line.items[i]))
        return rated, line, desk.nodes

    def evaluate_turn(self, state, seat, hand):
        """Return the value of the best line of a turn as if the seat on turn held these cards, five counts.

        Raises GameError for anything but a state of Catan.
        """
        if not isinstance(state, CatanState):
            raise GameError(f"the policy evaluates plain states of catan, not {state!r}")
        twin: CatanState = state.copy()
        twin.hand[seat] = pack(hand)
        twin.phase = MAIN
        twin.actor = twin.turn_seat
        if self.spare is None or self.spare.rolled.game is not state.game:
            self.spare = SearchDesk(state)
        self.spare.seat = twin.turn_seat
        self.spare.nodes = 0
        return self.explore(self.spare, self.spare.top, twin)

    def chances(self, state, seat, hands, deck):
        """Return the chance of every seat to win, by its evaluation as far as one seat knows it.

        All seats are taken to hold these cards, five counts each, and the deck to have all development
        cards that the seat has not seen. Raises GameError for anything but a state of Catan.
        """
        if not isinstance(state, CatanState):
            raise GameError(f"the policy evaluates plain states of catan, not {state!r}")
        twin: CatanState = state.copy()
        twin.deck = pack(deck)
        for other, hand in enumerate(hands):
            twin.hand[other] = pack(hand)
            if other != seat:
                twin.card[other] = 0
        values = [self.evaluate(twin, other) for other in range(len(hands))]
        if self.net is None:
            weights = [exp((value - max(values)) / POINTS_PER_E) for value in values]
        else:
            weights = [max(value, LEAST_CHANCE) ** SHARPNESS for value in values]
        return [weight / sum(weights) for weight in weights]

    def points(self, value):
        """Return a value in points: as it is, or by the odds if it is the chance that a net gives."""
        if self.net is None:
            return value
        chance = min(max(value, LEAST_CHANCE), 1.0 - LEAST_CHANCE)
        return POINTS_PER_E * log(chance / (1.0 - chance))

    # The turn.

    def write_move(self, desk, p, out):
        """Write the move for the phase."""
        if p.phase == DISCARDING:
            desk.seat = p.actor
            out.items[0] = self.discard(cython.cast(SearchDesk, desk), p)
            return 0
        return OnePly.write_move(self, desk, p, out)

    def discard(self, desk, p):
        """Return the first card of the best discards."""
        desk.best = -2.0 * WON
        self.best_discards(desk, p, 0, p.discards[desk.seat], p.hand[desk.seat])
        for resource in range(5):
            if held(desk.kept_hand, resource) < held(p.hand[desk.seat], resource):
                return move_code(DISCARD, resource)
        return 0

    def act(self, desk, p):
        """Search the lines of the rest of the turn."""
        return self.search_turn(cython.cast(SearchDesk, desk), p)

    def search_turn(self, desk, p):
        """Find the best line, and take its first move for the best."""
        desk.nodes = 0
        self.explore(desk, desk.top, p)
        desk.best_move = desk.top.line.items[0]
        return 0

    def weigh(self, desk, move, value):
        """Take a move for the best one if it is better, and note it where actions are collected."""
        if value > desk.best:
            desk.best = value
            desk.best_move = move
        if cython.cast(SearchDesk, desk).collects:
            if cython.compiled:
                cython.cast(Level, cython.cast(SearchDesk, desk).listing).note(move, value)
            else:
                desk.listing.note(move, value)

    def explore(self, desk, level, p):
        """Return the value of the best line from a position of the turn, and note the line."""
        best: cython.double = self.stand(desk, p)
        level.count = 0
        level.line.items[0] = move_code(END_TURN, 0)
        level.line.items[1] = 0
        if level.number + 1 >= LEVELS or desk.nodes >= self.nodes:
            return best
        desk.nodes += 1
        if cython.compiled:
            desk.listing = cython.cast(cython.p_void, level)
        else:
            desk.listing = level
        desk.collects = 1
        OnePly.act(self, desk, p)
        desk.collects = 0
        width = max(1, self.width >> level.number)
        for _ in range(width):
            first = -1
            for i in range(level.count):
                if level.found.items[i] == UNSEEN and (
                    first < 0 or level.values.items[i] > level.values.items[first]
                ):
                    first = i
            if first < 0:
                break
            value: cython.double = self.follow(desk, level, p, first)
            level.found.items[first] = value
            if value > best + LEAST_GAIN:
                best = value
                level.line.items[0] = level.moves.items[first]
                for i in range(LINE - 1):
                    level.line.items[i + 1] = level.deeper.line.items[i]
                    if not level.deeper.line.items[i]:
                        break
        return best

    def follow(self, desk, level, p, place):
        """Return the value of the best line that begins with an action."""
        move: cython.longlong = level.moves.items[place]
        group = cython.cast(cython.int, move >> GROUP_SHIFT)
        extra: cython.double = 0.0
        level.deeper.line.items[0] = 0
        level.position.take_fields(p)
        if group == BUY_CARD:
            kind = 0
            unseen = f.unseen_cards(p, desk.seat)
            for other in range(1, 5):
                if held(unseen, other) > held(unseen, kind):
                    kind = other
            lose_cards(level.position, desk.seat, CARD_COST)
            gain_development_card(level.position, desk.seat, kind, 1)
            level.position.bought_this_turn += cards(kind, 1)
            extra = level.values.items[place] - self.value(desk, level.position)
        elif group == PLAY_MONOPOLY:
            self.take_monopoly(desk, p, level.position, move & 7)
        else:
            level.position.apply_c(move)
            if level.position.phase == ROBBING:
                desk.best = -2.0 * WON
                self.best_robbery(desk, level.position)
                mean: cython.double = desk.best
                self.take_robbery(desk, p, level.position, desk.best_move)
                extra = mean - self.value(desk, level.position)
            elif level.position.phase == FREE_ROADS:
                self.lay_free_roads(desk, level.position)
        if level.position.phase == FINISHED:
            return self.value(desk, level.position)
        return self.explore(desk, level.deeper, level.position) + extra

    def try_knight(self, desk, p):
        """Weigh a knight by the best that the robber can then do; its places are no actions."""
        collects = cython.cast(SearchDesk, desk).collects
        cython.cast(SearchDesk, desk).collects = 0
        before: cython.double = desk.best
        move: cython.longlong = desk.best_move
        desk.second.take_fields(p)
        desk.second.apply_c(move_code(PLAY_KNIGHT, 0))
        value: cython.double = 0.0
        if desk.second.phase == FINISHED:
            value = self.value(desk, desk.second)
        else:
            desk.best = -2.0 * WON
            self.best_robbery(desk, desk.second)
            value = desk.best
        desk.best = before
        desk.best_move = move
        cython.cast(SearchDesk, desk).collects = collects
        self.weigh(desk, move_code(PLAY_KNIGHT, 0), value)
        return 0

    def take_robbery(self, desk, p, q, move):
        """Carry out a robbery in which the likeliest card is stolen."""
        victim = cython.cast(cython.int, (move >> VICTIM_SHIFT) & 0xF) - 1
        q.robber = move & 0xFF
        q.phase = MAIN if q.rolled else BEFORE_ROLL
        q.actor = q.turn_seat
        if victim >= 0:
            gain_cards(q, desk.seat, cards(self.likely_card(p, victim), 1))
            # Of the victim's hand only the size counts, whichever card goes.
            for resource in range(5):
                if held(q.hand[victim], resource):
                    lose_cards(q, victim, cards(resource, 1))
                    break
        return 0

    def try_free_roads(self, desk, p):
        """Weigh road building by the best road, and the best one after it; single roads are no actions."""
        collects = cython.cast(SearchDesk, desk).collects
        cython.cast(SearchDesk, desk).collects = 0
        desk.second.take_fields(p)
        desk.second.apply_c(move_code(PLAY_ROAD_BUILDING, 0))
        self.lay_free_roads(cython.cast(SearchDesk, desk), desk.second)
        cython.cast(SearchDesk, desk).collects = collects
        self.weigh(desk, move_code(PLAY_ROAD_BUILDING, 0), self.value(desk, desk.second))
        return 0

    def lay_free_roads(self, desk, q):
        """Lay the roads of road building, each where it promises most."""
        before: cython.double = desk.best
        move: cython.longlong = desk.best_move
        for _ in range(2):
            if q.phase != FREE_ROADS:
                break
            desk.best = -2.0 * WON
            count = buildings.list_roads(q, desk.later, 0)
            if not count:
                break
            for i in range(count):
                self.try_move(desk, q, desk.later.items[i])
            q.apply_c(desk.best_move)
        desk.best = before
        desk.best_move = move
        return 0

    # Chance.

    def stand(self, desk, p):
        """Return what it is worth to end the turn here: the mean over the sums of the next roll."""
        pass_turn(desk.rolled, p)
        if p.ruleset.win_at_turn_end and f.own_points(p, desk.seat) >= p.ruleset.points_to_win:
            desk.rolled.phase = FINISHED
            desk.rolled.winner = desk.seat
        if self.depth == 1 or desk.rolled.phase == FINISHED:
            return self.value(desk, desk.rolled)
        sevens = production_and_robber.sevens_count(desk.rolled)
        mean: cython.double = 0.0
        for total in range(2, 13):
            if total != 7:
                desk.leaf.take_fields(desk.rolled)
                production_and_robber.produce(desk.leaf, total)
                mean += WAYS[total] * self.value(desk, desk.leaf)
            elif sevens:
                mean += WAYS[total] * self.robbed(desk, desk.rolled)
        return mean / (36.0 if sevens else 30.0)

    def robbed(self, desk, p):
        """Return the value after a seven that somebody else rolls: with the best discards."""
        desk.leaf.take_fields(p)
        count = size(p.hand[desk.seat])
        if count <= p.ruleset.hand_limit:
            return self.value(desk, desk.leaf)
        value: cython.double = 0.0
        for _ in range(count // 2):
            best = -1
            hand: cython.ulonglong = desk.leaf.hand[desk.seat]
            for resource in range(5):
                if held(hand, resource):
                    desk.leaf.hand[desk.seat] = hand - cards(resource, 1)
                    kept: cython.double = self.value(desk, desk.leaf)
                    if best < 0 or kept > value:
                        best = resource
                        value = kept
            desk.leaf.hand[desk.seat] = hand - cards(best, 1)
        return value

    def best_discards(self, desk, p, resource, left, hand):
        """Try every set of discards from a resource on, and note the hand that is worth most."""
        if not left or resource == 5:
            if not left:
                desk.leaf.take_fields(p)
                desk.leaf.hand[desk.seat] = hand
                value: cython.double = self.value(desk, desk.leaf)
                if value > desk.best:
                    desk.best = value
                    desk.kept_hand = hand
            return
        for count in range(min(left, held(hand, resource)) + 1):
            self.best_discards(desk, p, resource + 1, left - count, hand - cards(resource, count))

    def share(self, p, seat, resource):
        """Return how likely a card of a seat is of a resource, up to a factor."""
        if self.believes:
            return self.believed[5 * seat + resource]
        return held(f.seat_income(p, seat), resource) + 1.0

    def likely_card(self, p, victim):
        """Return the resource that a victim most likely loses."""
        best = 0
        for resource in range(1, 5):
            if self.share(p, victim, resource) > self.share(p, victim, best):
                best = resource
        return best

    def stolen(self, desk, p, victim):
        """Return the mean value after a card is stolen, by what the victim is believed to hold."""
        total: cython.double = 0.0
        mean: cython.double = 0.0
        for resource in range(5):
            share: cython.double = self.share(p, victim, resource)
            if share <= 0.0:
                continue
            desk.third.take_fields(p)
            gain_cards(desk.third, desk.seat, cards(resource, 1))
            for other in range(5):
                if held(p.hand[victim], other):
                    lose_cards(desk.third, victim, cards(other, 1))
                    break
            mean += share * self.value(desk, desk.third)
            total += share
        return mean / total if total > 0.0 else self.value(desk, p)

    def try_monopoly(self, desk, p):
        """Weigh each monopoly by the cards that it is likely to bring."""
        for resource in range(5):
            desk.third.take_fields(p)
            self.take_monopoly(cython.cast(SearchDesk, desk), p, desk.third, resource)
            self.weigh(desk, move_code(PLAY_MONOPOLY, resource), self.value(desk, desk.third))
        return 0

    def take_monopoly(self, desk, p, q, resource):
        """Play a monopoly that brings as many cards as others are believed to hold."""
        haul: cython.double = 0.0
        for seat in range(p.ruleset.players):
            if seat == desk.seat:
                continue
            total: cython.double = 0.0
            for each in range(5):
                total += self.share(p, seat, each)
            if total > 0.0:
                haul += size(p.hand[seat]) * self.share(p, seat, resource) / total
        gain_cards(q, desk.seat, cards(resource, cython.cast(cython.int, haul)))
        gain_development_card(q, desk.seat, MONOPOLY, -1)
        q.card_played = True
        return 0


def pass_turn(q, p):
    """Make of one position the one after the end of its turn.

    The rules would also look whether the next seat has won by cards that are hidden: that must not be seen.
    """
    q.take_fields(p)
    q.bought_this_turn = 0
    q.rolled = False
    q.card_played = False
    q.acted = False
    q.offers_made = 0
    q.turn_count += 1
    q.turn_seat = (p.turn_seat + 1) % p.ruleset.players
    q.actor = q.turn_seat
    q.phase = BEFORE_ROLL
