"""The legal moves of a decision: which groups are open, and their moves checked, listed, counted and drawn.

The module of each family has the rules of its groups of moves. Which family has a group is written here,
once for each question, and in `state.apply_c`, which carries moves out.
"""

import cython

from catanlab.games.catan import constants

if not cython.compiled:
    from catanlab.framework.buffers import drop_lowest, lowest_bit, popcount
    from catanlab.framework.state import move_code
    from catanlab.games.catan.constants import *  # noqa: F403
    from catanlab.games.catan.engine import cards, production_and_robber, roads_and_buildings, trade

    GROUPS_OF_PHASE = [0] * 13

for _phase, _groups in enumerate(constants.PHASE_GROUPS):
    for _group in _groups:
        GROUPS_OF_PHASE[_phase] |= 1 << _group
# The seat on turn may be asked to choose while others still owe their answers.
GROUPS_OF_PHASE[CHOOSING] |= GROUPS_OF_PHASE[ANSWERING]


# Which groups are open.


def open_groups(p):
    """Return the groups that have moves, as a bit set; 0 where no seat is to move."""
    if p.phase == MAIN:
        return _action_groups(p)
    if p.phase == BEFORE_ROLL:
        return 1 << ROLL | _card_groups(p)
    if p.phase == ANSWERING:
        return trade.answer_groups(p)
    if p.phase == CHOOSING:
        return trade.choice_groups(p)
    if p.phase == FREE_ROADS:
        return 1 << ROAD | (1 << SKIP_ROADS if p.ruleset.skip_free_roads else 0)
    # The other phases of seats have one group each, with a move always.
    return GROUPS_OF_PHASE[p.phase] if p.phase < ROLLING else 0


def _action_groups(p):
    """Return the open groups of the main phase."""
    seat = p.turn_seat
    groups = 1 << END_TURN | _card_groups(p)
    if not p.hand[seat]:
        return groups
    if roads_and_buildings.may_pay_road(p) and roads_and_buildings.count_roads(p):
        groups |= 1 << ROAD
    if roads_and_buildings.may_pay_settlement(p) and roads_and_buildings.open_nodes(p):
        groups |= 1 << SETTLEMENT
    if roads_and_buildings.may_pay_city(p) and p.settlements[seat]:
        groups |= 1 << CITY
    if cards.may_buy_card(p):
        groups |= 1 << BUY_CARD
    if trade.may_trade_with_bank(p):
        groups |= 1 << BANK_TRADE
    if trade.may_offer(p):
        groups |= 1 << OFFER
    return groups


def _card_groups(p):
    """Return the groups of the development cards that may be played."""
    groups = 0
    if not p.card_played and (p.card[p.turn_seat] - p.bought_this_turn) & PLAYABLE:
        if cards.may_play(p, KNIGHT):
            groups |= 1 << PLAY_KNIGHT
        if cards.may_play(p, ROAD_BUILDING):
            groups |= 1 << PLAY_ROAD_BUILDING
        if cards.may_play(p, YEAR_OF_PLENTY):
            groups |= 1 << PLAY_PLENTY
        if cards.may_play(p, MONOPOLY):
            groups |= 1 << PLAY_MONOPOLY
    return groups


# The moves of a group: one place for each question.


def is_legal(p, group, argument):
    """Say whether the rules allow this very move or outcome now."""
    if group == DEAL:
        return p.phase == MAIN and trade.is_legal_deal(p, argument)
    if group >= 32 or not (GROUPS_OF_PHASE[p.phase] >> group) & 1:
        return False
    if group == ROAD:
        return roads_and_buildings.is_legal_road(p, argument)
    if group == SETTLEMENT:
        return roads_and_buildings.is_legal_settlement(p, argument)
    if group == CITY:
        return roads_and_buildings.is_legal_city(p, argument)
    if group == BANK_TRADE:
        return trade.is_legal_bank_trade(p, argument)
    if group == OFFER:
        return trade.is_legal_offer(p, argument)
    if group == COUNTER:
        return trade.is_legal_counter(p, argument)
    if group == ACCEPT:
        return trade.is_legal_accept(p, argument)
    if group == REJECT:
        return trade.is_legal_reject(p, argument)
    if group == CONFIRM:
        return trade.is_legal_confirm(p, argument)
    if group == TAKE_COUNTER:
        return trade.is_legal_take_counter(p, argument)
    if group == ROBBER:
        return production_and_robber.is_legal_robber(p, argument)
    if group == DISCARD:
        return production_and_robber.is_legal_discard(p, argument)
    if group == DICE:
        return production_and_robber.is_legal_dice(p, argument)
    if group == DRAW or group == STEAL:
        return cards.is_legal_random_card(p, argument)
    if group == PLAY_PLENTY:
        return cards.is_legal_plenty(p, argument)
    if group == PLAY_MONOPOLY:
        return argument < 5 and cards.may_play(p, MONOPOLY)
    # The others have one move each.
    if argument != 0:
        return False
    if group == BUY_CARD:
        return cards.may_buy_card(p)
    if group == PLAY_KNIGHT:
        return cards.may_play(p, KNIGHT)
    if group == PLAY_ROAD_BUILDING:
        return cards.may_play(p, ROAD_BUILDING)
    if group == SKIP_ROADS:
        return p.ruleset.skip_free_roads
    return True


def list_group(p, group, out, n):
    """List the moves of an open group."""
    if (LONE_GROUPS >> group) & 1:
        out.items[n] = move_code(group, 0)
        return n + 1
    if group == ROAD:
        return roads_and_buildings.list_roads(p, out, n)
    if group == SETTLEMENT:
        return roads_and_buildings.list_settlements(p, roads_and_buildings.settlement_nodes(p), out, n)
    if group == CITY:
        return roads_and_buildings.list_cities(p, out, n)
    if group == BANK_TRADE:
        return trade.list_bank_trades(p, out, n)
    if group == OFFER:
        return trade.list_offers(p, out, n)
    if group == COUNTER:
        return trade.list_counters(p, out, n)
    if group == CONFIRM or group == TAKE_COUNTER:
        return trade.list_choices(p, group, out, n)
    if group == ROBBER:
        return production_and_robber.list_robber(p, out, n)
    if group == DISCARD:
        return production_and_robber.list_discards(p, out, n)
    if group == PLAY_PLENTY:
        return cards.list_plenty(p, out, n)
    return cards.list_monopoly(p, out, n)


def _count(p, group):
    """Count the moves of a group that can be open together with others."""
    if (LONE_GROUPS >> group) & 1:
        return 1
    if group == OFFER:
        return trade.count_offers(p)
    if group == BANK_TRADE:
        return trade.count_bank_trades(p)
    if group == COUNTER:
        return trade.count_counters(p)
    if group == ROAD:
        return roads_and_buildings.count_roads(p)
    if group == SETTLEMENT:
        return popcount(roads_and_buildings.open_nodes(p))
    if group == CITY:
        return popcount(p.settlements[p.turn_seat])
    if group == CONFIRM or group == TAKE_COUNTER:
        return popcount(trade.choice_seats(p, group))
    if group == PLAY_PLENTY:
        return cards.count_plenty(p)
    if group == ROBBER:
        return production_and_robber.count_robber(p)
    return 5  # monopoly


def _nth(p, group, k):
    """Return the move with number k of a group whose moves need not be listed for it."""
    if group == OFFER:
        return trade.nth_offer(p, k)
    if group == COUNTER:
        return trade.nth_counter(p, k)
    return production_and_robber.nth_robber(p, k)


# Lists and draws over all groups.


def list_legal_moves(p, out):
    """List every move, group by group, and return how many there are."""
    groups = open_groups(p)
    n = 0
    while groups:
        n = list_group(p, lowest_bit(groups), out, n)
        groups &= groups - 1
    return n


def draw_move(p, random, out):
    """Write one of the moves, each as likely as the others; discards are cards drawn blindly."""
    groups = open_groups(p)
    if groups & (groups - 1) == 0:
        _draw_from(p, lowest_bit(groups), random, out)
        return
    counts = cython.declare(cython.int[32])
    total = 0
    rest = groups
    while rest:
        group = lowest_bit(rest)
        rest &= rest - 1
        counts[group] = _count(p, group)
        total += counts[group]
    k = random.pick(total)
    group = lowest_bit(groups)
    while k >= counts[group]:
        k -= counts[group]
        groups &= groups - 1
        group = lowest_bit(groups)
    _write(p, group, k, out)


def draw_by_group(p, random, out):
    """Write one of the moves, its group drawn first."""
    groups = open_groups(p)
    if groups & (groups - 1):
        groups = drop_lowest(groups, random.pick(popcount(groups)))
    _draw_from(p, lowest_bit(groups), random, out)


def draw_weighted(p, random, weights, out):
    """Write one of the moves, its group drawn by weight; groups without weight only among themselves."""
    groups = open_groups(p)
    if groups & (groups - 1):
        total = 0.0
        rest = groups
        while rest:
            total += weights.items[lowest_bit(rest)]
            rest &= rest - 1
        if total > 0.0:
            groups = 1 << _weighted_group(groups, random.uniform() * total, weights)
        else:
            groups = drop_lowest(groups, random.pick(popcount(groups)))
    _draw_from(p, lowest_bit(groups), random, out)


def _weighted_group(groups, mark, weights):
    """Return the group at which the running sum of the weights passes the mark."""
    chosen = 0
    while groups:
        group = lowest_bit(groups)
        groups &= groups - 1
        weight = weights.items[group]
        if weight > 0.0:
            # Should rounding leave a little of the mark, it belongs to the last that can be drawn.
            chosen = group
            mark -= weight
            if mark < 0.0:
                break
    return chosen


def _draw_from(p, group, random, out):
    """Write one of the moves of a group."""
    if (LONE_GROUPS >> group) & 1:
        out.items[0] = move_code(group, 0)
    elif group == DISCARD:
        out.items[0] = move_code(DISCARD, cards.draw_random_card(p.hand[p.actor], random))
    elif (INDEXED_GROUPS >> group) & 1:
        count = _count(p, group)
        out.items[0] = _nth(p, group, random.pick(count) if count > 1 else 0)
    else:
        count = list_group(p, group, out, 0)
        if count > 1:
            out.items[0] = out.items[random.pick(count)]


def _write(p, group, k, out):
    """Write the move with number k of a group."""
    if (INDEXED_GROUPS >> group) & 1:
        out.items[0] = _nth(p, group, k)
    else:
        list_group(p, group, out, 0)
        out.items[0] = out.items[k]
