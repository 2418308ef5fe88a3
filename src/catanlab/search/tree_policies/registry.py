"""The tree policies by name, made from options or from text such as `thompson:reshape=yes`.

To add a tree policy, add its entry to the table and the function that makes it to `makers`. A name with a
dot is the import path of a policy that is not in the table: a plain class with `choose(children, parent,
random)`, a native subclass of TreePolicy, or a function that returns either.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from catanlab.framework.errors import ArgumentError
from catanlab.framework.options import Parameters
from catanlab.framework.random import Random
from catanlab.framework.registry import Entry, GivenEntry, OldNames, Registry
from catanlab.search.one_level_tree import OneLevelTree
from catanlab.search.tree_policies.base import PlainTreePolicy, TreePolicy

PATH_FORM = "package.module.Name"
TreePolicySource: TypeAlias = str | Callable[..., Any]
"""A tree policy: its name, or a class or function that makes one."""
_PACKAGE = "catanlab.search.tree_policies"
_HEAP_TYPE = 1 << 9  # a class that is made at run time, by the flags that CPython gives it


class _TreePolicies(Registry[TreePolicy]):
    """Tree policies, also those in plain Python and compiled classes, whose options cannot be found out."""

    def import_own(self, path: str) -> Any:
        """Return a user's class or function; raises ArgumentError if no search would call it."""
        maker = super().import_own(path)
        self._check_compiled(maker, path)
        return maker

    def given(self, thing: Any) -> Entry:
        """Return an entry for a class or function that makes policies; raises ArgumentError for others."""
        if isinstance(thing, TreePolicy) or (hasattr(thing, "choose") and not isinstance(thing, type)):
            raise ArgumentError(
                "each search and each thread needs a tree policy of its own: give the class "
                f"{type(thing).__name__} itself or a function that returns a new one, not one object"
            )
        if not callable(thing):
            raise self.unknown(thing)
        name = getattr(thing, "__name__", type(thing).__name__)
        self._check_compiled(thing, name)
        return GivenEntry(name, "", "", maker=thing)

    def _check_compiled(self, maker: Any, path: str) -> None:
        is_subclass = isinstance(maker, type) and issubclass(maker, TreePolicy)
        if is_subclass and _is_native(TreePolicy) and not _is_native(maker):
            raise ArgumentError(
                f"{path} is a subclass of TreePolicy but not compiled, so no search would call it; "
                "a plain class has choose(children, parent, random) and no base class"
            )

    def parameters(self, entry: Entry, given: Mapping[str, Any]) -> Parameters:
        """Return annotation and default of each option, none for a compiled class."""
        return {} if _is_native(self.load(entry)) else super().parameters(entry, given)

    def call(self, entry: Entry, values: Mapping[str, Any]) -> TreePolicy:
        """Make a tree policy, around an object in plain Python if need be."""
        made = self.load(entry)(**values)
        return made if isinstance(made, TreePolicy) else PlainTreePolicy(made)


def _entry(name: str, summary: str) -> Entry:
    return Entry(name, summary, f"catanlab.search.tree_policies.makers.{name.replace('-', '_')}")


_ENTRIES = (
    _entry("uct", "mean reward plus a bonus for children with few visits"),
    _entry("ucb-tuned", "UCB1 with a bonus that depends on how much rewards vary"),
    _entry("bayes", "posterior mean plus a bonus by visits and spread"),
    _entry("vpi", "posterior mean plus the gain from knowing better"),
    _entry("thompson", "the highest draw from the beta posteriors"),
    _entry("rave", "mean reward blended with that of simulations in which the move came later"),
    _entry("uct-rave", "MC-RAVE with the bonus of UCT"),
    _entry("puct", "mean reward plus a bonus in proportion to the prior"),
    _entry("bias", "UCT, and the prior as a bonus that fades"),
    _entry("widening", "UCT among the likeliest children, more with the visits"),
)

_MOVED = {
    f"{_PACKAGE}.bias.ProgressiveBias": f"{_PACKAGE}.ucb.ProgressiveBias",
    f"{_PACKAGE}.dirichlet.DirichletPolicy": f"{_PACKAGE}.bayes.DirichletPolicy",
    f"{_PACKAGE}.puct.Puct": f"{_PACKAGE}.ucb.Puct",
    f"{_PACKAGE}.thompson.Thompson": f"{_PACKAGE}.bayes.Thompson",
    f"{_PACKAGE}.ucb_tuned.UcbTuned": f"{_PACKAGE}.ucb.UcbTuned",
    f"{_PACKAGE}.uct.Uct": f"{_PACKAGE}.ucb.Uct",
    f"{_PACKAGE}.widening.Widening": f"{_PACKAGE}.ucb.Widening",
    **{f"{_PACKAGE}.registry.{entry.path.rpartition('.')[2]}": entry.name for entry in _ENTRIES},
}
"""Import paths of version 0.1, and what they name now. A class stays one: it takes no options, while what
has a name takes those of the agent."""

TREE_POLICIES = _TreePolicies(
    "tree policy",
    "policies",
    _ENTRIES,
    ArgumentError,
    path_form=PATH_FORM,
    old=OldNames(entries=_MOVED),
)
"""Every tree policy."""


def policy_options(name: TreePolicySource) -> Parameters:
    """Return annotation and default of each option; raises ArgumentError with the valid names.

    >>> list(policy_options("thompson"))
    ['reshape', 'floor', 'a', 'b']
    """
    return TREE_POLICIES.parameters(TREE_POLICIES.find(name), {})


def make_tree_policy(name: TreePolicySource, **options: Any) -> TreePolicy:
    """Return a new tree policy by name or from its class; each search, and each thread, needs its own.

    >>> type(make_tree_policy("thompson", reshape=True)).__name__
    'Thompson'

    Raises ArgumentError for an unknown name or option, with the valid ones, for a value that is not
    allowed, if an import path does not lead to a tree policy, or if its `choose` or `update` cannot be
    called as a search does.
    """
    entry = TREE_POLICIES.find(name)
    if _is_native(TREE_POLICIES.load(entry)):
        return TREE_POLICIES.create(entry, options)
    return TREE_POLICIES.make_with(name, options)


def check_answers(policy: TreePolicy) -> None:
    """Let a new policy in plain Python choose between two children; raises ArgumentError for its answer.

    Any other error is left to the search: the policy may need the moves of a game.
    """
    if isinstance(policy, PlainTreePolicy):
        try:
            OneLevelTree(policy, arms=2).choose(Random())
        except ArgumentError:
            raise
        except Exception:
            return


def read_tree_policy(spec: str) -> TreePolicy:
    """Return a new tree policy from its name and options as text.

    >>> read_tree_policy("uct:c=1.4").c
    1.4

    Raises what make_tree_policy raises, and ArgumentError for text of another form.
    """
    return TREE_POLICIES.make(spec)


def _is_native(maker: object) -> bool:
    """Say whether something is a compiled class, whose options cannot be found out."""
    return isinstance(maker, type) and not maker.__flags__ & _HEAP_TYPE
