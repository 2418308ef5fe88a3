"""The benchmarks: the limits of measurements, and planners that play as everywhere else."""

from __future__ import annotations

import pytest

from catanlab.agents.registry import make_agent
from catanlab.benchmarks.bars import bars
from catanlab.benchmarks.planner import PLANNER, PlannerEffort, measure_planner, play_timed
from catanlab.games.catan.game import Catan
from catanlab.games.catan.rules import Rules
from catanlab.table.events import Played
from catanlab.table.table import Table

ENGINE = {"playouts_per_s": 2.0, "playouts_with_trade_per_s": 1.0, "copy_ns": 9.0, "threads_2_ratio": 2.0}


@pytest.mark.parametrize(
    ("mean", "p99", "games", "met"),
    [
        (1.0, 10.0, 4.0, [True, True, True]),
        (1.01, 9.0, 5.0, [False, True, True]),
        (0.5, 10.1, 5.0, [True, False, True]),
        (0.5, 9.0, 3.9, [True, True, False]),
    ],
)
def test_planners_are_held_to_three_bars(mean: float, p99: float, games: float, met: list[bool]) -> None:
    planners = {"planner_ms_mean": mean, "planner_ms_p99": p99, "planner_games_per_s": games}
    held = bars(ENGINE | planners)[len(bars(ENGINE)) :]
    assert [bar.value for bar in held] == [mean, p99, games]
    assert [bar.is_met for bar in held] == met


@pytest.mark.parametrize(
    ("leaves", "games", "searched", "met"),
    [
        (3e5, 100.0, 10.0, [True, True, True]),
        (2.9e5, 100.0, 9.0, [False, True, True]),
        (4e5, 99.0, 9.0, [True, False, True]),
        (4e5, 100.0, 10.1, [True, True, False]),
    ],
)
def test_the_evaluation_is_held_to_three_bars(
    leaves: float, games: float, searched: float, met: list[bool]
) -> None:
    values = {
        "evaluator_leaves_per_s": leaves,
        "native_policy_games_per_s": games,
        "expectimax_ms_mean": searched,
    }
    held = bars(ENGINE | values)[len(bars(ENGINE)) :]
    assert [bar.is_met for bar in held] == met


@pytest.mark.full
def test_timing_planners_changes_nothing_and_misses_no_decision() -> None:
    seconds: list[float] = []
    timed = play_timed(3, seconds)
    game = Catan(rules=Rules.trading(), seed=3)
    plain = Table(game, [make_agent(PLANNER) for _ in range(game.seats)], seed=3)
    plain.play()
    assert timed.moves == plain.moves
    assert timed.incidents == []
    assert len(seconds) == sum(isinstance(event, Played) for event in timed.events)
    assert min(seconds) > 0


@pytest.mark.full
def test_rounds_of_planners_are_reported() -> None:
    reported: list[tuple[int, int]] = []
    measure_planner(PlannerEffort(rounds=2, games=1), lambda *done: reported.append(done))
    assert reported == [(1, 2), (2, 2)]
