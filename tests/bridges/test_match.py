"""Matches whose programs die or that a user stops, at a server that is a process of its own."""

import json
import os
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from tests.bridges.loopback import PATIENCE
from tests.bridges.test_host import is_zombie, wait_until

from catanlab.bridges.jsettlers.errors import ConnectionLostError
from catanlab.bridges.jsettlers.match import play_match
from catanlab.bridges.jsettlers.match_options import MatchOptions
from catanlab.cli.main import main
from catanlab.lab.store import Store

ROOT = Path(__file__).parents[2]
SERVER = shlex.join([sys.executable, "-m", "tests.bridges.match_server"])
MANY = 100_000


@pytest.fixture(autouse=True)
def _servers_find_the_tests(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")]))


def match_options(pids: Path, games: int) -> MatchOptions:
    """Return a match with a robot program that writes down its process number, and does nothing."""
    robot = shlex.join(["sh", "-c", f"echo $$ > {shlex.quote(str(pids))}; exec sleep 1000"])
    return MatchOptions(server_command=SERVER, agent="random", against=3, robot_command=robot, games=games)


@pytest.mark.full
def test_games_at_the_server_are_kept(tmp_path: Path) -> None:
    wanted = match_options(tmp_path / "pid", 30)
    rows, counts = play_match(wanted, Store(tmp_path / "results").open(wanted.plan))
    assert len(rows) == 30
    assert (counts.seats, counts.dropped, counts.void) == (30, 0, 0)


@pytest.mark.full
def test_a_match_stops_when_a_robot_program_is_killed(tmp_path: Path) -> None:
    """Games that were over before are kept, none after, and the sentence says what happened."""
    pids = tmp_path / "pid"
    wanted = match_options(pids, MANY)
    stored = Store(tmp_path / "results").open(wanted.plan)

    def watch(games: int) -> None:
        if games == 5:
            wait_until(lambda: pids.exists() and pids.read_text().endswith("\n"))
            pid = pids.read_text().strip()
            os.kill(int(pid), signal.SIGKILL)
            wait_until(lambda: not Path("/proc", pid).exists() or is_zombie(pid))
        assert games < 50, "the match goes on"

    with pytest.raises(ConnectionLostError, match="a robot of the server ended with code -9; it said: "):
        play_match(wanted, stored, watch=watch)
    assert len(stored.rows()) == 5


def match_command(folder: Path, games: int) -> list[str]:
    words = {"server-command": SERVER, "agent": "random", "games": str(games), "out": str(folder)}
    options = [word for name, value in words.items() for word in (f"--{name}", value)]
    return [sys.executable, "-m", "catanlab", "jsettlers", "match", *options]


@pytest.mark.full
def test_a_killed_server_ends_the_command_in_a_sentence(tmp_path: Path) -> None:
    command = match_command(tmp_path, MANY)
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        for line in process.stderr:
            if "10 of" in line:
                break
        (server,) = children(process.pid)
        os.kill(server, signal.SIGKILL)
        rest = process.stderr.read()
        assert process.wait(PATIENCE) == 2
    assert rest.splitlines()[-1].startswith("catanlab: the server ended with code -9; it said: ")


@pytest.mark.full
@pytest.mark.parametrize("games", [10, 30])
def test_an_interrupted_match_ends(games: int, tmp_path: Path) -> None:
    command = match_command(tmp_path, MANY)
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        for line in process.stderr:
            if f"{games} of" in line:
                break
        process.send_signal(signal.SIGINT)
        try:
            assert process.wait(PATIENCE) == 130
        finally:
            process.kill()
    (stored,) = Store(tmp_path).matches()
    assert games <= len(stored.rows()) < MANY


def children(pid: int) -> list[int]:
    """Return the processes that a process has started."""
    return [int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


@pytest.mark.full
def test_the_result_counts_what_went_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """In the games of this server there is no board, so that none can be followed."""
    monkeypatch.setattr("catanlab.cli.jsettlers.enter_private_network", lambda: True)
    words = match_command(tmp_path, 3)[3:]
    assert main([*words, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["mirror"] == {
        "seats": 3,
        "checks": 0,
        "mismatches": 0,
        "irregular": 0,
        "not_followed": 0,
        "lost": 3,
        "refused": 0,
        "dropped": 0,
        "void": 0,
    }
    assert main([*words[:-4], "--games", "5", "--out", str(tmp_path)]) == 0
    printed = capsys.readouterr().out
    assert "Requests refused: 0; irregular acts: 0." in printed
    assert (
        "a game could not be followed for a while; 2 games could not be followed to their end." in printed
    )
