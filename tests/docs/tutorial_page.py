"""The tutorial as a list of steps: files to write and commands to run, in order."""

import re
from dataclasses import dataclass
from pathlib import Path

PAGE = Path(__file__).resolve().parents[2] / "docs" / "tutorial" / "first-bot.md"
_STEP = re.compile(
    r"^<!-- (?P<what>file|run)(?:: (?P<name>\S+))? -->\n\n"
    r"(?:```python\n(?P<code>.*?)^```$|(?P<lines>(?:    [^\n]+\n)+))",
    flags=re.MULTILINE | re.DOTALL,
)


@dataclass(frozen=True)
class WriteFile:
    """A file that the reader saves."""

    name: str
    text: str


@dataclass(frozen=True)
class RunCommand:
    """A command that the reader types; `is_long` if a quick test may play fewer blocks."""

    line: str
    is_long: bool


def steps() -> list[WriteFile | RunCommand]:
    """Return what the reader does, from the folder in which the page begins."""
    found: list[WriteFile | RunCommand] = []
    for step in _STEP.finditer(PAGE.read_text(encoding="utf-8")):
        if step["what"] == "file":
            found.append(WriteFile(step["name"], step["code"]))
        else:
            lines = (line.strip() for line in step["lines"].splitlines())
            found += [RunCommand(line, step["name"] == "blocks") for line in lines]
    return found
