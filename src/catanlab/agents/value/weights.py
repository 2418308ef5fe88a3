"""The weights of the linear evaluation by the names of features; those that are not named weigh nothing.

A unit is about a point. The first ones followed the constants of the greedy agent; these were tuned from
them by `tools/value/tune.py`, as docs/results/strength.md records.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from catanlab.agents.value.features import FEATURE_NAMES
from catanlab.framework.errors import ArgumentError
from catanlab.games.catan.constants import RESOURCES

_OTHERS = ("next", "second", "third")

_OF_OTHERS = {
    "points": -0.18,
    "growth": -0.753,
    "hand": 0.015,
    "cards": -0.207,
    "army": -0.05,
    "longest road": 0.161,
    "site at 1 roads": -0.222,
    **{f"{name} income with robber": -0.919 for name in RESOURCES},
}

WEIGHTS: Mapping[str, float] = MappingProxyType(
    {
        "own points": 1.0,
        "own growth": 2.89,
        "own hand": -9.92e-05,
        "own excess": -0.0814,
        "own army": 1.03,
        "own knights": 0.253,
        "own road length": 0.154,
        "own knight": 0.179,
        "own road building": 0.464,
        "own year of plenty": 0.425,
        "own monopoly": 0.313,
        "own site at 0 roads": 0.759,
        "own site at 1 roads": 0.273,
        "own site at 2 roads": 0.421,
        "own site at 3 roads": 0.127,
        "best prospect": 1.84,
        "second prospect": 0.505,
        "winning prospect": 5.74,
        "own longest road": 0.031,
        "own largest army": -0.0281,
        "own cards": 0.0337,
        "own settlements left": 0.00728,
        "own cities left": 0.135,
        "own city pace": -0.097,
        "own settlement pace": 0.0198,
        "own card pace": -0.0545,
        "own road pace": 0.0228,
        "city prospect": -0.121,
        "settlement prospect": 0.0266,
        "card prospect": 0.147,
        "longest road prospect": -0.00934,
        **{f"own {name} income with robber": 1.88 for name in RESOURCES},
        **{f"{seat} {name}": weight for seat in _OTHERS for name, weight in _OF_OTHERS.items()},
    }
)
"""The weights of the agent `one-ply`."""


def weight_list(weights: Mapping[str, float]) -> list[float]:
    """Return weights in the order of the features; raises ArgumentError for an unknown name.

    >>> weight_list({"own points": 2.0})[:2]
    [2.0, 0.0]
    """
    unknown = sorted(set(weights) - set(FEATURE_NAMES))
    if unknown:
        raise ArgumentError(
            f"there is no feature {unknown[0]!r}; FEATURE_NAMES lists all {len(FEATURE_NAMES)}"
        )
    return [float(weights.get(name, 0.0)) for name in FEATURE_NAMES]
