"""Games to start a test from, words to look at them, and random games to walk through."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import strategies as st
from tests.rules.arranged import put_line, turn_of

from catanlab.framework.errors import IllegalMoveError
from catanlab.framework.moves import Move
from catanlab.framework.random import Random
from catanlab.games.catan.board import Board
from catanlab.games.catan.engine.state import CatanState
from catanlab.games.catan.game import Catan
from catanlab.games.catan.layouts import LAYOUTS
from catanlab.games.catan.position import by_resource
from catanlab.games.catan.rules import Rules

__all__ = ["any_rules", "hand_of", "listed", "put_line", "refuses", "set_up", "turn_of", "walk"]


@pytest.fixture(scope="session")
def set_up() -> Callable[..., CatanState]:
    """Begin a game on the beginners' board, or another."""

    def start(*, board: str = "beginner", **rules: Any) -> CatanState:
        return Catan(rules=Rules(**rules), board=board).start()

    return start


@pytest.fixture(scope="session")
def refuses() -> Callable[..., None]:
    """Check that a move is neither lawful nor listed, and refused with a reason and no effect."""

    def check(state: CatanState, move: int | str, reason: str) -> None:
        before = state.copy()
        assert not state.is_legal(move)
        assert state.game.move_type.of(move) not in state.legal_moves
        with pytest.raises(IllegalMoveError) as caught:
            state.apply(move)
        assert reason in str(caught.value)
        assert state == before

    return check


@pytest.fixture(scope="session")
def listed() -> Callable[..., list[str]]:
    """List the moves of one group as text."""

    def texts(state: CatanState, group: str) -> list[str]:
        return [str(move) for move in state.legal_moves if move.group == group]

    return texts


@pytest.fixture(scope="session")
def hand_of() -> Callable[..., dict[str, int]]:
    """Show the resources that a seat holds, without those it lacks."""

    def hand(state: CatanState, seat: int) -> dict[str, int]:
        cards = state.position.seats[seat].hand
        assert cards is not None
        return {name: count for name, count in by_resource(cards).items() if count}

    return hand


@pytest.fixture(scope="session")
def walk() -> Callable[..., Iterator[tuple[CatanState, Move | None]]]:
    """Play a game at random and give each state before its move; at last the end, with None."""

    def steps(
        rules: Rules, seed: int, *, board: Board | str | None = None, by_group: bool = False
    ) -> Iterator[tuple[CatanState, Move | None]]:
        random = Random(seed)
        state = Catan(rules=rules, board=board, seed=seed).start()
        while not state.is_over:
            move = state.draw_outcome(random) if state.is_chance else state.draw_move(random, by_group)
            yield state, move
            state.apply(move)
        yield state, None

    return steps


@pytest.fixture(scope="session")
def any_rules() -> st.SearchStrategy[Rules]:
    """Rules of every kind, capped so that each game ends."""
    fields = {
        "players": st.integers(2, 4),
        "points_to_win": st.sampled_from((10, 7, 3, 13)),
        "layout": st.sampled_from(LAYOUTS),
        "setup_order": st.sampled_from(("snake", "straight")),
        "win_check": st.sampled_from(("own turn", "turn end")),
        "max_turns": st.sampled_from((400, 40, 1)),
        "one_action": st.booleans(),
        "cards_before_roll": st.sampled_from(("any", "knight", "none")),
        "skip_free_roads": st.booleans(),
        "hand_limit": st.sampled_from((7, 1, 95)),
        "no_sevens_rounds": st.sampled_from((0, 2)),
        "friendly_robber": st.booleans(),
        "player_trade": st.booleans(),
        "trade_settlement": st.sampled_from(("choose", "first")),
        "counter_offers": st.booleans(),
        "offers_per_turn": st.sampled_from((3, 0, 1)),
        "open_hands": st.booleans(),
    }
    banks = ({"bank_limit": True}, {"bank_limit": False}, {"bank_limit": False, "hidden_discards": True})
    return st.builds(
        lambda chosen, bank: Rules(**chosen, **bank), st.fixed_dictionaries(fields), st.sampled_from(banks)
    )
