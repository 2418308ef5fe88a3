"""The sources of native planners and decisions, run as plain Python, find the same as compiled."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.agents import figures

import catanlab

pytestmark = pytest.mark.full

PACKAGE = Path(catanlab.__file__).parent


def test_sources_and_compiled_modules_agree(tmp_path):
    only_sources = shutil.ignore_patterns("*.so", "*.pxd", "*.pyi", "__pycache__", "static")
    shutil.copytree(PACKAGE, tmp_path / "catanlab", ignore=only_sources)
    others = [path for path in sys.path if path and not (Path(path) / "catanlab").exists()]
    result = subprocess.run(
        [sys.executable, figures.__file__],
        capture_output=True,
        check=False,
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": os.pathsep.join([str(tmp_path), *others])},
        text=True,
    )
    assert not result.returncode, result.stderr
    theirs, ours = json.loads(result.stdout), figures.figures()
    assert all(Path(file).suffix == ".py" for file in theirs.pop("files"))
    assert not any(Path(file).suffix == ".py" for file in ours.pop("files"))
    assert ours == theirs
