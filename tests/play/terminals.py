"""Terminals for tests: lines come from a list or a function, and the output is kept."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator

from rich.console import Console

from catanlab.cli.terminal.terminal import Terminal


class ScriptedTerminal(Terminal):
    """A terminal at which somebody types these lines; an exception among them is raised instead."""

    def __init__(
        self,
        lines: Iterable[str | BaseException],
        *,
        width: int = 80,
        height: int = 40,
        terminal: bool = True,
    ) -> None:
        self.page = io.StringIO()
        self._lines: Iterator[str | BaseException] = iter(lines)
        self.prompts: list[str] = []
        console = Console(
            file=self.page,
            width=width,
            height=height,
            force_terminal=True,
            color_system=None,
            highlight=False,
            legacy_windows=False,
        )
        super().__init__(console, self._type, sleep=lambda seconds: None)

    def _type(self, prompt: str) -> str:
        self.prompts.append(prompt)
        self.console.print(prompt, end="")
        line = next(self._lines, None)
        if line is None:
            raise EOFError
        if isinstance(line, BaseException):
            raise line
        self.console.print(line)
        return line

    @property
    def text(self) -> str:
        """Everything that was written."""
        return self.page.getvalue()


class ThinkingTerminal(ScriptedTerminal):
    """A terminal at which a function answers: it is given everything written since the last answer."""

    def __init__(self, answer: Callable[[str], str], **options: int) -> None:
        super().__init__((), **options)
        self._answer = answer
        self._read_to = 0

    def _type(self, prompt: str) -> str:
        self.prompts.append(prompt)
        if len(self.prompts) > 5000:
            raise EOFError  # the answers lead nowhere
        line = self._answer(self.text[self._read_to :] + prompt)
        self.console.print(f"{prompt}{line}")
        self._read_to = len(self.text)
        return line
