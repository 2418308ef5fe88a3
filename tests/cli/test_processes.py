"""What only a process of its own can show: pipes, signals, no terminal, what is imported."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from catanlab import Catan
from catanlab.cli.main import COMMANDS
from catanlab.table.record import Record

CATANLAB = [sys.executable, "-m", "catanlab"]
TIME_LIMIT = 60
SHORT = ("--rules", "trading,max_rounds=8")


def start(*words: str, **options: int) -> "subprocess.Popen[str]":
    """Start a command without a terminal: nothing to read, both outputs piped."""
    return subprocess.Popen(
        [*CATANLAB, *words],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        **options,
    )


def test_play_ends_by_itself_without_a_terminal() -> None:
    with start("play", "--watch", "--seed", "1", "--pause", "60") as process:
        out, err = process.communicate(timeout=TIME_LIMIT)
    assert process.returncode == 0
    assert " wins in turn " in out
    assert err == ""


@pytest.mark.full
def test_play_is_the_same_whatever_the_hash_seed() -> None:
    stories = set()
    for hash_seed in ("0", "1"):
        command = [*CATANLAB, "play", "--watch", "--seed", "5", *SHORT]
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
        done = subprocess.run(command, env=environment, capture_output=True, check=True)
        stories.add(done.stdout)
    assert len(stories) == 1


@pytest.mark.skipif(sys.platform == "win32", reason="pipes and signals of POSIX")
def test_a_closed_pipe_is_no_error() -> None:
    with start("play", "--watch", "--seed", "1") as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.wait(timeout=TIME_LIMIT) == 0
        assert process.stderr.read() == ""


@pytest.mark.skipif(sys.platform == "win32", reason="pipes and signals of POSIX")
def test_interrupting_stops_quietly() -> None:
    with start("perft", "--seed", "1", "--depth", "100") as process:
        assert process.stdout is not None
        assert process.stderr is not None
        while not process.stdout.readline().startswith("    5"):
            pass
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=TIME_LIMIT) == 130
        assert process.stderr.read() == ""


def test_output_needs_only_ascii() -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    for words in (["games"], ["rules"], ["--help"], ["play", "--seed", "1", *SHORT]):
        command = [*CATANLAB, *words]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, "")


EVERY_COMMAND = {
    "play": ["--watch", "--seed", "2"],
    "replay": ["game.record"],
    "show": ["--seed", "1", "--svg", "-"],
    "perft": ["--depth", "2"],
    "match": ["random", "random", "random", "random", "--blocks", "1", "--jobs", "1"],
    "bench": ["--help"],
    "analyze": ["game.record@1", "--agent", "uct", "--iterations", "5"],
    "bandits": ["--trials", "1", "--power", "1"],
}
"""What goes with a command for it to print something."""

QUICKLY = ("show", "--version")
"""What `make check` looks at; the others only in the full tests."""


@pytest.fixture
def record_here(tmp_path: Path) -> Path:
    """Return a folder with a record in it."""
    record = Record(Catan(seed=1), agents=("ann", "bob", "cyd", "dan"))
    record.add("settlement 12")
    record.write(tmp_path / "game.record")
    return tmp_path


@pytest.mark.full
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a file that is always full")
@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("command", [*COMMANDS, "--help", "--version"])
def test_a_full_output_is_told_in_a_sentence(command: str, unbuffered: str, record_here: Path) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [*CATANLAB, command, *EVERY_COMMAND.get(command, [])],
            stdout=full,
            stderr=subprocess.PIPE,
            stdin=subprocess.DEVNULL,
            env={**os.environ, "PYTHONUNBUFFERED": unbuffered},
            cwd=record_here,
            text=True,
            check=False,
        )
    assert done.stderr == "catanlab: cannot write to standard output: No space left on device\n"
    assert done.returncode == 2


def mostly_full(commands: list[str]) -> list[object]:
    """Leave all but a few commands to the full tests: each is a process of its own."""
    return [word if word in QUICKLY else pytest.param(word, marks=pytest.mark.full) for word in commands]


@pytest.mark.skipif(sys.platform == "win32", reason="file numbers of POSIX")
@pytest.mark.parametrize("command", mostly_full([*COMMANDS, "--help", "--version"]))
def test_a_closed_output_is_told_in_a_sentence(command: str, record_here: Path) -> None:
    done = subprocess.run(
        ["sh", "-c", 'exec "$@" >&-', "sh", *CATANLAB, command, *EVERY_COMMAND.get(command, [])],
        stderr=subprocess.PIPE,
        stdin=subprocess.DEVNULL,
        cwd=record_here,
        text=True,
        check=False,
    )
    assert done.stderr == "catanlab: standard output is closed, and a command has to write somewhere\n"
    assert done.returncode == 2


@pytest.mark.full
@pytest.mark.skipif(sys.platform == "win32", reason="file numbers of POSIX")
def test_neither_input_nor_errors_need_to_be_open() -> None:
    for words in (["play", "--seed", "1", *SHORT], ["rules"]):
        done = subprocess.run(
            ["sh", "-c", 'exec "$@" <&- 2>&-', "sh", *CATANLAB, *words], capture_output=True, check=False
        )
        assert done.returncode == 0
        assert done.stdout


def test_a_letter_that_the_output_lacks_is_written_out(tmp_path: Path) -> None:
    record = Record(Catan(seed=1), agents=("J\u00fcrgen", "bob", "cyd", "dan"))
    record.write(tmp_path / "game.record")
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    command = [*CATANLAB, "replay", str(tmp_path / "game.record")]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "J\\xfcrgen" in done.stdout


@pytest.mark.parametrize("word", ["--version", "--help"])
def test_a_cold_start_imports_little(word: str) -> None:
    program = (
        "import sys\n"
        "from catanlab.cli.main import main\n"
        f"main([{word!r}])\n"
        "heavy = [name for name in sys.modules if name.startswith(('numpy', 'rich',"
        " 'catanlab.games', 'catanlab.lab', 'catanlab.search', 'catanlab.framework.state'))]\n"
        "assert not heavy, heavy\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
