"""The island of Routes: its towns, the lines between them with their prices, and the goals."""

from __future__ import annotations

NAMES = (
    "Ambel",
    "Brook",
    "Corran",
    "Dunmar",
    "Elsby",
    "Farrow",
    "Garth",
    "Holm",
    "Inver",
    "Jessop",
    "Kelda",
    "Lorne",
    "Marsk",
    "Norrey",
)
"""The towns, row by row from the north-west."""

PLACES = (
    (0, 0),
    (2, 0),
    (4, 0),
    (6, 0),
    (1, 1),
    (3, 1),
    (5, 1),
    (0, 2),
    (2, 2),
    (4, 2),
    (6, 2),
    (1, 3),
    (3, 3),
    (5, 3),
)
"""Where the towns lie, as columns and rows, for pictures."""

LINES = (
    # town, town, cards of red, blue, green, yellow
    ("Ambel", "Brook", (2, 0, 0, 0)),
    ("Brook", "Corran", (0, 2, 0, 0)),
    ("Corran", "Dunmar", (0, 0, 3, 0)),
    ("Ambel", "Elsby", (0, 0, 0, 1)),
    ("Brook", "Elsby", (0, 1, 0, 0)),
    ("Brook", "Farrow", (0, 0, 1, 0)),
    ("Corran", "Farrow", (1, 0, 0, 0)),
    ("Corran", "Garth", (0, 0, 0, 1)),
    ("Dunmar", "Garth", (2, 0, 0, 0)),
    ("Elsby", "Farrow", (1, 0, 1, 0)),
    ("Farrow", "Garth", (0, 1, 0, 1)),
    ("Ambel", "Holm", (0, 3, 0, 0)),
    ("Elsby", "Holm", (0, 0, 1, 0)),
    ("Elsby", "Inver", (2, 0, 0, 0)),
    ("Farrow", "Inver", (0, 0, 0, 1)),
    ("Farrow", "Jessop", (0, 0, 2, 0)),
    ("Garth", "Jessop", (0, 1, 0, 0)),
    ("Garth", "Kelda", (0, 0, 0, 2)),
    ("Dunmar", "Kelda", (0, 2, 2, 0)),
    ("Holm", "Inver", (0, 2, 0, 0)),
    ("Inver", "Jessop", (0, 0, 0, 2)),
    ("Jessop", "Kelda", (1, 0, 0, 0)),
    ("Holm", "Lorne", (0, 0, 2, 0)),
    ("Inver", "Lorne", (1, 0, 0, 0)),
    ("Inver", "Marsk", (0, 1, 0, 0)),
    ("Jessop", "Marsk", (2, 0, 0, 0)),
    ("Jessop", "Norrey", (0, 0, 1, 0)),
    ("Kelda", "Norrey", (0, 1, 0, 1)),
    ("Lorne", "Marsk", (0, 0, 0, 3)),
    ("Marsk", "Norrey", (3, 0, 0, 0)),
)
"""The lines: their two towns, and what they cost."""

PRICES = tuple(price for _, _, price in LINES)
"""What each line costs."""

JOURNEYS = (
    ("Ambel", "Dunmar"),
    ("Dunmar", "Norrey"),
    ("Lorne", "Norrey"),
    ("Ambel", "Lorne"),
    ("Holm", "Kelda"),
    ("Brook", "Marsk"),
    ("Elsby", "Garth"),
    ("Holm", "Norrey"),
    ("Corran", "Lorne"),
    ("Dunmar", "Marsk"),
    ("Brook", "Jessop"),
    ("Ambel", "Kelda"),
)
"""The goals: two towns each."""


def shortest_way(start: str, goal: str) -> int:
    """Return how many cards the cheapest way between two towns costs.

    >>> shortest_way("Ambel", "Holm")
    2
    """
    costs = {start: 0}
    for _ in NAMES:
        for a, b, price in LINES:
            for here, there in ((a, b), (b, a)):
                if here in costs:
                    costs[there] = min(costs.get(there, 99), costs[here] + sum(price))
    return costs[goal]


WORTH = tuple(shortest_way(start, goal) for start, goal in JOURNEYS)
"""The points of each goal: the cards that its cheapest way costs."""

GOALS = tuple(f"{start}-{goal} {worth}" for (start, goal), worth in zip(JOURNEYS, WORTH, strict=True))
"""The goals as they are written in moves."""
