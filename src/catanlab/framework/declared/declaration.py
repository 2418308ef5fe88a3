"""The class that a declared game subclasses: an instance is a position, the class is the rule book."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from typing import Any, ClassVar, Self

from catanlab.framework.declared.actions import Action
from catanlab.framework.declared.board_play import BoardPlay
from catanlab.framework.declared.chance import Chance, Deck
from catanlab.framework.declared.checks import check_declaration
from catanlab.framework.declared.deferred import resolve
from catanlab.framework.declared.flow import GameState, Interrupt
from catanlab.framework.declared.game import DeclaredGame, game_class
from catanlab.framework.declared.holdings import Holdings
from catanlab.framework.declared.machine import Machine
from catanlab.framework.declared.move_type import move_class
from catanlab.framework.declared.position_text import position_lines
from catanlab.framework.declared.power_actions import PlayLogic
from catanlab.framework.declared.rule import Rule
from catanlab.framework.declared.structure import Structure
from catanlab.framework.declared.targets import SEAT_BITS, SEAT_SHIFT, Values
from catanlab.framework.errors import DeclarationError, IllegalMoveError
from catanlab.framework.moves import CHANCE, GROUP_SHIFT, OVER, Move
from catanlab.framework.plain import Position
from catanlab.framework.random import Random
from catanlab.framework.refusal import Refusal

_ARGUMENT = (1 << GROUP_SHIFT) - 1


def _general(code: str, sentence: str) -> Rule:
    return Rule(lambda *_: False, code, sentence)


_NO_SUCH_MOVE = _general("no-such-move", "No move has this number.")
_ONLY_CHANCE = _general("only-chance", "Only chance decides that.")
_WRONG_PHASE = _general("wrong-phase", "Moves of this kind belong to another phase.")
_NOT_ASKED = _general("not-asked", "The seat is not asked for this now.")
_NOT_ITS_MOVE = _general("not-your-decision", "It is the move of another seat.")
_GAME_OVER = _general("game-over", "The game is over.")
_IMPOSSIBLE = _general("impossible", "Chance cannot decide so here.")


class Declaration(Machine, BoardPlay, Holdings, Position):
    """A game, declared: a subclass is its rule book, and an instance of it a position.

    The subclass has a `name`, a `summary`, a number of `seats`, and everything else that this package
    offers; its methods are the rules. `Game` is then the game for tables and searches:
    `CantStop.Game(players=3)`. The docstring of the package shows a whole game. Raises DeclarationError,
    with the line, for a declaration that cannot work.
    """

    name: ClassVar[str]
    summary: ClassVar[str]
    title: ClassVar[str] = ""
    seats: int
    move_type: ClassVar[type[Move] | None] = None
    Game: ClassVar[type[DeclaredGame]]

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if cls.__bases__ != (Declaration,):
            raise DeclarationError(
                f"{cls.__name__} subclasses {cls.__bases__[0].__name__}, a game; variants are options"
            )
        structure = cls.structure = Structure(cls)
        check_declaration(structure)
        groups = structure.number_groups(cls.move_type)
        cls._turn_values = tuple((f.name, f.initial) for f in structure.fields if f.each == "turn")
        cls._by_seat = frozenset(f.name for f in structure.fields if f.by_seat)
        cls._carrying = frozenset(
            action.group_number
            for node in structure.interrupts
            if node.actors_rules
            for action in node.asked_actions
        )
        cls._flat = ("bank", "stack", "_spots", "_stale", *cls._by_seat)
        cls.Game = game_class(cls, cls.move_type or move_class(cls, structure, groups))

    _carrying: ClassVar[frozenset[int]] = frozenset()
    _flat: ClassVar[tuple[str, ...]] = ()
    _nested: ClassVar[tuple[str, ...]] = ("hands", "held", "acquired_this_turn", "_piles", "_masks")
    _fixed: ClassVar[tuple[str, ...]] = ("game", "graph", "seats")

    def __init__(self, game: DeclaredGame) -> None:
        self.game = game
        for option in self.structure.options:
            setattr(self, option.name, getattr(game, option.name))
        self.seats = game.seats
        if self.structure.boards:
            self.graph = self.structure.boards[0].make(game)
        for field in self.structure.fields:
            initial = resolve(field.initial, game)
            setattr(self, field.name, [initial] * self.seats if field.by_seat else initial)
        self._result: tuple[int, ...] = ()
        self._set_board()
        self._set_holdings()
        self.set_up_pieces()
        self._set_machine()

    # What a game may say beyond its declared parts.

    def set_up_pieces(self) -> None:
        """Put pieces on the board before the game begins; by default none."""

    def winners(self) -> Sequence[int]:
        """Return the seats that share the win, once the game is over; by default the highest scores."""
        scores = [self.score(seat) for seat in range(self.seats)]
        return [seat for seat in range(self.seats) if scores[seat] == max(scores)]

    def public_score(self, seat: int) -> int:
        """Return the score of a seat as others know it; by default all of it."""
        return self.score(seat)

    def lines(self, seats: Container[int]) -> list[str]:
        """Return the position as text for people, with the secrets of these seats only."""
        return position_lines(self, seats)

    # What observers of games with secrets do.

    def make_possible(self, move: int, viewer: int | None, random: Random) -> None:
        """Deal hidden cards again so that another seat's move, which the viewer has seen, is legal.

        A game whose moves depend on hidden cards in hand overrides it; powers of a deck are dealt here. The
        viewer must not be able to tell the difference: its own cards stay, and so does all that is public.
        """
        node = self.stack[-1] if self.stack else None
        if isinstance(node, Deck):
            values = node.target.decode(self, move & _ARGUMENT)
            if values is not None and self.drawer == viewer and not self.left_in(node)[values[0]]:
                self.return_card(node, node.cards[values[0]], viewer, random)
        elif node is not None and not isinstance(node, Chance) and self._to_move != viewer:
            action = node.by_group.get(move >> GROUP_SHIFT)
            if isinstance(action, PlayLogic):
                for deck in self.structure.decks:
                    if action.logic in deck.cards:
                        self.deal_card_to(deck, self._to_move, action.logic, viewer, random)

    def moves_of_group(self, move: int) -> list[int]:
        """Return every legal move of the same group and seat, if some seats may see others in its place."""
        node = self.stack[-1]
        action: Action | None = node.by_group.get(move >> GROUP_SHIFT)
        if action is None or not (action.seen_rules or action.shown_rules):
            return []
        seat, _ = self._split(node, action, move)
        carried = move & SEAT_BITS if isinstance(node, Interrupt) and node.actors_rules else 0
        if seat not in self.deciders():
            return []
        return [
            action.base | action.target.encode(self, *values) | carried
            for values in action.target.every(self)
            if action.allows(self, seat, values)
        ]

    def declare_over(self, winners: Sequence[int]) -> None:
        """End the game with these winners, who won by hidden cards."""
        self._result = tuple(winners)
        self.stack = []
        self._settle()

    # What rules call.

    def do(self, action: Action, seat: int, *values: Any) -> None:
        """Do an action without a decision of a player; raises IllegalMoveError if a rule forbids it."""
        for rule in action.failing(self, seat, values):
            raise IllegalMoveError(f"{action.title} cannot be done: {rule.sentence}")
        action.carry_out(self, seat, values)

    def after(self, seat: int) -> list[int]:
        """Return the seats in turn order, from this one onwards."""
        return [(seat + step) % self.seats for step in range(self.seats)]

    # The contract of positions.

    def to_move(self) -> int:
        """Return the seat that is asked next, CHANCE or OVER."""
        return self._to_move

    def deciders(self) -> Sequence[int]:
        """Return the seats that may decide now, ascending."""
        if self._to_move in (CHANCE, OVER):
            return ()
        node = self.stack[-1]
        if isinstance(node, Interrupt) and node.own_actions:
            return sorted({*self._actors, self.on_turn})
        return sorted(self._actors)

    def question(self) -> int:
        """Return the number of a question to several seats while it is open, else 0."""
        node = self.stack[-1] if self.stack else None
        return self.questions if isinstance(node, Interrupt) and node.actors_rules else 0

    def ask(self, seat: int) -> None:
        """Let a decider be the seat to move."""
        self._to_move = seat

    def legal(self) -> Sequence[int]:
        """Return the moves listed for the seat to move."""
        node, seat = self.stack[-1], self._to_move
        moves: list[int] = []
        for action in self._open_actions(node, seat):
            action.list_into(self, seat, moves)
        return moves

    def _open_actions(self, node: Any, seat: int) -> Sequence[Action]:
        """Return the actions that a state or interrupt offers to a seat."""
        if isinstance(node, GameState):
            return node.actions
        if seat not in self._actors:
            return node.own_actions  # type: ignore[no-any-return]
        return node.asked_actions if seat != self.on_turn else node.actions  # type: ignore[no-any-return]

    def _split(self, node: Any, action: Action, move: int) -> tuple[int, int]:
        """Return the seat that makes a move, and the number of its target."""
        number = move & _ARGUMENT
        if isinstance(node, Interrupt):
            if action.by == "on turn":
                return self.on_turn, number
            if node.actors_rules:
                carried = number >> SEAT_SHIFT
                return (carried - 1 if carried else self._to_move), number & ~SEAT_BITS
        return self._to_move, number

    def mover(self, move: int) -> int:
        """Return the seat that makes a legal move."""
        if self._to_move in (CHANCE, OVER):
            return self._to_move
        node = self.stack[-1]
        action = node.by_group.get(move >> GROUP_SHIFT)
        return self._to_move if action is None else self._split(node, action, move)[0]

    def by(self, move: int, seat: int) -> int:
        """Return the move as a seat makes it: it carries the seat if another is asked next."""
        carried = (move & SEAT_BITS) >> SEAT_SHIFT
        if move >> GROUP_SHIFT not in self._carrying or carried not in (0, seat + 1):
            return move
        return move & ~SEAT_BITS | (0 if seat == self._to_move else (seat + 1) << SEAT_SHIFT)

    def is_legal(self, move: int) -> bool:
        """Say whether the rules allow the move or outcome, listed or not."""
        if self._to_move == CHANCE:
            return any(move == outcome for outcome, _ in self.outcomes())
        if self._to_move == OVER:
            return False
        node = self.stack[-1]
        action: Action | None = node.by_group.get(move >> GROUP_SHIFT)
        if action is None:
            return False
        seat, number = self._split(node, action, move)
        if action.by == "asked" and seat not in self._actors:
            return False
        values = action.target.decode(self, number)
        if values is None or action.base | number | (move & SEAT_BITS) != move:
            return False
        return action.allows(self, seat, values)

    def failing(self, move: int, seat: int | None = None) -> Iterator[Rule]:
        """Yield every rule that forbids a move now, with its code and sentence; nothing if it is legal.

        With a seat, it is asked about the move as that seat makes it.
        """
        if self._to_move == OVER:
            yield _GAME_OVER
            return
        group, number = move >> GROUP_SHIFT, move & _ARGUMENT
        node = self.stack[-1]
        if isinstance(node, Chance):
            if not self.is_legal(move):
                yield _IMPOSSIBLE if group == node.group_number else _WRONG_PHASE
            return
        carried = number >> SEAT_SHIFT if group in self._carrying else 0
        if seat is not None and carried not in (0, seat + 1):
            yield _NOT_ITS_MOVE
        action = node.by_group.get(group)
        if action is None:
            yield self._why_not_here(group)
            return
        maker, number = self._split(node, action, move)
        values = action.target.decode(self, number)
        if values is None:
            yield _NO_SUCH_MOVE
            return
        if seat is not None and maker != seat:
            yield _NOT_ITS_MOVE
        if action.by == "asked" and maker not in self._actors:
            yield _NOT_ASKED
            if not 0 <= maker < self.seats:
                return
        yield from action.failing(self, maker, values)

    def _why_not_here(self, group: int) -> Rule:
        if any(chance.group_number == group for chance in self.structure.chances):
            return _ONLY_CHANCE
        if any(action.group_number == group for action in self.structure.actions):
            node = self.stack[-1]
            allowed = ", ".join(
                action.group if isinstance(action.group, str) else action.title for action in node.actions
            )
            words = f"The phase is '{node.title}', where these are allowed: {allowed}."
            return _general(_WRONG_PHASE.code, words)
        return _NO_SUCH_MOVE

    def refusal(self, move: int, seat: int | None = None) -> Refusal | None:
        """Return why a move is refused, with the code and sentence of a rule; None if it is legal."""
        for rule in self.failing(move, seat):
            return Refusal(rule.code, rule.sentence.removesuffix("."))
        return None

    def illegal_reason(self, move: int) -> str:
        """Return the sentence of the rule that forbids the move."""
        refusal = self.refusal(move)
        return refusal.text if refusal else "not legal here"

    def outcomes(self) -> Sequence[tuple[int, float]]:
        """Return the possible outcomes and their probabilities."""
        node = self.stack[-1] if self.stack else None
        if not isinstance(node, Chance):
            return []
        base = node.group_number << GROUP_SHIFT
        return [(base | number, chance) for number, chance in node.outcomes(self)]

    def apply(self, move: int) -> None:
        """Carry out a legal move or outcome, with everything that follows."""
        node = self.stack[-1]
        if isinstance(node, Chance):
            self.stack.pop()
            values = node.target.decode(self, move & _ARGUMENT)
            assert values is not None
            node.carry_out(self, *values)
        else:
            action: Action = node.by_group[move >> GROUP_SHIFT]
            seat, number = self._split(node, action, move)
            decoded = action.target.decode(self, number)
            assert decoded is not None
            is_state = isinstance(node, GameState)
            if node.once and not is_state:
                self._leave(node)
            steps = self._steps
            action.carry_out(self, seat, decoded)
            if node.once and is_state and self._steps == steps:
                if self.stack[-1] is node:
                    self.next_state()
                else:
                    self._leaves_state = True
        self._settle()

    def returns(self) -> Sequence[float]:
        """Return each seat's share of the win."""
        winners = self._result or self.winners()
        return [1 / len(winners) if seat in winners else 0.0 for seat in range(self.seats)]

    def turn(self) -> int:
        """Return how many turns have been completed."""
        return self.turns

    def seen(self, move: int, seat: int | None) -> int:
        """Return the move or outcome as the seat sees it, or a spectator for None."""
        node = self.stack[-1] if self.stack else None
        group, number = move >> GROUP_SHIFT, move & _ARGUMENT
        if isinstance(node, Chance):
            values = node.target.decode(self, number)
            if group == node.group_number and values is not None:
                seats = node.seats_that_see(self, *values)
                if seats is not None and seat not in seats:
                    return group << GROUP_SHIFT | node.target.hidden  # type: ignore[attr-defined, no-any-return]
            return move
        action = None if node is None else node.by_group.get(group)
        if action is None:
            return move
        mover, number = self._split(node, action, move)
        values = action.target.decode(self, number)
        if values is None or not 0 <= mover < self.seats:
            return move
        shown: int = action.seen(self, seat, mover, values, number)
        return (
            move
            if shown == number
            else action.base | shown | (move & SEAT_BITS if shown >> SEAT_SHIFT == 0 else 0)
        )

    def copy(self) -> Self:
        """Return an independent copy."""
        twin = object.__new__(type(self))
        data = twin.__dict__
        data.update(self.__dict__)
        for name in self._flat:
            data[name] = data[name].copy()
        for name in self._nested:
            data[name] = [row.copy() for row in data[name]]
        return twin

    def __reduce__(self) -> tuple[Any, ...]:
        moving = {name: value for name, value in self.__dict__.items() if name not in self._fixed}
        return _restore, (self.game, moving)

    def __str__(self) -> str:
        return "\n".join(self.lines(range(self.seats)))

    def __repr__(self) -> str:
        if self._to_move == OVER:
            return f"over, won by {', '.join(f'seat {seat}' for seat in self._result or self.winners())}"
        who = "chance" if self._to_move == CHANCE else f"seat {self._to_move} to move"
        return f"turn {self.turns + 1} of seat {self.on_turn}, {self.stack[-1].title}, {who}"


def _restore(game: DeclaredGame, moving: dict[str, Values]) -> Declaration:
    """Return a pickled position."""
    position = game.first_position()
    position.__dict__.update(moving)
    return position
