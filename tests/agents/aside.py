"""Positions for decisions by rule in place of a search, on the beginners' board."""

from __future__ import annotations

from tests.agents.seen import seated

from catanlab import Catan
from catanlab.agents.registry import make_agent
from catanlab.games.catan import constants as c
from catanlab.games.catan.engine.arrange import (
    give_resources,
    put_city,
    put_road,
    put_settlement,
    set_robber,
    set_turn,
)
from catanlab.games.catan.engine.state import CatanState
from catanlab.table.agent import Agent

GAME = Catan(board="beginner")
SMALL = "iterations=20,seconds=none,cut_turns=8,at_cut=leader"


def position() -> CatanState:
    """Return a position in which seat 0 is on turn, with roads to a place where it may settle."""
    state = GAME.start()
    set_turn(state, 0, "main")
    put_settlement(state, 0, 40)
    put_road(state, 0, 40, 35)
    put_road(state, 0, 35, 30)
    put_settlement(state, 1, 8)
    put_city(state, 2, 19)
    return state


def robbing() -> CatanState:
    state = position()
    give_resources(state, 2, wood=2)
    set_robber(state, 9)
    state.set_fields(state.fields() | {"phase": c.ROBBING})
    return state


def discarding(**hand: int) -> CatanState:
    state = position()
    give_resources(state, 0, **hand)
    state.set_fields(
        state.fields() | {"phase": c.DISCARDING, "actor": 0, "discards": (sum(hand.values()) // 2, 0, 0, 0)}
    )
    return state


def agent_of(spec: str, seed: int = 0) -> Agent:
    return seated(make_agent(spec), GAME, 0, seed)
