"""The sources of the modules that write JSON, run as plain Python, write the same bytes."""

import json
from pathlib import Path

import pytest
from tests.views import json_texts

pytestmark = pytest.mark.full


@pytest.fixture(scope="module")
def theirs(uncompiled):
    return json.loads(uncompiled.output(json_texts.__file__))


def test_the_other_process_ran_sources(theirs):
    assert len(theirs["files"]) == 5
    assert all(Path(file).suffix == ".py" for file in theirs["files"])
    # The board is written by plain Python in both.
    assert sum(Path(file).suffix == ".so" for file in json_texts.files()) == 4


@pytest.mark.parametrize("name", json_texts.GAMES)
def test_the_bytes_are_the_same(name, theirs):
    ours = json_texts.digests(name)
    assert len(ours["views"]) > 100
    assert ours == theirs["found"][name]
