"""Messages as values: read from text and written as text, by the table in `message_table`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from catanlab.bridges.jsettlers.errors import MessageError
from catanlab.bridges.jsettlers.message_table import FORMS, NAMED_FORMS, Field, MessageForm

_SHOWN = 60
_INTEGER = re.compile(r"[-+]?[0-9]{1,10}")
_LARGEST = 2**31 - 1
_EMPTY = "\t"  # an empty field would vanish, as the other side merges separators


class Message:
    """A message: its type, and its fields as attributes.

    >>> message = Message("PUTPIECE", game="g", seat=2, piece=0, place=0x67)
    >>> message.text
    '1009|g,2,0,103'
    >>> Message.read(message.text).place
    103

    An optional field that is missing is None. Raises MessageError for unknown or missing fields.
    """

    __slots__ = ("_form", "_values")

    def __init__(self, name: str, **values: Any) -> None:
        if name not in NAMED_FORMS:
            raise MessageError(f"{name!r} is not a message; the messages are {', '.join(NAMED_FORMS)}")
        self._form = NAMED_FORMS[name]
        known = {field.name: None if field.optional else () for field in self._form.fields}
        for field in self._form.fields:
            if not (field.many or field.optional) and field.name not in values:
                raise MessageError(f"{name} lacks its field {field.name}")
        for given in values:
            if given not in known:
                raise MessageError(f"{name} has no field {given!r}; its fields are {', '.join(known)}")
        self._values: dict[str, Any] = {**known, **values}

    @classmethod
    def read(cls, text: str) -> Message | None:
        """Read a message, or return None if its type is not in the table; raises MessageError."""
        number, _, body = text.partition("|")
        if not (number.isascii() and number.isdigit() and len(number) < 10):
            raise MessageError(f"{_short(text)} does not begin with the number of a type")
        form = FORMS.get(int(number))
        if form is None:
            return None
        message = cls.__new__(cls)
        message._form = form
        message._values = dict(_read_fields(form, body))
        return message

    @property
    def name(self) -> str:
        """The name of its type."""
        return self._form.name

    @property
    def game(self) -> str:
        """The name of the game it is about, empty if it is about none."""
        return str(self._values.get("game", ""))

    @property
    def text(self) -> str:
        """The message as it is sent; raises MessageError for an invalid value of a field."""
        form = self._form
        words: list[str] = []
        for field in form.fields:
            value = self._values[field.name]
            if field.many:
                words += [_word(form, field, each) for each in value]
            elif value is not None:
                words.append(_word(form, field, value))
        return f"{form.number}|{form.separator.join(words)}"

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):  # a message that is being copied has no fields yet
            raise AttributeError(name)
        try:
            return self._values[name]
        except KeyError:
            raise AttributeError(f"{self._form.name} has no field {name!r}") from None

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Message):
            return NotImplemented
        return self._form is other._form and self._values == other._values

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        values = ", ".join(f"{name}={value!r}" for name, value in self._values.items())
        return f"Message({self.name!r}, {values})"


def _read_fields(form: MessageForm, body: str) -> Iterator[tuple[str, Any]]:
    # As Java's tokenizer does: adjacent separators count once. Only free text keeps them.
    rest = form.fields[-1].kind == "rest" if form.fields else False
    most = len(form.fields) - 1 if rest else -1
    words = body.split(form.separator, most) if rest else [w for w in body.split(form.separator) if w]
    place = 0
    for field in form.fields:
        if field.many:
            yield field.name, tuple(_value(form, field, word) for word in words[place:])
            place = len(words)
        elif place < len(words) and (words[place] or not field.optional):
            yield field.name, _value(form, field, words[place])
            place += 1
        elif field.optional:
            yield field.name, None
        else:
            raise MessageError(f"{form.name} lacks its field {field.name}: {_short(body)}")


def _value(form: MessageForm, field: Field, word: str) -> Any:
    if field.kind == "i":
        if _INTEGER.fullmatch(word) and abs(int(word)) <= _LARGEST:
            return int(word)
        raise MessageError(f"{form.name}: {field.name} is {_short(word)}, not an integer of 32 bits")
    if field.kind == "b":
        if word not in ("true", "false"):
            raise MessageError(f"{form.name}: {field.name} is {_short(word)}, not true or false")
        return word == "true"
    return "" if word == _EMPTY else word


def _word(form: MessageForm, field: Field, value: Any) -> str:
    if field.kind == "i":
        if isinstance(value, bool) or not isinstance(value, int):
            raise MessageError(f"{form.name}: {field.name} is {value!r}, not an integer")
        return str(int(value))
    if isinstance(value, bool):
        return "true" if value else "false"
    word = str(value)
    if field.kind != "rest" and form.separator in word:
        raise MessageError(f"{form.name}: {field.name} must not contain {form.separator!r}: {_short(word)}")
    return word or _EMPTY


def _short(text: str) -> str:
    return repr(text if len(text) <= _SHOWN else f"{text[:_SHOWN]}...")
