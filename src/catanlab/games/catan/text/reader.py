"""Positions and views read from their line of text; every problem of a line is reported at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from catanlab.framework.errors import PositionError, Problem
from catanlab.games.catan import constants as c
from catanlab.games.catan.engine.derived_fields import derived_fields, edge_words, mask
from catanlab.games.catan.engine.state import CatanState
from catanlab.games.catan.game import Catan
from catanlab.games.catan.hands import pack
from catanlab.games.catan.position import CatanPosition
from catanlab.games.catan.text.fields import FieldReader, Fields
from catanlab.games.catan.text.positions import NO_LIMIT, expected_bank, usual_discards
from catanlab.games.catan.text.status import status


@dataclass(frozen=True)
class SeenPosition:
    """The contents of a view's line: the game, whose view it is, and its packed fields."""

    game: Catan
    seat: int | None
    """Whose view it is; None for a spectator."""
    facts: dict[str, Any]

    @property
    def position(self) -> CatanPosition:
        """The contents of the line as typed data: equal to `CatanView.position` of the view it shows."""
        facts = self.facts
        state = self.game.start()
        # Only the sizes of the hands are read from the state, so that any cards do.
        state.set_fields(self.fields([pack((size, 0, 0, 0, 0)) for size in facts["hand_sizes"]]))
        return state.typed(
            self.seat,
            facts["bounds"],
            facts["unknown_cards"],
            facts["unseen_cards"],
            facts["unknown_bought_this_turn"],
            facts["deck_size"],
            facts["point_limits"],
        )

    def fields(self, hands: Sequence[int]) -> dict[str, Any]:
        """Return the fields of the state in which the seats hold these packed hands."""
        facts = self.facts
        return {name: value for name, value in facts.items() if name not in _ONLY_IN_VIEWS} | {
            "hand": _each_seat(hands),
            "card": facts["known_cards"],
            "bought_this_turn": facts["known_bought_this_turn"],
            "deck": facts["unseen_cards"] if facts["deck_size"] > 0 else 0,
        }


_ONLY_IN_VIEWS = {
    "own_hand",
    "known_cards",
    "known_bought_this_turn",
    "hand_sizes",
    "bounds",
    "unknown_cards",
    "unknown_bought_this_turn",
    "unseen_cards",
    "deck_size",
    "point_limits",
}


def read_position(text: str, *, check: bool = True) -> CatanState:
    """Return the state that a line describes, with a game of its own.

    >>> from catanlab.games.catan.text.positions import position_text
    >>> state = Catan(board="beginner").start().apply("settlement 12")
    >>> read_position(position_text(state)) == state
    True

    Raises PositionError with every problem and its field. With `check=False` only unreadable text is a
    problem, not a position that `status` finds impossible: such a state can be looked at, but not played.
    """
    fields = FieldReader(text, view=False).fields
    game = _game(fields)
    hands = _each_seat([pack(seat.hand) for seat in fields.seats])
    values = _values(game, fields, [sum(seat.hand) for seat in fields.seats])
    values["hand"] = hands
    values["card"] = _each_seat([pack(seat.cards[:5]) for seat in fields.seats])
    values["bought_this_turn"] = pack(fields.new[:5])
    values["deck"] = pack(fields.deck)
    if fields.bank is None:
        values["bank"] = expected_bank(game.rules, hands)
    state = game.start()
    state.set_fields(values)
    if check:
        problems = status(state)
        if problems:
            raise PositionError(*problems)
    return state


def read_view(text: str) -> SeenPosition:
    """Return the contents of a view's line, as plain data.

    >>> from catanlab.games.catan.text.positions import view_text
    >>> view = Catan(board="beginner").observer(2).view()
    >>> read_view(view_text(view)).position == view.position
    True

    Raises PositionError with every problem and its field.
    """
    fields = FieldReader(text, view=True).fields
    game = _game(fields)
    viewer = fields.viewer
    problems = []
    unknown = tuple(seat.cards[5] for seat in fields.seats)
    if viewer is not None:
        if viewer >= len(fields.seats):
            raise PositionError(Problem(f"there is no seat {viewer}", "view"))
        if fields.seats[viewer].hand != fields.seats[viewer].most:
            problems.append(Problem("the seat must know its own hand", f"seat {viewer} hand"))
        if unknown[viewer]:
            problems.append(Problem("the seat must know its own cards", f"seat {viewer} cards"))
    deck_size = sum(fields.deck) - sum(unknown)
    if deck_size < 0:
        problems.append(Problem("fewer cards are unseen than the others hold unknown", "deck"))
    if problems:
        raise PositionError(*problems)
    facts = _values(game, fields, [seat.size for seat in fields.seats])
    facts.update(
        own_hand=0 if viewer is None else pack(fields.seats[viewer].hand),
        known_cards=_each_seat([pack(seat.cards[:5]) for seat in fields.seats]),
        known_bought_this_turn=pack(fields.new[:5]),
        hand_sizes=tuple(seat.size for seat in fields.seats),
        bounds=tuple((pack(seat.hand), pack(seat.most)) for seat in fields.seats),
        unknown_cards=unknown,
        unknown_bought_this_turn=fields.new[5],
        unseen_cards=pack(fields.deck),
        deck_size=deck_size,
        point_limits=fields.limits or (NO_LIMIT,) * len(fields.seats),
    )
    return SeenPosition(game, viewer, facts)


def _game(fields: Fields) -> Catan:
    assert fields.rules is not None
    assert fields.board is not None
    return Catan(rules=fields.rules, board=fields.board)


def _values(game: Catan, fields: Fields, sizes: Sequence[int]) -> dict[str, Any]:
    """Return the fields of a position that a view shows as well; `sizes` are those of the hands."""
    roads = [word for seat in fields.seats for word in edge_words(seat.roads)]
    values = {
        "road_holder": -1,
        "army_holder": -1,
        "setup_step": 2 * game.seats,
        "last_node": -1,
        "offers_made": 0,
        "free_roads": 0,
        "victim": -1,
        "winner": -1,
        **fields.numbers,
        **fields.flags,
        "turn_count": fields.turn_count,
        "turn_seat": fields.turn_seat,
        "phase": fields.phase,
        "actor": fields.actor,
        "robber": fields.robber,
        "offer": fields.offer,
        "answer": tuple(fields.answers.get(seat, 0) for seat in range(4)),
        "knights": _each_seat([seat.knights for seat in fields.seats]),
        "settlements": _each_seat([mask(seat.settlements) for seat in fields.seats]),
        "cities": _each_seat([mask(seat.cities) for seat in fields.seats]),
        "roads": (*roads, *[0] * (8 - len(roads))),
        "bank": c.FULL_BANK if fields.bank is None else pack(fields.bank),
        "discard_floor": tuple(fields.floors.get(seat, 0) for seat in range(4)),
    }
    if isinstance(fields.discards, int):
        values["discards"] = usual_discards(game.rules, values, fields.discards, _each_seat(sizes))
    else:
        values["discards"] = tuple(fields.discards.get(seat, 0) for seat in range(4))
    return {**values, **derived_fields(game.board, values)}


def _each_seat(values: Sequence[int]) -> tuple[int, ...]:
    """Return the values of the seats that play, and 0 for the others up to four."""
    return (*values, *[0] * (4 - len(values)))
