"""The agents of a command line: lists of names, who sits in which seat, and the agents themselves."""

from __future__ import annotations

from collections.abc import Sequence

from catanlab.agents.registry import AGENTS, HUMAN, make_agent
from catanlab.cli.main import UsageError
from catanlab.framework.errors import AgentError
from catanlab.framework.game import Game
from catanlab.framework.imports import is_import_path
from catanlab.server.robots.levels import level_of
from catanlab.table.agent import Agent


def split_agents(texts: Sequence[str]) -> list[str]:
    """Split lists of agents at commas and semicolons.

    After a comma, an option belongs to the agent before it.

    >>> split_agents(["random:by_group=yes,greedy", "greedy:offers=no"])
    ['random:by_group=yes', 'greedy', 'greedy:offers=no']
    """
    agents: list[str] = []
    for text in texts:
        begun = False
        for part in text.replace(";", ",").split(","):
            if begun and "=" in part and ":" not in part.partition("=")[0]:
                agents[-1] += f",{part.strip()}"
            else:
                agents.append(part.strip())
            begun = True
    return agents


def usual_opponent(game: Game) -> str:
    """Return the default opponent in a game."""
    return "greedy" if game.name == "catan" else "random"


def seat_agents(agents: Sequence[str], game: Game, seat: int | None, watch: bool) -> list[str]:
    """Return the name of the agent in each seat.

    A single agent plays all seats but the person's; one fewer than there are seats fill the others in
    order, and when nobody plays the usual one takes the last; as many as there are seats sit as listed.
    Raises UsageError.
    """
    seats = game.seats
    names = list(agents) or [usual_opponent(game)]
    if seat is not None and seat >= seats:
        raise UsageError(f"--seat {seat}: the seats of this game are 0 to {seats - 1}")
    if watch and seat is not None:
        raise UsageError(f"--seat {seat}: with --watch you have no seat; leave one of the two out")
    if watch and HUMAN in names:
        raise UsageError("--watch has no seat for a human")
    if len(names) == seats:
        if seat is not None and names[seat] != HUMAN:
            raise UsageError(f"--seat {seat}: --agents puts {names[seat]} there; leave one of the two out")
        return names
    own = usual_opponent(game) if watch else HUMAN
    if len(names) == 1:
        own = names[0] if watch else own
        names *= seats - 1
    if len(names) == seats - 1:
        place = seats - 1 if watch else seat or 0
        return [*names[:place], own, *names[place:]]
    raise UsageError(
        f"--agents lists {len(names)} for {seats} seats: give {seats - 1} for the others, 1 for all of "
        f"them, or {seats} with {HUMAN} among them"
    )


def display_name(spec: str) -> str:
    """Return what people call an agent: a level if its spec is one that nobody would type, else the spec.

    >>> display_name("thomas-plan:trade=principled"), display_name("greedy")
    ('hard', 'greedy')
    """
    return (":" in spec and level_of(spec)) or spec


def make_player(name: str) -> Agent:
    """Return a new agent by its name and options; raises AgentError with the valid names."""
    if name.partition(":")[0] == HUMAN:
        raise AgentError(f"{name!r}: {HUMAN} is a person at this terminal, and has no options")
    try:
        return make_agent(name)
    except AgentError as error:
        kind = name.partition(":")[0]
        if kind in AGENTS.names or is_import_path(kind):
            raise
        raise AgentError(f"{error}, and {HUMAN} for a person") from None
