"""The options of a search, each with its default and what it does."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import isfinite
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

from catanlab.framework.arguments import whole_number
from catanlab.framework.errors import ArgumentError
from catanlab.framework.specs import takes
from catanlab.playout.registry import EvaluationSource, PolicySource
from catanlab.search.move_groups import read_schedule
from catanlab.search.registry import HeuristicSource, PriorSource
from catanlab.search.tree_policies.registry import TreePolicySource

MAX_NODES = 50_000_000
_PARTS = {
    "policy": "a class or function that makes a tree policy",
    "playout": "a Policy or a function of a state and a Random",
    "at_cut": "an Evaluation or a function of a state",
    "prior": "a Priors object or a function of a state and its moves",
    "heuristic": "a function of a state and its moves",
}
"""The types that some options take in addition to text."""


@dataclass(frozen=True, kw_only=True)
class Settings:
    """The options of a search; those of its tree policy come with the policy.

    `policy`, `playout`, `at_cut`, `prior` and `heuristic` are texts as in the spec of an agent, or the
    objects and functions themselves, such as `playout=Weighted({"city": 5}, CatanMove)` or
    `at_cut=my_function`. Raises ArgumentError for a value that is not allowed.
    """

    iterations: Annotated[int | None, "simulations a move; none: as many as the time allows"] = 1000
    seconds: Annotated[float | None, "seconds a move; the limit that is reached first ends the search"] = (
        None
    )
    threads: Annotated[int, "trees searched in parallel, their roots added up"] = 1
    nodes: Annotated[int, "nodes a tree may have; a full one is searched on without growing"] = 1_000_000
    reuse: Annotated[bool, "keep the tree from move to move, as far as it knows the events since"] = False

    policy: Annotated[TreePolicySource, "tree policy: by name, or the import path of a class"] = "uct"
    threshold: Annotated[int, "choose at random below so many visits (Roelofs' T)"] = 0
    threshold_at: Annotated[Literal["parent", "child"], "whose visits are compared with the threshold"] = (
        "parent"
    )
    expand_after: Annotated[
        int, "visits of a node before it gets children; 0: on its first, which goes on to one of them"
    ] = 1
    groups: Annotated[
        bool | str,
        "choose the group of a move first, in nodes of their own: every group, a set of groups by name, or "
        "which share a node: road+settlement+city/bank+buy card",
    ] = False
    c_from: Annotated[
        str | None, "other values of c from a turn of the game on: 0*2+40*0.7; before the first it is c"
    ] = None

    chance: Annotated[
        Literal["nodes", "sampled", "grouped", "grouped-literal", "open"], "how chance is modelled"
    ] = "nodes"
    hidden: Annotated[
        Literal["sets", "open", "ensemble"],
        "hidden cards: drawn anew for every simulation, once for all, or once for each of several trees",
    ] = "sets"
    worlds: Annotated[int, "trees of an ensemble"] = 10

    playout: Annotated[
        PolicySource, "playout policy: uniform, groups, weighted:settlement*5+city*5, or an import path"
    ] = "uniform"
    cut_turns: Annotated[int | None, "end a playout after so many turns (else 10,000); 0: no playout"] = (
        None
    )
    cut_rounds: Annotated[int | None, "end a playout after so many rounds"] = None
    at_cut: Annotated[
        EvaluationSource, "value of the position then: nothing, leader, points:10, or an import path"
    ] = "nothing"

    value: Annotated[Literal["win", "points", "mixed", "signed"], "what a simulation is worth"] = "win"
    win_weight: Annotated[float, "weight of a win in the mixed value (Roelofs' X)"] = 1.0
    points_weight: Annotated[float, "weight of the points in the mixed value (Roelofs' Y)"] = 1.0
    scale: Annotated[float, "points that are worth 1"] = 10.0
    backup: Annotated[Literal["average", "max", "mix"], "what a node takes from its children"] = "average"
    blend: Annotated[float, "part of the best child in a mixed backup"] = 0.5
    virtual: Annotated[str | None, "virtual wins by group: settlement*20+city*10"] = None
    prior: Annotated[
        PriorSource | None,
        "prior weights: of groups, shared by their moves (city*5+road*0.5), or an import path",
    ] = None

    heuristic: Annotated[
        HeuristicSource | None,
        "import path of a function that gives each new move a value and for how many visits it counts",
    ] = None

    final: Annotated[
        Literal["robust", "max", "robust-max", "secure", "selection", "sample"],
        "how the move is chosen after the search",
    ] = "robust"
    secure_weight: Annotated[float, "A of the secure child, value - A / sqrt(visits)"] = 1.0
    secure_sign: Annotated[Literal["minus", "plus"], "plus: the secure child as printed"] = "minus"

    def __post_init__(self) -> None:
        _check_kinds(self)
        if self.iterations is None and self.seconds is None:
            raise ArgumentError("a search needs an end: iterations, seconds or both")
        if self.iterations is not None:
            whole_number("iterations", self.iterations, 1, 10**12)
        if self.seconds is not None and not 0 < self.seconds < 10**9:
            raise ArgumentError(f"seconds is {self.seconds!r}; allowed is a number above 0")
        whole_number("threads", self.threads, 1, 256)
        whole_number("nodes", self.nodes, 1000, MAX_NODES)
        whole_number("worlds", self.worlds, 1, 10_000)
        whole_number("threshold", self.threshold, 0, 10**9)
        whole_number("expand_after", self.expand_after, 0, 10**9)
        read_schedule(self.c_from)
        for name in ("cut_turns", "cut_rounds"):
            if getattr(self, name) is not None:
                whole_number(name, getattr(self, name), 0, 10**6)
        if self.cut_turns is not None and self.cut_rounds is not None:
            raise ArgumentError("cut_turns and cut_rounds are both given; a playout has one cut")
        if self.backup != "average" and self.chance not in ("nodes", "sampled"):
            raise ArgumentError(
                f"backup={self.backup} needs chance=nodes or chance=sampled: with chance={self.chance} the "
                "best child of a node may be one that can be chosen after lucky outcomes only"
            )
        if self.reuse and self.hidden == "ensemble":
            raise ArgumentError("reuse=yes does not go with hidden=ensemble: each tree has its own world")
        if not self.scale > 0:
            raise ArgumentError(f"scale is {self.scale!r}; allowed is a number above 0")
        if not 0 <= self.blend <= 1:
            raise ArgumentError(f"blend is {self.blend!r}; allowed is a number from 0 to 1")
        for name in ("win_weight", "points_weight"):
            if getattr(self, name) < 0:
                raise ArgumentError(f"{name} is {getattr(self, name)!r}; allowed is 0 or more")
        if self.value == "mixed" and not self.win_weight + self.points_weight > 0:
            raise ArgumentError("win_weight and points_weight are both 0; one of them must count")


def _check_kinds(settings: Settings) -> None:
    """Raise ArgumentError for a value that is not of the kind its annotation says."""
    for name, hint in get_type_hints(Settings).items():
        value = getattr(settings, name)
        if not any(_fits(value, kind) for kind in get_args(hint) or (hint,)):
            given = f", or {_PARTS[name]}" if name in _PARTS else ""
            raise ArgumentError(f"{name} is {value!r}; it must be {takes(hint)}{given}")


def _fits(value: object, kind: Any) -> bool:
    if isinstance(kind, str):  # one of a list of words
        return value == kind
    if get_origin(kind) is Callable:
        return callable(value)
    if kind is float:
        return isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value)
    return isinstance(value, kind) and (kind is bool or not isinstance(value, bool))
