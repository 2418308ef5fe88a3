"""Production: what a roll pays, and to whom when the bank runs short."""

import cython

if not cython.compiled:
    from catanlab.framework.bits import lowest_bit
    from catanlab.games.catan.constants import MOST_IN_PLAY
    from catanlab.games.catan.hands import cards, held


def produce(p, number):
    """Pay every hex with the number, except under the robber."""
    one: cython.uint = 1
    hexes = p.setup.board.hexes_by_number[number] & ~(one << p.robber)
    while hexes:
        hexagon = lowest_bit(hexes)
        resource = p.setup.board.resource[hexagon]
        same = hexes & p.setup.hexes_by_resource[resource]
        hexes &= ~same
        claims = p.output[hexagon]
        same &= same - 1
        while same:
            claims += p.output[lowest_bit(same)]
            same &= same - 1
        if claims:
            _pay(p, resource, claims)


def _pay(p, resource, claims):
    """Pay one resource: in full, or what is left to a lone claimant, or nothing to several."""
    total = ((claims * 0x01010101) >> 24) & 0xFF
    stock = held(p.bank, resource)
    if total > stock and p.setup.bank_counts:
        for seat in range(p.setup.players):
            if (claims >> (8 * seat)) & 0xFF == total:
                p.hand[seat] += cards(resource, stock)
                p.bank -= cards(resource, stock)
        return
    if not p.setup.bank_counts:
        for seat in range(p.setup.players):
            total += held(p.hand[seat], resource)
        if total > MOST_IN_PLAY:
            return
    for seat in range(p.setup.players):
        p.hand[seat] += cards(resource, (claims >> (8 * seat)) & 0xFF)
    p.bank -= cards(resource, total) & p.setup.bank_counts
