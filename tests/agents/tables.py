"""Tables of different agents, so that few whole games show every agent under every set of rules."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import cycle

SIZES = (4, 3, 4, 2)
"""Numbers of players, in turn."""


def mixed_tables(
    players: Mapping[str, Iterable[str]], sizes: Sequence[int] = SIZES
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield rules and the agents of a table until each agent has sat under each of its rules once.

    `players` names the agents of each set of rules. Who has not yet sat with so many players comes first,
    then who sat with fewest different others; if one agent is left over, another plays once more.
    """
    seated: dict[str, set[int]] = {}
    met: dict[str, set[str]] = {}
    size = cycle(sizes)
    for rules, names in players.items():
        everyone = list(names)
        left = list(everyone)
        while left:
            wanted = min(next(size), len(everyone))
            left.sort(key=lambda name: (wanted in seated.get(name, ()), len(met.get(name, ()))))
            table = left[:wanted]
            left = left[wanted:]
            if len(table) < 2:
                table.append(next(name for name in everyone if name not in table))
            for name in table:
                seated.setdefault(name, set()).add(len(table))
                met.setdefault(name, set()).update(table)
            yield rules, tuple(table)
