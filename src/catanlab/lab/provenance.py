"""Where results come from: the code, the command and the machine that made them."""

from __future__ import annotations

import os
import platform
import shlex
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from catanlab._version import __version__

GIT_SECONDS = 10.0
"""How long git may take to say which commit is checked out."""


@dataclass(frozen=True)
class Provenance:
    """What a run of a match was: enough to do it again, and to see why it took so long.

    >>> found = Provenance.of_this_process()
    >>> found.catanlab == __version__, found.packages["numpy"] != ""
    (True, True)
    """

    catanlab: str
    """The version of catanlab."""
    commit: str
    """The commit of its sources if they are a checkout, with `-dirty` if they were edited; else empty."""
    command: str
    """The command line."""
    python: str
    system: str
    processor: str
    cores: int
    """How many cores the process may use."""
    packages: dict[str, str] = field(default_factory=dict)
    """The versions of the packages that were loaded."""

    @classmethod
    def of_this_process(cls) -> Provenance:
        """Return what is known about this process."""
        return cls(
            catanlab=__version__,
            commit=commit_of(Path(__file__).resolve().parents[1]),
            command=command_line(),
            python=f"{platform.python_implementation()} {platform.python_version()}",
            system=f"{platform.system()} {platform.release()} {platform.machine()}",
            processor=_processor(),
            cores=len(os.sched_getaffinity(0)),
            packages=_packages(),
        )

    @property
    def code(self) -> str:
        """The version, and the commit if it is known."""
        return f"{self.catanlab}, commit {self.commit}" if self.commit else self.catanlab

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain data, for JSON."""
        return asdict(self)

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Provenance:
        """Return what `to_dict` described."""
        return cls(**data)


def command_line() -> str:
    """Return the command that started this process, without the folder of the program."""
    program, *words = sys.argv or [""]
    name = Path(program).name
    start = [f"python -m {Path(program).parent.name}"] if name == "__main__.py" else [shlex.quote(name)]
    return " ".join([*start, *map(shlex.quote, words)])


@cache
def commit_of(folder: Path) -> str:
    """Return the commit that a folder is checked out from, with `-dirty` if files in it were changed.

    Empty if the folder is not part of a checkout: an installed package may well lie in somebody's
    repository, which does not track it.
    """
    if not _git(folder, "ls-files", "__init__.py"):
        return ""
    commit = _git(folder, "rev-parse", "HEAD")
    changes = _git(folder, "status", "--porcelain", "--", ".")
    return f"{commit}-dirty" if commit and changes else commit


def are_committed(folder: Path, names: Sequence[str]) -> bool:
    """Return whether the commit that is checked out has these files and folders of a folder as they are."""
    found = _git(folder, "ls-tree", "--name-only", "HEAD", "--", *names).splitlines()
    return {*names} <= {*found} and not _git(folder, "status", "--porcelain", "--", *names)


def _git(folder: Path, *words: str) -> str:
    """Return what git answers, or nothing if it refuses, is late or is not there."""
    # A variable of a hook, such as GIT_DIR, would name another repository.
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    try:
        done = subprocess.run(
            # It locks nothing: a process that is killed would leave a lock, and no commit could be made.
            ["git", "--no-optional-locks", "-C", str(folder), *words],
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=GIT_SECONDS,
            check=True,
        )
    except (OSError, subprocess.SubprocessError, UnicodeDecodeError):
        return ""
    return done.stdout.strip()


def _processor() -> str:
    """Return the name of the processor, as the system has it."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        lines = []
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(names, "") or platform.processor() or platform.machine()


def _packages() -> dict[str, str]:
    """Return the versions of loaded packages: those of the agents and games are among them."""
    found = {}
    for name, module in sorted(sys.modules.items()):
        # Not getattr: some packages warn when they are asked for their version.
        version = getattr(module, "__dict__", {}).get("__version__")
        if "." not in name and isinstance(version, str) and name not in sys.stdlib_module_names:
            found[name] = version
    found.pop("catanlab", None)
    return {name: version for name, version in found.items() if not name.startswith("_")}
