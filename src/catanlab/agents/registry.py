"""The agents by name, made from text such as `random:by_group=yes` or `my_bots.clever.Clever:depth=3`.

A name with a dot is the import path of an agent's class, for agents that are not in the list.
"""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from catanlab.agents.imports import import_agent
from catanlab.agents.mcts.presets import PRESETS
from catanlab.framework.errors import AgentError, CatanlabError
from catanlab.framework.imports import is_import_path
from catanlab.framework.specs import read_value, spec_value, split_spec, takes
from catanlab.framework.wording import words_of
from catanlab.table.agent import Agent


@dataclass(frozen=True)
class Option:
    """An option of an agent: its name, what it takes, what it is when left out, and what it does."""

    name: str
    takes: str
    default: str
    meaning: str


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


SEARCHES = tuple(
    Entry(name, summary, "catanlab.agents.mcts.agent", "Mcts", presets)
    for name, (summary, presets) in PRESETS.items()
)
"""The agents that search: one class with presets."""

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
    *SEARCHES,
)
"""Every agent."""

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
    return tuple(
        Option(option, takes(hint), spec_value(default), _meaning(hint))
        for option, (hint, default) in _options(find_agent(name), {}).items()
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
    values: dict[str, Any] = {}
    for option, word in words.items():
        if option not in known:
            its = f"its options are {', '.join(known)}" if known else "it has none"
            raise AgentError(f"{name} has no option {option!r}; {its}")
        values[option] = read_value(f"{name}'s {option}", word, known[option][0], AgentError)
    for option, (_, default) in known.items():
        if default is inspect.Parameter.empty and option not in values:
            raise AgentError(f"{name} needs a value for its option {option}: {name}:{option}=...")
    try:
        presets = {option: value for option, value in entry.presets.items() if option in known}
        agent = entry.load()(**(presets | values))
    except (CatanlabError, KeyboardInterrupt):
        raise
    except BaseException as error:
        raise AgentError(f"{name} cannot be made: {words_of(error)}") from error
    listed = ",".join(f"{option}={spec_value(value)}" for option, value in values.items())
    agent.name = f"{name}:{listed}" if values else name
    return agent


def _options(entry: Entry, given: Mapping[str, str]) -> dict[str, tuple[Any, Any]]:
    """Return annotation and default of each option of an agent, some of which may depend on those given."""
    agent = entry.load()
    spec_options = getattr(agent, "spec_options", None)
    known = spec_options({**entry.presets, **given}) if spec_options else _arguments(agent)
    return {option: (hint, entry.presets.get(option, default)) for option, (hint, default) in known.items()}


def _arguments(agent: type[Agent]) -> dict[str, tuple[Any, Any]]:
    """Return annotation and default of each argument of an agent's class that can be given by its name."""
    try:
        hints = get_type_hints(agent.__init__, include_extras=True)
    except NameError as error:
        raise AgentError(
            f"the options of {agent.__name__} have annotations that cannot be read: {error}"
        ) from None
    named = (inspect.Parameter.KEYWORD_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return {
        name: (hints.get(name, _kind(parameter.default)), parameter.default)
        for name, parameter in inspect.signature(agent).parameters.items()
        if parameter.kind in named
    }


def _kind(default: object) -> Any:
    """Return what an argument without annotation takes: what its default is, or a word."""
    return type(default) if isinstance(default, bool | int | float) else str


def _meaning(hint: Any) -> str:
    return str(get_args(hint)[1]) if get_origin(hint) is Annotated else ""
