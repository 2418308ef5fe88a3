"""Chromium is installed for the tests where it can be had; where it cannot, a line says why."""

from pathlib import Path
from typing import Any

import pytest
from tests.machine import install

pytestmark = pytest.mark.full
SCRIPT = "install_browser.sh"


def test_it_is_installed_alone(tmp_path: Path) -> None:
    noted = tmp_path / "noted"
    said = install(SCRIPT, tmp_path, apt_get=f'echo "$@" >>{noted}')
    assert said == "Installing chromium with apt-get\n"
    assert noted.read_text() == "update\ninstall --yes --no-install-recommends chromium\n"


def test_nothing_is_done_where_it_is_installed(tmp_path: Path) -> None:
    program = tmp_path / "usr/lib/chromium/chromium"
    program.parent.mkdir(parents=True)
    program.touch(mode=0o755)
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
    assert said.splitlines()[-1] == f"Chromium {why}: tests in a browser are left out"
