"""Every command and option, rule and public name is documented."""

import argparse
import re
from pathlib import Path

import pytest

import catanlab
from catanlab.cli.main import COMMANDS, make_parser
from catanlab.games.catan.layouts import LAYOUTS
from catanlab.games.catan.rules import NAMED_RULES
from catanlab.games.catan.text.rules import field_meanings

ROOT = Path(__file__).resolve().parents[2]


def sections(page: str) -> dict[str, str]:
    """Return the text of a page by its headings of the second level."""
    text = (ROOT / page).read_text(encoding="utf-8")
    parts = re.split(r"^## +(.+)$", text, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def option_names(command: str) -> set[str]:
    """Return the long options of a command, and of the actions below it."""
    (below,) = subparsers(make_parser(command))
    return long_options(below.choices[command])


def long_options(parser: argparse.ArgumentParser) -> set[str]:
    """Return the long options of a parser and of all below it."""
    names = {name for action in parser._actions for name in action.option_strings if name[:2] == "--"}
    for action in subparsers(parser):
        names.update(*(long_options(below) for below in action.choices.values()))
    return names


def subparsers(
    parser: argparse.ArgumentParser,
) -> list["argparse._SubParsersAction[argparse.ArgumentParser]"]:
    """Return what chooses between the parsers below one."""
    return [action for action in parser._actions if isinstance(action, argparse._SubParsersAction)]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_and_option_is_in_the_manual(command: str) -> None:
    page = sections("docs/reference/cli.md")
    assert f"catanlab {command}" in page, f"docs/reference/cli.md has no section for {command}"
    text = page[f"catanlab {command}"]
    for name in option_names(command) - {"--help"}:
        assert f"`{name}" in text, f"docs/reference/cli.md does not explain {command} {name}"


def test_the_manual_has_no_option_that_is_gone() -> None:
    for heading, text in sections("docs/reference/cli.md").items():
        command = heading.removeprefix("catanlab ")
        if command in COMMANDS:
            written = set(re.findall(r"`(--[a-z-]+)", text))
            assert written <= option_names(command)


def test_every_rule_and_set_is_in_the_rules_page() -> None:
    text = (ROOT / "docs/reference/rules.md").read_text(encoding="utf-8")
    for name in [*field_meanings(), *NAMED_RULES, *LAYOUTS]:
        assert f"`{name}`" in text, f"docs/reference/rules.md does not explain {name}"


def test_every_public_name_has_a_docstring() -> None:
    for name in catanlab.__all__:
        value = getattr(catanlab, name)
        if not isinstance(value, int | str):
            assert value.__doc__, f"{name} has no docstring"
