"""Moves of a declared game as text: the name of the group, then what the move is about."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Self

from catanlab.framework.declared.actions import Action
from catanlab.framework.declared.targets import SEAT_BITS, SEAT_SHIFT, Deal, Target
from catanlab.framework.errors import MoveTextError
from catanlab.framework.moves import GROUP_SHIFT, Move

if TYPE_CHECKING:
    from catanlab.framework.declared.structure import Structure

_ARGUMENT = (1 << GROUP_SHIFT) - 1


class DeclaredMove(Move):
    """A move or outcome of a declared game."""

    __slots__ = ()
    targets: ClassVar[tuple[tuple[Target, bool], ...]] = ()
    """For each group what its moves are about, and whether they may carry the seat that makes them."""

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a move from its text; raises MoveTextError with what is allowed."""
        words = " ".join(text.lower().split())
        # The longest name first: `play knight` is not `play` of a `knight`.
        for name in sorted(cls.groups, key=len, reverse=True):
            if words == name.lower() or words.startswith(f"{name.lower()} "):
                group = cls.groups.index(name)
                number = cls._read(group, words[len(name) :].strip())
                if number is None:
                    form = cls.targets[group][0].form
                    raise MoveTextError(f"{text!r} is not a move; the form is: {f'{name} {form}'.strip()}")
                return cls(group << GROUP_SHIFT | number)
        raise MoveTextError(f"{text!r} is not a move; a move begins with one of: {', '.join(cls.groups)}")

    @classmethod
    def _read(cls, group: int, rest: str) -> int | None:
        target, carries = cls.targets[group]
        if carries:
            before, middle, seat = f" {rest}".rpartition(" by ")
            if middle and seat in ("0", "1", "2", "3"):
                number = target.read(before.strip())
                return None if number is None else number | (int(seat) + 1) << SEAT_SHIFT
        return target.read(rest)

    @property
    def text(self) -> str:
        """The move as a player writes it; an impossible number is shown as such."""
        group, number = self >> GROUP_SHIFT, self & _ARGUMENT
        if 0 <= group < len(self.targets):
            target, carries = self.targets[group]
            by = ""
            carried = number >> SEAT_SHIFT
            if carries and 1 <= carried <= 4:
                number &= ~SEAT_BITS
                by = f" by {carried - 1}"
            words = target.text(number)
            if words is not None:
                return f"{self.groups[group]} {words}".strip() + by
        return f"impossible move {int(self)}"


def move_class(owner: type, structure: Structure, groups: list[str]) -> type[DeclaredMove]:
    """Return the class of the moves of a declaration."""
    targets: list[Any] = [(Target(), False)] * len(groups)
    carrying = {
        action
        for interrupt in structure.interrupts
        if interrupt.actors_rules
        for action in interrupt.asked_actions
    }
    for part in (*structure.actions, *structure.chances):
        carries = isinstance(part, Action) and part in carrying and not _has_partners(part.target)
        targets[part.group_number] = (part.target, carries)
    namespace = {
        "__slots__": (),
        "__doc__": f"A move or outcome of {owner.__name__}.",
        "__module__": owner.__module__,
        "__qualname__": f"{owner.__qualname__}.Game.move_type",
        "groups": tuple(groups),
        "targets": tuple(targets),
    }
    return type("move_type", (DeclaredMove,), namespace)


def _has_partners(target: Target) -> bool:
    return isinstance(target, Deal) and target.partners != "none"
