"""The result of a search: visits and values of every move, the best play, and the top of the tree."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, Any

from catanlab.framework.game import Game
from catanlab.framework.moves import Move

if TYPE_CHECKING:
    from rich.table import Table


@dataclass(frozen=True)
class RootMove:
    """A move at the root, with its visits and values."""

    move: Move
    visits: int
    values: tuple[float, ...]
    """Its value to each seat."""
    value: float
    """Its value to the seat that moves."""
    spread: float
    """The standard deviation of single simulations."""
    prior: float
    available: int
    """How often it could have been chosen; 0 if that was always so."""

    @property
    def error(self) -> float:
        """The standard error of the value, as if its simulations were independent; 0 without any."""
        return self.spread / sqrt(self.visits) if self.visits else 0.0

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {
            "move": self.move.text,
            "visits": self.visits,
            "value": self.value,
            "values": list(self.values),
            "error": self.error,
            "spread": self.spread,
            "prior": self.prior,
            "available": self.available,
        }


@dataclass(frozen=True)
class Step:
    """A step of the principal variation; the seat is None where chance decided."""

    seat: int | None
    move: Move
    visits: int
    values: tuple[float, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {
            "seat": self.seat,
            "move": self.move.text,
            "visits": self.visits,
            "values": list(self.values),
        }


@dataclass(frozen=True)
class Branch:
    """A node near the root, with the most visited of its children."""

    move: Move | None
    """The move, outcome or group that leads to it; None at the root."""
    kind: str
    chooser: int | None
    visits: int
    values: tuple[float, ...]
    children: tuple[Branch, ...]
    left_out: int
    """How many more children it has."""
    group: str = ""
    """The names of the groups whose moves are below it, if it is the node of a group."""

    @property
    def label(self) -> str | None:
        """The text of its move or outcome, or the name of its group; None at the root."""
        if self.move is None:
            return None
        return (self.group or self.move.group) if self.kind == "group" else self.move.text

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain data, children within."""
        return {
            "move": self.label,
            "kind": self.kind,
            "chooser": self.chooser,
            "visits": self.visits,
            "values": list(self.values),
            "children": [child.to_dict() for child in self.children],
            "left_out": self.left_out,
        }


@dataclass(frozen=True, kw_only=True, repr=False)
class SearchResult:
    """The result of a search of a position; its repr is one line, `table` and `to_dict` have all of it."""

    game: Game
    seat: int
    best: Move
    """The move that the final choice makes."""
    final: str
    moves: tuple[RootMove, ...]
    """Every move of the root, the most visited first."""
    variation: tuple[Step, ...]
    """The best play as the first tree sees it: the most visited child of each node."""
    top: Branch
    """The top of the first tree."""
    iterations: int
    seconds: float
    trees: int
    nodes: int
    depth_mean: float
    depth_max: int
    refused: int
    """How often a child was not made because a tree was full."""
    inherited: int
    """Visits of the root that came from earlier searches."""

    @property
    def chosen(self) -> RootMove | None:
        """The best move as it stands among the moves; None for a sampled one that was never tried."""
        return next((move for move in self.moves if move.move == self.best), None)

    @property
    def iterations_per_s(self) -> float:
        """Simulations a second."""
        return self.iterations / self.seconds if self.seconds else 0.0

    def to_dict(self) -> dict[str, Any]:
        """Return the result as plain data that JSON can hold."""
        return {
            "game": self.game.title,
            "seat": self.seat,
            "best": self.best.text,
            "final": self.final,
            "iterations": self.iterations,
            "seconds": self.seconds,
            "iterations_per_s": self.iterations_per_s,
            "trees": self.trees,
            "nodes": self.nodes,
            "depth_mean": self.depth_mean,
            "depth_max": self.depth_max,
            "refused": self.refused,
            "inherited": self.inherited,
            "moves": [move.to_dict() for move in self.moves],
            "variation": [step.to_dict() for step in self.variation],
            "top": self.top.to_dict(),
        }

    # Faces.

    def __repr__(self) -> str:
        chosen = self.chosen
        found = f"{chosen.visits} visits, value {chosen.value:.3f}" if chosen else "never tried"
        return (
            f"<search of {self.game.name} for seat {self.seat}: {self.best} ({found}) of {len(self.moves)} "
            f"moves, {self.iterations} iterations>"
        )

    def table(self, lines: int | None = None) -> Table:
        """Return the moves as a table for rich, the most visited first, at most `lines` of them."""
        from catanlab.search.result_table import rich_table

        return rich_table(self, lines)

    def __rich__(self) -> Table:
        return self.table(20)

    def svg(self, *, rows: int = 40) -> str:
        """Return a picture of the top of the tree, at most `rows` rows high; raises ArgumentError."""
        from catanlab.search.tree_picture import tree_svg

        return tree_svg(self, rows=rows)

    def _repr_svg_(self) -> str:
        """Return the picture that a notebook shows."""
        return self.svg()
