"""Move groups: which groups of moves share a node of the tree, and a constant that varies with the game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from catanlab.framework.errors import ArgumentError
from catanlab.framework.moves import Move

FORM = "group+group/group+group"


def read_groups(groups: bool | str, move_type: type[Move]) -> tuple[int, ...]:
    """Return for each group of moves the number of the group with which it shares its nodes.

    >>> class Deed(Move):
    ...     groups = ("plant", "buy land", "rest", "sleep")
    ...     group_sets = {"idle": "rest+sleep"}
    >>> read_groups(True, Deed), read_groups("idle", Deed), read_groups("plant+sleep/rest", Deed)
    ((0, 1, 2, 3), (0, 1, 2, 2), (0, 1, 2, 0))

    A text is the name of a set of the game, or which groups share a node; others have one each. Raises
    ArgumentError, with the groups there are, for a name that is unknown or given twice.
    """
    names = move_type.groups
    shared = list(range(len(names)))
    if isinstance(groups, bool):
        return tuple(shared)
    met: set[str] = set()
    text = move_type.group_sets.get(groups, groups)
    for part in text.split("/") if text else ():
        members = [name.strip() for name in part.split("+")]
        for name in members:
            if name not in names:
                sets = "".join(f", {known}" for known in move_type.group_sets)
                raise ArgumentError(
                    f"there is no group of moves {name!r}; allowed are yes, no{sets} or {FORM} "
                    f"of the groups {', '.join(names)}"
                )
            if name in met:
                raise ArgumentError(f"the group {name} is named twice in {groups!r}")
            met.add(name)
            shared[names.index(name)] = names.index(members[0])
    return tuple(shared)


def scheduled(text: str | None, turn: int, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options of a tree policy with the value of c that belongs to a turn.

    >>> scheduled("0*2+40*0.7", 39, {"c": 1.0}), scheduled("40*0.7", 10, {"c": 1.0})
    ({'c': 2.0}, {'c': 1.0})

    Raises ArgumentError for text of another form.
    """
    found = dict(options)
    for first, value in sorted(read_schedule(text)):
        if turn >= first:
            found["c"] = value
    return found


def read_schedule(text: str | None) -> list[tuple[int, float]]:
    """Return the turns from which a value holds, with the values; raises ArgumentError.

    >>> read_schedule("0*2+40*0.7"), read_schedule(None)
    ([(0, 2.0), (40, 0.7)], [])
    """
    steps = []
    for part in text.split("+") if text is not None else ():
        turn, _, value = part.partition("*")
        try:
            steps.append((int(turn), float(value)))
        except ValueError:
            raise ArgumentError(
                f"{part.strip()!r} is not a turn with a value of c; the form is: turn*number+turn*number"
            ) from None
    if any(turn < 0 for turn, _ in steps) or len({turn for turn, _ in steps}) < len(steps):
        raise ArgumentError(f"{text!r}: turns are 0 or more, and each is given once")
    return steps
