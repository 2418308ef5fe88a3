"""Thomas' composite tables 4.3, 4.6 and 5.2: how often computer players win, by the number of people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from msgspec import Struct

from catanlab.lab.statistics.blocks import Blocks
from catanlab.lab.statistics.interval import Interval
from catanlab.lab.statistics.wilson import wilson, wilson_over_blocks
from catanlab.server.study.facts import GameFacts
from catanlab.server.study.names import Names
from catanlab.server.study.thomas import COMPOSITES, Composite

FOUR = 4


class CompositeLine(Struct, frozen=True):
    """Games with this many people at tables of this size, and how many of them a computer player won."""

    size: int
    people: int
    games: int
    wins: int
    rate: Interval
    chance: float
    """What it would be if all seats were equally strong."""
    thomas: dict[str, Composite]


class AgentLine(Struct, frozen=True):
    """One computer player: its seats in games with this many people, and those that won."""

    agent: str
    size: int
    people: int
    seats: int
    wins: int
    rate: Interval
    chance: float


def composite(games: Iterable[GameFacts]) -> tuple[CompositeLine, ...]:
    """Return a line for each size of table and number of people, the most people first."""
    played: Counter[tuple[int, int]] = Counter()
    won: Counter[tuple[int, int]] = Counter()
    for game in games:
        if _is_mixed(game):
            key = len(game.seats), game.people
            played[key] += 1
            won[key] += any(seat.won and seat.kind != "person" for seat in game.seats)
    lines = []
    for size, people in sorted(played, reverse=True):
        count, wins = played[size, people], won[size, people]
        thomas = {name: table[people] for name, table in COMPOSITES.items()} if size == FOUR else {}
        chance = (size - people) / size
        lines.append(CompositeLine(size, people, count, wins, wilson(wins, count), chance, thomas))
    return tuple(lines)


def by_agent(games: Iterable[GameFacts], names: Names) -> tuple[AgentLine, ...]:
    """Return a line for each computer player and number of people; games are its blocks."""
    found: dict[tuple[str, int, int], list[tuple[int, int]]] = {}
    for game in games:
        if not _is_mixed(game):
            continue
        seats: Counter[str] = Counter()
        wins: Counter[str] = Counter()
        for seat in game.seats:
            if seat.kind != "person":
                seats[names.of(seat)] += 1
                wins[names.of(seat)] += seat.won
        for agent, count in seats.items():
            found.setdefault((agent, len(game.seats), game.people), []).append((wins[agent], count))
    lines = []
    for agent, size, people in sorted(found, key=lambda key: (key[0], -key[1], -key[2])):
        results = found[agent, size, people]
        won, played = sum(result[0] for result in results), sum(result[1] for result in results)
        rate = wilson(won, played)
        if len(results) > 1:
            rate = wilson_over_blocks(Blocks([r[0] for r in results], [r[1] for r in results]))
        lines.append(AgentLine(agent, size, people, played, won, rate, 1 / size))
    return tuple(lines)


def _is_mixed(game: GameFacts) -> bool:
    """Say whether people and computers played for the win together."""
    return 0 < game.people < len(game.seats)
