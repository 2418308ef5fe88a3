"""Agents that misbehave, named in tests by their import path; each does it in one seat of few games."""

import ctypes
import gc
import os
import stat
import time
from contextlib import suppress

from tests.table import players

from catanlab.table.agent import Explanation
from catanlab.table.play import Play


def segfault():
    """Read where nothing is."""
    ctypes.string_at(0)


def spin():
    """Think for ever, and use the processor."""
    while True:
        pass


def babble():
    """Write letters into every pipe that the process has to others, and wait for what comes of it."""
    for number in range(3, 64):
        with suppress(OSError):
            if stat.S_ISSOCK(os.fstat(number).st_mode):
                os.write(number, b"garbage" * 10)
    time.sleep(3600)  # else another agent may be playing by the time that the letters are read


def topple():
    """Spoil the tables of the process."""
    for thing in gc.get_objects():
        if isinstance(thing, Play):
            thing._advance = None


DEEDS = {
    "raise": lambda: 1 / 0,
    "exit": lambda: os._exit(7),
    "segfault": segfault,
    "sleep": lambda: time.sleep(3600),
    "spin": spin,
    "hold": lambda: ctypes.PyDLL(None).pause(),  # with Python's lock, so that no other thread runs
    "quit": lambda: (_ for _ in ()).throw(SystemExit(3)),
    "fork": os.fork,  # and come back twice
    "babble": babble,
    "topple": topple,
    "interrupt": lambda: (_ for _ in ()).throw(KeyboardInterrupt),
}


class Rogue(players.First):
    """Plays the first move listed, and does its deed at one moment when it sits in one seat."""

    def __init__(self, *, deed: str, where: str = "choose", seat: int = 1, after: int = 10):
        self.deed, self.where, self.chosen, self.after = deed, where, seat, after
        self.count = 0
        if where == "init":
            DEEDS[deed]()

    def act(self, where):
        if where == self.where and self.seat == self.chosen:
            self.count += 1
            if self.count == self.after:
                os.write(1, f"{self.deed}\n".encode())
                DEEDS[self.deed]()

    def start(self, game, seat, random):
        super().start(game, seat, random)
        self.count = self.after - 1 if self.where == "start" else 0
        self.act("start")

    def choose(self, view, deadline):
        self.act("choose")
        return super().choose(view, deadline)

    def hear(self, event):
        self.act("hear")

    def say(self, view):
        self.act("say")
        return ()


class Cheat(players.Cheat):
    """Answers the same thing each time, whatever it is."""

    def __init__(self, *, answer: str):
        known = {"none": None, "huge": 1 << 200, "list": [1], "long": "x" * 10**6}
        super().__init__(known.get(answer, answer))


class Liar(players.First):
    """Says and explains what is none, or far too much."""

    def __init__(self, *, kind: str):
        self.kind = kind

    def say(self, view):
        return {"type": 42, "items": [None], "huge": ["x" * 10**6] * 50}[self.kind]

    def explain(self):
        return Explanation("x" * 10**7, {"all": "y" * 10**6})


class Sleeper(players.First):
    """Sleeps before each move."""

    def __init__(self, *, seconds: float):
        self.seconds = seconds

    def choose(self, view, deadline):
        time.sleep(self.seconds)
        return super().choose(view, deadline)


class Printer(players.First):
    """Prints before each move."""

    def choose(self, view, deadline):
        print("I print")
        return super().choose(view, deadline)


class OnlyHere(players.First):
    """Can be made in the process of the test, and takes every other down with it."""

    def __init__(self):
        if os.environ.get("ONLY_HERE") != str(os.getpid()):
            os._exit(9)
