"""Trade in a room: answers in any order, proposals off turn, sealed discards, rations of robots' offers."""

import itertools
import json

import pytest
from tests.server.rooms import OPTIONS, decide, legal_texts, phase_of, play_on, seated, to_main

from catanlab.games.catan.constants import RESOURCES
from catanlab.server import wire

PEOPLE = ("ann", "bob", "cat", "dan")


def at_offer(*, options=OPTIONS, seed=1):
    """Return a room in which ann has offered one card to all, for one that bob and dan hold."""
    driven = seated(*PEOPLE, options=options)
    for turn in range(40):
        to_main(driven, 0, seed + turn)
        hands = [driven.view(seat).position.own.certain for seat in range(4)]
        for give, get in itertools.permutations(range(5), 2):
            if hands[0][give] and hands[1][get] and hands[3][get]:
                text = f"offer 1 {RESOURCES[give]} for 1 {RESOURCES[get]} to 1 2 3"
                assert driven.move("ann", text) == ""
                return driven, give, get
        assert driven.move("ann", "end turn") == ""
    raise AssertionError("no such hands")


def hand(driven, seat):
    return driven.view(seat).position.own.certain


def kinds(driven, after=0):
    return [row.kind for row in driven.rows[after:]]


def moves(driven, after=0):
    return [bytes(row.body).decode() for row in driven.rows[after:] if row.kind == "moved"]


# Answers.


def test_a_later_seat_may_answer_first_and_nobody_waits_for_a_slow_neighbour():
    driven, _, _ = at_offer()
    assert driven.move("dan", "accept") == ""
    assert driven.view(0).position.answers[3].text == "accept"
    assert sorted(driven.room.owing()) == [1, 2]


def test_the_seat_on_turn_confirms_while_others_still_think():
    driven, give, get = at_offer()
    before = hand(driven, 0)
    assert driven.move("ann", "confirm 3") == "not-accepted"
    driven.move("dan", "accept")
    assert driven.move("ann", "confirm 3") == ""
    after = hand(driven, 0)
    assert (after[give], after[get]) == (before[give] - 1, before[get] + 1)
    assert phase_of(driven) == "MAIN"


def test_an_answer_to_an_offer_that_is_closed_changes_nothing():
    driven, _, _ = at_offer()
    decision = driven.play.decision
    assert driven.move("ann", "cancel") == ""
    count = len(driven.rows)
    for person in PEOPLE[1:]:
        assert driven.move(person, "accept", decision) == "stale-decision"
        assert driven.move(person, "reject") == "not-your-decision"
    assert len(driven.rows) == count


def test_an_answer_for_another_seat_is_refused():
    driven, _, _ = at_offer()
    count = len(driven.rows)
    assert driven.move("bob", "accept by 3") != ""
    assert driven.move("ann", "accept") != ""
    assert len(driven.rows) == count


def test_the_same_seat_answers_once():
    driven, _, _ = at_offer()
    assert driven.move("dan", "reject") == ""
    assert driven.move("dan", "accept") == "not-your-decision"


def test_under_first_the_first_in_time_gets_the_deal_and_nobody_has_rejected():
    options = wire.RoomOptions(rules="trading,trade_settlement=first", robots=("greedy",), robot_seconds=0)
    driven, give, _ = at_offer(options=options)
    count = len(driven.rows)
    before = hand(driven, 3)
    assert driven.move("dan", "accept") == ""
    assert hand(driven, 3)[give] == before[give] + 1
    assert phase_of(driven) == "MAIN"
    assert len(moves(driven, count)) == 1
    assert "reject" not in "".join(moves(driven, count))
    record = driven.play.events
    assert not any("reject" in str(getattr(event, "move", "")) for event in record[-3:])


def test_a_counter_offer_is_taken():
    driven, give, get = at_offer()
    bob = hand(driven, 1)
    other = next(i for i in range(5) if i != give and bob[i] and i != get) if sum(bob) > bob[get] else get
    text = f"counter {1 if other != get else 2} {RESOURCES[other]} for 1 {RESOURCES[give]}"
    if other == get and bob[get] < 2:
        pytest.skip("bob has only the one card")
    assert driven.move("bob", text) == ""
    assert driven.move("ann", "take 1") == ""
    assert phase_of(driven) == "MAIN"


def test_without_the_counter_button_people_do_not_counter():
    options = wire.RoomOptions(robots=("greedy",), robot_seconds=0, counter_button=False)
    driven, _, _ = at_offer(options=options)
    text = next(text for text in legal_texts(driven.view(1)) if text.startswith("counter"))
    assert driven.move("bob", text) == "counter-button-off"


def test_all_orders_of_answers_lead_to_the_same_position():
    results = set()
    for order in itertools.permutations((1, 2, 3)):
        driven, _, _ = at_offer()
        for seat in order:
            word = "accept" if seat in (1, 3) else "reject"
            assert driven.move(PEOPLE[seat], word) == ""
        assert phase_of(driven) == "CHOOSING"
        assert driven.move("ann", "confirm 1") == ""
        results.add(tuple(hand(driven, seat) for seat in range(4)))
    assert len(results) == 1


# Proposals.


def propose(driven, person, deal, turn=None):
    turn = json.loads(driven.view(None).to_json())["turn"] if turn is None else turn
    return driven.act(person, wire.Propose(id=driven.id(), room="r1", turn=turn, deal=deal))


def take(driven, person, seat, number=None):
    number = driven.room.proposals.get(seat, (0, ""))[0] if number is None else number
    return driven.act(person, wire.Take(id=driven.id(), room="r1", seat=seat, proposal=number))


def at_main(seed=3):
    driven = seated(*PEOPLE)
    to_main(driven, 0, seed)
    return driven


def one_each(driven, proposer):
    """Return a deal of one card for one that both sides can pay, from the side of the proposer."""
    for give, get in itertools.permutations(range(5), 2):
        if hand(driven, proposer)[give] and hand(driven, 0)[get]:
            return f"1 {RESOURCES[give]} for 1 {RESOURCES[get]}", give, get
    raise AssertionError("no such hands")


def test_a_proposal_off_turn_is_taken_with_one_act_and_is_no_offer():
    driven = at_main()
    deal, give, get = one_each(driven, 2)
    assert propose(driven, "cat", deal) == ""
    made = driven.room.position.offers_made
    before, mine = hand(driven, 2), hand(driven, 0)
    assert take(driven, "ann", 2) == ""
    assert hand(driven, 2)[give] == before[give] - 1
    assert hand(driven, 0)[give] == mine[give] + 1
    assert hand(driven, 0)[get] == mine[get] - 1
    assert driven.room.position.offers_made == made
    assert not driven.room.proposals


def test_the_time_taken_for_a_proposal_is_in_the_game_and_in_the_log():
    driven = at_main()
    deal, _, _ = one_each(driven, 2)
    assert propose(driven, "cat", deal) == ""
    driven.now += 7.5
    assert take(driven, "ann", 2) == ""
    assert driven.play.events[-1].seconds == 7.5
    assert driven.rebuilt().play.events == driven.play.events


def test_a_proposal_lapses_when_its_owners_hand_changes_and_at_the_end_of_the_turn():
    driven = at_main()
    deal, _, _ = one_each(driven, 2)
    assert propose(driven, "cat", deal) == ""
    assert propose(driven, "dan", one_each(driven, 3)[0]) == ""
    assert take(driven, "ann", 2) == ""
    assert set(driven.room.proposals) == {3}, "the hand of seat 3 did not change"
    assert driven.move("ann", "end turn") == ""
    assert not driven.room.proposals
    assert kinds(driven).count("withdrawn") >= 1


def test_a_proposal_that_is_gone_or_has_been_replaced_is_not_taken():
    driven = at_main()
    deal, _, _ = one_each(driven, 2)
    assert take(driven, "ann", 2, 7) == "no-proposal"
    propose(driven, "cat", deal)
    old = driven.room.proposals[2][0]
    propose(driven, "cat", deal)
    assert take(driven, "ann", 2, old) == "no-proposal"
    assert driven.act("cat", wire.Withdraw(id=driven.id(), room="r1")) == ""
    assert take(driven, "ann", 2) == "no-proposal"
    assert driven.act("cat", wire.Withdraw(id=driven.id(), room="r1")) == "no-proposal"


def test_only_the_seat_on_turn_takes_and_only_others_propose():
    driven = at_main()
    deal, _, _ = one_each(driven, 2)
    assert propose(driven, "ann", "1 wood for 1 ore") != ""
    propose(driven, "cat", deal)
    count = len(driven.rows)
    assert take(driven, "bob", 2) != ""
    assert take(driven, "cat", 2) != ""
    assert driven.move("ann", f"deal {deal} with 2") != ""
    assert len(driven.rows) == count


def test_a_proposal_meant_for_another_turn_is_refused():
    driven = at_main()
    deal, _, _ = one_each(driven, 2)
    assert propose(driven, "cat", deal, turn=driven.view(None).turn) == "stale-decision"


def test_a_proposal_is_shown_and_kept_in_its_canonical_words():
    driven = at_main()
    deal, _, _ = one_each(driven, 2)
    assert propose(driven, "cat", deal.upper().replace(" ", "   ")) == ""
    assert driven.room.proposals[2][1] == deal
    assert driven.rebuilt().heard == driven.room.heard


# Discards.


def at_seven():
    driven = seated(*PEOPLE, options=wire.RoomOptions(rules="trading,hand_limit=2", robots=("greedy",)))
    play_on(driven, until=lambda: len(driven.room.owing()) >= 2 and phase_of(driven) == "DISCARDING")
    return driven


def test_discards_stay_sealed_until_all_have_chosen():
    driven = at_seven()
    owing = sorted(driven.room.owing())
    first, others = owing[-1], owing[:-1]
    count = len(driven.rows)
    before = [driven.view(seat).to_json() for seat in range(4)]
    assert decide(driven, PEOPLE[first], lambda texts: texts[0]) == ""
    assert kinds(driven, count) == ["chosen"]
    assert [driven.view(seat).to_json() for seat in range(4)] == before
    shown = driven.room.history.after(len(driven.room.history) - 1, others[0])[0]
    own = driven.room.history.after(len(driven.room.history) - 1, first)[0]
    assert b"cards" not in bytes(shown.event)
    assert b"cards" in bytes(own.event)
    assert decide(driven, PEOPLE[first], lambda texts: texts[0]) != ""
    for seat in others:
        assert decide(driven, PEOPLE[seat], lambda texts: texts[0]) == ""
    assert phase_of(driven) == "ROBBING"
    assert not driven.room.chosen


def test_discards_are_as_many_cards_of_the_hand_as_are_owed():
    driven = at_seven()
    seat = min(driven.room.owing())
    person = PEOPLE[seat]
    held = hand(driven, seat)
    owed = driven.view(seat).position.own.discards_owed
    cards = [name for name, n in zip(RESOURCES, held, strict=True) for _ in range(n)]
    missing = next((name for name, n in zip(RESOURCES, held, strict=True) if not n), None)
    assert driven.move(person, "discard " + " ".join(cards[: owed - 1])) == "wrong-discards"
    assert driven.move(person, "discard " + " ".join(cards[: owed + 1])) == "wrong-discards"
    assert driven.move(person, "discard gold") == "wrong-discards"
    if missing:
        assert driven.move(person, "discard " + " ".join([missing] * owed)) == "wrong-discards"
    assert driven.move(person, "discard " + " ".join(cards[:owed]), 0) == "stale-decision"
    assert driven.move(person, "discard " + " + ".join(f"1 {card}" for card in cards[:owed])) == ""


def test_discards_are_read_strictly_and_however_they_are_written_they_stay_sealed():
    driven = at_seven()
    seat = min(driven.room.owing())
    person = PEOPLE[seat]
    owed = driven.view(seat).position.own.discards_owed
    cards = [name for name, n in zip(RESOURCES, hand(driven, seat), strict=True) for _ in range(n)][:owed]
    count = len(driven.rows)
    for text in (f"discard {' '.join(cards)} 3", f"discard 1 1 {' '.join(cards)}", "discard"):
        assert driven.move(person, text) == "wrong-discards", text
    assert driven.move(person, f"DISCARD {cards[0].title()}") == ("wrong-discards" if owed > 1 else "")
    if owed > 1:
        assert driven.move(person, f"Discard\u00a0{' '.join(cards).upper()}") == ""
    assert kinds(driven, count) == ["chosen"]


# Robots.


@pytest.mark.full
def test_a_robot_puts_no_more_offers_to_people_than_its_ration():
    options = wire.RoomOptions(robots=("greedy",), robot_seconds=0, robot_offers=0)
    driven = seated("ann", options=options)
    play_on(driven, until=lambda: driven.room.position.turn >= 40)
    offers = [text for text in moves(driven) if '"offer ' in text]
    assert all(" 0" not in text.partition(" to ")[2].partition('"')[0] for text in offers)


def why(driven, person, seat):
    return driven.act(person, wire.Why(id=driven.id(), room="r1", seat=seat))


def test_a_robot_gives_the_reason_for_its_last_move_once():
    driven = seated("ann")
    assert why(driven, "ann", 1) == "no-reason"
    play_on(driven, until=lambda: bool(driven.room.reasons.get(1)))
    assert why(driven, "ann", 1) == ""
    assert why(driven, "ann", 1) == "no-reason", "a line of the log each time"
    assert why(driven, "ann", 0) == "not-a-robot"
    assert driven.rebuilt().explained == driven.room.explained
