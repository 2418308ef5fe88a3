"""A rule book as a page in Markdown, and as plain text for a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from textwrap import fill

from catanlab.framework.declared.book import Book

_END = "The game is over."


def markdown(book: Book, picture: str = "") -> list[str]:
    """Return the lines of a page; `picture` is the path of the picture of the course of the game."""
    lines = [*_paragraphs(book.introduction)]
    lines += ["## Pieces, cards and costs", ""]
    if book.prices:
        lines += [*table(("piece or card", "costs"), book.prices), ""]
    if book.supplies:
        lines += [*table(("piece or card", "how many"), book.supplies), ""]
    lines += ["## The course of the game", ""]
    if picture:
        lines += [f"![the phases of a game, and what interrupts them]({picture})", ""]
    lines += [f"* {sentence}" for sentence in _course(book)]
    lines += ["", *table(("phase", "actions"), _phases(book)), ""]
    for chapter in book.chapters:
        lines += [f"## {chapter.number}. {chapter.title}", ""]
        lines += [f"* **{sentence.number}** {sentence.text}" for sentence in chapter.sentences]
        lines.append("")
    if book.settings:
        lines += ["## Options", ""]
        rows = [(f"`{s.name}`", s.default, s.meaning, ", ".join(s.changes)) for s in book.settings]
        lines += [*table(("option", "default", "meaning", "changes"), rows), ""]
    return lines


def plain(book: Book, width: int = 80) -> list[str]:
    """Return the book as lines for a terminal."""
    lines = [book.title, "=" * len(book.title), ""]
    for paragraph in book.introduction[1:]:
        lines += [*fill(paragraph, width).split("\n"), ""]
    for heading, rows in (("Costs", book.prices), ("Supply", book.supplies)):
        if rows:
            widest = max(len(name) for name, _ in rows)
            lines += [heading, "", *(f"  {name:<{widest}}  {text}" for name, text in rows), ""]
    lines += ["The course of the game", ""]
    for sentence in _course(book):
        lines += _hanging("  ", sentence, 2, width)
    for phase, actions in _phases(book):
        lines += _hanging("  ", f"{phase}: {actions}.", 4, width)
    lines.append("")
    for chapter in book.chapters:
        lines += [f"{chapter.number}. {chapter.title}", ""]
        for rule in chapter.sentences:
            lines += _hanging(f"  {rule.number:<6}", rule.text, 8, width)
        lines.append("")
    if book.settings:
        lines += ["Options", ""]
        for setting in book.settings:
            changes = f" Changes {', '.join(setting.changes)}." if setting.changes else ""
            words = f"{setting.name} (default: {setting.default}): {setting.meaning}{changes}"
            lines += _hanging("  ", words, 6, width)
    return lines


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """Return a table in Markdown."""
    return [
        f"| {' | '.join(head)} |",
        f"|{'---|' * len(head)}",
        *(f"| {' | '.join(row)} |" for row in rows),
    ]


def _course(book: Book) -> list[str]:
    """Return a sentence for each stage of the game."""
    sentences = []
    for stage in book.stages:
        turn = f"A turn is {', then '.join(stage.phases)}." if stage.phases else _END
        order = f" {stage.order}" if stage.phases else ""
        sentences.append(f"{stage.title.capitalize()}:{order} {turn}")
    return sentences


def _phases(book: Book) -> list[tuple[str, str]]:
    return [
        (phase.title if phase.part_of else f"{phase.title} (an interruption)", ", ".join(phase.actions))
        for phase in book.phases
    ]


def _paragraphs(paragraphs: Iterable[str]) -> list[str]:
    return [line for paragraph in paragraphs for line in (paragraph, "")]


def _hanging(first: str, text: str, indent: int, width: int) -> list[str]:
    return fill(text, width, initial_indent=first, subsequent_indent=" " * indent).split("\n")
