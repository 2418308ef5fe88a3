"""What connections and addresses may take: every number with its meaning, all of them can be set."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, fields, replace
from typing import Any, Self

from catanlab.framework.errors import CatanlabError


class LimitError(CatanlabError, ValueError):
    """A limit that is unknown or has an impossible value."""

    code = "bad-limit"


def _limit(default: float, meaning: str) -> Any:
    return field(default=default, metadata={"meaning": meaning})


@dataclass(frozen=True, kw_only=True)
class Limits:
    """The limits of a server. What is counted by address is counted by the network of an IPv6 address.

    >>> Limits().changed("queued_frames=64").queued_frames
    64
    """

    # One connection.
    queued_frames: int = _limit(256, "frames that wait for a client before it is closed with `resync`")
    queued_bytes: int = _limit(1_048_576, "their size before it is")
    messages_per_second: float = _limit(
        100.0, "messages, pings and other frames of a connection, in the long run"
    )
    messages_at_once: int = _limit(300, "and at once")
    bad_messages_per_second: float = _limit(0.2, "messages that are invalid or too many, in the long run")
    bad_messages_at_once: int = _limit(20, "and at once; more close the connection")
    ping_seconds: float = _limit(15.0, "seconds between pings")
    silence_seconds: float = _limit(50.0, "seconds without any message after which a client is gone")
    close_seconds: float = _limit(2.0, "seconds that a client has to read the last frames")
    hello_seconds: float = _limit(10.0, "seconds that a client has to say `hello`")
    # All connections, and those of an address.
    connections: int = _limit(5_000, "connections in all")
    connections_per_address: int = _limit(200, "connections of an address")
    http_connections_per_address: int = _limit(
        300, "connections of an address that are no WebSockets; what a proxy opens is not counted"
    )
    guests_per_second: float = _limit(0.1, "new guests of an address in the long run")
    guests_at_once: int = _limit(30, "new guests of an address at once")
    room_bytes: int = _limit(2_147_483_648, "about how many bytes the rooms in memory take")
    rooms_per_address: int = _limit(300, "rooms in memory that were made or are followed from an address")
    room_bytes_per_address: int = _limit(268_435_456, "about how many bytes those rooms take")
    rooms_per_person: int = _limit(200, "rooms in memory that a person made or follows")
    channels_per_person: int = _limit(10, "channels that a person is in, with all connections")
    channels_per_address: int = _limit(100, "different channels that the people of an address are in")
    rows_per_second: float = _limit(20.0, "rows of 500 bytes that are written for an address; not moves")
    rows_at_once: int = _limit(5_000, "and at once")
    answers_per_second: float = _limit(120.0, "answers of robots for an address in the long run")
    answers_at_once: int = _limit(1_200, "and at once; what comes then waits")
    # A person, over all connections.
    acts_per_second: float = _limit(5.0, "tokens for acts that a person gets back")
    acts_at_once: int = _limit(200, "tokens that a person who has been quiet for a while may spend at once")
    # Requests to the API.
    requests_per_second: float = _limit(20.0, "requests of an address in the long run")
    requests_at_once: int = _limit(200, "requests of an address at once")
    body_seconds: float = _limit(5.0, "seconds that the body of a request may take to arrive")
    replays_per_second: float = _limit(1.0, "games that an address may see again in the long run")
    replays_at_once: int = _limit(30, "games that it may see again at once")
    bad_tokens_per_second: float = _limit(0.2, "unknown tokens of an address in the long run")
    bad_tokens_at_once: int = _limit(20, "unknown tokens of an address at once")
    # Bots over HTTP.
    keep_alive_seconds: float = _limit(7.0, "seconds between empty lines in the stream of a bot")
    streams_per_second: float = _limit(0.5, "streams that a bot's token may open in the long run")
    streams_at_once: int = _limit(10, "streams that it may open at once")
    # Passwords.
    failed_logins_per_minute: float = _limit(2.0, "wrong passwords from an address, or for a name")
    failed_logins_at_once: int = _limit(10, "wrong passwords from an address at once")
    failed_logins_by_name: int = _limit(50, "wrong passwords for a name at once")
    waiting_passwords: int = _limit(20, "passwords that wait to be checked; what comes then is refused")

    def changed(self, *words: str) -> Self:
        """Return limits with other values, each written NAME=VALUE; raises LimitError."""
        known = {each.name: each for each in fields(self)}
        values: dict[str, Any] = {}
        for word in words:
            name, equals, text = word.partition("=")
            if not equals or name not in known:
                raise LimitError(f"{word!r} is not NAME=VALUE with one of the limits {', '.join(known)}")
            default = known[name].default
            values[name] = _positive(name, text, whole=isinstance(default, int))
        return replace(self, **values)


def limit_names() -> list[str]:
    """Return the names of all limits."""
    return [each.name for each in fields(Limits)]


def _positive(name: str, text: str, *, whole: bool) -> float:
    try:
        value = int(text) if whole else float(text)
    except ValueError:
        value = 0
    if not 0 < value < math.inf:
        kind = "an integer from 1 on" if whole else "a number above 0"
        raise LimitError(f"the limit {name} is {kind}, not {text!r}")
    return value
