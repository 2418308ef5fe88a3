"""What the server tells its operator: one line an event, as text or as JSON.

No line has a token, a password, an invitation, a hand, the secret of dice or what somebody said. Errors of
a database come without the values of its statements: the engine hides them, and lines in which PostgreSQL
quotes a row are left out here.
"""

from __future__ import annotations

import json
import logging
import sys
import time
from typing import Any, Final, Literal, TextIO, TypeAlias

Format: TypeAlias = Literal["text", "json"]
LEVELS: Final = ("debug", "info", "warning", "error")
_QUOTES: Final = ("DETAIL:", "CONTEXT:", "LINE ")
"""How lines begin in which PostgreSQL repeats values."""


def log_event(logger: logging.Logger, event: str, *, level: int = logging.INFO, **fields: object) -> None:
    """Log an event with its fields, which must not be secret; those that are None are left out."""
    if logger.isEnabledFor(level):
        given = {name: value for name, value in fields.items() if value is not None}
        logger.log(level, event, extra={"fields": given})


class Outage:
    """Something that is done again and again: says once that it fails, and once that it works again."""

    def __init__(self, logger: logging.Logger, what: str) -> None:
        self._logger = logger
        self._what = what
        self._is_on = False

    def goes_on(self, reason: str) -> None:
        """Note that it could not be done."""
        if not self._is_on:
            self._is_on = True
            self._logger.warning("%s cannot be done for now: %s", self._what, reason)

    def is_over(self) -> None:
        """Note that it was done."""
        if self._is_on:
            self._is_on = False
            self._logger.warning("%s can be done again", self._what)


def configure(form: Format = "text", level: str = "info", stream: TextIO | None = None) -> None:
    """Let all loggers write to a stream, stderr by default.

    The level is that of this program. Libraries tell warnings at the least: below that websockets logs
    whole messages, and uvicorn addresses with their invitations.
    """
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(_JsonLines() if form == "json" else _TextLines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("catanlab").setLevel(level.upper())


def _fields_of(record: logging.LogRecord) -> dict[str, Any]:
    fields: dict[str, Any] = dict(getattr(record, "fields", {}))
    if record.exc_info:
        lines = logging.Formatter().formatException(record.exc_info).splitlines()
        fields["error"] = "\n".join(line for line in lines if not line.lstrip().startswith(_QUOTES))
    return fields


def _time_of(record: logging.LogRecord) -> str:
    moment = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
    return f"{moment}.{int(record.msecs):03}Z"


class _JsonLines(logging.Formatter):
    """One JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "at": _time_of(record),
            "level": record.levelname.lower(),
            "event": record.getMessage(),
            "logger": record.name,
            **_fields_of(record),
        }
        return json.dumps(line, default=str, ensure_ascii=False)


class _TextLines(logging.Formatter):
    """A line for people: time, level, event, fields; a traceback follows, indented."""

    def format(self, record: logging.LogRecord) -> str:
        fields = _fields_of(record)
        error = str(fields.pop("error", ""))
        words = [_time_of(record), record.levelname.lower(), _one_line(record.getMessage())]
        words += [f"{name}={_one_line(str(value))}" for name, value in fields.items()]
        return "\n    ".join([" ".join(words), *error.splitlines()])


def _one_line(text: str) -> str:
    """Return a text without line breaks and other control characters: nobody forges a line of the log."""
    return "".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in text)
