"""A small disk for a database, which can be filled to the last byte; only root can have one."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

BLOCKS = (1 << 20, 1 << 16, 1 << 12, 1)


class SmallDiskError(Exception):
    """There can be no small disk here."""


class SmallDisk:
    """A file system in memory, mounted at a folder. Raises SmallDiskError if that is not allowed."""

    def __init__(self, folder: Path, *, megabytes: int) -> None:
        self.folder = folder
        self._ballast = folder / "ballast"
        folder.mkdir(parents=True, exist_ok=True)
        options = f"size={megabytes}m,mode=0755"
        done = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(folder)], capture_output=True, text=True
        )
        if done.returncode:
            raise SmallDiskError(done.stderr.strip() or "mount fails")

    def fill(self) -> None:
        """Leave no byte free."""
        with self._ballast.open("ab", buffering=0) as ballast:
            for size in BLOCKS:
                try:
                    while True:
                        ballast.write(bytes(size))
                except OSError:
                    continue

    def free(self) -> None:
        """Give the space back."""
        self._ballast.unlink(missing_ok=True)

    def remove(self) -> None:
        """Unmount it, with all that it has."""
        subprocess.run(["umount", "-l", str(self.folder)], capture_output=True, check=False)
        if not os.path.ismount(self.folder):
            self.folder.rmdir()
