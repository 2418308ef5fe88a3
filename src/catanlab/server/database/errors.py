"""The errors of the database and of the log in it.

DatabaseError              the database cannot be opened or brought up to date
LogError
├── CommitFailedError      nothing of it is in the log; the room must be opened again
│   ├── FencedError        the room has another epoch: it was opened again, here or elsewhere
│   ├── LogOrderError      the numbers do not go on where the log ends
│   ├── RoomExistsError    a new room has the id of another
│   └── DiceUsedError      another game has or had this secret or commitment
├── UnknownRoomError       there is no such room
├── ElsewhereError         another server that lives has the room; nothing was done
├── OverloadedError        too much waits for the disk; nothing was done
└── LogClosedError         the server is about to end; nothing was done
"""

from typing import Final

from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError, TimeoutError

from catanlab.framework.errors import CatanlabError


def reason_of(error: BaseException) -> str:
    """Return what the database said, in a line: more lines would tell values, or of SQLAlchemy."""
    said = error.orig if isinstance(error, DBAPIError) else error
    return str(said).strip().partition("\n")[0]


class DatabaseError(CatanlabError):
    """A database that cannot be opened or brought up to date."""

    code = "bad-database"


class LogError(CatanlabError):
    """The base of the log's errors."""

    code = "log"


class CommitFailedError(LogError):
    """Rows that were not committed, and no later ones of the room in this epoch either."""

    code = "commit-failed"


class FencedError(CommitFailedError):
    """An epoch that is not the room's."""

    code = "fenced"


class LogOrderError(CommitFailedError):
    """Events whose numbers do not follow the last one in the log."""

    code = "log-order"


class RoomExistsError(CommitFailedError):
    """A new room with the id of another."""

    code = "room-exists"


class DiceUsedError(CommitFailedError):
    """Dice with a secret or commitment that was used before."""

    code = "dice-used"


class UnknownRoomError(LogError):
    """A room that does not exist."""

    code = "unknown-room"


class ElsewhereError(LogError):
    """A room that another living server has, and the address of that server."""

    code = "elsewhere"

    def __init__(self, room: str, url: str) -> None:
        super().__init__(f"another server has room {room}: {url}")
        self.room = room
        self.url = url


class OverloadedError(LogError):
    """More than may wait for the disk."""

    code = "overloaded"


class LogClosedError(LogError):
    """A log that takes nothing any more."""

    code = "log-closed"


AWAY: Final = (LogError, OperationalError, InterfaceError, TimeoutError)
"""What is raised while the database does not answer or takes nothing, or while the server ends: no mistake
of the program, so that a line about it is enough."""
