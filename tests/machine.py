"""A bare machine for the scripts that install programs: a path with next to nothing in it."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

from tests.conftest import ROOT

PROGRAMS = ("bash", "env", "mkdir", "mktemp", "rm", "tail", "cat")


def install(script: str, folder: Path, *, user: int = 0, apt_get: str | None = "exit 0") -> str:
    """Run a script of `tools/` on a machine without the program, and return what it says; it must go well.

    `folder` is the root of the machine, `user` who runs the script, `apt_get` what apt-get does there.
    """
    programs = folder / "programs"
    programs.mkdir(exist_ok=True)
    for name in PROGRAMS:
        found = shutil.which(name)
        assert found is not None
        (programs / name).symlink_to(found)
    made = {"id": f"echo {user}"} | ({"apt-get": apt_get} if apt_get is not None else {})
    for name, body in made.items():
        (programs / name).write_text(f"#!/usr/bin/env bash\n{body}\n")
        (programs / name).chmod(0o755)
    done = subprocess.run(
        [ROOT / "tools" / script],
        env={"PATH": str(programs), "SYSTEM_ROOT": str(folder), "HOME": os.environ.get("HOME", "/")},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr == ""
    return done.stdout
