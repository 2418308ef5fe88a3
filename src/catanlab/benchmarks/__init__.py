"""Measurements of speed: those of `catanlab bench`, and others that are run by `python -m`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from catanlab._lazy import lazy_names

if TYPE_CHECKING:
    from catanlab.benchmarks.scripted_person import ScriptedPerson

__all__ = [
    "ScriptedPerson",
]

if not TYPE_CHECKING:  # a type checker is to see the imports above and nothing else
    __getattr__, __dir__ = lazy_names(
        __name__,
        {
            "ScriptedPerson": "catanlab.benchmarks.scripted_person",
        },
    )
