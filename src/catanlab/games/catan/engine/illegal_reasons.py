"""Why a move is illegal, in a few words: for players and for writers of bots."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from catanlab.games.catan import constants as c
from catanlab.games.catan.grid import node_neighbours
from catanlab.games.catan.moves import CatanMove, MoveKind, read_deal
from catanlab.games.catan.position import CatanPosition, Phase, SeatPosition

if TYPE_CHECKING:
    from catanlab.games.catan.engine.state import CatanState
    from catanlab.games.catan.rules import Rules

_GOODS = {
    c.ROAD: "a road",
    c.SETTLEMENT: "a settlement",
    c.CITY: "a city",
    c.BUY_CARD: "a development card",
}


@dataclass(frozen=True, slots=True)
class _Attempt:
    """An illegal move of a group that belongs to the phase, and the position it was tried in."""

    state: CatanState
    position: CatanPosition
    move: CatanMove

    @property
    def kind(self) -> MoveKind:
        return self.move.kind

    @property
    def argument(self) -> int:
        return self.move.argument

    @property
    def rules(self) -> Rules:
        return self.state.game.rules

    @property
    def mover(self) -> int:
        """The seat that tries it: the one that the move carries, else the one that is to move."""
        mover = self.state.to_move if self.move.by is None else self.move.by
        return mover if mover < self.state.seats else self.position.on_turn

    @property
    def seat(self) -> SeatPosition:
        return self.position.seats[self.mover]


def _forbidden(rules: Rules, phase: Phase) -> set[int]:
    """Return the groups that these rules never allow in a phase, or at all."""
    groups: set[int] = set()
    if not rules.skip_free_roads:
        groups.add(c.SKIP_ROADS)
    if not rules.counter_offers:
        groups.add(c.COUNTER)
    if not rules.player_trade:
        groups |= {c.OFFER, c.DEAL}
    if phase == Phase.BEFORE_ROLL and rules.cards_before_roll != "any":
        groups |= set(c.CARD_GROUPS) - ({c.PLAY_KNIGHT} if rules.cards_before_roll == "knight" else set())
    return groups


def illegal_reason(state: CatanState, number: int) -> str:
    """Return why the rules forbid the move in this state."""
    move = CatanMove(number)
    if move.text.startswith("impossible"):
        return "there is no such move"
    if state.is_legal(move):
        return "it is allowed"
    position = state.position
    phase = position.phase
    expected = set(c.PHASE_GROUPS[phase])
    if phase is Phase.MAIN:
        expected.add(c.DEAL)
    if move.kind not in expected:
        names = ", ".join(c.ALL_GROUPS[g] for g in sorted(expected - _forbidden(state.game.rules, phase)))
        return f"the phase is '{phase.text}', where these are allowed: {names}"
    reason = _REASONS.get(move.kind)
    if reason:
        tried = _Attempt(state, position, move)
        return _asked_reason(tried) or reason(tried)
    return "chance cannot decide so here" if state.is_chance else "it is not possible here"


def _asked_reason(tried: _Attempt) -> str:
    """Say that the seat which answers or discards is not asked to, or nothing."""
    position, mover = tried.position, tried.mover
    if tried.move.by is not None and tried.move.by >= tried.state.seats:
        return f"there is no seat {tried.move.by}"
    if tried.kind in c.ANSWERS and (mover not in position.offered_to or tried.seat.answer is not None):
        return f"seat {mover} has no offer to answer"
    if tried.kind == c.DISCARD and not tried.seat.discards_owed:
        return f"seat {mover} has nothing to discard"
    return ""


def _deal_reason(tried: _Attempt) -> str:
    rules, (given, got), other = tried.rules, read_deal(tried.move), tried.move.seat
    if not rules.player_trade:
        return "the rules have no trade between players"
    if other is None or other >= tried.state.seats or other == tried.position.on_turn:
        return "a deal is made with one other seat"
    if any(a and b for a, b in zip(given, got, strict=True)):
        return "the same resource cannot be on both sides"
    missing = _missing(tried.seat, given)
    if missing:
        return f"the seat lacks {missing}"
    return f"seat {other} lacks what it would give"


def _missing(seat: SeatPosition, cost: tuple[int, ...]) -> str:
    lacking = [
        f"{need - have} {name}"
        for need, have, name in zip(cost, seat.certain, c.RESOURCES, strict=True)
        if need > have
    ]
    return " and ".join(lacking)


def _card_reason(tried: _Attempt) -> str:
    position, seat = tried.position, tried.seat
    card = c.CARD_GROUPS.index(tried.kind)
    name = c.CARDS[card]
    if any(tried.move.taken or ()):
        return "that is a monopoly as others see it; it is played without what it took"
    if position.card_played:
        return "a development card was already played this turn"
    if not seat.cards[card]:
        return f"the seat holds no {name} card"
    if seat.cards[card] <= position.bought_this_turn[card]:
        return f"the {name} card was bought this turn"
    before = tried.rules.cards_before_roll
    if position.phase == Phase.BEFORE_ROLL and before != "any":
        return f"the rules allow these cards before the roll: {before}"
    if tried.kind == c.PLAY_ROAD_BUILDING:
        return "no road can be placed"
    if not any(position.bank):
        return "the bank is empty"
    return "year of plenty takes two cards that the bank has, or the only one it has"


def _cost_reason(tried: _Attempt) -> str:
    """Say what is missing to pay for a piece or a card in the main phase, or nothing."""
    missing = _missing(tried.seat, c.COSTS[tried.kind]) if tried.position.phase == Phase.MAIN else ""
    return f"{_GOODS[tried.kind]} needs {missing} more" if missing else ""


def _road_reason(tried: _Attempt) -> str:
    """Say first what is wrong with the place itself, then what it costs, then what leads there."""
    reason = _edge_reason(tried.position, tried.seat, tried.argument) or _cost_reason(tried)
    if reason:
        return reason
    if not tried.seat.roads_left:
        return "no road piece is left"
    if tried.position.phase == Phase.SETUP_ROAD:
        return "the road must start at the settlement just placed"
    return "no own road or building leads there, or another's building is in the way"


def _settlement_reason(tried: _Attempt) -> str:
    reason = _node_reason(tried.position, tried.argument) or _cost_reason(tried)
    if reason:
        return reason
    if not tried.seat.settlements_left:
        return "no settlement piece is left"
    return f"no own road leads to node {tried.argument}"


def _city_reason(tried: _Attempt) -> str:
    if not tried.seat.settlements >> tried.argument & 1:
        return f"there is no own settlement at node {tried.argument}"
    return _cost_reason(tried) or "no city piece is left"


def _purchase_reason(tried: _Attempt) -> str:
    return _cost_reason(tried) or "the deck of development cards is empty"


def _edge_reason(position: CatanPosition, seat: SeatPosition, edge: int) -> str:
    if edge >= 72:
        return "there is no such edge"
    if seat.roads >> edge & 1:
        return "the edge has an own road already"
    return "the edge has a road already" if position.occupied_edges >> edge & 1 else ""


def _node_reason(position: CatanPosition, node: int) -> str:
    if node >= 54:
        return "there is no such node"
    if position.occupied_nodes >> node & 1:
        return f"node {node} has a building already"
    near = [n for n in node_neighbours(node) if position.occupied_nodes >> n & 1]
    return f"the building at node {near[0]} is too near" if near else ""


def _bank_reason(tried: _Attempt) -> str:
    seat = tried.seat
    given, got = read_deal(tried.move)
    if (
        sum(got) != 1
        or sum(1 for n in given if n) != 1
        or any(a and b for a, b in zip(given, got, strict=True))
    ):
        return "the bank gives one card for several of one other resource"
    resource = [bool(n) for n in given].index(True)
    ratio = seat.ratios[resource]
    if sum(given) != ratio:
        return f"the seat trades {c.RESOURCES[resource]} {ratio} to 1"
    missing = _missing(seat, given)
    if missing:
        return f"the seat lacks {missing}"
    return f"the bank has no {c.RESOURCES[got.index(1)]} left"


def _offer_reason(tried: _Attempt) -> str:
    """Say why an offer or counter-offer cannot be made."""
    rules, state = tried.rules, tried.state
    given, got = read_deal(tried.move)
    if not rules.player_trade:
        return "the rules have no trade between players"
    if tried.kind == c.COUNTER and not rules.counter_offers:
        return "the rules have no counter-offers"
    if not sum(given) or not sum(got):
        return "both sides must give something"
    if any(a and b for a, b in zip(given, got, strict=True)):
        return "the same resource cannot be on both sides"
    missing = _missing(tried.seat, given)
    if missing:
        return f"the seat lacks {missing}"
    if tried.kind == c.COUNTER:
        return "that is the offer itself: accept it"
    seats = tried.move.addressees
    if not seats or state.to_move in seats or max(seats) >= state.seats:
        return "an offer goes to one or more other seats"
    return f"the rules allow {rules.offers_per_turn} offers a turn"


def _robber_reason(tried: _Attempt) -> str:
    if tried.move.hex == tried.position.robber:
        return "the robber must move to another hex"
    choices = map(CatanMove, tried.state.legal_moves)
    victims = [move.victim for move in choices if move.hex == tried.move.hex]
    if not victims:
        return "the friendly robber spares that hex"
    if tried.move.victim is not None:
        return f"seat {tried.move.victim} cannot be robbed there"
    return f"a seat there must be robbed: {', '.join(map(str, victims))}"


_REASONS: dict[int, Callable[[_Attempt], str]] = {
    c.ROAD: _road_reason,
    c.SETTLEMENT: _settlement_reason,
    c.CITY: _city_reason,
    c.BUY_CARD: _purchase_reason,
    **dict.fromkeys(c.CARD_GROUPS, _card_reason),
    c.SKIP_ROADS: lambda tried: "the rules want free roads placed while they can be",
    c.BANK_TRADE: _bank_reason,
    c.OFFER: _offer_reason,
    c.COUNTER: _offer_reason,
    c.ROBBER: _robber_reason,
    c.ACCEPT: lambda tried: "the seat does not hold what is asked for",
    c.REJECT: lambda tried: "it is not possible here",
    c.DEAL: _deal_reason,
    c.DISCARD: lambda tried: "the seat holds no such card",
    c.CONFIRM: lambda tried: f"seat {tried.argument} did not accept",
    c.TAKE_COUNTER: lambda tried: f"seat {tried.argument} made no counter-offer that can be paid",
}
