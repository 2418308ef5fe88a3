"""PostgreSQL is installed for the tests where it can be had; no cluster is made, nothing is started."""

from pathlib import Path
from typing import Any

import pytest
from tests.machine import install

pytestmark = pytest.mark.full
SCRIPT = "install_postgresql.sh"


def test_it_is_installed_without_a_cluster(tmp_path: Path) -> None:
    noted = tmp_path / "noted"
    settings = tmp_path / "etc/postgresql-common/createcluster.d"
    said = install(SCRIPT, tmp_path, apt_get=f'echo "$@" >>{noted}; cat {settings}/* >>{noted}')
    assert said == "Installing PostgreSQL with apt-get\n"
    assert noted.read_text() == (
        "update\ncreate_main_cluster = false\n"
        "install --yes --no-install-recommends postgresql\ncreate_main_cluster = false\n"
    )
    assert list(settings.iterdir()) == []


def test_nothing_is_done_where_it_is_installed(tmp_path: Path) -> None:
    programs = tmp_path / "usr/lib/postgresql/15/bin"
    programs.mkdir(parents=True)
    (programs / "initdb").touch()
    assert install(SCRIPT, tmp_path, apt_get="exit 1") == ""


@pytest.mark.parametrize(
    ("machine", "why"),
    [
        ({"user": 1000}, "is not installed, and only root can do it"),
        ({"apt_get": None}, "is not installed, and there is no apt-get"),
        ({"apt_get": "echo one; echo 'no network' >&2; exit 100"}, "cannot be installed (no network)"),
    ],
)
def test_where_it_cannot_be_had_a_line_says_why(tmp_path: Path, machine: dict[str, Any], why: str) -> None:
    said = install(SCRIPT, tmp_path, **machine)
    assert said.splitlines()[-1] == f"PostgreSQL {why}: tests with it are left out"
