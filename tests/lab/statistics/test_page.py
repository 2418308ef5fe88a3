"""What docs/explanation/statistics.md shows is what happens."""

from pathlib import Path

import pytest

from catanlab.cli.main import main
from catanlab.lab import statistics

PAGE = Path(__file__).resolve().parents[3] / "docs" / "explanation" / "statistics.md"


def test_the_page_shows_the_table_of_the_command(capsys: pytest.CaptureFixture[str]):
    assert main(["power"]) == 0
    shown = "".join(f"    {line}".rstrip() + "\n" for line in capsys.readouterr().out.splitlines())
    assert f"    $ catanlab power\n{shown}" in PAGE.read_text(encoding="utf-8")


def test_the_page_names_every_public_function():
    text = PAGE.read_text(encoding="utf-8")
    for name in statistics.__all__:
        if name.islower() and not name.endswith("_llr"):
            assert name in text
