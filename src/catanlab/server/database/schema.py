"""The version of a database's tables, and the migrations that bring them up to date."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

MIGRATIONS_LOCK = 0x636174616E6C6162
"""The number of the advisory lock that programs take in PostgreSQL before they migrate: "catanlab"."""


def version_of(connection: Connection) -> str | None:
    """Return the version of the tables, or None if there are none yet."""
    return MigrationContext.configure(connection).get_current_revision()


def newest_version() -> str:
    """Return the version that this program works with."""
    newest = ScriptDirectory.from_config(_settings(None)).get_current_head()
    assert newest is not None
    return newest


def known_versions() -> frozenset[str]:
    """Return all versions that this program can bring up to date, and the newest."""
    steps = ScriptDirectory.from_config(_settings(None)).walk_revisions()
    return frozenset(step.revision for step in steps)


def upgrade(connection: Connection, to: str = "head") -> str | None:
    """Run the migrations that are missing in the transaction of a connection; returns the version before.

    Programs that do so at the same time wait for each other: in SQLite since a transaction that writes does
    anyway, in PostgreSQL by a lock. Raises alembic's CommandError for tables of a newer program.
    """
    if connection.dialect.name == "postgresql":
        # Large tables may take long, and so may whoever came first.
        connection.exec_driver_sql("SET LOCAL statement_timeout = 0")
        connection.exec_driver_sql("SET LOCAL lock_timeout = 0")
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({MIGRATIONS_LOCK})")
    before = version_of(connection)
    command.upgrade(_settings(connection), to)
    return before


def _settings(connection: Connection | None) -> Config:
    settings = Config()
    folder = str(Path(__file__).with_name("migrations"))
    settings.set_main_option("script_location", folder.replace("%", "%%"))
    settings.set_main_option("path_separator", "os")
    settings.attributes["connection"] = connection
    return settings
