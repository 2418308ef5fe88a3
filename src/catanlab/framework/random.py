"""Random streams: counter-based places to start from, and a fast sequential generator from there on.

A place is (seed, stream, index). Philox4x32-10 (Salmon et al. 2011) turns it into the state of a
xoshiro256++ generator (Blackman and Vigna 2019), so any place is reached at once: the third steal of a
game has its own place whatever was drawn before it.
"""

import cython

from catanlab.framework.errors import ArgumentError, SeedError

if not cython.compiled:
    M32 = 0xFFFFFFFF
    M64 = 0xFFFFFFFFFFFFFFFF
    MULTIPLIER_0, MULTIPLIER_1 = 0xD2511F53, 0xCD9E8D57
    WEYL_0, WEYL_1 = 0x9E3779B9, 0xBB67AE85

STREAMS = {"board": 1, "play": 2, "search": 3, "block": 4, "chance": 0x100, "agent": 0x400}
"""The numbers of the named streams; `chance` counts on by move group, `agent` by seat."""


def philox(key, low, high, half):
    """Return 64 of the 128 bits of Philox4x32-10 for a key and a 128-bit counter."""
    k0 = key & M32
    k1 = key >> 32
    c0 = low & M32
    c1 = low >> 32
    c2 = high & M32
    c3 = high >> 32
    for _ in range(10):
        p0 = c0 * MULTIPLIER_0
        p1 = c2 * MULTIPLIER_1
        c0 = (p1 >> 32) ^ c1 ^ k0
        c2 = (p0 >> 32) ^ c3 ^ k1
        c1 = p1 & M32
        c3 = p0 & M32
        k0 = (k0 + WEYL_0) & M32
        k1 = (k1 + WEYL_1) & M32
    if half == 0:
        return c0 | (c1 << 32)
    return c2 | (c3 << 32)


class Random:
    """A sequential generator that starts at the place (seed, stream, index).

    >>> Random(1, "chance", 7).below(6) == Random(1, "chance", 7).below(6)
    True
    """

    def __init__(self, seed=0, stream="play", index=0):
        check_seed(seed)
        number = STREAMS.get(stream) if isinstance(stream, str) else stream
        if number is None:
            raise SeedError(f"unknown stream {stream!r}; the named ones are {', '.join(STREAMS)}")
        if not _is_whole(number, 2**31) or not _is_whole(index, 2**64):
            raise SeedError(
                f"no place at stream {number!r}, index {index!r}: they are integers below 2**31 and 2**64"
            )
        self.place(seed, number, index)

    def place(self, seed, stream, index):
        """Move to the start of the place (seed, stream, index)."""
        high = stream << 1
        self.a = philox(seed, index, high, 0)
        self.b = philox(seed, index, high, 1)
        self.c = philox(seed, index, high | 1, 0)
        self.d = philox(seed, index, high | 1, 1)

    def next(self):
        """Return the next 64 random bits."""
        a = self.a
        b = self.b
        c = self.c
        d = self.d
        total = (a + d) & M64
        result = ((((total << 23) & M64) | (total >> 41)) + a) & M64
        t = (b << 17) & M64
        c ^= a
        d ^= b
        self.b = b ^ c
        self.a = a ^ d
        self.c = c ^ t
        self.d = ((d << 45) & M64) | (d >> 19)
        return result

    def below(self, bound):
        """Return an integer uniform in 0 .. bound-1, without bias (Lemire 2019).

        Raises SeedError if the bound is below 1.
        """
        if bound < 1:
            with cython.gil:
                raise SeedError(f"nothing can be drawn below {bound}")
        return self.pick(bound)

    def pick(self, bound):
        """Return the same as `below`, for native code that knows its bound to be at least 1."""
        product = (self.next() >> 32) * bound
        rest = product & M32
        if rest < bound:
            threshold = (M32 + 1 - bound) % bound
            while rest < threshold:
                product = (self.next() >> 32) * bound
                rest = product & M32
        return product >> 32

    def draw(self, bound):
        """Return an integer from 0 to bound - 1 by exactly one draw, for streams that count their draws.

        Nothing is rejected, so that some numbers are likelier than others, by less than bound / 2**32.
        """
        return ((self.next() >> 32) * bound) >> 32

    def skip(self, count):
        """Pass over so many draws.

        >>> random, later = Random(1), Random(1)
        >>> later.skip(2)
        >>> [random.uniform() for _ in range(3)][-1] == later.uniform()
        True
        """
        for _ in range(count):
            self.next()

    def uniform(self):
        """Return a float uniform in [0, 1), a multiple of 2**-53."""
        return (self.next() >> 11) * (1.0 / 9007199254740992.0)

    def choice(self, items):
        """Return one of the items of a list or another sequence, each as likely as the others.

        >>> Random(1).choice(["wood", "clay", "ore"]) in ("wood", "clay", "ore")
        True

        Raises ArgumentError if there are none, or if they have no order.
        """
        count = _count_items(items, "choice")
        if not count:
            raise ArgumentError("choice draws from at least one item, and there is none")
        return items[self.below(count)]

    def shuffle(self, items):
        """Put the items of a list into a random order, in place; each order is as likely as the others.

        Raises ArgumentError unless it is a list.
        """
        if not isinstance(items, list):
            raise ArgumentError(f"shuffle takes a list, which it changes, not {type(items).__name__}")
        for last in range(len(items) - 1, 0, -1):
            place = self.below(last + 1)
            items[last], items[place] = items[place], items[last]

    def sample(self, items, count):
        """Return a list of so many different items of a sequence, in random order.

        >>> sorted(Random(1).sample(range(5), 5))
        [0, 1, 2, 3, 4]

        Raises ArgumentError if there are not so many, or if they have no order.
        """
        size = _count_items(items, "sample")
        if not _is_whole(count, size + 1):
            raise ArgumentError(f"sample cannot draw {count!r} of {size} items")
        pool = list(items)
        for place in range(count):
            other = place + self.below(size - place)
            pool[place], pool[other] = pool[other], pool[place]
        return pool[:count]

    def __repr__(self):
        return f"<Random {self.a:016x}{self.b:016x}{self.c:016x}{self.d:016x}>"


def check_random(random):
    """Raise SeedError unless it is a Random, and one that has a place."""
    if not isinstance(random, Random):
        raise SeedError(f"{random!r} is not a Random to draw from")
    generator: Random = random
    if not generator.a | generator.b | generator.c | generator.d:
        raise SeedError("this Random was never given a place: from zeros only zeros come")


def check_seed(seed):
    """Raise SeedError unless seed is an integer from 0 to 2**64 - 1."""
    if not _is_whole(seed, 2**64):
        raise SeedError(f"seed {seed!r} is not an integer from 0 to 2**64 - 1")


def _count_items(items, method):
    """Return how many items a sequence has; raises ArgumentError if a method cannot draw from them."""
    if isinstance(items, (set, frozenset, dict)):
        # From a set of texts another item would come in every process.
        raise ArgumentError(f"{method} draws from a list, not from a {type(items).__name__}: sort it first")
    if not hasattr(items, "__len__") or not hasattr(items, "__getitem__"):
        raise ArgumentError(f"{method} draws from a list or another sequence, not from {items!r}")
    return len(items)


def _is_whole(number, limit):
    return isinstance(number, int) and not isinstance(number, bool) and 0 <= number < limit
