"""Aims: what they cost and the moves that build them, compared with the engine."""

import pytest

from catanlab.agents.base.aim import COSTS, Aim
from catanlab.games.catan import constants as c
from catanlab.games.catan.hands import unpack
from catanlab.games.catan.moves import CatanMove


def test_builds_cost_what_the_engine_takes():
    packed = {
        "road": c.ROAD_COST,
        "settlement": c.SETTLEMENT_COST,
        "city": c.CITY_COST,
        "card": c.CARD_COST,
    }
    assert {kind: unpack(cost) for kind, cost in packed.items()} == COSTS


@pytest.mark.parametrize(
    ("aim", "text"),
    [
        (Aim("road", 19), "road 12-17"),
        (Aim("settlement", 0), "settlement 0"),
        (Aim("city", 53), "city 53"),
        (Aim("card"), "buy card"),
        (Aim("settlement", 7, roads=(19, 3)).first, "road 12-17"),
    ],
)
def test_an_aim_is_built_by_its_move(aim, text):
    assert aim.move == CatanMove.parse(text)
