"""Resource cards packed into one integer: five lanes of twelve bits, so that a cost is one comparison.

Development cards are packed the same way, a lane for each kind. `lanes(hand, least)` marks, by one bit a
lane, where the hand holds at least as many as `least`; `covers` asks whether that is everywhere.

A bundle is the smaller form inside a move: five counts of five bits.
"""

import cython

from catanlab.framework.errors import ArgumentError

if not cython.compiled:
    GUARDS = 0x800800800800800

    def held(hand, resource):
        return (hand >> (12 * resource)) & 0x7FF

    def cards(resource, count):
        return count << (12 * resource)

    def size(hand):
        return ((hand * 0x1001001001001) >> 48) & 0xFFF

    def lanes(hand, least):
        return ((hand | GUARDS) - least) & GUARDS

    def covers(hand, cost):
        return lanes(hand, cost) == GUARDS

    def unbundle(bundle):
        return sum(((bundle >> (5 * r)) & 31) << (12 * r) for r in range(5))


def pack(counts):
    """Return the hand that holds these counts of wood, clay, sheep, wheat and ore."""
    hand = 0
    for resource, count in enumerate(counts):
        hand |= int(count) << (12 * resource)
    return hand


def unpack(hand):
    """Return a hand's counts of wood, clay, sheep, wheat and ore."""
    lanes: cython.ulonglong = hand
    return (
        lanes & 0x7FF,
        (lanes >> 12) & 0x7FF,
        (lanes >> 24) & 0x7FF,
        (lanes >> 36) & 0x7FF,
        (lanes >> 48) & 0x7FF,
    )


def named(names, hand):
    """Return a hand's counts under the names of its five lanes."""
    first, second, third, fourth, fifth = names
    counts = unpack(hand)
    return {first: counts[0], second: counts[1], third: counts[2], fourth: counts[3], fifth: counts[4]}


def bundle(counts):
    """Return the counts as a bundle, the five-bit form inside a move; raises ArgumentError above 31."""
    packed = 0
    for resource, count in enumerate(counts):
        if not 0 <= count <= 31:
            raise ArgumentError(f"{count} cards of a resource do not fit into a move: it takes 0 to 31")
        packed |= int(count) << (5 * resource)
    return packed


def unbundled(packed):
    """Return the counts inside a bundle."""
    lanes: cython.ulonglong = packed
    return (
        lanes & 31,
        (lanes >> 5) & 31,
        (lanes >> 10) & 31,
        (lanes >> 15) & 31,
        (lanes >> 20) & 31,
    )
