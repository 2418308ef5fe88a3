"""Long statistical runs of random games; `make slow` plays them."""

import pytest
from tests.views.watching import RULE_SETS, watch

from catanlab import Rules, play_random


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
def test_hundreds_of_thousands_of_random_games_end_and_favour_no_seat_much(players):
    games = play_random(games=200_000, seed=2026, rules=Rules(players=players), threads=2)
    assert games.finished.mean() > 0.9999
    assert (games.scores.max(axis=1)[games.finished] >= 10).all()
    assert all(abs(rate - 1 / players) < 0.015 for rate in games.win_rates)


@pytest.mark.slow
@pytest.mark.parametrize("name", RULE_SETS)
def test_the_truth_stays_possible_over_many_games(name):
    for seed in range(1000, 1010):
        for state, observers in watch(RULE_SETS[name], seed):
            hands = state.fields()["hand"][: state.seats]
            for observer in observers:
                view = observer.view()
                if view.exact:
                    assert hands in [world for world, _ in view._packed_worlds()]
