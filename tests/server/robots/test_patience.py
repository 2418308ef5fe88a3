"""How long robots and bots wait for answers to their offers."""

from math import inf

import pytest

from catanlab.server.robots.patience import ABSENT_SECONDS, SHARED_SECONDS, Patience


def ends(patience, now, *, decision=7, answer=None, asks_people=True, others_wait=False):
    return patience.ends(decision, now, answer=answer, asks_people=asks_people, others_wait=others_wait)


def test_the_only_person_at_the_table_has_all_the_time():
    assert ends(Patience(), 100.0) == inf


def test_other_people_wait_some_minutes_from_the_offer_on():
    patience = Patience()
    assert ends(patience, 100.0) == inf
    assert ends(patience, 150.0, others_wait=True) == 100.0 + SHARED_SECONDS


def test_people_without_a_connection_are_waited_for_from_when_they_left():
    patience = Patience()
    assert ends(patience, 100.0, others_wait=True) == 100.0 + SHARED_SECONDS
    gone = [ends(patience, now, asks_people=False, others_wait=True) for now in (140.0, 150.0)]
    assert gone == [140.0 + ABSENT_SECONDS] * 2
    assert ends(patience, 155.0, others_wait=True) == 100.0 + SHARED_SECONDS, "a reload ends no offer"


def test_every_offer_counts_anew():
    patience = Patience()
    ends(patience, 100.0, asks_people=False)
    assert ends(patience, 500.0, decision=9, asks_people=False) == 500.0 + ABSENT_SECONDS


@pytest.mark.parametrize("asks_people", [True, False])
def test_the_clocks_of_a_room_are_kept_by_robots_too(asks_people):
    patience = Patience()
    assert ends(patience, 100.0, answer=20.0, asks_people=asks_people) == 120.0
    assert ends(patience, 110.0, answer=20.0, asks_people=asks_people) == 120.0
