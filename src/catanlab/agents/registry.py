"""The agents by name, made from text such as `random:by_group=yes` or `my_bots.clever.Clever:depth=3`.

A name with a dot is the import path of an agent's class, for agents that are not in the list.
"""

from __future__ import annotations

from dataclasses import dataclass

from catanlab.agents.imports import import_agent
from catanlab.framework.errors import AgentError, CatanlabError
from catanlab.framework.imports import is_import_path
from catanlab.framework.lines import words_of
from catanlab.framework.options import Option, describe, parameters_of, read_options
from catanlab.framework.specs import spec_value, split_spec
from catanlab.table.agent import Agent


@dataclass(frozen=True)
class Entry:
    """An agent in the list. Its options are the keyword arguments of its class."""

    name: str
    summary: str
    module: str
    class_name: str

    def load(self) -> type[Agent]:
        """Import and return the class of the agent; raises AgentError if there is none."""
        return import_agent(self.module, self.class_name)


ENTRIES = (
    Entry(
        "greedy",
        "goes for the build that scores soonest, and trades towards it",
        "catanlab.agents.greedy.agent",
        "Greedy",
    ),
    Entry(
        "random",
        "makes any legal move, by chance",
        "catanlab.table.random_agent",
        "RandomAgent",
    ),
)
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


def agent_options(name: str) -> tuple[Option, ...]:
    """Return the options of an agent; raises AgentError with the valid names.

    >>> [option.name for option in agent_options("random")]
    ['by_group']
    """
    return describe(parameters_of(find_agent(name).load(), AgentError))


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
    kind = find_agent(name).load()
    values = read_options(name, words, parameters_of(kind, AgentError), AgentError)
    try:
        agent = kind(**values)
    except (CatanlabError, KeyboardInterrupt):
        raise
    except BaseException as error:
        raise AgentError(f"{name} cannot be made: {words_of(error)}") from error
    listed = ",".join(f"{option}={spec_value(value)}" for option, value in values.items())
    if values or is_import_path(name):
        agent.name = f"{name}:{listed}" if values else name
    return agent
