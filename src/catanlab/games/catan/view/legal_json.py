"""The moves that are open to a seat, as JSON: by kind with their places, templates for deals and discards.

A page that knows no rules can enable just the right buttons and spots, and write the text of a move.
"""

import cython

if not cython.compiled:
    from catanlab.framework.buffers import MoveBuffer, lowest_bit
    from catanlab.framework.state import GROUP_SHIFT
    from catanlab.games.catan.constants import *  # noqa: F403
    from catanlab.games.catan.engine import legal_moves, trade
    from catanlab.games.catan.hands import cards, held, size, unbundle
    from catanlab.games.catan.view.json_buffer import RESOURCE_NAMES

    MOST_IN_A_MOVE = 31

# The groups by the words that begin their moves.
GROUP_KEYS = (
    b"",
    b'"end turn":',
    b'"roll":',
    b'"road":',
    b'"settlement":',
    b'"city":',
    b'"buy card":',
    b'"knight":',
    b'"road building":',
    b'"plenty":',
    b'"monopoly":',
    b'"bank":',
    b'"offer":',
    b'"accept":',
    b'"reject":',
    b'"counter":',
    b'"confirm":',
    b'"take":',
    b'"cancel":',
    b'"discard":',
    b'"robber":',
    b'"skip":',
)


def offers_left(p):
    """Return how many offers the seat on turn may still make in this turn."""
    if not p.ruleset.player_trade or p.phase == FINISHED:
        return 0
    return max(p.ruleset.offers_per_turn - p.offers_made, 0)


def put_legal(out, p):
    """Write the open moves by kind, each under the words that begin its text."""
    moves = MoveBuffer()
    out.put(b"{")
    groups = legal_moves.open_groups(p)
    while groups:
        group = lowest_bit(groups)
        groups &= groups - 1
        out.put(GROUP_KEYS[group])
        if (LONE_GROUPS >> group) & 1:
            out.put(b"true,")
        elif group == BANK_TRADE:
            _put_bank_trades(out, p)
        elif group == PLAY_PLENTY:
            _put_plenty(out, p)
        elif group == PLAY_MONOPOLY:
            _put_resources(out, FULL_BANK, -1)
        elif group == OFFER:
            _put_offers(out, p)
        elif group == COUNTER:
            _put_counters(out, p)
        elif group == DISCARD:
            _put_discards(out, p)
        elif group == ROBBER:
            _put_robber(out, moves, legal_moves.list_group(p, group, moves, 0))
        else:
            _put_places(out, moves, legal_moves.list_group(p, group, moves, 0))
    return out.end(b"},")


def _put_places(out, moves, count):
    """Write the nodes, edges or seats of moves that are about nothing else."""
    one: cython.longlong = 1
    out.put(b"[")
    for i in range(count):
        out.number(moves.items[i] & ((one << GROUP_SHIFT) - 1))
    return out.end(b"],")


def _put_robber(out, moves, count):
    """Write the hexes with the seats that can be robbed there; nobody is robbed where there are none."""
    last = -1
    out.put(b"[")
    for i in range(count):
        hexagon = cython.cast(cython.int, moves.items[i] & 0xFF)
        victim = cython.cast(cython.int, (moves.items[i] >> VICTIM_SHIFT) & 0xFF) - 1
        if hexagon != last:
            if last >= 0:
                out.end(b"]},")
            last = hexagon
            out.put(b'{"hex":')
            out.number(hexagon)
            out.put(b'"victims":[')
        if victim >= 0:
            out.number(victim)
    if last >= 0:
        out.end(b"]},")
    return out.end(b"],")


def _put_resources(out, stock, besides):
    """Write the names of the resources in a stock, except one."""
    out.put(b"[")
    for resource in range(5):
        if resource != besides and held(stock, resource):
            out.put(RESOURCE_NAMES[resource])
    return out.end(b"],")


def _put_bank_trades(out, p):
    """Write what can be paid with, at which ratio, and what for."""
    stock = trade.bank_stock(p)
    seat = p.turn_seat
    out.put(b"[")
    for give in range(5):
        ratio = held(p.ratio[seat], give)
        if held(p.hand[seat], give) < ratio or size(stock) == held(stock, give):
            continue
        out.put(b'{"give":')
        out.put(RESOURCE_NAMES[give])
        out.put(b'"ratio":')
        out.number(ratio)
        out.put(b'"get":')
        _put_resources(out, stock, give)
        out.end(b"},")
    return out.end(b"],")


def _put_plenty(out, p):
    """Write how many cards year of plenty takes, and how many of each the bank can give, up to two."""
    stock = trade.bank_stock(p)
    out.put(b'{"count":')
    out.number(2 if size(stock) >= 2 else 1)
    out.put(b'"stock":')
    out.cards(at_most(stock, 2))
    return out.end(b"},")


def at_most(hand, limit):
    """Return the hand with no more than so many cards of a kind."""
    for resource in range(5):
        beyond = held(hand, resource) - limit
        if beyond > 0:
            hand -= cards(resource, beyond)
    return hand


def _put_offers(out, p):
    """Write what may be given, whom an offer may go to, and how many are left."""
    out.put(b'{"max":')
    out.cards(at_most(p.hand[p.turn_seat], MOST_IN_A_MOVE))
    out.put(b'"to":[')
    for seat in range(p.ruleset.players):
        if seat != p.turn_seat:
            out.number(seat)
    out.end(b"],")
    out.put(b'"left":')
    out.number(offers_left(p))
    return out.end(b"},")


def _put_counters(out, p):
    """Write what may be given, and the deal that is not a counter-offer: to accept."""
    out.put(b'{"max":')
    out.cards(at_most(p.hand[p.actor], MOST_IN_A_MOVE))
    out.put(b'"except":{"give":')
    out.cards(unbundle(p.offer >> GET_SHIFT))
    out.put(b'"get":')
    out.cards(unbundle(p.offer))
    return out.end(b"}},")


def _put_discards(out, p):
    """Write how many cards are owed, and from which."""
    out.put(b'{"owes":')
    out.number(p.discards[p.actor])
    out.put(b'"hand":')
    out.cards(p.hand[p.actor])
    return out.end(b"},")
