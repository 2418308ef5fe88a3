"""The agents by name, made from text such as `random:by_group=yes` or `my_bots.clever.Clever:depth=3`.

To add an agent, add its entry to the table here, or to that of the searches. A name with a dot is the
import path of an agent's class, for agents that are not in the tables.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import ModuleType
from typing import Any

from catanlab.agents.negotiation.options import make_trading, trade_options
from catanlab.agents.players.mcts.presets import SEARCHES
from catanlab.framework.errors import AgentError
from catanlab.framework.imports import import_home
from catanlab.framework.options import Parameters
from catanlab.framework.registry import Entry, OldNames, Option, Registry, with_defaults
from catanlab.table.agent import Agent

PATH_FORM = "package.module.Class"
HUMAN = "human"
"""A person at a terminal, who has a seat like an agent in `catanlab play` and nowhere else."""


class _Agents(Registry[Agent]):
    """Agents, which have the options of trade in addition to those of their class."""

    def find(self, name: str) -> Entry:
        """Return the entry of a name or an import path; raises AgentError with the valid names."""
        if name == HUMAN:
            raise AgentError(
                f"{HUMAN} is a person and cannot be made: only catanlab play has a seat for one"
            )
        return super().find(name)

    def import_own(self, path: str) -> type[Agent]:
        """Return a user's class of agents; raises AgentError if there is none."""
        module = import_home(path, self.noun, AgentError, PATH_FORM)
        name = path.rpartition(".")[2]
        kind = getattr(module, name, None)
        if kind is None:
            agents = [name for name, value in vars(module).items() if _is_own_agent(value, module)]
            there = f"its agents are {', '.join(agents)}" if agents else "it has no agents"
            raise AgentError(f"{path.rpartition('.')[0]} has no class {name!r}; {there}")
        if not (isinstance(kind, type) and issubclass(kind, Agent)):
            raise AgentError(f"{path} is not a subclass of catanlab.Agent")
        return kind

    def parameters(self, entry: Entry, given: Mapping[str, Any]) -> Parameters:
        """Return annotation and default of each option: those of the class, then those of trade."""
        own = super().parameters(entry, given)
        of_trade = trade_options(self.load(entry), {**entry.defaults, **given})
        others = {name: each for name, each in of_trade.items() if name not in own}
        return own | with_defaults(others, entry.defaults)

    def call(self, entry: Entry, values: Mapping[str, Any]) -> Agent:
        """Make the agent, with a negotiator if the options name one."""
        return make_trading(self.load(entry), values, super().parameters(entry, values))

    def create(self, entry: Entry, values: Mapping[str, Any]) -> Agent:
        """Make the agent and call it by its canonical spec."""
        agent = super().create(entry, values)
        agent.name = self.write(entry, values)
        return agent


def _is_own_agent(value: object, module: ModuleType) -> bool:
    return isinstance(value, type) and issubclass(value, Agent) and value.__module__ == module.__name__


_PLAYERS = (
    Entry(
        "expectimax",
        "searches its turn and the next roll by an evaluation, and haggles by it",
        "catanlab.agents.players.expectimax.ExpectimaxAgent",
    ),
    Entry(
        "greedy",
        "goes for the build that scores soonest, and trades towards it",
        "catanlab.agents.players.greedy.agent.Greedy",
    ),
    Entry(
        "haggler",
        "plays as greedy, and asks for as much as others are likely to give",
        "catanlab.agents.players.haggler.Haggler",
    ),
    Entry(
        "heuristic",
        "Martin's opening, then the best by the scores of his playouts",
        "catanlab.agents.players.heuristic.Heuristic",
    ),
    Entry(
        "jsettlers-fast",
        "plans as the FAST robot of JSettlers: whatever can be had soonest",
        "catanlab.agents.players.jsettlers.agent.JSettlersFast",
        {"trade": "jsettlers"},
    ),
    Entry(
        "jsettlers-smart",
        "plans as the SMART robot of JSettlers: what a piece does to everybody's race",
        "catanlab.agents.players.jsettlers.agent.JSettlersSmart",
        {"trade": "jsettlers"},
    ),
    Entry(
        "one-ply",
        "looks one move ahead with an evaluation of the position, linear or by a net",
        "catanlab.agents.players.one_ply.OnePlyAgent",
    ),
    Entry(
        "ore-grain",
        "Tuma's strategy of cities and development cards",
        "catanlab.agents.players.strategies.ore_grain.OreGrain",
    ),
    Entry(
        "random",
        "makes any legal move, by chance",
        "catanlab.table.random_agent.RandomAgent",
    ),
    Entry(
        "thomas-first",
        "plans as Thomas' first agent: what comes soonest",
        "catanlab.agents.players.thomas.ThomasFirst",
    ),
    Entry(
        "thomas-plan",
        "plans as Thomas' second agent: what brings its own win nearer and puts off the others'",
        "catanlab.agents.players.thomas.ThomasPlan",
    ),
    Entry(
        "thomas-trade",
        "plans as thomas-plan and trades with players: Thomas' third agent",
        "catanlab.agents.players.thomas.ThomasPlan",
        {"trade": "batna"},
    ),
    Entry(
        "wood-clay",
        "Tuma's strategy of roads and settlements",
        "catanlab.agents.players.strategies.wood_clay.WoodClay",
    ),
)

_MOVED = {
    "catanlab.agents.greedy.agent.Greedy": "catanlab.agents.players.greedy.agent.Greedy",
    "catanlab.agents.heuristic.agent.Heuristic": "catanlab.agents.players.heuristic.Heuristic",
    "catanlab.agents.mcts.agent.CatanMcts": "catanlab.agents.players.mcts.agent.CatanMcts",
    "catanlab.agents.mcts.agent.Mcts": "catanlab.agents.players.mcts.agent.Mcts",
    "catanlab.agents.planner.jsettlers.JSettlersFast": (
        "catanlab.agents.players.jsettlers.agent.JSettlersFast"
    ),
    "catanlab.agents.planner.jsettlers.JSettlersSmart": (
        "catanlab.agents.players.jsettlers.agent.JSettlersSmart"
    ),
    "catanlab.agents.planner.thomas.ThomasFirst": "catanlab.agents.players.thomas.ThomasFirst",
    "catanlab.agents.planner.thomas.ThomasPlan": "catanlab.agents.players.thomas.ThomasPlan",
    "catanlab.agents.strategies.ore_grain.OreGrain": (
        "catanlab.agents.players.strategies.ore_grain.OreGrain"
    ),
    "catanlab.agents.strategies.wood_clay.WoodClay": (
        "catanlab.agents.players.strategies.wood_clay.WoodClay"
    ),
}
"""Import paths of our classes that are in another module since version 0.1."""

AGENTS = _Agents(
    "agent",
    "agents",
    sorted([*_PLAYERS, *SEARCHES], key=lambda entry: entry.name),
    AgentError,
    path_form=PATH_FORM,
    old=OldNames(entries=_MOVED, options={"beside": "overrides"}),
)
"""Every agent, in the order of its name."""


def agent_options(spec: str) -> tuple[Option, ...]:
    """Return the options of an agent, including those that depend on the given ones; raises AgentError.

    >>> [option.name for option in agent_options("random")]
    ['by_group', 'trade']
    """
    return AGENTS.options(spec)


def agent_games(name: str) -> tuple[str, ...]:
    """Return the names of the games an agent plays, empty for any; raises AgentError.

    >>> agent_games("greedy")
    ('catan',)
    """
    kind: type[Agent] = AGENTS.load(AGENTS.find(name))
    return kind.games


def make_agent(spec: str) -> Agent:
    """Return a new agent from its name and options as text; its name is that text in its canonical form.

    >>> make_agent("random:by_group=yes")
    <agent random:by_group=yes>
    >>> make_agent("catanlab.table.random_agent.RandomAgent")
    <agent catanlab.table.random_agent.RandomAgent>

    Old names of options still work; the agent's name has the present ones:

    >>> make_agent("uct:beside=martin")
    <agent uct:overrides=martin>

    Raises AgentError for an unknown name or option, with the valid ones, for an invalid value, or if an
    import path names no class of agents, or the class raises an error.
    """
    return AGENTS.make(spec)
