"""Modules of user-written parts, which are named by an import path: `package.module.Name`."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType

from catanlab.framework.errors import CatanlabError
from catanlab.framework.wording import located


def is_import_path(name: str) -> bool:
    """Say whether a name is an import path: it has a dot, which no name in a list has."""
    return "." in name


def import_home(path: str, noun: str, error: type[CatanlabError], form: str) -> ModuleType:
    """Import and return the module of an import path; modules in the current directory are found last.

    >>> import_home("os.path.join", "policy", CatanlabError, "package.module.Name").__name__ == "posixpath"
    True

    Raises `error`, which calls the thing by its noun, for a path of another form or no such module.
    """
    if not all(part.isidentifier() for part in path.split(".")):
        article = "an" if noun[0] in "aeiou" else "a"
        raise error(f"{path!r} is not the import path of {article} {noun}; the form is: {form}")
    here = str(Path.cwd())
    if here not in sys.path and "" not in sys.path:
        sys.path.append(here)
    name = path.rpartition(".")[0]
    try:
        return import_module(name)
    except ModuleNotFoundError as missing:
        if missing.name and (name == missing.name or name.startswith(f"{missing.name}.")):
            raise error(
                f"there is no module {missing.name!r} for the {noun} {path}, neither installed nor in "
                "the current directory"
            ) from None
        raise error(f"{name} cannot be imported: {located(missing)}") from missing
    except KeyboardInterrupt:
        raise
    except BaseException as failure:
        raise error(f"{name} cannot be imported: {located(failure)}") from failure
