"""No view changes when only hidden things change."""

import pytest
from tests.views.watching import RULE_SETS, watch

from catanlab.framework.random import Random
from catanlab.games.catan.rules import Rules


def compare(name, positions, seed=100):
    """Permute what each seat does not know, and check that what it sees and may do stays the same."""
    random = Random(3)
    rules = RULE_SETS[name]
    compared = changed = 0
    while compared < positions:
        seed += 1
        for state, observers in watch(rules, seed):
            observer = observers[random.below(state.seats)]
            seat = observer.seat
            view = observer.view()
            other = view.sample(random)
            changed += other != state
            compared += 1
            if state.to_move == seat:
                assert other.legal_moves == state.legal_moves == view.legal_moves
            if state.is_chance:
                seen = {state.seen(outcome, seat) for outcome, _ in state.outcomes}
                seen_other = {other.seen(outcome, seat) for outcome, _ in other.outcomes}
                fields = state.fields()
                takes_part = seat in (fields["turn_seat"], fields["victim"])
                if state.phase_name == "rolling" or not takes_part:
                    assert seen == seen_other
            for move in set(state.legal_moves) & set(other.legal_moves):
                if move.group != "monopoly":
                    assert state.seen(move, seat) == other.seen(move, seat)
            if compared >= positions:
                break
    assert changed > positions // 20


@pytest.mark.parametrize("name", ["base", "trading", "jsettlers"])
def test_a_view_never_changes_when_only_hidden_things_change(name):
    compare(name, 600)


@pytest.mark.full
@pytest.mark.parametrize("name", ["base", "trading", "jsettlers"])
def test_ten_thousand_positions_with_hidden_parts_permuted(name):
    compare(name, 3500, seed=5000)


@pytest.mark.full
@pytest.mark.parametrize("name", ["base", "jsettlers"])
def test_games_that_look_alike_give_equal_views(name):
    """Two games that differ only in unseen cards are the same game to the one who did not see them."""
    rules = RULE_SETS[name]
    different = 0
    for seed in range(3):
        for ply, (state, observers) in enumerate(watch(rules, seed, plies=600)):
            if ply % 20:
                continue
            for observer in observers:
                again = state.game.observer(observer.seat)
                for event in observer.view().log:
                    again.observe(event)
                assert again.view() == observer.view()
                different += 1
    assert different


def test_a_view_has_no_way_to_the_true_state():
    *_, (state, observers) = watch(Rules(), 1, plies=200)
    view = observers[2].view()
    public = [name for name in dir(view) if not name.startswith("_")]
    for name in public:
        value = getattr(view, name)
        assert value is not state
        assert not hasattr(value, "fields") or name == "game"
    with pytest.raises(AttributeError):
        view.mirror  # noqa: B018
