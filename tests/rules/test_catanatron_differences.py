"""Each known difference of Catanatron 3.2.1 from the rules in a position: both sides equal, then parted."""

import pytest
from tests.rules.catanatron_differences import Situation, explain
from tests.rules.catanatron_lockstep import Lockstep
from tests.rules.catanatron_peer import picture_of

from catanlab.games.catan import constants as c
from catanlab.games.catan.engine import arrange
from catanlab.games.catan.game import Catan


def position(**options):
    """Return both engines before the first settlement, on a board on which all is known."""
    return Lockstep(board="tournament", **options)


def listed(lock, text):
    """Say whether we and whether they list the move."""
    ours, theirs = lock.legal()
    move = lock.game.move_type.parse(text)
    return move in ours, move in theirs


def names(lock, before):
    """Return the known differences in which the last move resulted."""
    return [known.name for known in explain(Situation(lock, before))]


def parted(lock, *moves):
    """Play the moves of one decision and return what differs, and which known differences that is."""
    before = picture_of(lock.ours)
    lock.play(*moves)
    return lock.differences(), names(lock, before)


@pytest.mark.parametrize("card", ["knight", "monopoly", "road building", "year of plenty"])
def test_a_card_is_not_played_in_the_turn_it_was_bought(card):
    lock = position()
    lock.settle(0, 0)
    lock.lay(0, 0, 3)
    lock.hold(0, ore=1, sheep=1, wheat=1, wood=1, clay=1)
    lock.begin(0)
    differences, known = parted(lock, "buy card", f"draw {card}")
    assert not differences
    assert known == ["a card played in the turn it was bought"]
    play = {"monopoly": "monopoly ore", "year of plenty": "plenty ore ore"}.get(card, card)
    assert listed(lock, play) == (False, True)


def test_free_roads_need_no_wood_and_clay():
    lock = position()
    lock.settle(0, 0)
    lock.lay(0, 0, 3)
    lock.own(0, road_building=1)
    lock.hold(0, wood=3)
    lock.begin(0)
    assert listed(lock, "road building") == (True, False)
    assert names(lock, picture_of(lock.ours)) == ["free roads only for a player who could pay"]
    lock.hold(0, wood=1, clay=1)
    lock.begin(0)
    lock.play("road building", "road 3-7", "road 7-11")
    assert not lock.differences()
    assert picture_of(lock.ours)["hand", 0] == (1, 1, 0, 0, 0)


def test_year_of_plenty_takes_two_cards_where_the_bank_has_two():
    lock = position()
    lock.own(0, year_of_plenty=1)
    lock.stock(wood=1, ore=2)
    lock.begin(0)
    assert listed(lock, "plenty wood ore") == listed(lock, "plenty ore ore") == (True, True)
    assert listed(lock, "plenty wood") == listed(lock, "plenty ore") == (False, True)
    assert names(lock, picture_of(lock.ours)) == ["one card for year of plenty"]
    lock.stock(wood=1)
    lock.begin(0)
    assert listed(lock, "plenty wood") == (True, True)


def test_the_seat_on_turn_discards_first():
    lock = position()
    lock.hold(0, wood=8)
    lock.hold(2, ore=9)
    lock.begin(2, "before the roll")
    differences, known = parted(lock, "roll", "dice 7")
    assert differences == {"to move": (2, 0)}
    assert known == ["discards asked from the lowest seat"]
    lock.play(*["discard ore"] * 4, *["discard wood"] * 4)
    assert not lock.differences()


def test_a_seat_wins_only_on_its_own_turn():
    lock = position()
    lock.settle(0, 14)
    lock.settle(1, 0)
    lock.settle(2, 27, 38, 47)
    lock.lay(0, 14, 9, 5)
    lock.lay(1, 0, 4, 1, 5, 2, 6, 10)
    lock.lay(2, 27, 33, 38, 43, 47, 51)
    lock.own(2, victory_point=5)
    lock.hold(0, wood=1, clay=1, sheep=1, wheat=1)
    lock.begin(0)
    differences, known = parted(lock, "settlement 5")
    assert lock.ours.scores[2] == 10
    assert differences == {"winner": (None, 2)}
    assert known == ["a winner who is not on turn"]
    lock.play("end turn", "roll", "dice 2", "end turn")
    assert lock.ours.is_over
    assert lock.ours.position.winner == 2


def test_road_lengths_are_known_from_the_set_up_on():
    lock = Lockstep(players=2, board="tournament")
    lock.play("settlement 0", "road 0-3", "settlement 2", "road 2-6", "settlement 11")
    differences, known = parted(lock, "road 7-11")
    assert differences == {("road length shown", 0): (1, 0), ("road length shown", 1): (1, 0)}
    assert known == ["road lengths not shown before the first build"]


def test_a_road_may_end_at_another_seats_building_and_counts():
    lock = position()
    lock.settle(0, 0)
    lock.settle(1, 6)
    lock.lay(0, 0, 4, 1, 5, 2)
    lock.lay(1, 6, 10)
    lock.hold(0, wood=1, clay=1)
    lock.begin(0)
    differences, known = parted(lock, "road 2-6")
    assert differences == {
        ("road length", 0): (5, 4),
        ("road length shown", 0): (5, 4),
        "longest road": (0, None),
        ("points", 0): (3, 1),
        ("public points", 0): (3, 1),
    }
    assert known == ["a road into another's building not counted", "Longest Road by uncounted ends"]


def test_in_the_other_order_they_count_the_same_road():
    lock = position()
    lock.settle(0, 0)
    lock.settle(1, 15)
    lock.lay(0, 0, 4, 1, 5, 2, 6)
    lock.lay(1, 15, 10, 6)
    lock.hold(1, wood=1, clay=1, sheep=1, wheat=1)
    lock.begin(1)
    lock.play("settlement 6")
    assert not lock.differences()
    assert picture_of(lock.ours)["road length", 0] == 5


@pytest.mark.parametrize("path", [(0, 4, 1, 5, 2), (0, 4, 1, 5, 2, 6, 10)], ids=["nobody's", "lost"])
def test_longest_road_needs_five_after_a_cut_too(path):
    lock = position()
    lock.settle(0, 14)
    lock.settle(1, 0)
    lock.lay(0, 14, 9, 5)
    lock.lay(1, *path)
    lock.hold(0, wood=1, clay=1, sheep=1, wheat=1)
    lock.begin(0)
    differences, known = parted(lock, "settlement 5")
    assert differences == {
        "longest road": (None, 1),
        ("points", 1): (1, 3),
        ("public points", 1): (1, 3),
    }
    assert picture_of(lock.ours)["road length", 1] == 3
    assert known == ["Longest Road below five after a cut"]


def test_the_holder_keeps_longest_road_on_a_tie_after_a_cut():
    lock = position()
    lock.settle(0, 14)
    lock.settle(1, 52)
    lock.settle(3, 0)
    lock.lay(0, 14, 9, 5)
    lock.lay(1, 52, 49, 53, 50, 46, 42)
    lock.lay(3, 0, 4, 1, 5, 2, 6, 10, 15, 20)
    lock.hold(0, wood=1, clay=1, sheep=1, wheat=1)
    lock.begin(0)
    differences, known = parted(lock, "settlement 5")
    assert differences["longest road"] == (3, 1)
    assert [picture_of(lock.ours)["road length", seat] for seat in range(4)] == [2, 5, 0, 5]
    assert known == ["Longest Road to the first of equals after a cut"]


def test_nobody_has_longest_road_on_a_tie_between_others_after_a_cut():
    lock = position()
    lock.settle(0, 14)
    lock.settle(1, 52)
    lock.settle(2, 27)
    lock.settle(3, 0)
    lock.lay(0, 14, 9, 5)
    lock.lay(1, 52, 49, 53, 50, 46, 42)
    lock.lay(2, 27, 33, 38, 43, 47, 51)
    lock.lay(3, 0, 4, 1, 5, 2, 6, 10, 15)
    lock.hold(0, wood=1, clay=1, sheep=1, wheat=1)
    lock.begin(0)
    differences, known = parted(lock, "settlement 5")
    assert differences["longest road"] == (None, 1)
    assert [picture_of(lock.ours)["road length", seat] for seat in range(4)] == [2, 5, 5, 4]
    assert known == ["Longest Road to the first of equals after a cut"]


def test_a_lone_claimant_gets_what_is_left():
    lock = position()
    lock.settle(0, 8, 18)
    lock.stock(ore=1)
    lock.begin(0, "before the roll")
    differences, known = parted(lock, "roll", "dice 4")
    assert differences == {
        "bank": ((0, 0, 0, 0, 0), (0, 0, 0, 0, 1)),
        ("hand", 0): ((0, 0, 0, 0, 1), (0, 0, 0, 0, 0)),
    }
    assert known == ["a lone claimant not paid"]


def test_several_claimants_of_a_short_resource_get_none_on_both_sides():
    lock = position()
    lock.settle(0, 8, 18)
    lock.settle(1, 17)
    lock.stock(ore=2)
    lock.begin(0, "before the roll")
    lock.play("roll", "dice 4")
    assert not lock.differences()
    assert picture_of(lock.ours)["bank"][c.ORE] == 2


def forgetful():
    """Seat 1 has two networks that meet at a building of seat 0; seat 2 is about to cut one of them."""
    lock = position()
    lock.settle(0, 3)
    lock.settle(1, 2, 33)
    lock.settle(2, 11)
    lock.settle(3, 19)
    lock.lay(0, 3, 7, 12)
    lock.lay(1, 2, 5, 9, 13, 8, 12)
    lock.lay(1, 33, 28, 22, 17)
    lock.lay(2, 11, 16, 22)
    lock.lay(3, 19, 14, 9)
    for seat in (0, 2, 3):
        lock.hold(seat, wood=1, clay=1, sheep=1, wheat=1)
    lock.hold(1, wood=2, clay=2)
    lock.begin(0)
    lock.play("settlement 12")
    lock.begin(1)
    lock.play("road 12-17")
    lock.begin(2)
    return lock


def test_a_cut_leaves_the_other_networks_of_its_victim_alone():
    lock = forgetful()
    differences, known = parted(lock, "settlement 22")
    assert not differences
    assert known == ["roads forgotten after a cut"]
    lock.begin(1)
    for road in ("road 1-5", "road 8-4", "road 13-18"):
        assert listed(lock, road) == (True, False)
    assert listed(lock, "road 17-23") == (True, True)


def test_cutting_the_forgotten_roads_breaks_them():
    lock = forgetful()
    lock.play("settlement 22")
    lock.begin(3)
    with pytest.raises(TypeError):
        lock.play("settlement 9")
    assert picture_of(lock.ours)["road length", 1] == 3


def test_before_the_roll_they_allow_only_a_knight_as_our_option_does():
    lock = position()
    lock.own(0, knight=1, monopoly=1)
    lock.begin(0, "before the roll")
    assert listed(lock, "knight") == (True, True)
    assert listed(lock, "monopoly ore") == (False, False)
    base = Catan(rules="base").start()
    arrange.give_cards(base, 0, monopoly=1)
    arrange.set_turn(base, 0, "before the roll")
    assert base.is_legal("monopoly ore")
