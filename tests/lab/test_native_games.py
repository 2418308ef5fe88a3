"""Games of native agents: lawful, the same however they are cut up, and with shared chance in a block."""

import numpy as np
import pytest

from catanlab import Table, make_agent
from catanlab.framework.errors import ArgumentError
from catanlab.framework.moves import GROUP_SHIFT
from catanlab.games.catan import constants
from catanlab.games.catan.game import Catan
from catanlab.games.catan.moves import CatanMove
from catanlab.games.sos import Sos
from catanlab.lab.match_plan import MatchPlan
from catanlab.lab.native import is_native, native_record, play_natively
from catanlab.lab.play_game import play_at_table
from catanlab.lab.rows import CUT, FINISHED, Rows
from catanlab.playout.games import NativeMatch
from catanlab.playout.policies import GroupFirst, Uniform

RULES = ["base", "trading", "thomas", "jsettlers", "players=2", "players=3,friendly_robber=yes"]


def match_moves(plan, block, game):
    match = NativeMatch([Uniform(), GroupFirst()][: len(plan.agents)])
    root = plan.game(block).start()
    seating = plan.seatings[game]
    return match.moves(root, plan.block_seed(block), seating, plan.max_turns)


def match_of(rules, **options):
    players = Catan(rules=rules).seats
    agents = ["random", *["random:by_group=yes"] * (players - 1)]
    return MatchPlan.match(agents, rules=rules, **options)


@pytest.mark.parametrize("rules", RULES)
def test_every_native_game_is_lawful_and_its_row_is_true(rules):
    plan = match_of(rules, seed=3)
    rows = play_natively(plan, range(2))
    for row in range(len(rows)):
        state = plan.game(int(rows.block[row])).start()
        decisions = [0] * plan.seats
        groups = []
        for number in match_moves(plan, int(rows.block[row]), int(rows.game[row])):
            if state.to_move < plan.seats:
                decisions[state.to_move] += 1
            move = CatanMove(number)
            groups.append(number >> GROUP_SHIFT)
            state.apply(move)
        assert state.is_over
        assert state.returns == pytest.approx(rows.share[row].tolist())
        assert state.scores == rows.points[row].tolist()
        assert state.turn == rows.turns[row]
        assert decisions == rows.decisions[row].tolist()
        assert len(groups) == rows.moves[row]
        assert groups.count(constants.OFFER) == rows.offers[row]
        assert groups.count(constants.BANK_TRADE) == rows.bank_trades[row]
        closed = groups.count(constants.CONFIRM) + groups.count(constants.TAKE_COUNTER)
        if plan.rules.trade_settlement == "first":
            closed += groups.count(constants.ACCEPT)
        assert closed == rows.trades[row]
    assert (rows.ended == FINISHED).all()
    assert not rows.errors.any()


def same(one, other):
    return all(
        np.array_equal(a, b)
        for (_, a), (_, b) in zip(one.without_times(), other.without_times(), strict=True)
    )


def test_blocks_do_not_depend_on_what_is_played_with_them():
    plan = match_of("base", seed=5)
    together = play_natively(plan, range(8))
    apart = [play_natively(plan, [block]) for block in reversed(range(8))]
    assert same(together, Rows.joined(apart, 4))
    assert not same(together, play_natively(match_of("base", seed=6), range(8)))


def outcomes(moves, group):
    return [CatanMove(move) for move in moves if move >> GROUP_SHIFT == group]


def test_the_games_of_a_block_share_dice_and_deck():
    plan = match_of("base", seed=9)
    games = [match_moves(plan, 4, game) for game in range(len(plan.seatings))]
    assert len({tuple(game) for game in games}) == len(games)
    for group in (constants.DICE, constants.DRAW):
        rolls = [outcomes(game, group) for game in games]
        shortest = min(map(len, rolls))
        assert shortest > 5
        assert len({tuple(roll[:shortest]) for roll in rolls}) == 1
    assert outcomes(match_moves(plan, 5, 0), constants.DICE)[:20] != outcomes(games[0], constants.DICE)[:20]


def test_a_game_is_cut_off_at_the_limit():
    rows = play_natively(match_of("base", max_turns=30), range(5))
    assert (rows.ended == CUT).all()
    assert (rows.turns == 30).all()
    assert not rows.share.any()


def test_by_group_plays_as_its_name_says():
    plan = MatchPlan.match(["random", "random:by_group=yes"], rules="players=2,player_trade=yes")
    rows = play_natively(plan, range(50))
    one, other = (rows.share[rows.agent == agent].mean() for agent in (0, 1))
    assert abs(one - other) > 0.1  # drawing the kind first makes far fewer offers


def test_agents_that_need_python_or_clocks_are_not_native():
    assert is_native(match_of("base"))
    assert not is_native(match_of("base", move_seconds=1.0))
    assert not is_native(match_of("base", isolate=True))
    assert not is_native(MatchPlan.match(["greedy", "random", "random", "random"]))


def arrays(games, seats):
    return [
        np.zeros((games, seats)),
        np.zeros((games, seats), np.int32),
        np.zeros(games, np.int32),
        np.zeros((games, seats), np.int32),
        np.zeros((games, 32), np.int32),
    ]


def test_native_matches_play_any_game():
    game = Sos(switches=6)
    found = arrays(20, game.seats)
    seating = np.zeros((20, game.seats), np.int32)
    NativeMatch([Uniform()]).play([game.start()] * 20, np.arange(20, dtype=np.uint64), seating, 0, *found)
    assert np.allclose(found[0].sum(axis=1), 1)


def test_native_matches_refuse_what_does_not_fit():
    root = Catan(seed=1).start()
    seeds = np.zeros(1, np.uint64)
    with pytest.raises(ArgumentError, match="numbered 0 to 0"):
        NativeMatch([Uniform()]).play([root], seeds, np.ones((1, 4), np.int32), 0, *arrays(1, 4))
    with pytest.raises(ArgumentError, match="must have 1 rows"):
        NativeMatch([Uniform()]).play([root], seeds, np.zeros((1, 4), np.int32), 0, *arrays(2, 4))
    with pytest.raises(ArgumentError, match="not a native policy"):
        NativeMatch(["random"])


@pytest.mark.full
@pytest.mark.parametrize("rules", ["base", "jsettlers", "players=3,no_sevens_rounds=2"])
def test_a_native_game_and_one_at_a_table_see_the_same_dice_and_the_same_deck(rules):
    """Whoever plays: roll n of a block is roll n, and card n of the deck is card n."""
    players = Catan(rules=rules).seats
    plan = MatchPlan.match(["random"] * players, rules=rules, seed=6)
    native = native_record(plan, 2, 0).moves
    other = MatchPlan.match(["greedy"] * players, rules=rules, seed=6)
    _, record, troubles = play_at_table(other, 2, 0, record=True)
    assert not troubles
    for kind, least in ((constants.DICE, 20), (constants.DRAW, 3)):
        natively, at_table = outcomes(native, kind), outcomes(record.moves, kind)
        common = min(len(natively), len(at_table))
        assert common >= least
        assert natively[:common] == at_table[:common]


def test_a_native_game_is_resumed_at_a_table_with_the_same_dice():
    plan = MatchPlan.match(["random"] * 4, seed=6)
    moves = native_record(plan, 1, 0).moves
    agents = [make_agent("random") for _ in range(4)]
    with Table.resume(plan.game(1), agents, moves[:150], seed=plan.block_seed(1)) as table:
        table.play()
    for kind in (constants.DICE, constants.DRAW):
        natively, at_table = outcomes(moves, kind), outcomes(table.moves, kind)
        common = min(len(natively), len(at_table))
        assert len(outcomes(moves[:150], kind)) < common
        assert natively[:common] == at_table[:common]
