"""The belief against exact enumeration, written here a second time and simply."""

from collections import Counter
from itertools import product
from math import comb

import pytest
from tests.views.watching import watch

from catanlab.framework.random import Random
from catanlab.games.catan.constants import KNIGHT, VICTORY_POINT
from catanlab.games.catan.game import Catan
from catanlab.games.catan.hands import unpack
from catanlab.games.catan.rules import Rules

# Upper 0.1 % points of chi-square, by degrees of freedom.
CRITICAL = {1: 10.83, 2: 13.82, 3: 16.27, 4: 18.47, 5: 20.52, 6: 22.46, 7: 24.32, 8: 26.12, 9: 27.88}


def chi_square(observed: Counter, expected: dict, draws: int) -> tuple[float, int]:
    assert set(observed) <= set(expected)
    total = sum((observed[k] - p * draws) ** 2 / (p * draws) for k, p in expected.items())
    return total, len(expected) - 1


def opened(seed: int, rules: Rules | None = None):
    """Return a game past its set-up, with an observer for each seat."""
    game = Catan(rules=rules, seed=seed)
    state = game.start()
    observers = [game.observer(seat) for seat in range(game.seats)]
    return game, state, observers


def play(state, observers, *texts):
    for text in texts:
        for observer in observers:
            observer.observe(state.seen(text, observer.seat))
        state.apply(text)


def set_up(state, observers):
    random = Random(1)
    while state.phase_name.startswith("set-up"):
        play(state, observers, state.draw_move(random).text)


def rob(state, observers, victim, which):
    """Roll a seven, rob the victim, and steal the first or last card it can be."""
    play(state, observers, "roll", "dice 7")
    play(state, observers, next(m.text for m in state.legal_moves if m.text.endswith(f"from {victim}")))
    stolen = state.outcomes[which][0]
    play(state, observers, stolen.text)
    return stolen


def exact_thefts(hands, thefts):
    """Enumerate the joint hands after unseen thefts, each (thief, victim)."""
    worlds = {tuple(tuple(h) for h in hands): 1.0}
    for thief, victim in thefts:
        after: Counter = Counter()
        for world, chance in worlds.items():
            total = sum(world[victim])
            for resource in range(5):
                if world[victim][resource]:
                    changed = [list(h) for h in world]
                    changed[victim][resource] -= 1
                    changed[thief][resource] += 1
                    share = world[victim][resource] / total
                    after[tuple(tuple(h) for h in changed)] += chance * share
        worlds = after
    return worlds


@pytest.fixture(params=[3, 8, 12])
def robbed(request):
    """A game in which seat 1 robs seat 2 and then seat 2 robs seat 1, behind the back of seat 0."""
    _, state, observers = opened(seed=request.param)
    set_up(state, observers)
    play(state, observers, "roll", "dice 11", "end turn")
    hands = [unpack(h) for h in state.fields()["hand"]]
    rob(state, observers, 2, 0)
    play(state, observers, "end turn")
    rob(state, observers, 1, -1)
    return state, observers, exact_thefts(hands, [(1, 2), (2, 1)])


def test_unseen_thefts_give_the_exact_posterior(robbed):
    _, observers, expected = robbed
    worlds = {tuple(unpack(h) for h in hands): p for hands, p in observers[0].view()._packed_worlds()}
    assert worlds.keys() == expected.keys()
    for world, chance in expected.items():
        assert worlds[world] == pytest.approx(chance)
    assert observers[3].view().exact


def test_the_robbed_know_what_was_stolen(robbed):
    state, observers, _ = robbed
    truth = state.fields()["hand"]
    for seat in (1, 2):
        assert observers[seat].view()._packed_worlds() == [(truth, 1.0)]


@pytest.mark.full
def test_samples_come_with_their_probability(robbed):
    state, observers, expected = robbed
    view = observers[0].view()
    random = Random(7)
    draws = 20_000
    seen: Counter = Counter()
    scratch = state.blank()
    for _ in range(draws):
        view.sample_into(scratch, random)
        seen[tuple(unpack(h) for h in scratch.fields()["hand"])] += 1
    value, freedom = chi_square(seen, expected, draws)
    assert value < CRITICAL.get(freedom, 3 * freedom + 10)


@pytest.mark.full
def test_what_is_paid_strikes_worlds_out():
    """A payment leaves just the worlds in which the seat could make it."""
    costs = {"road": (1, 1, 0, 0, 0), "buy card": (0, 0, 1, 1, 1), "city": (0, 0, 0, 2, 3)}
    struck = 0
    for seed in range(8):
        worlds: dict = {}
        on_turn = 0
        for state, observers in watch(Rules(), seed):
            view = observers[0].view()
            move = view.log[-1]
            if move.group in costs and state.phase_name in ("main", "drawing a card") and worlds:
                cost = costs[move.group]
                able = {
                    world
                    for world in worlds
                    if all(have >= need for have, need in zip(world[on_turn], cost, strict=True))
                }
                paid = {
                    tuple(
                        tuple(a - b for a, b in zip(hand, cost, strict=True)) if seat == on_turn else hand
                        for seat, hand in enumerate(world)
                    )
                    for world in able
                }
                assert {tuple(map(unpack, hands)) for hands, _ in view._packed_worlds()} == paid
                struck += len(worlds) - len(able)
            was_main = state.phase_name == "main"
            worlds = (
                {tuple(map(unpack, hands)): p for hands, p in view._packed_worlds()} if was_main else {}
            )
            on_turn = state.position.on_turn
    assert struck > 10


def test_a_stolen_card_one_saw_weighs_the_worlds():
    """Seat 0 robs a seat whose hand it half knows: the card drawn says something about the rest."""
    _, state, observers = opened(seed=3)
    set_up(state, observers)
    play(state, observers, "roll", "dice 11", "end turn")
    hands = [unpack(h) for h in state.fields()["hand"]]
    rob(state, observers, 2, 0)
    play(state, observers, "end turn")
    worlds = exact_thefts(hands, [(1, 2)])
    before = state.fields()["hand"]
    for _ in range(2):
        play(state, observers, "roll", "dice 12", "end turn")
    paid = [
        [b - a for a, b in zip(unpack(old), unpack(new), strict=True)]
        for old, new in zip(before, state.fields()["hand"], strict=True)
    ]
    worlds = {
        tuple(
            tuple(a + b for a, b in zip(hand, gain, strict=True))
            for hand, gain in zip(world, paid, strict=True)
        ): chance
        for world, chance in worlds.items()
    }
    resource = int(rob(state, observers, 1, -1)) & 7
    expected: Counter = Counter()
    for world, chance in worlds.items():
        share = world[1][resource] / sum(world[1])
        if share:
            changed = [list(h) for h in world]
            changed[1][resource] -= 1
            changed[0][resource] += 1
            expected[tuple(tuple(h) for h in changed)] += chance * share
    total = sum(expected.values())
    found = {tuple(unpack(h) for h in hands): p for hands, p in observers[0].view()._packed_worlds()}
    assert found.keys() == expected.keys()
    for world in expected:
        assert found[world] == pytest.approx(expected[world] / total)


def test_hidden_discards_give_the_exact_posterior():
    _, state, observers = opened(seed=5, rules=Rules.jsettlers())
    set_up(state, observers)
    # Let everybody produce until some other seat has to discard, with hands all known.
    random = Random(4)
    while True:
        play(state, observers, "roll")
        sizes = [sum(unpack(h)) for h in state.fields()["hand"]]
        if max(sizes[1:]) >= 8 and sizes[0] < 8:
            break
        outcome = state.draw_outcome(random).text
        play(state, observers, "dice 8" if outcome == "dice 7" else outcome, "end turn")
    hands = [unpack(h) for h in state.fields()["hand"]]
    play(state, observers, "dice 7")
    owed = Counter()
    while state.phase_name == "discarding":
        owed[state.to_move] += 1
        play(state, observers, state.draw_move(random).text)
    expected: Counter = Counter({(): 1.0})
    for seat, hand in enumerate(hands):
        left: Counter = Counter()
        ways: Counter = Counter()
        for kept in product(*(range(n + 1) for n in hand)):
            if sum(hand) - sum(kept) == owed[seat]:
                ways[kept] = 1
                for n, k in zip(hand, kept, strict=True):
                    ways[kept] *= comb(n, k)
        total = sum(ways.values())
        for worlds, chance in expected.items():
            for kept, count in ways.items():
                left[(*worlds, kept)] += chance * count / total
        expected = left
    if len(expected) > 5000:
        pytest.skip("too many worlds to enumerate here")
    own = unpack(state.fields()["hand"][0])
    known = {world: p for world, p in expected.items() if world[0] == own}
    total = sum(known.values())
    found = {tuple(unpack(h) for h in hands): p for hands, p in observers[0].view()._packed_worlds()}
    assert found.keys() == known.keys()
    for world, chance in known.items():
        assert found[world] == pytest.approx(chance / total)


@pytest.mark.full
def test_development_cards_are_dealt_by_their_share():
    random = Random(11)
    view, seat = next(
        (view, seat)
        for seed in range(20)
        for _, observers in watch(Rules(), seed)
        for view in [observers[1].view()]
        for seat in (0, 2, 3)
        for other in [view.position.seats[seat]]
        if other.hidden_cards >= 2 and other.most_victory_cards >= 5
    )
    held, pool = view.position.seats[seat].hidden_cards, view.position.unseen_cards
    knights, others = pool[0], sum(pool[1:])
    expected = {
        k: comb(knights, k) * comb(others, held - k) / comb(knights + others, held)
        for k in range(held + 1)
        if k <= knights and held - k <= others
    }
    draws = 20_000
    seen: Counter = Counter()
    for _ in range(draws):
        seen[view.sample(random).position.seats[seat].cards[KNIGHT]] += 1
    value, freedom = chi_square(seen, expected, draws)
    assert value < CRITICAL[freedom]


@pytest.mark.full
def test_nobody_is_dealt_a_hand_that_should_have_won():
    random = Random(12)
    checked = 0
    for seed in range(20):
        for _, observers in watch(Rules(points_to_win=4), seed):
            view = observers[1].view()
            for seat in (0, 2, 3):
                limit = view.position.seats[seat].most_victory_cards
                if view.position.seats[seat].hidden_cards > limit and checked < 50:
                    checked += 1
                    cards = [view.sample(random).position.seats[seat].cards for _ in range(50)]
                    assert all(held[VICTORY_POINT] <= limit for held in cards)
    assert checked
