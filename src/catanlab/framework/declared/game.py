"""The game that is made of a declaration: options, and positions to start from."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any, ClassVar

from catanlab.framework.declared.deferred import resolve
from catanlab.framework.errors import GameError
from catanlab.framework.moves import Move
from catanlab.framework.plain import PlainGame

if TYPE_CHECKING:
    from catanlab.framework.declared.declaration import Declaration
    from catanlab.framework.declared.observer import DeclaredObserver


class DeclaredGame(PlainGame):
    """A declared game with values for its options, which are its attributes.

    Raises GameError for an option that is unknown or a value that is not allowed.
    """

    declaration: ClassVar[type[Declaration]]

    def __init__(self, **options: Any) -> None:
        known = {option.name: option for option in self.declaration.structure.options}
        for name in options:
            if name not in known:
                its = f"its options are {', '.join(known)}" if known else "it has none"
                raise GameError(f"{self.name} has no option {name!r}; {its}")
        for name, option in known.items():
            value = options.get(name, option.default)
            option.check(value, self)
            self.__dict__[name] = value
        self._seats: int = resolve(self.declaration.seats, self)
        check = getattr(self.declaration, "check_options", None)
        if check is not None:
            check(self)

    def __setattr__(self, name: str, value: Any) -> None:
        if "_seats" in self.__dict__:
            raise AttributeError(f"a game does not change: {name} cannot be set")
        super().__setattr__(name, value)

    @property
    def seats(self) -> int:
        """How many seats play."""
        return self._seats

    @property
    def options(self) -> dict[str, Any]:
        """The options by name."""
        return {option.name: getattr(self, option.name) for option in self.declaration.structure.options}

    @property
    def title(self) -> str:
        """A title for people: the name of the game and its options."""
        name = self.declaration.title or self.name
        return ", ".join([name, *(f"{option} {value}" for option, value in self.options.items())])

    @property
    def guide(self) -> tuple[str, ...]:
        """The rules in short: the docstring of the declaration after its first line."""
        paragraphs = (inspect.getdoc(self.declaration) or "").split("\n\n")[1:]
        return tuple(" ".join(paragraph.split()) for paragraph in paragraphs)

    @property
    def move_form(self) -> str:
        """How moves are written: their groups, each with its target."""
        forms: dict[str, str] = {}
        groups = self.move_type.groups
        for action in self.declaration.structure.actions:
            if action.group_number < len(groups):
                forms.setdefault(groups[action.group_number], action.target.form)
        return "; ".join(f"{group} and {form}" if form else group for group, form in forms.items())

    def first_position(self) -> Declaration:
        """Return the position at the beginning of the game."""
        return self.declaration(self)

    def observer(self, seat: int | None) -> DeclaredObserver:
        """Return an observer for a seat, or for spectators if it is None."""
        from catanlab.framework.declared.observer import DeclaredObserver

        return DeclaredObserver(self, seat)

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and self.options == getattr(other, "options", None)

    def __hash__(self) -> int:
        return hash((type(self), *self.options.values()))

    def __reduce__(self) -> tuple[Any, ...]:
        return _remade, (self.declaration, self.options)

    def __repr__(self) -> str:
        return f"{type(self).__qualname__}({', '.join(f'{n}={v!r}' for n, v in self.options.items())})"


def game_class(declaration: type[Declaration], move_type: type[Move]) -> type[DeclaredGame]:
    """Return the class of the games of a declaration, with its options as keyword arguments."""
    options = declaration.structure.options

    def initialise(self: DeclaredGame, **given: Any) -> None:
        DeclaredGame.__init__(self, **given)

    initialise.__annotations__ = {option.name: option.kind for option in options}
    parameters = [
        inspect.Parameter(
            option.name, inspect.Parameter.KEYWORD_ONLY, default=option.default, annotation=option.kind
        )
        for option in options
    ]
    namespace = {
        "__init__": initialise,
        "__doc__": declaration.__doc__,
        "__module__": declaration.__module__,
        "__qualname__": f"{declaration.__qualname__}.Game",
        "__signature__": inspect.Signature(parameters),
        "declaration": declaration,
        "name": declaration.name,
        "summary": declaration.summary,
        "move_type": move_type,
    }
    return type("Game", (DeclaredGame,), namespace)


def _remade(declaration: type[Declaration], options: dict[str, Any]) -> DeclaredGame:
    """Return a pickled game."""
    return declaration.Game(**options)
