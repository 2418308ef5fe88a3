"""A worker process: plays the games it is ordered, and shows in shared memory what it is at."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Sequence
from contextlib import suppress
from ctypes import Array, c_double
from dataclasses import dataclass
from itertools import product
from multiprocessing.connection import Connection
from time import monotonic
from typing import Any, TypeAlias

from catanlab.framework.wording import words_of
from catanlab.lab.match_plan import MatchPlan
from catanlab.lab.native import native_record, play_natively
from catanlab.lab.rows import Rows
from catanlab.lab.tables import NOBODY, lost, place, play_at_table
from catanlab.table.parentage import end_if_forked, end_with_parent
from catanlab.table.record import Record

NumberedRecord: TypeAlias = tuple[int, int, Record]
"""A record with the block and the number of its game."""

_BLOCK, _GAME, _SEAT, _SINCE, _BEGUN, FIELDS = range(6)


class Post:
    """Where a worker shows which game it plays, which seat was called last, and since when.

    It is a handful of numbers in memory that both processes share, so that it can still be read when the
    worker is gone.
    """

    def __init__(self, memory: Array[c_double]) -> None:
        self._memory = memory

    def begin(self, block: int, game: int) -> None:
        """Show that a game begins."""
        self._memory[_SEAT] = NOBODY
        self._memory[_BLOCK] = block
        self._memory[_BEGUN] = self._memory[_SINCE] = monotonic()
        self._memory[_GAME] = game

    def call(self, seat: int) -> None:
        """Show that the agent of a seat is called."""
        self._memory[_SINCE] = monotonic()
        self._memory[_SEAT] = seat

    def end(self) -> None:
        """Show that no game is played."""
        self._memory[_GAME] = -1

    @property
    def game(self) -> tuple[int, int] | None:
        """The block and number of the game, if one is played."""
        game = int(self._memory[_GAME])
        return (int(self._memory[_BLOCK]), game) if game >= 0 else None

    @property
    def seat(self) -> int:
        """The seat that was called last, or NOBODY."""
        return int(self._memory[_SEAT])

    @property
    def since(self) -> float:
        """When it was called."""
        return self._memory[_SINCE]

    @property
    def begun(self) -> float:
        """When the game began."""
        return self._memory[_BEGUN]


@dataclass(frozen=True)
class Order:
    """What a worker is to play: all games of some blocks but those that are done."""

    number: int
    blocks: Sequence[int]
    done: frozenset[tuple[int, int]] = frozenset()


@dataclass(frozen=True)
class Delivery:
    """What came of some games of an order, and how long they took."""

    number: int
    rows: Rows
    records: Sequence[NumberedRecord]
    troubles: Sequence[str]
    seconds: float


def serve(pipe: Connection, memory: Any, plan: MatchPlan, native: bool, records: bool) -> None:
    """Carry out orders until the pipe is closed or the parent is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's to handle
    with suppress(OSError):
        os.dup2(2, 1)  # standard output is for results, not for what agents print
    end_with_parent()
    own, post = os.getpid(), Post(memory)

    def watch(seat: int) -> None:
        end_if_forked(own)
        post.call(seat)

    try:
        while True:
            order: Order = pipe.recv()
            if native:
                pipe.send(_play_blocks(order, plan, records))
                continue
            for game in product(order.blocks, range(len(plan.seatings))):
                if game not in order.done:
                    delivery = _play_game(order.number, plan, *game, records, post, watch)
                    end_if_forked(own)
                    pipe.send(delivery)
                    post.end()
    except (EOFError, BrokenPipeError, ConnectionResetError):
        pass
    finally:
        end_if_forked(own)


def _play_blocks(order: Order, plan: MatchPlan, records: bool) -> Delivery:
    begun = monotonic()
    rows = play_natively(plan, order.blocks)
    games = zip(rows.block.tolist(), rows.game.tolist(), strict=True) if records else ()
    kept = [(block, game, native_record(plan, block, game)) for block, game in games]
    return Delivery(order.number, rows, kept, (), monotonic() - begun)


def _play_game(
    number: int,
    plan: MatchPlan,
    block: int,
    game: int,
    records: bool,
    post: Post,
    watch: Callable[[int], None],
) -> Delivery:
    post.begin(block, game)
    try:
        rows, record, troubles = play_at_table(plan, block, game, record=records, watch=watch)
    except Exception as error:  # an agent may have broken what it shares its process with
        seat = post.seat
        words = words_of(error)
        rows, record = lost(plan, block, game, seat), None
        troubles = [f"{place(plan, block, game, seat)} broke the table: {words}"]
    kept = [(block, game, record)] if record else []
    return Delivery(number, rows, kept, troubles, monotonic() - post.begun)
