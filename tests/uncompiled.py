"""Runs programs on the sources alone, as plain Python, for comparing with the native modules."""

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import catanlab

PACKAGE = Path(catanlab.__file__).parent


class Uncompiled:
    """A copy of the sources, and what programs print that run on it, each once in a whole test session.

    The workers of a session share the folder: the first one copies or runs, the others wait.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def output(self, *words: str) -> str:
        """Return what `python words...` prints; raise `AssertionError` with its errors if it fails."""
        printed = self.folder / hashlib.sha256(repr(words).encode()).hexdigest()
        with self._first(self.folder / "copied") as first:
            if first:
                only_sources = shutil.ignore_patterns("*.so", "*.pxd", "*.pyi", "__pycache__", "static")
                shutil.copytree(PACKAGE, self.folder / "catanlab", ignore=only_sources)
        with self._first(printed) as first:
            if first:
                printed.write_text(self._run(words))
        return printed.read_text()

    @contextmanager
    def _first(self, done: Path) -> Iterator[bool]:
        """Keep others out; yield whether this is the first time, which it is until it succeeds."""
        self.folder.mkdir(exist_ok=True)
        with done.with_suffix(".lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield not done.exists()
            done.touch()

    def _run(self, words: tuple[str, ...]) -> str:
        others = [path for path in sys.path if path and not (Path(path) / "catanlab").exists()]
        result = subprocess.run(
            [sys.executable, *words],
            capture_output=True,
            check=False,
            cwd=self.folder,
            env=os.environ | {"PYTHONPATH": os.pathsep.join([str(self.folder), *others])},
            text=True,
        )
        assert not result.returncode, result.stderr
        return result.stdout
