"""Tuma's regret in games (5.5)."""

import pytest

from catanlab.framework.errors import ArgumentError
from catanlab.lab.statistics.regret import game_regret, regret_by_game


def test_regret_in_games_is_lost_less_won_as_a_part_of_all():
    assert game_regret(0, 20) == 1.0
    assert game_regret(20, 20) == -1.0
    assert game_regret(17, 20) == pytest.approx(3 / 20 - 17 / 20)  # a person won 17 of 20
    assert game_regret(2.5, 10) == 0.5  # parity of four agents


def test_the_regret_after_each_game_ends_with_that_of_all():
    won = [0, 0, 1, 0.5, 0, 1, 0]
    curve = regret_by_game(won)
    assert curve[:3] == [1.0, 1.0, pytest.approx(1 / 3)]
    assert curve[-1] == game_regret(sum(won), len(won))
    assert regret_by_game([]) == []


@pytest.mark.parametrize(("wins", "games"), [(1, 0), (-1, 4), (5, 4)])
def test_impossible_numbers_are_refused(wins, games):
    with pytest.raises(ArgumentError, match="wins of"):
        game_regret(wins, games)
