"""The options of every command as tables, from the parsers that read them."""

import argparse
import re
from collections.abc import Iterator

from tools.docs.markdown import table

from catanlab.cli.main import COMMANDS, make_parser

_PAGE = re.compile(r"docs/(?:reference/)?([a-z-]+)\.md")


def parts() -> Iterator[tuple[str, str]]:
    """Yield the name and the content of each generated part of the page."""
    rows = (
        [f"[`{name}`](#catanlab-{name})", f"{text[0].upper()}{text[1:]}."]
        for name, text in COMMANDS.items()
    )
    yield "commands", table(["command", "what it does"], rows)
    for name in COMMANDS:
        yield f"catanlab {name}", "\n\n".join(_blocks(_parser(name)))


def _parser(command: str) -> argparse.ArgumentParser:
    return _children(make_parser(command))[command]


def _children(parser: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    """Return the parsers below one, by their names."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            return dict(action.choices)
    return {}


def _summaries(parser: argparse.ArgumentParser) -> dict[str, str]:
    """Return what `--help` says of each parser below one."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            return {choice.dest: choice.help or "" for choice in action._choices_actions}
    return {}


def _blocks(parser: argparse.ArgumentParser) -> Iterator[str]:
    """Yield the options of a command, then its actions with theirs."""
    rows = [_row(parser, action) for action in parser._actions if _is_listed(action)]
    if rows:
        yield table(["option", "meaning"], rows)
    elif not _children(parser):
        yield "This command has no options."
    summaries = _summaries(parser)
    for name, child in _children(parser).items():
        words = [child.prog, *(_form(child, each) for each in child._actions if not each.option_strings)]
        yield f"`{' '.join(words)}`: {summaries[name]}."
        rows = [_row(child, action) for action in child._actions if _is_listed(action)]
        if rows:
            yield table(["option", "meaning"], rows)


def _is_listed(action: argparse.Action) -> bool:
    return not isinstance(action, argparse._HelpAction | argparse._SubParsersAction)


def _row(parser: argparse.ArgumentParser, action: argparse.Action) -> list[str]:
    """Return an option as it is written, and what `--help` says of it."""
    form = _form(parser, action)
    name = max(action.option_strings, key=len, default="")
    help_text = parser._get_formatter()._expand_help(action) if action.help else ""
    needed = " Required." if action.required and name else ""
    return [f"`{f'{name} {form}'.strip()}`", f"{_links(help_text)}{needed}"]


def _form(parser: argparse.ArgumentParser, action: argparse.Action) -> str:
    """Return how the values of an option are written, such as `FILE` or `[DATABASE]`."""
    formatter = parser._get_formatter()
    if action.option_strings:
        default = formatter._get_default_metavar_for_optional(action)
    else:
        default = formatter._get_default_metavar_for_positional(action)
    return formatter._format_args(action, default)


def _links(text: str) -> str:
    """Return a help text with the pages that it names as links."""
    return _PAGE.sub(r"[\1](\1.md)", text)
