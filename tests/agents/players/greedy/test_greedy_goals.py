"""What the greedy agent saves for."""

from tests.agents.players.greedy.positions import table_of_random

from catanlab.agents.base.board_values import BoardValues
from catanlab.agents.base.situation import Situation
from catanlab.agents.players.greedy.goals import CARD, CITY, ROAD, SETTLEMENT, goals, survey


def test_every_goal_names_its_full_cost(situation):
    table = table_of_random()
    while table.state.turn < 20:
        table.step()
    view = table.view(0)
    read = Situation(view, BoardValues(table.game.board))
    found = goals(read, survey(view, read))
    assert {"city", "card"} <= {one.kind for one in found}
    assert [one.value for one in found] == sorted((one.value for one in found), reverse=True)
    base = {"city": CITY, "card": CARD, "settlement": SETTLEMENT, "longest road": (0,) * 5}
    for one in found:
        roads = len(one.roads)
        assert one.need == tuple(n + roads * r for n, r in zip(base[one.kind], ROAD, strict=True))
        assert one.text


def test_what_wins_comes_first(situation):
    table = table_of_random()
    while table.state.turn < 20:
        table.step()
    view = table.view(0)
    read = Situation(view, BoardValues(table.game.board))
    read.points = 9
    assert goals(read, survey(view, read))[0].kind != "card"


def test_nothing_is_a_goal_for_which_pieces_are_missing(situation):
    table = table_of_random()
    while table.state.turn < 20:
        table.step()
    view = table.view(0)
    read = Situation(view, BoardValues(table.game.board))
    surveyed = survey(view, read)
    read.deck_size = 0
    read.settlements = (0b11111, 0, 0, 0)
    read.cities = (0b1111 << 10, 0, 0, 0)
    assert {one.kind for one in goals(read, surveyed)} <= {"longest road"}
