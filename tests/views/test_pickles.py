"""Views and observers travel between processes: they come back exactly, and bring no secret along."""

import copy
import pickle
import subprocess
import sys

import pytest
from tests.views.watching import RULE_SETS, watch

from catanlab.framework.moves import CHANCE
from catanlab.framework.random import Random
from catanlab.games.catan.game import Catan
from catanlab.games.catan.rules import Rules
from catanlab.games.catan.text.positions import view_text
from catanlab.games.catan.view.view import CatanView

pytestmark = pytest.mark.full


def again(value):
    return pickle.loads(pickle.dumps(value))


def assert_alike(twin, view):
    """Check that two views say the same and draw the same samples."""
    assert twin == view
    assert view_text(twin) == view_text(view)
    assert twin._facts() == view._facts()
    assert twin.position == view.position
    assert (twin._packed_worlds(), twin.exact) == (view._packed_worlds(), view.exact)
    assert twin.log == view.log
    assert all(type(move) is view.game.move_type for move in twin.log)
    assert (twin.to_move, twin.legal_moves, twin.scores) == (view.to_move, view.legal_moves, view.scores)
    ours, theirs = Random(8), Random(8)
    for _ in range(5):
        assert twin.sample(ours).fields() == view.sample(theirs).fields()


@pytest.mark.parametrize("name", RULE_SETS)
@pytest.mark.parametrize("duplicate", [again, copy.copy, copy.deepcopy, CatanView.copy])
def test_a_view_comes_back_exactly(name, duplicate):
    for ply, (state, observers) in enumerate(watch(RULE_SETS[name], 40)):
        if ply % 67 == 0:
            for observer in observers:
                view = observer.view()
                twin = duplicate(view)
                assert isinstance(twin, CatanView)
                assert_alike(twin, view)
                assert twin.seat == observer.seat
                assert (twin.game.rules, twin.game.board) == (state.game.rules, state.game.board)


@pytest.fixture(scope="module")
def crowded():
    """A view whose belief has more worlds than are kept, after many hidden discards."""
    rules = Rules.jsettlers().replace(player_trade=False)
    for seed in range(100):
        for _, observers in watch(rules, seed):
            view = observers[0].view()
            if not view.exact:
                return observers[0]
    pytest.fail("no belief became approximate")


def test_an_approximate_belief_comes_back_exactly(crowded):
    view = crowded.view()
    twin = again(view)
    assert_alike(twin, view)
    # One sample of 64 is drawn from the bounds, which must have come along.
    ours, theirs = Random(1), Random(1)
    for _ in range(1000):
        assert twin.sample(ours).fields() == view.sample(theirs).fields()


@pytest.mark.parametrize("duplicate", [again, copy.copy, copy.deepcopy])
@pytest.mark.parametrize("name", ["trading", "jsettlers"])
def test_an_observer_comes_back_and_sees_on_alike(name, duplicate):
    twins = []
    for ply, (_, observers) in enumerate(watch(RULE_SETS[name], 41, plies=500)):
        for twin, observer in zip(twins, observers, strict=False):
            twin.observe(observer.view().log[-1])
            if ply % 50 == 0:
                assert_alike(twin.view(), observer.view())
        if ply == 120:
            twins = [duplicate(observer) for observer in observers]
    assert len(twins) == 4
    assert_alike(twins[3].view(), observers[3].view())


def test_copies_are_independent():
    *_, (_, observers) = watch(Rules(), 3, plies=100)
    observer = observers[2]
    before = observer.view()
    twin = observer.copy()
    twin.finish(1)
    assert twin.view().is_over
    assert observer.view() == before
    assert not observer.view().is_over


def test_a_view_and_a_state_that_travel_together_stay_of_one_game():
    *_, (state, observers) = watch(Rules(), 5, plies=100)
    view, scratch = again((observers[1].view(), state.blank()))
    assert view.game is scratch.game
    view.sample_into(scratch, Random(1))
    assert scratch == observers[1].view().sample(Random(1))


def test_a_view_is_the_same_in_another_process():
    *_, (_, observers) = watch(Rules.jsettlers(), 6, plies=400)
    view = observers[1].view()
    program = (
        "import pickle, sys; from catanlab import Random;"
        "from catanlab.games.catan.text.positions import view_text;"
        "view = pickle.load(sys.stdin.buffer);"
        "print(view_text(view), view._packed_worlds(), view.sample(Random(3)).fields())"
    )
    run = subprocess.run([sys.executable, "-c", program], input=pickle.dumps(view), capture_output=True)
    assert not run.returncode, run.stderr
    expected = f"{view_text(view)} {view._packed_worlds()} {view.sample(Random(3)).fields()}\n"
    assert run.stdout.decode() == expected


# Nothing hidden rides along.


def in_step(state, other, seat, random):
    """Return a move for each of two states that a seat cannot tell apart; None if it then could."""
    if state.to_move == CHANCE:
        pair = state.draw_outcome(random), other.draw_outcome(random)
        if state.phase_name == "rolling":
            pair = pair[0], pair[0]
    else:
        common = [move for move in state.legal_moves if move in other.legal_moves]
        if not common:
            return None
        pair = (common[random.below(len(common))],) * 2
    return pair if state.seen(pair[0], seat) == other.seen(pair[1], seat) else None


@pytest.mark.parametrize("name", ["base", "trading", "jsettlers"])
def test_what_differs_in_hidden_things_only_pickles_to_the_same_bytes(name):
    """A true state, and another that the seat cannot tell from it, are played on in step."""
    random = Random(14)
    compared = 0
    for seed in range(60, 66):
        *_, (state, observers) = watch(RULE_SETS[name], seed, plies=400)
        ours = observers[seed % 4]
        theirs = state.game.observer(ours.seat)
        for event in ours.view().log:
            theirs.observe(event)
        other = ours.view().sample(random)
        while not state.is_over and not other.is_over:
            pair = in_step(state, other, ours.seat, random)
            if pair is None:
                break
            ours.observe(state.seen(pair[0], ours.seat))
            theirs.observe(other.seen(pair[1], ours.seat))
            state.apply(pair[0])
            other.apply(pair[1])
            if state != other:
                compared += 1
                assert pickle.dumps(ours.view()) == pickle.dumps(theirs.view())
                assert pickle.dumps(ours) == pickle.dumps(theirs)
    assert compared > 50


def test_asking_a_view_does_not_change_its_bytes():
    views = (observers[0].view() for _, observers in watch(Rules(), 1))
    view = next(view for view in views if len(view._packed_worlds()) > 1)
    fresh = pickle.dumps(view)
    view.position, view.worlds, view.sample(Random(1))
    assert pickle.dumps(view) == fresh


def test_a_sealed_game_comes_back_without_its_seed():
    game = Catan(seed=123456789)
    assert again(game.sealed().observer(0).view()).game.seed is None
    assert again(game.observer(0).view()).game.seed == 123456789
