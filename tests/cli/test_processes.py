"""What only a process of its own can show: pipes, signals, no terminal, what is imported."""

import io
import os
import re
import signal
import subprocess
import sys
import tomllib
from pathlib import Path
from unittest.mock import Mock

import pytest

from catanlab import Catan
from catanlab.cli.main import COMMANDS, NOT_NEEDED_TO_PLAY, main
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


@pytest.mark.full
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


@pytest.mark.full
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


@pytest.mark.full
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
    "serve": ["--help"],
    "study": ["--help"],
    "ladder": ["--help"],
    "bot": ["--help"],
    "admin": ["--help"],
    "database": ["--help"],
    "cluster": ["--help"],
    "experiment": ["--list"],
    "ratings": ["--help"],
    "leaderboard": ["--help"],
    "tune": ["--help"],
    "analyze": ["game.record@1", "--agent", "uct", "--iterations", "5"],
    "bandits": ["--trials", "1", "--power", "1"],
}
"""What goes with a command for it to print something."""


@pytest.fixture
def record_here(tmp_path: Path) -> Path:
    """Return a folder with a record in it."""
    record = Record(Catan(seed=1), agents=("ann", "bob", "cyd", "dan"))
    record.add("settlement 12")
    record.write(tmp_path / "game.record")
    return tmp_path


needs_full = pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a file that is always full")
IS_FULL = "catanlab: cannot write to standard output: No space left on device\n"


@pytest.mark.full
@needs_full
@pytest.mark.parametrize("buffered", [True, False])
def test_a_full_output_is_reported_in_a_sentence(
    buffered: bool, record_here: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(record_here)
    for command in [*COMMANDS, "--help", "--version"]:
        binary = Path("/dev/full").open("wb", buffering=-1 if buffered else 0)  # noqa: SIM115
        with (
            io.TextIOWrapper(binary, encoding="utf-8", write_through=not buffered) as full,
            monkeypatch.context() as during,
        ):
            during.setattr(sys, "stdout", full)
            code = main([command, *EVERY_COMMAND.get(command, [])])
        assert (command, code, capsys.readouterr().err) == (command, 2, IS_FULL)


@pytest.mark.full
@needs_full
@pytest.mark.parametrize("command", ["play", "match", "--help"])
def test_a_process_with_a_full_output_leaves_with_a_sentence(command: str, record_here: Path) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [*CATANLAB, command, *EVERY_COMMAND.get(command, [])],
            stdout=full,
            stderr=subprocess.PIPE,
            stdin=subprocess.DEVNULL,
            cwd=record_here,
            text=True,
            check=False,
        )
    assert (done.returncode, done.stderr) == (2, IS_FULL)


# It is noticed before a command is looked for: two of them stand for all.
@pytest.mark.skipif(sys.platform == "win32", reason="file numbers of POSIX")
@pytest.mark.parametrize("command", ["show", "--version"])
def test_a_closed_output_is_reported_in_a_sentence(command: str, record_here: Path) -> None:
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


@pytest.mark.full
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


@pytest.mark.full
def test_playing_takes_no_more_than_make_play_fetches() -> None:
    root = Path(__file__).resolve().parents[2]
    settings = tomllib.loads((root / "pyproject.toml").read_text())
    fetched = settings["tool"]["catanlab"]["play"]
    others = {re.match(r"[\w-]+", wanted)[0] for wanted in settings["project"]["dependencies"]} - set(
        fetched
    )
    assert others == NOT_NEEDED_TO_PLAY
    program = (
        "import sys\n"
        f"for name in {sorted(others)}: sys.modules[name] = None\n"
        "import catanlab\n"
        "from catanlab.agents.registry import AGENTS\n"
        "from catanlab.cli.main import main\n"
        "for name in AGENTS.names: name == 'human' or catanlab.make_agent(name)\n"
        f"main(['play', '--watch', '--seed', '1', *{SHORT}])\n"
        "catanlab.play_random(games=10)\n"
        "sys.stdout = open('/dev/null', 'w')\n"
        "for words in (['agents'], ['power'], ['rules']): main(words)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_what_was_not_fetched_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    missing = ModuleNotFoundError("No module named 'pyarrow'", name="pyarrow")
    monkeypatch.setattr("catanlab.cli.main.import_module", Mock(side_effect=missing))
    assert main(["results"]) == 2
    said = "catanlab: this needs the package pyarrow, which is not installed: run make install\n"
    assert capsys.readouterr().err == said
