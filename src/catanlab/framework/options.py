"""Options of named things: the keyword arguments of what makes them, with annotations and defaults."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any, TypeAlias, get_args, get_origin, get_type_hints

from catanlab.framework.errors import CatanlabError
from catanlab.framework.specs import read_value, spec_value, takes

Parameters: TypeAlias = dict[str, tuple[Any, Any]]
"""Annotation and default of each option, by its name."""

REQUIRED = inspect.Parameter.empty
"""The default of an option that must be given."""


@dataclass(frozen=True)
class Option:
    """An option in words: its name, what it takes, what it is when left out, and what it does."""

    name: str
    takes: str
    default: str
    meaning: str = ""


def parameters_of(maker: Callable[..., object], error: type[CatanlabError]) -> Parameters:
    """Return annotation and default of each keyword argument of a class or function.

    Raises `error` if the annotations cannot be read.
    """
    source: Any = maker
    while isinstance(source, partial):
        source = source.func
    name = source.__name__
    if isinstance(source, type):
        source = source.__init__  # type: ignore[misc]
    try:
        hints = get_type_hints(source, include_extras=True)
    except NameError as trouble:
        raise error(f"the options of {name} have annotations that cannot be read: {trouble}") from None
    named = (inspect.Parameter.KEYWORD_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return {
        name: (hints.get(name, _kind(parameter.default)), parameter.default)
        for name, parameter in inspect.signature(maker).parameters.items()
        if parameter.kind in named
    }


def describe(parameters: Parameters) -> tuple[Option, ...]:
    """Return the options in words."""
    return tuple(
        Option(name, takes(hint), spec_value(default), _meaning(hint))
        for name, (hint, default) in parameters.items()
    )


def read_options(
    name: str, words: Mapping[str, str], known: Parameters, error: type[CatanlabError]
) -> dict[str, Any]:
    """Return the values that words stand for, by the options that a thing of this name has.

    Raises `error` for an unknown option, with the valid ones, or for a value that is not allowed.
    """
    check_options(name, words, known, error)
    return {
        option: read_value(f"{name}'s {option}", word, known[option][0], error)
        for option, word in words.items()
    }


def check_options(
    name: str, given: Mapping[str, object], known: Parameters, error: type[CatanlabError]
) -> None:
    """Raise `error` if an option that is given is unknown, or one that is needed is not given."""
    for option in given:
        if option not in known:
            its = f"its options are {', '.join(known)}" if known else "it has none"
            raise error(f"{name} has no option {option!r}; {its}")
    for option, (_, default) in known.items():
        if default is REQUIRED and option not in given:
            raise error(f"{name} needs a value for its option {option}: {name}:{option}=...")


def _kind(default: object) -> Any:
    """Return the type of an argument without annotation: that of its default, or text."""
    return type(default) if isinstance(default, bool | int | float) else str


def _meaning(hint: Any) -> str:
    return str(get_args(hint)[1]) if get_origin(hint) is Annotated else ""
