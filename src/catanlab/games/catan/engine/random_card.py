"""Blind draws: a card taken from a hand or from the deck, each kind by its share."""

import cython

if not cython.compiled:
    from catanlab.framework.state import move_code
    from catanlab.games.catan.hands import held, size


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
