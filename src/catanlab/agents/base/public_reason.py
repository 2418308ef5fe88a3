"""The public reason for a move: it follows from the move and from what everybody sees.

An explanation may give the hand away: plans, alternatives, "I do not have that". A public reason reads the
board, pieces, awards, shown points and the move, nothing else. So it is the same in all worlds that the
other seats take for possible, as long as the move is.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from catanlab.games.catan import constants as c
from catanlab.games.catan.board import PORT_NAMES, Board
from catanlab.games.catan.grid import edge_nodes, hex_nodes
from catanlab.games.catan.moves import CatanMove, Counts, cards_text
from catanlab.games.catan.position import Phase
from catanlab.games.catan.rules import Rules
from catanlab.games.catan.view.view import CatanView

NEAR_WINNING = 2
"""A seat that shows this many points less than win is near to winning."""


@dataclass(frozen=True)
class Shown:
    """A move of a seat, and what everybody sees of the position that it was made in."""

    seat: int
    move: CatanMove
    rules: Rules
    board: Board
    phase: Phase
    on_turn: int
    points: tuple[int, ...]
    """The points that each seat shows."""
    knights: tuple[int, ...]
    army: int | None
    """Who holds Largest Army."""
    robber: int
    buildings: tuple[int, ...]
    """Nodes with settlements and cities of each seat, as masks."""
    blocked_nodes: int
    offer: tuple[Counts, Counts] | None
    """What the seat on turn gives and gets in the open offer."""

    @classmethod
    def of(cls, view: CatanView, move: CatanMove) -> Shown:
        """Return the part of a seat's view that may be spoken about."""
        position = view.position
        assert view.seat is not None
        return cls(
            seat=view.seat,
            move=move,
            rules=view.game.rules,
            board=view.game.board,
            phase=position.phase,
            on_turn=position.on_turn,
            points=tuple([other.public_points for other in position.seats]),
            knights=tuple([other.knights for other in position.seats]),
            army=position.largest_army,
            robber=position.robber,
            buildings=tuple([other.buildings for other in position.seats]),
            blocked_nodes=position.blocked_nodes,
            offer=position.offer,
        )

    def leads(self, seat: int) -> bool:
        """Say whether a seat shows more points than every other one."""
        return all(self.points[seat] > shown for other, shown in enumerate(self.points) if other != seat)

    def is_at(self, seat: int, hexagon: int) -> bool:
        """Say whether a seat has a building at a hex."""
        return any(self.buildings[seat] >> node & 1 for node in hex_nodes(hexagon))


def public_reason(view: CatanView, move: CatanMove) -> str | None:
    """Return a sentence about a legal move that gives nothing away; None for what is no move of a seat.

    >>> from catanlab import Catan
    >>> view = Catan(board="beginner").observer(0).view()
    >>> public_reason(view, CatanMove.parse("settlement 28"))
    'It brings wheat and wood with 11 pips.'
    """
    reason = _REASONS.get(move.kind)
    if reason is None:
        return None
    text = reason(Shown.of(view, move))
    return f"{text[0].upper()}{text[1:]}."


def _listed(words: tuple[str, ...]) -> str:
    return " and ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else "".join(words)


def _brought(shown: Shown, node: int) -> str:
    """Return the resources around a node, each once."""
    return _listed(tuple(dict.fromkeys(shown.board.node_resources(node))))


def _settlement(shown: Shown) -> str:
    node = shown.move.node
    assert node is not None
    port = shown.board.port_at(node)
    harbour = f" and the port for {PORT_NAMES[port]}" if port >= 0 else ""
    return f"it brings {_brought(shown, node) or 'nothing'} with {shown.board.pips(node)} pips{harbour}"


def _city(shown: Shown) -> str:
    node = shown.move.node
    assert node is not None
    return f"it is a point more, and doubles {_brought(shown, node) or 'what comes in'}"


def _road(shown: Shown) -> str:
    edge = shown.move.edge
    assert edge is not None
    spots = [node for node in edge_nodes(edge) if not shown.blocked_nodes >> node & 1]
    if not spots:
        return "it carries my road on"
    best = max(spots, key=lambda node: (shown.board.pips(node), -node))
    return f"it leads to node {best}, where nobody has built"


def _knight(shown: Shown) -> str:
    played = shown.knights[shown.seat] + 1
    least = c.LARGEST_ARMY_MINIMUM if shown.army is None else shown.knights[shown.army] + 1
    if shown.army != shown.seat and played >= least:
        return "it takes Largest Army"
    if shown.is_at(shown.seat, shown.robber):
        return "the robber stands on one of my hexes"
    return "the robber can stand somewhere better"


def _robber(shown: Shown) -> str:
    victim, hexagon = shown.move.victim, shown.move.hex
    assert hexagon is not None
    if victim is not None and shown.leads(victim):
        return f"seat {victim} leads with {shown.points[victim]} points"
    hit = [seat for seat in range(len(shown.points)) if seat != shown.seat and shown.is_at(seat, hexagon)]
    if victim is not None and shown.points[victim] == max(shown.points[seat] for seat in hit):
        return f"of those at that hex seat {victim} shows most points"
    number = shown.board.numbers[hexagon]
    if hit and number:
        return f"there it stops what a {number} brings to seat {_listed(tuple(map(str, hit)))}"
    return "there it does me no harm"


def _plenty(shown: Shown) -> str:
    return f"I want {cards_text(shown.move.gained or (0, 0, 0, 0, 0))} most"


def _monopoly(shown: Shown) -> str:
    return f"I want all {c.RESOURCES[shown.move.resource or 0]} that there is"


def _exchange(shown: Shown) -> str:
    """Say what an offer or a trade with the bank says by itself."""
    deal = shown.move.deal
    assert deal is not None
    return f"I have more use for {cards_text(deal.get)} than for {cards_text(deal.give)}"


def _counter(shown: Shown) -> str:
    deal = shown.move.deal
    assert deal is not None
    return f"for {cards_text(deal.get)} I would give {cards_text(deal.give)}"


def _accept(shown: Shown) -> str:
    if shown.offer is None:
        return "the deal suits me"
    give, get = shown.offer
    return f"I have more use for {cards_text(give)} than for {cards_text(get)}"


def _reject(shown: Shown) -> str:
    """Refuse for a reason that all can see; whether the cards are there is nobody's business."""
    other = shown.on_turn
    if shown.points[other] >= shown.rules.points_to_win - NEAR_WINNING:
        return f"seat {other} is too near to winning"
    if shown.offer is not None and sum(shown.offer[1]) > sum(shown.offer[0]):
        return "I would give more cards than I get"
    if shown.leads(other):
        return f"seat {other} leads, and I would rather not help"
    return "that deal is not good enough for me"


def _confirm(shown: Shown) -> str:
    return f"seat {shown.move.seat} takes what I offered"


def _take(shown: Shown) -> str:
    return f"what seat {shown.move.seat} asks for is worth it"


def _fixed(text: str) -> Callable[[Shown], str]:
    return lambda shown: text


_REASONS: dict[int, Callable[[Shown], str]] = {
    c.END_TURN: _fixed("that is all for this turn"),
    c.ROLL: _fixed("the turn begins with the dice"),
    c.ROAD: _road,
    c.SETTLEMENT: _settlement,
    c.CITY: _city,
    c.BUY_CARD: _fixed("it may be a knight or a point"),
    c.PLAY_KNIGHT: _knight,
    c.PLAY_ROAD_BUILDING: _fixed("two roads for nothing are welcome"),
    c.PLAY_PLENTY: _plenty,
    c.PLAY_MONOPOLY: _monopoly,
    c.BANK_TRADE: _exchange,
    c.OFFER: _exchange,
    c.ACCEPT: _accept,
    c.REJECT: _reject,
    c.COUNTER: _counter,
    c.CONFIRM: _confirm,
    c.TAKE_COUNTER: _take,
    c.CANCEL: _fixed("none of the answers suits me"),
    c.DISCARD: _fixed("a seven takes half of a large hand"),
    c.ROBBER: _robber,
    c.SKIP_ROADS: _fixed("I need no more roads now"),
}
