"""PostgreSQL is installed for the tests where it can be had; no cluster is made, nothing is started."""

import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from tests.conftest import ROOT

pytestmark = pytest.mark.full


def install(folder: Path, *, user: int = 0, apt_get: str | None = "exit 0") -> str:
    """Run the script on a machine without PostgreSQL, and return what it says; it must go well."""
    programs = folder / "programs"
    programs.mkdir(exist_ok=True)
    for name in ("bash", "env", "mkdir", "mktemp", "rm", "tail", "cat"):
        found = shutil.which(name)
        assert found is not None
        (programs / name).symlink_to(found)
    made = {"id": f"echo {user}"} | ({"apt-get": apt_get} if apt_get is not None else {})
    for name, body in made.items():
        (programs / name).write_text(f"#!/usr/bin/env bash\n{body}\n")
        (programs / name).chmod(0o755)
    done = subprocess.run(
        [ROOT / "tools/install_postgresql.sh"],
        env={"PATH": str(programs), "SYSTEM_ROOT": str(folder), "HOME": os.environ.get("HOME", "/")},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr == ""
    return done.stdout


def test_it_is_installed_without_a_cluster(tmp_path: Path) -> None:
    noted = tmp_path / "noted"
    settings = tmp_path / "etc/postgresql-common/createcluster.d"
    said = install(tmp_path, apt_get=f'echo "$@" >>{noted}; cat {settings}/* >>{noted}')
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
    assert install(tmp_path, apt_get="exit 1") == ""


@pytest.mark.parametrize(
    ("machine", "why"),
    [
        ({"user": 1000}, "is not installed, and only root can do it"),
        ({"apt_get": None}, "is not installed, and there is no apt-get"),
        ({"apt_get": "echo one; echo 'no network' >&2; exit 100"}, "cannot be installed (no network)"),
    ],
)
def test_where_it_cannot_be_had_a_line_says_why(tmp_path: Path, machine: dict[str, Any], why: str) -> None:
    said = install(tmp_path, **machine)
    assert said.splitlines()[-1] == f"PostgreSQL {why}: tests with it are left out"
