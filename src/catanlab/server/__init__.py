"""The online game: rooms with people and robots, the log, the wire, and the server that joins them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from catanlab._lazy import lazy_names

if TYPE_CHECKING:
    from catanlab.server.database.database import Database
    from catanlab.server.dice import check_record

__all__ = [
    "Database",
    "check_record",
]

if not TYPE_CHECKING:  # a type checker is to see the imports above and nothing else
    __getattr__, __dir__ = lazy_names(
        __name__,
        {
            "Database": "catanlab.server.database.database",
            "check_record": "catanlab.server.dice",
        },
    )
