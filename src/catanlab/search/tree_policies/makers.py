"""The functions that make the tree policies of the registry; their keyword arguments are the options."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from catanlab.search.tree_policies.base import TreePolicy
from catanlab.search.tree_policies.bayes import BayesianUct, Thompson
from catanlab.search.tree_policies.rave import Rave
from catanlab.search.tree_policies.ucb import ProgressiveBias, Puct, UcbTuned, Uct, Widening
from catanlab.search.tree_policies.vpi import Vpi

Exploration: TypeAlias = Annotated[float, "weight of the bonus for children with few visits"]
Alpha: TypeAlias = Annotated[float, "prior weight of each possible reward"]
Support: TypeAlias = Annotated[int, "how many possible rewards, equally spaced"]
Least: TypeAlias = Annotated[float | None, "the least of them (none: the least reward there is)"]
Most: TypeAlias = Annotated[float | None, "the greatest of them (none: the greatest reward there is)"]
Equivalence: TypeAlias = Annotated[float, "visits at which both values weigh the same, for schedule hand"]
Schedule: TypeAlias = Annotated[Literal["hand", "mse"], "how the weight of other simulations falls"]
RaveBias: TypeAlias = Annotated[float, "error of their value, for schedule mse"]


def uct(
    *,
    c: Exploration = 1.0,
    total: Annotated[bool, "n is the number of all simulations, not of those through the node"] = False,
) -> TreePolicy:
    """Return UCT: mean reward plus a bonus for children with few visits."""
    return Uct(c, total)


def ucb_tuned() -> TreePolicy:
    """Return UCB1-Tuned: UCB1 with a bonus that depends on how much rewards vary."""
    return UcbTuned()


def bayes(
    *,
    spread: Annotated[
        Literal["reward", "expected", "none", "mean"],
        "sigma: of a reward, of the expected reward, 1, or of the expected reward and without n_i",
    ] = "reward",
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
    a: Annotated[float, "prior wins"] = 1.0,
    b: Annotated[float, "prior losses"] = 1.0,
) -> TreePolicy:
    """Return Thompson sampling: the highest draw from the beta posteriors."""
    return Thompson(reshape, floor, a, b)


def rave(*, k: Equivalence = 1000.0, schedule: Schedule = "hand", bias: RaveBias = 0.1) -> TreePolicy:
    """Return MC-RAVE: mean reward blended with that of simulations in which the move came later."""
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
    fpu: Annotated[float, "worth of a child without visits, or how far below its parent's"] = 0.0,
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
