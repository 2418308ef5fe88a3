"""`catanlab serve --open` and `make play`: the browser where there is one, a free port, a quiet end."""

from __future__ import annotations

import os
import pty
import select
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.conftest import ROOT

from catanlab.cli.serve import _as_seen_from_here
from catanlab.server.transport.serve import PortTakenError, listen, listen_near

HOST = "127.0.0.1"
SECONDS = 60.0


def program(folder: Path, name: str) -> Path:
    """Write a program that notes its first argument in a file, and return that file."""
    path, note = folder / name, folder / f"{name}.note"
    path.write_text(f'#!/bin/sh\nprintf %s "$1" > "{note}.part" && /bin/mv "{note}.part" "{note}"\n')
    path.chmod(0o755)
    return note


@contextmanager
def serving(environment: dict[str, str], *words: str) -> Iterator[str]:
    """Run the server with the small hub of the tests, and yield what it prints first; it ends with 0."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if name not in ("BROWSER", "DISPLAY", "WAYLAND_DISPLAY")
    }
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.server.wire.served", "--open", *words],
        cwd=ROOT,
        env={**kept, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        yield process.stdout.readline()
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=SECONDS)
        assert (process.returncode, errors) == (0, "")
    finally:
        process.kill()
        process.wait()


def content(note: Path) -> str:
    """Wait for what a program notes."""
    late = time.monotonic() + SECONDS
    while not note.exists():
        assert time.monotonic() < late, f"no {note.name}"
        time.sleep(0.01)
    return note.read_text()


def address_in(line: str) -> str:
    """Return the address in the line that a server prints."""
    assert line.startswith(f"Play at http://{HOST}:")
    assert line.endswith("/ until Ctrl-C\n")
    return line.split()[2]


@pytest.mark.full
def test_the_page_is_opened_in_the_browser_of_the_desktop(tmp_path: Path) -> None:
    note = program(tmp_path, "xdg-open")
    environment = {"DISPLAY": ":77", "PATH": str(tmp_path)}
    with serving(environment, "--port", "0") as line:
        assert content(note) == address_in(line)


@pytest.mark.full
def test_the_browser_that_the_environment_names_is_taken_without_a_desktop(tmp_path: Path) -> None:
    note = program(tmp_path, "mine")
    with serving({"BROWSER": f"{tmp_path / 'mine'} %s"}, "--port", "0") as line:
        assert content(note) == address_in(line)


@pytest.mark.full
@pytest.mark.parametrize("environment", [{}, {"DISPLAY": ":77"}])
def test_without_a_browser_with_windows_the_address_is_printed_alone(
    tmp_path: Path, environment: dict[str, str]
) -> None:
    notes = [program(tmp_path, name) for name in ("lynx", "w3m", "www-browser", "links", "elinks")]
    environment = {**environment, "PATH": str(tmp_path), "TERM": "xterm"}
    with serving(environment, "--port", "0") as line, urllib.request.urlopen(address_in(line)) as page:
        assert b"<html" in page.read()
    assert not any(note.exists() for note in notes)


def test_a_port_that_is_in_use_is_passed_over() -> None:
    with listen(HOST, 0) as first:
        port = first.getsockname()[1]
        with listen_near(HOST, port) as second:
            assert port < second.getsockname()[1] < port + 20


def test_ports_have_an_end() -> None:
    with listen(HOST, 65535), pytest.raises(PortTakenError, match="ports 65535 to 65535"):
        listen_near(HOST, 65535)


@pytest.mark.full
def test_a_port_that_was_chosen_is_the_one_or_none(capfd: pytest.CaptureFixture[str]) -> None:
    with socket.create_server((HOST, 0)) as other:
        port = str(other.getsockname()[1])
        command = [sys.executable, "-m", "tests.server.wire.served", "--open", "--port", port]
        assert subprocess.run(command, cwd=ROOT, check=False).returncode == 2
    assert (
        capfd.readouterr().err == f"catanlab: port {port} of {HOST} is in use; choose another with --port\n"
    )


@pytest.mark.parametrize(
    ("address", "seen"),
    [
        ("http://0.0.0.0:8000/", "http://127.0.0.1:8000/"),
        ("http://[::]:8000/", "http://[::1]:8000/"),
        ("http://192.0.2.1:8000/", "http://192.0.2.1:8000/"),
    ],
)
def test_a_browser_is_sent_to_an_address_that_it_can_reach(address: str, seen: str) -> None:
    assert _as_seen_from_here(address) == seen


@pytest.mark.full
def test_make_play_serves_the_page_until_ctrl_c_and_ends_with_0(tmp_path: Path) -> None:
    """On a terminal of its own, with everything installed; Ctrl-Z does not leave a server behind."""
    arguments = f"--port 0 --workers 1 --database sqlite:///{tmp_path}/games.db"
    # What is installed stays as it is: other tests use it at the same time.
    command = ["make", "-o", ".venv/installed", "-o", "native", "play", f"ARGS={arguments}"]
    inner, outer = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-c", _CHILD, *command],
        cwd=ROOT,
        env={**os.environ, "DISPLAY": "", "WAYLAND_DISPLAY": "", "BROWSER": ""},
        stdin=outer,
        stdout=outer,
        stderr=outer,
        start_new_session=True,
    )
    os.close(outer)
    try:
        text = read_until(inner, "until Ctrl-C")
        assert text.count("Play at http://") == 1
        address = text[text.index("http://") :].split()[0]
        os.write(inner, b"\x1a")
        with urllib.request.urlopen(address, timeout=SECONDS) as page:
            assert b"<html" in page.read()
        os.write(inner, b"\x03")
        rest = read_until(inner, None)
        assert process.wait(SECONDS) == 0
        assert "rror" not in rest
        assert "***" not in rest
    finally:
        process.kill()
        process.wait()
        os.close(inner)


_CHILD = """
import fcntl, os, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
os.execvp(sys.argv[1], sys.argv[1:])
"""
"""Makes the terminal the one whose keys send signals, then runs a command."""


def read_until(terminal: int, word: str | None) -> str:
    """Return what a terminal shows until a word comes, or to its end."""
    text = ""
    while word is None or word not in text:
        ready, _, _ = select.select([terminal], [], [], SECONDS)
        assert ready, text
        try:
            part = os.read(terminal, 4096)
        except OSError:  # the other side is closed
            part = b""
        if not part:
            assert word is None, text
            break
        text += part.decode()
    return text
