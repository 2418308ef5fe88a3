"""Every run that adds games is noted with them: where it comes from, its blocks, its tests and failures."""

import json
import os
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from tests.lab.store.samples import EACH, fresh, some_rows

from catanlab._version import __version__
from catanlab.framework.errors import StoreError
from catanlab.lab.provenance import Provenance, command_line, commit_of
from catanlab.lab.store.runs import Run, StoredTest, joined, read_runs, run_path, write_run
from catanlab.lab.troubles import Trouble

TEST = StoredTest(
    p0=0.25,
    p1=0.3,
    alpha=0.05,
    beta=0.05,
    model="multinomial",
    verdict="accept H1",
    is_decided=True,
    llr=3.1,
    bounds=(-2.9, 2.9),
    blocks=3,
    wins=2.5,
    games=6.0,
)


def test_a_run_says_where_it_comes_from(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["/usr/bin/catanlab", "match", "random", "a b"])
    stored = fresh(tmp_path)
    stored.add(some_rows(range(3)))
    [run] = fresh(tmp_path).runs()
    made = run.provenance
    assert made.command == "catanlab match random 'a b'"
    assert made.catanlab == __version__
    assert made.python.endswith(sys.version.split()[0])
    assert made.cores == len(os.sched_getaffinity(0))
    assert made.processor
    assert {"numpy", "pyarrow"} <= made.packages.keys()
    assert run.started <= run.ended
    assert (run.number, run.games, run.blocks) == (1, 3 * EACH, ((0, 2),))


def test_what_one_process_adds_is_one_run_and_the_next_is_another(tmp_path: Path) -> None:
    stored = fresh(tmp_path)
    for block in (0, 5, 1):
        stored.add(some_rows(range(block, block + 1)))
    fresh(tmp_path).add(some_rows(range(2, 4)))
    assert [(run.number, run.blocks) for run in fresh(tmp_path).runs()] == [
        (1, ((0, 1), (5, 5))),
        (2, ((2, 3),)),
    ]


def test_a_match_without_games_has_no_run(tmp_path: Path) -> None:
    stored = fresh(tmp_path)
    with stored.lock():
        stored.keep_test(TEST)
    assert not list(tmp_path.iterdir())
    assert stored.runs() == stored.tests() == []


def test_a_test_is_kept_with_the_run_that_made_it_and_once(tmp_path: Path) -> None:
    stored = fresh(tmp_path)
    stored.add(some_rows(range(3)))
    stored.keep_test(TEST)
    fresh(tmp_path).keep_test(TEST)
    fresh(tmp_path).add(some_rows(range(3, 5)))
    runs = fresh(tmp_path).runs()
    assert [run.test for run in runs] == [TEST, None]
    assert fresh(tmp_path).tests() == [TEST]


def test_a_test_that_went_on_counts_as_it_ended(tmp_path: Path) -> None:
    begun = replace(TEST, verdict="continue", is_decided=False, blocks=2)
    other = replace(TEST, p1=0.4)
    for test in (begun, other, TEST):
        stored = fresh(tmp_path)
        stored.add(some_rows(range(3)))
        stored.keep_test(test)
    assert set(fresh(tmp_path).tests()) == {TEST, other}


def test_the_first_failure_of_each_agent_is_kept(tmp_path: Path) -> None:
    stored = fresh(tmp_path)
    failures = [Trouble(text, agent, ply=ply) for text, agent, ply in (("a", "x", 3), ("b", "x", 4))]
    stored.add(some_rows(range(1)), failures=[Trouble("no agent did it"), *failures])
    stored.add(some_rows(range(1, 2)), failures=[Trouble("c", "y", traceback="t")])
    [run] = fresh(tmp_path).runs()
    assert [str(failure) for failure in run.failures] == ["a", "c"]
    assert run.failures[1].traceback == "t"


def test_results_of_older_versions_have_no_runs(tmp_path: Path) -> None:
    stored = fresh(tmp_path)
    stored.add(some_rows(range(2)))
    run_path(stored.path, 1).unlink()
    assert fresh(tmp_path).runs() == []
    assert len(fresh(tmp_path).rows()) == 2 * EACH


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("{", "is damaged; put back a copy, or move it away: the games are sound without it"),
        ("[]", "is damaged"),
        ('{"format": "other", "format_version": 1}', "is damaged"),
        ('{"format": "catanlab-run", "format_version": 1}', "is damaged"),
        ('{"format": "catanlab-run", "format_version": 99}', "use the newer catanlab that wrote it"),
    ],
)
def test_a_damaged_run_is_refused_and_its_games_are_not(text: str, says: str, tmp_path: Path) -> None:
    stored = fresh(tmp_path)
    stored.add(some_rows(range(1)))
    path = run_path(stored.path, 1)
    path.write_text(text)
    with pytest.raises(StoreError, match=says):
        fresh(tmp_path).runs()
    problems: list[StoreError] = []
    assert fresh(tmp_path).runs(problems=problems) == []
    (problem,) = problems
    assert str(path) in str(problem)
    assert says in str(problem)
    assert len(fresh(tmp_path).rows()) == EACH
    fresh(tmp_path).add(some_rows(range(1, 2)))
    assert [run.number for run in fresh(tmp_path).runs(problems=[])] == [2]
    assert path.read_text() == text


def test_a_newer_field_of_a_run_is_no_damage(tmp_path: Path) -> None:
    run = Run.begin(7, Provenance.of_this_process(), "2026-01-01T00:00:00+00:00")
    write_run(tmp_path, run)
    path = run_path(tmp_path, 7)
    path.write_text(json.dumps(json.loads(path.read_text()) | {"weather": "fine"}))
    assert read_runs(tmp_path) == [run]


def test_blocks_are_kept_as_spans() -> None:
    assert joined([], []) == ()
    assert joined([(3, 5)], [1, 2, 9, 6]) == ((1, 6), (9, 9))
    assert joined([(0, 9)], [4]) == ((0, 9),)


def test_the_command_line_has_no_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["/opt/x/catanlab/__main__.py", "match", "--seed", "3"])
    assert command_line() == "python -m catanlab match --seed 3"
    monkeypatch.setattr(sys, "argv", [])
    assert command_line() == "''"


@pytest.mark.full
@pytest.mark.skipif(shutil.which("git") is None, reason="there is no git")
def test_the_commit_is_that_of_a_checkout_and_marked_if_it_was_edited(tmp_path: Path) -> None:
    def git(*words: str) -> str:
        options = ["-c", "user.name=x", "-c", "user.email=x@x", "-c", "commit.gpgsign=false"]
        command = ["git", "-C", str(tmp_path), *options, *words]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()

    package, foreign = tmp_path / "package", tmp_path / "venv" / "installed"
    for folder in (package, foreign):
        folder.mkdir(parents=True)
        (folder / "__init__.py").write_text("")
    git("init", "-q")
    git("add", "package")
    git("commit", "-qm", "first")
    commit = git("rev-parse", "HEAD")
    assert commit_of(package) == commit
    assert commit_of(foreign) == ""  # in somebody's repository, but not of it
    assert commit_of(tmp_path / "nowhere") == ""
    commit_of.cache_clear()
    os.utime(package / "__init__.py", (1, 1))
    index = (tmp_path / ".git" / "index").read_bytes()
    assert commit_of(package) == commit
    # git would note the new time: for that it locks the index, and a killed process leaves the lock
    assert (tmp_path / ".git" / "index").read_bytes() == index
    commit_of.cache_clear()
    (package / "__init__.py").write_text("x = 1")
    assert commit_of(package) == f"{commit}-dirty"
    commit_of.cache_clear()
