"""Priors from text: `settlement*20+city*10` by group of moves, or the import path of a user's own."""

from __future__ import annotations

from catanlab.framework.errors import ArgumentError
from catanlab.framework.imports import is_import_path
from catanlab.framework.moves import Move
from catanlab.playout.group_weights import FORM, group_weights
from catanlab.playout.registry import NativeParts
from catanlab.search.priors import GroupSeeding, PlainSeeding, Seeding

MOST_WINS = 1_000_000

PRIORS: NativeParts[Seeding] = NativeParts("prior", [], Seeding, "seed", form=FORM)
"""Priors have no names: they are weights of groups, or import paths."""


def make_seeding(
    prior: str | None, virtual: str | None, move_type: type[Move], *, adds_up: bool = False
) -> Seeding:
    """Return what is thought of moves beforehand: weights and virtual wins, by group.

    >>> from catanlab.framework.moves import Move
    >>> type(make_seeding("move*2", None, Move)).__name__
    'GroupSeeding'

    A prior without a `*` is an import path: of a subclass of Seeding that takes no arguments, which then
    gives the virtual wins as well, or of a function of a state and its moves that returns their weights.
    Raises ArgumentError with what is allowed.
    """
    is_path = prior is not None and "*" not in prior
    weights = group_weights("" if is_path or prior is None else prior, move_type)
    wins = group_weights(virtual or "", move_type, others=0.0)
    if max(wins) > MOST_WINS:
        raise ArgumentError(
            f"virtual wins of {max(wins):g} are too many; allowed are {MOST_WINS:,} a group"
        )
    by_group = GroupSeeding(weights, wins, adds_up)
    if not is_path or prior is None:
        return by_group
    if not is_import_path(prior):
        raise PRIORS.unknown(prior)
    thing = PRIORS.own(PRIORS.find(prior))
    if isinstance(thing, Seeding):
        return thing
    if callable(thing):
        return PlainSeeding(thing, by_group)
    raise ArgumentError(f"{prior} is neither a subclass of Seeding nor a function of a state and its moves")
