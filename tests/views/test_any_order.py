"""Views while seats answer and discard in any order, and the view of spectators."""

import pickle

import pytest
from tests.views.watching import RULE_SETS, watch_any_order

from catanlab.framework.errors import ObservationError
from catanlab.framework.random import Random
from catanlab.games.catan import constants as c
from catanlab.games.catan.engine.arrange import give_resources, set_turn
from catanlab.games.catan.game import Catan
from catanlab.games.catan.hands import pack
from catanlab.games.catan.moves import CatanMove
from catanlab.games.catan.position import Phase
from catanlab.games.catan.rules import Rules
from catanlab.games.catan.text.positions import position_text, view_text
from catanlab.games.catan.text.reader import read_position, read_view
from catanlab.games.catan.text.status import status
from catanlab.games.catan.text.view_reader import view_of
from catanlab.games.catan.view.observer import CatanObserver

TRADE = Rules.trading().replace(max_turns=60)
HIDDEN = Rules.jsettlers().replace(max_turns=80, hand_limit=3)
SETS = {
    "trading": TRADE,
    "hidden discards": HIDDEN,
    "first accept": RULE_SETS["two, first accept"].replace(players=4, max_turns=60, hand_limit=4),
    "open hands": RULE_SETS["open hands"].replace(max_turns=60),
}
NAMES = ["trading", *[pytest.param(name, marks=pytest.mark.full) for name in SETS if name != "trading"]]
PUBLIC = (
    "phase", "actor", "turn_seat", "discards", "offer", "answer", "offers_made", "bank", "settlements",
    "cities", "roads", "knights", "robber", "free_roads", "victim", "public_points",
)  # fmt: skip


def positions(name, seed, *, only_questions=True):
    """Yield positions in which several may decide, or all of them."""
    for state, observers in watch_any_order(SETS[name], seed, 150 if name == "trading" else 800):
        if not only_questions or state.question:
            yield state, observers


@pytest.mark.parametrize("name", NAMES)
def test_views_follow_a_game_in_any_order(name):
    """The public part is true, and the true hands are among those that are believed in."""
    seen = set()
    for state, observers in positions(name, 1):
        seen.add(state.phase_name)
        fields = state.fields()
        for observer in observers:
            view = observer.view()
            facts = view.sample(Random(1)).fields()
            assert {key: facts[key] for key in PUBLIC} == {key: fields[key] for key in PUBLIC}
            assert (view.to_move, view.deciders) == (state.to_move, state.deciders)
            if view.exact:
                assert fields["hand"][: state.seats] in [hands for hands, _ in view._packed_worlds()]
    assert {"discarding", "answering an offer"} & seen


@pytest.mark.parametrize("name", NAMES)
def test_a_seat_knows_what_it_may_do_as_a_decider(name):
    for state, observers in positions(name, 2):
        for observer in observers[:-1]:
            view, seat = observer.view(), observer.seat
            asked = view.as_decider()
            if seat not in state.deciders:
                assert asked is view
                continue
            assert asked.to_move == seat
            assert asked.legal_moves == state.as_decider(seat).legal_moves
            assert asked.position.discards_left == state.position.seats[seat].discards_owed
            for move in asked.legal_moves:
                assert view.is_legal(move)
                assert view.is_legal(state.by(move, seat))
                assert asked.is_legal(move)
                assert view.mover(state.by(move, seat)) == seat


@pytest.mark.parametrize("name", NAMES)
def test_nothing_changes_for_a_seat_when_only_hidden_things_change(name):
    """The leak test for decisions in any order, and for spectators."""
    random, changed, compared = Random(3), 0, 0
    for state, observers in positions(name, 3):
        for observer in observers:
            view, seat = observer.view(), observer.seat
            other = view.sample(random)
            changed += other != state
            compared += 1
            assert (other.deciders, other.question) == (state.deciders, state.question)
            if seat in state.deciders:
                assert other.as_decider(seat).legal_moves == state.as_decider(seat).legal_moves
            for decider in state.deciders:
                moves = {state.by(move, decider) for move in state.as_decider(decider).legal_moves}
                for move in moves:
                    if other.is_legal(move):
                        assert other.mover(move) == state.mover(move) == decider
                        assert other.seen(move, seat) == state.seen(move, seat)
    assert compared
    assert changed or name in ("trading", "open hands")


@pytest.mark.parametrize("name", NAMES)
def test_a_reason_for_a_refusal_is_the_same_in_all_worlds_that_fit(name):
    tried = ("accept", "reject", "cancel", "confirm 1", "discard ore", "counter 1 wood for 1 ore", "roll")
    random = Random(5)
    for state, observers in positions(name, 4):
        for seat in state.deciders:
            view = observers[seat].view()
            other = view.sample(random)
            for move in map(CatanMove.parse, tried):
                made = other.by(move, seat)
                assert other.is_legal(move, seat) == view.is_legal(move)
                if view.refusal(move) and view.refusal(move).code == "not-your-decision":
                    # Whether it could happen is not said: that might depend on cards of the other seat.
                    assert seat != state.position.on_turn
                    assert move.group in ("cancel", "confirm")
                elif not other.is_legal(made):
                    assert view.illegal_reason(move) == other.illegal_reason(made)


@pytest.mark.parametrize("name", NAMES)
def test_positions_amid_decisions_are_read_back_exactly(name):
    for state, observers in positions(name, 5):
        assert not status(state)
        again = read_position(position_text(state))
        assert again.fields() == state.fields()
        view = observers[state.turn % len(observers)].view()
        seen = read_view(view_text(view))
        assert seen.position == view.position
        assert seen.facts == view._facts()
        assert seen.seat == view.seat


@pytest.mark.parametrize("name", NAMES)
def test_a_view_amid_decisions_goes_through_a_pickle_and_on(name):
    for _, observers in positions(name, 6):
        for observer in (observers[0], observers[-1]):
            view = observer.view()
            assert pickle.loads(pickle.dumps(view)) == view
            assert CatanObserver.from_view(view).decision == view.decision


def arranged(**rules):
    """Seat 1 on turn among four; everybody has seen all cards but those of a theft."""
    game = Catan(rules=Rules(player_trade=True, **rules), board="beginner")
    state = game.start()
    set_turn(state, 1)
    return state


def test_who_accepts_out_of_order_is_known_to_hold_the_cards():
    """Of the hands that were possible only those with the cards are left, of the very seat that spoke."""
    rules = SETS["trading"]
    proved = 0
    for seed in range(7, 12):
        before = None
        for _, observers in watch_any_order(rules, seed, 800):
            view = observers[-1].view()
            move = view.log[-1]
            if before is not None and move.kind == c.ACCEPT and move.by is not None:
                assert before.mover(move) == move.by
                if before.position.offer is None or view.position.offer is None:
                    before = view
                    continue
                asked = pack(before.position.offer.get)
                for hands, _ in view._packed_worlds():
                    assert all(
                        hands[move.by] >> 12 * r & 0x7FF >= asked >> 12 * r & 0x7FF for r in range(5)
                    )
                proved += len(view._packed_worlds()) < len(before._packed_worlds())
            before = view
    assert proved


def test_a_discard_of_a_seat_that_owes_nothing_cannot_be_observed():
    for state, observers in positions("hidden discards", 8):
        idle = [seat for seat in range(state.seats) if seat not in state.deciders]
        if state.phase_name == "discarding" and idle:
            for text in (f"discard unknown by {idle[0]}", f"discard ore by {idle[0]}"):
                with pytest.raises(ObservationError):
                    observers[-1].copy().observe(text)
            return
    pytest.fail("nobody discards")


def test_the_number_of_a_decision_stays_while_one_question_is_open():
    numbers, last = {}, None
    for count, (state, observers) in enumerate(positions("trading", 9, only_questions=False), 1):
        views = [observer.view() for observer in observers]
        [decision] = {view.decision for view in views}
        if last is not None and state.question and state.question == last[0]:
            assert decision == last[1]
        else:
            assert decision == count
        assert {view.as_decider().decision for view in views} == {decision}
        numbers.setdefault(decision, 0)
        numbers[decision] += 1
        last = (state.question, decision)
    assert max(numbers.values()) > 2


# Spectators.


def test_a_spectator_has_no_hand_and_no_moves():
    view = Catan(seed=1).observer(None).view()
    assert view.seat is None
    assert view.position.seat is None
    assert view.legal_moves == []
    assert view.as_decider() is view
    assert not view.is_legal("settlement 10")
    assert view.illegal_reason(CatanMove.parse("settlement 10")) == "a spectator makes no moves"
    assert "a spectator" in repr(view)


def test_a_spectator_knows_less_than_every_seat():
    """What a spectator holds for certain is certain for every seat; a drawn card it never knows."""
    drawn = False
    for _, observers in watch_any_order(Rules(players=3), 10, 600):
        public, *seats = [observer.view().position for observer in (observers[-1], *observers[:-1])]
        for number, its in enumerate(public.seats):
            drawn |= its.hidden_cards > 0
            assert its.cards == (0,) * 5
            for position in seats:
                known = position.seats[number]
                assert all(a <= b for a, b in zip(its.certain, known.certain, strict=True))
                assert all(a >= b for a, b in zip(its.possible, known.possible, strict=True))
    assert drawn


def test_the_line_of_a_spectators_view_can_be_played_on():
    for state, observers in watch_any_order(TRADE.replace(players=2), 11, 200):
        if state.position.phase is not Phase.MAIN or len(observers[-1].view().worlds) == 1:
            continue
        line = view_text(observers[-1].view())
        assert line.startswith("view:- ")
        assert view_text(view_of(read_view(line))) == line
        return
    pytest.fail("nothing is hidden from spectators")


def test_a_deal_is_seen_by_all_and_changes_the_hands_they_believe_in():
    game = Catan(rules=Rules(player_trade=True), board="beginner")
    state = game.start()
    random = Random(4)
    observers = [game.observer(seat) for seat in (0, 1, 2, 3, None)]
    while True:
        if state.position.phase is Phase.MAIN:
            me, hands = state.position.on_turn, [seat.hand for seat in state.position.seats]
            deals = [
                CatanMove.deal_with(one(a), one(b), other)
                for other in range(4)
                for a in range(5)
                for b in range(5)
                if other != me and a != b and hands[me][a] and hands[other][b]
            ]
            if deals:
                break
        move = state.draw_outcome(random) if state.is_chance else state.draw_move(random)
        for observer in observers:
            observer.observe(state.seen(move, observer.seat))
        state.apply(move)
    deal = deals[0]
    for observer in observers:
        observer.observe(state.seen(deal, observer.seat))
    state.apply(deal)
    for observer in observers:
        view = observer.view()
        assert state.fields()["hand"] in [hands for hands, _ in view._packed_worlds()]
        assert view.position.seats[me].hand_size == state.position.seats[me].hand_size


def one(resource):
    return tuple(int(r == resource) for r in range(5))


def test_what_cannot_be_is_not_observed_whatever_seat_it_carries():
    """No number, however wild, is taken for the move of a seat that there is not."""
    state = arranged()
    give_resources(state, 1, wood=1)
    for bits in range(16):
        for kind in (c.ACCEPT, c.REJECT, c.COUNTER, c.DISCARD, c.DEAL):
            observer = state.game.observer(None)
            for argument in (0, 1, c.UNKNOWN, 1 | 1 << c.GET_SHIFT):
                with pytest.raises(ObservationError):
                    observer.copy().observe(CatanMove.make(kind, argument | bits << c.SEAT_SHIFT))
