"""One run writes at a time; others may read meanwhile."""

import multiprocessing
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from tests.lab.store.samples import PLAN, assert_same, fresh, some_rows

from catanlab.framework.errors import StoreError
from catanlab.lab.store import Store
from catanlab.lab.store import part as part_module

ROOT = Path(__file__).resolve().parents[3]
HOLDER = """
import sys
from pathlib import Path
from tests.lab.store.samples import fresh
with fresh(Path(sys.argv[1])).lock():
    print("locked", flush=True)
    sys.stdin.read()
"""


def holder(root: Path) -> "subprocess.Popen[str]":
    """Start a process that holds the lock until its input ends."""
    process = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(root)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "locked\n"
    return process


@pytest.mark.full
def test_a_second_run_is_refused_until_the_first_ends(tmp_path: Path) -> None:
    fresh(tmp_path).add(some_rows(range(3)))
    with holder(tmp_path) as process:
        stored = fresh(tmp_path)
        for ask in (stored.compact, lambda: stored.add(some_rows(range(3, 4)))):
            with pytest.raises(StoreError, match=f"another run is writing to .*{PLAN.key}"):
                ask()
        assert_same(stored.rows(), some_rows(range(3)))
        process.communicate()
    stored.add(some_rows(range(3, 4)))
    assert_same(stored.rows(), some_rows(range(4)))


@pytest.mark.full
def test_a_killed_run_holds_nothing(tmp_path: Path) -> None:
    with holder(tmp_path) as process:
        process.send_signal(signal.SIGKILL)
        process.wait()
    with fresh(tmp_path).lock():
        pass


@pytest.mark.full
def test_two_writers_in_a_process_are_kept_apart_too(tmp_path: Path) -> None:
    first, second = fresh(tmp_path), fresh(tmp_path)
    with first.lock():
        with pytest.raises(StoreError, match="another run is writing"), second.lock():
            pass
        with pytest.raises(StoreError, match="another run is writing"):
            second.add(some_rows(range(1)))
        first.add(some_rows(range(1)))
        # What was refused has not set the lock free for other processes.
        command = [sys.executable, "-c", HOLDER, str(tmp_path)]
        done = subprocess.run(command, cwd=ROOT, input="", capture_output=True, text=True, check=False)
        assert "another run is writing" in done.stderr
    with second.lock():
        second.add(some_rows(range(1, 2)))
    assert_same(first.rows(), some_rows(range(2)))


def test_whoever_has_the_lock_may_take_it_again(tmp_path: Path) -> None:
    stored = fresh(tmp_path)
    with stored.lock():
        with stored.lock():
            stored.add(some_rows(range(1)))
        with pytest.raises(StoreError), fresh(tmp_path).lock():
            pass
    with fresh(tmp_path).lock():
        pass


def test_an_error_sets_the_lock_free(tmp_path: Path) -> None:
    with pytest.raises(KeyError), fresh(tmp_path).lock():
        raise KeyError
    with fresh(tmp_path).lock():
        pass


@pytest.mark.parametrize("error", [StoreError, KeyboardInterrupt])
def test_a_writer_that_stored_no_game_leaves_no_folder(tmp_path: Path, error: type[BaseException]) -> None:
    stored = fresh(tmp_path)
    with pytest.raises(error), stored.lock():
        raise error
    assert not stored.path.exists()
    stored.add(some_rows(range(1)))
    with pytest.raises(error), stored.lock():
        raise error
    assert_same(fresh(tmp_path).rows(), some_rows(range(1)))


def test_files_of_others_in_a_folder_without_games_are_kept(tmp_path: Path) -> None:
    stored = fresh(tmp_path)
    with stored.lock():
        (stored.path / "notes.txt").write_text("mine")
    assert (stored.path / "notes.txt").read_text() == "mine"


def _try_to_add(root: Path, results: "multiprocessing.SimpleQueue[str]") -> None:
    try:
        Store(root).open(PLAN).add(some_rows(range(1)))
        results.put("added")
    except StoreError as error:
        results.put(str(error))


@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_a_child_of_the_writer_is_no_writer(tmp_path: Path) -> None:
    fork = multiprocessing.get_context("fork")
    results = fork.SimpleQueue()
    with fresh(tmp_path).lock():
        child = fork.Process(target=_try_to_add, args=(tmp_path, results))
        child.start()
        child.join()
    assert "another run is writing" in results.get()


def test_reading_goes_on_while_parts_are_merged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The parts are merged between the reader's look at the folder and its reading of them."""
    stored = fresh(tmp_path)
    for block in range(5):
        stored.add(some_rows(range(block, block + 1)))
    merge_first = [True]
    read_columns = part_module.read_columns

    def meddle(*arguments: object) -> object:
        if merge_first:
            merge_first.clear()
            fresh(tmp_path).compact()
        return read_columns(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr("catanlab.lab.store.gathering.read_columns", meddle)
    assert_same(stored.rows(), some_rows(range(5)))
    assert not merge_first
