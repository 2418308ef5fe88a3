"""The base class of agents: an agent chooses moves from views, hears events, and can explain its moves."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Generic, cast

from catanlab.framework.errors import ArgumentError

if TYPE_CHECKING:
    from typing_extensions import TypeVar  # which every type checker brings along

    from catanlab.framework.game import Game
    from catanlab.framework.moves import Move
    from catanlab.framework.observer import View
    from catanlab.framework.random import Random
    from catanlab.table.clock import Deadline
    from catanlab.table.events import Event

    ViewT = TypeVar("ViewT", bound=View, default=Any, contravariant=True)
else:
    from typing import TypeVar

    ViewT = TypeVar("ViewT", contravariant=True)


@dataclass(frozen=True)
class Explanation:
    """Why a move was made: a sentence for people, and data (anything JSON can hold) for programs.

    Raises ArgumentError unless the text is a str and the data a mapping.
    """

    text: str
    data: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not isinstance(self.text, str):
            raise ArgumentError(f"the text of an Explanation is a str, not {type(self.text).__name__}")
        if not isinstance(self.data, Mapping):
            raise ArgumentError(
                f"the data of an Explanation is a dict or another mapping, not {type(self.data).__name__}"
            )


class _NameOfClass:
    """The name of an agent that declares none: that of its class, in the spelling of the registry."""

    def __get__(self, agent: object, owner: type) -> str:
        words = re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[^A-Z_]+", owner.__name__)
        return "-".join(words).lower() or "agent"


class Agent(ABC, Generic[ViewT]):
    """A player. Only `choose` must be written; the other methods do nothing by default.

    >>> from catanlab import Agent, Table
    >>> from catanlab.games import Gomoku
    >>> class FirstMove(Agent):
    ...     def choose(self, view, deadline):
    ...         return view.legal_moves[0]
    >>> table = Table(Gomoku(size=3, line=3), [FirstMove(), FirstMove()])
    >>> table.play().winner
    0
    >>> table.agents[0].name
    'first-move'

    An agent sees the game through views and events only. Any error that it raises becomes an incident at
    the table, and a fallback move replaces its own. One agent object sits at one table at a time.

    For type checkers `Agent[CatanView]` is an agent whose views are of Catan, and `Agent` takes any views.
    """

    name: str = cast(str, _NameOfClass())
    """Its name in records and reports: by default that of its class, `my-bot` for `MyBot`.

    An agent that a spec makes, such as one in a match, is called by its spec."""
    games: ClassVar[tuple[str, ...]] = ()
    """The names of the games it plays; empty for any."""
    searches: ClassVar[bool] = False
    """Whether it may think long about a move: agents that do not are never asked behind one that does."""

    @property
    def listens(self) -> bool:
        """Whether the table reports events to `hear`: by default, if the class overrides it.

        An agent may declare it, such as `listens = False`. The table looks once, when the agent is seated.
        """
        return type(self).hear is not Agent.hear

    @property
    def speaks(self) -> bool:
        """Whether the table asks for statements by `say`: by default, if the class overrides it.

        An agent may declare it, such as `speaks = False`. The table looks once, when the agent is seated.
        """
        return type(self).say is not Agent.say

    game: Game
    seat: int
    random: Random
    """The agent's own source of random numbers. The table sets it before every `choose` and every `say`,
    from the seed, the seat and the number of moves played, so that a resumed game goes on unchanged."""

    def start(self, game: Game, seat: int, random: Random) -> None:
        """Take a seat at a new game; a method that overrides this one calls `super().start` first."""
        self.game = game
        self.seat = seat
        self.random = random

    def check(self, game: Game) -> None:
        """Raise AgentError if the agent, with its options, cannot play this game; called before a match."""

    @abstractmethod
    def choose(self, view: ViewT, deadline: Deadline) -> Move | int | str:
        """Return the move to make: a move of the game, its number or its text.

        `deadline.left()` returns the seconds that remain; a later answer does not count.
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

    def hear(self, event: Event) -> None:
        """Receive a move, an outcome, a statement, a proposal or the end of the game, as this seat sees it.

        Its own moves and statements are among them.

        A view holds the whole log of moves, so that most agents do not need this.
        """

    def say(self, view: ViewT) -> Sequence[str]:
        """Return statements to the table, a line of text each.

        Every seat is asked before each choice of any seat, and after a person has spoken. The number of
        statements in a turn is limited.
        """
        return ()

    def consider(self, view: ViewT, seat: int, deal: str) -> bool:
        """Return whether to take the deal that another seat proposes to this one, which is on turn.

        `deal` is a text from the side of the seat that proposes it, such as `1 wood for 1 ore`: that seat
        gives the wood. By default nothing is taken.
        """
        return False

    def set_budget(self, part: float) -> None:
        """Think with this part of the usual budget from now on: 1 is all of it."""

    def explain(self) -> Explanation | None:
        """Return why the last move was chosen, or None."""
        return None

    def public_reason(self) -> str | None:
        """Return a reason for the last move that other players may read during the game, or None.

        It gives nothing away: it follows from the move and from what everybody sees, so that it is the same
        in all worlds that the other seats take for possible.
        """
        return None

    def close(self) -> None:
        """Leave the table, and release processes, files and the like."""

    def __repr__(self) -> str:
        return f"<agent {self.name}>"
