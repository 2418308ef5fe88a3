"""Matches: played once, resumed, the same for any number of processes, and ended by a sequential test."""

import numpy as np
import pytest

from catanlab.lab.match import Progress, Referee, play_match
from catanlab.lab.match_plan import MatchPlan
from catanlab.lab.native import play_natively
from catanlab.lab.statistics import Sprt, Verdict
from catanlab.lab.store import Store
from catanlab.lab.summary import summarize

RANDOM = ["random", "random:by_group=yes", "random", "random"]


def same(one, other):
    pairs = zip(one.without_times(), other.without_times(), strict=True)
    return all(np.array_equal(ours, theirs) for (_, ours), (_, theirs) in pairs)


@pytest.fixture
def stored(tmp_path):
    return Store(tmp_path).open(MatchPlan.match(RANDOM, seed=4))


def test_a_match_plays_all_its_blocks(stored):
    rows = play_match(stored, 30)
    assert rows.block.tolist() == [block for block in range(30) for _ in range(4)]
    assert same(rows, play_natively(stored.plan, range(30)))


@pytest.mark.full
def test_the_jobs_do_not_matter(tmp_path):
    plan = MatchPlan.match(["greedy", "random", "random:by_group=yes"], rules="players=3", seed=2)
    rows = [
        play_match(Store(tmp_path / str(processes)).open(plan), 4, processes=processes, records=True)
        for processes in (1, 2)
    ]
    assert len(rows[0]) == 12
    assert same(*rows)


def test_a_second_run_plays_nothing(stored, monkeypatch):
    first = play_match(stored, 20)
    monkeypatch.setattr("catanlab.lab.match.LocalExecutor", None)
    assert same(first, play_match(stored, 20))
    assert same(first.take(first.block < 5), play_match(stored, 5))


def test_more_blocks_are_added_to_those_that_are_there(stored):
    play_match(stored, 7)
    seen = []
    rows = play_match(stored, 12, watch=lambda progress: seen.append((progress.found, progress.done)))
    assert seen[0] == (7, 7)
    assert seen[-1] == (7, 12)
    assert same(rows, play_natively(stored.plan, range(12)))


def test_a_match_that_is_stopped_goes_on(stored):
    def stop(progress):
        if progress.done >= 64:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play_match(stored, 100_000, watch=stop)
    there = len(stored.finished_blocks())
    assert 64 <= there < 100_000
    rows = play_match(stored, there + 10)
    assert same(rows, play_natively(stored.plan, range(there + 10)))


@pytest.mark.full
def test_a_sequential_test_ends_the_match(tmp_path):
    plan = MatchPlan.match(["greedy", "random", "random", "random"], seed=1)
    test = Sprt(0.25, 0.5)
    rows = play_match(Store(tmp_path).open(plan), 200, processes=2, sprt=test)
    assert test.verdict is Verdict.ACCEPT_H1
    assert len(np.unique(rows.block)) == test.blocks < 50
    again = Sprt(0.25, 0.5)
    assert same(rows, play_match(Store(tmp_path).open(plan), 200, sprt=again))
    assert again.llr == test.llr


def test_the_referee_counts_blocks_in_order(stored):
    rows = play_natively(stored.plan, range(40))
    in_order, shuffled = Referee(Sprt(0.25, 0.4)), Referee(Sprt(0.25, 0.4))
    in_order.add(rows)
    for block in [*range(39, -1, -2), *range(0, 40, 2)]:
        shuffled.add(rows.take(rows.block == block))
    assert str(in_order.test) == str(shuffled.test)
    assert in_order.test.blocks > 5


def test_the_progress_has_rates_with_intervals(stored):
    rows = play_natively(stored.plan, range(50))
    progress = Progress(2, 100)
    assert progress.rates() == [None, None]
    progress.add(rows.take(rows.block < 20))
    progress.add(rows.take(rows.block >= 20))
    assert (progress.done, progress.games) == (50, 200)
    for interval, agent in zip(progress.rates(), summarize(rows, stored.plan).agents, strict=True):
        assert interval.estimate == pytest.approx(agent.win_rate)
        assert (interval.low, interval.high) == pytest.approx(agent.ci95)
