"""Unit tests of the page's modules that need no browser: `tests/page/*.test.js`, run by Node."""

from pathlib import Path

import pytest
from tests.page.node import run_tests

pytestmark = pytest.mark.full
FILES = sorted(Path(__file__).parent.glob("*.test.js"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_module(file: Path) -> None:
    done = run_tests(file)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "tests 0" not in done.stdout, "no test in the file"


def test_a_failing_test_fails(tmp_path: Path) -> None:
    file = tmp_path / "bad.test.js"
    file.write_text('import test from "node:test"; test("bad", () => { throw new Error("so bad"); });\n')
    done = run_tests(file)
    assert done.returncode != 0
    assert "so bad" in done.stdout
