"""Rules as text: a named set and the fields that differ from it, `jsettlers,players=3,bank_limit=no`."""

from __future__ import annotations

import ast
import dataclasses
import inspect
from typing import Any, get_args

from catanlab.framework.errors import RulesError
from catanlab.framework.specs import NO, YES
from catanlab.games.catan.rules import BOUNDS, NAMED_RULES, Rules, field_types

ADDED_FIELDS = {"roelofs": ("setup_order",)}
"""Fields that sets differ in since texts of them were stored; in a stored text they are always given."""

_FORM = "the form is a set, field=value, or both: jsettlers,players=3"


def rules_from_text(text: str, *, stored: bool = False) -> Rules:
    """Return the rules that a text describes; raises RulesError with what is allowed.

    >>> rules_from_text("jsettlers,players=3").players
    3
    >>> rules_from_text("win_check=turn end").win_check
    'turn end'

    A hyphen may stand for a space, and yes and no for True and False. A text that was `stored`, in a record
    or with results, may be older than some differences of its set, which it then does not have:

    >>> rules_from_text("roelofs").setup_order, rules_from_text("roelofs", stored=True).setup_order
    ('straight', 'snake')
    """
    first, *rest = [part.strip() for part in text.split(",")]
    if "=" in first:
        rest.insert(0, first)
        first = "base"
    rules = Rules.named(first)
    if stored:
        rules = rules.replace(**{name: getattr(Rules, name) for name in ADDED_FIELDS.get(first, ())})
    changes: dict[str, object] = {}
    for part in rest:
        name, equals, word = (piece.strip() for piece in part.partition("="))
        if not (name and equals and word):
            raise RulesError(f"{part!r} in the rules {text!r} is not a field with a value; {_FORM}")
        if name in changes:
            raise RulesError(f"the rules {text!r} give {name} twice")
        changes[name] = _value(name, word)
    return rules.replace(**changes)


def rules_to_text(rules: Rules) -> str:
    """Return the shortest text that rules_from_text reads as these rules, also when it was stored.

    >>> rules_to_text(Rules.tuma())
    'tuma'
    >>> rules_to_text(Rules.roelofs())
    'roelofs,setup_order=straight'
    >>> rules_to_text(Rules(players=3, bank_limit=False))
    'base,players=3,bank_limit=no'
    """
    texts = []
    for name in NAMED_RULES:
        named = dataclasses.asdict(Rules.named(name))
        added = ADDED_FIELDS.get(name, ())
        values = dataclasses.asdict(rules)
        changed = {field: v for field, v in values.items() if v != named[field] or field in added}
        texts.append(",".join([name, *(f"{f}={value_to_text(v)}" for f, v in changed.items())]))
    return min(texts, key=lambda text: text.count(","))


def storable(text: str) -> str:
    """Return a text of rules so that it means the same when it was stored; raises RulesError.

    >>> storable("roelofs,players=3"), storable("base,players=4")
    ('roelofs,setup_order=straight,players=3', 'base,players=4')
    """
    rules = rules_from_text(text)
    first, *rest = [part.strip() for part in text.split(",")]
    given = {part.partition("=")[0].strip() for part in rest}
    added = [name for name in ADDED_FIELDS.get(first, ()) if name not in given]
    explicit = [f"{name}={value_to_text(getattr(rules, name))}" for name in added]
    return ",".join([first, *explicit, *rest]) if explicit else text


def value_to_text(value: object) -> str:
    """Return the value of a field as rules_from_text reads it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value).replace(" ", "-")


def field_values(name: str) -> str:
    """Return in words the values that a field takes.

    >>> field_values("trade_settlement")
    'choose or first'
    >>> field_values("players")
    'an integer from 2 to 4'
    """
    hint = field_types()[name]
    if hint is bool:
        return "yes or no"
    if hint is int:
        low, high = BOUNDS[name]
        return f"an integer from {low} to {high}"
    choices = [value_to_text(choice) for choice in get_args(hint)]
    return f"{', '.join(choices[:-1])} or {choices[-1]}"


def field_meanings() -> dict[str, str]:
    """Return the meaning of each field of Rules: the text below it in its source.

    >>> field_meanings()["points_to_win"]
    'Victory points that win.'
    """
    (body,) = ast.parse(inspect.getsource(Rules)).body
    assert isinstance(body, ast.ClassDef)
    meanings = {}
    for field, text in zip(body.body, body.body[1:], strict=False):
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name):
            meanings[field.target.id] = " ".join(ast.literal_eval(ast.unparse(text)).split())
    return meanings


def set_meanings() -> dict[str, str]:
    """Return the meaning of each named set of rules.

    >>> set_meanings()["tuma"]
    'Tuma: to seven points, no player trade.'
    """
    return {name: inspect.getdoc(getattr(Rules, name)) or "" for name in NAMED_RULES}


def _value(name: str, word: str) -> Any:
    """Read the value of a field by its type; an unknown field or a wrong value is left to Rules."""
    hint = field_types().get(name)
    if hint is bool:
        if word.lower() not in (*YES, *NO):
            raise RulesError(f"rule {name} is {word!r}; allowed are yes and no")
        return word.lower() in YES
    if hint is int:
        try:
            return int(word)
        except ValueError:
            return word
    for choice in get_args(hint):
        if value_to_text(choice) == value_to_text(word):
            return choice
    return word
