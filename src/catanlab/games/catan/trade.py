"""Trade between players: offers, answers, counter-offers and their settlement.

The seat on turn offers a bundle for a bundle to some or all others. Each addressee answers once, in turn
order and publicly: accept, reject or counter. Then the seat on turn confirms one who accepted, takes one
counter-offer, or cancels; under `first` the first accept trades at once. A counter-offer reads from the
side of the seat that makes it, and is not answered by another.
"""

import cython

if not cython.compiled:
    from catanlab.framework.bits import popcount
    from catanlab.framework.state import GROUP_SHIFT, move_code
    from catanlab.games.catan.constants import (
        ACCEPT,
        ADDRESSEE_SHIFT,
        ANSWERING,
        BUNDLE_MASK,
        CHOOSING,
        CONFIRM,
        COUNTER,
        GET_SHIFT,
        OFFER,
        ONE_EACH,
    )
    from catanlab.games.catan.hands import covers, held, lanes, size, unbundle
    from catanlab.games.catan.phases import resume


def may_offer(p):
    """Say whether the seat on turn may make an offer: trade is on, the cap not reached, cards in hand."""
    return p.setup.player_trade and p.offers_made < p.setup.offers_per_turn and p.hand[p.turn_seat] != 0


def count_offers(p):
    """Count the offers that are listed."""
    hand = p.hand[p.turn_seat]
    ones = popcount(lanes(hand, ONE_EACH))
    twos = popcount(lanes(hand, 2 * ONE_EACH))
    return 4 * ones + 4 * twos + 3 * (ones * (ones - 1) // 2)


def list_offers(p, out, n):
    """List one card for one, then two for one, to everybody; many more offers are lawful."""
    return _list_offers(p, out, n, -1)


def draw_offer(p, k, out):
    """Write the listed offer with number k."""
    out.items[0] = out.items[_list_offers(p, out, 0, k)]


def _list_offers(p, out, n, k):
    """List all offers and return the count; or, for k >= 0, only one row, and return where k is in it."""
    hand = p.hand[p.turn_seat]
    one: cython.longlong = 1
    for give in range(5):
        if not held(hand, give):
            continue
        if k >= 4:
            k -= 4
            continue
        n = _list_row(p, one << (5 * give), give, give, out, n)
        if k >= 0:
            return k
    for first in range(5):
        if not held(hand, first):
            continue
        for second in range(first, 5):
            if held(hand, second) <= (first == second):
                continue
            row = 4 if first == second else 3
            if k >= row:
                k -= row
                continue
            given = (one << (5 * first)) + (one << (5 * second))
            n = _list_row(p, given, first, second, out, n)
            if k >= 0:
                return k
    return n


def _list_row(p, given, first, second, out, n):
    """List the offers of what is given for one card of each other resource."""
    one: cython.longlong = 1
    others = (((one << p.setup.players) - 1) & ~(one << p.turn_seat)) << ADDRESSEE_SHIFT
    for get in range(5):
        if get != first and get != second:
            out.items[n] = move_code(OFFER, given | (one << (GET_SHIFT + 5 * get)) | others)
            n += 1
    return n


def _is_fair(argument):
    """Say whether both sides give something, and never the same resource."""
    given = argument & BUNDLE_MASK
    got = (argument >> GET_SHIFT) & BUNDLE_MASK
    if given == 0 or got == 0:
        return False
    for resource in range(5):
        if (given >> (5 * resource)) & 31 and (got >> (5 * resource)) & 31:
            return False
    return True


def allows_offer(p, argument):
    """Say whether this offer is lawful: fair, of cards in hand, and to others only."""
    one: cython.longlong = 1
    addressees = argument >> ADDRESSEE_SHIFT
    others = ((one << p.setup.players) - 1) & ~(one << p.turn_seat)
    return (
        may_offer(p)
        and addressees != 0
        and addressees & ~others == 0
        and _is_fair(argument)
        and covers(p.hand[p.turn_seat], unbundle(argument))
    )


def make_offer(p, argument):
    """Put the offer to its addressees."""
    p.offer = argument
    p.offers_made += 1
    for seat in range(4):
        p.answer[seat] = 0
    _next_answerer(p, 1)


def _next_answerer(p, offset):
    """Ask the next addressee; after the last, the seat on turn chooses, if there is a choice."""
    addressees = p.offer >> ADDRESSEE_SHIFT
    for i in range(offset, p.setup.players):
        seat = p.turn_seat + i
        if seat >= p.setup.players:
            seat -= p.setup.players
        if (addressees >> seat) & 1:
            p.phase = ANSWERING
            p.actor = seat
            return
    for seat in range(p.setup.players):
        group = p.answer[seat] >> GROUP_SHIFT
        if group == ACCEPT or group == COUNTER:
            p.phase = CHOOSING
            p.actor = p.turn_seat
            return
    close_offer(p)


def may_accept(p):
    """Say whether the seat that answers holds what is asked for."""
    return covers(p.hand[p.actor], unbundle(p.offer >> GET_SHIFT))


def allows_counter(p, argument):
    """Say whether this counter-offer is lawful: fair, of cards in hand, and not the offer itself."""
    return (
        p.setup.counter_offers
        and argument >> ADDRESSEE_SHIFT == 0
        and argument != _mirrored(p.offer)
        and _is_fair(argument)
        and covers(p.hand[p.actor], unbundle(argument))
    )


def _mirrored(offer):
    """Return the offer from the side of the seat that answers."""
    return ((offer & BUNDLE_MASK) << GET_SHIFT) | ((offer >> GET_SHIFT) & BUNDLE_MASK)


def count_counters(p):
    """Count the counter-offers that are listed."""
    if not p.setup.counter_offers:
        return 0
    holds = lanes(p.hand[p.actor], ONE_EACH)
    offered = unbundle(p.offer)
    asked = unbundle(p.offer >> GET_SHIFT)
    any_asked = lanes(asked, ONE_EACH)
    any_offered = lanes(offered, ONE_EACH)
    count = 4 * popcount(holds & any_asked)
    count += popcount(holds & ~any_asked) * popcount(any_offered) - popcount(holds & any_offered)
    if holds & any_asked and size(asked) == 1 and size(offered) == 1:
        count -= 1
    return count


def list_counters(p, out, n):
    """List one card for one that keeps a side of the offer; many more counter-offers are lawful."""
    return _list_counters(p, out, n, -1)


def draw_counter(p, k, out):
    """Write the listed counter-offer with number k."""
    _list_counters(p, out, 0, k)


def _list_counters(p, out, n, k):
    """List all counter-offers and return the count; or, for k >= 0, write only the one numbered k."""
    hand = p.hand[p.actor]
    mirrored = _mirrored(p.offer)
    one: cython.longlong = 1
    for give in range(5):
        if not held(hand, give):
            continue
        asked = (p.offer >> (GET_SHIFT + 5 * give)) & 31
        for get in range(5):
            if get != give and (asked or (p.offer >> (5 * get)) & 31):
                argument = (one << (5 * give)) | (one << (GET_SHIFT + 5 * get))
                if argument == mirrored:
                    continue
                if k > 0:
                    k -= 1
                    continue
                out.items[n] = move_code(COUNTER, argument)
                if k == 0:
                    return n
                n += 1
    return n


def give_answer(p, move):
    """Note the answer of an addressee, and trade at once where the first accept does."""
    seat = p.actor
    if move >> GROUP_SHIFT == ACCEPT and p.setup.first_accepts:
        confirm(p, seat)
        return
    p.answer[seat] = move
    offset = seat - p.turn_seat
    if offset < 0:
        offset += p.setup.players
    _next_answerer(p, offset + 1)


def count_choices(p, group):
    """Count the acceptors to confirm, or the counter-offers that can be paid."""
    count = 0
    for seat in range(p.setup.players):
        if allows_confirm(p, seat) if group == CONFIRM else allows_take(p, seat):
            count += 1
    return count


def list_choices(p, group, out, n):
    """List the acceptors to confirm, or the counter-offers that can be paid."""
    for seat in range(p.setup.players):
        if allows_confirm(p, seat) if group == CONFIRM else allows_take(p, seat):
            out.items[n] = move_code(group, seat)
            n += 1
    return n


def allows_confirm(p, seat):
    """Say whether the seat accepted."""
    return 0 <= seat < p.setup.players and p.answer[seat] >> GROUP_SHIFT == ACCEPT


def allows_take(p, seat):
    """Say whether the seat countered and the seat on turn can pay what it asks."""
    return (
        0 <= seat < p.setup.players
        and p.answer[seat] >> GROUP_SHIFT == COUNTER
        and covers(p.hand[p.turn_seat], unbundle(p.answer[seat] >> GET_SHIFT))
    )


def confirm(p, seat):
    """Trade as offered with the seat."""
    _exchange(p, p.turn_seat, seat, p.offer)
    p.acted = True
    close_offer(p)


def take_counter(p, seat):
    """Trade as the seat countered."""
    _exchange(p, seat, p.turn_seat, p.answer[seat])
    p.acted = True
    close_offer(p)


def close_offer(p):
    """Take the offer off the table."""
    p.offer = 0
    for seat in range(4):
        p.answer[seat] = 0
    resume(p)


def _exchange(p, giver, getter, argument):
    given = unbundle(argument)
    got = unbundle(argument >> GET_SHIFT)
    p.hand[giver] += got - given
    p.hand[getter] += given - got
