from collections.abc import Iterable
from typing import final

from catanlab.agents.estimates.income import Income
from catanlab.games.catan.board import Board

__all__ = [
    "KIND_NAMES",
    "BuildTimes",
    "best_addition",
    "best_pair",
    "hand_after_trades",
    "lone_build_time",
    "lone_spots",
    "weight",
]

KIND_NAMES: tuple[str, ...]

@final
class BuildTimes:
    limit: int
    several: bool
    def __init__(self, *, limit: int = ..., accurate: bool = ..., weights: Iterable[int] = ...) -> None: ...
    def rolls(self, income: Income, target: Iterable[int], hand: Iterable[int] = ...) -> int: ...
    def rolls_for(self, income: Income, kind: str, count: int = ...) -> int: ...
    def sum(self, income: Income) -> int: ...

def hand_after_trades(income: Income, hand: int, target: int) -> int | None: ...
def weight(board: Board, node: int) -> int: ...
def lone_build_time(board: Board, build_times: BuildTimes, node: int, *, cap: int = ...) -> int: ...
def lone_spots(
    board: Board, build_times: BuildTimes, nodes: Iterable[int]
) -> list[tuple[int, int, int]]: ...
def best_pair(
    board: Board, build_times: BuildTimes, nodes: Iterable[int]
) -> tuple[int, int, int] | None: ...
def best_addition(
    board: Board, build_times: BuildTimes, own: Iterable[int], nodes: Iterable[int], *, cut_off: bool = ...
) -> tuple[int, int] | None: ...
