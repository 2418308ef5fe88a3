"""The flow in play: whose turn it is, in which state, who is asked, and what comes next."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from catanlab.framework.declared.chance import Chance
from catanlab.framework.declared.deferred import resolve
from catanlab.framework.declared.flow import Cycle, GameState, Interrupt
from catanlab.framework.moves import CHANCE, OVER

if TYPE_CHECKING:
    from catanlab.framework.declared.structure import Structure


class Machine:
    """The part of a position that is about turns: a state at the bottom, interrupts and chance above it."""

    structure: ClassVar[Structure]
    game: Any
    seats: int
    stack: list[Any]
    """The state of the turn, and above it what interrupts it; the topmost decides next."""
    cycle: Cycle
    on_turn: int
    """The seat whose turn it is."""
    turns: int
    """How many turns have been completed."""
    cycle_turn: int
    """How many turns of this cycle have been completed."""
    questions: int
    """How many questions have been put to several seats."""
    acquired_this_turn: list[list[int]]
    _to_move: int
    _actors: tuple[int, ...]
    _steps: int
    """How many states have been left."""
    _leaves_state: bool
    """Whether the state had its one move and is left as soon as all that it began is over."""

    def _set_machine(self) -> None:
        """Begin the first turn of the first cycle."""
        self.stack = []
        self.on_turn = self.turns = self.cycle_turn = self.questions = self._steps = 0
        self._leaves_state = False
        self._to_move = OVER
        self._actors = ()
        self._enter(self.structure.cycles[0])
        self._settle()

    def begin(self, node: Interrupt | Chance) -> None:
        """Interrupt the game: others decide, or chance does, and then it goes back to where it was."""
        self.stack.append(node)
        if isinstance(node, Interrupt):
            if node.actors_rules:
                self.questions += 1
            for rule in node.activated_rules:
                rule.function(self)

    def next_state(self) -> None:
        """Go to the next state of the turn, or to the turn of the next seat."""
        state: GameState = self.stack[0]
        self._steps += 1
        self._leaves_state = False
        for rule in state.deactivated_rules:
            rule.function(self)
        states = self.cycle.states
        place = states.index(state) + 1
        if place < len(states):
            self.stack[0] = states[place]
            for rule in states[place].activated_rules:
                rule.function(self)
        else:
            self._end_turn()

    def _end_turn(self) -> None:
        cycle = self.cycle
        if cycle.counted:
            self.turns += 1
        self.cycle_turn += 1
        for rule in cycle.turn_ended_rules:
            rule.function(self)
        for name, initial in self._turn_values:
            setattr(self, name, [initial] * self.seats if name in self._by_seat else initial)
        for powers in self.acquired_this_turn:
            if any(powers):
                powers[:] = [0] * len(powers)
        if not self._pass_on():
            self._begin_turn()

    def _begin_turn(self) -> None:
        """Give the turn to the seat whose it is, in the first state of the cycle."""
        order = resolve(self.cycle.order, self.game)
        self.on_turn = order(self.cycle_turn, self.seats)
        first = self.cycle.states[0]
        self.stack = [first]
        for rule in first.activated_rules:
            rule.function(self)

    _turn_values: ClassVar[tuple[tuple[str, Any], ...]] = ()
    _by_seat: ClassVar[frozenset[str]] = frozenset()

    def _pass_on(self) -> bool:
        """Enter the next cycle if both predicates allow it; say whether they did."""
        cycle = self.cycle
        following = cycle.following
        if following is None or not (cycle.until_rules or following.when_rules):
            return False
        for rule in cycle.until_rules:
            if not rule.function(self):
                return False
        for rule in following.when_rules:
            if not rule.function(self):
                return False
        for rule in cycle.deactivated_rules:
            rule.function(self)
        self._enter(following)
        return True

    def _enter(self, cycle: Cycle) -> None:
        self.cycle = cycle
        self.cycle_turn = 0
        self._leaves_state = False
        for rule in cycle.activated_rules:
            rule.function(self)
        if cycle.is_last:
            self.stack = []
        else:
            self._begin_turn()

    def _leave(self, node: Interrupt) -> None:
        """End the topmost interrupt."""
        self.stack.pop()
        for rule in node.deactivated_rules:
            rule.function(self)
        if node.then is not None:
            self.begin(node.then)

    def _settle(self) -> None:
        """Let everything happen that happens by itself, up to the next decision."""
        while True:
            if self._leaves_state and len(self.stack) == 1:
                self.next_state()
            if self.stack:
                self._pass_on()
            if not self.stack:
                self._to_move = OVER
                self._actors = ()
                return
            node = self.stack[-1]
            if isinstance(node, GameState):
                if node.left_rules and all(rule.function(self) for rule in node.left_rules):
                    self.next_state()
                    continue
                self._to_move = self.on_turn
                self._actors = (self.on_turn,)
            elif isinstance(node, Interrupt):
                if node.until_rules and all(rule.function(self) for rule in node.until_rules):
                    self._leave(node)
                    continue
                if node.actors_rules:
                    actors = tuple(node.actors_rules[0].function(self))
                    if not actors and not node.own_actions:
                        self._leave(node)
                        continue
                else:
                    actors = (self.on_turn,)
                self._actors = actors
                self._to_move = actors[0] if actors else self.on_turn
            else:
                self._to_move = CHANCE
                self._actors = ()
            return
