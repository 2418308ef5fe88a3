"""Every listed turn is lawful move by move, and ends where something else decides."""

from itertools import islice

import pytest

from catanlab.framework.random import Random
from catanlab.games.catan.game import Catan
from catanlab.games.catan.moves import CatanMove
from catanlab.games.catan.rules import Rules
from catanlab.games.catan.turns import TurnGame, TurnMove, turns

KINDS = {
    "martin": ("martin", {}),
    "martin, free": ("martin", {"trade_only_to_build": False, "best_roads": 0, "cap": 64}),
    "martin, shallow": ("martin", {"depth": 3}),
    "panousis": ("panousis", {}),
    "panousis, passing": ("panousis", {"always_pass": True}),
    "panousis, no cards, one road": ("panousis", {"cards": False, "roads": 1}),
    "tuma": ("tuma", {"draws": 2}),
    "tuma, checked": ("tuma", {"check_first": True}),
}
RULES = {
    "base": {"players": 4},
    "turn end": {"players": 3, "win_check": "turn end"},
    "no bank limit": {"players": 2, "bank_limit": False, "skip_free_roads": True, "points_to_win": 8},
}


@pytest.mark.full
@pytest.mark.parametrize("rules", RULES.values(), ids=list(RULES))
@pytest.mark.parametrize(("kind", "options"), KINDS.values(), ids=list(KINDS))
def test_turns_are_lawful_move_by_move(main_phases, kind, options, rules):
    count = 0
    for state in islice(main_phases(5, max_turns=300, **rules), 0, 2000, 3):
        seat = state.to_move
        moves = turns(state, kind, **options).legal_moves
        assert len(set(moves)) == len(moves) >= 1
        for move in moves:
            after = state.copy()
            for step in move.steps:
                assert after.to_move == seat
                assert after.is_legal(step), f"{step} of {move}"
                after.apply(step)
            last = move.steps[-1].group
            if last not in {"end turn", "buy card", "knight", "robber", "monopoly", "offer"}:
                # A card by itself that is chosen on from, in plans; else the game is won.
                assert after.is_over or len(move.steps) == 1
            groups = [step.group for step in move.steps]
            assert "end turn" not in groups[:-1]
            assert "buy card" not in groups[:-1]
        count += len(moves)
    assert count > 60


@pytest.mark.parametrize(
    "options", [{}, {"trade_only_to_build": False, "cap": 4096}], ids=["default", "free"]
)
def test_no_two_turns_by_martin_lead_to_the_same_position(main_phases, options):
    count = 0
    for state in islice(main_phases(8), 0, None, 11):
        results = set()
        moves = turns(state, "martin", **options).legal_moves
        for move in moves:
            after = state.copy()
            for step in move.steps:
                after.apply(step)
            results.add(tuple(after.fields().items()))
        assert len(results) == len(moves)
        count += len(moves)
    assert count > 300


@pytest.mark.parametrize("kind", ["martin", "panousis", "tuma"])
def test_random_games_by_turns_are_games_of_the_plain_engine(kind):
    for seed in range(3):
        game = Catan(rules=Rules(players=3, points_to_win=6, max_turns=400), seed=seed)
        state = turns(game, kind)
        plain = game.start()
        random = Random(seed)
        while not state.is_over:
            if state.is_chance:
                steps = [state.draw_outcome(random)]
            else:
                move = state.draw_move(random, by_group=seed % 2 == 1)
                steps = state.steps(move)
                assert steps == move.steps
            state.apply(move if not state.is_chance else steps[0])
            for step in steps:
                plain.apply(CatanMove(step))
            assert state.inner == plain
        assert plain.is_over
        assert state.returns == plain.returns
        assert (state.turn, state.scores) == (plain.turn, plain.scores)


def test_other_decisions_stay_plain():
    game = TurnGame(Catan(rules=Rules.trading().replace(max_turns=60), seed=2), "martin")
    state = game.start()
    random = Random(2)
    phases = set()
    while not state.is_over:
        if state.is_chance:
            assert [int(m) for m, _ in state.outcomes] == [int(m) for m, _ in state.inner.outcomes]
            state.apply(state.draw_outcome(random))
            continue
        if state.inner.phase_name != "main":
            phases.add(state.inner.phase_name)
            assert state.legal_moves == [TurnMove(m) for m in state.inner.legal_moves]
        state.apply(state.draw_move(random, by_group=True))
    assert phases >= {
        "set-up settlement",
        "set-up road",
        "before the roll",
        "discarding",
        "moving the robber",
        "answering an offer",
        "choosing a trade",
    }
