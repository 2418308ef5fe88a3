"""The agent that searches its turn and haggles."""

import pickle

import pytest
from tests.agents.value.test_features import positions

from catanlab import Catan, Table
from catanlab.agents.base.board_values import BoardValues
from catanlab.agents.base.situation import Situation
from catanlab.agents.players.beliefs import mean_hands, seat_chances
from catanlab.agents.players.expectimax import LEVELS, ExpectimaxAgent
from catanlab.agents.registry import make_agent
from catanlab.agents.value.expectimax import Expectimax
from catanlab.framework.errors import AgentError, ArgumentError
from catanlab.framework.random import Random
from catanlab.games.catan.moves import CatanMove
from catanlab.games.gomoku import Gomoku


def table_of(*specs, seed=2, turns=16):
    return Table(
        Catan(rules="jsettlers", seed=seed),
        [make_agent(spec) for spec in specs],
        seed=seed,
        max_turns=turns,
        explain=True,
    )


@pytest.mark.full
def test_it_explains_the_line_the_alternatives_and_the_chances_of_all_seats():
    table = table_of("expectimax:evaluation=net", "expectimax:model=jsettlers", "greedy", "jsettlers-smart")
    table.play()
    assert not table.incidents
    said = [
        event.explanation
        for event in table.events
        if getattr(event, "explanation", None) and getattr(event, "seat", None) in (0, 1)
    ]
    assert all(reason.text.endswith(".") for reason in said)
    searched = [reason.data for reason in said if "line" in reason.data]
    assert searched
    assert any(data["alternatives"] for data in searched)
    for data in searched:
        assert data["line"][-1] == "end turn"
        assert sum(data["chances"]) == pytest.approx(1.0, abs=0.01)
    assert any("addressees" in reason.data for reason in said)


@pytest.mark.full
def test_the_same_seed_gives_the_same_game_and_it_survives_pickling():
    games = []
    for _ in range(2):
        table = table_of("expectimax", "greedy", "expectimax", "greedy", turns=12)
        table.play()
        games.append(table.moves)
    assert games[0] == games[1]
    assert pickle.loads(pickle.dumps(make_agent("expectimax:depth=1"))).name == "expectimax:depth=1"


def test_beliefs_are_means_over_the_possible_hands():
    _, views = positions("jsettlers")[-1]
    for view in views:
        means = mean_hands(view)
        for seat, mean in enumerate(means):
            assert sum(mean) == pytest.approx(view.position.seats[seat].hand_size)
        assert means[view.seat] == pytest.approx(view.position.own.certain)


def test_chances_add_up_and_follow_the_points():
    _, views = positions()[-1]
    chances = seat_chances(Expectimax(), views[0])
    assert sum(chances) == pytest.approx(1.0, abs=0.01)
    assert min(chances) > 0


def test_a_hand_is_worth_what_it_makes_of_the_turn():
    for state, views in positions("jsettlers"):
        view = views[state.to_move]
        if view.position.phase.name != "MAIN":
            continue
        agent = ExpectimaxAgent()
        agent.start(view.game, view.seat, Random(1, "search"))
        value = agent.appraise(view, Situation(view, BoardValues(view.game.board)))
        hand = view.position.own.certain
        assert value(hand) == 1.0
        assert value(tuple(count + 1 for count in hand)) > 1.0
        return


def test_lower_levels_misjudge_moves_and_offer_card_for_card():
    rated = [(CatanMove.of("road 14-19"), 0.50), (CatanMove.of("end turn"), 0.48)]
    best, weak = make_agent("expectimax"), make_agent("expectimax:level=1")
    for agent in (best, weak):
        agent.random = Random(1, "search")
    assert {best._misjudged(rated) for _ in range(20)} == {rated[0]}
    assert {weak._misjudged(rated) for _ in range(20)} == {*rated}
    assert (best.negotiator.fair, weak.negotiator.fair) == (False, True)
    noises = [LEVELS[level].noise for level in sorted(LEVELS)]
    assert noises == sorted(noises, reverse=True)


def test_other_games_and_options_are_refused():
    with pytest.raises(AgentError, match="expectimax plays catan, not gomoku"):
        make_agent("expectimax").start(Gomoku(size=6, line=4), 0, Random(1, "search"))
    with pytest.raises((AgentError, ArgumentError), match="depth"):
        make_agent("expectimax:depth=5")
