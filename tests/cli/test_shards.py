"""`catanlab match --shard` and `catanlab results merge`: one run in parts."""

import json
import os
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from catanlab.cli.main import main

DUEL = ["random", "random:by_group=yes", "--rules", "players=2"]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work in an empty folder."""
    monkeypatch.chdir(tmp_path)


def play(*words: str) -> None:
    """Run a match that succeeds."""
    assert main(["match", *DUEL, "--jobs", "1", *words]) == 0


def without_times(text: str) -> dict[str, object]:
    """Return the result of a match as JSON, without what differs from run to run."""
    found = json.loads(text)
    for agent in found["agents"]:
        del agent["decision_ms_mean"]
    for key in ("seconds", "runs", "created"):
        found.pop(key, None)
    return found


@pytest.mark.full
def test_shards_merged_say_what_one_run_says(capsys: pytest.CaptureFixture[str]) -> None:
    for number in (1, 2, 3):
        play("--blocks", "20", "--shard", f"{number}/3", "--out", f"part{number}")
    printed = capsys.readouterr().out
    assert "14 games in 7 blocks" in printed
    assert "12 games in 6 blocks" in printed
    assert main(["results", "merge", "part1", "part2", "part3", "--out", "whole"]) == 0
    captured = capsys.readouterr()
    assert "in whole: 20 blocks, 40 games, 40 of them new; random v random:by_group=yes" in captured.out
    assert captured.err == ""
    play("--blocks", "20", "--out", "whole", "--json")
    merged = without_times(capsys.readouterr().out)
    play("--blocks", "20", "--out", "alone", "--json")
    assert merged == without_times(capsys.readouterr().out)
    assert main(["results", "show", merged["key"], "--out", "whole"]) == 0  # type: ignore[list-item]
    shown = capsys.readouterr().out
    assert shown.count("  command ") == 3  # the runs of all shards
    assert main(["results", "merge", "part1", "part2", "part3", "--out", "whole"]) == 0
    assert len(list(Path("whole").glob("*/run-*.json"))) == 3


@pytest.mark.full
def test_what_is_missing_is_named_and_the_exit_code_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    play("--blocks", "5", "--shard", "2/3", "--out", "part2")
    capsys.readouterr()
    assert main(["results", "merge", "part2", "--out", "whole"]) == 2
    captured = capsys.readouterr()
    assert ": 2 blocks, 4 games, 4 of them new" in captured.out
    assert [line.partition(": ")[2].partition(": ")[2] for line in captured.err.splitlines()] == [
        "shard 1/3 is not among the parts: blocks 0, 3 are missing",
        "shard 3/3 is not among the parts: block 2 is missing",
    ]


@pytest.mark.slow
def test_the_scripts_for_slurm_play_and_merge(tmp_path: Path) -> None:
    scripts = Path(__file__).resolve().parents[2] / "examples" / "cluster"
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    task = {"SLURM_ARRAY_TASK_COUNT": "2", "MATCH": f"{' '.join(DUEL)} --blocks 4", "PATH": path}
    run = partial(subprocess.run, check=True, capture_output=True, text=True)
    for number in ("1", "2"):
        environment = {**os.environ, **task, "SLURM_ARRAY_TASK_ID": number}
        run(["bash", scripts / "array.sbatch"], env=environment)
    merged = run(["bash", scripts / "merge.sbatch"], env={**os.environ, **task})
    assert "in results: 4 blocks, 8 games, 8 of them new" in merged.stdout


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--shard", "9/8"], "the number of the shard is 9; allowed is an integer from 1 to 8"),
        (["--shard", "0/8"], "the number of the shard is 0; allowed is an integer from 1 to 8"),
        (["--shard", "x"], "'x' is not a shard, as in 3/8 for the third of eight"),
        (["--shard", "8/8", "--blocks", "5"], "shard 8/8 is empty: the match has 5 blocks"),
        (["--shard", "1/2", "--sprt", "0.25,0.3"], "a shard has gaps"),
        (["--cluster", "somewhere"], "'somewhere' is not the address of a scheduler"),
        (["--cluster", "http://host:8786"], "is not the address of a scheduler"),
        (["--cluster", "tcp://host:1", "--jobs", "2"], "--jobs is about processes of this machine"),
        (["--tls-ca", "ca.pem"], "--tls-ca goes with --cluster tls://"),
        (["--cluster", "tls://host:1", "--tls-ca", "ca.pem"], "TLS takes three files"),
        (
            ["--cluster", "tcp://host:1", "--tls-ca", "a", "--tls-cert", "b", "--tls-key", "c"],
            "files for TLS go with an address tls://..., not tcp://host:1",
        ),
        (
            ["--cluster", "tls://host:1", "--tls-ca", "a", "--tls-cert", "b", "--tls-key", "c"],
            "there is no file a for TLS",
        ),
    ],
)
def test_bad_shards_and_addresses_are_refused_before_anything_is_written(
    words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["match", *DUEL, *words]) == 2
    captured = capsys.readouterr()
    assert sentence in captured.err
    assert captured.err.count("\n") == 1
    assert not captured.out
    assert not list(Path().iterdir())


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ([], "the following arguments are required: PART"),
        (["nowhere"], "there is no folder nowhere to merge"),
        (["--seed", "3", "merge", "nowhere"], "unrecognized arguments"),
    ],
)
def test_bad_merges_are_refused(
    words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["results", "merge", *words]) == 2
    captured = capsys.readouterr()
    assert sentence in captured.err
    assert captured.err.count("\n") == 1
    assert not list(Path().iterdir())
