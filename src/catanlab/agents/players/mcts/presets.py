"""The agents that search: one class with the defaults of the authors who described them.

To add a search, add its entry to the table.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from catanlab.framework.registry import Entry

_POINTS = {"value": "points", "support": 9, "least": 0.2, "most": 1.0}
# The value of information never returns to a child that it underrated at first. With ten visits of each
# child beforehand it won 20 of 20 games against three random players, without them 6 of 12. Panousis has no
# such visits: he made 10 to 20 simulations in all.
_WARM = {"threshold": 10, "threshold_at": "child"}
_ROELOFS = {
    "iterations": None,
    "seconds": 2.0,
    "c": 7.0,
    "threshold": 30,
    "expand_after": 0,
    "chance": "nodes",
    "hidden": "open",
    "value": "mixed",
    "final": "secure",
}
_ROELOFS_GROUPS = {**_ROELOFS, "groups": "roelofs"}

# Martin tunes his virtual wins and does not report them: the scale is that of SmartSettlers, the order that
# of his playout scores. He does not report his limit of turns in a playout either. Neither he nor
# SmartSettlers has trade between players.
_MARTIN = {
    "turns": "martin",
    "overrides": "martin",
    "trade": "none",
    "iterations": 1000,
    "c": 3.0,
    "total": True,
    "expand_after": 0,
    "chance": "sampled",
    "virtual": "settlement*20+city*20+buy card*10",
    "playout": "heavy",
    "cut_turns": 400,
}
# His plans have no offers, and cards are played outside of the tree. The move made is the child of the
# highest selection value (4.3.1.1).
_PANOUSIS = {
    "turns": "panousis",
    "turn_offers": False,
    "turn_cards": False,
    "overrides": "panousis",
    "trade": "panousis",
    "iterations": None,
    "seconds": 7.0,
    "chance": "sampled",
    "value": "signed",
    "playout": "plans",
    "cut_turns": 60,
    "final": "selection",
}
# Points from 2 to 10, and the same with a minus for other seats, in steps of a tenth. The prior weighs as
# much as nine values with alpha = 1.
_PANOUSIS_DIRICHLET = {**_PANOUSIS, "support": 21, "least": -1.0, "most": 1.0, "alpha": 0.43}
# Thompson sampling where every child was tried once; 4,000 simulations as in his games against a person.
_TUMA = {
    "iterations": 4000,
    "policy": "thompson",
    "threshold": 1,
    "threshold_at": "child",
    "chance": "sampled",
}

_OF_CATAN = {"turns", "playout", "virtual", "overrides"}


def _search(name: str, summary: str, defaults: Mapping[str, Any]) -> Entry:
    """Return the entry of a search, which is for Catan only if its defaults need Catan."""
    kind = "CatanMcts" if defaults.keys() & _OF_CATAN else "Mcts"
    return Entry(name, summary, f"catanlab.agents.players.mcts.agent.{kind}", defaults)


SEARCHES = (
    _search(
        "bayes-uct",
        "searches with Bayesian UCT over points",
        {"policy": "bayes", **_POINTS},
    ),
    _search("martin", "searches as Martin: ordered turns, virtual wins, heavy playouts, c = 3", _MARTIN),
    _search(
        "panousis-bayes",
        "searches as Panousis: building plans and Bayesian UCT, 7 s",
        {**_PANOUSIS_DIRICHLET, "policy": "bayes", "spread": "expected"},
    ),
    _search(
        "panousis-uct",
        "searches as Panousis: building plans and UCT with Cp = 1/sqrt(2), 7 s",
        {**_PANOUSIS, "c": 2.0},
    ),
    _search(
        "panousis-vpi",
        "searches as Panousis: building plans and the value of perfect information, 100 samples, 7 s",
        {**_PANOUSIS_DIRICHLET, "policy": "vpi", "form": "sampled", "samples": 100, **_WARM},
    ),
    _search(
        "puct",
        "searches with priors over the groups of moves that are legal",
        {"policy": "puct"},
    ),
    _search(
        "rave",
        "searches with values of moves wherever they are made",
        {"policy": "rave"},
    ),
    _search("roelofs", "searches as Roelofs: chance nodes, C = 7, T = 30, secure child, 2 s", _ROELOFS),
    _search("roelofs-gcm", "the same with his Grouped Chance Model", {**_ROELOFS, "chance": "grouped"}),
    _search("roelofs-groups", "the same with Move Groups, five after the roll", _ROELOFS_GROUPS),
    _search(
        "roelofs-groups-gcm",
        "the same with both",
        {**_ROELOFS_GROUPS, "chance": "grouped"},
    ),
    _search(
        "smartsettlers",
        "searches as SmartSettlers: UCT with virtual wins for settlements and cities",
        {
            "iterations": 10_000,
            "chance": "sampled",
            "hidden": "open",
            "virtual": "settlement*20+city*10",
            "overrides": "smartsettlers",
            "trade": "none",
        },
    ),
    _search("thompson", "searches with Thompson sampling", {"policy": "thompson"}),
    _search(
        "thompson-reshaped",
        "searches with Thompson sampling, its posterior reshaped",
        {"policy": "thompson", "reshape": True},
    ),
    _search(
        "tuma-1",
        "searches as Tuma's first program: 64 combinations and Thompson sampling",
        {**_TUMA, "turns": "tuma"},
    ),
    _search(
        "tuma-2",
        "searches as Tuma's second program: one of seven kinds of action first, and Thompson sampling",
        {**_TUMA, "groups": "tuma"},
    ),
    _search(
        "tuma-3",
        "searches as Tuma's third program: 64 combinations and reshaped Thompson sampling",
        {**_TUMA, "turns": "tuma", "reshape": True},
    ),
    _search("uct", "searches with UCT, hidden cards drawn anew for every simulation", {"c": 0.4}),
    _search(
        "vpi",
        "searches by the value of perfect information over points",
        {"policy": "vpi", **_POINTS, **_WARM},
    ),
)
"""Every search, in the order of its name."""

PLAYOUTS = {
    entry.name: entry
    for entry in (
        Entry("heavy", "Martin's scores of moves", "catanlab.agents.value.heavy.Heavy"),
        Entry("one-ply", "the move to the highest evaluation", "catanlab.agents.value.one_ply.OnePly"),
        Entry(
            "one-ply-net",
            "the move to the highest chance to win by the net",
            "catanlab.agents.value.one_ply.NetOnePly",
        ),
        Entry("plans", "Panousis' building plans", "catanlab.agents.value.building_plans.Plans"),
    )
}
"""The playout policies for Catan, which the option `playout` takes in addition to those for any game."""

CUT_VALUES = {
    entry.name: entry
    for entry in (
        Entry("net", "chances to win by the net", "catanlab.agents.value.net_search.NetEvaluation"),
    )
}
"""The evaluations for Catan, which the option `at_cut` takes in addition to those for any game."""

MOVE_PRIORS = {
    entry.name: entry
    for entry in (
        Entry(
            "net",
            "half of the weight to the move that the net finds best",
            "catanlab.agents.value.net_search.NetPriors",
        ),
    )
}
"""The priors for Catan, which the option `prior` takes in addition to weights of groups."""
