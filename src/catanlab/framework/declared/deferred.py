"""Values that are known only when a game is made: its options, and what follows from them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar, cast

from catanlab.framework.declared.rule import place_of
from catanlab.framework.errors import GameError

T = TypeVar("T")


class Deferred:
    """A value that depends on the options of a game."""

    def of(self, game: Any) -> Any:
        """Return the value for this game."""
        raise NotImplementedError


class Option(Deferred):
    """An option of a game: its default, a sentence, and what is allowed."""

    def __init__(
        self,
        default: Any,
        sentence: str,
        limits: tuple[int, int] | None,
        choices: Sequence[str] | None,
        kind: Any,
    ) -> None:
        self.name = ""
        self.place = place_of()
        self.default = default
        self.sentence = sentence
        self.limits = limits
        self.choices = choices
        self.kind = type(default) if kind is None else kind

    def __set_name__(self, owner: type, name: str) -> None:
        # The first name counts: `seats = players` is not another option.
        self.name = self.name or name

    def of(self, game: Any) -> Any:
        """Return the value that the game has for it."""
        return getattr(game, self.name)

    def check(self, value: Any, game: Any) -> None:
        """Raise GameError if the value is not allowed in a game whose options before are known."""
        if value is None and self.default is None:
            return
        if self.limits is not None:
            low, high = (resolve(limit, game) for limit in self.limits)
            if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
                raise GameError(
                    f"{game.name}'s {self.name} is {value!r}; allowed is an integer from {low} to {high}"
                )
        elif self.choices is None and not isinstance(value, self.kind):
            kind = getattr(self.kind, "__name__", str(self.kind))
            raise GameError(f"{game.name}'s {self.name} is {value!r}; allowed is a value of {kind}")
        elif self.choices is not None and value not in self.choices:
            raise GameError(
                f"{game.name}'s {self.name} is {value!r}; allowed are {', '.join(self.choices)}"
            )


class Derived(Deferred):
    """A value worked out from the options of a game."""

    def __init__(self, function: Callable[[Any], Any]) -> None:
        self.function = function

    def of(self, game: Any) -> Any:
        """Return what the function makes of the game."""
        return self.function(game)


def option(
    default: T,
    sentence: str,
    *,
    limits: tuple[int, int] | None = None,
    choices: Sequence[str] | None = None,
    kind: Any = None,
) -> T:
    """Declare an option of the game: a keyword argument when it is made, an attribute in every rule.

    `limits` are the least and the most of a number, which may be options before it; `choices` are the
    allowed words; `kind` is the type as it is annotated, by default that of the default.
    """
    return cast(T, Option(default, sentence, limits, choices, kind))


def derived(function: Callable[[Any], T]) -> T:
    """Declare a value computed from the options: `bank=derived(lambda game: 4 * game.players)`."""
    return cast(T, Derived(function))


def resolve(value: Any, game: Any) -> Any:
    """Return the value, worked out for the game if it is a deferred one."""
    return value.of(game) if isinstance(value, Deferred) else value
