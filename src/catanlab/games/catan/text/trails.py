"""A seat's roads as trails of nodes: `12-17-22` are two roads, `12-17-22,40-44` are three."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

from catanlab.framework.errors import BoardError
from catanlab.games.catan.grid import edge_between, edge_nodes
from catanlab.games.catan.text.letters import NOTHING, quote, read_number


def trails_text(edges: Iterable[int]) -> str:
    """Return the roads on these edges as text, the same for the same edges.

    >>> trails_text([edge_between(12, 17), edge_between(17, 22)])
    '12-17-22'
    """
    neighbours: dict[int, set[int]] = {}
    for edge in edges:
        a, b = edge_nodes(edge)
        neighbours.setdefault(a, set()).add(b)
        neighbours.setdefault(b, set()).add(a)
    trails = ["-".join(map(str, trail)) for trail in _trails(neighbours)]
    return ",".join(trails) or NOTHING


def _trails(neighbours: dict[int, set[int]]) -> Iterator[list[int]]:
    """Walk each road once, from the lowest end of a trail and always on to the lowest node."""
    while neighbours:
        at = min(neighbours, key=lambda node: (len(neighbours[node]) % 2 == 0, node))
        trail = [at]
        while at in neighbours:
            to = min(neighbours[at])
            for a, b in ((at, to), (to, at)):
                neighbours[a].remove(b)
                if not neighbours[a]:
                    del neighbours[a]
            trail.append(to)
            at = to
        yield trail


def read_trails(text: str) -> tuple[int, ...]:
    """Return the edges of trails; raises ValueError for a road that does not exist or is given twice.

    >>> [edge_nodes(edge) for edge in read_trails("12-17-22")]
    [(12, 17), (17, 22)]
    """
    edges: list[int] = []
    for trail in [] if text == NOTHING else text.split(","):
        nodes = [read_number(word, "a node", 0, 53) for word in trail.split("-")]
        if len(nodes) < 2:
            raise ValueError(f"{quote(trail)} is one node; a road lies between two")
        for a, b in pairwise(nodes):
            try:
                edge = edge_between(a, b)
            except BoardError:
                raise ValueError(f"{a}-{b} is not an edge") from None
            if edge in edges:
                raise ValueError(f"the road {a}-{b} is given twice")
            edges.append(edge)
    return tuple(edges)
