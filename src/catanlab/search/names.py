"""Policies, evaluations and priors by name: `weighted:settlement*20`, `points:10`, `my_bots.Clever`.

To add a policy or an evaluation, add its entry to the table. A name with a dot is an import path, for those
that are not in the tables.
"""

from __future__ import annotations

from collections.abc import Iterable
from types import FunctionType
from typing import Any, TypeVar

from catanlab.framework.errors import ArgumentError
from catanlab.framework.imports import import_home, is_import_path
from catanlab.framework.moves import Move
from catanlab.framework.registry import Entry, Registry
from catanlab.search.evaluation import Evaluation, PlainEvaluation, Points
from catanlab.search.functions import CompiledFunction, PlainPolicy
from catanlab.search.policy import Policy, Weighted
from catanlab.search.seeding import GroupSeeding, PlainSeeding, Seeding
from catanlab.search.weights import FORM, group_weights

PATH_FORM = "package.module.Name"
MOST_WINS = 1_000_000

T = TypeVar("T")


class _Parts(Registry[T]):
    """Parts of a search that native code calls; an entry has one argument or none, and no options."""

    def __init__(
        self, noun: str, entries: Iterable[Entry], base: type[T], method: str, *forms: str
    ) -> None:
        super().__init__(noun, f"{noun}s", entries, ArgumentError, path_form=PATH_FORM)
        self._base = base
        self._method = method
        self._forms = (*(entry.form for entry in self.entries), *forms)

    def unknown(self, name: object) -> ArgumentError:
        """Return the error for text that names nothing, with the forms that are allowed."""
        return ArgumentError(
            f"there is no {self.noun} {name!r}; allowed are {', '.join(self._forms)} or {PATH_FORM}"
        )

    def import_own(self, path: str) -> Any:
        """Return a user's subclass, object or function; raises ArgumentError if there is none."""
        module = import_home(path, self.noun, ArgumentError, PATH_FORM)
        last = path.rpartition(".")[2]
        if not hasattr(module, last):
            raise ArgumentError(f"there is no {last!r} in {module.__name__} for the {self.noun} {path}")
        thing = getattr(module, last)
        base, method = self._base, self._method
        if isinstance(thing, type):
            if not issubclass(thing, base):
                raise ArgumentError(f"the class {path} is not a subclass of {base.__name__}")
            # Native code does not see the methods of plain Python: it would call the one of the base.
            if isinstance(getattr(thing, method, None), FunctionType) and not hasattr(base, method):
                raise ArgumentError(
                    f"{path} has its {method} in plain Python: compile the class, or give a function "
                    "instead"
                )
        return thing

    def own(self, entry: Entry) -> Any:
        """Return what an import path names, made if it is a class."""
        thing = self.load(entry)
        return self.create(entry, {}) if isinstance(thing, type) else thing


def weighted(weights: str = "", *, move_type: type[Move]) -> Policy:
    """Return the policy that draws a group by its weight."""
    return Weighted(weights, move_type)


def points(scale: float) -> Evaluation:
    """Return the evaluation that gives each seat its points as a part of the scale."""
    return Points(scale)


POLICIES: _Parts[Policy] = _Parts(
    "policy",
    [
        Entry("uniform", "any listed move", "catanlab.search.policy.Uniform"),
        Entry("groups", "a group first, then a move of it", "catanlab.search.policy.GroupFirst"),
        Entry("weighted", "a group by weight", "catanlab.search.names.weighted", argument=FORM),
    ],
    Policy,
    "choose",
)
"""Every playout policy. A policy with an argument is made with the type of the moves as well."""

EVALUATIONS: _Parts[Evaluation] = _Parts(
    "evaluation",
    [
        Entry("nothing", "0 for all seats", "catanlab.search.evaluation.Nothing"),
        Entry("leader", "the win for whoever has the most points", "catanlab.search.evaluation.Leader"),
        Entry("points", "points as a part of a scale", "catanlab.search.names.points", argument="scale"),
    ],
    Evaluation,
    "value",
)
"""Every evaluation of a playout that was cut."""

PRIORS: _Parts[Seeding] = _Parts("prior", [], Seeding, "seed", FORM)
"""Priors have no names: they are weights of groups, or import paths."""


def make_policy(text: str, move_type: type[Move]) -> Policy:
    """Return the policy that a text names, for games with such moves.

    >>> from catanlab.framework.moves import Move
    >>> type(make_policy("groups", Move)).__name__
    'GroupFirst'

    `uniform` draws any listed move, `groups` a group first, `weighted:settlement*20+city*10` a group by
    weight. An import path leads to a subclass of Policy that takes no arguments, to a policy, to a
    `numba.cfunc`, or to a function of a state and a Random. Raises ArgumentError with what is allowed.
    """
    entry, argument = POLICIES.read_argument(text)
    if entry.argument:
        made: Policy = entry.load()(*argument, move_type=move_type)
        return made
    thing = POLICIES.own(entry)
    if isinstance(thing, Policy):
        return thing
    if hasattr(thing, "address"):
        return CompiledFunction(thing)
    if callable(thing):
        return PlainPolicy(thing)
    raise ArgumentError(
        f"{entry.name} is neither a subclass of Policy nor a function of a state and a Random"
    )


def make_evaluation(text: str) -> Evaluation:
    """Return the evaluation that a text names.

    >>> type(make_evaluation("points:10")).__name__
    'Points'

    `nothing` gives 0 to all, `leader` the win to whoever has the most points, `points:10` each seat its
    points as a part of 10. An import path leads to a subclass of Evaluation that takes no arguments, to an
    evaluation, or to a function of a state. Raises ArgumentError with what is allowed.
    """
    entry, argument = EVALUATIONS.read_argument(text)
    thing = entry.load()(*argument) if entry.argument else EVALUATIONS.own(entry)
    if isinstance(thing, Evaluation):
        return thing
    if callable(thing):
        return PlainEvaluation(thing)
    raise ArgumentError(f"{entry.name} is neither a subclass of Evaluation nor a function of a state")


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
