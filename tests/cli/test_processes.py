"""What only a process of its own can show: pipes, signals, no terminal, what is imported."""

import os
import signal
import subprocess
import sys

import pytest

CATANLAB = [sys.executable, "-m", "catanlab"]
TIME_LIMIT = 60


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


def test_play_is_the_same_whatever_the_hash_seed() -> None:
    stories = set()
    for hash_seed in ("0", "1"):
        command = [*CATANLAB, "play", "--watch", "--seed", "5"]
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
    for words in (["games"], ["rules"], ["--help"], ["play", "--seed", "1"]):
        command = [*CATANLAB, *words]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, "")


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
