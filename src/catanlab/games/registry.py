"""The games by name, made from options or from text such as `gomoku:size=9,line=4`.

To add a game, add its entry to the table. The options stand there in words, so that a listing imports no
game. A game of one's own, which is not in the table, is named by the import path of its class; only
`own_game_from_text` reads such a name, so that no record and no message can have a module imported.
"""

from __future__ import annotations

from typing import Any

from catanlab.framework.errors import GameError
from catanlab.framework.game import Game
from catanlab.framework.registry import Entry, Option, Registry
from catanlab.framework.specs import split_spec

PATH_FORM = "package.module:Class"

GAMES: Registry[Game] = Registry(
    "game",
    "games",
    [
        Entry(
            "cant-stop",
            "Can't Stop, a game of dice: roll again, or keep what you have",
            "catanlab.games.cant_stop.CantStopGame",
            options=(Option("players", "seats at the table, 2 to 4", "2"),),
        ),
        Entry(
            "catan",
            "Settlers of Catan, the base game for two to four players",
            "catanlab.games.catan.game.Catan",
            options=(
                Option("rules", "the name of a set of rules", "base"),
                Option("board", "the name of a layout", "the layout of the rules"),
                Option("seed", "an integer: how a random layout falls", "0"),
            ),
        ),
        Entry(
            "gomoku",
            "Gomoku, a number of stones in a row on a square board",
            "catanlab.games.gomoku.Gomoku",
            options=(
                Option("size", "rows and columns, 3 to 19", "15"),
                Option("line", "stones in a row that win, 3 to the size", "5"),
            ),
        ),
        Entry(
            "routes",
            "Routes, a card game of lines between towns, with hidden cards and goals",
            "catanlab.games.routes.RoutesGame",
            options=(Option("players", "seats at the table, 2 to 4", "2"),),
        ),
        Entry(
            "sos",
            "sum of switches, a game of picking numbers whose best play is known",
            "catanlab.games.sos.Sos",
            options=(
                Option("switches", "how many, 2 to 1000", "10"),
                Option("komi", "points the second seat starts with", "one less than best play gains"),
                Option("seed", "an integer: shuffles the values", "values in order"),
            ),
        ),
    ],
    GameError,
)
"""Every game, in the order of its name."""


def make_game(name: str, **options: Any) -> Game:
    """Return the game of a name with these options.

    Raises GameError for an unknown name or option, with the valid ones; a value that the game does
    not allow raises its own error, such as GameError, RulesError or BoardError.

    >>> make_game("gomoku", size=9, line=4)
    Gomoku(size=9, line=4)
    """
    return GAMES.make_with(name, options)


def game_from_text(text: str) -> Game:
    """Return the game that a text names, with its options; raises what make_game raises.

    >>> game_from_text("gomoku:size=9,line=4")
    Gomoku(size=9, line=4)
    """
    return GAMES.make(text)


class _GamesByPath(Registry[Game]):
    """The games of the table, and those that people name by import paths."""

    def unknown(self, name: object) -> GameError:
        """Return the error for an unknown name."""
        return GameError(f"{super().unknown(name)}; one of your own is named by its path, {PATH_FORM}")

    def import_own(self, path: str) -> type[Game]:
        """Return a user's class of games; raises GameError if there is none."""
        kind = super().import_own(path)
        if isinstance(kind, type) and not issubclass(kind, Game):
            kind = getattr(kind, "Game", kind)  # of a declaration, the game that was made of it
        if not (isinstance(kind, type) and issubclass(kind, Game)):
            raise GameError(f"{path} is not a subclass of catanlab.Game")
        return kind


OWN_GAMES = _GamesByPath("game", "games", GAMES.entries, GameError, path_form=PATH_FORM)
"""Every game of the table, and every class of games that can be imported."""


def own_game_from_text(text: str, seed: int | None = None) -> Game:
    """Return the game that a person names, also by an import path such as `my_games.nim:Nim:heaps=3`.

    A seed is given to a game that has an option `seed`, unless the text says it. Raises GameError for an
    unknown name or option and if there is no such class, and the errors of the game.

    >>> own_game_from_text("catanlab.games.sos:Sos:switches=4", seed=7)
    Sos(switches=4, komi=None, seed=7)
    """
    entry, values = OWN_GAMES.read(_with_dots(text))
    if seed is not None and "seed" not in values and "seed" in OWN_GAMES.parameters(entry, values):
        values["seed"] = seed
    return OWN_GAMES.create(entry, values)


def is_listed_game(text: str) -> bool:
    """Say whether a text names a game of the table, whatever its options.

    >>> is_listed_game("gomoku:size=9"), is_listed_game("my_games.nim:Nim")
    (True, False)
    """
    return text.partition(":")[0].strip() in GAMES.names


def canonical_game(text: str) -> str:
    """Return the text of a game in one way of writing; raises GameError.

    >>> canonical_game("catanlab.games.sos:Sos: switches = 4")
    'catanlab.games.sos.Sos:switches=4'
    """
    return OWN_GAMES.canonical(_with_dots(text))


def module_of_game(text: str) -> str:
    """Return the module of the class of a game, from its text in any way of writing; raises GameError.

    >>> module_of_game("gomoku:size=9")
    'catanlab.games.gomoku'
    """
    entry = OWN_GAMES.find(split_spec(_with_dots(text), GameError)[0])
    return entry.path.rpartition(".")[0]


def _with_dots(text: str) -> str:
    """Return `package.module:Class:options` as `package.module.Class:options`; other texts as they are."""
    module, _, rest = text.partition(":")
    name, colon, options = rest.partition(":")
    if is_listed_game(text) or not name.strip().isidentifier():
        return text
    return f"{module.strip()}.{name.strip()}{colon}{options}"
