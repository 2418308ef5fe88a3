"""The public packages and their names, each package a page of the API reference."""

import inspect
from collections.abc import Iterator
from importlib import import_module

from tools.docs.markdown import table

from catanlab._public import PUBLIC_PACKAGES

ELSEWHERE = {"catanlab.server.wire"}
"""Packages with a page of their own: the protocol has every message of the wire."""


def public_packages() -> list[str]:
    """Return the import paths of the packages in the API reference."""
    return [package for package in PUBLIC_PACKAGES if package not in ELSEWHERE]


def public_names(package: str) -> list[str]:
    """Return the names in the `__all__` of a public package, without dunders."""
    names: list[str] = import_module(package).__all__
    return [name for name in names if not name.startswith("__")]


def pages() -> Iterator[tuple[str, str]]:
    """Yield the path below `docs/` and the text of each page of the API reference."""
    rows = []
    for package in public_packages():
        summary = _summary(inspect.getdoc(import_module(package)))
        rows.append([f"[`{package}`](python/{package}.md)", summary])
        names = [[f"`{name}`", _summary_of(package, name)] for name in public_names(package)]
        text = f"# `{package}`\n\n{summary}\n\n{table(['name', 'what it is'], names)}\n"
        yield f"reference/python/{package}.md", text
    yield "reference/python.md", f"{_INTRODUCTION}\n{table(['package', 'what it has'], rows)}\n"


def _summary_of(package: str, name: str) -> str:
    """Return the first sentence about a name; the value of a constant."""
    value = getattr(import_module(package), name)
    if isinstance(value, int | str | tuple | float):
        return f"`{value!r}`"
    return _summary(inspect.getdoc(value))


def _summary(text: str | None) -> str:
    """Return the first paragraph of a docstring."""
    return " ".join((text or "").split("\n\n")[0].split())


_INTRODUCTION = """# Python API

These packages and names are public: import from them and from no other place. Each page lists the names of
one package. The site adds their methods, arguments and errors; so does `help(catanlab.Table)` in Python.
"""
