"""Rules that take other arguments than they will be given are refused when the class is made."""

from __future__ import annotations

import inspect

from catanlab.framework.declared.actions import Action
from catanlab.framework.declared.chance import Chance
from catanlab.framework.declared.pieces import Placeable
from catanlab.framework.declared.power_actions import PlayLogic
from catanlab.framework.declared.powers import Logic
from catanlab.framework.declared.rule import Declared, place_of
from catanlab.framework.declared.structure import Structure
from catanlab.framework.declared.targets import Deal, PlaceAndSeat, Target
from catanlab.framework.errors import DeclarationError

_PIECE = {
    "payable": ("seat",),
    "owner_changed": ("seat", "place", "owner before"),
    "neighbour_placed": ("seat", "place", "piece", "its place", "its seat"),
    "neighbour_removed": ("seat", "place", "piece", "its place", "its seat"),
}


def check_signatures(structure: Structure) -> None:
    """Raise DeclarationError for the first rule that cannot be called as it will be."""
    for hung in structure.rules():
        if hung.event == "builtin":
            continue
        function = hung.rule.function
        for arguments in _arguments(structure, hung.part, hung.event):
            try:
                inspect.signature(function).bind("self", *arguments)
            except TypeError:
                wanted = ", ".join(("self", *arguments))
                raise DeclarationError(
                    f"{place_of(function)}: {function.__name__} hangs on {hung.part.name}.{hung.event}, "
                    f"which gives it ({wanted}); its own arguments do not fit"
                ) from None


def _arguments(structure: Structure, part: Declared, event: str) -> list[tuple[str, ...]]:
    """Return what a rule is given after `self`; of a power that several actions play, each way."""
    if isinstance(part, Placeable):
        return [_PIECE.get(event, ("seat", "place"))]
    if isinstance(part, Logic):
        if event != "played":
            return [("seat",)]
        played = [a for a in structure.actions if isinstance(a, PlayLogic) and a.logic is part]
        return [("seat", *_values(action.target)) for action in played]
    if isinstance(part, Chance):
        return [() if event == "weights" else ("value",)]
    if isinstance(part, Action):
        if event in ("when", "listed"):
            return [("seat",)]
        return [(*(("viewer",) if event == "shown" else ()), "seat", *_values(part.target))]
    return [()]


def _values(target: Target) -> tuple[str, ...]:
    """Return the names of the values of a target."""
    if type(target) is Target:
        return ()
    if isinstance(target, Deal):
        partner = {"none": (), "many": ("seats",), "one": ("other seat",)}[target.partners]
        return ("give", "get", *partner)
    return ("place", "other seat") if isinstance(target, PlaceAndSeat) else ("target",)
