"""The weights of the linear evaluation by the names of features; those that are not named weigh nothing.

A unit is about a point. The first ones follow the constants of the greedy agent.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from catanlab.agents.value.features import FEATURE_NAMES
from catanlab.framework.errors import ArgumentError
from catanlab.games.catan.constants import RESOURCES

_OTHERS = ("next", "second", "third")

_OF_OTHERS = {
    "points": -0.25,
    "growth": -1.0,
    "hand": -0.04,
    "cards": -0.1,
    "army": -0.15,
    "longest road": 0.0,
    "site at 1 roads": -0.3,
    **{f"{name} income with robber": -0.8 for name in RESOURCES},
}

WEIGHTS: Mapping[str, float] = MappingProxyType(
    {
        "own points": 1.0,
        "own growth": 7.0,
        "own hand": 0.03,
        "own excess": -0.12,
        "own army": 0.9,
        "own knights": 0.1,
        "own road length": 0.04,
        "own knight": 0.25,
        "own road building": 0.45,
        "own year of plenty": 0.45,
        "own monopoly": 0.5,
        "own site at 0 roads": 0.9,
        "own site at 1 roads": 0.5,
        "own site at 2 roads": 0.3,
        "own site at 3 roads": 0.1,
        "best prospect": 1.5,
        "second prospect": 0.5,
        "winning prospect": 4.0,
        **{f"own {name} income with robber": 1.5 for name in RESOURCES},
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
