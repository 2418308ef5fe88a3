"""Random: Philox places, xoshiro256++ from there on, and what is drawn from them."""

import importlib.util
import pickle
import random
import re
from collections import Counter
from itertools import combinations, permutations, product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import catanlab.framework.random as native
from catanlab.framework.errors import ArgumentError, SeedError
from catanlab.framework.random import STREAMS, Random

M64 = 2**64 - 1

# The known answers of Random123 for philox4x32 with 10 rounds: counter, key, result.
PHILOX = [
    ((0, 0, 0, 0), (0, 0), (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8)),
    (
        (0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF),
        (0xFFFFFFFF, 0xFFFFFFFF),
        (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD),
    ),
    (
        (0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344),
        (0xA4093822, 0x299F31D0),
        (0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1),
    ),
]


def in_python():
    """Return the same module un-compiled, whose inner functions can be called."""
    source = Path(native.__file__).with_name("random.py")
    spec = importlib.util.spec_from_file_location("uncompiled_random", source)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def pair(low, high):
    return low | high << 32


def words(generator):
    """Return the four words of a generator's state, which its repr shows."""
    digits = re.fullmatch(r"<Random ([0-9a-f]{64})>", repr(generator))[1]
    return [int(digits[i : i + 16], 16) for i in range(0, 64, 16)]


def rotate_left(x, k):
    return ((x << k) | (x >> (64 - k))) & M64


def xoshiro256pp(s):
    """Yield the numbers of xoshiro256++ 1.0 (Blackman and Vigna) from a state of four words."""
    s = list(s)
    while True:
        yield (rotate_left((s[0] + s[3]) & M64, 23) + s[0]) & M64
        t = (s[1] << 17) & M64
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= t
        s[3] = rotate_left(s[3], 45)


def chi_square(counts, expected):
    return sum((count - expected) ** 2 / expected for count in counts)


@pytest.mark.parametrize(("counter", "key", "result"), PHILOX)
def test_philox_known_answers(counter, key, result):
    philox = in_python().philox
    place = pair(*key), pair(*counter[:2]), pair(*counter[2:])
    assert philox(*place, 0) == pair(*result[:2])
    assert philox(*place, 1) == pair(*result[2:])


def test_native_philox_known_answer():
    (_, _, result), *_ = PHILOX
    assert words(Random(0, 0, 0))[:2] == [pair(*result[:2]), pair(*result[2:])]


def test_xoshiro_published_start():
    # The first numbers from the state 1, 2, 3, 4, as other implementations test them.
    numbers = xoshiro256pp([1, 2, 3, 4])
    assert [next(numbers) for _ in range(4)] == [
        41943041,
        58720359,
        3588806011781223,
        3591011842654386,
    ]


@pytest.mark.parametrize("place", [(0, 0, 0), (1, "play", 2), (M64, 2**31 - 1, M64)])
def test_native_generator_is_philox_then_xoshiro(place):
    python = in_python()
    seed, stream, index = place
    number = STREAMS.get(stream, stream)
    start = [python.philox(seed, index, 2 * number + half // 2, half % 2) for half in range(4)]
    generator = Random(*place)
    assert words(generator) == start
    numbers = xoshiro256pp(start)
    for _ in range(100):
        assert generator.uniform() == (next(numbers) >> 11) / 2**53


@given(
    st.integers(0, M64),
    st.integers(0, 2**31 - 1),
    st.integers(0, M64),
    st.lists(st.integers(1, 2**31 - 1), max_size=20),
)
def test_compiled_and_uncompiled_draw_the_same(seed, stream, index, bounds):
    ours, theirs = Random(seed, stream, index), in_python().Random(seed, stream, index)
    assert [ours.below(bound) for bound in bounds] == [theirs.below(bound) for bound in bounds]
    assert repr(ours) == repr(theirs)


@pytest.mark.parametrize("bound", [2, 3, 6, 7, 36, 100])
def test_below_is_uniform(bound):
    generator = Random(17, "chance", bound)
    draws = 2000 * bound
    counts = [0] * bound
    for _ in range(draws):
        counts[generator.below(bound)] += 1
    # Three standard deviations above the mean of the distribution.
    assert chi_square(counts, 2000) < bound - 1 + 3 * (2 * (bound - 1)) ** 0.5


def test_below_has_no_bias_at_large_bounds():
    # Without rejection every third number would have two chances to the others' three.
    bound = 3 * 2**29
    generator = Random(5)
    counts = [0, 0, 0]
    for _ in range(30_000):
        counts[generator.below(bound) % 3] += 1
    assert chi_square(counts, 10_000) < 13.8


@given(st.integers(0, M64), st.integers(1, 2**31 - 1))
def test_below_stays_below(seed, bound):
    assert 0 <= Random(seed).below(bound) < bound


def test_below_one_is_zero():
    assert [Random(3).below(1) for _ in range(5)] == [0] * 5


def test_uniform_is_in_the_half_open_unit_interval():
    generator = Random(11)
    values = [generator.uniform() for _ in range(20_000)]
    assert all(0 <= value < 1 for value in values)
    counts = [0] * 20
    for value in values:
        counts[int(value * 20)] += 1
        assert value * 2**53 == int(value * 2**53)
    assert chi_square(counts, 1000) < 19 + 3 * 38**0.5


def is_uniform(drawn, possible, each):
    counts = Counter(drawn)
    assert counts.keys() == set(possible)
    return chi_square(counts.values(), each) < len(counts) - 1 + 3 * (2 * (len(counts) - 1)) ** 0.5


def test_choice_is_uniform():
    generator = Random(21)
    assert is_uniform((generator.choice("abcde") for _ in range(10_000)), "abcde", 2000)


def test_every_order_of_a_shuffle_is_as_likely():
    generator = Random(22)

    def shuffled():
        cards = [1, 2, 3, 4]
        assert generator.shuffle(cards) is None
        return tuple(cards)

    assert is_uniform((shuffled() for _ in range(12_000)), permutations([1, 2, 3, 4]), 500)


def test_every_ordered_sample_is_as_likely():
    generator = Random(23)
    possible = [order for pair in combinations(range(5), 2) for order in permutations(pair)]
    assert is_uniform((tuple(generator.sample(range(5), 2)) for _ in range(10_000)), possible, 500)


def test_choice_draws_as_below_does():
    moves = ["roll", "end turn", "road 1-2"]
    one, other = Random(5), Random(5)
    assert [one.choice(moves) for _ in range(9)] == [moves[other.below(3)] for _ in range(9)]


def test_a_sample_leaves_its_items_as_they_are():
    items = list(range(10))
    assert sorted(Random(1).sample(items, 10)) == items == list(range(10))
    assert Random(1).sample(items, 0) == []
    assert Random(1).sample((), 0) == []


@given(st.integers(0, M64), st.lists(st.integers(), max_size=20), st.data())
def test_compiled_and_uncompiled_choose_the_same(seed, items, data):
    count = data.draw(st.integers(0, len(items)))
    ours, theirs = Random(seed), in_python().Random(seed)
    first, second = list(items), list(items)
    ours.shuffle(first)
    theirs.shuffle(second)
    assert first == second
    assert sorted(first) == sorted(items)
    assert ours.sample(items, count) == theirs.sample(items, count)
    if items:
        assert ours.choice(items) == theirs.choice(items)
    assert repr(ours) == repr(theirs)


@pytest.mark.parametrize("make", [Random, in_python().Random], ids=["compiled", "uncompiled"])
@pytest.mark.parametrize(
    ("method", "arguments", "complaint"),
    [
        ("choice", ([],), "choice draws from at least one item"),
        ("choice", ({"wood", "ore"},), "choice draws from a list, not from a set: sort it first"),
        ("choice", (iter("ab"),), "choice draws from a list or another sequence"),
        ("sample", ({"wood": 1}, 1), "sample draws from a list, not from a dict"),
        ("sample", ([1, 2], 3), "sample cannot draw 3 of 2 items"),
        ("sample", ([1, 2], -1), "sample cannot draw -1 of 2 items"),
        ("sample", ([1, 2], 1.5), "sample cannot draw 1.5 of 2 items"),
        ("shuffle", ((1, 2),), "shuffle takes a list, which it changes, not tuple"),
    ],
)
def test_what_cannot_be_drawn_from_is_refused(make, method, arguments, complaint):
    with pytest.raises(ArgumentError, match=re.escape(complaint)):
        getattr(make(1), method)(*arguments)


def test_places_are_reproducible():
    def draws(*place):
        generator = Random(*place)
        return [generator.below(1000) for _ in range(20)]

    assert draws(1, "chance", 7) == draws(1, "chance", 7) == draws(1, 0x100, 7)
    assert draws() == draws(0, "play", 0)


def test_places_are_distinct_and_independent():
    places = list(product((0, 1, 2**63), ("board", "play", "search", 7), (0, 1, 2**40)))
    starts = {repr(Random(*place)) for place in places}
    assert len(starts) == len(places)
    # Neighbouring places, as dice by turn use them: one draw each, uniform over the places.
    counts = [0] * 6
    pairs = [0] * 36
    last = 0
    for index in range(36_000):
        drawn = Random(9, "chance", index).below(6)
        counts[drawn] += 1
        pairs[last * 6 + drawn] += 1
        last = drawn
    assert chi_square(counts, 6000) < 20.5
    assert chi_square(pairs, 1000) < 35 + 3 * 70**0.5


@pytest.mark.parametrize("seed", [-1, 2**64, 1.5, "1", None])
def test_bad_seed_is_refused(seed):
    with pytest.raises(SeedError, match=r"is not an integer from 0 to 2\*\*64 - 1"):
        Random(seed)


@pytest.mark.parametrize(
    ("place", "complaint"),
    [
        ((0, "dice"), "unknown stream 'dice'; the named ones are board, play, search"),
        ((0, -1), "no place at stream -1"),
        ((0, 2**31), "no place at stream 2147483648"),
        ((0, "play", -1), "no place at stream 2, index -1"),
        ((0, "play", 2**64), "no place at stream 2, index 18446744073709551616"),
    ],
)
def test_bad_place_is_refused(place, complaint):
    with pytest.raises(SeedError, match=re.escape(complaint)):
        Random(*place)


def test_pickle_keeps_the_place():
    generator = Random(1, "play", 2)
    for _ in range(5):
        generator.uniform()
    again = pickle.loads(pickle.dumps(generator))
    assert repr(again) == repr(generator)
    assert again.below(10**9) == generator.below(10**9)


def test_no_global_state_is_used():
    before = random.getstate()
    Random(3).below(6)
    assert random.getstate() == before
