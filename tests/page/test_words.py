"""The catalogues of the page: complete in every language, and no sentence is missing or left over."""

import re
from pathlib import Path

import pytest
from tests.page.page_sources import (
    LANGUAGES,
    PAGE,
    CatalogueError,
    asked_keys,
    catalogue_files,
    mentioned_keys,
    modules,
    place,
    placeholders,
    read_catalogue,
    whole_catalogue,
)

SOURCES = {
    place(path): path.read_text(encoding="utf-8")
    for path in modules()
    if path.parent.parent != PAGE / "words"
}
ENGLISH = whole_catalogue("en")


def test_every_language_has_the_same_files_and_keys() -> None:
    for language in LANGUAGES[1:]:
        assert [path.name for path in catalogue_files(language)] == [
            path.name for path in catalogue_files("en")
        ]
        for path in catalogue_files("en"):
            english, other = read_catalogue(path), read_catalogue(PAGE / "words" / language / path.name)
            assert english.keys() - other.keys() == set(), f"{language}/{path.name} lacks keys"
            assert other.keys() - english.keys() == set(), f"{language}/{path.name} has more keys"


def test_every_language_tells_the_same_values() -> None:
    for language in LANGUAGES[1:]:
        other = whole_catalogue(language)
        differing = {key for key in ENGLISH if placeholders(ENGLISH[key]) != placeholders(other[key])}
        assert not differing


def test_no_sentence_is_empty_or_untidy() -> None:
    for language in LANGUAGES:
        for key, sentence in whole_catalogue(language).items():
            for form in [sentence] if isinstance(sentence, str) else sentence.values():
                assert form, key
                assert form == form.strip() or key.startswith("join."), key
                assert "  " not in form, key


def test_no_key_is_in_two_files() -> None:
    keys = [key for path in catalogue_files("en") for key in read_catalogue(path)]
    assert len(keys) == len(set(keys)), sorted({key for key in keys if keys.count(key) > 1})


def test_the_whole_catalogue_imports_every_file() -> None:
    for language in LANGUAGES:
        text = (PAGE / "words" / language / "all.js").read_text(encoding="utf-8")
        for path in catalogue_files(language):
            assert f'from "./{path.name}"' in text, f"{language}/all.js does not import {path.name}"
            assert f"...{path.stem}" in text, f"{language}/all.js does not take {path.name}"


def test_every_key_that_is_asked_for_exists() -> None:
    missing = {
        f"{name}: {pattern}"
        for name, text in SOURCES.items()
        for pattern in asked_keys(text)
        if not any(re.fullmatch(pattern, key) for key in ENGLISH)
    }
    assert not missing


@pytest.mark.full
def test_every_key_is_used() -> None:
    patterns = {
        pattern for text in SOURCES.values() for pattern in (*mentioned_keys(text), *asked_keys(text))
    }
    unused = {key for key in ENGLISH if not any(re.fullmatch(pattern, key) for pattern in patterns)}
    assert not unused


def test_a_key_that_comes_twice_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.page.page_sources.PAGE", tmp_path)
    path = tmp_path / "twice.js"
    path.write_text('/** Words. */\nexport default {\n  "a.b": "A",\n  "a.b": "B",\n};\n')
    with pytest.raises(CatalogueError, match=r"twice\.js has twice: a\.b"):
        read_catalogue(path)


def test_keys_are_found_in_templates_and_tables() -> None:
    text = 'words.text("a.b"); // words.text("a.c")\nwords.parts(`d.${x}.e`, 1); const T = { x: "f.g" };'
    assert list(asked_keys(text)) == [r"a\.b", r"d\..+\.e"]
    assert set(mentioned_keys(text)) == {r"a\.b", r"d\..+\.e", r"f\.g"}
