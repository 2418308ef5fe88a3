"""The agents by name, made from text such as `random:by_group=yes` or `my_bots.clever.Clever:depth=3`.

A name with a dot is the import path of an agent's class, for agents that are not in the list.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from catanlab.agents.imports import import_agent
from catanlab.agents.negotiation.options import make_trading, trade_options
from catanlab.agents.players.mcts.presets import PRESETS
from catanlab.framework.errors import AgentError, CatanlabError
from catanlab.framework.imports import is_import_path
from catanlab.framework.options import Option, Parameters, describe, parameters_of, read_options
from catanlab.framework.specs import spec_value, split_spec
from catanlab.framework.wording import words_of
from catanlab.table.agent import Agent


@dataclass(frozen=True)
class Entry:
    """An agent in the list.

    Its options are the keyword arguments of its class, or what the class says in `spec_options`; those in
    `presets` have other defaults here.
    """

    name: str
    summary: str
    module: str
    class_name: str
    presets: Mapping[str, Any] = field(default_factory=dict)

    def load(self) -> type[Agent]:
        """Import and return the class of the agent; raises AgentError if there is none."""
        return import_agent(self.module, self.class_name)


def _search_class(presets: Mapping[str, Any]) -> str:
    """Return the class of a search: what names turns, playouts, groups or rules of Catan is for Catan."""
    return "CatanMcts" if presets.keys() & {"turns", "playout", "virtual", "beside"} else "Mcts"


SEARCHES = tuple(
    Entry(name, summary, "catanlab.agents.players.mcts.agent", _search_class(presets), presets)
    for name, (summary, presets) in PRESETS.items()
)
"""The agents that search: one class with presets."""

_OTHERS = (
    Entry(
        "greedy",
        "goes for the build that scores soonest, and trades towards it",
        "catanlab.agents.players.greedy.agent",
        "Greedy",
    ),
    Entry(
        "heuristic",
        "Martin's opening, then the best by the scores of his playouts",
        "catanlab.agents.players.heuristic",
        "Heuristic",
    ),
    Entry(
        "jsettlers-fast",
        "plans as the FAST robot of JSettlers: whatever can be had soonest",
        "catanlab.agents.players.jsettlers.agent",
        "JSettlersFast",
        {"trade": "jsettlers"},
    ),
    Entry(
        "jsettlers-smart",
        "plans as the SMART robot of JSettlers: what a piece does to everybody's race",
        "catanlab.agents.players.jsettlers.agent",
        "JSettlersSmart",
        {"trade": "jsettlers"},
    ),
    Entry(
        "ore-grain",
        "Tuma's strategy of cities and development cards",
        "catanlab.agents.players.strategies.ore_grain",
        "OreGrain",
    ),
    Entry(
        "random",
        "makes any legal move, by chance",
        "catanlab.table.random_agent",
        "RandomAgent",
    ),
    Entry(
        "thomas-first",
        "plans as Thomas' first agent: what comes soonest",
        "catanlab.agents.players.thomas",
        "ThomasFirst",
    ),
    Entry(
        "thomas-plan",
        "plans as Thomas' second agent: what brings its own win nearer and puts off the others'",
        "catanlab.agents.players.thomas",
        "ThomasPlan",
    ),
    Entry(
        "thomas-trade",
        "plans as thomas-plan and trades with players: Thomas' third agent",
        "catanlab.agents.players.thomas",
        "ThomasPlan",
        {"trade": "batna"},
    ),
    Entry(
        "wood-clay",
        "Tuma's strategy of roads and settlements",
        "catanlab.agents.players.strategies.wood_clay",
        "WoodClay",
    ),
)

ENTRIES = tuple(sorted([*_OTHERS, *SEARCHES], key=lambda entry: entry.name))
"""Every agent, in the order of its name."""

HUMAN = "human"
"""A person at a terminal, who has a seat like an agent in `catanlab play` and nowhere else."""


def agent_names() -> tuple[str, ...]:
    """Return the names of all agents."""
    return tuple(entry.name for entry in ENTRIES)


def find_agent(name: str) -> Entry:
    """Return an agent's entry, listed or for its import path; raises AgentError with the valid names."""
    if is_import_path(name):
        module, _, class_name = name.rpartition(".")
        return Entry(name, "", module, class_name)
    for entry in ENTRIES:
        if entry.name == name:
            return entry
    if name == HUMAN:
        raise AgentError(f"{HUMAN} is a person and cannot be made: only catanlab play has a seat for one")
    raise AgentError(f"unknown agent {name!r}; the agents are {', '.join(agent_names())}")


def agent_options(spec: str) -> tuple[Option, ...]:
    """Return the options of an agent, as far as they depend on others with those given; raises AgentError.

    >>> [option.name for option in agent_options("random")]
    ['by_group', 'trade']
    """
    name, words = split_spec(spec, AgentError)
    known = _options(find_agent(name), words)
    return describe(
        known | {option: (known[option][0], word) for option, word in words.items() if option in known}
    )


def agent_games(name: str) -> tuple[str, ...]:
    """Return the names of the games an agent plays, empty for any; raises AgentError.

    >>> agent_games("greedy")
    ('catan',)
    """
    return find_agent(name).load().games


def make_agent(spec: str) -> Agent:
    """Return a new agent from its name and options as text; its name is then that text.

    >>> make_agent("random:by_group=yes")
    <agent random:by_group=yes>
    >>> make_agent("catanlab.table.random_agent.RandomAgent")
    <agent catanlab.table.random_agent.RandomAgent>

    Raises AgentError for an unknown name or option, with the valid ones, for a value that is not allowed,
    or if the class of an import path is none or cannot be made.
    """
    name, words = split_spec(spec, AgentError)
    entry = find_agent(name)
    known = _options(entry, words)
    values = read_options(name, words, known, AgentError)
    try:
        presets = {option: value for option, value in entry.presets.items() if option in known}
        agent = make_trading(entry.load(), presets | values, _own_options(entry, words))
    except (CatanlabError, KeyboardInterrupt):
        raise
    except BaseException as error:
        raise AgentError(f"{name} cannot be made: {words_of(error)}") from error
    listed = ",".join(f"{option}={spec_value(value)}" for option, value in values.items())
    agent.name = f"{name}:{listed}" if values else name
    return agent


def _options(entry: Entry, given: Mapping[str, str]) -> Parameters:
    """Return annotation and default of each option of an agent, some of which may depend on those given."""
    own = _own_options(entry, given)
    of_trade = trade_options(entry.load(), {**entry.presets, **given})
    known = own | {name: each for name, each in of_trade.items() if name not in own}
    return {option: (hint, entry.presets.get(option, default)) for option, (hint, default) in known.items()}


def _own_options(entry: Entry, given: Mapping[str, str]) -> Parameters:
    """Return those that the class of the agent has by itself."""
    agent = entry.load()
    spec_options = getattr(agent, "spec_options", None)
    return spec_options({**entry.presets, **given}) if spec_options else parameters_of(agent, AgentError)
