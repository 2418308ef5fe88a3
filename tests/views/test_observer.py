"""What an observer works out from what its seat sees."""

import pytest
from tests.views.watching import RULE_SETS, watch

from catanlab.framework.errors import ObservationError
from catanlab.framework.random import Random
from catanlab.games.catan.game import Catan
from catanlab.games.catan.hands import unpack
from catanlab.games.catan.rules import Rules

SECRET = {"hand", "card", "deck", "bought_this_turn", "discard_floor"}


@pytest.mark.parametrize("seeds", [[0], pytest.param([1, 2], marks=pytest.mark.full)], ids=["one", "more"])
@pytest.mark.parametrize("name", RULE_SETS)
def test_the_view_agrees_with_the_truth(name, seeds):
    for seed in seeds:
        for ply, (state, observers) in enumerate(watch(RULE_SETS[name], seed)):
            if ply % 7:
                continue
            truth = state.fields()
            for observer in observers:
                view = observer.view()
                facts = view._facts()
                for field, value in truth.items():
                    if field not in SECRET:
                        assert facts[field] == value, field
                seat = observer.seat
                assert facts["own_hand"] == truth["hand"][seat]
                assert facts["known_cards"][seat] == truth["card"][seat]
                assert facts["hand_sizes"] == tuple(
                    sum(unpack(hand)) for hand in truth["hand"][: state.seats]
                )
                assert facts["deck_size"] == sum(unpack(truth["deck"]))
                for other in range(state.seats):
                    held = unpack(truth["card"][other])
                    known = unpack(facts["known_cards"][other])
                    assert sum(held) == sum(known) + facts["unknown_cards"][other]
                if state.to_move == seat:
                    assert view.legal_moves == state.legal_moves


@pytest.mark.full
@pytest.mark.parametrize("name", RULE_SETS)
def test_the_truth_always_has_positive_probability(name):
    for seed in range(10, 13):
        for state, observers in watch(RULE_SETS[name], seed):
            truth = state.fields()
            hands = truth["hand"][: state.seats]
            for observer in observers:
                view = observer.view()
                if view.exact:
                    assert any(world == hands and chance > 0 for world, chance in view._packed_worlds())
                facts = view._facts()
                for seat, (least, most) in enumerate(facts["bounds"]):
                    counts = unpack(hands[seat])
                    assert all(
                        a <= b <= c for a, b, c in zip(unpack(least), counts, unpack(most), strict=True)
                    )
                    points = unpack(truth["card"][seat])[4]
                    assert seat == observer.seat or points <= facts["point_limits"][seat]


@pytest.mark.parametrize("seed", [20, pytest.param(21, marks=pytest.mark.full)])
@pytest.mark.parametrize("name", RULE_SETS)
def test_every_sample_agrees_with_the_view(name, seed):
    random = Random(5)
    for ply, (state, observers) in enumerate(watch(RULE_SETS[name], seed)):
        if ply % 11:
            continue
        public = {k: v for k, v in state.fields().items() if k not in SECRET}
        for observer in observers:
            view = observer.view()
            facts = view._facts()
            sample = view.sample(random)
            fields = sample.fields()
            assert {k: v for k, v in fields.items() if k not in SECRET} == public
            assert sample.position.seats[observer.seat] == state.position.seats[observer.seat]
            for seat in range(state.seats):
                counts = unpack(fields["hand"][seat])
                least, most = facts["bounds"][seat]
                assert sum(counts) == facts["hand_sizes"][seat]
                assert all(a <= b <= c for a, b, c in zip(unpack(least), counts, unpack(most), strict=True))
                held = sum(unpack(fields["card"][seat]))
                assert held == sum(unpack(state.fields()["card"][seat]))
            deck = [
                sum(unpack(cards)[kind] for cards in (fields["deck"], *fields["card"])) for kind in range(5)
            ]
            truth = state.fields()
            assert deck == [
                sum(unpack(cards)[kind] for cards in (truth["deck"], *truth["card"])) for kind in range(5)
            ]
            if state.game.rules.bank_limit:
                for resource in range(5):
                    everywhere = (fields["bank"], *fields["hand"])
                    assert sum(unpack(hand)[resource] for hand in everywhere) == 19
            if state.game.rules.win_check != "turn end":
                assert sample.scores[sample.position.on_turn] < 10


def test_open_hands_leave_nothing_unknown():
    random = Random(9)
    for ply, (state, observers) in enumerate(watch(Rules.szita(), 4)):
        if ply % 10 == 0:
            for observer in observers:
                assert observer.view().sample(random) == state


def test_a_view_is_a_snapshot():
    steps = watch(Rules(), 3)
    for _ in range(50):
        _, observers = next(steps)
    view = observers[1].view()
    log, facts = view.log, view._facts()
    for _ in range(30):
        next(steps)
    assert view.log == log
    assert view._facts() == facts
    assert view.copy() == view
    assert observers[1].view() != view


def test_events_that_cannot_happen_are_refused():
    observer = Catan(seed=1).observer(0)
    with pytest.raises(ObservationError, match="cannot happen in the phase 'set-up settlement'"):
        observer.observe("roll")
    with pytest.raises(ObservationError, match="not a seat"):
        Catan(seed=1).observer(4)


def test_a_seat_sees_no_more_than_it_should():
    game = Catan(rules=Rules.jsettlers(), seed=2)
    seen_hidden = set()
    random = Random(2)
    state = game.start()
    while not state.is_over and state.turn < 200:
        move = state.draw_outcome(random) if state.is_chance else state.draw_move(random, by_group=True)
        on_turn = state.position.on_turn
        victim = state.fields()["victim"]
        for seat in range(4):
            seen = state.seen(move, seat)
            if move.group == "draw" and seat != on_turn:
                assert seen.text == "draw unknown"
            elif move.group == "steal" and seat not in (on_turn, victim):
                assert seen.text == "steal unknown"
            elif move.group == "discard" and seat != state.to_move:
                assert seen.text == "discard unknown"
            elif move.group != "monopoly":
                assert seen == move
            seen_hidden.add((move.group, seen.text.endswith("unknown")))
        state.apply(move)
    assert {("draw", True), ("steal", True), ("discard", True)} <= seen_hidden


def test_a_view_keeps_its_log_while_the_game_goes_on():
    game = Catan(seed=1)
    observer, state, random = game.observer(0), game.start(), Random(1)
    views = []
    for _ in range(60):
        views.append(observer.view())
        move = state.draw_outcome(random) if state.is_chance else state.draw_move(random)
        observer.observe(state.seen(move, 0))
        state.apply(move)
    assert [len(view.log) for view in views] == list(range(60))
    assert all(view.log == views[-1].log[: len(view.log)] for view in views)
