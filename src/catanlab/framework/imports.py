"""Things by import path: `package.module.Class`, for whoever writes what is not in a list."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType

from catanlab.framework.errors import CatanlabError
from catanlab.framework.lines import words_of

PATH_FORM = "package.module.Class"


def is_import_path(name: str) -> bool:
    """Say whether a name is an import path: it has a dot, which no name in a list has."""
    return "." in name


def import_for(path: str, what: str, error: type[CatanlabError]) -> tuple[ModuleType, str]:
    """Return the module of an import path, and the name of the class; modules in the current directory are
    found last.

    >>> import_for("catanlab.framework.random.Random", "a generator", CatanlabError)[1]
    'Random'

    Raises `error`, which says what the path is of, if it is none or the module cannot be imported.
    """
    if not all(part.isidentifier() for part in path.split(".")):
        raise error(f"{path!r} is not the import path of {what}; the form is: {PATH_FORM}")
    here = str(Path.cwd())
    if here not in sys.path and "" not in sys.path:
        sys.path.append(here)
    name, _, class_name = path.rpartition(".")
    try:
        return import_module(name), class_name
    except ModuleNotFoundError as missing:
        if missing.name and (name == missing.name or name.startswith(f"{missing.name}.")):
            kind = what.partition(" ")[2]
            raise error(
                f"there is no module {missing.name!r} for the {kind} {path}, neither installed nor in "
                "the current directory"
            ) from None
        raise error(f"{name} cannot be imported: {words_of(missing)}") from missing
    except KeyboardInterrupt:
        raise
    except BaseException as trouble:
        raise error(f"{name} cannot be imported: {words_of(trouble)}") from trouble
