"""The menu of a decision: the groups of moves that are open, and how their moves are listed and drawn."""

import cython

if not cython.compiled:
    from catanlab.framework.buffers import drop_lowest, lowest_bit, popcount
    from catanlab.framework.state import move_code
    from catanlab.games.catan.constants import *  # noqa: F403
    from catanlab.games.catan.engine.cards import (
        count_plenty,
        draw_blindly,
        list_monopoly,
        list_plenty,
        may_buy_card,
        may_play,
    )
    from catanlab.games.catan.engine.position import Position  # noqa: F401
    from catanlab.games.catan.engine.production_and_robber import (
        count_robber,
        list_discards,
        list_robber,
        nth_robber,
    )
    from catanlab.games.catan.engine.roads_and_buildings import (
        count_roads,
        list_cities,
        list_roads,
        list_settlements,
        list_setup_roads,
        may_pay_city,
        may_pay_road,
        may_pay_settlement,
        open_nodes,
        setup_nodes,
    )
    from catanlab.games.catan.engine.trade import (
        answer_groups,
        choice_groups,
        choice_seats,
        count_bank_trades,
        count_counters,
        count_offers,
        list_bank_trades,
        list_choices,
        list_counters,
        list_offers,
        may_offer,
        may_trade_with_bank,
        nth_counter,
        nth_offer,
    )


def open_groups(p):
    """Return the groups that have moves, as a bit set; 0 where no seat is to move."""
    if p.phase == MAIN:
        return _action_groups(p)
    if p.phase == BEFORE_ROLL:
        return 1 << ROLL | _card_groups(p)
    if p.phase == ANSWERING:
        return answer_groups(p)
    if p.phase == CHOOSING:
        return choice_groups(p)
    if p.phase == ROBBING:
        return 1 << ROBBER
    if p.phase == DISCARDING:
        return 1 << DISCARD
    if p.phase == SETUP_SETTLEMENT:
        return 1 << SETTLEMENT
    if p.phase == SETUP_ROAD:
        return 1 << ROAD
    if p.phase == FREE_ROADS:
        return 1 << ROAD | (1 << SKIP_ROADS if p.setup.skip_free_roads else 0)
    return 0


def _action_groups(p):
    """Return the open groups of the main phase."""
    seat = p.turn_seat
    groups = 1 << END_TURN | _card_groups(p)
    if not p.hand[seat]:
        return groups
    if may_pay_road(p) and count_roads(p):
        groups |= 1 << ROAD
    if may_pay_settlement(p) and open_nodes(p):
        groups |= 1 << SETTLEMENT
    if may_pay_city(p) and p.settlements[seat]:
        groups |= 1 << CITY
    if may_buy_card(p):
        groups |= 1 << BUY_CARD
    if may_trade_with_bank(p):
        groups |= 1 << BANK_TRADE
    if may_offer(p):
        groups |= 1 << OFFER
    return groups


def _card_groups(p):
    """Return the groups of the development cards that may be played."""
    groups = 0
    if not p.card_played and (p.card[p.turn_seat] - p.fresh) & PLAYABLE:
        if may_play(p, KNIGHT):
            groups |= 1 << PLAY_KNIGHT
        if may_play(p, ROAD_BUILDING):
            groups |= 1 << PLAY_ROAD_BUILDING
        if may_play(p, YEAR_OF_PLENTY):
            groups |= 1 << PLAY_PLENTY
        if may_play(p, MONOPOLY):
            groups |= 1 << PLAY_MONOPOLY
    return groups


def _list_group(p, group, out, n):
    """List the moves of an open group."""
    if (LONE_GROUPS >> group) & 1:
        out.items[n] = move_code(group, 0)
        return n + 1
    if group == ROAD:
        return list_setup_roads(p, out, n) if p.phase == SETUP_ROAD else list_roads(p, out, n)
    if group == SETTLEMENT:
        nodes = setup_nodes(p) if p.phase == SETUP_SETTLEMENT else open_nodes(p)
        return list_settlements(p, nodes, out, n)
    if group == CITY:
        return list_cities(p, out, n)
    if group == BANK_TRADE:
        return list_bank_trades(p, out, n)
    if group == OFFER:
        return list_offers(p, out, n)
    if group == COUNTER:
        return list_counters(p, out, n)
    if group == CONFIRM or group == TAKE_COUNTER:
        return list_choices(p, group, out, n)
    if group == ROBBER:
        return list_robber(p, out, n)
    if group == DISCARD:
        return list_discards(p, out, n)
    if group == PLAY_PLENTY:
        return list_plenty(p, out, n)
    return list_monopoly(p, out, n)


def list_menu(p, out):
    """List every move, group by group, and return how many there are."""
    groups = open_groups(p)
    n = 0
    while groups:
        n = _list_group(p, lowest_bit(groups), out, n)
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
    """Return the group at whose weight the sum of all weights passes the mark."""
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
        out.items[0] = move_code(DISCARD, draw_blindly(p.hand[p.actor], random))
    elif group == OFFER or group == COUNTER or group == ROBBER:
        count = _count(p, group)
        _write(p, group, random.pick(count) if count > 1 else 0, out)
    else:
        count = _list_group(p, group, out, 0)
        if count > 1:
            out.items[0] = out.items[random.pick(count)]


def _count(p, group):
    """Count the moves of a group that can be open beside others."""
    if (LONE_GROUPS >> group) & 1:
        return 1
    if group == OFFER:
        return count_offers(p)
    if group == BANK_TRADE:
        return count_bank_trades(p)
    if group == COUNTER:
        return count_counters(p)
    if group == ROAD:
        return count_roads(p)
    if group == SETTLEMENT:
        return popcount(open_nodes(p))
    if group == CITY:
        return popcount(p.settlements[p.turn_seat])
    if group == CONFIRM or group == TAKE_COUNTER:
        return popcount(choice_seats(p, group))
    if group == PLAY_PLENTY:
        return count_plenty(p)
    if group == ROBBER:
        return count_robber(p)
    return 5  # monopoly


def _write(p, group, k, out):
    """Write the move with number k of a group."""
    if group == OFFER:
        out.items[0] = nth_offer(p, k)
    elif group == COUNTER:
        out.items[0] = nth_counter(p, k)
    elif group == ROBBER:
        out.items[0] = nth_robber(p, k)
    else:
        _list_group(p, group, out, 0)
        out.items[0] = out.items[k]
