"""Agents for the tests of the table: some that behave, some that fail on cue."""

import os
import time

from catanlab.table.agent import Agent, Explanation


class First(Agent):
    """Makes the first move listed, and remembers nothing."""

    name = "first"

    def choose(self, view, deadline):
        return view.legal_moves[0]


class Cheat(Agent):
    """Answers the same thing each time, whatever it is."""

    name = "cheat"

    def __init__(self, answer):
        self.answer = answer

    def choose(self, view, deadline):
        return self.answer


class Crash(Agent):
    """Raises in one of its methods."""

    name = "crash"

    def __init__(self, where="choose", error=RuntimeError):
        self.where = where
        self.error = error

    def act(self, where):
        if self.where == where:
            raise self.error(f"I fell over in {where}")

    def start(self, game, seat, random):
        self.act("start")
        super().start(game, seat, random)

    def choose(self, view, deadline):
        self.act("choose")
        return view.legal_moves[0]

    def hear(self, event):
        self.act("hear")

    def say(self, view):
        self.act("say")
        return ()

    def explain(self):
        self.act("explain")
        return Explanation("I take the first.")

    def close(self):
        self.act("close")


class Slow(Agent):
    """Lets time pass on a fake clock before it answers."""

    name = "slow"

    def __init__(self, clock, seconds):
        self.clock = clock
        self.seconds = seconds
        self.deadlines = []

    def choose(self, view, deadline):
        self.deadlines.append(deadline.left())
        self.clock.advance(self.seconds)
        return view.legal_moves[0]


class Spy(Agent):
    """Keeps every view and every event it is given."""

    name = "spy"

    def __init__(self):
        self.views = []
        self.events = []
        self.draws = []

    def choose(self, view, deadline):
        self.views.append(view)
        self.draws.append(self.random.below(1000))
        return view.legal_moves[self.random.below(len(view.legal_moves))]

    def hear(self, event):
        self.events.append(event)


class Talker(Spy):
    """Says some lines whenever it is asked."""

    name = "talker"

    def __init__(self, lines):
        super().__init__()
        self.lines = lines

    def say(self, view):
        return self.lines


class Stuck(First):
    """Never answers again from some point of the game on; only for a process of its own."""

    name = "stuck"

    def __init__(self, after=0, where="choose"):
        self.after = after
        self.where = where

    def choose(self, view, deadline):
        while self.where == "choose" and len(view.log) >= self.after:
            time.sleep(0.01)
        return view.legal_moves[0]

    def say(self, view):
        while self.where == "say" and len(view.log) >= self.after:
            time.sleep(0.01)
        return ()


class Dying(First):
    """Takes its process down at some point of the game; only for a process of its own."""

    name = "dying"

    def __init__(self, code, every=5):
        self.code = code
        self.every = every

    def choose(self, view, deadline):
        if len(view.log) % self.every == 0:
            os._exit(self.code)
        return view.legal_moves[0]


class Reporter(First):
    """Explains each move by where and with what it was made; says one line each turn."""

    name = "reporter"

    def __init__(self, data=None):
        self.data = data
        self.heard = 0

    def choose(self, view, deadline):
        self.log = len(view.log)
        return view.legal_moves[self.random.below(len(view.legal_moves))]

    def hear(self, event):
        self.heard += 1

    def say(self, view):
        return [f"seat {self.seat} has seen {len(view.log)} moves"]

    def explain(self):
        return Explanation(f"{self.log} seen, {self.heard} heard", self.data or {"pid": os.getpid()})


class Unpicklable(First):
    """Cannot be sent to another process."""

    name = "unpicklable"

    def __init__(self):
        self.secret = lambda: 1


class Reserved(Reporter):
    """Could hear and speak, but declares that it does neither."""

    name = "reserved"
    listens = False
    speaks = False


class Deep(First):
    """Raises two calls deep, in a line of its own that a traceback must name."""

    name = "deep"

    def choose(self, view, deadline):
        if len(view.log) < 2:
            return super().choose(view, deadline)
        return self.dig(view)

    def dig(self, view):
        try:
            return view.legal_moves[len(view.log) + 10_000]  # the bug
        except IndexError as error:
            raise KeyError("no such move") from error


class Impolite(First):
    """Calls `choose` with the wrong arguments: the error is raised before its first line."""

    name = "impolite"

    def choose(self, view):
        return view.legal_moves[0]
