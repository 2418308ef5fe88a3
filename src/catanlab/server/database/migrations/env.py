"""Runs the migrations: alembic executes this file. The connection comes from `Database`."""

from alembic import context
from sqlalchemy import Connection

from catanlab.server.database.tables import METADATA


def run() -> None:
    """Run what the database lacks, in the transaction of its connection."""
    connection = context.config.attributes["connection"]
    if not isinstance(connection, Connection):
        raise TypeError("migrations run in the transaction of an open database: see Database")
    # A step that fails leaves nothing behind, in SQLite too.
    context.configure(connection=connection, target_metadata=METADATA, transactional_ddl=True)
    with context.begin_transaction():
        context.run_migrations()


if __name__ == "env_py":  # the name under which alembic executes it
    run()
