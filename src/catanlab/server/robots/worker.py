"""A worker process: it keeps robots with their observers, and answers one question after the other."""

from __future__ import annotations

import gc
import os
import resource
import signal
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from io import BufferedRWPair
from pathlib import Path
from socket import socket
from typing import TypeVar

from msgspec.structs import replace

from catanlab.agents.base.card_counts import covers
from catanlab.agents.base.proposal import own_side
from catanlab.agents.negotiation.trader import without_offers
from catanlab.agents.registry import make_agent
from catanlab.framework.errors import CatanlabError
from catanlab.framework.observer import Observer, View
from catanlab.framework.wording import one_line
from catanlab.games.catan.position import Phase
from catanlab.games.catan.view.view import CatanView
from catanlab.server.robots.messages import (
    LENGTH_BYTES,
    MAX_LINES,
    MAX_MOVES,
    Failed,
    Recipe,
    Reply,
    Request,
    frame_length,
    restored,
)
from catanlab.table.agent_replies import Failure, legal_move
from catanlab.table.child_process import end_if_forked, end_with_parent
from catanlab.table.clock import Deadline, SystemClock
from catanlab.table.events import Ended, Event, Outcome, Played
from catanlab.table.in_process_seat import InProcessSeat

Result = TypeVar("Result")
PRELOADED = ("greedy", "thomas-trade", "jsettlers-smart", "uct")
"""Agents made once at the start, so that no question waits for imports."""
MAX_COMPLAINTS = 5
_PAGE_BYTES = resource.getpagesize()
_STATM = Path("/proc/self/statm")


def serve(connection: socket, max_bytes: int) -> None:
    """Answer requests until the pool closes the connection or ends.

    `max_bytes` is the data that the process may have: an agent that asks for more gets a MemoryError.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the server's to handle
    signal.pthread_sigmask(signal.SIG_SETMASK, ())
    end_with_parent()
    _silence()
    with suppress(ValueError, OSError):  # the hard limit may be lower
        resource.setrlimit(resource.RLIMIT_DATA, (max_bytes, max_bytes))
    own = os.getpid()
    for spec in PRELOADED:
        make_agent(spec)
    gc.collect()
    gc.freeze()  # what was imported stays: collections need not look at it
    worker = Worker()
    stream = connection.makefile("rwb")
    with suppress(EOFError, BrokenPipeError, ConnectionResetError):
        _send(stream, Reply(number=0, resident=resident_bytes()))
        while True:
            reply = worker.answer(Request.decode(_receive(stream)))
            end_if_forked(own)
            _send(stream, reply)
    end_if_forked(own)
    os._exit(0)  # the robots need no farewell, and an agent's own threads do not matter


def _silence() -> None:
    """Let what agents read and print go nowhere: a full pipe would stop the worker."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, 0)
    os.dup2(nowhere, 1)
    os.close(nowhere)


def _receive(stream: BufferedRWPair) -> bytes:
    head = stream.read(LENGTH_BYTES)
    body = stream.read(frame_length(head)) if len(head) == LENGTH_BYTES else b""
    if not body:
        raise EOFError
    return body


def _send(stream: BufferedRWPair, reply: Reply) -> None:
    stream.write(reply.encode())
    stream.flush()


def resident_bytes() -> int:
    """Return the memory of this process; 0 where the system does not say."""
    try:
        return int(_STATM.read_bytes().split()[1]) * _PAGE_BYTES
    except (OSError, ValueError, IndexError):
        return 0


class Worker:
    """The robots of this process, by the numbers of their slots."""

    def __init__(self) -> None:
        self._robots: dict[int, Robot] = {}

    def answer(self, request: Request) -> Reply:
        """Return the reply to a request; a robot that fails is dropped."""
        for slot in request.drops:
            robot = self._robots.pop(slot, None)
            if robot is not None:
                robot.seat.close()
        before = resident_bytes()
        try:
            if request.recipe is not None:
                self._robots[request.slot] = Robot(request.recipe)
            reply = self._robots[request.slot].answer(request)
        except Failure as failure:
            self._robots.pop(request.slot, None)
            reply = Reply(number=request.number, failure=Failed(failure.kind, failure.text))
        except Exception as error:  # events that are impossible, or whatever else the question brings
            self._robots.pop(request.slot, None)
            text = one_line(f"{type(error).__name__}: {error}", 300)
            reply = Reply(number=request.number, failure=Failed("raised", text))
        after = resident_bytes()
        robot = self._robots.get(request.slot)
        if robot is None:
            return _with_size(reply, 0, after)
        robot.bytes += max(0, after - before)
        return _with_size(reply, robot.bytes, after)


def _with_size(reply: Reply, size: int, resident: int) -> Reply:
    return replace(reply, size=size, resident=resident)


class Robot:
    """An agent in its seat, with an observer that follows the game; raises Failure if it cannot start."""

    def __init__(self, recipe: Recipe) -> None:
        self.game = recipe.game
        self.bytes = 0
        self.observer: Observer = recipe.game.observer(recipe.seat)
        try:
            agent = make_agent(recipe.agent)
        except CatanlabError as error:
            raise Failure("raised", f"{type(error).__name__}: {error}") from None
        self.seat = InProcessSeat(agent, recipe.game, recipe.seat, recipe.seed)
        self.seat.start()
        self.seat.get_ready()
        self._budget = 1.0

    def answer(self, request: Request) -> Reply:
        """Take in the news and answer; raises Failure if the agent fails."""
        complaints: list[Failure] = []
        self._take_in(restored(request.events, self.game), complaints)
        if request.budget != self._budget:
            self._budget = request.budget
            self.seat.set_budget(request.budget)
        begun = time.perf_counter()
        moves: list[str] = []
        lines: Sequence[str] = ()
        takes = False
        if request.task == "say":
            lines = self.seat.say(self.observer, request.ply)[:MAX_LINES]
        elif request.task == "consider":
            takes = self.seat.consider(self.observer, request.ply, request.proposer, request.deal)
        elif request.task == "weigh":
            moves = self._agreeable(request)
        else:
            moves = self._moves(request)
        seconds = time.perf_counter() - begun
        spoke = request.task in ("say", "weigh")
        explanation = None if spoke else _attempt(self.seat.explain, complaints)
        reason = None if spoke else _attempt(self.seat.public_reason, complaints)
        return Reply(
            number=request.number,
            moves=tuple(moves),
            lines=tuple(lines),
            takes=takes,
            reason=reason,
            why=explanation.text if explanation else None,
            data=dict(explanation.data) if explanation else {},
            complaints=tuple(f"{each.kind}: {each.text}" for each in complaints[:MAX_COMPLAINTS]),
            seconds=seconds,
        )

    def _moves(self, request: Request) -> list[str]:
        """Return as many legal moves as the question asks for; raises Failure if the agent fails."""
        deadline = Deadline(SystemClock(), request.seconds)
        if request.task == "discards":
            discards = self.seat.choose_discards(self.observer, request.ply, deadline)
            return [move.text for move in discards[:MAX_MOVES]]
        eyes: Observer = self.observer if request.may_offer else WithoutOffers(self.observer)
        answer = self.seat.choose(eyes, request.ply, deadline)
        return [legal_move(answer, eyes.view()).text]

    def _agreeable(self, request: Request) -> list[str]:
        """Return the deals that the robot would make, those first that the other seat can surely pay."""
        view = self.observer.view()
        if not isinstance(view, CatanView):
            return []
        other = view.position.seats[request.proposer]
        found: list[tuple[bool, str]] = []
        for deal in request.deals:
            give = own_side(deal).get
            if not covers(other.possible, give):
                continue
            if self.seat.consider(self.observer, request.ply, request.proposer, deal):
                found.append((not covers(other.certain, give), deal))
        return [deal for _, deal in sorted(found, key=lambda each: each[0])]

    def _take_in(self, events: Sequence[Event], complaints: list[Failure]) -> None:
        """Observe events and report them to the agent."""
        for event in events:
            if isinstance(event, Played | Outcome):
                self.observer.observe(event.move)
            elif isinstance(event, Ended) and event.termination == "finished":
                self.observer.finish(event.winner)
            if self.seat.listens:
                _attempt(partial(self.seat.hear, event), complaints)


class WithoutOffers:
    """An observer to which its seat seems to have made all the offers that it may in this turn."""

    def __init__(self, observer: Observer) -> None:
        self.observer = observer

    @property
    def seat(self) -> int | None:
        """The seat through whose eyes it looks."""
        return self.observer.seat

    def observe(self, move: int | str) -> None:
        """Record a move or outcome."""
        self.observer.observe(move)

    def finish(self, winner: int) -> None:
        """Record that the game is over."""
        self.observer.finish(winner)

    def view(self) -> View:
        """Return what the seat knows now, without an offer left in its own turn."""
        view = self.observer.view()
        if isinstance(view, CatanView) and view.position.phase == Phase.MAIN:
            return without_offers(view)
        return view


def _attempt(ask: Callable[[], Result], complaints: list[Failure]) -> Result | None:
    """Return the agent's answer, or None if it fails, which is noted."""
    try:
        return ask()
    except Failure as failure:
        complaints.append(failure)
        return None
