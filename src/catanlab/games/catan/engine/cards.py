"""Development cards: buying, drawing and playing them, and Largest Army; and cards drawn at random."""

import cython

if not cython.compiled:
    from catanlab.framework.buffers import popcount
    from catanlab.framework.state import CHANCE, move_code
    from catanlab.games.catan.constants import *  # noqa: F403
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
    p.bank += CARD_COST & p.ruleset.bank_counts
    p.phase = DRAWING
    p.actor = CHANCE


def draw_card(p, kind):
    """Give the drawn card to the seat on turn; a victory point may win at once."""
    card = cards(kind, 1)
    p.deck -= card
    p.card[p.turn_seat] += card
    p.bought_this_turn += card
    p.acted = True
    check_win(p)
    resume(p)


def may_play(p, kind):
    """Say whether the seat on turn may play such a card now: one a turn, none bought this turn.

    A card without any effect is not played: road building needs a road and a place for it, year of
    plenty a card in the bank.
    """
    if p.card_played or not held(p.card[p.turn_seat] - p.bought_this_turn, kind):
        return False
    if p.phase == BEFORE_ROLL:
        if kind == KNIGHT:
            return p.ruleset.knight_before_roll
        if not p.ruleset.cards_before_roll:
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


def is_legal_plenty(p, argument):
    """Say whether the card may be played, and the bank can give just these: two, or the only one it has."""
    if argument & BUNDLE_MASK or argument >> (2 * GET_SHIFT) or not may_play(p, YEAR_OF_PLENTY):
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
    p.bank -= wanted & p.ruleset.bank_counts
    resume(p)


def play_monopoly(p, resource):
    """Take every card of the resource from all others."""
    _spend(p, MONOPOLY)
    for seat in range(p.ruleset.players):
        if seat != p.turn_seat:
            taken = cards(resource, held(p.hand[seat], resource))
            p.hand[seat] -= taken
            p.hand[p.turn_seat] += taken
    resume(p)


def _spend(p, kind):
    p.card[p.turn_seat] -= cards(kind, 1)
    p.card_played = True
    p.acted = True


def hidden_stack(p):
    """Return the cards from which chance takes one now: the deck, or the hand of the robber's victim."""
    return p.deck if p.phase == DRAWING else p.hand[p.victim]


def is_legal_random_card(p, kind):
    """Say whether chance can take a card of this kind now."""
    return kind < 5 and held(hidden_stack(p), kind) > 0


def list_random_cards(group, stack, out, probabilities):
    """List each kind in the stack as an outcome of the group, with its probability."""
    count: cython.double = size(stack)
    n = 0
    for kind in range(5):
        if held(stack, kind):
            out.items[n] = move_code(group, kind)
            probabilities.items[n] = held(stack, kind) / count
            n += 1
    return n


def draw_random_card(stack, random):
    """Return the kind of one card drawn at random."""
    k = random.draw(size(stack))
    kind = 0
    while kind < 4 and k >= held(stack, kind):
        k -= held(stack, kind)
        kind += 1
    return kind
