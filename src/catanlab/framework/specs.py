"""Things with options as text: `name`, or `name:option=value,option=value`.

One reader for all lists of named things: each says which error it raises, and reads its values by the
annotations of the options.
"""

from __future__ import annotations

from math import isfinite
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from catanlab.framework.errors import CatanlabError

FORM = "name or name:option=value,option=value"
YES = ("yes", "true", "on", "1")
NO = ("no", "false", "off", "0")
_NUMBERS = {int: "an integer", float: "a number"}
_READABLE = (bool, int, float, str, NoneType)


def split_spec(text: str, error: type[CatanlabError]) -> tuple[str, dict[str, str]]:
    """Return the name and the words of its options; raises `error` for text of another form.

    >>> split_spec("gomoku:size=9, line=4", CatanlabError)
    ('gomoku', {'size': '9', 'line': '4'})
    """
    if not isinstance(text, str):
        raise error(f"{text!r} is not a text; the form is: {FORM}")
    name, colon, rest = text.partition(":")
    words: dict[str, str] = {}
    for part in rest.split(",") if colon else ():
        option, equals, value = (piece.strip() for piece in part.partition("="))
        if not (option and equals and value):
            raise error(f"{text!r}: {part.strip()!r} is not an option with a value; the form is: {FORM}")
        if option in words:
            raise error(f"{text!r}: {option} is given twice")
        words[option] = value
    return name.strip(), words


def read_value(what: str, word: str, hint: Any, error: type[CatanlabError]) -> Any:
    """Return the value that a word stands for, by the annotation of what it is for.

    >>> read_value("greedy's offers", "no", bool, CatanlabError)
    False

    Raises `error` with what is allowed.
    """
    for kind in _kinds(hint):
        try:
            return _read(word, kind)
        except ValueError:
            pass
    raise error(f"{what} is {word!r}; it must be {takes(hint)}")


def allows(hint: Any, word: str) -> bool:
    """Say whether a word stands for a value that an annotation allows."""
    try:
        read_value("", word, hint, CatanlabError)
    except CatanlabError:
        return False
    return True


def takes(hint: Any) -> str:
    """Return in words what values an annotation allows.

    >>> takes(int | None)
    'an integer or none'
    """
    words = [word for kind in _kinds(hint) for word in _words(kind)]
    return f"{', '.join(words[:-1])} or {words[-1]}" if len(words) > 1 else words[0]


def spec_value(value: object) -> str:
    """Return a value as `read_value` reads it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else str(value)


def _kinds(hint: Any) -> list[Any]:
    """Return the single kinds of value that an annotation allows, text last."""
    if get_origin(hint) is Annotated:
        hint = get_args(hint)[0]
    kinds = list(get_args(hint)) if get_origin(hint) in (Union, UnionType) else [hint]
    if str in kinds:  # no text stands for the objects and functions that are allowed besides
        kinds = [kind for kind in kinds if kind in _READABLE or get_origin(kind) is Literal]
    return sorted(kinds, key=lambda kind: kind is str)


def _words(kind: Any) -> list[str]:
    if kind is bool:
        return ["yes", "no"]
    if get_origin(kind) is Literal:
        return [spec_value(choice) for choice in get_args(kind)]
    return ["none"] if kind is NoneType else [_NUMBERS.get(kind, "a word")]


def _read(word: str, kind: Any) -> Any:
    """Return the value of one kind; raises ValueError if the word is none."""
    lower = word.lower()
    if kind is bool:
        if lower in YES or lower in NO:
            return lower in YES
    elif get_origin(kind) is Literal:
        for choice in get_args(kind):
            if spec_value(choice) == word:
                return choice
    elif kind is NoneType:
        if lower == "none":
            return None
    elif kind is int:
        return int(word)
    elif kind is float:
        if isfinite(float(word)):
            return float(word)
    else:
        return word
    raise ValueError(word)
