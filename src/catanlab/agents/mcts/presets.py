"""The searches by name, with the parameters of those who described them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_POINTS = {"value": "points", "support": 9, "least": 0.2, "most": 1.0}
_ROELOFS = {
    "iterations": None,
    "seconds": 2.0,
    "c": 7.0,
    "threshold": 30,
    "chance": "nodes",
    "hidden": "open",
    "value": "mixed",
    "final": "secure",
}

PRESETS: Mapping[str, tuple[str, Mapping[str, Any]]] = {
    "bayes-uct": (
        "searches with Bayesian UCT over points",
        {"policy": "bayes", **_POINTS},
    ),
    "puct": (
        "searches with priors over the groups of moves that are legal",
        {"policy": "puct"},
    ),
    "rave": (
        "searches with values of moves wherever they are made",
        {"policy": "rave"},
    ),
    "roelofs": ("searches as Roelofs: chance nodes, C = 7, T = 30, secure child, 2 s", _ROELOFS),
    "roelofs-gcm": ("the same with his Grouped Chance Model", {**_ROELOFS, "chance": "grouped"}),
    "roelofs-groups": ("the same with Move Groups", {**_ROELOFS, "groups": True}),
    "roelofs-groups-gcm": (
        "the same with both",
        {**_ROELOFS, "groups": True, "chance": "grouped"},
    ),
    "smartsettlers": (
        "searches as SmartSettlers: UCT with virtual wins for settlements and cities",
        {
            "iterations": 10_000,
            "chance": "sampled",
            "hidden": "open",
            "virtual": "settlement*20+city*10",
        },
    ),
    "thompson": ("searches with Thompson sampling", {"policy": "thompson"}),
    "thompson-reshaped": (
        "searches with Thompson sampling, its posterior reshaped",
        {"policy": "thompson", "reshape": True},
    ),
    "uct": ("searches with UCT, hidden cards drawn anew for every simulation", {}),
    "vpi": (
        "searches by the value of perfect information over points",
        {"policy": "vpi", **_POINTS},
    ),
}
"""What each does, and the options that differ from the defaults."""
