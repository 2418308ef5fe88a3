"""What holds at every step of every game: cards are conserved, lists are lawful, nothing is negative."""

from itertools import pairwise
from random import Random as PlainRandom

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.examples import examples

from catanlab.framework.errors import IllegalMoveError
from catanlab.games.catan.constants import FULL_BANK, FULL_DECK
from catanlab.games.catan.hands import unpack
from catanlab.games.catan.moves import CatanMove
from catanlab.games.catan.rules import Rules

SEEDS = st.integers(0, 100_000)
GUARDS = 0x800800800800800
RULE_SETS = (
    Rules(),
    Rules(players=3),
    Rules(players=2),
    Rules(player_trade=True),
    Rules(players=3, player_trade=True, trade_settlement="first"),
    Rules.roelofs(),
    Rules.tuma().replace(one_action=True),
    Rules(friendly_robber=True, no_sevens_rounds=3, cards_before_roll="knight"),
)


def check_cards(walk, rules, seed):
    """Count all cards at every step; cards played in the game are laid aside and counted by hand."""
    played = 0
    for state, move in walk(rules, seed, by_group=seed % 2 == 0):
        fields = state.fields()
        assert fields["bank"] + sum(fields["hand"]) == FULL_BANK
        assert fields["deck"] + sum(fields["card"]) + played == FULL_DECK
        for cards in (*fields["hand"], *fields["card"], fields["bank"], fields["deck"]):
            assert cards & GUARDS == 0
            assert cards >> 60 == 0
        assert fields["bought_this_turn"] & ~0x7FF7FF7FF7FF7FF == 0
        if move is not None and move.group in ("knight", "road building", "plenty", "monopoly"):
            played += 1 << 12 * ("knight", "road building", "plenty", "monopoly").index(move.group)
    return played


@pytest.mark.full
def test_resource_and_development_cards_are_conserved(walk):
    played = [check_cards(walk, rules, seed) for rules in RULE_SETS for seed in range(4)]
    assert all(max(unpack(cards)[kind] for cards in played) for kind in range(4))


@pytest.mark.parametrize(
    "seeds",
    [
        pytest.param(range(200), marks=pytest.mark.full, id="hundreds"),
        pytest.param(range(200, 3000), marks=pytest.mark.slow, id="thousands"),
    ],
)
def test_resource_and_development_cards_are_conserved_in_many_games(walk, seeds):
    for seed in seeds:
        check_cards(walk, RULE_SETS[seed % len(RULE_SETS)], seed)


@examples(60)
@given(data=st.data(), seed=SEEDS)
def test_hands_are_never_negative_without_a_limit_to_the_bank(walk, any_rules, data, seed):
    for state, _ in walk(data.draw(any_rules).replace(bank_limit=False), seed):
        fields = state.fields()
        assert fields["bank"] == FULL_BANK
        for cards in fields["hand"]:
            assert cards & GUARDS == 0
            assert sum(unpack(cards)) < 1000


def check_lists(walk, rules, seed, every=1):
    """Check what is listed, and that it may be played, at every step."""
    random = PlainRandom(seed)
    for state, move in walk(rules, seed, by_group=seed % 2 == 0):
        if random.randrange(every):
            continue
        moves = state.legal_moves
        outcomes = state.outcomes
        assert bool(moves) == (state.to_move < 4)
        assert bool(outcomes) == state.is_chance
        assert len(set(moves)) == len(moves) < 512
        groups = [each.group for each in moves]
        changes = sum(a != b for a, b in pairwise(groups))
        assert changes == max(len(set(groups)) - 1, 0)
        if outcomes:
            assert sum(chance for _, chance in outcomes) == pytest.approx(1, abs=1e-12)
            assert all(chance > 0 for _, chance in outcomes)
            assert len({outcome for outcome, _ in outcomes}) == len(outcomes)
            moves = [outcome for outcome, _ in outcomes]
        for each in moves:
            assert state.is_legal(each)
        before = state.copy()
        for each in random.sample(moves, min(len(moves), 5)):
            twin = state.copy()
            assert twin.apply(each) is twin
            assert twin != before
        assert state == before
        assert (move is None) == state.is_over == (not moves)


@examples(80)
@given(data=st.data(), seed=SEEDS)
def test_every_listed_move_is_lawful_and_applies(walk, any_rules, data, seed):
    check_lists(walk, data.draw(any_rules), seed, every=8)


@pytest.mark.full
@examples(400)
@given(data=st.data(), seed=SEEDS)
def test_every_listed_move_is_lawful_and_applies_in_many_games(walk, any_rules, data, seed):
    check_lists(walk, data.draw(any_rules), seed, every=8)


def random_number(random):
    """A number that may look like a move: a group and an argument of some size."""
    argument = random.choice((random.getrandbits(54), random.getrandbits(8), random.getrandbits(6), 0))
    return random.choice(
        (random.randint(0, 30) << 54 | argument, random.getrandbits(64), -random.getrandbits(63))
    )


def check_refused(walk, rules, seed, every):
    random = PlainRandom(seed)
    refused = 0
    for state, _ in walk(rules, seed, by_group=True):
        if random.randrange(every):
            continue
        before = state.copy()
        for _ in range(5):
            move = random_number(random)
            if not state.is_legal(move):
                refused += 1
                with pytest.raises(IllegalMoveError):
                    state.apply(move)
        assert state == before
        assert state.fields() == before.fields()
    return refused


@examples(40)
@given(data=st.data(), seed=SEEDS)
def test_what_is_not_lawful_is_refused_and_changes_nothing(walk, any_rules, data, seed):
    assert check_refused(walk, data.draw(any_rules), seed, every=10) >= 0


def test_almost_every_random_number_is_refused(walk):
    assert check_refused(walk, Rules(player_trade=True), 5, every=10) > 500


@examples(60)
@given(data=st.data(), seed=SEEDS)
def test_a_game_ends_as_its_rules_say(walk, any_rules, data, seed):
    rules = data.draw(any_rules)
    for state, _ in walk(rules, seed):
        assert state.turn <= rules.turn_limit
        assert state.round == state.turn // rules.players
        if not state.is_over:
            assert state.returns is None
    returns, scores = state.returns, state.scores
    assert sum(returns) == pytest.approx(1)
    winner = state.position.winner
    if winner is None:
        best = [seat for seat, points in enumerate(scores) if points == max(scores)]
        assert state.turn == rules.turn_limit
        assert len(best) > 1
        assert returns == [pytest.approx((seat in best) / len(best)) for seat in range(rules.players)]
    else:
        assert returns == [float(seat == winner) for seat in range(rules.players)]
        if scores[winner] < rules.points_to_win:
            assert state.turn == rules.turn_limit
            assert [points for points in scores if points >= scores[winner]] == [scores[winner]]
        elif rules.win_check == "own turn" and state.turn < rules.turn_limit:
            assert winner == state.position.on_turn


def test_a_game_seldom_needs_a_move_that_is_not_listed(walk):
    """Drawn moves are listed, but for discards, which are drawn like cards."""
    for seed in range(10):
        for state, move in walk(Rules(players=3), seed):
            if move is not None and not state.is_chance and move.group != "discard":
                assert move in state.legal_moves
            elif move is not None:
                assert state.is_legal(move)


def test_moves_given_as_text_and_as_number_are_the_same(walk):
    for state, move in walk(Rules(player_trade=True, max_turns=60), 11):
        if move is not None:
            assert state.is_legal(str(move))
            assert state.is_legal(int(move))
            assert (
                state.copy().apply(str(move)) == state.copy().apply(int(move)) == state.copy().apply(move)
            )
            assert isinstance(move, CatanMove)
