"""Trade with the bank, and trade between players: offers, answers, counter-offers and their settlement.

With the bank the seat on turn trades four to one, or better at a port.

To players the seat on turn offers a bundle for a bundle, to some or all. Each addressee answers once and
publicly: accept, reject or counter. They are asked in turn order, but may answer in any: an answer out of
order carries its seat. The seat on turn confirms one who accepted, takes one counter-offer, or cancels, as
soon as it wants to; it is asked to after the last answer. Under `first` the first accept in time trades at
once. A counter-offer reads from the side of the seat that makes it, and is not answered by another.

A deal is an exchange that the seat on turn and another have agreed on without an offer. Here only the cards
are looked at: whoever plays a deal has seen to it that both want it.
"""

import cython

if not cython.compiled:
    from catanlab.framework.buffers import drop_lowest, lowest_bit, popcount
    from catanlab.framework.state import GROUP_SHIFT, move_code
    from catanlab.games.catan.constants import (
        ACCEPT,
        ADDRESSEE_SHIFT,
        ANSWERING,
        BANK_TRADE,
        BUNDLE_MASK,
        CANCEL,
        CHOOSING,
        CONFIRM,
        COUNTER,
        GET_SHIFT,
        MAX_IN_PLAY,
        OFFER,
        ONE_EACH,
        REJECT,
        SEAT_BITS,
        SEAT_SHIFT,
        TAKE_COUNTER,
    )
    from catanlab.games.catan.engine.turn_order import resume
    from catanlab.games.catan.hands import cards, covers, held, lanes, unbundle


def bank_stock(p):
    """Return the cards that the bank can give; without a limit two of each resource, if as many fit."""
    if p.ruleset.bank_counts:
        return p.bank
    in_play = p.hand[0] + p.hand[1] + p.hand[2] + p.hand[3]
    return (lanes((MAX_IN_PLAY - 1) * ONE_EACH, in_play) >> 11) + (
        lanes((MAX_IN_PLAY - 2) * ONE_EACH, in_play) >> 11
    )


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


def is_legal_bank_trade(p, argument):
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
    p.bank += paid & p.ruleset.bank_counts
    p.bank -= got & p.ruleset.bank_counts
    p.acted = True
    resume(p)


def may_offer(p):
    """Say whether the seat on turn may make an offer: trade is on, the cap not reached, cards in hand."""
    return p.ruleset.player_trade and p.offers_made < p.ruleset.offers_per_turn and p.hand[p.turn_seat] != 0


def count_offers(p):
    """Count the offers that are listed."""
    hand = p.hand[p.turn_seat]
    ones = popcount(lanes(hand, ONE_EACH))
    twos = popcount(lanes(hand, 2 * ONE_EACH))
    return 4 * ones + 4 * twos + 3 * (ones * (ones - 1) // 2)


def list_offers(p, out, n):
    """List one card for one, then two for one, to everybody; many more offers are legal."""
    hand = p.hand[p.turn_seat]
    for give in range(5):
        if held(hand, give):
            n = _list_row(p, give, give, 1, out, n)
    for first in range(5):
        if not held(hand, first):
            continue
        for second in range(first, 5):
            if held(hand, second) > (first == second):
                n = _list_row(p, first, second, 2, out, n)
    return n


def _list_row(p, first, second, count, out, n):
    """List the offers of one or two cards for one of each resource that is not given."""
    for place in range(4 if first == second else 3):
        out.items[n] = _offer(p, first, second, count, place)
        n += 1
    return n


def _offer(p, first, second, count, place):
    """Return the offer of one or two cards for the resource at this place among those not given."""
    one: cython.longlong = 1
    get = place
    if get >= first:
        get += 1
    if first != second and get >= second:
        get += 1
    given = one << (5 * first)
    if count == 2:
        given += one << (5 * second)
    others = (((one << p.ruleset.players) - 1) & ~(one << p.turn_seat)) << ADDRESSEE_SHIFT
    return move_code(OFFER, given | (one << (GET_SHIFT + 5 * get)) | others)


def nth_offer(p, k):
    """Return the offer that is listed as number k."""
    hand = p.hand[p.turn_seat]
    holds = lanes(hand, ONE_EACH)
    singles = 4 * popcount(holds)
    if k < singles:
        give = _nth_kind(holds, k >> 2)
        return _offer(p, give, give, 1, k & 3)
    k -= singles
    while True:
        # Two cards of which this is the first: the pair of it, then it with each later one.
        first = _nth_kind(holds, 0)
        holds &= holds - 1
        pair = 4 if held(hand, first) > 1 else 0
        row = pair + 3 * popcount(holds)
        if k < row:
            break
        k -= row
    if k < pair:
        return _offer(p, first, first, 2, k)
    k -= pair
    return _offer(p, first, _nth_kind(holds, k // 3), 2, k % 3)


def _nth_kind(marks, k):
    """Return the resource of the mark with number k, of marks that `lanes` made."""
    return lowest_bit(drop_lowest(marks, k)) // 12


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


def is_legal_offer(p, argument):
    """Say whether this offer is legal: fair, of cards in hand, and to others only."""
    one: cython.longlong = 1
    addressees = argument >> ADDRESSEE_SHIFT
    others = ((one << p.ruleset.players) - 1) & ~(one << p.turn_seat)
    return (
        may_offer(p)
        and addressees != 0
        and addressees & ~others == 0
        and _is_fair(argument)
        and covers(p.hand[p.turn_seat], unbundle(argument))
    )


def make_offer(p, argument):
    """Open the offer to its addressees."""
    p.offer = argument
    p.offers_made += 1
    for seat in range(4):
        p.answer[seat] = 0
    _next_answerer(p, 1)


def _next_answerer(p, offset):
    """Ask the next addressee without an answer; after the last, the seat on turn chooses, if it can."""
    # Those before `offset` have answered, unless a seat was asked out of order.
    if _ask(p, offset, p.ruleset.players) or _ask(p, 1, offset):
        return
    for seat in range(p.ruleset.players):
        group = p.answer[seat] >> GROUP_SHIFT
        if group == ACCEPT or group == COUNTER:
            p.phase = CHOOSING
            p.actor = p.turn_seat
            return
    close_offer(p)


def _ask(p, first, end):
    """Ask the first addressee without an answer at these places after the turn; say whether it is there."""
    addressees = p.offer >> ADDRESSEE_SHIFT
    for i in range(first, end):
        seat = p.turn_seat + i
        if seat >= p.ruleset.players:
            seat -= p.ruleset.players
        if p.answer[seat] == 0 and (addressees >> seat) & 1:
            p.phase = ANSWERING
            p.actor = seat
            return True
    return False


def answer_groups(p):
    """Return the groups of answers open to the seat that is asked, as a bit set."""
    groups = 1 << REJECT
    if may_accept(p, p.actor):
        groups |= 1 << ACCEPT
    if p.ruleset.counter_offers:
        # Any card can be given for one of a resource that the offer gives, but not for one of its own.
        holds = lanes(p.hand[p.actor], ONE_EACH)
        offered = lanes(unbundle(p.offer), ONE_EACH)
        if holds and (holds != offered or offered & (offered - 1)):
            groups |= 1 << COUNTER
    return groups


def answerer(p, move):
    """Return the seat that answers: the one that the move carries, else the one that is asked."""
    seat = (move >> SEAT_SHIFT) & 15
    return seat - 1 if seat else p.actor


def owes_answer(p, seat):
    """Say whether the open offer goes to the seat, and it has not answered yet."""
    return seat < p.ruleset.players and (p.offer >> (ADDRESSEE_SHIFT + seat)) & 1 and p.answer[seat] == 0


def may_accept(p, seat):
    """Say whether the seat holds what is asked for."""
    return covers(p.hand[seat], unbundle(p.offer >> GET_SHIFT))


def is_legal_accept(p, argument):
    """Say whether the seat that answers may accept."""
    seat = answerer(p, argument)
    return argument & ~SEAT_BITS == 0 and owes_answer(p, seat) and may_accept(p, seat)


def is_legal_reject(p, argument):
    """Say whether there is an answer that the seat can refuse to the offer."""
    return argument & ~SEAT_BITS == 0 and owes_answer(p, answerer(p, argument))


def is_legal_counter(p, argument):
    """Say whether this counter-offer is legal: fair, of cards in hand, and not the offer itself."""
    seat = answerer(p, argument)
    return (
        p.ruleset.counter_offers
        and owes_answer(p, seat)
        and argument & ~SEAT_BITS != _mirrored(p.offer)
        and _is_fair(argument)
        and covers(p.hand[seat], unbundle(argument))
    )


def _mirrored(offer):
    """Return the offer from the side of the seat that answers."""
    return ((offer & BUNDLE_MASK) << GET_SHIFT) | ((offer >> GET_SHIFT) & BUNDLE_MASK)


def _counter_gets(p, give, offered):
    """Mark the resources that a listed counter-offer may ask for one card; it keeps a side of the offer.

    A resource that the offer asks for is given for any other, the rest for resources that it offers; the
    offer itself is left out.
    """
    one: cython.longlong = 1
    own = ~cards(give, 0x800)
    asked = (p.offer >> GET_SHIFT) & BUNDLE_MASK
    if not (asked >> (5 * give)) & 31:
        return offered & own
    if asked == one << (5 * give) and p.offer & BUNDLE_MASK == one << (5 * _nth_kind(offered, 0)):
        own &= ~offered
    return lanes(0, 0) & own


def count_counters(p):
    """Count the counter-offers that are listed."""
    holds = lanes(p.hand[p.actor], ONE_EACH)
    offered = lanes(unbundle(p.offer), ONE_EACH)
    count = 0
    while holds:
        count += popcount(_counter_gets(p, _nth_kind(holds, 0), offered))
        holds &= holds - 1
    return count


def list_counters(p, out, n):
    """List one card for one that keeps a side of the offer; many more counter-offers are legal."""
    holds = lanes(p.hand[p.actor], ONE_EACH)
    offered = lanes(unbundle(p.offer), ONE_EACH)
    while holds:
        give = _nth_kind(holds, 0)
        holds &= holds - 1
        gets = _counter_gets(p, give, offered)
        while gets:
            out.items[n] = _counter(give, _nth_kind(gets, 0))
            gets &= gets - 1
            n += 1
    return n


def nth_counter(p, k):
    """Return the counter-offer that is listed as number k."""
    holds = lanes(p.hand[p.actor], ONE_EACH)
    offered = lanes(unbundle(p.offer), ONE_EACH)
    while True:
        give = _nth_kind(holds, 0)
        holds &= holds - 1
        gets = _counter_gets(p, give, offered)
        count = popcount(gets)
        if k < count:
            return _counter(give, _nth_kind(gets, k))
        k -= count


def _counter(give, get):
    one: cython.longlong = 1
    return move_code(COUNTER, (one << (5 * give)) | (one << (GET_SHIFT + 5 * get)))


def give_answer(p, move):
    """Note the answer of an addressee, and trade at once where the first accept does."""
    seat = answerer(p, move)
    if move >> GROUP_SHIFT == ACCEPT and p.ruleset.first_accepts:
        confirm(p, seat)
        return
    p.answer[seat] = move & ~SEAT_BITS
    if seat == p.actor:
        offset = seat - p.turn_seat
        if offset < 0:
            offset += p.ruleset.players
        _next_answerer(p, offset + 1)
    elif p.phase == CHOOSING:
        _next_answerer(p, 1)


def choice_groups(p):
    """Return the groups open to the seat on turn that chooses, as a bit set."""
    groups = 1 << CANCEL
    for seat in range(p.ruleset.players):
        answer = p.answer[seat] >> GROUP_SHIFT
        if answer == ACCEPT:
            groups |= 1 << CONFIRM
        elif answer == COUNTER and is_legal_take_counter(p, seat):
            groups |= 1 << TAKE_COUNTER
    return groups


def choice_seats(p, group):
    """Return the seats to confirm, or those whose counter-offers can be paid, as a bit set."""
    seats = 0
    for seat in range(p.ruleset.players):
        if is_legal_confirm(p, seat) if group == CONFIRM else is_legal_take_counter(p, seat):
            seats |= 1 << seat
    return seats


def list_choices(p, group, out, n):
    """List the acceptors to confirm, or the counter-offers that can be paid."""
    seats = choice_seats(p, group)
    while seats:
        out.items[n] = move_code(group, lowest_bit(seats))
        seats &= seats - 1
        n += 1
    return n


def is_legal_confirm(p, seat):
    """Say whether the seat accepted."""
    return 0 <= seat < p.ruleset.players and p.answer[seat] >> GROUP_SHIFT == ACCEPT


def is_legal_take_counter(p, seat):
    """Say whether the seat countered and the seat on turn can pay what it asks."""
    return (
        0 <= seat < p.ruleset.players
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


def partner(move):
    """Return the seat that the seat on turn deals with; -1 if the move names none."""
    return ((move >> SEAT_SHIFT) & 15) - 1


def is_legal_deal(p, argument):
    """Say whether the seat on turn and its partner can make this exchange: fair, of cards in hand."""
    other = partner(argument)
    return (
        p.ruleset.player_trade
        and 0 <= other < p.ruleset.players
        and other != p.turn_seat
        and _is_fair(argument)
        and covers(p.hand[p.turn_seat], unbundle(argument))
        and covers(p.hand[other], unbundle(argument >> GET_SHIFT))
    )


def make_deal(p, argument):
    """Exchange the cards at once; it is no offer and does not count as one."""
    _exchange(p, p.turn_seat, partner(argument), argument)
    p.acted = True
    resume(p)


def _exchange(p, giver, getter, argument):
    given = unbundle(argument)
    got = unbundle(argument >> GET_SHIFT)
    p.hand[giver] += got - given
    p.hand[getter] += given - got
