"""The list of games agrees with the games, and makes them from options and from text."""

import inspect
import os
import re
import subprocess
import sys

import pytest

from catanlab.framework.errors import BoardError, GameError, RulesError, SeedError
from catanlab.framework.game import Game
from catanlab.games.catan.game import Catan
from catanlab.games.catan.rules import Rules
from catanlab.games.gomoku import Gomoku
from catanlab.games.registry import GAMES, game_from_text, make_game
from catanlab.games.sos import Sos


def test_names():
    assert GAMES.names == ("cant-stop", "catan", "gomoku", "routes", "sos")
    assert list(GAMES.names) == sorted(GAMES.names)


@pytest.mark.parametrize("entry", GAMES.entries, ids=lambda entry: entry.name)
def test_entries_agree_with_their_games(entry):
    game = entry.load()
    assert issubclass(game, Game)
    assert (entry.name, entry.summary) == (game.name, game.summary)
    parameters = inspect.signature(game).parameters
    assert [option.name for option in entry.options] == list(parameters)
    for option, parameter in zip(entry.options, parameters.values(), strict=True):
        assert parameter.kind is parameter.KEYWORD_ONLY
        assert option.takes
        assert option.default
        if parameter.default is not None:
            assert option.default == str(parameter.default)


def test_listing_imports_no_game():
    program = (
        "import sys; from catanlab.games.registry import GAMES; GAMES.entries; "
        "print([m for m in sys.modules if m.startswith('catanlab.games.') "
        "and m != 'catanlab.games.registry'])"
    )
    command = [sys.executable, "-c", program]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    result = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    assert result.stdout.strip() == "[]"


def test_games_are_made_from_options():
    assert make_game("gomoku", size=9, line=4) == Gomoku(size=9, line=4)
    assert make_game("gomoku") == Gomoku()
    assert make_game("sos", switches=7, seed=2) == Sos(switches=7, seed=2)
    game = make_game("catan", rules=Rules(players=3), seed=5)
    assert isinstance(game, Catan)
    assert (game.rules.players, game.seed) == (3, 5)


def test_games_are_made_from_text():
    assert game_from_text("gomoku") == Gomoku()
    assert game_from_text("gomoku:size=9,line=4") == Gomoku(size=9, line=4)
    assert game_from_text(" gomoku : line = 4 , size = 9 ") == Gomoku(size=9, line=4)
    assert game_from_text("sos:switches=7,komi=3,seed=2") == Sos(switches=7, komi=3, seed=2)
    assert game_from_text("sos:komi=none") == Sos()


def test_catan_is_made_from_text():
    game = game_from_text("catan:rules=trading,board=beginner,seed=5")
    assert game.rules == Rules.trading()
    assert game.board == Catan(board="beginner").board
    assert game.seed == 5
    assert game_from_text("catan:rules=roelofs").board == Catan(board="tournament").board
    assert game_from_text("catan").rules == Rules()


@pytest.mark.parametrize(
    ("text", "error", "complaint"),
    [
        ("chess", GameError, "unknown game 'chess'; the games are cant-stop, catan, gomoku, routes, sos"),
        ("", GameError, "unknown game ''; the games are cant-stop, catan, gomoku, routes, sos"),
        ("gomoku:width=9", GameError, "gomoku has no option 'width'; its options are size, line"),
        ("gomoku:size", GameError, "'size' is not an option with a value; the form is: name or"),
        ("gomoku:size=", GameError, "'size=' is not an option with a value"),
        ("gomoku:", GameError, "'' is not an option with a value"),
        ("gomoku:size=9,", GameError, "'' is not an option with a value"),
        ("gomoku:size=9,size=9", GameError, "size is given twice"),
        ("gomoku:size=nine", GameError, "gomoku's size is 'nine'; it must be an integer"),
        ("gomoku:size=99", GameError, "gomoku's size is 99; allowed is"),
        ("sos:komi=half", GameError, "sos's komi is 'half'; it must be an integer or none"),
        ("catan:rules=chess", RulesError, "unknown rules 'chess'; the sets are base, trading"),
        ("catan:board=flat", BoardError, "unknown layout 'flat': choose one of"),
        ("catan:seed=-1", SeedError, "seed -1"),
        ("catan:players=3", GameError, "catan has no option 'players'; its options are rules"),
    ],
)
def test_bad_text_is_refused(text, error, complaint):
    with pytest.raises(error, match=re.escape(complaint)):
        game_from_text(text)


def test_bad_names_and_options_are_refused():
    with pytest.raises(GameError, match="unknown game 'go'; the games are cant-stop, catan, gomoku"):
        make_game("go")
    with pytest.raises(GameError, match="unknown game 'Catan'"):
        GAMES.find("Catan")
    with pytest.raises(GameError, match="sos has no option 'size'; its options are switches"):
        make_game("sos", size=3)
    with pytest.raises(GameError, match="sos's switches is '3'"):
        make_game("sos", switches="3")
