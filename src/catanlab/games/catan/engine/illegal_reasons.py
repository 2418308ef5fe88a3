"""Why a move is illegal, in a few words: for players and for writers of bots."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from catanlab.games.catan import constants as c
from catanlab.games.catan.details import Details, Seat, details
from catanlab.games.catan.grid import edge_nodes, node_neighbours
from catanlab.games.catan.hands import unpack
from catanlab.games.catan.moves import CatanMove, MoveKind, read_deal

if TYPE_CHECKING:
    from catanlab.games.catan.engine.state import CatanState
    from catanlab.games.catan.rules import Rules

_COSTS = {
    c.ROAD: ("a road", c.ROAD_COST),
    c.SETTLEMENT: ("a settlement", c.SETTLEMENT_COST),
    c.CITY: ("a city", c.CITY_COST),
    c.BUY_CARD: ("a development card", c.CARD_COST),
}


@dataclass(frozen=True, slots=True)
class _Attempt:
    """An illegal move of a group that belongs to the phase, and the position it was tried in."""

    state: CatanState
    facts: Details
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
    def seat(self) -> Seat:
        mover = self.state.to_move
        return self.facts.seats[mover if mover < 4 else self.facts.seat_on_turn]


def _forbidden(rules: Rules, phase: str) -> set[int]:
    """Return the groups that these rules never allow in a phase, or at all."""
    groups: set[int] = set()
    if not rules.skip_free_roads:
        groups.add(c.SKIP_ROADS)
    if not rules.counter_offers:
        groups.add(c.COUNTER)
    if not rules.player_trade:
        groups.add(c.OFFER)
    if phase == "before the roll" and rules.cards_before_roll != "any":
        groups |= set(c.CARD_GROUPS) - ({c.PLAY_KNIGHT} if rules.cards_before_roll == "knight" else set())
    return groups


def illegal_reason(state: CatanState, number: int) -> str:
    """Return why the rules forbid the move in this state."""
    move = CatanMove(number)
    if move.text.startswith("impossible"):
        return "there is no such move"
    if state.is_legal(move):
        return "it is allowed"
    facts = details(state)
    expected = set(c.PHASE_GROUPS[c.PHASES.index(facts.phase)])
    if move.kind not in expected:
        names = ", ".join(c.GROUPS[g] for g in sorted(expected - _forbidden(state.game.rules, facts.phase)))
        return f"the phase is '{facts.phase}', where these are allowed: {names}"
    reason = _REASONS.get(move.kind)
    if reason:
        return reason(_Attempt(state, facts, move))
    return "chance cannot decide so here" if state.is_chance else "it is not possible here"


def _missing(seat: Seat, cost: tuple[int, ...]) -> str:
    lacking = [
        f"{need - have} {name}"
        for need, (name, have) in zip(cost, seat.resources.items(), strict=True)
        if need > have
    ]
    return " and ".join(lacking)


def _card_reason(tried: _Attempt) -> str:
    facts, seat = tried.facts, tried.seat
    card = c.CARDS[c.CARD_GROUPS.index(tried.kind)]
    if any(tried.move.taken or ()):
        return "that is a monopoly as others see it; it is played without what it took"
    if facts.card_played:
        return "a development card was already played this turn"
    if not seat.cards[card]:
        return f"the seat holds no {card} card"
    if seat.cards[card] <= facts.bought_this_turn[card]:
        return f"the {card} card was bought this turn"
    before = tried.rules.cards_before_roll
    if facts.phase == "before the roll" and before != "any":
        return f"the rules allow these cards before the roll: {before}"
    if tried.kind == c.PLAY_ROAD_BUILDING:
        return "no road can be placed"
    if not any(facts.bank.values()):
        return "the bank is empty"
    return "year of plenty takes two cards that the bank has, or the only one it has"


def _cost_reason(tried: _Attempt) -> str:
    """Say what is missing to pay for a piece or a card in the main phase, or nothing."""
    name, cost = _COSTS[tried.kind]
    missing = _missing(tried.seat, unpack(cost)) if tried.facts.phase == "main" else ""
    return f"{name} needs {missing} more" if missing else ""


def _road_reason(tried: _Attempt) -> str:
    """Say first what is wrong with the place itself, then what it costs, then what leads there."""
    reason = _edge_reason(tried.facts, tried.seat, tried.argument) or _cost_reason(tried)
    if reason:
        return reason
    if len(tried.seat.roads) == c.ROADS_EACH:
        return "no road piece is left"
    if tried.facts.phase == "set-up road":
        return "the road must start at the settlement just placed"
    return "no own road or building leads there, or another's building is in the way"


def _settlement_reason(tried: _Attempt) -> str:
    reason = _node_reason(tried.facts, tried.argument) or _cost_reason(tried)
    if reason:
        return reason
    if len(tried.seat.settlements) == c.SETTLEMENTS_EACH:
        return "no settlement piece is left"
    return f"no own road leads to node {tried.argument}"


def _city_reason(tried: _Attempt) -> str:
    if tried.argument not in tried.seat.settlements:
        return f"there is no own settlement at node {tried.argument}"
    return _cost_reason(tried) or "no city piece is left"


def _purchase_reason(tried: _Attempt) -> str:
    return _cost_reason(tried) or "the deck of development cards is empty"


def _edge_reason(facts: Details, seat: Seat, edge: int) -> str:
    if edge >= 72:
        return "there is no such edge"
    ends = edge_nodes(edge)
    if ends in seat.roads:
        return "the edge has an own road already"
    return "the edge has a road already" if any(ends in other.roads for other in facts.seats) else ""


def _node_reason(facts: Details, node: int) -> str:
    if node >= 54:
        return "there is no such node"
    built = {n for other in facts.seats for n in (*other.settlements, *other.cities)}
    if node in built:
        return f"node {node} has a building already"
    near = [n for n in node_neighbours(node) if n in built]
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
    resource = c.RESOURCES[[bool(n) for n in given].index(True)]
    ratio = seat.ratios[resource]
    if sum(given) != ratio:
        return f"the seat trades {resource} {ratio} to 1"
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
    if tried.move.hex == tried.facts.robber:
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
    c.DISCARD: lambda tried: "the seat holds no such card",
    c.CONFIRM: lambda tried: f"seat {tried.argument} did not accept",
    c.TAKE_COUNTER: lambda tried: f"seat {tried.argument} made no counter-offer that can be paid",
}
