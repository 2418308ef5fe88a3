"""What an endpoint of the API is: data, from which routes and documents are made, and a function."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from msgspec import Struct

from catanlab.server.database.rows import PersonRow
from catanlab.server.ports import NOBODY, Caller
from catanlab.server.wire import MAX_FRAME_BYTES

if TYPE_CHECKING:
    from catanlab.server.api.context import Context

Method: TypeAlias = Literal["GET", "POST", "PUT", "DELETE"]
Who: TypeAlias = Literal["anyone", "somebody", "person", "bot"]
"""Who may call: anyone; whoever has a session or a token; people, but not bots; only bots."""


class NoFields(Struct, frozen=True, forbid_unknown_fields=True):
    """Nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """A request that was read and checked."""

    path: Any = None
    query: Any = None
    body: Any = None
    caller: Caller = NOBODY
    """Where it comes from, with the token of the cookie or of the header `Authorization`."""
    person: PersonRow | None = None
    """Who it is; None if nobody has said."""

    @property
    def known(self) -> PersonRow:
        """Who it is, where only somebody who has said so may call."""
        assert self.person is not None
        return self.person


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """An answer that is more than its body."""

    body: Struct | str | bytes | None
    cookie: str | None = None
    """The token for the cookie of the session; empty to delete the cookie, None to leave it alone."""
    headers: dict[str, str] = field(default_factory=dict)


Handler: TypeAlias = Callable[["Context", Call], Awaitable[Struct | str | bytes | Reply | None]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Endpoint:
    """One method of one path."""

    method: Method
    path: str
    name: str
    """The `operationId`."""
    group: str
    summary: str
    text: str = ""
    """More about it, in Markdown that needs no reader: sentences."""
    who: Who = "anyone"
    parts: type[Struct] = NoFields
    """The parts of the path in braces."""
    query: type[Struct] = NoFields
    body: Any = None
    """The type of the body: a struct, wherever there is a handler; None for none."""
    body_bytes: int = MAX_FRAME_BYTES
    """The largest body that is read."""
    answer: Any = None
    """The type of the answer; None for an answer without a body, with the status 204."""
    media: str = "application/json"
    """The kind of the answer."""
    packed: bool = False
    """Whether the answer is compressed for those who take it so: it is long, and has no secrets."""
    codes: tuple[str, ...] = ()
    """The refusals that only this endpoint has; those that all have are added."""
    handler: Handler | None = None
    """None for what is only documented here: another room of the server has its route."""

    @property
    def changes(self) -> bool:
        """Whether it changes something: then pages of foreign origins may not call it."""
        return self.method != "GET"

    @property
    def status(self) -> int:
        """The status of an answer that is no refusal."""
        return 204 if self.answer is None else 200

    @property
    def all_codes(self) -> tuple[str, ...]:
        """Every refusal that a caller should expect, those of all endpoints included."""
        general = ["bad-request", "bad-token", "too-fast", "server-error", "overloaded"]
        if self.who != "anyone":
            general.append("not-logged-in")
        if self.who == "person":
            general += ["not-for-bots", "no-such-person"]  # who is deleted in the same moment
        if self.changes:
            general += ["foreign-origin", "not-committed"]
        if self.body is not None:
            general += ["too-slow", "too-large"]
        if self.body is not None and self.handler is not None:
            general.append("not-json")
        return tuple(dict.fromkeys((*self.codes, *general)))
