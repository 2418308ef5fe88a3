"""Databases for tests: `both_databases` runs a test with SQLite and with PostgreSQL."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.server.logs import use_database
from tests.server.postgres import NoPostgresError, drop_database, new_database, shared_server


@pytest.fixture(scope="session")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path | str]:
    """Return the folder of the server that all workers of this session share, or why there is none."""
    own = tmp_path_factory.getbasetemp()
    shared = (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "postgres"
    try:
        with shared_server(shared) as folder:
            yield folder
    except NoPostgresError as error:
        yield str(error)


@pytest.fixture
def postgres_url(postgres: Path | str) -> Iterator[str]:
    """Return the URL of an empty database of PostgreSQL; leave the test out where there can be none."""
    if isinstance(postgres, str):
        pytest.skip(postgres)
    url = new_database(postgres)
    yield url
    drop_database(url)


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.full)])
def both_databases(request: pytest.FixtureRequest, tmp_path: Path) -> None:
    """Let `url(tmp_path)` name a database of SQLite, and in a second run of the test one of PostgreSQL."""
    if request.param == "postgresql":
        use_database(tmp_path, request.getfixturevalue("postgres_url"))
