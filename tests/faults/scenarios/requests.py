"""HTTP requests that are almost right, by the thousands: the server never fails, and says what is wrong."""

from __future__ import annotations

from itertools import islice

from tests.faults.documented import refusal_codes
from tests.faults.servers import Server
from tests.faults.stage import Scenario, Stage
from tests.faults.stored import rows_of, store
from tests.server.recorded.kept import COUNT, name_of, read_recording

from catanlab.server.database.rows import Row
from catanlab.server.rooms.room import Room

OPEN: dict[str, float] = {
    "requests_per_second": 1_000_000,
    "replays_per_second": 1_000_000,
    "bad_tokens_at_once": 1_000_000,
    "acts_at_once": 1_000_000,
    "rooms_per_address": 5_000,
    "rows_at_once": 100_000_000,
    "failed_logins_at_once": 1_000_000,
    "failed_logins_by_name": 1_000_000,
    "body_seconds": 1,
}
"""Nobody is turned away for asking too much; bodies that do not come are given up soon."""
REACHED = 0.25
"""The share of requests that must be done, or refused for what they ask and not for how it is written."""
WRITTEN_WRONG = ("bad-request", "not-json", "no-such-page", "wrong-method", "too-large", "too-slow")


def finished_games(count: int) -> dict[str, list[Row]]:
    """Return the logs of some recorded games that are over, by their rooms."""
    recordings = (read_recording(name_of(number)) for number in range(25, COUNT))
    over = islice((each for each in recordings if each.about.status == "over"), count)
    return {each.about.room: rows_of(each) for each in over}


def send_requests(stage: Stage, server: Server, games: dict[str, list[Row]], *, total: int) -> None:
    """Send mutated requests to a server that runs and has these games, and check all answers."""
    records = [Room.rebuild(rows, 1).record().text for rows in list(games.values())[:3]]
    found = stage.clients("requests.mjs").call(
        "ask",
        port=server.port,
        connections=stage.scaled(8, 24),
        total=total,
        seed=stage.outcome.seed,
        codes=refusal_codes(),
        rooms=list(games),
        records=records,
        timeout=1800,
    )
    outcome = stage.outcome
    outcome.fault("request", found["sent"])
    for status, number in sorted(found["statuses"].items()):
        outcome.count(f"status {status}", number)
    for code, number in sorted(found["refusals"].items()):
        outcome.count(f"asked: {code}", number)
    for name, number in sorted(found["counts"].items()):
        outcome.count(name, number)
    for sentence in found["faults"]:
        outcome.fail(sentence)
    refused = sum(number for code, number in found["refusals"].items() if code not in WRITTEN_WRONG)
    reached = refused + found["counts"].get("done as documented", 0)
    outcome.count("requests that were understood", reached)
    outcome.require(
        reached >= REACHED * total, f"only {reached} of {total} requests were written well enough"
    )


def run(stage: Stage) -> None:
    """Ask a server that has games that are over, and one that goes on."""
    games = finished_games(6)
    store(stage.database.url, games)
    server = stage.server(limits=OPEN)
    server.start()
    tables = stage.tables([server], 1)
    tables.play(10)
    total = stage.scaled(400, 20_000 if stage.kind == "sqlite" else 4_000)
    send_requests(stage, server, games, total=total)
    tables.go_on("mutated requests")
    tables.settle()


SCENARIO = Scenario("requests", "HTTP requests that are almost right beside an honest game", run)
