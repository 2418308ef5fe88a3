"""Damaged positions, views and records: the readers never fail, and explain whatever they refuse."""

import pytest
from fuzz import seeds
from fuzz import text as target
from hypothesis import given
from hypothesis import strategies as st

from catanlab.games.catan.constants import PHASES
from catanlab.games.catan.text.reader import read_position


@pytest.mark.parametrize(
    "kind", [pytest.param(0, marks=pytest.mark.full), 1, 2], ids=["positions", "views", "records"]
)
def test_the_good_texts_pass(kind):
    corpus, check = target.TARGETS[kind]
    assert all(check(text) for text in corpus())


def test_the_corpus_has_files_of_every_kind():
    assert len(seeds.positions()) > 60
    assert len(seeds.views()) > 40
    assert len(seeds.records()) == 10
    phases = {read_position(text).phase_name for text in seeds.positions()}
    assert phases == {*PHASES}


@pytest.mark.full
def test_the_corpus_can_be_made_anew(tmp_path):
    seeds.write_corpus(tmp_path)
    written = sorted(path.relative_to(tmp_path) for path in tmp_path.rglob("*.txt"))
    assert written == sorted(path.relative_to(seeds.CORPUS) for path in seeds.CORPUS.rglob("*.txt"))
    for text in (tmp_path / "positions.txt").read_text().splitlines():
        assert target.check_position(text)


@pytest.mark.full
@pytest.mark.parametrize("kind", [0, 1, 2], ids=["positions", "views", "records"])
def test_damaged_texts_are_read_or_refused_with_a_reason(kind):
    target.try_damaged(kind, 1000)


@pytest.mark.slow
@pytest.mark.parametrize("kind", [0, 1, 2], ids=["positions", "views", "records"])
def test_10_000_damaged_texts_are_read_or_refused_with_a_reason(kind):
    target.try_damaged(kind, 2000 if kind == 1 else 5000)


@given(st.text(max_size=200))
def test_any_text_at_all_is_read_or_refused_with_a_reason(text):
    for _, check in target.TARGETS:
        check(text)
