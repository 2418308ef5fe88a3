"""Node for the unit tests of the page's modules: Playwright brings one along."""

from __future__ import annotations

import subprocess
from pathlib import Path

import playwright

NODE = Path(playwright.__file__).parent / "driver/node"


def run_tests(file: Path) -> subprocess.CompletedProcess[str]:
    """Run the tests in a file."""
    options = ["--test", "--test-reporter=spec", "--disable-warning=MODULE_TYPELESS_PACKAGE_JSON"]
    return subprocess.run([NODE, *options, file], capture_output=True, text=True, timeout=60)
