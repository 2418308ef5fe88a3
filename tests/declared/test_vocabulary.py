"""Every word of the vocabulary, in a toy: contract, texts, secrets, searches, tables, pickles."""

import pickle
import random

import pytest
from tests.declared.bazaar import Bazaar
from tests.declared.watch import never_met, watching

from catanlab import Table, make_agent
from catanlab.framework.check import check_game
from catanlab.framework.check_deciders import snapshot
from catanlab.framework.declared import Bundle, Deal
from catanlab.framework.errors import IllegalMoveError, MoveTextError, ObservationError
from catanlab.framework.random import Random


def played(plies, seed=0, **options):
    """Return a state after so many random moves."""
    state, chance = Bazaar.Game(**options).start(), Random(seed)
    for _ in range(plies):
        if not state.is_over:
            state.apply(state.draw_outcome(chance) if state.is_chance else state.draw_move(chance))
    return state


@pytest.mark.full
def test_the_contract():
    for players in (2, 3):
        check_game(Bazaar.Game(players=players, length=14), games=1, seed=players)


@pytest.mark.full
def test_every_rule_is_met_both_ways_and_forbids_what_is_not_allowed():
    chance = random.Random(4)
    with watching(Bazaar) as counts:
        for seed in range(6):
            state = played(seed, seed, length=30, players=2 + seed % 3)
            while not state.is_over:
                compare_options(state.position, chance)
                move = chance.choice([move for move, _ in state.outcomes] or state.legal_moves)
                assert state.seen(move, chance.randrange(2)).group == move.group
                state.apply(move)
    assert [met for met in never_met(Bazaar, counts) if met[0] not in ALWAYS_TRUE] == []


ALWAYS_TRUE = ("settle_down.builtin The player must have a stall left.",)


def compare_options(play, chance):
    """Compare what an action allows with the rules that forbid it, for some of its targets."""
    if not play.deciders():
        return
    seat = play.to_move()
    for action in play._open_actions(play.stack[-1], seat):
        targets = list(action.target.every(play)) or [((1, 0), (0, 1), (1,)), ((2, 0), (0, 1), (0,))]
        for values in chance.sample(targets, min(3, len(targets))):
            if isinstance(action.target, Bundle):
                values = (chance.choice(((1, 0), (2, 2))),)
            elif isinstance(action.target, Deal):
                values = {"many": values, "one": (*values[:2], values[2][0]), "none": values[:2]}[
                    action.target.partners
                ]
            assert action.allows(play, seat, values) == (not list(action.failing(play, seat, values)))


def test_kept_places_are_those_that_the_rules_allow():
    chance = random.Random(2)
    state = played(0)
    for _ in range(400):
        if state.is_over:
            break
        play = state.position
        for piece in (Bazaar.stall, Bazaar.lane, Bazaar.crowd):
            for seat in range(play.seats):
                allowed = sum(
                    1 << place
                    for place in range(play.graph.size(piece.kind))
                    if all(rule.function(play, seat, place) for rule in piece.where_rules)
                )
                assert play.spots(piece, seat) == allowed
        moves = [move for move, _ in state.outcomes] or state.legal_moves
        state.apply(chance.choice(moves))


@pytest.mark.parametrize(
    "text",
    [
        "settle gate",
        "pave well-mill",
        "lead quay from 1",
        "spy on 2",
        "dine 1 silk",
        "whisper yes",
        "swap 2 salt for 1 silk",
        "offer 1 salt for 1 silk to 0 2",
        "deal 1 salt for 1 silk with 2",
        "yes by 2",
        "rather 1 silk for 2 salt by 1",
        "tithe salt",
        "tithe unknown by 2",
        "settle with 1",
        "card a feast",
        "weather 3",
        "gift unknown",
    ],
)
def test_texts_are_read_back(text):
    assert Bazaar.Game.move_type.parse(f"  {text.upper() if 'gate' not in text else text} ").text == text


@pytest.mark.parametrize(
    "text", ["", "dance", "settle moon", "spy on 7", "offer 1 salt for 1 silk", "yes 3", "weather 9"]
)
def test_other_texts_are_refused_with_the_form(text):
    with pytest.raises(MoveTextError, match=r"is not a move; (the form is|a move begins with one of): "):
        Bazaar.Game.move_type.parse(text)


def test_options_of_an_action_have_identifiers_and_chances():
    state = played(0)
    options = Bazaar.settle_down.options(state.position, 0)
    assert [option.identifier for option in options] == [int(move) for move in state.legal_moves]
    assert sum(option.probability for option in options) == pytest.approx(1)


def test_an_action_is_done_without_asking_or_refused():
    play = played(0).position
    play.do(Bazaar.settle_down, 1, 2)
    assert play.owner(Bazaar.stall, 2) == 1
    with pytest.raises(IllegalMoveError, match="settle down cannot be done: A stall stands alone"):
        play.do(Bazaar.settle_down, 0, 2)


def test_a_refusal_has_the_code_and_sentence_of_the_rule():
    game = Bazaar.Game()
    observer = game.observer(1)
    observer.observe("settle gate")
    refusal = observer.view().refusal("settle gate")
    assert (refusal.code, refusal.text) == ("occupied", "A stall stands alone")
    assert observer.view().refusal("weather 1").code == "only-chance"
    assert observer.view().refusal("done").code == "wrong-phase"
    assert observer.view().refusal("settle well") is None
    assert game.observer(0).view().refusal("settle well") is None
    assert game.observer(None).view().refusal("settle well").code == "not-a-player"


def test_observers_refuse_what_is_impossible():
    observer = Bazaar.Game().observer(1)
    with pytest.raises(ObservationError, match="weather 1"):
        observer.observe("weather 1")
    observer.observe("settle gate")
    assert [move.text for move in observer.view().log] == ["settle gate"]


def test_states_and_games_are_pickled():
    for plies in (0, 10, 40, 90):
        state = played(plies, seed=plies)
        again = pickle.loads(pickle.dumps(state))
        assert snapshot(again) == snapshot(state)
        assert again.game == state.game
        assert pickle.loads(pickle.dumps(state.copy().position)).held == state.position.held


def test_a_copy_is_independent():
    for plies in range(0, 60, 7):
        state = played(plies, seed=3)
        before, twin = snapshot(state), state.copy()
        for _ in range(5):
            if not twin.is_over:
                twin.apply(twin.draw_outcome(Random(1)) if twin.is_chance else twin.draw_move(Random(1)))
        assert snapshot(state) == before


@pytest.mark.full
def test_a_table_with_searches_plays_it():
    specs = ("random", "uct:iterations=4", "roelofs-groups:iterations=4,seconds=none")
    agents = [make_agent(spec) for spec in specs]
    with Table(Bazaar.Game(length=2), agents, seed=5) as table:
        outcome = table.play()
    assert sum(outcome.shares) == pytest.approx(1)


@pytest.mark.full
def test_samples_agree_with_everything_that_was_seen():
    game, chance = Bazaar.Game(players=3, length=40), Random(9)
    state, observers = game.start(), [game.observer(seat) for seat in range(3)]
    while not state.is_over and len(observers[0].view().log) < 150:
        for observer in observers:
            view = observer.view()
            sample = view.sample(chance).position
            assert sample.hands[view.seat] == state.position.hands[view.seat]
            assert sample.held[view.seat] == state.position.held[view.seat]
            assert [sum(hand) for hand in sample.hands] == [sum(hand) for hand in state.position.hands]
            assert [sum(held) for held in sample.held] == [sum(held) for held in state.position.held]
        move = state.draw_outcome(chance) if state.is_chance else state.draw_move(chance)
        for observer in observers:
            observer.observe(state.seen(move, observer.seat))
        state.apply(move)
