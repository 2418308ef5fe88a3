"""Labelled siblings as arrays, and how well an evaluation ranks them."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np

from catanlab.agents.value import net

ABOUT = "about.json"
"""The file of a folder of labels that says how they were made."""


@dataclass
class Labels:
    """Features of positions with the shares of wins from there; siblings have one decision."""

    features: np.ndarray
    shares: np.ndarray
    games: np.ndarray
    decisions: np.ndarray
    is_mover: np.ndarray

    def only(self, chosen: np.ndarray) -> Labels:
        """Return some of the rows."""
        return Labels(*(rows[chosen] for rows in vars(self).values()))


def read(folders: list[Path]) -> Labels:
    """Return the labels of all parts in some folders; games of each have numbers of their own."""
    columns: dict[str, list[np.ndarray]] = {name: [] for name in Labels.__dataclass_fields__}
    for number, folder in enumerate(folders):
        paths = sorted(folder.glob("part-*.npz"))
        if not paths:
            raise SystemExit(f"{folder} has no labels; python -m tools.value.labels writes them")
        for path in paths:
            with np.load(path) as part:
                for name, rows in columns.items():
                    rows.append(
                        part[name].astype(np.int64) if name in ("games", "decisions") else part[name]
                    )
            columns["games"][-1] = columns["games"][-1] + number * 10**7
            columns["decisions"][-1] = columns["decisions"][-1] + columns["games"][-1] * 1000
    return Labels(**{name: np.concatenate(rows) for name, rows in columns.items()})


def logits(weights: bytes, features: np.ndarray) -> np.ndarray:
    """Return what a written net gives to features, before the logistic function."""
    values, start = features.astype(np.float64), 0
    numbers = np.frombuffer(weights, "<f4").astype(np.float64)
    for number, (inputs, units) in enumerate(pairwise(net.LAYERS)):
        matrix = numbers[start : start + inputs * units].reshape(inputs, units)
        start += inputs * units
        values = values @ matrix + numbers[start : start + units]
        start += units
        if number < len(net.LAYERS) - 2:
            values = np.maximum(values, 0.0)
    return values[:, 0]


def gained(labels: Labels, values: np.ndarray) -> float:
    """Return by how much the sibling with the highest value wins more often than siblings do on average."""
    order = np.lexsort((values, labels.decisions))
    decisions, shares = labels.decisions[order], labels.shares[order]
    ends = np.flatnonzero(np.diff(decisions, append=-1))
    sums = np.add.reduceat(shares, np.concatenate(([0], ends[:-1] + 1)))
    counts = np.diff(ends, prepend=-1)
    return float((shares[ends] - sums / counts).mean())


def entropy(labels: Labels, values: np.ndarray) -> float:
    """Return the mean cross entropy of the shares of wins and the logits of a net."""
    return float(np.mean(np.logaddexp(0.0, values) - labels.shares * values))


def explained(labels: Labels, values: np.ndarray, *, fitted: bool = False) -> float:
    """Return the part of the squared differences between siblings that values explain.

    Values are chances to win; otherwise they are `fitted`, by the best factor.
    """
    _, owner = np.unique(labels.decisions, return_inverse=True)
    counts = np.bincount(owner)
    apart = [rows - (np.bincount(owner, rows) / counts)[owner] for rows in (labels.shares, values)]
    factor = float(apart[0] @ apart[1] / (apart[1] @ apart[1])) if fitted else 1.0
    return 1.0 - float(np.square(apart[0] - factor * apart[1]).sum() / np.square(apart[0]).sum())
