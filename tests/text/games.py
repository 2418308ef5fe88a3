"""Random games under every kind of rules, for the tests of positions, views and records."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random as Chooser

from catanlab.framework.game import Game
from catanlab.framework.moves import Move
from catanlab.framework.random import Random
from catanlab.framework.state import State
from catanlab.games.catan.engine.state import CatanState
from catanlab.games.catan.game import Catan
from catanlab.games.catan.layouts import LAYOUTS
from catanlab.games.catan.rules import Rules
from catanlab.table.record import Record


def any_rules(number: int) -> Rules:
    """Return rules of any kind; each game under them ends, and some soon."""
    choose = Chooser(number)
    bank = choose.choice(
        [{"bank_limit": True}, {"bank_limit": False}, {"bank_limit": False, "hidden_discards": True}]
    )
    return Rules(
        players=choose.choice((2, 3, 4)),
        points_to_win=choose.choice((10, 7, 5, 3, 13)),
        layout=choose.choice(LAYOUTS),
        win_check=choose.choice(("own turn", "turn end")),
        max_turns=choose.choice((300, 60, 5)),
        one_action=choose.random() < 0.2,
        cards_before_roll=choose.choice(("any", "knight", "none")),
        skip_free_roads=choose.random() < 0.5,
        hand_limit=choose.choice((7, 1, 95)),
        no_sevens_rounds=choose.choice((0, 2)),
        friendly_robber=choose.random() < 0.3,
        player_trade=choose.random() < 0.6,
        trade_settlement=choose.choice(("choose", "first")),
        counter_offers=choose.random() < 0.7,
        offers_per_turn=choose.choice((3, 0, 1)),
        open_hands=choose.random() < 0.3,
        **bank,
    )


def walk(state: State, seed: int, *, by_group: bool = True) -> Iterator[tuple[State, Move | None]]:
    """Play at random and give each state before its move; at last the end, with None."""
    random = Random(seed)
    while not state.is_over:
        move = state.draw_outcome(random) if state.is_chance else state.draw_move(random, by_group)
        yield state, move
        state.apply(move)
    yield state, None


def random_states(games: int, every: int, first: int = 0) -> Iterator[CatanState]:
    """Give about one of `every` states of random games under any rules, and every rare one."""
    for number in range(first, first + games):
        start = Catan(rules=any_rules(number), seed=number).start()
        for ply, (state, _) in enumerate(walk(start, number, by_group=number % 3 > 0)):
            assert isinstance(state, CatanState)
            rare = state.phase_name in ("free roads", "stealing", "drawing a card", "choosing a trade")
            if (ply + number) % every == 0 or (rare and ply % 3 == 0) or state.is_over:
                yield state


def random_record(game: Game, seed: int, plies: int = 10_000, **options: object) -> Record:
    """Return the record of a random game, without words."""
    record = Record(game, seed=seed, **options)  # type: ignore[arg-type]
    for _, move in walk(game.start(), seed):
        if move is None or len(record) == plies:
            return record
        record.take(move)
    return record
