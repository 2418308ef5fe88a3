"""Policies and evaluations by name: `weighted:settlement*20`, `points:10`, `my_bots.policies.Clever`.

A name with a dot is an import path, for what is not in the lists.
"""

from __future__ import annotations

from types import FunctionType

from catanlab.framework.errors import ArgumentError, CatanlabError
from catanlab.framework.imports import import_home, is_import_path
from catanlab.framework.moves import Move
from catanlab.framework.specs import read_value
from catanlab.framework.wording import words_of
from catanlab.playout.evaluations import Evaluation, Leader, Nothing, PlainEvaluation, Points
from catanlab.playout.functions import CompiledFunction, PlainPolicy
from catanlab.playout.group_weights import group_weights
from catanlab.playout.policies import GroupFirst, Policy, Uniform, Weighted
from catanlab.search.priors import GroupSeeding, PlainSeeding, Seeding

PATH_FORM = "package.module.Name"
POLICIES = ("uniform", "groups", "weighted:group*number+group*number", PATH_FORM)
MOST_WINS = 1_000_000
EVALUATIONS = ("nothing", "leader", "points:scale", PATH_FORM)


def make_policy(text: str, move_type: type[Move]) -> Policy:
    """Return the policy that a text names, for games with such moves.

    >>> from catanlab.framework.moves import Move
    >>> type(make_policy("groups", Move)).__name__
    'GroupFirst'

    `uniform` draws any listed move, `groups` a group first, `weighted:settlement*20+city*10` a group by
    weight. An import path leads to a subclass of Policy that takes no arguments, to a policy, to a
    `numba.cfunc`, or to a function of a state and a Random. Raises ArgumentError with what is allowed.
    """
    name, colon, rest = _split(text, "policy", POLICIES)
    if name == "weighted":
        return Weighted(rest, move_type)
    if colon or not (is_import_path(name) or name in ("uniform", "groups")):
        raise _unknown(text, "policy", POLICIES)
    if name == "uniform":
        return Uniform()
    if name == "groups":
        return GroupFirst()
    thing = _made(name, "policy", Policy, "choose")
    if isinstance(thing, Policy):
        return thing
    if hasattr(thing, "address"):
        return CompiledFunction(thing)
    if callable(thing):
        return PlainPolicy(thing)
    raise ArgumentError(f"{name} is neither a subclass of Policy nor a function of a state and a Random")


def make_evaluation(text: str) -> Evaluation:
    """Return the evaluation that a text names.

    >>> type(make_evaluation("points:10")).__name__
    'Points'

    `nothing` gives 0 to all, `leader` the win to whoever has the most points, `points:10` each seat its
    points as a part of 10. An import path leads to a subclass of Evaluation that takes no arguments, to an
    evaluation, or to a function of a state. Raises ArgumentError with what is allowed.
    """
    name, colon, rest = _split(text, "evaluation", EVALUATIONS)
    if name == "points" and colon:
        return Points(read_value("the scale of points", rest, float, ArgumentError))
    if colon or not (is_import_path(name) or name in ("nothing", "leader")):
        raise _unknown(text, "evaluation", EVALUATIONS)
    if name == "nothing":
        return Nothing()
    if name == "leader":
        return Leader()
    thing = _made(name, "evaluation", Evaluation, "value")
    if isinstance(thing, Evaluation):
        return thing
    if callable(thing):
        return PlainEvaluation(thing)
    raise ArgumentError(f"{name} is neither a subclass of Evaluation nor a function of a state")


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
        raise _unknown(prior, "prior", ("group*number+group*number", PATH_FORM))
    thing = _made(prior, "prior", Seeding, "seed")
    if isinstance(thing, Seeding):
        return thing
    if callable(thing):
        return PlainSeeding(thing, by_group)
    raise ArgumentError(f"{prior} is neither a subclass of Seeding nor a function of a state and its moves")


def _split(text: str, noun: str, forms: tuple[str, ...]) -> tuple[str, str, str]:
    if not isinstance(text, str):
        raise _unknown(text, noun, forms)
    name, colon, rest = text.partition(":")
    return name.strip(), colon, rest.strip()


def _unknown(text: object, noun: str, forms: tuple[str, ...]) -> ArgumentError:
    return ArgumentError(f"there is no {noun} {text!r}; allowed are {', '.join(forms[:-1])} or {forms[-1]}")


def _made(path: str, noun: str, base: type, method: str) -> object:
    """Return what an import path leads to, made if it is a class of such things."""
    module = import_home(path, noun, ArgumentError, PATH_FORM)
    last = path.rpartition(".")[2]
    if not hasattr(module, last):
        raise ArgumentError(f"there is no {last!r} in {module.__name__} for the {noun} {path}")
    thing = getattr(module, last)
    if not isinstance(thing, type):
        return thing
    if not issubclass(thing, base):
        raise ArgumentError(f"the class {path} is not a subclass of {base.__name__}")
    # Native code does not see the methods of plain Python: it would call the one of the base.
    if isinstance(getattr(thing, method, None), FunctionType) and not hasattr(base, method):
        raise ArgumentError(
            f"{path} has its {method} in plain Python: compile the class, or give a function instead"
        )
    try:
        return thing()
    except (CatanlabError, KeyboardInterrupt):
        raise
    except BaseException as error:
        raise ArgumentError(f"{path} cannot be made: {words_of(error)}") from error
