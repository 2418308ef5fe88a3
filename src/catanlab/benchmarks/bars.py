"""The limits that measurements are held to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Bar:
    """A measurement, and the limit that it must keep."""

    name: str
    value: float
    limit: float
    at_most: bool = False

    @property
    def is_met(self) -> bool:
        """Whether the value is on the right side of the limit."""
        return self.value <= self.limit if self.at_most else self.value >= self.limit


def bars(results: dict[str, Any]) -> list[Bar]:
    """Return the limit for each measurement that has one, with the value.

    >>> [bar.name for bar in bars({"playouts_per_s": 2.0, "playouts_with_trade_per_s": 1.0,
    ...                            "copy_ns": 9.0, "threads_2_ratio": 2.0}) if bar.is_met]
    ['playouts with trade / without', 'ns a copy', 'two threads / one']
    """
    trading = results["playouts_with_trade_per_s"] / results["playouts_per_s"]
    found = [
        Bar("playouts with trade / without", trading, 0.5),
        Bar("ns a copy", results["copy_ns"], 50, at_most=True),
        Bar("two threads / one", results["threads_2_ratio"], 1.8),
    ]
    for name, peer in results.get("peers", {}).items():
        if peer:
            found.append(Bar(f"playouts / {name}'s", peer["ratio"], 300))
    if "uct_ratio" in results:
        found += _search_bars(results)
    if "planner_ms_mean" in results:
        found += _planner_bars(results)
    if "evaluator_leaves_per_s" in results:
        found += _value_bars(results)
    return found


def _search_bars(results: dict[str, Any]) -> list[Bar]:
    limits = {"uct": 0.9, "bayes": 0.7, "thompson": 0.7, "vpi": 0.3}
    return [
        *(
            Bar(f"UCT / playouts, chance {name}", ratio, 0.9)
            for name, ratio in results["uct_ratio"].items()
        ),
        *(
            Bar(f"{name} / playouts", results["policy_overhead"][name], limit)
            for name, limit in limits.items()
        ),
        Bar("hidden cards drawn anew / playouts", results["determinized_ratio"], 0.75),
        Bar("search on two threads / one", results["search_threads_2_ratio"], 1.8),
    ]


def _planner_bars(results: dict[str, Any]) -> list[Bar]:
    return [
        Bar("ms a decision of a planner, mean", results["planner_ms_mean"], 1, at_most=True),
        Bar("ms a decision of a planner, 99 %", results["planner_ms_p99"], 10, at_most=True),
        Bar("games of four planners a second", results["planner_games_per_s"], 4),
    ]


def _value_bars(results: dict[str, Any]) -> list[Bar]:
    return [
        Bar("positions valued a second", results["evaluator_leaves_per_s"], 300_000),
        Bar("games of four one-ply policies a second", results["native_policy_games_per_s"], 100),
        Bar("ms a decision of expectimax, mean", results["expectimax_ms_mean"], 10, at_most=True),
    ]
