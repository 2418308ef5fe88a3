"""Our agent as a player of Catanatron."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from catanatron.models.player import Player
from tools.catanatron.actions import CHOOSES_DISCARDS, move_of
from tools.catanatron.differences import UNEXPLAINED, name_of_our_move, name_of_their_move
from tools.catanatron.follower import Follower
from tools.catanatron.host_position import HostPosition

from catanlab.bridges.jsettlers.seat_agent import SeatAgent, SeatCounts
from catanlab.framework.random import STREAMS, Random
from catanlab.games.catan.moves import CatanMove, MoveKind
from catanlab.games.catan.position import Phase
from catanlab.games.catan.view.observer import CatanObserver
from catanlab.games.catan.view.view import CatanView
from catanlab.table.clock import SystemClock
from catanlab.table.events import Event, Played

_SIMPLE_KINDS = (MoveKind.ROLL, MoveKind.END_TURN)


class AgentPlayer(Player):  # type: ignore[misc]  # the class of an untyped package
    """The agent named by `spec`, as a player of one game. Raises AgentError if there is no such agent.

    `report` is called with a sentence about each failure of the agent.
    """

    def __init__(
        self,
        color: Any,
        spec: str,
        *,
        seed: int,
        move_seconds: float = 10.0,
        report: Callable[[str], None] = lambda sentence: None,
    ) -> None:
        super().__init__(color)
        self.counts = SeatCounts()
        """Decisions and failures; `refused` counts chosen moves that their rules do not list."""
        self.compared = 0
        """How many lists of legal moves were compared."""
        self.differences: Counter[str] = Counter()
        """In how many of these lists each difference showed."""
        self.follower: Follower | None = None
        self._random = Random(seed, STREAMS["agent"] + 0x300)
        self._agent = SeatAgent(
            spec,
            "a game at Catanatron",
            seed=seed,
            move_seconds=move_seconds,
            clock=SystemClock(),
            counts=self.counts,
            report=report,
        )

    def watch(self, game: Any) -> HostPosition:
        """Take in what has happened; call it before each decision of any player."""
        if self.follower is None:
            self.follower = Follower(game, game.state.color_to_index[self.color], self._hear)
        return self.follower.watch(game)

    def decide(self, game: Any, playable_actions: Sequence[Any]) -> Any:
        """Return the action that the agent chooses; a simple one if there is no such action."""
        host = self.watch(game)
        actions = {move_of(action, host.seats): action for action in playable_actions}
        follower = self.follower
        assert follower is not None
        if follower.is_lost:
            self.counts.failures += 1
            return self._simple_action(actions)
        if not CHOOSES_DISCARDS and host.phase is Phase.DISCARDING:
            return playable_actions[0]
        view = follower.seat_state.observer.view().as_decider()
        self._compare(view, actions, host, follower)
        if len(actions) == 1:
            return playable_actions[0]
        observer = CatanObserver.from_view(view)
        move = self._agent.choose(observer, len(follower.seat_state.moves))
        if move.bare not in actions:
            self.counts.refused += 1
            return self._simple_action(actions)
        return actions[move.bare]

    def close(self) -> None:
        """Let the agent leave."""
        self._agent.close()

    def _hear(self, event: Event) -> None:
        # A discard names its seat: they ask for discards in another order than our rules do.
        if isinstance(event, Played) and isinstance(event.move, CatanMove) and event.move.by is not None:
            event = replace(event, seat=event.move.by)
        self._agent.hear(event)

    def _compare(
        self, view: CatanView, actions: dict[CatanMove, Any], host: HostPosition, follower: Follower
    ) -> None:
        """Count the differences between our list of legal moves and theirs."""
        position, ours = view.position, set(view.legal_moves)
        names = {
            # Our list has one order of discards only, but any is legal.
            move: name_of_their_move(move, position)
            for move in actions
            if move not in ours and not view.is_legal(move)
        }
        names |= {move: name_of_our_move(move, position, host) for move in ours - set(actions)}
        self.compared += 1
        self.differences.update(set(names.values()))
        for move, name in names.items():
            if name == UNEXPLAINED:
                follower.note(f"only {'they' if move in actions else 'we'} list {move}")

    def _simple_action(self, actions: dict[CatanMove, Any]) -> Any:
        """Return the roll or the end of the turn, or any action at random."""
        for kind in _SIMPLE_KINDS:
            for move, action in actions.items():
                if move.kind is kind:
                    return action
        return actions[sorted(actions)[self._random.below(len(actions))]]
