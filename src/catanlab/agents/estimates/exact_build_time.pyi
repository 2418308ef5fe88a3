from collections.abc import Iterable

from catanlab.agents.estimates.income import Income

__all__ = ["chances", "median_rolls"]

def chances(
    income: Income,
    target: Iterable[int],
    hand: Iterable[int] = ...,
    *,
    rolls: int = ...,
    until: float = ...,
) -> list[float]: ...
def median_rolls(
    income: Income, target: Iterable[int], hand: Iterable[int] = ..., *, limit: int = ...
) -> int: ...
