"""The steps of a plan to win, in words."""

from __future__ import annotations

Things = list[tuple[str, int]]
"""Names of things, each with its node or -1."""


def named_steps(step: int, first: int, second: int) -> Things:
    """Return the things of a step with the nodes of its pieces; the numbers are those of `win_time`.

    >>> named_steps(2, 17, 4)
    [('city', 17), ('settlement', 4)]
    """
    kinds = (
        (),
        ("settlement", "settlement"),
        ("city", "settlement"),
        ("settlement", "city"),
        ("city", "city"),
        ("Longest Road",),
        ("Largest Army",),
        ("city",),
        ("settlement",),
    )[step]
    return list(zip(kinds, (first, second), strict=False))
