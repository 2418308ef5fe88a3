"""Compares what clients were told with what the log has: nothing lost, nothing twice, nothing else.

What the clients were told is the report of `client.mjs`. What the log has comes from two sides: the rows of
the database, read without the server, and the histories that a server gives after it has rebuilt the rooms
from these rows, with the contents as each seat sees them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

NOT_IN_THE_LOG: Final = {"invite", "report", "talk"}
"""Acts that leave no row in the log of a room."""
ONE_BY_ONE: Final = {"asked", "locked"}
"""Events that only an act of a person brings about, and each act one: a row without an act is a double."""
SHOWN_AS: Final = {"taken": "moved"}
"""Rows whose event has another name: who takes a proposal makes a move."""
EXAMPLES = 5
"""So many faults of a kind are told in words."""


class KeptEvent(NamedTuple):
    """A row of the log."""

    seq: int
    epoch: int
    at: int
    kind: str
    person: str | None
    act: str | None


class KeptLine(NamedTuple):
    """A row of the chat."""

    seq: int
    at: int
    person: str
    text: str
    act: str


@dataclass
class Kept:
    """The rows of the database by room."""

    events: dict[str, list[KeptEvent]] = field(default_factory=dict)
    lines: dict[str, list[KeptLine]] = field(default_factory=dict)


@dataclass
class Comparison:
    """What a comparison found."""

    acknowledged: int = 0
    seen: int = 0
    lost: int = 0
    doubled: int = 0
    wrong: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    """Acknowledged acts by kind."""
    codes: Counter[str] = field(default_factory=Counter)
    """Refused acts by code."""
    troubles: Counter[str] = field(default_factory=Counter)
    """What had to be sent again, by why."""
    again: int = 0
    """Acknowledged acts that were sent more than once."""
    unread: int = 0
    """Events whose contents no history has: only their number, time and kind were compared."""
    faults: list[str] = field(default_factory=list)
    _told: Counter[str] = field(default_factory=Counter)

    def tell(self, kind: str, sentence: str) -> None:
        """Keep a sentence about a fault, unless there are enough of its kind."""
        self._told[kind] += 1
        if self._told[kind] <= EXAMPLES:
            self.faults.append(f"{kind}: {sentence}")


def compare(
    clients: Sequence[Mapping[str, Any]], kept: Kept, histories: Iterable[Mapping[str, Any]] = ()
) -> Comparison:
    """Compare the reports of clients with the rows of a database and with the histories read afterwards."""
    found = Comparison()
    _check_numbers(kept, found)
    _compare_acts(clients, kept, found)
    as_seen = _check_histories(histories, kept, found)
    _compare_events(clients, kept, as_seen, found)
    _compare_lines(clients, kept, found)
    for client in clients:
        found.troubles.update(client["troubles"])
        for sentence in client["violations"]:
            found.wrong += 1
            found.tell("promise broken", f"{client['name']}: {sentence}")
        for act in client["unanswered"]:
            found.tell("unanswered", f"{client['name']}: {act}")
    return found


def _check_numbers(kept: Kept, found: Comparison) -> None:
    """Check what holds for the rows alone: numbers without gaps, epochs that rise, no act twice."""
    for room, rows in kept.events.items():
        if [row.seq for row in rows] != list(range(1, len(rows) + 1)):
            found.lost += 1
            found.tell("gap", f"room {room} has {len(rows)} rows, the last is {rows[-1].seq}")
        epochs = [row.epoch for row in rows]
        if epochs != sorted(epochs):
            found.wrong += 1
            found.tell("epoch", f"room {room}: a row of an older epoch follows one of a newer")
        for row in rows:
            if row.kind in ONE_BY_ONE and row.act is None:
                found.doubled += 1
                found.tell("doubled", f"room {room}: event {row.seq}, {row.kind}, belongs to no act")


def _compare_acts(clients: Sequence[Mapping[str, Any]], kept: Kept, found: Comparison) -> None:
    """Compare acknowledgements, each once however many sockets got it, and refusals."""
    in_log: dict[tuple[str, str], list[tuple[str, int]]] = {}
    for room, rows in kept.events.items():
        for row in rows:
            if row.act is not None:
                in_log.setdefault((str(row.person), row.act), []).append((room, row.seq))
    in_chat: dict[tuple[str, str], list[str]] = {}
    for room, lines in kept.lines.items():
        for line in lines:
            in_chat.setdefault((line.person, line.act), []).append(room)
    done: dict[tuple[str, str, str], tuple[str, int]] = {}
    for person, ack in _each(clients, "acknowledged"):
        key = (person, ack["room"], ack["id"])
        before = done.setdefault(key, (ack["t"], ack["seq"]))
        if before[1] != ack["seq"]:
            found.wrong += 1
            found.tell("two numbers", f"{key} was acknowledged as {before[1]} and as {ack['seq']}")
        found.again += ack["times"] > 1
    for (person, room, id), (kind, seq) in done.items():
        found.kinds[kind] += 1
        if kind in NOT_IN_THE_LOG or not room:
            continue
        found.acknowledged += 1
        if kind == "chat":
            places: list[tuple[str, int]] = [(each, seq) for each in in_chat.get((person, id), [])]
        else:
            places = in_log.get((person, id), [])
        places = [place for place in places if place[0] == room]
        if not places:
            found.lost += 1
            found.tell("lost", f"{kind} {id} of {person} in room {room}, acknowledged as {seq}")
        elif len(places) > 1:
            found.doubled += 1
            found.tell("doubled", f"{kind} {id} of {person}: {places}")
        elif places[0][1] != seq:
            found.wrong += 1
            found.tell("another number", f"{kind} {id} in room {room}: {places[0][1]} instead of {seq}")
    acknowledged = {(person, id) for person, _, id in done}
    _check_senders(clients, {**in_log, **in_chat}, found)
    for person, refusal in _each(clients, "refused"):
        found.codes[refusal["code"]] += 1
        act = (person, refusal["id"])
        if act not in acknowledged and (act in in_log or act in in_chat):
            found.wrong += 1
            found.tell("kept though refused", f"{refusal['t']} {refusal['id']}: {refusal['code']}")


def _check_senders(
    clients: Sequence[Mapping[str, Any]], kept: Mapping[tuple[str, str], object], found: Comparison
) -> None:
    """Check that every act of these people in the database is one that they sent."""
    sent = {
        (person, each["id"])
        for what in ("acknowledged", "refused")
        for person, each in _each(clients, what)
    }
    sent |= {(person, each["id"]) for person, each in _each(clients, "unanswered")}
    people = {client["person"] for client in clients}
    for person, id in kept.keys() - sent:
        if person in people:
            found.doubled += 1
            found.tell("doubled", f"the act {id} of {person} was never sent")


def _check_histories(
    histories: Iterable[Mapping[str, Any]], kept: Kept, found: Comparison
) -> dict[tuple[str, int | None], dict[int, Any]]:
    """Check that histories have every row of the log once, and return them by room and seat."""
    as_seen: dict[tuple[str, int | None], dict[int, Any]] = {}
    for history in histories:
        room, events = history["room"], history["events"]
        rows = kept.events.get(room, [])
        # A room may go on while its history is read, but never be shorter than the log was.
        if [event["seq"] for event in events] != list(range(1, len(events) + 1)) or len(events) > len(rows):
            found.wrong += 1
            found.tell("history", f"room {room}: {len(events)} events, {len(rows)} rows")
        for event, row in zip(events, rows, strict=False):
            _compare_row(room, event, row, found)
        as_seen.setdefault((room, history["seat"]), {}).update({event["seq"]: event for event in events})
    return as_seen


def _compare_events(
    clients: Sequence[Mapping[str, Any]],
    kept: Kept,
    as_seen: Mapping[tuple[str, int | None], Mapping[int, Any]],
    found: Comparison,
) -> None:
    """Compare events that clients saw: they are in the log, and the same for the same eyes."""
    counted: set[tuple[str, int | None, int]] = set()
    for client in clients:
        for view in client["seen"]:
            room, seat = view["room"], view["seat"]
            rows, history = kept.events.get(room, []), as_seen.get((room, seat), {})
            for event in view["events"]:
                seq = event["seq"]
                is_new = (room, seat, seq) not in counted
                counted.add((room, seat, seq))
                if seq > len(rows):
                    found.lost += is_new
                    found.tell("shown and not kept", f"room {room}, seat {seat}: {event}")
                    continue
                _compare_row(room, event, rows[seq - 1], found)
                if seq in history:
                    if event != history[seq]:
                        found.wrong += is_new
                        found.tell(
                            "another event", f"room {room}, seat {seat}: {event}, now {history[seq]}"
                        )
                else:
                    found.unread += is_new
    found.seen = len(counted)


def _compare_row(room: str, event: Mapping[str, Any], row: KeptEvent, found: Comparison) -> None:
    if "event" in event and (event["at"], event["event"]["e"]) != (
        row.at,
        SHOWN_AS.get(row.kind, row.kind),
    ):
        found.wrong += 1
        found.tell("another row", f"room {room}: {event} is {row.kind} at {row.at} in the log")


def _compare_lines(clients: Sequence[Mapping[str, Any]], kept: Kept, found: Comparison) -> None:
    """Compare lines of chat that clients saw: they are in the database, once."""
    rows = {
        room: Counter((line.at, line.person, line.text) for line in lines)
        for room, lines in kept.lines.items()
    }
    seen = {(line["room"], line["at"], line["person"], line["text"]) for _, line in _each(clients, "lines")}
    for room, *line in seen:
        number = rows.get(room, Counter())[tuple(line)]
        if number == 0:
            found.lost += 1
            found.tell("line shown and not kept", f"room {room}: {line}")


def _each(clients: Sequence[Mapping[str, Any]], what: str) -> Iterator[tuple[str, Any]]:
    for client in clients:
        for each in client[what]:
            yield client["person"], each
