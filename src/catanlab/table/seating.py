"""Who sits where: the agents of a table checked, each in its chair, in this process or in its own."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from catanlab.framework.errors import AgentError, TableError
from catanlab.framework.game import Game
from catanlab.table.agent import Agent
from catanlab.table.chair import Chair, agent_seed
from catanlab.table.clock import SeatClock
from catanlab.table.events import Incident
from catanlab.table.isolation import IsolatedChair
from catanlab.table.player import Conduct, Player


def seat_players(
    game: Game,
    agents: Sequence[Agent],
    clocks: Sequence[SeatClock],
    conduct: Conduct,
    note: Callable[[Incident], None],
    isolate: bool | Collection[int],
) -> list[Player]:
    """Return a player for every seat, none of them started yet; raises TableError for `isolate`."""
    # Who knows the seed of the table knows every die to come: agents get neither it nor the game's.
    game = game.sealed()
    alone = _isolated_seats(isolate, game.seats)
    players = []
    for seat, (agent, clock) in enumerate(zip(agents, clocks, strict=True)):
        seed = agent_seed(conduct.seed, seat)
        chair = (
            IsolatedChair(agent, game, seat, seed, grace=clock.grace, explain=conduct.explain)
            if seat in alone
            else Chair(agent, game, seat, seed)
        )
        players.append(Player(seat, game.observer(seat), chair, clock, conduct, note))
    return players


def check_seating(game: Game, agents: Sequence[Agent]) -> None:
    """Refuse what cannot be a table.

    Raises TableError if there is no game, or the agents are too few, too many, the same or none, and
    AgentError if one of them does not play the game.
    """
    if not isinstance(game, Game):
        raise TableError(f"a table needs a Game, not {game!r}")
    if not isinstance(agents, Sequence):
        raise TableError(f"agents are a list of Agents, one for each seat, not {agents!r}")
    if len(agents) != game.seats:
        raise TableError(f"{game.name} has {game.seats} seats here, but {len(agents)} agents came")
    for agent in agents:
        if not isinstance(agent, Agent):
            raise TableError(f"{agent!r} is not an Agent")
        if agent.games and game.name not in agent.games:
            raise AgentError(f"{agent.name} plays {', '.join(agent.games)}, not {game.name}")
    if len(set(map(id, agents))) < len(agents):
        raise TableError("one agent object cannot sit in two seats: make one for each")


def _isolated_seats(isolate: bool | Collection[int], seats: int) -> set[int]:
    chosen = set(range(seats)) if isolate is True else set(isolate or ())
    for seat in chosen - set(range(seats)):
        raise TableError(f"isolate names seat {seat!r}; the seats are 0 to {seats - 1}")
    return chosen
