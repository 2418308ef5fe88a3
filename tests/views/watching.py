"""Games watched through the eyes of every seat, for the tests of observers and views."""

from __future__ import annotations

from collections.abc import Iterator

from catanlab.framework.moves import CHANCE
from catanlab.framework.random import Random
from catanlab.games.catan.engine.state import CatanState
from catanlab.games.catan.game import Catan
from catanlab.games.catan.moves import CatanMove
from catanlab.games.catan.rules import Rules
from catanlab.games.catan.view.observer import CatanObserver

RULE_SETS = {
    "base": Rules(),
    "trading": Rules.trading(),
    "jsettlers": Rules.jsettlers(),
    "three": Rules(players=3),
    "two, first accept": Rules(players=2, player_trade=True, trade_settlement="first"),
    "open hands": Rules.szita(),
    "roelofs": Rules.roelofs(),
    "one action": Rules(one_action=True, players=3),
}


def watch_any_order(
    rules: Rules, seed: int, plies: int = 3000
) -> Iterator[tuple[CatanState, list[CatanObserver]]]:
    """Play a random game in which any decider may be the next; the last observer is that of spectators."""
    game = Catan(rules=rules, seed=seed)
    state = game.start()
    random = Random(seed)
    observers = [game.observer(seat) for seat in (*range(game.seats), None)]
    for _ in range(plies):
        if state.is_chance:
            move = state.draw_outcome(random)
        else:
            seat = state.deciders[random.below(len(state.deciders))]
            asked = state.as_decider(seat)
            move = CatanMove(state.by(asked.draw_move(random, by_group=rules.player_trade), seat))
        for observer in observers:
            observer.observe(state.seen(move, observer.seat))
        state.apply(move)
        if state.is_over:
            return
        yield state, observers


def watch(rules: Rules, seed: int, plies: int = 3000) -> Iterator[tuple[CatanState, list[CatanObserver]]]:
    """Play a random game and yield the true state and the observers after every move."""
    game = Catan(rules=rules, seed=seed)
    state = game.start()
    random = Random(seed)
    observers = [game.observer(seat) for seat in range(game.seats)]
    for _ in range(plies):
        if state.to_move == CHANCE:
            move = state.draw_outcome(random)
        else:
            move = state.draw_move(random, by_group=rules.player_trade)
        for observer in observers:
            observer.observe(state.seen(move, observer.seat))
        state.apply(move)
        if state.is_over:
            return
        yield state, observers
