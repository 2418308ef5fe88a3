"""What a seat knows, as JSON: the position, the moves that are open to the seat, and what it has counted.

docs/views.md has a line for every name. The text is a function of what the seat saw: of others' hands it
has the sizes only, unless the rules play with open hands.
"""

import cython

from catanlab.games.catan.position import Phase

if not cython.compiled:
    from catanlab.framework.buffers import MoveBuffer, lowest_bit, popcount
    from catanlab.framework.state import GROUP_SHIFT
    from catanlab.games.catan.constants import *  # noqa: F403
    from catanlab.games.catan.engine import legal_moves, trade
    from catanlab.games.catan.hands import cards, held, size, unbundle
    from catanlab.games.catan.view.json_buffer import RESOURCE_NAMES, JsonBuffer

    MOST_IN_A_MOVE = 31

PHASE_NAMES = tuple(f'"{phase.name.lower().replace("_", "-")}",'.encode() for phase in Phase)
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
    out.number(_offers_left(p))
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
        _put_legal(out, decider)
    out.end(b"}")
    return out.result()


def _turn_number(p, turns):
    """Return which turn it is, counted from 1; of a game that is over the last one."""
    return turns + 1 if turns == 0 or p.turn_seat == turns % p.ruleset.players else turns


def _offers_left(p):
    """Return how many offers the seat on turn may still make in this turn."""
    if not p.ruleset.player_trade or p.phase == FINISHED:
        return 0
    return max(p.ruleset.offers_per_turn - p.offers_made, 0)


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
    out.number(_owed(p, seat))
    return out.end(b"},")


def _owed(p, seat):
    """Return how many cards a seat still has to discard."""
    return p.discards[seat]


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


# The moves that are open to the seat to move.


def _put_legal(out, p):
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
    out.cards(_at_most(stock, 2))
    return out.end(b"},")


def _at_most(hand, limit):
    """Return the hand with no more than so many cards of a kind."""
    for resource in range(5):
        beyond = held(hand, resource) - limit
        if beyond > 0:
            hand -= cards(resource, beyond)
    return hand


def _put_offers(out, p):
    """Write what may be given, whom an offer may go to, and how many are left."""
    out.put(b'{"max":')
    out.cards(_at_most(p.hand[p.turn_seat], MOST_IN_A_MOVE))
    out.put(b'"to":[')
    for seat in range(p.ruleset.players):
        if seat != p.turn_seat:
            out.number(seat)
    out.end(b"],")
    out.put(b'"left":')
    out.number(_offers_left(p))
    return out.end(b"},")


def _put_counters(out, p):
    """Write what may be given, and the deal that is not a counter-offer: to accept."""
    out.put(b'{"max":')
    out.cards(_at_most(p.hand[p.actor], MOST_IN_A_MOVE))
    out.put(b'"except":{"give":')
    out.cards(unbundle(p.offer >> GET_SHIFT))
    out.put(b'"get":')
    out.cards(unbundle(p.offer))
    return out.end(b"}},")


def _put_discards(out, p):
    """Write how many cards are owed, and from which."""
    out.put(b'{"owes":')
    out.number(_owed(p, p.actor))
    out.put(b'"hand":')
    out.cards(p.hand[p.actor])
    return out.end(b"},")


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
        out.cards(_at_most(belief.most[seat], belief.sizes[seat]))
        out.put(b'"most_victory_cards":')
        out.number(limits[seat])
        out.end(b"},")
    out.end(b"]}")
    return out.result()
