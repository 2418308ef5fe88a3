"""The registry of named things with options: games, agents, tree policies, schemes of trade, policies.

A thing is added by one entry in the table of its room: its name, a summary, and the import path of the
class or function that makes it. Its options are the keyword arguments of that class or function.

    room                              table
    games/registry.py                 games
    agents/registry.py                agents; those that search: agents/players/mcts/presets.py
    agents/negotiation/registry.py    schemes of trade
    search/tree_policies/registry.py  tree policies
    playout/registry.py               playout policies, evaluations
    search/registry.py                priors

Nothing is imported before a thing is made or its options are asked for. Specs are texts such as
`gomoku:size=9,line=4`. When a name, an option or a word for a value is renamed, the table of old names
keeps old specs, records and results readable.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, Generic, TypeVar

from catanlab.framework.errors import ArgumentError, CatanlabError
from catanlab.framework.imports import import_home, is_import_path
from catanlab.framework.options import (
    REQUIRED,
    Option,
    Parameters,
    check_options,
    describe,
    parameters_of,
    read_options,
)
from catanlab.framework.specs import allows, read_value, spec_value, split_spec
from catanlab.framework.wording import located

__all__ = ["Entry", "GivenEntry", "OldNames", "Option", "Registry"]

T = TypeVar("T")


@dataclass(frozen=True)
class Entry:
    """A named thing: what it is called, what it does, and the import path of what makes it."""

    name: str
    summary: str
    path: str
    """The class or function that makes it, as `package.module.Name`."""
    defaults: Mapping[str, Any] = field(default_factory=dict)
    """Options whose defaults differ from those of the class or function."""
    options: tuple[Option, ...] = ()
    """The options in words, where a listing must not import the class to find them."""
    argument: str = ""
    """The form of its single argument, for `name:argument` in place of `name:option=value`."""

    def load(self) -> Any:
        """Import and return the class or function."""
        module, _, item = self.path.rpartition(".")
        return getattr(import_module(module), item)

    @property
    def form(self) -> str:
        """How it is written: its name, with the form of its argument if it takes one."""
        return f"{self.name}:{self.argument}" if self.argument else self.name


@dataclass(frozen=True)
class GivenEntry(Entry):
    """A thing that was not named: the class, function or object itself was given."""

    maker: Any = None

    def load(self) -> Any:
        """Return what was given."""
        return self.maker


@dataclass(frozen=True)
class OldNames:
    """Names that were given up, each with the one that replaced it.

    An old name of an option is read where the thing has no option of that name, an old word for a value
    where the option does not allow that word: a user's own class may use any of them.
    """

    entries: Mapping[str, str] = field(default_factory=dict)
    options: Mapping[str, str] = field(default_factory=dict)
    values: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """By the present name of the option: its old words, each with the present one."""


class Registry(Generic[T]):
    """Things of one kind by name: found, described, and made from text or from options.

    >>> from catanlab.framework.errors import GameError
    >>> games = Registry("game", "games", [Entry("sos", "switches", "catanlab.games.sos.Sos")], GameError)
    >>> games.make("sos:switches=7").switches
    7
    >>> games.make("chess")
    Traceback (most recent call last):
    catanlab.framework.errors.GameError: unknown game 'chess'; the games are sos

    Every method that takes a name or a spec raises the registry's error for an unknown name or option, with
    the valid ones, and for a value that is not allowed.
    """

    def __init__(
        self,
        noun: str,
        nouns: str,
        entries: Iterable[Entry],
        error: type[CatanlabError],
        *,
        path_form: str = "",
        old: OldNames | None = None,
    ) -> None:
        """Make a registry; with a `path_form`, import paths of that form are accepted as names."""
        self.noun = noun
        self.nouns = nouns
        self.error = error
        self.path_form = path_form
        self.old = old or OldNames()
        self._entries: dict[str, Entry] = {}
        self.add(*entries)

    def add(self, *entries: Entry) -> None:
        """Add entries; raises ArgumentError if there is one of the same name."""
        for entry in entries:
            if entry.name in self._entries:
                raise ArgumentError(f"there are two {self.nouns} named {entry.name!r}")
            self._entries[entry.name] = entry

    @property
    def entries(self) -> tuple[Entry, ...]:
        """All entries, in the order of the table."""
        return tuple(self._entries.values())

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all entries."""
        return tuple(self._entries)

    def find(self, name: Any) -> Entry:
        """Return the entry of a name, of an old name, for an import path, or for what is given itself."""
        if not isinstance(name, str):
            return self.given(name)
        name = self.old.entries.get(name, name)
        if name in self._entries:
            return self._entries[name]
        if self.path_form and is_import_path(name):
            return Entry(name, "", name)
        raise self.unknown(name)

    def given(self, thing: Any) -> Entry:
        """Return an entry for what is given itself: here, raise the error for an unknown name."""
        raise self.unknown(thing)

    def unknown(self, name: object) -> CatanlabError:
        """Return the error for an unknown name."""
        return self.error(f"unknown {self.noun} {name!r}; the {self.nouns} are {', '.join(self.names)}")

    def load(self, entry: Entry) -> Any:
        """Import and return the class or function of an entry."""
        return self.import_own(entry.path) if is_import_path(entry.name) else entry.load()

    def import_own(self, path: str) -> Any:
        """Return the class or function that a user's import path names."""
        module = import_home(path, self.noun, self.error, self.path_form)
        item = path.rpartition(".")[2]
        maker = getattr(module, item, None)
        if not callable(maker):
            raise self.error(f"{module.__name__} has no class or function {item!r} for a {self.noun}")
        return maker

    def parameters(self, entry: Entry, given: Mapping[str, Any]) -> Parameters:
        """Return annotation and default of each option; some options depend on the values of others.

        A class whose options are not the keyword arguments of its constructor has a class method
        `spec_options(given)` that returns them.
        """
        maker = self.load(entry)
        spec_options = getattr(maker, "spec_options", None)
        defaults = self._entry_defaults(entry, given)
        own = spec_options({**defaults, **given}) if spec_options else parameters_of(maker, self.error)
        return with_defaults(own, defaults)

    def _entry_defaults(self, entry: Entry, given: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the defaults of an entry that apply in addition to the given values.

        A class with options that belong to the value of another option has a class method
        `spec_defaults(defaults, given)`, which leaves out those whose owner is replaced.
        """
        spec_defaults = getattr(self.load(entry), "spec_defaults", None) if entry.defaults else None
        held: Mapping[str, Any] = spec_defaults(entry.defaults, given) if spec_defaults else entry.defaults
        return held

    def options(self, spec: str) -> tuple[Option, ...]:
        """Return the options in words, each with its value in the spec as its default."""
        entry, words = self._split(spec)
        known = self.parameters(entry, words)
        return describe(
            known | {option: (known[option][0], word) for option, word in words.items() if option in known}
        )

    def read(self, spec: str) -> tuple[Entry, dict[str, Any]]:
        """Return the entry that a spec names and the values of the options that it gives."""
        entry, words = self._split(spec)
        return entry, read_options(entry.name, words, self.parameters(entry, words), self.error)

    def read_argument(self, text: Any) -> tuple[Entry, tuple[Any, ...]]:
        """Return the entry that `name` or `name:argument` names, and the argument if it is given."""
        if not isinstance(text, str):
            return self.given(text), ()
        name, colon, word = (piece.strip() for piece in text.partition(":"))
        try:
            entry = self.find(name)
        except self.error:
            raise self.unknown(text) from None
        if not entry.argument:
            if colon:
                raise self.unknown(text)
            return entry, ()
        option, (hint, default) = next(iter(self.parameters(entry, {}).items()))
        if colon:
            return entry, (read_value(f"the {option} of {name}", word, hint, self.error),)
        if default is REQUIRED:
            raise self.unknown(text)
        return entry, (default,)

    def write(self, entry: Entry, values: Mapping[str, Any]) -> str:
        """Return the spec of an entry with these values: the canonical text, in present names."""
        listed = ",".join(f"{option}={spec_value(value)}" for option, value in values.items())
        return f"{entry.name}:{listed}" if values else entry.name

    def canonical(self, spec: str) -> str:
        """Return a spec in present names, its values written in one way.

        >>> from catanlab.agents.registry import AGENTS
        >>> AGENTS.canonical("uct:reuse=on, beside=martin")
        'uct:reuse=yes,overrides=martin'
        """
        return self.write(*self.read(spec))

    def make(self, spec: str) -> T:
        """Return a new thing from its name and options as text."""
        return self.create(*self.read(spec))

    def make_with(self, name: Any, options: Mapping[str, Any]) -> T:
        """Return a new thing from its name and the values of its options."""
        entry = self.find(name)
        values = self._in_present_names(entry, options)
        check_options(entry.name, values, self.parameters(entry, values), self.error)
        return self.create(entry, values)

    def create(self, entry: Entry, values: Mapping[str, Any]) -> T:
        """Return a new thing from an entry and values that were read or checked."""
        try:
            return self.call(entry, {**self._defaults(entry, values), **values})
        except (CatanlabError, KeyboardInterrupt):
            raise
        except BaseException as error:
            raise self.error(f"{entry.name} cannot be made: {located(error)}") from error

    def call(self, entry: Entry, values: Mapping[str, Any]) -> T:
        """Call the class or function of an entry; other registries override how."""
        made: T = self.load(entry)(**values)
        return made

    def _defaults(self, entry: Entry, values: Mapping[str, Any]) -> dict[str, Any]:
        """Return the defaults of an entry, without options that go with other values than those given."""
        known = self.parameters(entry, values) if entry.defaults else {}
        held = self._entry_defaults(entry, values)
        return {option: value for option, value in held.items() if option in known}

    def _split(self, spec: str) -> tuple[Entry, dict[str, str]]:
        name, words = split_spec(spec, self.error)
        entry = self.find(name)
        return entry, self._in_present_names(entry, words)

    def _in_present_names(self, entry: Entry, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return the given options under their present names, with the present words for values."""
        present = self.old.options
        worded = {
            option: self._present_word(entry, present.get(option, option), value)
            for option, value in given.items()
        }
        if not present.keys() & worded.keys():
            return worded
        known = self.parameters(entry, worded)
        found: dict[str, Any] = {}
        for option, value in worded.items():
            name = present.get(option, option)
            if option in known or name not in known:
                name = option
            elif name in worded:
                raise self.error(f"{entry.name}: {name} is given twice, once by its old name {option}")
            found[name] = value
        return found

    def _present_word(self, entry: Entry, option: str, value: Any) -> Any:
        """Return the present word for a value, if it is an old word that the option does not allow."""
        words = self.old.values.get(option, {})
        if not isinstance(value, str) or value not in words:
            return value
        hint, _ = self.parameters(entry, {}).get(option, (str, None))
        return value if allows(hint, value) else words[value]


def with_defaults(parameters: Parameters, defaults: Mapping[str, Any]) -> Parameters:
    """Return options with some defaults replaced."""
    return {option: (hint, defaults.get(option, default)) for option, (hint, default) in parameters.items()}
