"""Rolls of the dice: production, and after a seven discards, the robber and the stolen card."""

import cython

from catanlab.games.catan import constants

if not cython.compiled:
    from catanlab.framework.buffers import drop_lowest, lowest_bit, popcount
    from catanlab.framework.state import CHANCE, move_code
    from catanlab.games.catan.constants import *  # noqa: F403
    from catanlab.games.catan.engine.turn_order import resume
    from catanlab.games.catan.hands import cards, held, size

    DICE_SUMS = [0] * 36
    WAYS = [0] * 13

for _i, _sum in enumerate(constants.DICE_SUMS):
    DICE_SUMS[_i] = _sum
    WAYS[_sum] += 1


def sevens_count(p):
    """Say whether a seven can be rolled; in the first rounds the rules may leave it out."""
    return p.turn_count >= p.ruleset.no_sevens_turns


def list_dice(p, out, probabilities):
    """List the sums that can be rolled, with their probabilities."""
    n = 0
    sevens = sevens_count(p)
    for total in range(2, 13):
        if total != 7 or sevens:
            out.items[n] = move_code(DICE, total)
            probabilities.items[n] = WAYS[total] / (36.0 if sevens else 30.0)
            n += 1
    return n


def draw_dice(p, random):
    """Return a sum of two dice drawn at random."""
    return DICE_SUMS[random.draw(36 if sevens_count(p) else 30)]


def is_legal_dice(p, total):
    """Say whether this sum can be rolled."""
    return 2 <= total <= 12 and (total != 7 or sevens_count(p))


def take_dice(p, total):
    """Carry out a roll: a seven starts a robbery, any other sum pays."""
    p.rolled = True
    if total == 7:
        start_robbery(p)
    else:
        produce(p, total)
        resume(p)


def produce(p, number):
    """Pay every hex with the number, except under the robber."""
    one: cython.uint = 1
    hexes = p.ruleset.board.hexes_by_number[number] & ~(one << p.robber)
    while hexes:
        hexagon = lowest_bit(hexes)
        resource = p.ruleset.board.resource[hexagon]
        same = hexes & p.ruleset.hexes_by_resource[resource]
        hexes &= ~same
        claims = p.hex_yields[hexagon]
        same &= same - 1
        while same:
            claims += p.hex_yields[lowest_bit(same)]
            same &= same - 1
        if claims:
            _pay(p, resource, claims)


def _pay(p, resource, claims):
    """Pay one resource in full; if the bank is short, its rest to a single claimant, nothing to several."""
    total = ((claims * 0x01010101) >> 24) & 0xFF
    stock = held(p.bank, resource)
    if total > stock and p.ruleset.bank_counts:
        for seat in range(p.ruleset.players):
            if (claims >> (8 * seat)) & 0xFF == total:
                p.hand[seat] += cards(resource, stock)
                p.bank -= cards(resource, stock)
        return
    if not p.ruleset.bank_counts:
        for seat in range(p.ruleset.players):
            total += held(p.hand[seat], resource)
        if total > MAX_IN_PLAY:
            return
    for seat in range(p.ruleset.players):
        p.hand[seat] += cards(resource, (claims >> (8 * seat)) & 0xFF)
    p.bank -= cards(resource, total) & p.ruleset.bank_counts


def start_robbery(p):
    """A seven was rolled: hands over the limit discard in any order, asked from the seat on turn on."""
    due: cython.bint = False
    for seat in range(p.ruleset.players):
        count = size(p.hand[seat])
        if count > p.ruleset.hand_limit:
            p.discards[seat] = count // 2
            due = True
    if due:
        p.phase = DISCARDING
        _next_discarder(p)
        return
    p.phase = ROBBING
    p.actor = p.turn_seat


def _next_discarder(p):
    """Ask the next seat that owes cards to discard; after the last, the robber moves."""
    for i in range(p.ruleset.players):
        seat = p.turn_seat + i
        if seat >= p.ruleset.players:
            seat -= p.ruleset.players
        if p.discards[seat]:
            p.actor = seat
            return
    p.phase = ROBBING
    p.actor = p.turn_seat


def list_discards(p, out, n):
    """List single cards in rising order, so that a set of discards is listed in one order only."""
    hand = p.hand[p.actor]
    left = p.discards[p.actor]
    floor = p.discard_floor[p.actor]
    if size(hand >> (12 * floor)) < left:
        floor = 0  # another order was begun, and cannot be completed
    for resource in range(floor, 5):
        later = size(hand >> (12 * resource))
        if later < left:
            break
        if held(hand, resource):
            out.items[n] = move_code(DISCARD, resource)
            n += 1
    return n


def discarder(p, move):
    """Return the seat that discards: the one that the move carries, else the one that is asked."""
    seat = (move >> SEAT_SHIFT) & 15
    return seat - 1 if seat else p.actor


def is_legal_discard(p, argument):
    """Say whether the seat that discards owes cards and holds such a one."""
    seat = discarder(p, argument)
    resource = argument & ~SEAT_BITS
    if seat >= p.ruleset.players or resource >= 5:
        return False
    return p.discards[seat] > 0 and held(p.hand[seat], resource) > 0


def discard(p, argument):
    """Return one card to the bank; the list of the seat's discards then goes on from it."""
    seat = discarder(p, argument)
    resource = argument & 7
    card = cards(resource, 1)
    p.hand[seat] -= card
    p.bank += card & p.ruleset.bank_counts
    p.discards[seat] -= 1
    if p.discards[seat]:
        p.discard_floor[seat] = resource
        return
    p.discard_floor[seat] = 0
    if seat == p.actor:
        _next_discarder(p)


def robber_hexes(p):
    """Return the hexes the robber may move to: any other, or those the friendly robber allows."""
    one: cython.uint = 1
    others = 0x7FFFF & ~(one << p.robber)
    if not p.ruleset.friendly_robber:
        return others
    friendly = others
    for seat in range(p.ruleset.players):
        if seat == p.turn_seat or p.public_points[seat] >= 3:
            continue
        for hexagon in range(19):
            if (p.hex_yields[hexagon] >> (8 * seat)) & 0xFF:
                friendly &= ~(one << hexagon)
    return friendly if friendly else others


def robbable(p):
    """Return a byte of ones for each other seat that holds cards, in the layout of `hex_yields`."""
    bytes_: cython.uint = 0
    byte: cython.uint = 0xFF
    for seat in range(p.ruleset.players):
        if seat != p.turn_seat and p.hand[seat]:
            bytes_ |= byte << (8 * seat)
    return bytes_


def _victims(p, hexagon, others):
    """Return the top bit of the byte of each seat among the others that the robber finds at a hex."""
    return ((p.hex_yields[hexagon] & others) + 0x7F7F7F7F) & ~0x7F7F7F7F


def count_robber(p):
    """Count every hex with every victim there, or once where there is none."""
    hexes = robber_hexes(p)
    others = robbable(p)
    count = 0
    while hexes:
        victims = _victims(p, lowest_bit(hexes), others)
        count += popcount(victims) if victims else 1
        hexes &= hexes - 1
    return count


def list_robber(p, out, n):
    """List every hex with every victim there, or without one where there is none."""
    hexes = robber_hexes(p)
    others = robbable(p)
    while hexes:
        hexagon = lowest_bit(hexes)
        hexes &= hexes - 1
        victims = _victims(p, hexagon, others)
        if not victims:
            out.items[n] = _to(hexagon, 0)
            n += 1
        while victims:
            out.items[n] = _to(hexagon, victims)
            victims &= victims - 1
            n += 1
    return n


def nth_robber(p, k):
    """Return the move of the robber that is listed as number k."""
    hexes = robber_hexes(p)
    others = robbable(p)
    while True:
        hexagon = lowest_bit(hexes)
        hexes &= hexes - 1
        victims = _victims(p, hexagon, others)
        count = popcount(victims) if victims else 1
        if k < count:
            break
        k -= count
    return _to(hexagon, drop_lowest(victims, k))


def _to(hexagon, victims):
    """Return the move of the robber to a hex, to rob the first of the victims there."""
    victim = (lowest_bit(victims) >> 3) + 1 if victims else 0
    return move_code(ROBBER, hexagon | victim << VICTIM_SHIFT)


def is_legal_robber(p, argument):
    """Say whether the robber may go to this hex and rob this victim (0: nobody there to rob)."""
    hexagon = argument & 0xFF
    victim = argument >> VICTIM_SHIFT
    if hexagon >= 19 or victim > p.ruleset.players or not (robber_hexes(p) >> hexagon) & 1:
        return False
    claims = p.hex_yields[hexagon] & robbable(p)
    if victim == 0:
        return claims == 0
    return (claims >> (8 * (victim - 1))) & 0xFF != 0


def move_robber(p, argument):
    """Move the robber; with a victim, chance decides which card is stolen."""
    p.robber = argument & 0xFF
    p.victim = (argument >> VICTIM_SHIFT) - 1
    if p.victim >= 0:
        p.phase = STEALING
        p.actor = CHANCE
    else:
        resume(p)


def steal(p, resource):
    """Take the stolen card from the victim."""
    card = cards(resource, 1)
    p.hand[p.victim] -= card
    p.hand[p.turn_seat] += card
    p.victim = -1
    resume(p)
