"""The greedy agent at the table: legal, explained, and far better than chance."""

from collections import Counter

import pytest

from catanlab import Catan, Rules
from catanlab.agents.players.greedy.agent import Greedy
from catanlab.agents.registry import make_agent
from catanlab.games.catan.constants import CHOOSING, DISCARDING, FREE_ROADS, PHASES
from catanlab.games.catan.rules import NAMED_RULES
from catanlab.games.gomoku import Gomoku
from catanlab.table.events import Played
from catanlab.table.random_agent import RandomAgent
from catanlab.table.table import Table


def play_one_greedy(seed, rules="base", players=4, by_group=True, **options):
    """Play greedy against random players, its seat going round with the seed; return table and seat."""
    game = Catan(rules=Rules.named(rules).replace(players=players), seed=seed // players)
    seat = seed % players
    agents = [RandomAgent(by_group=by_group) for _ in range(players)]
    agents[seat] = make_agent("greedy")
    table = Table(game, agents, seed=seed // players, max_turns=1500, **options)
    table.play()
    return table, seat


@pytest.mark.full
def test_it_beats_three_random_players():
    wins = 0
    for seed in range(12):
        table, seat = play_one_greedy(seed)
        wins += table.result.winner == seat
        assert table.incidents == []
    assert wins >= 11


@pytest.mark.slow
@pytest.mark.parametrize("rules", NAMED_RULES)
def test_it_beats_random_players_under_all_rules(rules):
    wins = games = 0
    for players in (2, 3, 4):
        for seed in range(12):
            table, seat = play_one_greedy(seed, rules, players)
            games += 1
            wins += table.result.winner == seat
            assert table.incidents == []
    assert wins >= games - 2


@pytest.mark.slow
def test_it_is_never_unlawful_over_hundreds_of_games():
    for seed in range(240):
        rules = Rules.named(NAMED_RULES[seed % len(NAMED_RULES)]).replace(players=2 + seed % 3)
        game = Catan(rules=rules, seed=seed)
        agents = [Greedy(offers=seed % 2 == 0) for _ in range(rules.players)]
        agents[0] = RandomAgent(by_group=True)
        table = Table(game, agents, seed=seed, max_turns=1500)
        table.play()
        assert table.incidents == [], seed


@pytest.mark.full
def test_it_explains_every_move_in_one_plain_sentence():
    phases = set()
    for seed in range(4):
        game = Catan(rules="trading", seed=seed)
        agents = [Greedy(), Greedy(), RandomAgent(), RandomAgent(by_group=True)]
        table = Table(game, agents, seed=seed, explain=True, max_turns=200)
        while not table.is_over:
            phase = table.state.phase_name
            event = table.step()
            if not isinstance(event, Played) or event.seat > 1:
                continue
            phases.add(phase)
            text = event.explanation.text
            assert text.endswith(".")
            assert text[0].isupper()
            assert text.count(".") == 1
            assert 10 < len(text) < 120
            assert set(event.explanation.data) <= {"goal", "rolls", "value"}
    assert {PHASES[phase] for phase in (CHOOSING, DISCARDING, FREE_ROADS)} <= phases


@pytest.mark.full
def test_it_trades_with_players_where_it_may():
    game = Catan(rules="trading", seed=1)
    for offers in (True, False):
        table = Table(game, [Greedy(offers=offers) for _ in range(4)], seed=1)
        table.play()
        groups = {move.group for move in table.moves}
        assert ({"offer", "accept", "confirm"} <= groups) == offers


@pytest.mark.full
def test_it_does_not_pester_the_others_with_offers():
    groups = Counter()
    for seed in range(12):
        table = Table(Catan(rules="trading", seed=seed), [Greedy() for _ in range(4)], seed=seed)
        table.play()
        groups.update(move.group for move in table.moves)
    assert groups["confirm"] > 12 * 8
    assert groups["offer"] < 5 * groups["confirm"]
    assert groups["cancel"] < 12


def test_it_has_nothing_to_explain_before_it_moved():
    assert Greedy().explain() is None


def test_it_refuses_other_games():
    with pytest.raises(ValueError, match="greedy plays catan, not gomoku"):
        Table(Gomoku(), [Greedy(), Greedy()])
    with pytest.raises(ValueError, match="greedy plays catan, not gomoku"):
        Greedy().start(Gomoku(), 0, None)
    with pytest.raises(ValueError, match="greedy plays catan, not gomoku"):
        Greedy().choose(Gomoku().observer(0).view(), None)
