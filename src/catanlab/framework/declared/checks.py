"""Declarations that cannot work are refused when the class is made, with the line of the mistake."""

from __future__ import annotations

import inspect
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from catanlab.framework.declared.actions import Action, NextGameState
from catanlab.framework.declared.chance import Chance, Deck, Dice
from catanlab.framework.declared.deferred import Option
from catanlab.framework.declared.piece_actions import PlacePlaceable, RemovePlaceable
from catanlab.framework.declared.power_actions import AcquireLogic, PurchaseLogic
from catanlab.framework.declared.resources import Cost
from catanlab.framework.declared.rule import Declared, place_of
from catanlab.framework.declared.signatures import check_signatures
from catanlab.framework.declared.structure import Structure
from catanlab.framework.declared.targets import Bundle, Deal
from catanlab.framework.errors import DeclarationError

MAX_SEATS = 4
"""The most seats that a game may have."""
FREE_NAMES = {
    *("name", "summary", "title", "seats", "move_type", "structure"),
    *("score", "public_score", "winners", "set_up_pieces", "lines", "make_possible", "check_options"),
}
"""Names of every position that a game gives a meaning of its own."""


def check_declaration(structure: Structure) -> None:
    """Raise DeclarationError for the first thing that cannot work."""
    owner = structure.owner
    for name in ("name", "summary", "seats"):
        if not getattr(owner, name, None):
            raise DeclarationError(f"{_place(owner)}: {owner.__name__} has no {name}")
    if len(structure.boards) > 1:
        raise DeclarationError(
            f"{_place(owner)}: {owner.__name__} has {len(structure.boards)} boards, not one"
        )
    if len(structure.resources) > 1:
        raise structure.resources[1].refuse("are a second set; one set can name them all")
    _check_names(owner)
    _check_seats(owner)
    _check_pieces(structure)
    _check_actions(structure)
    _check_chances(structure)
    _check_flow(structure)
    check_signatures(structure)


def _check_names(owner: type) -> None:
    """Refuse names that every position has already: rules would get the thing of the game instead."""
    taken: set[str] = set()
    for base in owner.__mro__[1:]:
        taken |= {*vars(base), *vars(base).get("__annotations__", ())}
    for name, part in vars(owner).items():
        if name in taken - FREE_NAMES and not name.startswith("_"):
            place = place_of(part) if inspect.isfunction(part) else getattr(part, "place", _place(owner))
            raise DeclarationError(
                f"{place}: the name {name} is that of something every position has; take another"
            )


def _check_seats(owner: Any) -> None:
    seats = owner.seats
    most = seats.limits[1] if isinstance(seats, Option) and seats.limits else seats
    if isinstance(most, int) and not 1 <= most <= MAX_SEATS:
        raise DeclarationError(
            f"{_place(owner)}: {owner.__name__} has {most} seats; allowed is 1 to {MAX_SEATS}"
        )


def _check_pieces(structure: Structure) -> None:
    boards = structure.boards
    for piece in structure.pieces:
        if piece.places.board not in boards:
            raise piece.refuse("is for a board that the game does not declare")
        if not piece.places.exists:
            kinds = ", ".join(piece.places.board.kinds)
            raise piece.refuse(f"is for a board without such elements ({piece.kind}); it has: {kinds}")
        _check_cost(structure, piece, piece.cost)
        for other in piece.over if piece.over != "any" else ():
            if other not in structure.pieces or other.kind != piece.kind:
                raise piece.refuse(f"is over {other!r}: write a piece of the game for the same places")


def _check_cost(structure: Structure, part: Declared, cost: Cost | None) -> None:
    if cost is None:
        return
    if not isinstance(cost, Cost):
        raise part.refuse(f"costs {cost!r}: write it with the resources, as in 2 * wood + clay")
    if cost.kinds not in structure.resources:
        raise part.refuse(f"costs {cost.text}, resources that the game does not declare")


def _check_actions(structure: Structure) -> None:
    used = {action for node in structure.nodes for action in node.actions}
    for action in structure.actions:
        if isinstance(action, PlacePlaceable | RemovePlaceable):
            _check_known(action, action.piece, structure.pieces)
        if isinstance(action, AcquireLogic):
            _check_known(action, action.deck, structure.decks)
        if isinstance(action, PurchaseLogic):
            _check_cost(structure, action, action.cost)
        logic = getattr(action, "logic", None)
        if logic is not None:
            _check_known(action, logic, structure.logics)
        if isinstance(action.target, Bundle | Deal) and not action.listed_rules:
            raise action.refuse("has no `listed`: it must say which of very many exchanges are listed")
        if action not in used:
            raise action.refuse("is in no game state and no interrupt, so that nobody can do it")
    for node in structure.nodes:
        for action in node.actions:
            _check_known(node, action, structure.actions)
    for deck in structure.decks:
        for card in deck.cards:
            _check_known(deck, card, structure.logics)
            if card.copies is None:
                raise card.refuse(f"is in the deck {deck.name} but does not say how many copies there are")


def _check_known(part: Declared, used: Declared, known: Iterable[Declared]) -> None:
    if used not in known:
        article = "an" if used.noun[0] in "aeiou" else "a"
        raise part.refuse(f"uses {article} {used.noun} that the game does not declare by a name")


def _check_chances(structure: Structure) -> None:
    for chance in structure.chances:
        if not isinstance(chance, Deck | Dice) and not chance.weights_rules:
            raise chance.refuse("has no `weights`: it does not say what can come")
        if not isinstance(chance, Deck) and not chance.fell_rules:
            raise chance.refuse("has no `fell`: nothing follows from its outcomes")
        _check_single(chance, chance.weights_rules, "weights")
        if chance.seen_rules and not hasattr(chance.target, "hidden"):
            raise chance.refuse("is hidden from seats, which its target cannot show: use a Choice")


def _check_single(part: Chance | Action | Any, rules: list[Any], name: str) -> None:
    if len(rules) > 1:
        raise part.refuse(f"has two rules for `{name}`")


def _check_flow(structure: Structure) -> None:
    owner = structure.owner
    if not structure.cycles:
        raise DeclarationError(f"{_place(owner)}: {owner.__name__} has no cycle: nobody is ever to move")
    if not structure.cycles[-1].is_last:
        raise structure.cycles[-1].refuse("is the last one and has states: the game could never end")
    for cycle in structure.cycles[:-1]:
        if cycle.is_last:
            raise cycle.refuse("has no states, which is the end of the game, but another cycle follows")
        if not cycle.until_rules and not cycle.following.when_rules:
            raise cycle.refuse(
                f"can never be left: it has no `until`, and the cycle {cycle.following.name} no `when`"
            )
        for state in cycle.states:
            _check_known(cycle, state, structure.states)
    in_cycles = {state for cycle in structure.cycles for state in cycle.states}
    for state in structure.states:
        if not state.actions:
            raise state.refuse("has no actions: nobody could do anything in it")
        if state not in in_cycles:
            raise state.refuse("is in no cycle, so that no turn ever comes to it")
        moves_on = any(isinstance(action, NextGameState) for action in state.actions)
        if not (state.once or state.left_rules or moves_on):
            raise state.refuse(
                "can never be left: it has no NextGameState, no `left_when`, and is not left after one move"
            )
    for interrupt in structure.interrupts:
        _check_interrupt(structure, interrupt)


def _check_interrupt(structure: Structure, interrupt: Any) -> None:
    if not interrupt.actions:
        raise interrupt.refuse("has no actions: nobody could do anything in it")
    _check_single(interrupt, interrupt.actors_rules, "actors")
    ends = interrupt.once or interrupt.until_rules or (interrupt.actors_rules and not interrupt.own_actions)
    if not ends:
        raise interrupt.refuse(
            "never returns: it has no `until`, no `actors` who could all have answered, and lasts for "
            "more than one move"
        )
    if interrupt.then is not None:
        _check_known(interrupt, interrupt.then, structure.interrupts)


def _place(owner: type) -> str:
    """Return the file and, where it is known, the line of a class."""
    try:
        line = inspect.getsourcelines(owner)[1]
        return f"{Path(inspect.getfile(owner)).name}:{line}"
    except (OSError, TypeError):
        return owner.__module__
