"""Gomoku and sum of switches, declared, equal their plain forms in every position of random games."""

import pytest

from catanlab.framework.check import check_game
from catanlab.framework.check_deciders import snapshot
from catanlab.framework.errors import GameError
from catanlab.framework.perft import perft
from catanlab.framework.random import Random
from catanlab.games.catan.declared import DeclaredCatan
from catanlab.games.gomoku import Gomoku
from catanlab.games.gomoku_declared import DeclaredGomoku
from catanlab.games.sos import Sos
from catanlab.games.sos_declared import DeclaredSos

PAIRS = [
    (DeclaredGomoku.Game(size=3, line=3), Gomoku(size=3, line=3)),
    (DeclaredGomoku.Game(size=6, line=4), Gomoku(size=6, line=4)),
    (DeclaredGomoku.Game(size=19), Gomoku(size=19)),
    (DeclaredSos.Game(switches=9, seed=4), Sos(switches=9, seed=4)),
    (DeclaredSos.Game(switches=6, komi=3), Sos(switches=6, komi=3)),
    (DeclaredSos.Game(switches=2), Sos(switches=2)),
]


@pytest.mark.full
@pytest.mark.parametrize(("declared", "plain"), PAIRS, ids=lambda game: repr(game))
def test_declared_and_plain_games_are_equal(declared, plain):
    for game in range(3 if declared.name == "gomoku-declared" and declared.size > 6 else 15):
        one, two = declared.start(), plain.start()
        random = Random(game)
        while True:
            assert snapshot(one) == snapshot(two)
            for probe in (*range(8), 255, 256, 257, 511, 1 << 20, 1 << 54):
                if not two.is_over:
                    assert one.is_legal(probe) == two.is_legal(probe)
            if two.is_over:
                break
            move = two.draw_move(random)
            one.apply(move)
            two.apply(move)


@pytest.mark.parametrize(("declared", "plain"), [PAIRS[0], PAIRS[4]], ids=lambda game: repr(game))
def test_all_games_of_few_moves_are_equal(declared, plain):
    assert perft(declared.start(), 4) == perft(plain.start(), 4)


@pytest.mark.full
@pytest.mark.parametrize("game", [PAIRS[1][0], PAIRS[3][0]], ids=lambda game: repr(game))
def test_declared_games_keep_the_contract(game):
    assert check_game(game, games=5).games == 5


@pytest.mark.parametrize(
    ("make", "complaint"),
    [
        (
            lambda: DeclaredGomoku.Game(size=2),
            "gomoku-declared's size is 2; allowed is an integer from 3 to 19",
        ),
        (
            lambda: DeclaredGomoku.Game(size=4, line=5),
            "gomoku-declared's line is 5; allowed is an integer from 3 to 4",
        ),
        (
            lambda: DeclaredGomoku.Game(width=4),
            "gomoku-declared has no option 'width'; its options are size, line",
        ),
        (
            lambda: DeclaredCatan.Game(rules="base"),
            "catan-declared's rules is 'base'; allowed is a value of Rules",
        ),
        (lambda: DeclaredSos.Game(switches=True), "sos-declared's switches is True; allowed is"),
    ],
)
def test_wrong_options_are_refused(make, complaint):
    with pytest.raises(GameError, match=complaint):
        make()
