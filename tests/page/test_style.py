"""The house rules of the page's sources: small modules, no inline style, no evaluation, nothing foreign."""

import re
from pathlib import Path

import pytest
from tests.page.page_sources import PAGE, modules, place, without_comments

MOST_LINES = 300
LONGEST_LINE = 160
DATA = ("words/", "learn/positions.js")
"""Modules that hold nothing but sentences or positions, on lines as long as those are."""
FORBIDDEN = {
    "inline style": r"\.style\b(?!sheet)|\bstyle=|cssText|setAttribute\(\s*[\"']style",
    "HTML from text": r"(?:inner|outer)HTML|AdjacentHTML|unsafe(?:HTML|SVG)|document\.write|DOMParser",
    "evaluation": r"\beval\(|new Function\b|setTimeout\(\s*[\"'`]|setInterval\(\s*[\"'`]",
    "a foreign address": r"(?:https?|wss?)://(?!www\.w3\.org/)(?!\$\{)",
    "a debugger's rest": r"\bdebugger\b|console\.(?:log|debug|trace)\(",
}
FILES = {place(path): path for path in modules()}


@pytest.mark.parametrize("name", FILES)
def test_a_module_is_small_and_says_its_duty(name: str) -> None:
    text = FILES[name].read_text(encoding="utf-8")
    lines = text.splitlines()
    if not name.startswith(DATA):
        assert len(lines) < MOST_LINES, f"{len(lines)} lines"
    assert lines[0].startswith(("/**", "// ")), "a module begins with a comment that says its duty"
    assert text.endswith("\n")
    assert not text.endswith("\n\n")
    assert "\t" not in text
    for number, line in enumerate(lines, 1):
        assert line == line.rstrip(), f"line {number} ends with spaces"
        assert name.startswith(DATA) or len(line) <= LONGEST_LINE, f"line {number} is too long"


@pytest.mark.parametrize("what", FORBIDDEN)
def test_no_module_has(what: str) -> None:
    found = [
        f"{name}:{number}: {line.strip()}"
        for name, path in FILES.items()
        for number, line in enumerate(without_comments(path.read_text(encoding="utf-8")).split("\n"), 1)
        if re.search(FORBIDDEN[what], line)
    ]
    assert not found


def test_html_and_drawings_have_no_inline_style_or_script() -> None:
    for path in [*PAGE.glob("*.html"), *PAGE.glob("*.svg")]:
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"\sstyle=|<style|\son\w+=|<script(?![^>]*\bsrc=)", text), path.name
        assert not re.search(r"(?:https?|wss?)://(?!www\.w3\.org/)", text), path.name


def test_style_sheets_load_nothing_foreign() -> None:
    for path in PAGE.rglob("*.css"):
        assert not re.search(r"@import|url\(\s*[\"']?(?!data:)(?:\w+:|//)", path.read_text()), path.name


def test_nothing_is_written_smaller_than_12_pixels() -> None:
    rems = [
        (float(rem), path.name)
        for path in PAGE.rglob("*.css")  # pixels are those of drawings, which are scaled
        for rem in re.findall(r"(?:font-size|--text-\w+):\s*([\d.]+)rem", path.read_text())
    ]
    assert min(rems) == (0.75, "tokens.css")


@pytest.mark.parametrize(
    ("what", "line"),
    [
        ("inline style", "element.style.left = 0;"),
        ("inline style", "html`<p style=${x}>`"),
        ("HTML from text", "element.innerHTML = text;"),
        ("evaluation", "eval(text)"),
        ("a foreign address", 'fetch("https://cdn.example/x.js")'),
        ("a debugger's rest", "console.log(1)"),
    ],
)
def test_what_is_forbidden_is_found(what: str, line: str) -> None:
    assert re.search(FORBIDDEN[what], line)


def test_comments_are_left_out_and_lines_kept(tmp_path: Path) -> None:
    text = 'a("//x"); // eval(\n/* https://\n */ b'
    assert without_comments(text) == 'a("//x"); \n\n b'
