"""The parts of a declaration, collected from its class and numbered."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from catanlab.framework.declared.actions import Action
from catanlab.framework.declared.chance import Chance, Deck
from catanlab.framework.declared.deferred import Option
from catanlab.framework.declared.fields import Field
from catanlab.framework.declared.flow import Cycle, GameState, Interrupt
from catanlab.framework.declared.graph import GraphPlan
from catanlab.framework.declared.pieces import Placeable
from catanlab.framework.declared.powers import Logic
from catanlab.framework.declared.resources import Resources
from catanlab.framework.declared.rule import Declared, Rule
from catanlab.framework.moves import Move


class HungRule(NamedTuple):
    """A rule, and where it hangs."""

    part: Declared
    event: str
    """The decorator that hung it there, or `builtin`."""
    rule: Rule
    is_predicate: bool


class Structure:
    """Everything that the class of a game declares, in the order in which it stands there."""

    def __init__(self, owner: type) -> None:
        self.owner = owner
        # Once each: `seats = players` is a second name for an option.
        parts = list({id(part): part for part in vars(owner).values()}.values())
        self.options = [part for part in parts if isinstance(part, Option)]
        self.fields = [part for part in parts if isinstance(part, Field)]
        self.boards = [part for part in parts if isinstance(part, GraphPlan)]
        self.resources = [part for part in parts if isinstance(part, Resources)]
        self.pieces = _numbered(parts, Placeable)
        self.logics = _numbered(parts, Logic)
        self.chances = _numbered(parts, Chance)
        self.decks = [chance for chance in self.chances if isinstance(chance, Deck)]
        self.actions = _numbered(parts, Action)
        self.states = _numbered(parts, GameState)
        self.interrupts = _numbered(parts, Interrupt)
        self.cycles = _numbered(parts, Cycle)
        for first, second in zip(self.cycles, self.cycles[1:], strict=False):
            first.following = second
        for number, deck in enumerate(self.decks):
            deck.name_cards()
            deck.pile = number

    @cached_property
    def in_the_way(self) -> list[list[int]]:
        """For each piece, the numbers of the pieces that it shares no place with."""
        return [
            [
                other.index
                for other in self.pieces
                if other.kind == piece.kind
                and not piece.may_share(other)
                and not (piece is other and piece.shared)
            ]
            for piece in self.pieces
        ]

    @property
    def nodes(self) -> list[Any]:
        """Every state and interrupt."""
        return [*self.states, *self.interrupts]

    def rules(self) -> Iterator[HungRule]:
        """Yield every rule of the game with the thing that it hangs on, in the order of declaration."""
        for part in vars(self.owner).values():
            if isinstance(part, Declared) and part.owner is self.owner:
                for event, is_predicate, rules in _events(part):
                    for rule in rules:
                        yield HungRule(part, event, rule, is_predicate)

    def number_groups(self, move_type: type[Move] | None) -> list[str]:
        """Give every action and chance the number of its group; return the names of the groups."""
        names: list[str] = [] if move_type is None else list(move_type.groups)
        for part in (*self.actions, *self.chances):
            group = part.group
            if isinstance(group, int):
                number = group
            elif group in names:
                number = names.index(group)
            elif move_type is None:
                number = len(names)
                names.append(group)
            else:
                raise part.refuse(f"is of a group {group!r} that {move_type.__name__} does not have")
            if isinstance(part, Action):
                part.complete(number)
            else:
                part.group_number = number
        for node in self.nodes:
            for action in node.actions:
                if action.group_number in node.by_group:
                    raise node.refuse(f"has two actions of the group {action.group!r}")
                node.by_group[action.group_number] = action
        return names


_PREDICATES = ("where_rules", "cost_rules", "when_rules", "until_rules", "left_rules", "builtin_rules")
_NAMES = {"cost_rules": "payable", "left_rules": "left_when", "seen_rules": "seen_by"}


def _events(part: Declared) -> Iterator[tuple[str, bool, Sequence[Rule]]]:
    """Yield the events of a declared thing, whether their rules are predicates, and the rules."""
    if isinstance(part, Action):
        yield "builtin", True, part.builtin_rules
    for name, rules in vars(part).items():
        if name.endswith("_rules") and name != "builtin_rules":
            yield _NAMES.get(name, name.removesuffix("_rules")), name in _PREDICATES, rules
    if isinstance(part, Placeable):
        for name, rules in part.triggers.items():
            yield name, False, rules


def _numbered(parts: list[Any], kind: type[Any]) -> list[Any]:
    found: list[Any] = []
    for part in parts:
        if isinstance(part, kind) and part not in found:
            if isinstance(part, Declared):
                part.index = len(found)
            found.append(part)
    return found
