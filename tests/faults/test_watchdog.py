"""A driver that dies leaves no server behind."""

from __future__ import annotations

import select
import subprocess
import sys

import pytest
from tests.conftest import ROOT

DRIVER = """
import os, subprocess
from tests.faults import watchdog
pipe = os.pipe()
def begin():
    return subprocess.Popen(["cat"], stdin=subprocess.PIPE, stdout=1, start_new_session=True)
one, two = begin(), begin()
watchdog.begun(one.pid)
watchdog.begun(two.pid)
two.kill()
two.wait()
for _ in range(40):
    watchdog.ended(two.pid)  # again and again, which must not cost more each time
os.set_inheritable(one.stdin.fileno(), True)
keeper = subprocess.Popen(["cat"], stdin=0, stdout=2, pass_fds=[one.stdin.fileno()])
os._exit(1)
"""


@pytest.mark.full
def test_what_a_dead_driver_started_is_killed() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", DRIVER],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    ) as driver:
        assert driver.stdout is not None
        # Its processes hold the other end: it ends when they are gone, and not before.
        assert select.select([driver.stdout], [], [], 120)[0]
        assert driver.stdout.read() == b""
        assert driver.wait() == 1
