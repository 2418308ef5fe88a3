"""check_game passes the games that keep the contract, and reports what it saw."""

import pytest
from tests.framework.tally import (
    DRAW,
    ForwardingTally,
    Tally,
    TallyPosition,
    code,
)

from catanlab.framework.check import Report, check_game
from catanlab.games.catan.game import Catan
from catanlab.games.catan.rules import Rules
from catanlab.games.gomoku import Gomoku
from catanlab.games.sos import Sos

CATAN_RULES = {
    "base": Rules(players=2),
    "trading": Rules.trading().replace(max_turns=40),
    "trade with the first": Rules.thomas().replace(players=3, max_turns=40),
    "jsettlers": Rules.jsettlers().replace(max_turns=40),
    "roelofs": Rules.roelofs().replace(players=3, max_turns=80),
    "catanatron": Rules.catanatron().replace(max_turns=80),
    "one action": Rules(one_action=True, points_to_win=5, no_sevens_rounds=2, max_turns=150),
    "friendly": Rules(players=3, friendly_robber=True, skip_free_roads=True, max_rounds=30),
}


@pytest.mark.full
@pytest.mark.parametrize("rules", CATAN_RULES.values(), ids=list(CATAN_RULES))
def test_catan_conforms(rules):
    report = check_game(Catan(rules=rules, seed=3), games=1, seed=5)
    assert report.chance_nodes > 20
    assert report.longest_list >= 54


@pytest.mark.full
@pytest.mark.parametrize("name", ["base", "trading", "jsettlers", "roelofs"])
def test_catan_conforms_to_the_end(name):
    check_game(Catan(rules=name, seed=1), games=2, seed=1)


@pytest.mark.parametrize(
    "game", [Gomoku(size=5, line=4), Gomoku(size=3, line=3), Sos(), Sos(switches=5, komi=2, seed=1)]
)
def test_small_games_conform(game):
    assert check_game(game, games=5).games == 5


def test_report():
    report = check_game(Tally(), games=20, seed=1)
    assert report == Report(games=20, plies=20 * 12, chance_nodes=20 * 6, longest_list=4, longest_game=12)
    assert check_game(Tally(), games=0) == Report(0, 0, 0, 0, 0)


def test_forwarding_states_conform():
    check_game(ForwardingTally())
    check_game(ForwardingTally(over=True))


@pytest.mark.full
def test_rare_outcomes_raise_no_alarm():
    outcomes = [(code(DRAW, 1), 1 - 2e-4), (code(DRAW, 2), 1e-4), (code(DRAW, 3), 1e-4)]
    rare = type("Rare", (TallyPosition,), {"outcomes": lambda self: outcomes})
    check_game(Tally(rare), games=50)
