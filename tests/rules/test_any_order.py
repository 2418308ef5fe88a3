"""Answers and discards in any order: who may give them when, and that the order does not matter."""

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.examples import examples

from catanlab.framework.errors import IllegalMoveError
from catanlab.framework.random import Random
from catanlab.games.catan.constants import RESOURCES
from catanlab.games.catan.engine.arrange import give_resources, set_turn
from catanlab.games.catan.game import Catan
from catanlab.games.catan.moves import CatanMove
from catanlab.games.catan.position import Phase, by_resource
from catanlab.games.catan.rules import Rules

OFFER = "offer 1 wood for 1 ore to 0 2 3"
ORDER = (2, 3, 0)
HANDS = {0: {"ore": 1, "wheat": 1}, 1: {"wood": 3, "clay": 1}, 2: {"ore": 2}, 3: {"sheep": 4, "ore": 1}}
ANSWERS = ("accept", "reject", "counter 1 ore for 1 clay", "counter 1 ore for 1 sheep")


def market(**rules):
    """Seat 1 on turn among four, each with a hand of its own."""
    state = Catan(rules=Rules(player_trade=True, **rules), board="beginner").start()
    set_turn(state, 1)
    for seat, hand in HANDS.items():
        give_resources(state, seat, **hand)
    return state


def play(state, seat, text):
    assert state.is_legal(text, seat)
    return state.apply(state.by(text, seat))


def hands(state):
    return {
        number: {k: n for k, n in by_resource(seat.hand).items() if n}
        for number, seat in enumerate(state.position.seats)
    }


def exchanged(giver, getter, given_, got):
    """Return the hands after an exchange of one card for one."""
    after = {seat: dict(hand) for seat, hand in HANDS.items()}
    for loser, winner, name in ((giver, getter, given_), (getter, giver, got)):
        after[loser][name] -= 1
        after[winner][name] = after[winner].get(name, 0) + 1
    return {seat: {k: n for k, n in hand.items() if n} for seat, hand in after.items()}


# Answers.


@pytest.mark.parametrize("order", list(permutations(ORDER)))
@pytest.mark.parametrize(
    "answers", [("accept", "reject", "accept"), ("reject", ANSWERS[2], "reject"), ("reject",) * 3]
)
def test_answers_in_any_order_give_the_same_position(order, answers):
    canonical = market().apply(OFFER)
    for answer in answers:
        canonical.apply(answer)
    state = market().apply(OFFER)
    given_answers = dict(zip(ORDER, answers, strict=True))
    for seat in order:
        play(state, seat, given_answers[seat])
    assert state == canonical


def test_an_answer_out_of_order_leaves_the_first_seat_to_be_asked():
    state = market().apply(OFFER).apply("accept by 0")
    assert state.to_move == 2
    assert state.deciders == (1, 2, 3)
    assert [str(answer) for answer in state.position.answers] == ["accept", "None", "None", "None"]
    assert state.apply("reject").to_move == 3
    assert state.apply("reject").to_move == 1
    assert state.position.phase is Phase.CHOOSING


def test_the_seat_that_is_next_may_say_so_or_not():
    bare, named = market().apply(OFFER).apply("reject"), market().apply(OFFER).apply("reject by 2")
    assert bare == named
    assert str(market().apply(OFFER).by("reject by 2", 2)) == "reject"
    assert str(market().apply(OFFER).by("reject", 3)) == "reject by 3"


class Model:
    """An offer by its rules in words: who has answered what, and how it ends."""

    def __init__(self, first):
        self.first = first
        self.answers = {}
        self.ended = None
        """None while it is open, else the hands after it."""

    def may(self, seat, act):
        if self.ended is not None:
            return False
        word, *rest = act.split()
        if word in ("accept", "reject", "counter"):
            return seat in ORDER and seat not in self.answers
        if seat != 1:
            return False
        if word == "cancel":
            return True
        answer = self.answers.get(int(rest[0]), "")
        if word == "confirm":
            return answer == "accept"
        # Seat 1 holds clay, which the one counter-offer asks for, but no sheep.
        return answer == ANSWERS[2]

    def do(self, seat, act):
        word, *rest = act.split()
        if word == "accept" and self.first:
            self.ended = exchanged(1, seat, "wood", "ore")
        elif word in ("accept", "reject", "counter"):
            self.answers[seat] = act
            if len(self.answers) == 3 and set(self.answers.values()) == {"reject"}:
                self.ended = HANDS
        elif word == "cancel":
            self.ended = HANDS
        else:
            given_ = "wood" if word == "confirm" else "clay"
            self.ended = exchanged(1, int(rest[0]), given_, "ore")

    def to_move(self):
        left = [seat for seat in ORDER if seat not in self.answers]
        return left[0] if left and self.ended is None else 1


CHOICES = ("cancel", *(f"{word} {seat}" for word in ("confirm", "take") for seat in range(4)))
ACTS = [(seat, act) for seat in range(4) for act in (*ANSWERS, *CHOICES)]


@given(acts=st.lists(st.sampled_from(ACTS), max_size=30), first=st.booleans())
@examples(300)
def test_acts_of_all_seats_in_any_order_are_as_the_rules_say(acts, first):
    state = market(trade_settlement="first" if first else "choose").apply(OFFER)
    model = Model(first)
    for seat, act in acts:
        allowed = model.may(seat, act)
        assert state.is_legal(act, seat) == allowed
        made = state.by(act, seat)
        if not allowed:
            # What this seat may not do is perhaps the move of another.
            assert not state.is_legal(made) or state.mover(made) != seat
            continue
        assert state.mover(made) == seat
        state.apply(made)
        model.do(seat, act)
        assert state.to_move == model.to_move()
        assert hands(state) == (HANDS if model.ended is None else model.ended)
        answers = {seat: str(answer) for seat, answer in enumerate(state.position.answers) if answer}
        assert answers == (model.answers if model.ended is None else {})
        waiting = {1, *ORDER} - set(model.answers)
        assert state.deciders == ((1,) if model.ended is not None else tuple(sorted(waiting)))
        assert state.position.deciders == state.deciders


@pytest.mark.parametrize("seat", ORDER)
def test_under_first_the_first_accept_in_time_gets_the_deal(seat):
    state = market(trade_settlement="first").apply(OFFER)
    play(state, seat, "accept")
    assert hands(state) == exchanged(1, seat, "wood", "ore")
    assert state.position.answers == (None,) * 4
    assert (state.to_move, state.position.phase) == (1, Phase.MAIN)


def test_nothing_is_answered_after_the_offer_was_closed():
    for close in ("cancel", "confirm 3"):
        state = market().apply(OFFER).apply("accept by 3").apply(close)
        for move in ("accept by 0", "reject by 2", "counter 1 ore for 1 clay by 2", "cancel", "confirm 3"):
            assert not state.is_legal(move)
            with pytest.raises(IllegalMoveError, match="the phase is 'main'"):
                state.apply(move)


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("reject by 3", "seat 3 has no offer to answer"),
        ("accept by 1", "seat 1 has no offer to answer"),
        ("counter 1 wood for 1 ore by 1", "seat 1 has no offer to answer"),
        ("confirm 0", "seat 0 did not accept"),
        ("take 2", "seat 2 made no counter-offer"),
        ("counter 1 wheat for 1 wood by 2", "the seat lacks 1 wheat"),
    ],
)
def test_a_refusal_speaks_of_the_seat_that_the_move_carries(move, reason):
    state = market().apply(OFFER).apply("accept by 3")
    before = state.copy()
    with pytest.raises(IllegalMoveError, match=reason):
        state.apply(move)
    assert state == before


def test_another_seat_cannot_answer_or_choose_in_ones_place():
    state = market().apply(OFFER)
    assert not state.is_legal("accept by 3", 2)
    assert not state.is_legal("cancel", 2)
    assert state.is_legal("cancel", 1)
    assert not state.is_legal("accept", 1)


def test_a_question_keeps_its_number_until_it_is_closed():
    state = market().apply(OFFER)
    question = state.question
    assert question > 0
    assert state.apply("accept by 3").question == question
    assert state.apply("reject").apply("reject").question == question
    assert state.apply("cancel").question == 0
    assert state.apply(OFFER).question not in (0, question)


def test_the_seat_on_turn_can_be_asked_for_its_choice_before_the_last_answer():
    asked = market().apply(OFFER).apply("accept by 3").as_decider(1)
    assert [str(move) for move in asked.legal_moves] == ["confirm 3", "cancel"]
    assert asked.deciders == (0, 1, 2)
    assert asked.apply("reject by 0").deciders == (1, 2)


def test_a_seat_that_is_asked_out_of_order_leaves_the_others_to_be_asked():
    asked = market().apply(OFFER).as_decider(0)
    assert asked.to_move == 0
    assert asked.apply("reject").to_move == 2
    assert asked.apply("reject").apply("reject").position.phase is Phase.MAIN


# Discards.


def sevens(**hands_by_seat):
    """Seat 1 has rolled a seven; the others owe discards."""
    state = Catan(rules=Rules(), board="beginner").start()
    set_turn(state, 1, "before the roll")
    for name, hand in hands_by_seat.items():
        give_resources(state, int(name[-1]), **hand)
    return state.apply("roll").apply("dice 7")


RICH = {"seat0": {"wood": 5, "ore": 4}, "seat1": {"clay": 4, "sheep": 4}, "seat3": {"wheat": 10}}
OWED = {0: ("wood", "ore", "wood", "wood"), 1: ("sheep", "clay", "clay", "clay"), 3: ("wheat",) * 5}


@given(order=st.permutations([seat for seat, cards in OWED.items() for _ in cards]))
@examples(100)
def test_discards_in_any_order_give_the_same_position(order):
    canonical, state = sevens(**RICH), sevens(**RICH)
    for seat in (1, 3, 0):
        for card in OWED[seat]:
            canonical.apply(f"discard {card}")
    left = {seat: list(cards) for seat, cards in OWED.items()}
    for seat in order:
        assert state.deciders == tuple(seat for seat in (0, 1, 3) if left[seat])
        assert [its.discards_owed for its in state.position.seats] == [
            len(left.get(seat, ())) for seat in range(4)
        ]
        assert state.question == 2
        play(state, seat, f"discard {left[seat].pop(0)}")
    assert state == canonical
    assert (state.position.phase, state.to_move) == (Phase.ROBBING, 1)


def test_the_seat_to_be_asked_stays_the_same_until_it_has_discarded():
    state = sevens(**RICH)
    assert (state.to_move, state.position.discards_left) == (1, 4)
    play(state, 3, "discard wheat")
    assert (state.to_move, state.position.discards_left) == (1, 4)
    for card in OWED[1]:
        state.apply(f"discard {card}")
    assert (state.to_move, state.position.discards_left) == (3, 4)


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("discard ore by 2", "seat 2 has nothing to discard"),
        ("discard ore by 3", "the seat holds no such card"),
        ("discard ore", "the seat holds no such card"),
    ],
)
def test_only_who_owes_cards_discards_them(move, reason):
    with pytest.raises(IllegalMoveError, match=reason):
        sevens(**RICH).apply(move)


def test_no_card_is_discarded_beyond_those_owed():
    state = sevens(**RICH)
    for card in OWED[0]:
        play(state, 0, f"discard {card}")
    assert 0 not in state.deciders
    with pytest.raises(IllegalMoveError, match="seat 0 has nothing to discard"):
        state.apply("discard wood by 0")


def test_what_is_hidden_of_a_discard_still_says_whose_it_is():
    state = Catan(rules=Rules(bank_limit=False, hidden_discards=True), board="beginner").start()
    set_turn(state, 1, "before the roll")
    for seat in (0, 3):
        give_resources(state, seat, wood=8)
    state.apply("roll").apply("dice 7")
    assert str(state.seen("discard wood by 0", 0)) == "discard wood by 0"
    for seat in (1, 2, 3, None):
        assert str(state.seen("discard wood by 0", seat)) == "discard unknown by 0"


# Every seat at any time in whole games.


@pytest.mark.parametrize("settlement", ["choose", "first"])
def test_in_random_games_only_deciders_have_legal_moves(settlement):
    rules = Rules(player_trade=True, trade_settlement=settlement, max_turns=60)
    state, random = Catan(rules=rules, seed=3).start(), Random(5)
    tried = [
        CatanMove.parse(text)
        for text in ("accept", "reject", "cancel", *(f"discard {r}" for r in RESOURCES))
    ]
    while not state.is_over:
        if state.is_chance:
            assert state.deciders == ()
            state.apply(state.draw_outcome(random))
            continue
        for seat in range(state.seats):
            may = [move for move in tried if state.is_legal(move, seat)]
            assert not may or seat in state.deciders
        seat = state.deciders[random.below(len(state.deciders))]
        state.apply(state.by(state.as_decider(seat).draw_move(random, by_group=True), seat))
