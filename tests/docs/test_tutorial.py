"""A reader who follows the tutorial has a bot, an interval and a picture at its end."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from tests.docs.tutorial_page import PAGE, RunCommand, WriteFile, steps

QUICK_BLOCKS = 2


def follow(folder: Path, *, blocks: int | None = None) -> dict[str, str]:
    """Do what the page says and return the output of each command; `blocks` is for the long match."""
    outputs = {}
    for step in steps():
        if isinstance(step, WriteFile):
            (folder / step.name).write_text(step.text, encoding="utf-8")
            continue
        words = step.line.split()
        if words[0] == "mkdir":
            (folder / words[1]).mkdir()
        elif words[0] == "cd":
            folder = folder / words[1]
        else:
            outputs[step.line] = run(scaled(step, blocks), folder)
    return outputs


def scaled(step: RunCommand, blocks: int | None) -> list[str]:
    """Return the words of a command, with fewer blocks if it is a long match."""
    line = step.line
    if step.is_long and blocks is not None:
        line = re.sub(r"--blocks \d+", f"--blocks {blocks}", line)
    return line.split()


def run(words: list[str], folder: Path) -> str:
    """Run a command of catanlab in a folder; it must succeed."""
    assert words[0] == "catanlab"
    done = subprocess.run(
        [sys.executable, "-m", *words], cwd=folder, capture_output=True, encoding="utf-8", check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.full
def test_every_step_of_the_tutorial_runs(tmp_path: Path) -> None:
    outputs = follow(tmp_path, blocks=QUICK_BLOCKS)
    (long,) = (step.line for step in steps() if isinstance(step, RunCommand) and step.is_long)
    row = next(line for line in outputs[long].splitlines() if line.startswith("my_bots.Haggler"))
    assert re.search(r" \d+\.\d to \d+\.\d +(above|within|below) ", row)
    errors = outputs[long].split("errors\n")[1].splitlines()[0].split()[-1]
    assert errors == "0"
    assert (tmp_path / "my-bots" / "game.svg").read_text(encoding="utf-8").startswith("<svg")
    assert "my_bots.Haggler" in outputs["catanlab results"]
    (smallest,) = (out for line, out in outputs.items() if line.startswith("catanlab match my_bots.Last"))
    assert " below " in next(line for line in smallest.splitlines() if line.startswith("my_bots.Last"))


@pytest.mark.slow
def test_the_bot_of_the_tutorial_beats_greedy_as_the_page_shows(tmp_path: Path) -> None:
    outputs = follow(tmp_path)
    (long,) = (step.line for step in steps() if isinstance(step, RunCommand) and step.is_long)
    row = next(line for line in outputs[long].splitlines() if line.startswith("my_bots.Haggler"))
    assert " above " in row
    assert row in PAGE.read_text(encoding="utf-8")


def test_every_command_of_catanlab_on_the_page_is_run() -> None:
    """Commands in code blocks are marked as steps; those in sentences are further ideas."""
    blocks = re.findall(r"^    (catanlab .+)$", PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE)
    assert blocks == [
        step.line for step in steps() if isinstance(step, RunCommand) and step.line.startswith("catanlab ")
    ]
