"""What a player at the table is: it chooses moves from views, hears what happens, and can explain."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

if TYPE_CHECKING:
    from catanlab.framework.game import Game
    from catanlab.framework.moves import Move
    from catanlab.framework.observer import View
    from catanlab.framework.random import Random
    from catanlab.table.clock import Deadline
    from catanlab.table.events import Event


@dataclass(frozen=True)
class Explanation:
    """Why a move was made: a sentence for people, and plain data (what JSON can hold) for programs."""

    text: str
    data: Mapping[str, Any] = field(default_factory=dict)


class Agent(ABC):
    """A player. Only `choose` must be written; the other methods do nothing unless overridden.

    >>> from catanlab.games.gomoku import Gomoku
    >>> from catanlab.table.table import Table
    >>> class First(Agent):
    ...     name = "first"
    ...
    ...     def choose(self, view, deadline):
    ...         return view.legal_moves[0]
    >>> table = Table(Gomoku(size=3, line=3), [First(), First()])
    >>> table.play().winner
    0

    An agent sees the game through views and events only. Whatever it raises becomes an incident at the
    table, and a fallback move is made in its place. One agent object sits at one table at a time.
    """

    name: str = "agent"
    """What the record calls it."""
    games: ClassVar[tuple[str, ...]] = ()
    """The names of the games it plays; empty for any."""

    game: Game
    seat: int
    random: Random
    """The agent's own source of chance. The table sets it anew before every choice and every `say`,
    from the seed, the seat and the number of moves played, so that a resumed game goes on unchanged."""

    def start(self, game: Game, seat: int, random: Random) -> None:
        """Take a seat at a new game; whoever overrides this calls `super().start` first."""
        self.game = game
        self.seat = seat
        self.random = random

    def check(self, game: Game) -> None:  # noqa: B027 - most agents need not
        """Raise AgentError if the agent, as it was made, cannot play this game; asked before a match."""

    @abstractmethod
    def choose(self, view: View, deadline: Deadline) -> Move | int | str:
        """Return the move to make: a move of the game, its number or its text.

        `deadline.left()` says how many seconds remain; a later answer does not count.
        """

    def native_policy(self) -> str | None:
        """Return the playout policy that chooses as this agent does, as text, or None if there is none.

        Matches between agents that have one are played without Python in the loop. The text is what
        `make_policy` reads: `groups`, or the import path of a compiled policy. The policy draws from the
        same distribution as `choose`, and the agent must not depend on `hear`, `say` or the clock.

        A subclass does not inherit the method, for it may play otherwise: it has none unless it says so in
        its own body, such as `native_policy = RandomAgent.native_policy`.
        """
        return None

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        if "native_policy" not in vars(cls):
            cls.native_policy = Agent.native_policy  # type: ignore[method-assign]

    def hear(self, event: Event) -> None:  # noqa: B027 - most agents need not
        """Take in a move, an outcome, a statement or the end of the game, as this seat sees it.

        Views carry the whole log, so that an agent without memory of its own needs none of this.
        """

    def say(self, view: View) -> Sequence[str]:
        """Return what to say to the table now: statements of interest, a line of text each.

        Every seat is asked before each choice of any seat, and when a person has spoken. Only so many
        statements a turn are heard.
        """
        return ()

    def explain(self) -> Explanation | None:
        """Return why the last move was chosen, or None."""
        return None

    def close(self) -> None:  # noqa: B027 - most agents need not
        """Leave the table: give back what was taken, such as processes and files."""

    def __repr__(self) -> str:
        return f"<agent {self.name}>"
