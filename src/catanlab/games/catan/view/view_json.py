"""What a seat knows, as JSON: the position, the moves that are open to it, and what it has counted.

docs/reference/views.md has a line for every name. The text is a function of what the seat saw: of others'
hands it has the sizes only, unless the rules play with open hands.
"""

import cython

from catanlab.games.catan.position import Phase

if not cython.compiled:
    from catanlab.framework.buffers import lowest_bit, popcount
    from catanlab.framework.state import GROUP_SHIFT
    from catanlab.games.catan.constants import *  # noqa: F403
    from catanlab.games.catan.hands import held, size, unbundle
    from catanlab.games.catan.view.json_buffer import JsonBuffer
    from catanlab.games.catan.view.legal_json import at_most, offers_left, put_legal

PHASE_NAMES = tuple(f'"{phase.name.lower().replace("_", "-")}",'.encode() for phase in Phase)


def write_view(p, decider, viewer, deciders, decision, deck, unknown, unknown_bought, dice, scores):
    """Return the view of a seat as JSON.

    `p` is the position with one guess at what is hidden, and `decider` the same with the viewer to move, or
    None if it may not decide now. A negative viewer is a spectator. `unknown` are by seat the numbers of
    development cards that the viewer does not know, and `unknown_bought` how many of them were bought this
    turn. `dice` is the last roll, 0 for none. `scores` are those of the end of the game, or None.
    """
    out = JsonBuffer()
    players = p.ruleset.players
    out.put(b'{"seat":')
    out.seat(viewer)
    out.put(b'"phase":')
    out.put(PHASE_NAMES[p.phase])
    out.put(b'"decision":')
    out.number(decision)
    out.put(b'"deciders":')
    out.members(deciders)
    out.put(b'"turn":')
    out.number(_turn_number(p, p.turn_count))
    out.put(b'"on_turn":')
    out.number(p.turn_seat)
    out.put(b'"rolled":')
    out.flag(p.rolled)
    out.put(b'"card_played":')
    out.flag(p.card_played)
    _put_dice(out, p, dice)
    out.put(b'"robber":')
    out.number(p.robber)
    out.put(b'"victim":')
    out.seat(p.victim)
    out.put(b'"bank":')
    if p.ruleset.bank_counts:
        out.cards(p.bank)
    else:
        out.put(b"null,")
    out.put(b'"deck":')
    out.number(deck)
    out.put(b'"longest_road":')
    out.seat(p.road_holder)
    out.put(b'"largest_army":')
    out.seat(p.army_holder)
    out.put(b'"winner":')
    out.seat(p.winner)
    out.put(b'"free_roads":')
    out.number(p.free_roads)
    out.put(b'"offers_left":')
    out.number(offers_left(p))
    _put_offer(out, p)
    out.put(b'"seats":[')
    for seat in range(players):
        shown: cython.bint = seat == viewer or p.ruleset.open_hands
        bought = size(p.bought_this_turn) + unknown_bought if seat == p.turn_seat else 0
        points = held(p.card[seat], VICTORY_POINT) if shown else -1
        if scores is not None and p.phase == FINISHED:
            points = scores[seat] - p.public_points[seat]
        _put_seat(out, p, seat, shown, unknown[seat], bought, points)
    out.end(b"],")
    out.put(b'"legal":')
    if decider is None:
        out.put(b"null")
    else:
        put_legal(out, decider)
    out.end(b"}")
    return out.result()


def _turn_number(p, turns):
    """Return which turn it is, counted from 1; of a game that is over the last one."""
    return turns + 1 if turns == 0 or p.turn_seat == turns % p.ruleset.players else turns


def _put_dice(out, p, dice):
    """Write the last roll and its turn: before the roll of a turn, it is that of the turn before."""
    out.put(b'"dice":')
    if dice == 0:
        return out.put(b"null,")
    out.put(b'{"sum":')
    out.number(dice)
    out.put(b'"turn":')
    out.number(p.turn_count + 1 if p.rolled else p.turn_count)
    return out.end(b"},")


def _put_deal(out, deal):
    """Write the two sides of a deal, from the side of the seat that proposes it."""
    out.put(b'"give":')
    out.cards(unbundle(deal))
    out.put(b'"get":')
    out.cards(unbundle(deal >> GET_SHIFT))
    return 0


def _put_offer(out, p):
    """Write the open offer with its addressees and the answers by seat."""
    out.put(b'"offer":')
    if not p.offer:
        return out.put(b"null,")
    out.put(b'{"by":')
    out.number(p.turn_seat)
    _put_deal(out, p.offer)
    out.put(b'"to":')
    out.members((p.offer >> ADDRESSEE_SHIFT) & 15)
    out.put(b'"answers":[')
    for seat in range(p.ruleset.players):
        group = p.answer[seat] >> GROUP_SHIFT
        if group == ACCEPT:
            out.put(b'{"kind":"accept"},')
        elif group == REJECT:
            out.put(b'{"kind":"reject"},')
        elif group == COUNTER:
            out.put(b'{"kind":"counter",')
            _put_deal(out, p.answer[seat])
            out.end(b"},")
        else:
            out.put(b"null,")
    return out.end(b"]},")


def _put_seat(out, p, seat, shown, hidden, bought, points):
    """Write one seat: its own cards where they are shown, of others the numbers.

    `hidden` are its development cards that are not known, `bought` those bought this turn, known or not.
    `points` are its victory point cards, -1 where they are not known.
    """
    out.put(b'{"hand_size":')
    out.number(size(p.hand[seat]))
    out.put(b'"hand":')
    if shown:
        out.cards(p.hand[seat])
    else:
        out.put(b"null,")
    out.put(b'"card_count":')
    out.number(size(p.card[seat]) + hidden)
    out.put(b'"bought_count":')
    out.number(bought)
    out.put(b'"cards":')
    if shown:
        fresh = p.bought_this_turn if seat == p.turn_seat else 0
        out.cards(p.card[seat] - fresh)
        out.put(b'"bought":')
        out.cards(fresh)
    else:
        out.put(b'null,"bought":null,')
    out.put(b'"knights":')
    out.number(p.knights[seat])
    out.put(b'"settlements":')
    out.members(p.settlements[seat])
    out.put(b'"cities":')
    out.members(p.cities[seat])
    out.put(b'"roads":')
    _put_edges(out, p.roads[2 * seat], p.roads[2 * seat + 1])
    settlements = popcount(p.settlements[seat])
    cities = popcount(p.cities[seat])
    roads = popcount(p.roads[2 * seat]) + popcount(p.roads[2 * seat + 1])
    out.put(b'"left":{"roads":')
    out.number(ROADS_EACH - roads)
    out.put(b'"settlements":')
    out.number(SETTLEMENTS_EACH - settlements)
    out.put(b'"cities":')
    out.number(CITIES_EACH - cities)
    out.end(b"},")
    out.put(b'"points":{"total":')
    out.number(p.public_points[seat] + max(points, 0))
    out.put(b'"settlements":')
    out.number(settlements)
    out.put(b'"cities":')
    out.number(2 * cities)
    out.put(b'"longest_road":')
    out.number(AWARD_POINTS if seat == p.road_holder else 0)
    out.put(b'"largest_army":')
    out.number(AWARD_POINTS if seat == p.army_holder else 0)
    out.put(b'"cards":')
    out.seat(points)
    out.end(b"},")
    out.put(b'"road_length":')
    out.number(p.road_length[seat])
    out.put(b'"ratios":')
    out.cards(p.ratio[seat])
    out.put(b'"owes":')
    out.number(p.discards[seat])
    return out.end(b"},")


def _put_edges(out, low, high):
    """Write the edges of a mask of two words."""
    out.put(b"[")
    while low:
        out.number(lowest_bit(low))
        low &= low - 1
    while high:
        out.number(64 + lowest_bit(high))
        high &= high - 1
    return out.end(b"],")


# What card counting knows.


def write_counting(belief, limits, unseen):
    """Return as JSON the bounds of all hands, the victory point cards a seat can hold, and unseen cards."""
    out = JsonBuffer()
    out.put(b'{"exact":')
    out.flag(belief.exact)
    out.put(b'"unseen_cards":')
    out.cards(unseen)
    out.put(b'"seats":[')
    if belief.exact:
        belief.find_bounds()
    for seat in range(belief.players):
        out.put(b'{"certain":')
        out.cards(belief.least[seat])
        out.put(b'"possible":')
        out.cards(at_most(belief.most[seat], belief.sizes[seat]))
        out.put(b'"most_victory_cards":')
        out.number(limits[seat])
        out.end(b"},")
    out.end(b"]}")
    return out.result()
