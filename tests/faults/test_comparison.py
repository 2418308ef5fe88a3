"""The comparison finds what a server could lose, double or change; and nothing where all is well."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.faults.comparison import Comparison, Kept, KeptEvent, KeptLine, compare
from tests.faults.server_logs import read_log

ROOM = "k3f9"
EVENTS: list[dict[str, Any]] = [
    {"e": "created", "board": "beginner"},
    {"e": "seated", "seat": 2},
    {"e": "started", "nonces": []},
    {"e": "moved", "seat": 2, "move": "roll"},
    {"e": "asked", "seat": 2, "kind": "want"},
]
ACTS = ("create", "sit", "start", "move", "ask")


class Run:
    """What one person was told and what the database has, with nothing wrong to begin with."""

    def __init__(self) -> None:
        self.kept = Kept(
            events={
                ROOM: [
                    KeptEvent(seq, 1, 1000 + seq, event["e"], "p1", f"a{seq}")
                    for seq, event in enumerate(EVENTS, 1)
                ]
            },
            lines={ROOM: [KeptLine(4, 2000, "p1", "hello", "a9")]},
        )
        self.acks: list[dict[str, Any]] = [
            {"t": kind, "id": f"a{seq}", "room": ROOM, "seq": seq, "times": 1}
            for seq, kind in enumerate(ACTS, 1)
        ]
        self.acks.append({"t": "chat", "id": "a9", "room": ROOM, "seq": 0, "times": 2})
        self.seen = self._events()
        self.history = self._events()
        self.refused: list[dict[str, Any]] = []
        self.unanswered: list[dict[str, Any]] = []
        self.violations: list[str] = []
        self.lines = [{"room": ROOM, "at": 2000, "person": "p1", "text": "hello"}]

    def _events(self) -> list[dict[str, Any]]:
        return [{"seq": seq, "at": 1000 + seq, "event": dict(event)} for seq, event in enumerate(EVENTS, 1)]

    @property
    def rows(self) -> list[KeptEvent]:
        """The rows of the room."""
        return self.kept.events[ROOM]

    def compare(self) -> Comparison:
        """Compare both."""
        client = {
            "person": "p1",
            "name": "Ann",
            "acknowledged": self.acks,
            "refused": self.refused,
            "unanswered": self.unanswered,
            "troubles": {"not-committed": 1},
            "violations": self.violations,
            "seen": [{"room": ROOM, "seat": 2, "events": self.seen}],
            "lines": self.lines,
        }
        return compare([client], self.kept, [{"room": ROOM, "seat": 2, "events": self.history}])


def test_where_all_is_well_nothing_is_found() -> None:
    run = Run()
    run.refused.append({"t": "move", "id": "a7", "room": ROOM, "code": "stale-decision"})
    run.seen[3] = {"seq": 4}  # what a seat may not see is a bare number
    run.history[3] = {"seq": 4}
    run.acks.append({"t": "invite", "id": "a8", "room": ROOM, "seq": 0, "times": 1})
    run.acks.append(dict(run.acks[0]))  # the same answer on a second socket
    found = run.compare()
    assert (found.lost, found.doubled, found.wrong, found.faults) == (0, 0, 0, [])
    assert (found.acknowledged, found.seen, found.unread, found.again) == (6, 5, 0, 1)


def lose_last_row(run: Run) -> None:
    run.rows.pop()
    run.history.pop()


def lose_a_row_amid_others(run: Run) -> None:
    del run.rows[2]


def lose_the_chat(run: Run) -> None:
    run.kept.lines.clear()


def lose_an_act(run: Run) -> None:
    run.rows[3] = run.rows[3]._replace(person=None, act=None)


def double_an_act(run: Run) -> None:
    run.rows[3] = run.rows[3]._replace(act="a5")


def double_without_an_act(run: Run) -> None:
    run.rows[4] = run.rows[4]._replace(act=None)
    run.acks = [ack for ack in run.acks if ack["id"] != "a5"]


def do_what_nobody_sent(run: Run) -> None:
    run.rows.append(KeptEvent(6, 1, 1006, "said", "p1", "a66"))


def say_a_line_twice(run: Run) -> None:
    run.kept.lines[ROOM] *= 2


def acknowledge_another_number(run: Run) -> None:
    run.acks[3]["seq"] = 5


def acknowledge_two_numbers(run: Run) -> None:
    run.acks.append({**run.acks[3], "seq": 5})


def keep_what_was_refused(run: Run) -> None:
    run.refused.append({"t": "move", "id": "a4", "room": ROOM, "code": "not-committed"})
    del run.acks[3]


def show_another_event(run: Run) -> None:
    run.seen[3]["event"]["move"] = "knight"


def show_another_kind(run: Run) -> None:
    run.seen[3]["event"] = run.history[3]["event"] = {"e": "outcome", "move": "dice 7"}


def show_another_time(run: Run) -> None:
    run.seen[3]["at"] += 1


def go_back_an_epoch(run: Run) -> None:
    run.rows[1] = run.rows[1]._replace(epoch=2)


def tell_a_shorter_history(run: Run) -> None:
    del run.history[1]


def break_a_promise(run: Run) -> None:
    run.violations.append("room k3f9: event 7 after 5")


@pytest.mark.parametrize(
    ("change", "kind", "word"),
    [
        (lose_last_row, "lost", "shown and not kept"),
        (lose_a_row_amid_others, "lost", "gap"),
        (lose_the_chat, "lost", "line shown and not kept"),
        (lose_an_act, "lost", "lost: move a4"),
        (double_an_act, "doubled", "doubled: ask a5"),
        (double_without_an_act, "doubled", "belongs to no act"),
        (do_what_nobody_sent, "doubled", "was never sent"),
        (say_a_line_twice, "doubled", "doubled: chat a9"),
        (acknowledge_another_number, "wrong", "another number"),
        (acknowledge_two_numbers, "wrong", "two numbers"),
        (keep_what_was_refused, "wrong", "kept though refused"),
        (show_another_event, "wrong", "another event"),
        (show_another_kind, "wrong", "another row"),
        (show_another_time, "wrong", "another row"),
        (go_back_an_epoch, "wrong", "epoch"),
        (tell_a_shorter_history, "wrong", "history"),
        (break_a_promise, "wrong", "promise broken"),
    ],
)
def test_what_is_planted_is_found(change: Callable[[Run], None], kind: str, word: str) -> None:
    run = Run()
    change(run)
    found = run.compare()
    assert getattr(found, kind) > 0
    assert [sentence for sentence in found.faults if word in sentence], found.faults


def test_an_act_that_is_never_answered_is_a_fault() -> None:
    run = Run()
    run.unanswered.append({"t": "move", "id": "a7"})
    assert [sentence for sentence in run.compare().faults if "unanswered" in sentence]


def test_every_traceback_is_told(tmp_path: Path) -> None:
    log = tmp_path / "server.log"

    def line(event: str, error: str, level: str = "error") -> str:
        return json.dumps({"at": "2026", "level": level, "event": event, "error": error}) + "\n"

    traceback = "Traceback (most recent call last):\n  ...\nKeyError: 'seat'"
    log.write_text(
        line("server started", "", "info")
        + line("room k3f9 failed", traceback)
        + "Traceback (most recent call last):\nOSError: no JSON at all\n"
    )
    counts, tracebacks = read_log(log)
    assert counts["error: room R failed"] == 1
    assert [text.splitlines()[-1] for text in tracebacks] == ["KeyError: 'seat'", "OSError: no JSON at all"]
