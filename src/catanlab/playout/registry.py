"""Policies and evaluations by name: `weighted:settlement*20`, `points:10`, `my_bots.policies.Clever`; also
objects and functions that are given themselves.

To add a policy or an evaluation, add its entry to the table. A name with a dot is an import path, for those
that are not in the tables.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from types import FunctionType
from typing import Any, TypeAlias, TypeVar

from catanlab.framework.errors import ArgumentError
from catanlab.framework.imports import import_home
from catanlab.framework.moves import Move
from catanlab.framework.random import Random
from catanlab.framework.registry import Entry, GivenEntry, OldNames, Registry
from catanlab.framework.state import State
from catanlab.playout.evaluations import Evaluation, PlainEvaluation, Points
from catanlab.playout.group_weights import FORM
from catanlab.playout.policies import CompiledFunction, PlainPolicy, Policy, Weighted

PATH_FORM = "package.module.Name"

T = TypeVar("T")
PolicySource: TypeAlias = str | Policy | Callable[[State, Random], int | str]
"""A policy: its text, an object, a `numba.cfunc`, or a function of a state and a Random."""
EvaluationSource: TypeAlias = str | Evaluation | Callable[[State], Iterable[float]]
"""An evaluation: its text, an object, or a function of a state."""


class NativeParts(Registry[T]):
    """Parts that native code calls; an entry has one argument or none, and no options."""

    def __init__(
        self,
        noun: str,
        entries: Iterable[Entry],
        base: type[T],
        method: str,
        *,
        form: str = "",
        old: OldNames | None = None,
    ) -> None:
        """Make a registry of subclasses of a base with a native method; a form is allowed next to names."""
        super().__init__(noun, f"{noun}s", entries, ArgumentError, path_form=PATH_FORM, old=old)
        self._base = base
        self._method = method
        self._form = form

    def unknown(self, name: object) -> ArgumentError:
        """Return the error for text that names nothing, with the forms that are allowed."""
        forms = [entry.form for entry in self.entries] + [self._form] * bool(self._form)
        return ArgumentError(
            f"there is no {self.noun} {name!r}; allowed are {', '.join(forms)} or {PATH_FORM}"
        )

    def import_own(self, path: str) -> Any:
        """Return a user's subclass, object or function; raises ArgumentError if there is none."""
        module = import_home(path, self.noun, ArgumentError, PATH_FORM)
        last = path.rpartition(".")[2]
        if not hasattr(module, last):
            raise ArgumentError(f"there is no {last!r} in {module.__name__} for the {self.noun} {path}")
        thing = getattr(module, last)
        self._check_native(thing, path)
        return thing

    def own(self, entry: Entry) -> Any:
        """Return the object that an import path names; a class is called to make it."""
        thing = self.load(entry)
        return self.create(entry, {}) if isinstance(thing, type) else thing

    def given(self, thing: Any) -> Entry:
        """Return an entry for an object, a class or a function that is not named but given itself.

        Raises ArgumentError if native code could not call it.
        """
        if not (isinstance(thing, self._base) or callable(thing) or hasattr(thing, "address")):
            raise self.unknown(thing)
        name = getattr(thing, "__name__", type(thing).__name__)
        self._check_native(thing, name)
        return GivenEntry(name, "", "", maker=thing)

    def _check_native(self, thing: Any, name: str) -> None:
        """Raise ArgumentError for a class of another kind, or whose method native code does not see."""
        base, method = self._base, self._method
        if isinstance(thing, type) and not issubclass(thing, base):
            raise ArgumentError(f"the class {name} is not a subclass of {base.__name__}")
        kind = thing if isinstance(thing, type) else type(thing)
        # Native code does not see the methods of plain Python: it would call the one of the base.
        is_plain = isinstance(getattr(kind, method, None), FunctionType) and not hasattr(base, method)
        if issubclass(kind, base) and is_plain:
            raise ArgumentError(
                f"{name} has its {method} in plain Python: compile the class, or give a function instead"
            )


def weighted(weights: str = "", *, move_type: type[Move]) -> Policy:
    """Return the policy that draws a group by its weight."""
    return Weighted(weights, move_type)


def points(scale: float) -> Evaluation:
    """Return the evaluation that gives each seat its points as a part of the scale."""
    return Points(scale)


POLICIES: NativeParts[Policy] = NativeParts(
    "policy",
    [
        Entry("uniform", "any listed move", "catanlab.playout.policies.Uniform"),
        Entry("groups", "a group first, then a move of it", "catanlab.playout.policies.GroupFirst"),
        Entry("weighted", "a group by weight", "catanlab.playout.registry.weighted", argument=FORM),
    ],
    Policy,
    "choose",
    old=OldNames(
        entries={
            "catanlab.agents.mcts.heavy.Heavy": "catanlab.agents.value.heavy.Heavy",
            "catanlab.search.policy.GroupFirst": "groups",
            "catanlab.search.policy.Policy": "catanlab.playout.policies.Policy",
            "catanlab.search.policy.Uniform": "uniform",
        }
    ),
)
"""Every playout policy. A policy with an argument is made with the type of the moves as well."""

EVALUATIONS: NativeParts[Evaluation] = NativeParts(
    "evaluation",
    [
        Entry("nothing", "0 for all seats", "catanlab.playout.evaluations.Nothing"),
        Entry("leader", "the win for whoever has the most points", "catanlab.playout.evaluations.Leader"),
        Entry(
            "points", "points as a part of a scale", "catanlab.playout.registry.points", argument="scale"
        ),
    ],
    Evaluation,
    "value",
    old=OldNames(
        entries={
            "catanlab.search.evaluation.Evaluation": "catanlab.playout.evaluations.Evaluation",
            "catanlab.search.evaluation.Leader": "leader",
            "catanlab.search.evaluation.Nothing": "nothing",
        }
    ),
)
"""Every evaluation of a playout that was cut."""


def make_policy(source: PolicySource, move_type: type[Move]) -> Policy:
    """Return the policy that a text names, or a given one, for games with these moves.

    >>> from catanlab import Move
    >>> type(make_policy("groups", Move)).__name__
    'GroupFirst'

    `uniform` draws any listed move, `groups` a group first, `weighted:settlement*20+city*10` a group by
    weight. An import path leads to a subclass of Policy that takes no arguments, to a policy, to a
    `numba.cfunc`, or to a function of a state and a Random; each of these may be given itself. Raises
    ArgumentError with what is allowed.
    """
    entry, argument = POLICIES.read_argument(source)
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


def make_evaluation(source: EvaluationSource) -> Evaluation:
    """Return the evaluation that a text names, or a given one.

    >>> type(make_evaluation("points:10")).__name__
    'Points'

    `nothing` gives 0 to all, `leader` the win to whoever has the most points, `points:10` each seat its
    points as a part of 10. An import path leads to a subclass of Evaluation that takes no arguments, to an
    evaluation, or to a function of a state; each of these may be given itself. Raises ArgumentError with
    what is allowed.
    """
    entry, argument = EVALUATIONS.read_argument(source)
    thing = entry.load()(*argument) if entry.argument else EVALUATIONS.own(entry)
    if isinstance(thing, Evaluation):
        return thing
    if callable(thing):
        return PlainEvaluation(thing)
    raise ArgumentError(f"{entry.name} is neither a subclass of Evaluation nor a function of a state")
