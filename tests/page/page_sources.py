"""The sources of the page as tests read them: files, catalogues, and the keys that the modules use."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TypeAlias

import catanlab.server.page

PAGE = Path(catanlab.server.page.__file__).parent
LANGUAGES = ("en", "de")

Catalogue: TypeAlias = dict[str, str | dict[str, str]]


class CatalogueError(ValueError):
    """A file of words that is not a plain list of keys and sentences."""


def modules() -> list[Path]:
    """Return the modules that were written for the page."""
    return sorted(path for path in PAGE.rglob("*.js") if "vendor" not in path.parts)


def place(path: Path) -> str:
    """Return where a file is within the page."""
    return path.relative_to(PAGE).as_posix()


def without_comments(text: str) -> str:
    """Return a source with its comments blanked and its lines kept; text in quotes stays as it is."""
    pattern = re.compile(
        r"""("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`)|//[^\n]*|/\*.*?\*/""", re.DOTALL
    )

    def blank(found: re.Match[str]) -> str:
        return found[1] or "\n" * found[0].count("\n")

    return pattern.sub(blank, text)


def catalogue_files(language: str) -> list[Path]:
    """Return the files of a language, one for each part of the page."""
    return sorted(path for path in (PAGE / "words" / language).glob("*.js") if path.name != "all.js")


def read_catalogue(path: Path) -> Catalogue:
    """Return the sentences of a file by key; raises CatalogueError."""
    text = without_comments(path.read_text(encoding="utf-8"))
    _, _, body = text.partition("export default")
    body = body.strip().removesuffix(";")
    body = re.sub(r'"\s*\+\s*"', "", body)  # a long sentence may be written in pieces
    body = re.sub(r"\b(one|other):(?=\s*\")", r'"\1":', body)
    body = re.sub(r",(\s*[}\]])", r"\1", body)
    try:
        pairs: list[tuple[str, str | dict[str, str]]] = json.loads(body, object_pairs_hook=_pairs)
    except (ValueError, TypeError) as error:
        raise CatalogueError(f"{place(path)}: {error}") from error
    keys = [key for key, _ in pairs]
    twice = {key for key in keys if keys.count(key) > 1}
    if twice:
        raise CatalogueError(f"{place(path)} has twice: {', '.join(sorted(twice))}")
    return dict(pairs)


def _pairs(pairs: list[tuple[str, object]]) -> object:
    """Keep keys that come twice at the outside; plural forms become a dictionary."""
    if {key for key, _ in pairs} == {"one", "other"}:
        return dict(pairs)
    return pairs


def whole_catalogue(language: str) -> Catalogue:
    """Return all sentences of a language."""
    return {key: value for path in catalogue_files(language) for key, value in read_catalogue(path).items()}


def placeholders(sentence: str | dict[str, str]) -> set[str]:
    """Return what a sentence wants to be told, in any of its plural forms."""
    forms = [sentence] if isinstance(sentence, str) else list(sentence.values())
    return {name for form in forms for name in re.findall(r"\{(\w+)\}", form)}


def asked_keys(text: str) -> Iterator[str]:
    """Yield the keys, as patterns, that a module asks its catalogue for right away."""
    for found in re.finditer(r"\b(?:text|parts)\(\s*(?:\"([^\"]+)\"|`([^`]+)`)", without_comments(text)):
        yield as_pattern(found[1] or found[2])


def mentioned_keys(text: str) -> Iterator[str]:
    """Yield everything in a module that may be a key, as patterns: keys may wait in tables."""
    for found in re.finditer(
        r"\"([\w.-]+\.[\w.-]+)\"|`((?:[\w.-]|\$\{[^`}]*\})+)`", without_comments(text)
    ):
        name = found[1] or found[2]
        if "." in re.sub(r"\$\{[^`}]*\}", "", name):
            yield as_pattern(name)


def as_pattern(key: str) -> str:
    """Return a regular expression for a key, in which a template's values may be anything."""
    return ".+".join(re.escape(part) for part in re.split(r"\$\{[^}]*\}", key))
