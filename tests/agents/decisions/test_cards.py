"""Development cards: monopoly, year of plenty, road building and knights, each by its rule."""

import pytest
from tests.agents.decisions.positions import enter, see, start

from catanlab.agents.base.aim import Aim
from catanlab.agents.decisions.knight import play_knight
from catanlab.agents.decisions.monopoly import held_by_others, play_monopoly
from catanlab.agents.decisions.plenty import play_plenty
from catanlab.agents.decisions.road_building import lay_free_road, play_road_building
from catanlab.agents.estimates.income import Income
from catanlab.framework.random import Random
from catanlab.games.catan import constants as c
from catanlab.games.catan.engine.arrange import (
    give_cards,
    give_resources,
    set_bank,
    set_knights,
    set_robber,
    set_turn,
)
from catanlab.games.catan.grid import edge_between
from catanlab.games.catan.hands import pack

CITY, CARD = Aim("city", 12), Aim("card")
# rolls: wood 7, clay 9, sheep 13, wheat 17, ore never
INCOME = Income.of({"wood": (6,), "clay": (5,), "sheep": (4,), "wheat": (3,)})


def holding(nodes=(12,), **cards):
    """Return a position in which seat 0 may play these cards."""
    state = start(seat0=nodes)
    give_cards(state, 0, **cards)
    return state


# Monopoly.


def others_hold(state, *hands):
    for seat, hand in enumerate(hands, 1):
        give_resources(state, seat, **dict(zip(c.RESOURCES, hand, strict=True)))


def monopoly(state, aim=None, **options):
    choice = play_monopoly(*see(state), aim, **options)
    return choice and str(choice.move)


def test_monopoly_is_for_three_trades_with_the_bank():
    state = holding(monopoly=1)
    others_hold(state, (4, 0, 0, 0, 5), (4, 0, 0, 0, 5), (3, 0, 0, 0, 1))
    assert monopoly(state) is None  # eleven wood and eleven ore are two trades each
    others_hold(state, (4, 0, 0, 0, 5), (4, 0, 0, 0, 5), (3, 0, 0, 0, 2))
    assert monopoly(state) == "monopoly ore"
    assert monopoly(state, least=3) is None


def test_monopoly_counts_my_ports():
    state = holding(nodes=(16,), monopoly=1)  # a port for wood
    others_hold(state, (3, 0, 0, 0, 6), (2, 0, 0, 0, 6), (0, 0, 0, 0, 0))
    assert monopoly(state) == "monopoly ore"  # three trades beat two
    others_hold(state, (3, 0, 0, 0, 6), (3, 0, 0, 0, 6), (2, 0, 0, 0, 0))
    assert monopoly(state) == "monopoly wood"  # four trades beat three


def test_of_equal_resources_monopoly_takes_the_first_in_jsettlers_order():
    state = holding(monopoly=1)
    others_hold(state, (4, 4, 4, 4, 4), (4, 4, 4, 4, 4), (4, 4, 4, 4, 4))
    assert monopoly(state) == "monopoly clay"


def test_monopoly_counts_what_is_sure_or_what_is_likely():
    state = holding(monopoly=1)
    others_hold(state, (6, 0, 0, 0, 0), (6, 0, 0, 0, 0), (2, 0, 0, 0, 0))
    other = [0, pack((6, 0, 0, 0, 0)), pack((2, 0, 0, 0, 4)), pack((2, 0, 0, 0, 0))]
    view, situation = see(state, or_hands=other)
    assert held_by_others(situation, c.WOOD) == 10
    assert held_by_others(situation, c.WOOD, expected=True) == 12
    assert play_monopoly(view, situation) is None
    assert str(play_monopoly(view, situation, expected=True).move) == "monopoly wood"


def test_monopoly_may_complete_the_aim():
    state = holding(monopoly=1)
    give_resources(state, 0, wheat=2, ore=1)
    others_hold(state, (0, 0, 0, 0, 1), (0, 0, 0, 0, 1), (12, 0, 0, 0, 0))
    assert monopoly(state, CITY) == "monopoly wood"
    assert monopoly(state, CITY, completing=True) == "monopoly ore"
    give_resources(state, 0, wheat=1, ore=1)  # two kinds are missing
    assert monopoly(state, CITY, completing=True) == "monopoly wood"
    give_resources(state, 0, wheat=2)  # there are only two
    assert monopoly(state, CITY, completing=True) == "monopoly wood"


def test_monopoly_must_be_in_hand_and_not_new():
    state = start(seat0=(12,))
    others_hold(state, (0, 0, 0, 0, 6), (0, 0, 0, 0, 6), (0, 0, 0, 0, 0))
    assert monopoly(state) is None
    give_cards(state, 0, bought_this_turn=True, monopoly=1)
    assert monopoly(state) is None


# Year of plenty.


def plenty(state, aim, **options):
    view, situation = see(state)
    choice = play_plenty(view, situation, INCOME, aim, **options)
    return choice and str(choice.move)


@pytest.mark.parametrize(
    ("hand", "move"),
    [
        ({"wheat": 1, "ore": 2}, "plenty wheat ore"),
        ({"wheat": 2, "ore": 1}, "plenty ore ore"),
        ({"wheat": 2, "ore": 2}, None),
        ({"wheat": 2, "ore": 3}, None),
        ({"wheat": 2}, None),
    ],
)
def test_year_of_plenty_is_for_exactly_two_cards(hand, move):
    state = holding(year_of_plenty=1)
    give_resources(state, 0, **hand)
    assert plenty(state, CITY) == move


def test_year_of_plenty_may_take_the_hardest_of_more():
    state = holding(year_of_plenty=1)
    give_resources(state, 0, wheat=1, ore=1)
    assert plenty(state, CITY, exactly=False) == "plenty ore ore"
    give_resources(state, 0)
    assert plenty(state, CARD, exactly=False) == "plenty wheat ore"


def test_year_of_plenty_needs_a_bank_that_has_the_cards():
    state = holding(year_of_plenty=1)
    give_resources(state, 0, wheat=2, ore=1)
    set_bank(state, wood=5, clay=5, sheep=5, wheat=5, ore=1)
    assert plenty(state, CITY) is None
    give_resources(state, 0)
    set_bank(state, wood=5, clay=5, sheep=5, wheat=5, ore=0)
    assert plenty(state, CARD, exactly=False) == "plenty sheep wheat"


def test_year_of_plenty_may_look_at_the_roads_too():
    state = holding(year_of_plenty=1)
    aim = Aim("settlement", 7, roads=(edge_between(12, 17),))
    give_resources(state, 0, wood=1, clay=1, sheep=1, wheat=1)
    assert plenty(state, aim) is None
    assert plenty(state, aim, whole=True) == "plenty wood clay"
    assert plenty(state, None) is None
    give_resources(state, 0)
    assert plenty(state, aim) == "plenty wood clay"


# Road building.


FIRST, SECOND, OTHER = edge_between(12, 17), edge_between(17, 23), edge_between(12, 8)


def road_building(state, aims, **options):
    return play_road_building(*see(state), aims, **options)


@pytest.mark.parametrize(
    ("aims", "played", "two_roads"),
    [
        ([Aim("settlement", 23, roads=(FIRST, SECOND))], True, True),
        ([Aim("settlement", 17, roads=(FIRST,))], False, False),
        ([Aim("road", SECOND, roads=(FIRST,))], True, True),
        ([Aim("road", FIRST, beyond=(SECOND,))], True, True),
        ([Aim("road", FIRST, purpose="Longest Road")], True, False),
        ([Aim("road", FIRST), Aim("road", OTHER)], True, True),
        ([Aim("road", FIRST), CITY, Aim("road", OTHER)], False, False),
        ([CITY, Aim("settlement", 23, roads=(FIRST, SECOND))], False, False),
        ([CITY], False, False),
        ([], False, False),
    ],
)
def test_road_building_is_for_two_roads(aims, played, two_roads):
    state = holding(road_building=1)
    assert (road_building(state, aims) is not None) == played
    assert (road_building(state, aims, two_roads=True) is not None) == two_roads


def test_road_building_needs_the_card_and_two_roads():
    aims = [Aim("settlement", 23, roads=(FIRST, SECOND))]
    assert road_building(start(seat0=(12,)), aims) is None
    state = holding(road_building=1)
    view, situation = see(state)
    situation.roads = (1 << 14) - 1  # one is left
    assert play_road_building(view, situation, aims) is None


def test_free_roads_are_those_of_the_best_aim():
    state = enter(holding(), c.FREE_ROADS, free_roads=2)
    aims = [CITY, Aim("settlement", 23, roads=(FIRST, SECOND)), Aim("road", OTHER)]
    view, _ = see(state)
    choice = lay_free_road(view, aims, Random(1))
    assert str(choice.move) == "road 12-17"
    assert choice.reason == "it leads to a settlement at node 23"
    state.apply(choice.move)
    view, _ = see(state)
    assert str(lay_free_road(view, aims, Random(1)).move) == "road 17-23"
    state.apply("road 17-23")
    assert state.phase_name == "main"


def test_free_roads_go_on_beyond_the_first_one():
    state = enter(holding(), c.FREE_ROADS, free_roads=2)
    aims = [Aim("road", FIRST, purpose="Longest Road", beyond=(SECOND,))]
    for road in ("road 12-17", "road 17-23"):
        choice = lay_free_road(see(state)[0], aims, Random(1))
        assert str(choice.move) == road
        state.apply(choice.move)


def test_a_road_that_cannot_be_laid_is_passed_over():
    view, _ = see(enter(holding(), c.FREE_ROADS, free_roads=2))
    aims = [Aim("road", SECOND), Aim("road", OTHER)]
    assert str(lay_free_road(view, aims, Random(1)).move) == "road 8-12"


def test_a_free_road_without_an_aim_is_any_legal_one():
    state = enter(holding(), c.FREE_ROADS, free_roads=2)
    view, _ = see(state)
    found = {str(lay_free_road(view, [CITY], Random(seed)).move) for seed in range(30)}
    assert found == {"road 7-12", "road 8-12", "road 12-17"}


# Knights.


def knight(state, **options):
    choice = play_knight(*see(state), **options)
    return choice and choice.reason


def test_before_the_roll_a_knight_frees_a_hex_of_mine():
    state = holding(knight=1)
    set_turn(state, 0, "before the roll")
    assert knight(state) is None
    set_robber(state, 4)
    assert knight(state) == "the robber blocks one of my hexes"
    set_turn(state, 0)
    assert knight(state) is None


def test_the_desert_is_no_hex_of_mine():
    state = holding(nodes=(18,), knight=1)
    set_turn(state, 0, "before the roll")
    set_robber(state, 9)
    assert knight(state) is None
    set_knights(state, 0, 2)
    assert knight(state) is None  # Largest Army waits until the dice are rolled


@pytest.mark.parametrize(
    ("played", "in_hand", "theirs", "reason", "without_hoard"),
    [
        (0, 1, 0, None, "it counts towards Largest Army"),
        (0, 2, 0, None, "it counts towards Largest Army"),
        (0, 3, 0, "it counts towards Largest Army", "it counts towards Largest Army"),
        (1, 2, 0, "it counts towards Largest Army", "it counts towards Largest Army"),
        (2, 1, 0, "it brings Largest Army", "it brings Largest Army"),
        (2, 1, 3, None, "it counts towards Largest Army"),
        (2, 2, 3, "it counts towards Largest Army", "it counts towards Largest Army"),
        (3, 1, 3, "it brings Largest Army", "it brings Largest Army"),
    ],
)
def test_later_a_knight_is_for_largest_army(played, in_hand, theirs, reason, without_hoard):
    state = holding(knight=in_hand)
    set_knights(state, 0, played)
    if theirs:
        set_knights(state, 1, theirs, army=True)
    assert knight(state) == reason
    assert knight(state, hoard=False) == without_hoard


def test_the_holder_of_largest_army_keeps_its_knights():
    state = holding(knight=2)
    set_knights(state, 0, 3, army=True)
    assert knight(state) is None
    assert knight(state, hoard=False) is None


def test_new_knights_count_but_cannot_be_played():
    state = start(seat0=(12,))
    set_knights(state, 0, 2)
    give_cards(state, 0, bought_this_turn=True, knight=1)
    assert knight(state) is None
