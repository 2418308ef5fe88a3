"""Numbers as people write them: no exponents, and commas between thousands."""

from __future__ import annotations

from decimal import Decimal
from math import isfinite

MICROSECOND = 0.001
"""In milliseconds."""


def plain_number(value: float, figures: int = 4) -> str:
    """Return a number with this many figures, or with all that stand before the point.

    >>> plain_number(10_000), plain_number(12_345.6), plain_number(0.31250), plain_number(0.00002)
    ('10,000', '12,346', '0.3125', '0.00002')
    """
    if not isfinite(value):
        return f"{value:g}"
    if abs(value) >= 10**figures:
        return f"{value:,.0f}"
    return f"{Decimal(f'{value:.{figures}g}'):,f}"


def milliseconds(value: float) -> str:
    """Return a time in milliseconds, with two figures below a microsecond and three from there on.

    >>> milliseconds(1234.5), milliseconds(12.34), milliseconds(0.0000501)
    ('1,234', '12.3', '0.00005')
    """
    return plain_number(value, 2 if value < MICROSECOND else 3)
