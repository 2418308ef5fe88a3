"""The version of a database's tables, and the migrations that bring them up to date.

Alembic is imported only if tables have to be made or changed: it takes a quarter of the time in which a
server starts, and most servers find their tables as they should be.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection, inspect, text

if TYPE_CHECKING:
    from alembic.config import Config

MIGRATIONS_LOCK = 0x636174616E6C6162
"""The number of the advisory lock that programs take in PostgreSQL before they migrate: "catanlab"."""
_FOLDER = Path(__file__).with_name("migrations")


class UnknownVersionError(Exception):
    """The tables are those of a newer program, or of none."""


def version_of(connection: Connection) -> str | None:
    """Return the version of the tables, or None if there are none yet."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar_one_or_none()
    return None if found is None else str(found)


def newest_version() -> str:
    """Return the version that this program works with."""
    return max(known_versions())


def known_versions() -> frozenset[str]:
    """Return all versions that this program can bring up to date, and the newest: by their file names."""
    found = (re.match(r"v(\d{4})_", file.name) for file in (_FOLDER / "versions").iterdir())
    return frozenset(match[1] for match in found if match)


def upgrade(connection: Connection, to: str = "head") -> str | None:
    """Run the migrations that are missing in the transaction of a connection; returns the version before.

    Programs that do so at the same time wait for each other: in SQLite since a transaction that writes does
    anyway, in PostgreSQL by a lock. Raises UnknownVersionError for tables of a newer program.
    """
    if connection.dialect.name == "postgresql":
        # Large tables may take long, and so may whoever came first.
        connection.exec_driver_sql("SET LOCAL statement_timeout = 0")
        connection.exec_driver_sql("SET LOCAL lock_timeout = 0")
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({MIGRATIONS_LOCK})")
    before = version_of(connection)
    if before != (newest_version() if to == "head" else to):
        _migrate(connection, to)
    return before


def _migrate(connection: Connection, to: str) -> None:
    from alembic import command
    from alembic.util import CommandError

    try:
        command.upgrade(_settings(connection), to)
    except CommandError as error:
        raise UnknownVersionError(str(error)) from error


def _settings(connection: Connection | None) -> Config:
    from alembic.config import Config

    settings = Config()
    settings.set_main_option("script_location", str(_FOLDER).replace("%", "%%"))
    settings.set_main_option("path_separator", "os")
    settings.attributes["connection"] = connection
    return settings
