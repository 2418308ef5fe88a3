"""The rule book of Catan, made from its declaration: a page with links to the engine and to the tests."""

from __future__ import annotations

import dataclasses
import tomllib
from functools import cache
from importlib.resources import files

from catanlab.framework.declared.book import Book, Sentence, Setting, changed_by, read_book
from catanlab.framework.declared.book_text import markdown, table
from catanlab.framework.declared.flow_picture import flow_svg
from catanlab.games.catan.declared import DeclaredCatan
from catanlab.games.catan.engine.illegal_reasons import CODES
from catanlab.games.catan.rules import Rules
from catanlab.games.catan.text.rules import field_meanings, value_to_text

FORMALITIES = (
    "bad-move-text",
    "no-such-move",
    "not-a-player",
    "game-over",
    "not-your-decision",
    "only-chance",
    "wrong-phase",
    "as-others-see-it",
    "not-asked",
    "not-agreed",
    "impossible",
)
"""Codes of refusals that are about whose move it is and how it is written, not about a rule of the game."""

_PICTURE = "../pictures/rule-book.svg"
_ENGINE = "../../src/catanlab/games/catan/engine"
_TESTS = "../../tests/rules"
_READ_AS = {"max_turns": "turn_limit", "max_rounds": "turn_limit", "bank_limit": "bank"}
"""Fields that rules read by another name."""
_CHANGES_COURSE = "setup_order"
"""The field that changes no sentence but the order of turns."""


@dataclasses.dataclass(frozen=True)
class Link:
    """The place of a rule in the engine, and its tests."""

    module: str
    functions: tuple[str, ...]
    tests: tuple[tuple[str, str], ...]
    """Files and names of tests, in words: ("roads", "an edge holds one road")."""


def catan_book() -> Book:
    """Return the rule book of Catan, with the fields of Rules as its options.

    >>> catan_book().chapters[2].sentences[0].text
    'A road goes on a free edge.'
    """
    book = read_book(DeclaredCatan)
    base = dataclasses.asdict(Rules())
    settings = [
        Setting(
            field,
            value_to_text(base[field]),
            meaning,
            ("the course of the game",)
            if field == _CHANGES_COURSE
            else changed_by(DeclaredCatan, book.chapters, _READ_AS.get(field, field)),
        )
        for field, meaning in field_meanings().items()
    ]
    return dataclasses.replace(book, title="Catan", settings=tuple(settings))


@cache
def links() -> dict[str, Link]:
    """Return the place of each rule, by the name of the rule."""
    text = files(__package__).joinpath("rule_links.toml").read_text()
    found = {}
    for name, entry in tomllib.loads(text).items():
        tests = tuple((file, words) for file, _, words in (test.partition(": ") for test in entry["tests"]))
        found[name] = Link(entry["module"], tuple(entry["functions"]), tests)
    return found


def link_name(sentence: Sentence) -> str:
    """Return the name under which a sentence has its links: its method, or its action and code."""
    if sentence.name:
        return sentence.name
    return f"{sentence.on[0].removesuffix('.builtin')} {sentence.codes[0]}"


def rule_book_page() -> str:
    """Return the page of the rule book in Markdown, `docs/reference/rule-book.md`."""
    book = catan_book()
    lines = [
        "# The rule book",
        "",
        "The rules of Catan as numbered sentences, with the function of the engine and the tests for each.",
        "[Rules](rules.md) explains them and the named sets of rules.",
        "",
        *markdown(book, _PICTURE),
        "## Where each rule is implemented",
        "",
        *table(("rule", "functions of the engine", "tests"), map(_row, book.sentences)),
        "",
        "## Refusals",
        "",
        "Every refusal has a code, which does not change between versions. The last column has the rules",
        "that forbid the move; other codes concern whose move it is and how it is written.",
        "",
        *table(("code", "meaning", "rules"), _refusals(book)),
        "",
        "## How this page is made",
        "",
        "`python -m tools.docs.renew` writes this page from the declared game, `games/catan/declared.py`.",
        "The tests compare the declared game with the engine, move by move.",
    ]
    return "\n".join(lines) + "\n"


def rule_book_picture() -> str:
    """Return the picture of the course of the game as SVG."""
    return flow_svg(DeclaredCatan) + "\n"


def _row(sentence: Sentence) -> tuple[str, str, str]:
    link = links()[link_name(sentence)]
    functions = ", ".join(f"[`{name}`]({_ENGINE}/{link.module}.py)" for name in link.functions)
    tests = ", ".join(f"[{words}]({_TESTS}/test_{file}.py)" for file, words in link.tests)
    return sentence.number, functions, tests


def _refusals(book: Book) -> list[tuple[str, str, str]]:
    rows = []
    for code, meaning in CODES.items():
        numbers = [sentence.number for sentence in book.sentences if code in sentence.codes]
        rows.append((f"`{code}`", meaning, ", ".join(numbers) or "none"))
    return rows
