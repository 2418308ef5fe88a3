"""Agents by import path: `package.module.Class`, for whoever writes agents outside the list."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType

from catanlab.framework.errors import AgentError
from catanlab.table.agent import Agent
from catanlab.table.answers import one_line

PATH_FORM = "package.module.Class"


def is_import_path(name: str) -> bool:
    """Say whether an agent's name is an import path: it has a dot, which no name in the list has."""
    return "." in name


def import_agent(module_name: str, class_name: str) -> type[Agent]:
    """Return the class of an agent; modules in the current directory are found last.

    >>> import_agent("catanlab.table.random_agent", "RandomAgent").name
    'random'

    Raises AgentError if there is no such module or class, or the class is not one of agents.
    """
    module = _import(module_name, f"{module_name}.{class_name}")
    kind = getattr(module, class_name, None)
    if kind is None:
        agents = [name for name, value in vars(module).items() if _is_own_agent(value, module)]
        there = f"its agents are {', '.join(agents)}" if agents else "it has no agents"
        raise AgentError(f"{module_name} has no class {class_name!r}; {there}")
    if not (isinstance(kind, type) and issubclass(kind, Agent)):
        raise AgentError(f"{module_name}.{class_name} is not a subclass of catanlab.Agent")
    return kind


def _import(name: str, path: str) -> ModuleType:
    if not all(part.isidentifier() for part in path.split(".")):
        raise AgentError(f"{path!r} is not the import path of an agent; the form is: {PATH_FORM}")
    here = str(Path.cwd())
    if here not in sys.path and "" not in sys.path:
        sys.path.append(here)
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        if error.name and (name == error.name or name.startswith(f"{error.name}.")):
            raise AgentError(
                f"there is no module {error.name!r} for the agent {path}, neither installed nor in "
                "the current directory"
            ) from None
        raise AgentError(f"{name} cannot be imported: {words_of(error)}") from error
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise AgentError(f"{name} cannot be imported: {words_of(error)}") from error


def words_of(error: BaseException) -> str:
    """Return what an agent's own code raised, on one line."""
    return one_line(f"{type(error).__name__}: {error}", 300)


def _is_own_agent(value: object, module: ModuleType) -> bool:
    return isinstance(value, type) and issubclass(value, Agent) and value.__module__ == module.__name__
