"""Priors from text: `settlement*20+city*10` by group of moves, or the import path of a user's own; also
objects and functions that are given themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

from catanlab.framework.errors import ArgumentError
from catanlab.framework.imports import is_import_path
from catanlab.framework.moves import Move
from catanlab.framework.registry import OldNames
from catanlab.framework.state import State
from catanlab.playout.group_weights import FORM, group_weights
from catanlab.playout.registry import PATH_FORM, NativeParts
from catanlab.search.candidates import GroupPriors, HeuristicPriors, PlainPriors, Priors
from catanlab.search.prior_checks import MAX_VISITS

PriorSource: TypeAlias = str | Priors | Callable[[State, list[Any]], Iterable[float]]
"""Priors: their text, an object, or a function of a state and its moves that returns their weights."""
HeuristicSource: TypeAlias = str | Callable[[State, list[Any]], Iterable[tuple[float, int]]]
"""A heuristic: its import path, or a function that returns a value and a count of visits for each move."""

PRIORS: NativeParts[Priors] = NativeParts(
    "prior",
    [],
    Priors,
    "estimate",
    form=FORM,
    old=OldNames(
        entries={
            "catanlab.search.seeding.GroupSeeding": "catanlab.search.candidates.GroupPriors",
            "catanlab.search.seeding.Seeding": "catanlab.search.candidates.Priors",
        }
    ),
)
"""Priors have no names: they are weights of groups, or import paths."""
HEURISTICS: NativeParts[Priors] = NativeParts("heuristic", [], Priors, "estimate")
"""Nor have heuristics, which are functions."""


def make_priors(
    prior: PriorSource | None,
    virtual: str | None,
    move_type: type[Move],
    *,
    adds_up: bool = False,
    heuristic: HeuristicSource | None = None,
) -> Priors:
    """Return the priors that two texts give: weights and virtual wins, by group; or those that are given.

    >>> from catanlab.framework.moves import Move
    >>> type(make_priors("move*2", None, Move)).__name__
    'GroupPriors'

    A prior without a `*` is an import path: of a subclass of Priors that takes no arguments, which then
    gives the virtual wins as well, or of a function of a state and its moves that returns their weights.
    Either may be given itself. A `heuristic` is a function, or its import path, that returns a value and a
    count of visits for each move; it excludes virtual wins. Raises ArgumentError with what is allowed.
    """
    by_weight = prior if isinstance(prior, str) and "*" in prior else ""
    weights = group_weights(by_weight, move_type)
    wins = group_weights(virtual or "", move_type, others=0.0)
    if max(wins) > MAX_VISITS:
        raise ArgumentError(
            f"virtual wins of {max(wins):g} are too many; allowed are {MAX_VISITS:,} a group"
        )
    by_group = GroupPriors(weights, wins, adds_up)
    weighed = by_group if by_weight or prior is None else _own(prior, by_group)
    if heuristic is None:
        return weighed
    if virtual:
        raise ArgumentError("virtual and heuristic both give visits to new children; one of them must go")
    if isinstance(heuristic, str) and not is_import_path(heuristic):
        raise ArgumentError(f"there is no heuristic {heuristic!r}; allowed is {PATH_FORM}")
    return HeuristicPriors(HEURISTICS.own(HEURISTICS.find(heuristic)), weighed)


def _own(prior: PriorSource, by_group: Priors) -> Priors:
    """Return the priors that are given, or named by an import path."""
    if isinstance(prior, str) and not is_import_path(prior):
        raise PRIORS.unknown(prior)
    thing = PRIORS.own(PRIORS.find(prior))
    if isinstance(thing, Priors):
        return thing
    if callable(thing):
        return PlainPriors(thing, by_group)
    raise ArgumentError(f"{prior} is neither a subclass of Priors nor a function of a state and its moves")
