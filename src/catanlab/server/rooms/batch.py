"""What one act, tick or answer did to a room: rows for one commit, and who caused them."""

from __future__ import annotations

from dataclasses import dataclass, field

from catanlab.server.database.rows import ChatRow, Row


@dataclass(slots=True)
class Batch:
    """The rows of one commit; `first` and `last` are the numbers of its events."""

    room: str
    epoch: int
    first: int
    now: float
    at: int
    last: int = 0
    rows: list[Row] = field(default_factory=list)
    chat: list[ChatRow] = field(default_factory=list)
    author: tuple[str, str] | None = None
    """The person and the id of the act, until the first row carries it."""
    people: list[str] = field(default_factory=list)
    """The people who sat down or came back to their seats."""
    is_seating: bool = False
    """Whether an occupant or a lock changed, or the game began or ended."""

    def take_author(self) -> tuple[str, str] | None:
        """Return who caused the first row; nobody caused the further ones."""
        author, self.author = self.author, None
        return author

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to commit."""
        return not self.rows and not self.chat
