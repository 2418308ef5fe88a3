"""The tree policies by name, made from options or from text such as `thompson:reshape=yes`.

A name with a dot is the import path of a policy that is not in the list: a plain class with
`choose(children, parent, random)`, a native subclass of TreePolicy, or a function that returns either.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Literal, TypeAlias

from catanlab.framework.errors import ArgumentError, CatanlabError
from catanlab.framework.imports import import_home, is_import_path
from catanlab.framework.options import (
    Parameters,
    check_options,
    parameters_of,
    read_options,
)
from catanlab.framework.specs import split_spec
from catanlab.framework.wording import words_of
from catanlab.search.tree_policies.base import PlainTreePolicy, TreePolicy
from catanlab.search.tree_policies.bayes import BayesianUct, Thompson
from catanlab.search.tree_policies.rave import Rave
from catanlab.search.tree_policies.ucb import ProgressiveBias, Puct, UcbTuned, Uct, Widening
from catanlab.search.tree_policies.vpi import Vpi

Exploration: TypeAlias = Annotated[float, "weight of the bonus for what was tried little"]
Alpha: TypeAlias = Annotated[float, "prior weight of each possible reward"]
Support: TypeAlias = Annotated[int, "how many possible rewards, equally spaced"]
Least: TypeAlias = Annotated[float | None, "the least of them (none: the least reward there is)"]
Most: TypeAlias = Annotated[float | None, "the greatest of them (none: the greatest reward there is)"]
Equivalence: TypeAlias = Annotated[float, "visits at which both values weigh the same, for schedule hand"]
Schedule: TypeAlias = Annotated[Literal["hand", "mse"], "how the weight of other simulations falls"]
RaveBias: TypeAlias = Annotated[float, "how far their value is off, for schedule mse"]


def uct(*, c: Exploration = 1.0) -> TreePolicy:
    """Return UCT: mean reward plus a bonus for what was tried little."""
    return Uct(c)


def ucb_tuned() -> TreePolicy:
    """Return UCB1-Tuned: UCB1 with a bonus that knows how much rewards vary."""
    return UcbTuned()


def bayes(
    *,
    spread: Annotated[Literal["reward", "none", "mean"], "what sigma is"] = "reward",
    alpha: Alpha = 1.0,
    support: Support = 2,
    least: Least = None,
    most: Most = None,
) -> TreePolicy:
    """Return Bayesian UCT: posterior mean plus a bonus by visits and spread."""
    return BayesianUct(spread, alpha, support, least, most)


def vpi(
    *,
    form: Annotated[Literal["analytic", "sampled"], "how the expected gain is found"] = "analytic",
    samples: Annotated[int, "draws for each child, for form sampled"] = 100,
    alpha: Alpha = 1.0,
    support: Support = 2,
    least: Least = None,
    most: Most = None,
) -> TreePolicy:
    """Return the value of perfect information: posterior mean plus the gain from knowing better."""
    return Vpi(form, samples, alpha, support, least, most)


def thompson(
    *,
    reshape: Annotated[bool, "divide the shapes by phi = sqrt(ln n / n_i)"] = False,
    floor: Annotated[bool, "let phi never be below 1"] = False,
    a: Annotated[float, "wins beforehand"] = 1.0,
    b: Annotated[float, "losses beforehand"] = 1.0,
) -> TreePolicy:
    """Return Thompson sampling: the highest draw from the beta posteriors."""
    return Thompson(reshape, floor, a, b)


def rave(*, k: Equivalence = 1000.0, schedule: Schedule = "hand", bias: RaveBias = 0.1) -> TreePolicy:
    """Return MC-RAVE: mean reward blended with what the move did later in other simulations."""
    return Rave(k, schedule, bias, 0.0)


def uct_rave(
    *,
    c: Exploration = 1.0,
    k: Equivalence = 1000.0,
    schedule: Schedule = "hand",
    bias: RaveBias = 0.1,
) -> TreePolicy:
    """Return UCT-RAVE: MC-RAVE with the bonus of UCT."""
    return Rave(k, schedule, bias, c)


def puct(
    *,
    c: Exploration = 1.0,
    fpu: Annotated[float, "worth of a child that was never tried, or how far below its parent's"] = 0.0,
    fpu_from: Annotated[Literal["parent", "fixed"], "which of the two"] = "parent",
) -> TreePolicy:
    """Return PUCT: mean reward plus a bonus in proportion to the prior."""
    return Puct(c, fpu, fpu_from)


def bias(
    *, c: Exploration = 1.0, weight: Annotated[float, "weight of the prior, over visits + 1"] = 1.0
) -> TreePolicy:
    """Return progressive bias: UCT, and the prior as a bonus that fades."""
    return ProgressiveBias(c, weight)


def widening(
    *,
    c: Exploration = 1.0,
    width_c: Annotated[float, "factor of the number of children"] = 2.0,
    width_a: Annotated[float, "power of the visits in it, 0 to 1"] = 0.5,
) -> TreePolicy:
    """Return progressive widening: UCT among the likeliest children, more with the visits."""
    return Widening(c, width_c, width_a)


POLICIES: dict[str, Callable[..., TreePolicy]] = {
    "uct": uct,
    "ucb-tuned": ucb_tuned,
    "bayes": bayes,
    "vpi": vpi,
    "thompson": thompson,
    "rave": rave,
    "uct-rave": uct_rave,
    "puct": puct,
    "bias": bias,
    "widening": widening,
}
"""What makes each tree policy of the list, by its name; the options are its keyword arguments."""

PATH_FORM = "package.module.Name"
_HEAP_TYPE = 1 << 9  # a class that is made at run time, by the flags that CPython gives it


def policy_names() -> tuple[str, ...]:
    """Return the names of all tree policies in the list."""
    return tuple(POLICIES)


def policy_options(name: str) -> Parameters:
    """Return annotation and default of each option; raises ArgumentError with the valid names.

    >>> list(policy_options("thompson"))
    ['reshape', 'floor', 'a', 'b']
    """
    maker = _find(name)
    if _is_native(maker):
        return {}
    return parameters_of(maker, ArgumentError)


def make_tree_policy(name: str, **options: Any) -> TreePolicy:
    """Return a new tree policy; each search, and each thread of one, needs its own.

    >>> type(make_tree_policy("thompson", reshape=True)).__name__
    'Thompson'

    Raises ArgumentError for an unknown name or option, with the valid ones, for a value that is not
    allowed, or if what an import path leads to is no tree policy.
    """
    maker = _find(name)
    if not _is_native(maker):
        check_options(name, options, policy_options(name), ArgumentError)
    try:
        made = maker(**options)
    except (CatanlabError, KeyboardInterrupt):
        raise
    except BaseException as error:
        raise ArgumentError(f"{name} cannot be made: {words_of(error)}") from error
    return made if isinstance(made, TreePolicy) else PlainTreePolicy(made)


def read_tree_policy(spec: str) -> TreePolicy:
    """Return a new tree policy from its name and options as text.

    >>> read_tree_policy("uct:c=1.4").c
    1.4

    Raises what make_tree_policy raises, and ArgumentError for text of another form.
    """
    name, words = split_spec(spec, ArgumentError)
    return make_tree_policy(name, **read_options(name, words, policy_options(name), ArgumentError))


def _find(name: str) -> Callable[..., Any]:
    if name in POLICIES:
        return POLICIES[name]
    if not is_import_path(name):
        raise ArgumentError(f"unknown tree policy {name!r}; the policies are {', '.join(POLICIES)}")
    module = import_home(name, "tree policy", ArgumentError, PATH_FORM)
    item = name.rpartition(".")[2]
    maker: object = getattr(module, item, None)
    if not callable(maker):
        raise ArgumentError(f"{module.__name__} has no class or function {item!r} for a tree policy")
    is_subclass = isinstance(maker, type) and issubclass(maker, TreePolicy)
    if is_subclass and _is_native(TreePolicy) and not _is_native(maker):
        raise ArgumentError(
            f"{name} is a subclass of TreePolicy but not compiled, so no search would call it; "
            "a plain class has choose(children, parent, random) and no base class"
        )
    return maker


def _is_native(maker: object) -> bool:
    """Say whether something is a compiled class, which does not tell its options."""
    return isinstance(maker, type) and not maker.__flags__ & _HEAP_TYPE
