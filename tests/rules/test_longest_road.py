"""Longest Road: how long a road is, and who holds the award."""

import pytest

from catanlab.games.catan.engine.arrange import (
    give_cards,
    give_resources,
    put_city,
    put_road,
    put_settlement,
)

SETTLEMENT = {"wood": 1, "clay": 1, "sheep": 1, "wheat": 1}
HEX_9 = (18, 24, 30, 35, 29, 23, 18)
HEX_13 = (29, 35, 40, 44, 39, 34, 29)


def length_of(state, seat=0):
    return state.position.seats[seat].road_length


# The length of a road.


def test_a_line_is_as_long_as_its_roads(turn_of, put_line):
    state = turn_of(0)
    put_line(state, 0, 16, 21, 27, 33, 38, 43)
    assert length_of(state) == 5


def test_of_separate_roads_the_longest_counts(turn_of, put_line):
    state = turn_of(0)
    put_line(state, 0, 16, 21, 27, 33)
    put_line(state, 0, 53, 50, 46, 42, 37)
    assert length_of(state) == 4


def test_joining_two_roads_makes_one(turn_of, put_line):
    state = turn_of(0)
    put_line(state, 0, 16, 21, 27)
    put_line(state, 0, 33, 38, 43)
    put_road(state, 0, 27, 33)
    assert length_of(state) == 5


def test_a_branch_does_not_count(turn_of, put_line):
    state = turn_of(0)
    put_line(state, 0, 17, 23, 29, 35, 40)
    put_line(state, 0, 23, 18)
    put_line(state, 0, 29, 34)
    assert length_of(state) == 4


def test_a_loop_counts_all_its_roads(turn_of, put_line):
    state = turn_of(0)
    put_line(state, 0, *HEX_9)
    assert length_of(state) == 6


def test_a_loop_with_a_tail_counts_both(turn_of, put_line):
    state = turn_of(0)
    put_line(state, 0, *HEX_9)
    put_line(state, 0, 18, 13, 8)
    assert length_of(state) == 8


def test_a_loop_with_two_tails_counts_the_longer_way_round(turn_of, put_line):
    state = turn_of(0)
    put_line(state, 0, *HEX_9)
    put_line(state, 0, 18, 13, 8)
    put_line(state, 0, 35, 40, 44)
    # The tails meet the loop at opposite corners: either tail and the whole loop, or both and half of it.
    assert length_of(state) == 8


def test_a_figure_of_eight_is_a_trail_over_every_road(turn_of, put_line):
    state = turn_of(0)
    put_line(state, 0, *HEX_9)
    put_line(state, 0, 35, 40, 44, 39, 34, 29)
    # Two hexes that share the edge 29-35: eleven roads, and two nodes where three of them meet.
    assert length_of(state) == 11


def test_no_road_is_counted_twice(turn_of, put_line):
    state = turn_of(0)
    put_line(state, 0, 17, 23, 29)
    put_line(state, 0, 23, 18)
    assert length_of(state) == 2


def test_a_node_may_be_passed_twice(turn_of, put_line):
    state = turn_of(0)
    put_line(state, 0, *HEX_9)
    put_line(state, 0, 23, 17)
    # In at 17-23, once round the hex, and back at node 23.
    assert length_of(state) == 7


def test_a_road_that_ends_at_the_building_of_another_counts(turn_of, put_line):
    state = turn_of(0)
    put_settlement(state, 1, 43)
    put_line(state, 0, 16, 21, 27, 33, 38, 43)
    assert length_of(state) == 5
    assert state.position.longest_road == 0


def test_a_road_between_two_buildings_of_others_counts(turn_of, put_line):
    state = turn_of(0)
    put_settlement(state, 1, 43)
    put_city(state, 2, 16)
    put_line(state, 0, 16, 21, 27, 33, 38, 43)
    assert length_of(state) == 5


def test_the_building_of_another_interrupts_a_road(turn_of, put_line):
    state = turn_of(0)
    put_settlement(state, 1, 27)
    put_line(state, 0, 16, 21, 27, 33, 38, 43)
    assert length_of(state) == 3


def test_own_buildings_do_not_interrupt_a_road(turn_of, put_line):
    state = turn_of(0)
    put_settlement(state, 0, 21)
    put_city(state, 0, 33)
    put_line(state, 0, 16, 21, 27, 33, 38, 43)
    assert length_of(state) == 5


def test_roads_of_others_do_not_interrupt_a_road(turn_of, put_line):
    state = turn_of(0)
    put_line(state, 0, 17, 23, 29, 34, 39, 44)
    put_line(state, 1, 18, 23)
    put_line(state, 1, 29, 35)
    assert length_of(state) == 5


def test_a_loop_may_begin_and_end_at_the_building_of_another(turn_of, put_line):
    state = turn_of(0)
    put_settlement(state, 1, 18)
    put_line(state, 0, *HEX_9)
    assert length_of(state) == 6


def test_a_loop_cut_twice_falls_into_two_roads(turn_of, put_line):
    state = turn_of(0)
    put_line(state, 0, *HEX_9)
    put_settlement(state, 1, 18)
    put_settlement(state, 1, 30)
    assert length_of(state) == 4


# Who holds the award.


def test_five_roads_take_the_award(turn_of, put_line):
    state = turn_of(0)
    put_line(state, 0, 16, 21, 27, 33, 38)
    assert (state.position.longest_road, state.scores[0]) == (None, 0)
    give_resources(state, 0, wood=1, clay=1)
    state.apply("road 38-43")
    assert (state.position.longest_road, state.scores[0]) == (0, 2)


def test_a_tie_leaves_the_award_with_its_holder(turn_of, put_line):
    state = turn_of(1)
    put_line(state, 0, 16, 21, 27, 33, 38, 43)
    put_line(state, 1, 0, 4, 1, 5, 2)
    give_resources(state, 1, wood=1, clay=1)
    state.apply("road 2-6")
    assert (length_of(state, 0), length_of(state, 1)) == (5, 5)
    assert (state.position.longest_road, state.scores) == (0, [2, 0, 0, 0])


def test_a_strictly_longer_road_takes_the_award(turn_of, put_line):
    state = turn_of(1)
    put_line(state, 0, 16, 21, 27, 33, 38, 43)
    put_line(state, 1, 0, 4, 1, 5, 2, 6)
    give_resources(state, 1, wood=1, clay=1)
    state.apply("road 6-10")
    assert (state.position.longest_road, state.scores) == (1, [0, 2, 0, 0])


def test_the_award_is_worth_two_points_however_long_the_road(turn_of, put_line):
    state = turn_of(0)
    put_line(state, 0, 16, 21, 27, 33, 38, 43, 47, 51, 48, 52)
    assert state.scores[0] == 2


def test_free_roads_may_take_the_award(turn_of, put_line):
    state = turn_of(0)
    put_line(state, 0, 16, 21, 27, 33)
    give_cards(state, 0, road_building=1)
    state.apply("road building").apply("road 33-38").apply("road 38-43")
    assert state.position.longest_road == 0


def cut(state, builder, node, *by):
    """Let a seat build a settlement on a node, led there by a road from another node."""
    put_road(state, builder, node, *by)
    give_resources(state, builder, **SETTLEMENT)
    return state.apply(f"settlement {node}")


def test_a_cut_gives_the_award_to_the_strictly_longest_other(turn_of, put_line):
    state = turn_of(3)
    put_line(state, 0, 28, 34, 39, 44, 40, 45, 41)
    put_line(state, 1, 0, 4, 1, 5, 2, 6)
    put_line(state, 2, 16, 21, 27, 33, 38)
    cut(state, 3, 44, 48)
    assert [length_of(state, seat) for seat in range(3)] == [3, 5, 4]
    assert (state.position.longest_road, state.scores) == (1, [0, 2, 0, 1])


def test_a_cut_gives_the_award_to_nobody_on_a_tie_between_others(turn_of, put_line):
    state = turn_of(3)
    put_line(state, 0, 28, 34, 39, 44, 40, 45, 41)
    put_line(state, 1, 0, 4, 1, 5, 2, 6)
    put_line(state, 2, 16, 21, 27, 33, 38, 43)
    cut(state, 3, 44, 48)
    assert (state.position.longest_road, state.scores) == (None, [0, 0, 0, 1])


def test_a_cut_leaves_the_award_with_a_holder_who_is_still_tied_for_the_longest(turn_of, put_line):
    state = turn_of(3)
    put_line(state, 0, 28, 34, 39, 44, 40, 45, 41, 46)
    put_line(state, 1, 0, 4, 1, 5, 2, 6)
    cut(state, 3, 39, 43)
    assert (length_of(state, 0), length_of(state, 1)) == (5, 5)
    assert (state.position.longest_road, state.scores) == (0, [2, 0, 0, 1])


@pytest.mark.parametrize(("node", "by", "left"), [(44, 48, 3), (40, 35, 4)])
def test_a_cut_below_five_loses_the_award(turn_of, put_line, node, by, left):
    state = turn_of(3)
    put_line(state, 0, 28, 34, 39, 44, 40, 45)
    cut(state, 3, node, by)
    assert length_of(state, 0) == left
    assert (state.position.longest_road, state.scores) == (None, [0, 0, 0, 1])


def test_a_cut_may_give_the_award_to_the_builder(turn_of, put_line):
    state = turn_of(3)
    put_line(state, 0, 28, 34, 39, 44, 40, 45, 41)
    put_line(state, 3, 16, 21, 27, 33, 38, 43)
    cut(state, 3, 44, 48)
    assert (state.position.longest_road, state.scores) == (3, [0, 0, 0, 3])


def test_a_cut_of_another_than_the_holder_changes_nothing(turn_of, put_line):
    state = turn_of(3)
    put_line(state, 1, 0, 4, 1, 5, 2, 6, 10)
    put_line(state, 0, 28, 34, 39, 44, 40, 45)
    cut(state, 3, 44, 48)
    assert (length_of(state, 0), state.position.longest_road) == (3, 1)


def test_a_building_at_the_end_of_a_road_cuts_nothing(turn_of, put_line):
    state = turn_of(3)
    put_line(state, 0, 28, 34, 39, 44, 40, 45)
    cut(state, 3, 45, 49)
    assert (length_of(state, 0), state.position.longest_road) == (5, 0)


def test_a_cut_of_a_loop_opens_it_only(turn_of, put_line):
    state = turn_of(3)
    put_line(state, 0, *HEX_13)
    cut(state, 3, 44, 48)
    assert (length_of(state, 0), state.position.longest_road) == (6, 0)


def test_a_tie_after_a_cut_goes_to_the_first_to_be_strictly_longer(turn_of, put_line):
    state = turn_of(3)
    put_line(state, 0, 28, 34, 39, 44, 40, 45, 41)
    put_line(state, 1, 0, 4, 1, 5, 2, 6)
    put_line(state, 2, 16, 21, 27, 33, 38, 43)
    cut(state, 3, 44, 48).apply("end turn").apply("roll").apply("dice 2").apply("end turn")
    state.apply("roll").apply("dice 2")
    give_resources(state, 1, wood=1, clay=1)
    state.apply("road 6-10")
    assert (state.position.longest_road, state.scores) == (1, [0, 2, 0, 1])


def test_a_tie_after_a_cut_is_settled_by_cutting_one_of_the_tied(turn_of, put_line):
    state = turn_of(3)
    put_line(state, 0, 28, 34, 39, 44, 40, 45, 41)
    put_line(state, 1, 0, 4, 1, 5, 2, 6)
    put_line(state, 2, 13, 18, 24, 30, 36, 31)
    cut(state, 3, 44, 48)
    assert state.position.longest_road is None
    cut(state, 3, 24, 19)
    assert state.position.longest_road == 1


def test_a_lost_award_is_regained_with_five_roads(turn_of, put_line):
    state = turn_of(3)
    put_line(state, 0, 28, 34, 39, 44, 40, 45)
    cut(state, 3, 44, 48)
    assert state.position.longest_road is None
    state.apply("end turn").apply("roll").apply("dice 2")
    give_resources(state, 0, wood=2, clay=2)
    state.apply("road 22-28")
    assert state.position.longest_road is None
    state.apply("road 16-22")
    assert (length_of(state, 0), state.position.longest_road, state.scores) == (5, 0, [2, 0, 0, 1])


def test_a_shorter_road_of_five_does_not_take_an_award_that_nobody_holds(turn_of, put_line):
    """Two tie at six and nobody holds the award: a third with five roads does not get it."""
    state = turn_of(3)
    put_line(state, 0, 28, 34, 39, 44, 40, 45, 41, 46)
    put_line(state, 1, 0, 4, 1, 5, 2, 6, 10)
    put_line(state, 2, 16, 21, 27, 33, 38, 43, 47)
    cut(state, 3, 44, 48)
    assert state.position.longest_road is None
    put_line(state, 3, 13, 18, 24, 30, 36)
    give_resources(state, 3, wood=1, clay=1)
    state.apply("road 31-36")
    assert (length_of(state, 3), state.position.longest_road) == (5, None)
