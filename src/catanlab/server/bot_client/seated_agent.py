"""An agent that hears what its seat hears, and is asked in a thread: the stream goes on while it thinks."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

from catanlab.agents.registry import make_agent
from catanlab.framework.observer import Observer
from catanlab.server.bot_client.seat_game import SeatGame
from catanlab.table.agent_replies import Failure
from catanlab.table.events import Event
from catanlab.table.in_process_seat import InProcessSeat

_T = TypeVar("_T")


class SeatedAgent:
    """An agent in the seat of a game that has begun; raises AgentError if it cannot play this game."""

    def __init__(self, agent: str, game: SeatGame, seed: int) -> None:
        if game.game is None or game.seat is None:
            raise ValueError("an agent sits in a seat of a game")
        made = make_agent(agent)
        made.check(game.game)
        self.game = game
        self.complaints: list[str] = []
        """Errors of the agent while it heard events, which do not spoil its answers."""
        self._seat = InProcessSeat(made, game.game, game.seat, seed)
        self._told = 0
        self._is_started = False

    @property
    def speaks(self) -> bool:
        """Whether the agent makes statements."""
        return self._seat.speaks

    async def ask(self, ask: Callable[[InProcessSeat, Observer], _T]) -> _T:
        """Let the agent hear the news, and ask it; raises Failure."""
        game = self.game
        assert game.observer is not None
        news, self._told = game.heard[self._told :], len(game.heard)
        # The game goes on while the agent thinks: it looks at a copy.
        return await asyncio.to_thread(self._asked, news, game.observer.copy(), ask)

    def _asked(
        self, news: list[Event], observer: Observer, ask: Callable[[InProcessSeat, Observer], _T]
    ) -> _T:
        if not self._is_started:
            self._is_started = True
            self._seat.start()
        self._seat.get_ready()
        for event in news if self._seat.listens else ():
            try:
                self._seat.hear(event)
            except Failure as failure:
                self.complaints.append(f"{failure.kind}: {failure.text}")
        return ask(self._seat, observer)

    def close(self) -> None:
        """Let the agent leave."""
        self._seat.close()
