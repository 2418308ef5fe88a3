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
from catanlab.playout.registry import NativeParts
from catanlab.search.candidates import GroupPriors, PlainPriors, Priors

MAX_WINS = 1_000_000
PriorSource: TypeAlias = str | Priors | Callable[[State, list[Any]], Iterable[float]]
"""Priors: their text, an object, or a function of a state and its moves that returns their weights."""

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


def make_priors(
    prior: PriorSource | None, virtual: str | None, move_type: type[Move], *, adds_up: bool = False
) -> Priors:
    """Return the priors that two texts give: weights and virtual wins, by group; or those that are given.

    >>> from catanlab.framework.moves import Move
    >>> type(make_priors("move*2", None, Move)).__name__
    'GroupPriors'

    A prior without a `*` is an import path: of a subclass of Priors that takes no arguments, which then
    gives the virtual wins as well, or of a function of a state and its moves that returns their weights.
    Either may be given itself. Raises ArgumentError with what is allowed.
    """
    by_weight = prior if isinstance(prior, str) and "*" in prior else ""
    weights = group_weights(by_weight, move_type)
    wins = group_weights(virtual or "", move_type, others=0.0)
    if max(wins) > MAX_WINS:
        raise ArgumentError(f"virtual wins of {max(wins):g} are too many; allowed are {MAX_WINS:,} a group")
    by_group = GroupPriors(weights, wins, adds_up)
    if by_weight or prior is None:
        return by_group
    if isinstance(prior, str) and not is_import_path(prior):
        raise PRIORS.unknown(prior)
    thing = PRIORS.own(PRIORS.find(prior))
    if isinstance(thing, Priors):
        return thing
    if callable(thing):
        return PlainPriors(thing, by_group)
    raise ArgumentError(f"{prior} is neither a subclass of Priors nor a function of a state and its moves")
