"""Panousis' road building (4.4.4): the two roads that help Longest Road and new settlements most.

They are tried in a state sampled from the view: roads and buildings are public, so every sample gives the
same result.
"""

from __future__ import annotations

from typing import NamedTuple

from catanlab.agents.base.choice import Choice
from catanlab.agents.base.situation import Situation
from catanlab.framework.random import Random
from catanlab.games.catan.constants import FREE_ROADS, PLAY_ROAD_BUILDING, ROAD
from catanlab.games.catan.engine.state import CatanState
from catanlab.games.catan.moves import CatanMove
from catanlab.games.catan.position import members
from catanlab.games.catan.view.view import CatanView


class Network(NamedTuple):
    """The value of a seat's roads, compared field by field."""

    award: bool
    """Whether it holds Longest Road."""
    places: int
    """How many nodes it could settle on."""
    length: int
    """How long its longest road is."""


def play_road_building(view: CatanView, situation: Situation) -> Choice | None:
    """Play the card if the roads bring Longest Road, a place to settle, or a longer road."""
    card = CatanMove.make(PLAY_ROAD_BUILDING)
    if not view.is_legal(card):
        return None
    state = view.sample(Random(0, "search"))
    before = network(state, situation.me)
    after, _ = _best_roads(state.apply(card), situation.me)
    if after <= before:
        return None
    return Choice(card, _gain(before, after), {"before": before._asdict(), "after": after._asdict()})


def lay_free_road(view: CatanView, situation: Situation) -> Choice:
    """Place the first of the best roads."""
    state = view.sample(Random(0, "search"))
    before = network(state, situation.me)
    after, move = _best_roads(state, situation.me)
    if move is None:
        return Choice(view.legal_moves[0], "no road can be laid")
    return Choice(move, _gain(before, after), {"after": after._asdict()})


def network(state: CatanState, seat: int) -> Network:
    """Return the value of a seat's roads."""
    position = state.position
    own = position.seats[seat]
    places = members(own.road_nodes & ~position.blocked_nodes)
    return Network(position.longest_road == seat, len(places), own.road_length)


def _best_roads(state: CatanState, seat: int) -> tuple[Network, CatanMove | None]:
    """Return the best network that the remaining free roads can make, and the first of them."""
    best: Network | None = None
    first: CatanMove | None = None
    if not state.is_over and state.position.phase == FREE_ROADS and state.to_move == seat:
        for move in map(CatanMove.of, state.legal_moves):
            if move.kind == ROAD:
                after, _ = _best_roads(state.copy().apply(move), seat)
                if best is None or after > best:
                    best, first = after, move
    return best or network(state, seat), first


def _gain(before: Network, after: Network) -> str:
    if after.award and not before.award:
        return "the roads bring Longest Road"
    if after.places > before.places:
        return "the roads open a place to settle"
    return "the roads make mine longer" if after.length > before.length else "no other road does more"
