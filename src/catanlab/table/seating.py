"""The agents of a table checked, and a seat made for each, in this process or in one of its own."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from catanlab.framework.errors import AgentError, TableError
from catanlab.framework.game import Game
from catanlab.table.agent import Agent
from catanlab.table.clock import SeatClock
from catanlab.table.in_process_seat import InProcessSeat, agent_seed
from catanlab.table.isolated_seat import IsolatedSeat
from catanlab.table.play import Play
from catanlab.table.seat import Seat, SeatOptions


def make_seats(
    play: Play,
    agents: Sequence[Agent],
    clocks: Sequence[SeatClock],
    options: SeatOptions,
    *,
    isolate: bool | Collection[int],
) -> list[Seat]:
    """Return the seats, none of them started yet; raises TableError for an invalid `isolate`."""
    # Who knows the seed of the table knows every die to come: agents get neither it nor the game's.
    game = play.sealed
    isolated = _isolated_seats(isolate, game.seats)
    seats = []
    for number, (agent, clock) in enumerate(zip(agents, clocks, strict=True)):
        own_seed = agent_seed(play.seed, number)
        asked = (
            IsolatedSeat(agent, game, number, own_seed, grace=clock.grace, explain=options.explain)
            if number in isolated
            else InProcessSeat(agent, game, number, own_seed)
        )
        seats.append(Seat(number, agent.name, play, asked, clock, options))
    return seats


def check_seating(game: Game, agents: Sequence[Agent]) -> None:
    """Check that these agents can sit at a table of this game.

    Raises TableError if `game` is not a Game or `agents` are not as many different Agents as there are
    seats, and AgentError if one of them does not play the game.
    """
    if not isinstance(game, Game):
        raise TableError(f"a table needs a Game, not {game!r}")
    if not isinstance(agents, Sequence):
        raise TableError(f"agents are a list of Agents, one for each seat, not {agents!r}")
    if len(agents) != game.seats:
        raise TableError(f"{game.name} has {game.seats} seats here, but {len(agents)} agents were given")
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
