"""The flow of a game: cycles of turns, the states of a turn, and interrupts in which others decide."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from catanlab.framework.declared.rule import Declared, Function, Rule

if TYPE_CHECKING:
    from catanlab.framework.declared.actions import Action


class Node(Declared):
    """A place in the flow where somebody decides."""

    def __init__(self, actions: Sequence[Action]) -> None:
        super().__init__()
        self.actions = tuple(actions)
        self.by_group: dict[int, Action] = {}
        self.activated_rules: list[Rule] = []
        self.deactivated_rules: list[Rule] = []

    def activated(self, function: Function) -> Function:
        """Add a trigger that runs when it begins."""
        return self.hang(self.activated_rules)(function)

    def deactivated(self, function: Function) -> Function:
        """Add a trigger that runs when it ends."""
        return self.hang(self.deactivated_rules)(function)


class GameState(Node):
    """A phase of a turn, with the actions that are allowed in it.

    The seat on turn leaves it by a NextGameState; or by itself: if `once`, after one move and all that it
    began, or as soon as its `left_when` predicate holds.
    """

    noun = "game state"

    def __init__(self, actions: Sequence[Action], *, once: bool = False) -> None:
        super().__init__(actions)
        self.once = once
        self.left_rules: list[Rule] = []

    def left_when(self, function: Function) -> Function:
        """Set when the state ends automatically: (self) -> bool."""
        return self.hang(self.left_rules)(function)


class Interrupt(Node):
    """A decision of other seats, or another one of the same seat; then the game returns to its state.

    `self.begin(self.discarding)` starts it. It ends after one move if `once`, as soon as its `until`
    predicate holds, or when nobody is left to be asked. Then the interrupt `then` begins, if there is
    one.

        @discarding.actors     who is asked, in this order     (self) -> seats; by default the seat on turn
        @free_roads.until      when it is over                 (self) -> bool

    Where there are `actors`, they may decide in any order, and a move made before its turn carries its
    seat. Actions declared with `by="on turn"` are those of the seat on turn meanwhile.
    """

    noun = "interrupt"

    def __init__(
        self, actions: Sequence[Action], *, once: bool = False, then: Interrupt | None = None
    ) -> None:
        super().__init__(actions)
        self.once = once
        self.then = then
        self.actors_rules: list[Rule] = []
        self.until_rules: list[Rule] = []
        self.asked_actions = tuple(action for action in actions if action.by == "asked")
        self.own_actions = tuple(action for action in actions if action.by == "on turn")

    def actors(self, function: Function) -> Function:
        """Set the seats that are asked, in order."""
        return self.hang(self.actors_rules)(function)

    def until(self, function: Function) -> Function:
        """Set when it ends."""
        return self.hang(self.until_rules)(function)


def clockwise(turn: int, seats: int) -> int:
    """The seats one after the other, again and again."""
    return turn % seats


def snake(turn: int, seats: int) -> int:
    """The seats forwards, then backwards, and so on."""
    place = turn % (2 * seats)
    return place if place < seats else 2 * seats - 1 - place


class Cycle(Declared):
    """A stage of the game: turns of the seats in an order, each through the same states.

    It is left for the next cycle when its `until` predicate holds and the `when` predicate of the next one,
    where they are declared; both are asked after every move. A cycle without states is the end of the game.

        @set_up.until          deactivation predicate           (self) -> bool
        @victory.when          activation predicate             (self) -> bool
        @main.turn_ended       what follows at the end of a turn, before the next seat has its turn
        @main.activated, @main.deactivated

    `order` gives the seat of each turn of the cycle; `counted` says whether they count as turns of the
    game.
    """

    noun = "cycle"

    def __init__(
        self,
        states: Sequence[GameState] = (),
        *,
        order: Callable[[int, int], int] = clockwise,
        counted: bool = True,
    ) -> None:
        super().__init__()
        self.states = tuple(states)
        self.order = order
        self.counted = counted
        self.following: Any = None
        self.until_rules: list[Rule] = []
        self.when_rules: list[Rule] = []
        self.activated_rules: list[Rule] = []
        self.deactivated_rules: list[Rule] = []
        self.turn_ended_rules: list[Rule] = []

    @property
    def is_last(self) -> bool:
        """Whether the game is over in it."""
        return not self.states

    def until(self, function: Function) -> Function:
        """Set when the cycle may end."""
        return self.hang(self.until_rules)(function)

    def when(self, function: Function) -> Function:
        """Set when the cycle may begin."""
        return self.hang(self.when_rules)(function)

    def activated(self, function: Function) -> Function:
        """Add a trigger that runs when it begins."""
        return self.hang(self.activated_rules)(function)

    def deactivated(self, function: Function) -> Function:
        """Add a trigger that runs when it ends."""
        return self.hang(self.deactivated_rules)(function)

    def turn_ended(self, function: Function) -> Function:
        """Add a trigger that runs when a turn has ended."""
        return self.hang(self.turn_ended_rules)(function)
