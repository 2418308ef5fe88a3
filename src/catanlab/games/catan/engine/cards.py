"""Development cards: buying, drawing and playing them, and Largest Army; and cards drawn at random."""

import cython

if not cython.compiled:
    from catanlab.framework.buffers import popcount
    from catanlab.framework.state import CHANCE, move_code
    from catanlab.games.catan.constants import (
        AWARD_POINTS,
        BEFORE_ROLL,
        BUNDLE_MASK,
        CARD_COST,
        DRAW,
        DRAWING,
        FREE_ROADS,
        GET_SHIFT,
        KNIGHT,
        LARGEST_ARMY_MINIMUM,
        MONOPOLY,
        ONE_EACH,
        PLAY_MONOPOLY,
        PLAY_PLENTY,
        ROAD_BUILDING,
        ROBBING,
        YEAR_OF_PLENTY,
    )
    from catanlab.games.catan.engine.roads_and_buildings import count_roads, roads_left
    from catanlab.games.catan.engine.trade import bank_stock
    from catanlab.games.catan.engine.turn_order import check_win, resume
    from catanlab.games.catan.hands import cards, covers, held, lanes, size, unbundle


def may_buy_card(p):
    """Say whether the seat on turn can pay for a card and the deck has one."""
    return covers(p.hand[p.turn_seat], CARD_COST) and p.deck != 0


def buy_card(p):
    """Pay for a card; chance decides which."""
    p.hand[p.turn_seat] -= CARD_COST
    p.bank += CARD_COST & p.setup.bank_counts
    p.phase = DRAWING
    p.actor = CHANCE


def draw_chances(p, out, probabilities):
    """List the kinds left in the deck, each by its share."""
    return list_shares(DRAW, p.deck, out, probabilities)


def draw_card(p, kind):
    """Give the drawn card to the seat on turn; a victory point may win at once."""
    card = cards(kind, 1)
    p.deck -= card
    p.card[p.turn_seat] += card
    p.fresh += card
    p.acted = True
    check_win(p)
    resume(p)


def may_play(p, kind):
    """Say whether the seat on turn may play such a card now: one a turn, none bought this turn.

    A card without any effect is not played: road building needs a road and a place for it, year of
    plenty a card in the bank.
    """
    if p.card_played or not held(p.card[p.turn_seat] - p.fresh, kind):
        return False
    if p.phase == BEFORE_ROLL:
        if kind == KNIGHT:
            return p.setup.knight_before_roll
        if not p.setup.cards_before_roll:
            return False
    if kind == ROAD_BUILDING:
        return roads_left(p, p.turn_seat) > 0 and count_roads(p) > 0
    if kind == YEAR_OF_PLENTY:
        return bank_stock(p) != 0
    return True


def count_plenty(p):
    """Count the choices of year of plenty."""
    stock = bank_stock(p)
    kinds = popcount(lanes(stock, ONE_EACH))
    pairs = popcount(lanes(stock, 2 * ONE_EACH))
    if kinds == 1 and pairs == 0:
        return 1
    return pairs + kinds * (kinds - 1) // 2


def list_plenty(p, out, n):
    """List the pairs the bank can give; if only one card is left in it, that one."""
    stock = bank_stock(p)
    one: cython.longlong = 1
    if size(stock) == 1:
        for resource in range(5):
            if held(stock, resource):
                out.items[n] = move_code(PLAY_PLENTY, one << (GET_SHIFT + 5 * resource))
        return n + 1
    for a in range(5):
        if not held(stock, a):
            continue
        for b in range(a, 5):
            if held(stock, b) > (a == b):
                bundle = (one << (5 * a)) + (one << (5 * b))
                out.items[n] = move_code(PLAY_PLENTY, bundle << GET_SHIFT)
                n += 1
    return n


def allows_plenty(p, argument):
    """Say whether the bank can give just these cards: two, or the only one it has."""
    if argument & BUNDLE_MASK or argument >> (2 * GET_SHIFT):
        return False
    wanted = unbundle(argument >> GET_SHIFT)
    stock = bank_stock(p)
    return size(wanted) == (2 if size(stock) >= 2 else 1) and covers(stock, wanted)


def list_monopoly(p, out, n):
    """List a monopoly on each resource."""
    for resource in range(5):
        out.items[n] = move_code(PLAY_MONOPOLY, resource)
        n += 1
    return n


def play_knight(p):
    """Move the robber, and take Largest Army with three knights and more than anybody else."""
    _spend(p, KNIGHT)
    seat = p.turn_seat
    p.knights[seat] += 1
    p.phase = ROBBING
    p.actor = seat
    if award_largest_army(p, seat):
        check_win(p)


def award_largest_army(p, seat):
    """Give Largest Army to a seat with three knights and more than its holder; say whether it changes."""
    holder = p.army_holder
    if holder == seat or p.knights[seat] < LARGEST_ARMY_MINIMUM:
        return False
    if holder >= 0:
        if p.knights[seat] <= p.knights[holder]:
            return False
        p.public_points[holder] -= AWARD_POINTS
    p.army_holder = seat
    p.public_points[seat] += AWARD_POINTS
    return True


def play_road_building(p):
    """Begin to place two free roads, or as many as there are pieces and places for."""
    _spend(p, ROAD_BUILDING)
    p.phase = FREE_ROADS
    p.free_roads = 2


def play_plenty(p, argument):
    """Take the chosen cards from the bank."""
    _spend(p, YEAR_OF_PLENTY)
    wanted = unbundle(argument >> GET_SHIFT)
    p.hand[p.turn_seat] += wanted
    p.bank -= wanted & p.setup.bank_counts
    resume(p)


def play_monopoly(p, resource):
    """Take every card of the resource from all others."""
    _spend(p, MONOPOLY)
    for seat in range(p.setup.players):
        if seat != p.turn_seat:
            taken = cards(resource, held(p.hand[seat], resource))
            p.hand[seat] -= taken
            p.hand[p.turn_seat] += taken
    resume(p)


def _spend(p, kind):
    p.card[p.turn_seat] -= cards(kind, 1)
    p.card_played = True
    p.acted = True


def list_shares(group, cards, out, probabilities):
    """List each kind among the cards as an outcome of the group, with its probability."""
    count: cython.double = size(cards)
    n = 0
    for kind in range(5):
        if held(cards, kind):
            out.items[n] = move_code(group, kind)
            probabilities.items[n] = held(cards, kind) / count
            n += 1
    return n


def draw_blindly(cards, random):
    """Return the kind of one card drawn at random."""
    k = random.pick(size(cards))
    kind = 0
    while kind < 4 and k >= held(cards, kind):
        k -= held(cards, kind)
        kind += 1
    return kind
