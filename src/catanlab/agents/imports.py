"""Agents by import path: `package.module.Class`, for whoever writes agents outside the list."""

from __future__ import annotations

from types import ModuleType

from catanlab.framework.errors import AgentError
from catanlab.framework.imports import import_home
from catanlab.table.agent import Agent

PATH_FORM = "package.module.Class"


def import_agent(module_name: str, class_name: str) -> type[Agent]:
    """Return the class of an agent; modules in the current directory are found last.

    >>> import_agent("catanlab.table.random_agent", "RandomAgent").name
    'random'

    Raises AgentError if there is no such module or class, or the class is not one of agents.
    """
    module = import_home(f"{module_name}.{class_name}", "agent", AgentError, PATH_FORM)
    kind = getattr(module, class_name, None)
    if kind is None:
        agents = [name for name, value in vars(module).items() if _is_own_agent(value, module)]
        there = f"its agents are {', '.join(agents)}" if agents else "it has no agents"
        raise AgentError(f"{module_name} has no class {class_name!r}; {there}")
    if not (isinstance(kind, type) and issubclass(kind, Agent)):
        raise AgentError(f"{module_name}.{class_name} is not a subclass of catanlab.Agent")
    return kind


def _is_own_agent(value: object, module: ModuleType) -> bool:
    return isinstance(value, type) and issubclass(value, Agent) and value.__module__ == module.__name__
