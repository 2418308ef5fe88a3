"""Messages that are almost right, by the thousands: each is answered, and no honest game is harmed."""

from __future__ import annotations

import json

from tests.faults.documented import SCHEMA, closing_codes, refusal_codes
from tests.faults.servers import Server
from tests.faults.stage import Scenario, Stage

CONNECTIONS = 8
OPEN: dict[str, float] = {
    "messages_per_second": 1_000_000,
    "messages_at_once": 1_000_000,
    "bad_messages_per_second": 1_000_000,
    "bad_messages_at_once": 1_000_000,
    "acts_per_second": 1_000_000,
    "acts_at_once": 1_000_000,
    "rooms_per_address": 5_000,
    "queued_frames": 100_000,
    "queued_bytes": 200_000_000,
}
"""Nobody is closed for too many messages here: it is the messages themselves that are tried."""
AT_THE_DOOR = ("bad-message",)
"""Refusals of messages that were not understood; all others were looked at in the hub or the room."""


def send_messages(stage: Stage, server: Server, *, total: int) -> None:
    """Send mutated messages to a server that runs, and check all answers."""
    found = stage.clients("messages.mjs").call(
        "mutate",
        address=server.address,
        connections=stage.scaled(3, CONNECTIONS),
        total=total,
        seed=stage.outcome.seed,
        codes=refusal_codes(),
        schema=json.loads(SCHEMA.read_text()),
        broken=stage.scaled(4, 40),
        timeout=1800,
    )
    outcome = stage.outcome
    for level, number in found["levels"].items():
        outcome.fault(f"message, {level}", number)
    for code, number in sorted(found["codes"].items()):
        outcome.count(f"mutated: {code}", number)
    for kind, number in sorted(found["answers"].items()):
        outcome.count(f"answered by {kind}", number)
    for end, number in sorted(found["ends"].items()):
        outcome.count(f"bytes that are no message: {end}", number)
    for code, number in sorted(found["closes"].items()):
        outcome.count(f"closed with {code}", number)
    for sentence in found["faults"]:
        outcome.fail(sentence)
    outcome.require(found["sent"] >= total, f"only {found['sent']} messages were sent")
    undocumented = {int(code) for code in found["closes"]} - {*closing_codes(), 1005}
    outcome.require(not undocumented, f"connections were closed with {sorted(undocumented)}")
    outcome.require(set(found["ends"]) <= {"refused", "closed 1007"}, f"bad bytes: {found['ends']}")
    refused = sum(found["codes"].values())
    further = refused - sum(found["codes"].get(code, 0) for code in AT_THE_DOOR)
    acknowledged = found["answers"].get("ack", 0)
    outcome.count("mutated messages that reached a room or the lobby", further + acknowledged)
    outcome.require(
        further + acknowledged >= 0.3 * total and acknowledged >= 0.03 * total,
        f"of {total} messages only {further} were refused further in, and {acknowledged} done",
    )


def run(stage: Stage) -> None:
    """Mutate messages while people play, and check all answers, the games and the log."""
    server = stage.server(limits=OPEN)
    server.start()
    tables = stage.tables([server], stage.scaled(1, 3))
    tables.play(stage.scaled(20, 100))
    send_messages(stage, server, total=stage.scaled(600, 50_000 if stage.kind == "sqlite" else 10_000))
    tables.go_on("mutated messages")
    tables.settle()


SCENARIO = Scenario("messages", "messages that are almost right beside honest games", run)
