"""Numbers by group of moves, as text: `settlement*20+city*10`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import isfinite

from catanlab.framework.errors import ArgumentError
from catanlab.framework.moves import Move

FORM = "group*number+group*number"


def group_weights(
    weights: str | Mapping[str, float], move_type: type[Move], others: float = 1.0
) -> tuple[float, ...]:
    """Return a number for every group of a game's moves; groups that are not named have `others`.

    >>> from catanlab.framework.moves import Move
    >>> class Deed(Move):
    ...     groups = ("plant", "buy land", "rest")
    >>> group_weights("buy land*20 + rest*0.5", Deed)
    (1.0, 20.0, 0.5)
    >>> group_weights({"plant": 3}, Deed, others=0)
    (3.0, 0.0, 0.0)

    The empty text names none. Raises ArgumentError, with the groups there are, for text of another form,
    a group that is not one or is named twice, and numbers that are negative or not finite.
    """
    groups = move_type.groups
    numbers = [float(others)] * len(groups)
    named: set[str] = set()
    for group, value in _pairs(weights):
        if group not in groups:
            raise ArgumentError(f"there is no group of moves {group!r}; the groups are {', '.join(groups)}")
        if group in named:
            raise ArgumentError(f"the group {group} is named twice")
        named.add(group)
        numbers[groups.index(group)] = _number(group, value)
    return tuple(numbers)


def _pairs(weights: str | Mapping[str, float]) -> Iterable[tuple[str, object]]:
    if isinstance(weights, Mapping):
        return weights.items()
    if not isinstance(weights, str):
        raise ArgumentError(f"weights are a text or a mapping by group, not {weights!r}")
    return [_pair(part) for part in weights.split("+")] if weights.strip() else []


def _pair(part: str) -> tuple[str, str]:
    group, star, number = (piece.strip() for piece in part.partition("*"))
    if not (group and star and number):
        raise ArgumentError(f"{part.strip()!r} is not a group with a number; the form is: {FORM}")
    return group, number


def _number(group: str, value: object) -> float:
    try:
        number = float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        number = -1.0
    if isinstance(value, bool) or not (isfinite(number) and number >= 0.0):
        raise ArgumentError(f"the number of {group} is {value!r}; it must be 0 or more")
    return number
