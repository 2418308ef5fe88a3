"""Games played at a table, as a seat heard them: what a room would give to the pool of robots."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from catanlab.agents.registry import make_agent
from catanlab.framework.game import Game
from catanlab.games.catan.game import Catan
from catanlab.server.robots.questions import Question
from catanlab.table.events import Event, Outcome, Played
from catanlab.table.in_process_seat import agent_seed
from catanlab.table.play import Play
from catanlab.table.table import Table


@dataclass(frozen=True)
class Decision:
    """A decision of a seat: how many events it had heard, how many moves there were, what it chose."""

    heard: int
    ply: int
    move: str


@dataclass(frozen=True)
class HeardGame:
    """A game as one seat heard it."""

    game: Game
    seed: int
    seat: int
    agent: str
    events: tuple[Event, ...]
    decisions: tuple[Decision, ...]

    def question(self, at: Decision, events: list[Event] | None = None, **given: Any) -> Question:
        """Return the question for a decision; the events are a list of the test, or a new one."""
        fields: dict[str, Any] = {
            "key": "room",
            "seat": self.seat,
            "agent": self.agent,
            "game": self.game,
            "seed": self.seed,
            "events": list(self.events[: at.heard]) if events is None else events,
            "ply": at.ply,
            "seconds": 1000.0,  # no machine is so slow that a robot would hurry, or be late
        }
        return Question(**(fields | given))


@cache
def heard_game(
    agent: str, *, seed: int = 1, seat: int = 1, turns: int = 24, rules: str = "trading"
) -> HeardGame:
    """Return a game of four agents of one kind as a seat heard it, with the decisions of that seat."""
    game = Catan(rules=rules, seed=seed)
    with Table(game, [make_agent(agent) for _ in range(4)], seed=seed, max_turns=turns) as table:
        table.play()
    play = Play(game, seed=seed, max_turns=turns, spectators=False)
    events: list[Event] = []
    decisions: list[Decision] = []
    ply = 0
    for event in table.events:
        if isinstance(event, Played) and event.seat == seat:
            decisions.append(Decision(len(events), ply, event.move.text))
        ply += isinstance(event, Played | Outcome)
        first = play.replay(event)
        for step in (first, *first.followed):
            seen = step.seen[seat]
            if seen is not None and not (events and events[-1] is seen):
                events.append(seen)
    return HeardGame(game.sealed(), agent_seed(seed, seat), seat, agent, tuple(events), tuple(decisions))
