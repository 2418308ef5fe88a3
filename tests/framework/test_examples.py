"""Every module can be imported, and every example in a docstring runs, in compiled modules too."""

import doctest
import pkgutil
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

import catanlab

SRC = Path(catanlab.__file__).parent.parent
MODULES = sorted(
    module.name
    for module in pkgutil.walk_packages(catanlab.__path__, "catanlab.")
    if module.name != "catanlab.__main__"
)


def has_examples(name: str) -> bool:
    """Say whether there is a prompt in the source of a module."""
    path = SRC.joinpath(*name.split("."))
    source = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    # The module that Cython makes for all the others has no source.
    return source.exists() and ">>> " in source.read_text(encoding="utf-8")


def imported(name: str) -> ModuleType | None:
    """Return a module, or None if it needs an extra that is not installed."""
    try:
        return import_module(name)
    except ModuleNotFoundError as missing:
        if (missing.name or "").startswith("catanlab"):
            raise
        return None


def test_every_module_can_be_imported() -> None:
    assert len(MODULES) > 300
    for name in MODULES:
        imported(name)


@pytest.mark.full
@pytest.mark.parametrize("name", [name for name in MODULES if has_examples(name)])
def test_examples_run(name: str) -> None:
    module = imported(name)
    if module is None:
        pytest.skip("it needs an extra that is not installed")
    failed, tried = doctest.testmod(module)
    assert failed == 0
    assert tried > 0
