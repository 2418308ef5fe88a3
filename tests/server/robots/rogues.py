"""Agents that misbehave in a worker, named by import path: as they are not ours, they count as searches."""

from __future__ import annotations

import os
import stat
import threading
from contextlib import suppress

from catanlab.framework.moves import Move
from catanlab.framework.observer import View
from catanlab.table.agent import Agent, Explanation
from catanlab.table.clock import Deadline

PATH = "tests.server.robots.rogues."
_failed: set[str] = set()


class Rogue(Agent):
    """Makes the first legal move, before or after it misbehaves."""

    def misbehave(self) -> None:
        """Do something bad."""

    def choose(self, view: View, deadline: Deadline) -> Move | int | str:
        self.misbehave()
        return view.legal_moves[0]


class Raises(Rogue):
    """Raises an error."""

    def misbehave(self) -> None:
        raise RuntimeError("I fell over")


class RaisesOnce(Rogue):
    """Raises an error the first time in its process, and plays on when it is made anew."""

    def misbehave(self) -> None:
        if "RaisesOnce" not in _failed:
            _failed.add("RaisesOnce")
            raise RuntimeError("I fell over")


class Nonsense(Rogue):
    """Answers something that is no move."""

    def choose(self, view: View, deadline: Deadline) -> str:
        return "all your ore are belong to us"


class Illegal(Rogue):
    """Answers a move that is not legal."""

    def choose(self, view: View, deadline: Deadline) -> str:
        return "confirm 3"


class Exits(Rogue):
    """Ends its process."""

    def misbehave(self) -> None:
        os._exit(3)


class Forks(Rogue):
    """Forks, and lets the copy go on as if it were the worker."""

    def misbehave(self) -> None:
        child = os.fork()
        if child:
            os.waitpid(child, 0)


class Hangs(Rogue):
    """Never answers."""

    def misbehave(self) -> None:
        threading.Event().wait()


class Greedy(Rogue):
    """Asks for more memory than a worker may have."""

    def misbehave(self) -> None:
        bytearray(1 << 36)


class Floods(Rogue):
    """Prints, says and explains far too much."""

    speaks = True

    def misbehave(self) -> None:
        for _ in range(2000):
            print("x" * 1000)

    def say(self, view: View) -> list[str]:
        return ["y" * 10_000] * 10_000

    def explain(self) -> Explanation:
        return Explanation("z" * 100_000, {"much": "z" * 3_000_000})


def write_to_sockets(data: bytes) -> None:
    """Write something into every socket of this process."""
    for number in range(3, 256):
        with suppress(OSError):
            if stat.S_ISSOCK(os.fstat(number).st_mode):
                os.write(number, data)


class WritesToPool(Rogue):
    """Writes nonsense into the worker's own connection."""

    def misbehave(self) -> None:
        write_to_sockets(b"\xff" * 100)
        threading.Event().wait()


class ForgesReply(Rogue):
    """Answers in the worker's place, and then again."""

    def misbehave(self) -> None:
        body = b'{"number":99,"moves":["end turn"]}'
        write_to_sockets(len(body).to_bytes(4, "big") + body)
        threading.Event().wait()
