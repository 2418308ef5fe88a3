"""The sources of native planners and decisions, run as plain Python, find the same as compiled."""

import json
from pathlib import Path

import pytest
from tests.agents import figures

pytestmark = pytest.mark.full


def test_sources_and_compiled_modules_agree(uncompiled):
    theirs, ours = json.loads(uncompiled.output(figures.__file__)), figures.figures()
    assert all(Path(file).suffix == ".py" for file in theirs.pop("files"))
    assert not any(Path(file).suffix == ".py" for file in ours.pop("files"))
    assert ours == theirs
