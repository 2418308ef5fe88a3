"""Ratings: the model recovers known strengths and agrees with choix."""

import math
import re
from itertools import combinations

import numpy as np
import pytest
from matplotlib.textpath import TextPath

from catanlab.framework.errors import ArgumentError, StoreError
from catanlab.lab.label_places import Marks, nearest_of_name, place_names
from catanlab.lab.leaderboard import (
    MAX_TIMINGS,
    Timing,
    balanced_lineups,
    board_matches,
    entrants,
    equal_time,
    is_equal,
    read_budgets,
    target_time,
)
from catanlab.lab.match_plan import MatchPlan
from catanlab.lab.native import play_natively
from catanlab.lab.rating_pairs import compare_pairs, pair_table
from catanlab.lab.rating_plots import strength_plot
from catanlab.lab.ratings import (
    ELO,
    Rating,
    Tables,
    fit_by_choix,
    fit_counts,
    rate,
    table_chances,
    win_chances,
)
from catanlab.lab.rows import Rows
from catanlab.lab.statistics import Interval

AGENTS = ("random", "greedy", "heuristic", "ore-grain", "wood-clay")
STRENGTHS = np.array([1.0, 8.0, 2.0, 4.0, 3.0])


def drawn(blocks, seed=1, strengths=STRENGTHS):
    """Return a plan and rows whose winners are drawn by known strengths."""
    plan = MatchPlan.match(AGENTS)
    rows = Rows.empty(blocks * len(plan.seatings), 4)
    rows.block[:] = np.repeat(np.arange(blocks), len(plan.seatings))
    rows.game[:] = np.tile(np.arange(len(plan.seatings)), blocks)
    rows.agent[:] = np.tile(np.array(plan.seatings), (blocks, 1))
    weights = strengths[rows.agent]
    cut = np.random.default_rng(seed).random(len(rows)) * weights.sum(axis=1)
    winner = (weights.cumsum(axis=1) < cut[:, None]).sum(axis=1)
    rows.share[np.arange(len(rows)), winner] = 1
    rows.decisions[:] = 10
    rows.thought[:] = 0.01 * (1 + rows.agent)
    return plan, rows


def tables_of(*matches):
    tables = Tables()
    for plan, rows in matches:
        tables.add(plan, rows)
    return tables


@pytest.mark.full
def test_known_strengths_come_out_in_order_within_their_intervals():
    ratings = rate(tables_of(drawn(100)), resamples=100)
    assert [rating.agent for rating in ratings] == [
        "greedy",
        "ore-grain",
        "wood-clay",
        "heuristic",
        "random",
    ]
    for rating in ratings:
        truth = ELO * math.log(STRENGTHS[AGENTS.index(rating.agent)])
        assert rating.elo.low - 5 <= truth <= rating.elo.high + 5
    assert ratings[-1].elo.estimate == 0
    assert ratings[0].ms_per_move == pytest.approx(2)
    assert sum(rating.wins for rating in ratings) == 2000
    assert rate(tables_of(drawn(100)), resamples=100) == ratings


def test_counts_give_the_strengths_that_choix_gives_also_for_one_that_never_won():
    tables = tables_of(drawn(20, strengths=np.array([1e-9, 8, 2, 4, 3])))
    by_counts = fit_counts(*tables.lineups(), tables.counts())
    assert by_counts == pytest.approx(fit_by_choix(tables), abs=1e-4)
    assert np.isfinite(by_counts).all()
    assert by_counts.argmin() == 0


def test_an_agent_in_several_seats_has_the_strength_of_one():
    plan = MatchPlan.match(["greedy", "random", "random", "random"])
    rows = Rows.empty(400, 4)
    rows.block[:] = np.repeat(np.arange(100), 4)
    rows.game[:] = np.tile(np.arange(4), 100)
    rows.agent[:] = np.tile(np.array(plan.seatings), (100, 1))
    seat = np.where(np.arange(400) % 10 < 5, rows.agent.argmin(axis=1), (rows.agent.argmin(axis=1) + 1) % 4)
    rows.share[np.arange(400), seat] = 1
    # It wins half of the games against three: three times the strength of one of them.
    strengths = fit_counts(*(tables := tables_of((plan, rows))).lineups(), tables.counts())
    assert strengths[0] - strengths[1] == pytest.approx(math.log(3), abs=0.01)


@pytest.mark.parametrize("games", [10, 100])
def test_an_agent_that_won_every_game_has_the_finite_rating_of_the_prior(games):
    strengths = fit_counts(np.array([0]), np.ones((1, 2)), np.array([float(games)]))
    # As docs/explanation/statistics.md says.
    assert ELO * (strengths[0] - strengths[1]) == pytest.approx(400 * math.log10(1 + 25 * games))


def test_games_without_a_single_winner_are_left_out_and_counted():
    plan, rows = drawn(2)
    rows.share[0] = 0
    rows.share[1] = [0.5, 0.5, 0, 0]
    assert tables_of((plan, rows)).left_out == 2
    rows.share[:] = 0
    with pytest.raises(ArgumentError, match="ratings need games with a winner"):
        rate(tables_of((plan, rows)))


def test_chances_at_a_table_follow_from_ratings():
    ratings = rate(tables_of(drawn(20)), resamples=0)
    chances = win_chances(ratings, ["greedy", "random", "random", "random"])
    assert sum(chances) == pytest.approx(1)
    assert chances[0] > 0.6
    with pytest.raises(ArgumentError, match="uct is not rated; rated are greedy"):
        win_chances(ratings, ["uct"])
    even = table_chances(np.zeros(6), 4)
    assert even.tolist() == pytest.approx([0.25] * 6)
    assert table_chances(np.log([2.0, 1.0]), 4).tolist() == pytest.approx([0.4, 1 / 7])


def test_pairs_have_differences_over_blocks_and_holms_correction():
    pairs = {(pair.first, pair.second): pair for pair in compare_pairs([drawn(60)])}
    assert len(pairs) == 10
    assert pairs["random", "greedy"].difference < -0.2
    assert pairs["random", "greedy"].p_value < 1e-6
    table = pair_table(compare_pairs([drawn(60)]))
    assert len(table.rows) == 10
    corrected = {(row[0], row[1]): float(row[4]) for row in table.rows}
    assert all(corrected[pair] >= found.p_value * 0.99 for pair, found in pairs.items())


def test_a_pair_without_spread_has_the_p_value_of_the_sign_test():
    plan = MatchPlan.match(["greedy", "random"], rules="players=2")
    rows = Rows.empty(8, 2)
    rows.block[:] = np.repeat(np.arange(4), 2)
    rows.agent[:] = np.tile(np.array(plan.seatings), (4, 1))
    rows.share[:] = rows.agent == 0
    (pair,) = compare_pairs([(plan, rows)])
    assert pair.difference == 1
    assert pair.p_value == pytest.approx(2 * 0.5**4)
    assert pair.holm == pair.p_value
    rows.share[:] = 0.5
    (even,) = compare_pairs([(plan, rows)])
    assert (even.difference, even.p_value) == (0, 1)


@pytest.mark.full
def test_the_plot_has_every_agent():
    svg = strength_plot(rate(tables_of(drawn(20)), resamples=10))
    for agent in AGENTS:
        assert f">{agent}<" in svg
    assert "$" not in svg


BOARD = (
    ("expectimax", 4.13, 1359, 1270, 1503),
    ("haggler", 1.84, 1219, 1134, 1326),
    ("greedy", 0.165, 1089, 988, 1176),
    ("one-ply", 0.0219, 1019, 947, 1109),
    ("wood-clay", 0.149, 1004, 919, 1117),
    ("jsettlers-smart", 0.353, 924, 812, 1035),
    ("ore-grain", 0.138, 886, 756, 1010),
    ("jsettlers-fast", 0.23, 884, 764, 1018),
    ("thomas-plan", 0.149, 872, 793, 954),
    ("thomas-trade", 0.252, 863, 781, 937),
    ("thomas-first", 0.0862, 857, 806, 925),
    ("heuristic", 0.0357, 792, 665, 903),
    ("martin", 0.551, 724, 675, 754),
    ("panousis-bayes", 0.471, 675, 630, 713),
    ("panousis-uct", 0.439, 573, 421, 659),
    ("random", 0.0103, 0, 0, 0),
)
"""Agent, milliseconds, Elo and its interval, of a leaderboard with a crowd in the middle."""


def names_and_bars(svg):
    """Return the boxes of all names in a plot, and of the intervals that are drawn."""
    names = {}
    for x, y, name in re.findall(r'<text [^>]*x="([\d.]+)" y="([\d.]+)"[^>]*>([a-z][-a-z\d]+)</text>', svg):
        width = TextPath((0, 0), name, size=7).get_extents().width
        names[name] = (float(x), float(y) - 5, float(x) + width, float(y) + 1)
    drawn = re.findall(r'LineCollection_\d+">\s*<path d="M ([\d.]+) ([\d.]+) \s*L [\d.]+ ([\d.]+)', svg)
    return names, [(float(x), float(top), float(x), float(bottom)) for x, bottom, top in drawn]


def is_covered(one, other):
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


@pytest.mark.full
def test_the_names_of_a_leaderboard_cover_neither_each_other_nor_intervals():
    ratings = [Rating(name, Interval(elo, *ends, 0.95), 9, 3, 0.25, ms) for name, ms, elo, *ends in BOARD]
    svg = strength_plot(ratings)
    names, bars = names_and_bars(svg)
    assert set(names) == {name for name, *_ in BOARD}
    assert len(bars) == 16
    assert not [pair for pair in combinations(names, 2) if is_covered(*(names[name] for name in pair))]
    assert not [name for name in names if any(is_covered(names[name], bar) for bar in bars)]
    assert strength_plot(ratings) == svg


@pytest.mark.full
def test_the_names_of_a_crowd_do_not_cover_each_other():
    random = np.random.default_rng(3)
    elos, times = random.normal(800, 150, 32), 10 ** random.normal(-0.5, 0.5, 32)
    ratings = [
        Rating(f"agent-{n}:c=1", Interval(elo, elo - 60, elo + 60, 0.95), 9, 3, 0.25, ms)
        for n, (elo, ms) in enumerate(zip(elos.tolist(), times.tolist(), strict=True))
    ]
    names, _ = names_and_bars(strength_plot(ratings))
    assert len(names) == 32
    assert not [pair for pair in combinations(names, 2) if is_covered(*(names[name] for name in pair))]


@pytest.mark.full
def test_agents_that_differ_by_options_have_different_names_in_a_plot():
    interval = Interval(0.0, -10.0, 10.0, 0.95)
    specs = ["uct:iterations=100,c=1", "uct:iterations=100,c=2", "vpi:iterations=100"]
    svg = strength_plot([Rating(spec, interval, 9, 3, 0.25, 1.0) for spec in specs])
    for name in (*specs[:2], "vpi"):
        assert f">{name}<" in svg


def test_names_stay_in_the_frame_and_near_their_points():
    points = np.array([[0.0, 0.0], [200.0, 100.0], [100.0, 50.0], [101.0, 51.0]])
    sizes = np.tile([40.0, 8.0], (4, 1))
    bars = np.stack([points[:, 1] - 5, points[:, 1] + 5], axis=1)
    corners = place_names(Marks(points, bars, sizes, (200.0, 100.0)))
    assert (corners >= 0).all()
    assert (corners + sizes <= [200, 100]).all()
    ends = np.array([nearest_of_name(*each) for each in zip(points, corners, sizes, strict=True)])
    assert (np.linalg.norm(ends - points, axis=1) <= 15).all()
    assert place_names(Marks(points[:0], bars[:0], sizes[:0], (200.0, 100.0))).shape == (0, 2)


def test_every_agent_sits_equally_often_in_a_leaderboard():
    lineups = balanced_lineups(9, 4, rounds=3)
    counts = np.bincount(np.array(lineups).reshape(-1))
    assert len(set(counts.tolist())) == 1
    assert all(len(set(lineup)) == 4 for lineup in lineups)
    assert len({tuple(sorted(lineup)) for lineup in lineups}) == len(lineups)
    with pytest.raises(ArgumentError, match="3 agents for 4 seats"):
        balanced_lineups(3, 4)


@pytest.mark.full
def test_the_agents_of_a_leaderboard_meet_as_many_others_as_can_be():
    def opponents(lineups):
        return [
            len(set().union(*(set(each) for each in lineups if agent in each)) - {agent})
            for agent in range(32)
        ]

    assert opponents(balanced_lineups(32, 4)) == [12] * 32
    assert opponents(balanced_lineups(32, 4, rounds=2)) == [24] * 32
    assert opponents(balanced_lineups(32, 4, rounds=4)) == [31] * 32
    assert len(balanced_lineups(6, 4, rounds=100)) == math.comb(6, 4)
    assert len(balanced_lineups(100, 4, rounds=2)) == 200


def test_searches_get_budgets_and_others_none():
    board = entrants(50, ["random", "uct", "panousis-vpi", "greedy"])
    assert [entrant.searches for entrant in board] == [False, True, True, False]
    assert board[2].spec == "panousis-vpi:iterations=50,seconds=none"
    (match,) = board_matches(board, rules="jsettlers", seed=3)
    assert match.title == "random, uct, panousis-vpi, greedy"
    assert match.plan == MatchPlan.match([entrant.spec for entrant in board], rules="jsettlers", seed=3)


def test_a_line_up_has_the_same_games_whoever_else_is_on_the_leaderboard():
    few = board_matches(entrants(50, AGENTS), rules="base", seed=1)
    more = board_matches(entrants(50, [*AGENTS, "thomas-first"]), rules="base", seed=1)
    assert len(few) == 5
    keys = {match.plan.agents: match.plan.key for match in more}
    common = [match for match in few if match.plan.agents in keys]
    assert len(common) == 2
    assert all(keys[match.plan.agents] == match.plan.key for match in common)


def test_matches_with_the_same_boards_are_resampled_together():
    plan, rows = drawn(30)
    half = rows.game < len(plan.seatings) // 2
    parts = tables_of((plan, rows.take(half)), (plan, rows.take(~half)))
    together = tables_of((plan, rows))

    def intervals(tables):
        return sorted((rating.agent, rating.elo) for rating in rate(tables, resamples=50))

    def close(one, other):
        return all(
            a.low == pytest.approx(b.low, abs=0.1) and a.high == pytest.approx(b.high, abs=0.1)
            for (_, a), (_, b) in zip(intervals(one), intervals(other), strict=True)
        )

    assert close(parts, together)
    other_boards = MatchPlan.match(AGENTS, seed=2)
    assert not close(tables_of((plan, rows.take(half)), (other_boards, rows.take(~half))), together)


def timed(board, budgets, milliseconds, blocks=1):
    """Return the timing of searches that take times which a function of name and simulations tells."""
    interval = Interval(0.0, 0.0, 0.0, 0.95)
    ratings = [
        Rating(entrant.spec, interval, 9, 3, 0.25, milliseconds(entrant.name, budgets[entrant.name]))
        for entrant in board
        if entrant.searches
    ]
    return Timing.of(board, budgets, ratings, blocks)


def test_equal_time_is_first_a_ratio_of_simulations():
    board = entrants(1000, ["random", "uct", "martin", "vpi"])
    times = {"uct": 2.0, "martin": 1.0, "vpi": 8.0}
    first = timed(board, dict.fromkeys(times, 1000), lambda name, _: times[name])
    assert equal_time([first]) == {"uct": 1000, "martin": 2000, "vpi": 250}
    with pytest.raises(ArgumentError, match="uct has made no move yet"):
        Timing.of(board, 1000, [], 1)


COSTS = {
    "uct": lambda n: 0.02 * n,
    "martin": lambda n: 0.09 + 0.0002 * n,  # most of it before the first simulation
    "vpi": lambda n: 0.0001 * n**1.6,  # the more, the longer each takes
    "rave": lambda n: 0.02 * n**0.8,
}


def test_times_are_equal_after_a_few_measured_steps():
    names = list(COSTS)
    board = entrants(50, names)

    def milliseconds(name, simulations):
        return COSTS[name](simulations)

    timings = [timed(board, dict.fromkeys(names, 50), milliseconds)]
    while len(timings) < MAX_TIMINGS:
        budgets = equal_time(timings)
        timings.append(timed(entrants(budgets, names), budgets, milliseconds))
    target = np.median([milliseconds(name, 50) for name in names])
    in_proportion, measured = timings[1].milliseconds, timings[-1].milliseconds
    assert not is_equal(in_proportion["martin"], target)
    assert not is_equal(in_proportion["vpi"], target)
    assert all(is_equal(each, target) for each in measured.values())
    # Who has taken the right time once keeps its simulations, and with them its games.
    for timing in timings[1:]:
        for name in names:
            if is_equal(timing.milliseconds[name], target):
                assert timings[-1].budgets[name] == timing.budgets[name]


def test_a_timing_over_more_blocks_counts_more_than_a_later_one():
    names = ["uct", "vpi", "rave"]
    board = entrants(50, names)
    fixed = {"uct": 5.0, "vpi": 5.1, "rave": 4.9}
    exact = timed(board, dict.fromkeys(names, 50), lambda name, _: fixed[name], blocks=5)
    rough = timed(board, dict.fromkeys(names, 50), lambda name, _: 2 * fixed[name])
    assert equal_time([exact, rough]) == dict.fromkeys(names, 50)
    assert equal_time([rough, exact])["uct"] > 50  # the first has the time that is wanted
    assert not is_equal(fixed["uct"], target_time([rough]))


def test_an_agent_that_cannot_be_so_quick_or_so_slow_has_bounded_simulations():
    names = ["uct", "vpi", "rave"]
    board = entrants(50, names)
    fixed = {"uct": 5.0, "vpi": 500.0, "rave": 0.001}
    timings = [timed(board, dict.fromkeys(names, 50), lambda name, _: fixed[name])]
    for _ in range(3):
        budgets = equal_time(timings)
        assert budgets == {"uct": 50, "vpi": 1, "rave": 5000}
        timings.append(timed(entrants(budgets, names), budgets, lambda name, _: fixed[name]))


def test_budgets_are_read_from_a_published_leaderboard(tmp_path):
    path = tmp_path / "leaderboard.json"
    path.write_text('{"budgets": {"uct": 500}}')
    assert read_budgets(path) == {"uct": 500}
    path.write_text("[]")
    with pytest.raises(StoreError, match="has no budgets of a leaderboard"):
        read_budgets(path)
    with pytest.raises(StoreError, match=r"cannot read .*absent"):
        read_budgets(tmp_path / "absent")


def test_real_games_are_rated():
    plan = MatchPlan.match(["random", "random:by_group=yes"], rules="players=2,points_to_win=3")
    ratings = rate(tables_of((plan, play_natively(plan, range(40)))), resamples=20)
    assert {rating.agent for rating in ratings} == set(plan.agents)
    assert sum(rating.wins for rating in ratings) == 80
