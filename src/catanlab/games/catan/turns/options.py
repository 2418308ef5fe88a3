"""The options of each kind of turns: their defaults and allowed values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from catanlab.framework.errors import GameError

MAX_CAP = 4096
"""The largest allowed `cap`: the most turns in a list."""

_COMMON: Mapping[str, tuple[int, int, int] | bool] = {"offers": True}

# A switch with its default, or a number with its default, least and most.
KINDS: Mapping[str, Mapping[str, tuple[int, int, int] | bool]] = {
    "martin": {
        "trade_only_to_build": True,
        "best_roads": (4, 0, 72),
        "depth": (0, 0, 100),
        "cap": (1024, 64, MAX_CAP),
        **_COMMON,
    },
    "panousis": {
        "always_pass": False,
        "roads": (15, 0, 15),
        "prune_roads": True,
        "unplayed": (0, 0, 25),
        "cards": True,
        "cap": (1024, 64, MAX_CAP),
        **_COMMON,
    },
    "tuma": {
        "draws": (1, 1, 16),
        "check_first": False,
        "seed": (0, 0, 2**64 - 1),
        "cap": (MAX_CAP, 1024, MAX_CAP),
        **_COMMON,
    },
}


def full_options(kind: str, given: Mapping[str, Any]) -> dict[str, int]:
    """Return every option of a kind, the default where none is given; raises GameError.

    >>> full_options("tuma", {"draws": 2})
    {'draws': 2, 'check_first': False, 'seed': 0, 'cap': 4096, 'offers': True}
    """
    if kind not in KINDS:
        raise GameError(f"unknown kind of turns {kind!r}; the kinds are {', '.join(KINDS)}")
    known = KINDS[kind]
    for name in given:
        if name not in known:
            raise GameError(f"{kind} has no option {name!r}; its options are {', '.join(known)}")
    return {name: _value(name, takes, given) for name, takes in known.items()}


def _value(name: str, takes: tuple[int, int, int] | bool, given: Mapping[str, Any]) -> int:
    if isinstance(takes, bool):
        value = given.get(name, takes)
        if not isinstance(value, bool):
            raise GameError(f"{name} is {value!r}; it is True or False")
        return value
    default, least, most = takes
    number = given.get(name, default)
    if isinstance(number, bool) or not isinstance(number, int) or not least <= number <= most:
        raise GameError(f"{name} is {number!r}; it is an integer from {least} to {most}")
    return number
