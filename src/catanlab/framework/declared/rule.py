"""What the things of a declaration have in common: a name, a line, and rules that hang on them.

A rule is a method of the game's class whose docstring is the sentence of the rule book. A *predicate*
says whether something may be done, and has a code that refusals carry; a *trigger* says what follows from
an event.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from catanlab.framework.errors import DeclarationError

Function = TypeVar("Function", bound=Callable[..., Any])

_HERE = str(Path(__file__).parent)


class Rule:
    """A rule: the function that decides or does it, and its sentence."""

    __slots__ = ("code", "function", "line", "name", "sentence")

    def __init__(self, function: Callable[..., Any], code: str = "", sentence: str = "") -> None:
        self.function = function
        self.code = code
        self.name = function.__name__
        self.sentence = sentence or _sentence(function)
        self.line = function.__code__.co_firstlineno

    def __repr__(self) -> str:
        return f"<rule {self.name}: {self.sentence}>"


class Declared:
    """A thing that the class of a game declares; it knows its name there and its line."""

    noun = "thing"

    def __init__(self) -> None:
        self.name = ""
        self.index = -1
        self.owner: type | None = None
        self.file, self.line = _caller()

    def __set_name__(self, owner: type, name: str) -> None:
        # The first name counts: `confirm = trade.confirm` would be a second one.
        if not self.name:
            self.name = name
            self.owner = owner

    @property
    def title(self) -> str:
        """The name in words: `moving_the_robber` is "moving the robber"."""
        return self.name.replace("_", " ")

    @property
    def place(self) -> str:
        """Where it is declared, as file and line."""
        return f"{Path(self.file).name}:{self.line}"

    def refuse(self, what: str) -> DeclarationError:
        """Return the error that says what is wrong with this thing, and on which line."""
        return DeclarationError(f"{self.place}: the {self.noun} {self.name or '(unnamed)'} {what}")

    def hang(self, rules: list[Rule], code: str = "") -> Callable[[Function], Function]:
        """Return a decorator that adds a method to rules; raises DeclarationError without a sentence."""
        if not isinstance(code, str):  # the method itself, as decorators without arguments get it
            raise DeclarationError(
                f"{place_of(code)}: {code.__name__} is hung on {self._first_name} without the code of its "
                'refusal: write it as in .when("too-late")'
            )

        def add(function: Function) -> Function:
            if not inspect.isfunction(function):
                raise DeclarationError(
                    f"{place_of()}: a rule of {self._first_name} is hung with {function!r}, "
                    "but it refuses nothing and has no code: leave it out"
                )
            if not inspect.getdoc(function):
                raise DeclarationError(
                    f"{place_of(function)}: {function.__name__} is a rule without a sentence: "
                    "it needs a docstring"
                )
            rules.append(Rule(function, code))
            return function

        return add

    @property
    def _first_name(self) -> str:
        """What it is called before the class is made and it has its name."""
        return f"the {self.noun} of line {self.line}"

    def __reduce__(self) -> tuple[Any, ...]:
        # Part of its class: positions that are pickled hold the name of it only.
        return getattr, (self.owner, self.name)

    def __deepcopy__(self, memo: object) -> Declared:
        return self

    def __repr__(self) -> str:
        return f"<{self.noun} {self.title}>"


def _sentence(function: Callable[..., Any]) -> str:
    """Return the first paragraph of a docstring on one line."""
    words = inspect.getdoc(function) or ""
    return " ".join(words.split("\n\n")[0].split())


def place_of(function: Any = None) -> str:
    """Return file and line of a function; without one, those of the innermost frame outside of here."""
    if function is None:
        file, line = _caller()
    else:
        file, line = function.__code__.co_filename, function.__code__.co_firstlineno
    return f"{Path(file).name}:{line}"


def _caller() -> tuple[str, int]:
    """Return file and line of the innermost frame outside of this package."""
    frame = sys._getframe(1)
    while frame.f_back is not None and frame.f_code.co_filename.startswith(_HERE):
        frame = frame.f_back
    return frame.f_code.co_filename, frame.f_lineno
