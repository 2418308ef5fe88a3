"""Trade with the bank, four to one or better at a port."""

import cython

if not cython.compiled:
    from catanlab.framework.bits import popcount
    from catanlab.framework.state import move_code
    from catanlab.games.catan.constants import BANK_TRADE, BUNDLE_MASK, GET_SHIFT, MOST_IN_PLAY, ONE_EACH
    from catanlab.games.catan.engine.turn_order import resume
    from catanlab.games.catan.hands import held, lanes, unbundle


def bank_stock(p):
    """Return what the bank can give; without a limit, two of all but what floods the game already."""
    if p.setup.bank_counts:
        return p.bank
    in_play = p.hand[0] + p.hand[1] + p.hand[2] + p.hand[3]
    return (lanes((MOST_IN_PLAY - 1) * ONE_EACH, in_play) >> 11) * 2


def may_trade_with_bank(p):
    """Say whether the seat on turn can make any trade with the bank."""
    if not lanes(p.hand[p.turn_seat], p.ratio[p.turn_seat]):
        return False
    return count_bank_trades(p) > 0


def count_bank_trades(p):
    """Count the trades the seat on turn can make with the bank."""
    payable = lanes(p.hand[p.turn_seat], p.ratio[p.turn_seat])
    stocked = lanes(bank_stock(p), ONE_EACH)
    return popcount(payable) * popcount(stocked) - popcount(payable & stocked)


def list_bank_trades(p, out, n):
    """List every resource the seat can pay with against every other the bank has."""
    seat = p.turn_seat
    stock = bank_stock(p)
    one: cython.longlong = 1
    for give in range(5):
        ratio = held(p.ratio[seat], give)
        if held(p.hand[seat], give) < ratio:
            continue
        for get in range(5):
            if get != give and held(stock, get):
                paid = (ratio * one) << (5 * give)
                out.items[n] = move_code(BANK_TRADE, paid | (one << (GET_SHIFT + 5 * get)))
                n += 1
    return n


def allows_bank_trade(p, argument):
    """Say whether this is one card of the bank's for the seat's ratio of another resource."""
    seat = p.turn_seat
    one: cython.longlong = 1
    for give in range(5):
        ratio = held(p.ratio[seat], give)
        if argument & BUNDLE_MASK != (ratio * one) << (5 * give) or held(p.hand[seat], give) < ratio:
            continue
        for get in range(5):
            if get != give and argument >> GET_SHIFT == one << (5 * get):
                return held(bank_stock(p), get) > 0
    return False


def trade_with_bank(p, argument):
    """Exchange the cards with the bank."""
    paid = unbundle(argument)
    got = unbundle(argument >> GET_SHIFT)
    p.hand[p.turn_seat] += got - paid
    p.bank += paid & p.setup.bank_counts
    p.bank -= got & p.setup.bank_counts
    p.acted = True
    resume(p)
