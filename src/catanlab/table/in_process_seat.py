"""A seat's agent in this process: asks it, and turns whatever it raises into a Failure."""

from __future__ import annotations

import signal
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TypeVar

from catanlab.framework.game import Game
from catanlab.framework.moves import Move
from catanlab.framework.observer import Observer, View
from catanlab.framework.random import STREAMS, Random
from catanlab.framework.wording import one_line
from catanlab.table.agent import Agent, Explanation
from catanlab.table.agent_replies import (
    MAX_STATEMENT_CHARACTERS,
    Failure,
    StartFailure,
    explanation,
    legal_move,
    plain_answer,
    safe_repr,
    statements,
)
from catanlab.table.agent_traceback import error_text, traceback_text
from catanlab.table.clock import Deadline
from catanlab.table.events import Event
from catanlab.table.whole_answer import WholeAnswer

Result = TypeVar("Result")


def agent_seed(seed: int, seat: int) -> int:
    """Return a seed of the agent's own, drawn from the seed of the table."""
    random = Random(seed, STREAMS["agent"] + seat)
    return random.below(2**31 - 1) << 31 | random.below(2**31 - 1)


def agent_random(seed: int, seat: int, index: int) -> Random:
    """Return the agent stream of a seat at an index.

    The agent starts with index 0, chooses after n moves with 2n + 1 and speaks then with 2n + 2.
    """
    return Random(seed, STREAMS["agent"] + seat, index)


class InProcessSeat:
    """An agent in this process. If the agent fails, the methods raise Failure and nothing else.

    A failure in `start` is kept and raised by `get_ready`, which is called before the agent is asked.
    """

    def __init__(self, agent: Agent, game: Game, seat: int, seed: int) -> None:
        self._agent = agent
        self._game = game
        self._seat = seat
        self._seed = seed
        self._start_failure: Failure | None = None
        self.listens = agent.listens
        self.speaks = agent.speaks

    def start(self) -> None:
        """Let the agent sit down."""
        try:
            _guarded(lambda: self._agent.start(self._game, self._seat, self._random(0)))
        except Failure as failure:
            self._start_failure = failure

    def get_ready(self) -> None:
        """Raise StartFailure if the agent could not start."""
        if self._start_failure:
            failure = self._start_failure
            raise StartFailure(failure.kind, failure.text, failure.traceback) from failure.__cause__

    def hear(self, event: Event) -> None:
        """Report an event to the agent, as its seat sees it."""
        _guarded(lambda: self._agent.hear(event))

    def choose(self, observer: Observer, ply: int, deadline: Deadline) -> int | str:
        """Ask for a move, after this many moves and outcomes of the game.

        The seat need not be the next one in the order of asking: its answer may come before others'.
        """
        return self._choose(observer.view(), ply, deadline)

    def choose_discards(self, observer: Observer, ply: int, deadline: Deadline) -> list[Move]:
        """Ask for every move of one answer: all cards that the seat must discard, in the order of its
        choice.

        The agent is asked move by move, with a copy of the observer that sees its own moves and nothing
        else; it hears of them when they are played. To any other question the answer is one move. Raises
        Failure for an illegal move too.
        """
        answer = WholeAnswer(observer, self._seat)
        while not answer.is_complete:
            asked = self._choose(answer.view, ply + len(answer.moves), deadline)
            answer.add(legal_move(asked, answer.view))
        return answer.moves

    def _choose(self, view: View, ply: int, deadline: Deadline) -> int | str:
        asked = view.as_decider()
        self._agent.random = self._random(2 * ply + 1)
        return plain_answer(_guarded(lambda: self._agent.choose(asked, deadline)), self._game)

    def explain(self) -> Explanation | None:
        """Ask why the agent chose its last move."""
        return explanation(_guarded(self._agent.explain))

    def public_reason(self) -> str | None:
        """Ask for a reason of the last move that may be told during play, on one line."""
        answer = _guarded(self._agent.public_reason)
        if answer is None or isinstance(answer, str):
            return answer and one_line(answer, MAX_STATEMENT_CHARACTERS)
        raise Failure("speech", f"a public reason is a text or None, not {safe_repr(answer)}")

    def say(self, observer: Observer, ply: int) -> Sequence[str]:
        """Ask for statements."""
        view = observer.view()
        self._agent.random = self._random(2 * ply + 2)
        return statements(_guarded(lambda: self._agent.say(view)))

    def consider(self, observer: Observer, ply: int, proposer: int, deal: str) -> bool:
        """Ask whether to take the deal that another seat proposes, from that seat's side."""
        view = observer.view()
        self._agent.random = self._random(2 * ply + 1)
        answer = _guarded(lambda: self._agent.consider(view, proposer, deal))
        if not isinstance(answer, bool):
            raise Failure("nonsense", f"a proposal is taken or not, True or False, not {safe_repr(answer)}")
        return answer

    def set_budget(self, part: float) -> None:
        """Let the agent think with this part of its usual budget from now on."""
        _guarded(lambda: self._agent.set_budget(part))

    def close(self) -> None:
        """Let the agent leave; an error that it raises here is ignored."""
        with suppress(Failure):
            _guarded(self._agent.close)

    def _random(self, index: int) -> Random:
        return agent_random(self._seed, self._seat, index)


def _guarded(ask: Callable[[], Result]) -> Result:
    """Return the agent's answer; raises Failure for any error of the agent, but lets Ctrl-C through.

    Where Ctrl-C is ignored, as in the process of an agent, the agent itself raised KeyboardInterrupt.
    """
    try:
        return ask()
    except BaseException as error:
        if isinstance(error, KeyboardInterrupt) and signal.getsignal(signal.SIGINT) != signal.SIG_IGN:
            raise
        raise Failure("raised", error_text(error), traceback_text(error, skip=__file__)) from error
