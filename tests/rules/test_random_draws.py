"""Random draws: the same move as picking by number from the list, and chance by its probabilities."""

import math
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.examples import examples

from catanlab.framework.random import Random
from catanlab.games.catan.constants import RESOURCES
from catanlab.games.catan.engine.arrange import give_cards, give_resources, put_settlement, set_deck


def pick(moves, random):
    """Draw as the contract says: one number below the count, none if there is no choice."""
    return moves[random.below(len(moves))] if len(moves) > 1 else moves[0]


def pick_by_group(moves, random):
    groups = list(dict.fromkeys(move.group for move in moves))
    group = pick(groups, random)
    return pick([move for move in moves if move.group == group], random)


def check_draws(walk, rules, seed):
    by_group = seed % 2 == 0
    for step, (state, _) in enumerate(walk(rules, seed, by_group=by_group)):
        if state.to_move > 3 or state.phase_name == "discarding":
            continue
        moves = state.legal_moves
        for number in range(3):
            ours, theirs = Random(step, "play", number), Random(step, "play", number)
            assert state.draw_move(theirs) == pick(moves, ours)
            assert state.draw_move(theirs, by_group=True) == pick_by_group(moves, ours)
            assert ours.uniform() == theirs.uniform()


@examples(25)
@given(data=st.data(), seed=st.integers(0, 10_000))
def test_a_drawn_move_is_the_listed_move_of_that_number(walk, any_rules, data, seed):
    check_draws(walk, data.draw(any_rules), seed)


@pytest.mark.full
@examples(150)
@given(data=st.data(), seed=st.integers(0, 10_000))
def test_a_drawn_move_is_the_listed_move_of_that_number_in_many_games(walk, any_rules, data, seed):
    check_draws(walk, data.draw(any_rules), seed)


def is_likely(counts, chances, draws):
    """Say whether counts fit chances: no kind further off than five standard deviations."""
    if set(counts) - set(chances):
        return False
    return all(
        abs(counts[kind] - draws * p) <= 5 * math.sqrt(draws * p * (1 - p)) + 1e-9
        for kind, p in chances.items()
    )


def draw_many(state, draws=4000):
    random = Random(8)
    counts = Counter(str(state.draw_outcome(random)) for _ in range(draws))
    return is_likely(counts, {str(outcome): chance for outcome, chance in state.outcomes}, draws)


def test_dice_fall_by_their_probabilities(turn_of):
    state = turn_of(0, "before the roll").apply("roll")
    assert {str(outcome): round(chance * 36) for outcome, chance in state.outcomes} == {
        f"dice {total}": 6 - abs(7 - total) for total in range(2, 13)
    }
    assert draw_many(state)


def test_cards_are_drawn_by_their_share(turn_of):
    state = turn_of(0)
    give_resources(state, 0, ore=1, sheep=1, wheat=1)
    set_deck(state, knight=3, monopoly=1, victory_point=2)
    assert draw_many(state.apply("buy card"))


def test_cards_are_stolen_by_their_share(turn_of):
    state = turn_of(0)
    put_settlement(state, 1, 8)
    give_resources(state, 1, wood=5, sheep=1, ore=2)
    give_cards(state, 0, knight=1)
    assert draw_many(state.apply("knight").apply("robber 4 from 1"))


def test_discards_are_drawn_blindly(turn_of):
    state = turn_of(0, "before the roll")
    give_resources(state, 0, wood=6, sheep=1, ore=3)
    state.apply("roll").apply("dice 7")
    random = Random(9)
    for by_group in (False, True):
        counts = Counter(str(state.draw_move(random, by_group)) for _ in range(4000))
        assert is_likely(counts, {"discard wood": 0.6, "discard sheep": 0.1, "discard ore": 0.3}, 4000)


def test_a_seats_hand_is_drawn_blindly_whatever_was_discarded_before(turn_of):
    state = turn_of(0, "before the roll")
    give_resources(state, 0, wood=6, ore=6)
    state.apply("roll").apply("dice 7").apply("discard ore").apply("discard ore")
    random = Random(10)
    counts = Counter(str(state.draw_move(random)) for _ in range(4000))
    assert is_likely(counts, {"discard wood": 0.6, "discard ore": 0.4}, 4000)


@pytest.mark.parametrize("name", RESOURCES)
def test_a_hand_of_one_kind_leaves_no_choice(turn_of, name):
    state = turn_of(0)
    put_settlement(state, 1, 8)
    give_resources(state, 1, **{name: 4})
    give_cards(state, 0, knight=1)
    state.apply("knight").apply("robber 4 from 1")
    assert [(str(outcome), chance) for outcome, chance in state.outcomes] == [(f"steal {name}", 1.0)]
    assert str(state.draw_outcome(Random(1))) == f"steal {name}"


def test_nothing_is_drawn_where_there_is_nothing_to_draw(turn_of):
    """A move is drawn only for a seat to move, and an outcome only where chance decides."""
    state = turn_of(0, "before the roll")
    with pytest.raises(ValueError):
        state.draw_outcome(Random(1))
    state.apply("roll")
    for by_group in (False, True):
        with pytest.raises(ValueError):
            state.draw_move(Random(1), by_group)
    over = turn_of(0, max_turns=1).apply("end turn")
    assert over.is_over
    with pytest.raises(ValueError):
        over.draw_move(Random(1))
    with pytest.raises(ValueError):
        over.draw_outcome(Random(1))
