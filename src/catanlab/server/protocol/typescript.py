"""TypeScript declarations of msgspec structs: unions by tag, optional fields, limits as comments."""

from __future__ import annotations

import ast
import inspect
import json
import re
import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache

import msgspec.inspect as kinds
from msgspec import Struct

RawTypes = Mapping[tuple[type[Struct], str], type[Struct]]
"""Which type a field has that holds JSON as it was written: by the struct and the field."""

_PLAIN = {
    kinds.StrType: "string",
    kinds.IntType: "number",
    kinds.FloatType: "number",
    kinds.BoolType: "boolean",
    kinds.NoneType: "null",
}
_LIMITS = {
    "ge": "at least",
    "le": "at most",
    "min_length": "length at least",
    "max_length": "length at most",
    "pattern": "form",
}


def declarations(structs: Sequence[type[Struct]], raw: RawTypes) -> str:
    """Return the interfaces of structs and of all that they hold, in alphabetical order."""
    return interfaces(structs_in(structs, raw), raw)


def interfaces(structs: Collection[type[Struct]], raw: RawTypes) -> str:
    """Return the interfaces of just these structs, in alphabetical order."""
    return "\n".join(_interface(each, raw) for each in sorted(structs, key=lambda each: each.__name__))


def structs_in(structs: Sequence[type[Struct]], raw: RawTypes) -> set[type[Struct]]:
    """Return structs and all that their fields hold."""
    found: set[type[Struct]] = set()
    waiting = list(structs)
    while waiting:
        struct = waiting.pop()
        if struct not in found:
            found.add(struct)
            waiting += [raw[key] for key in raw if key[0] is struct]
            waiting += [part.cls for field in _info(struct).fields for part in _structs(field.type)]
    return found


def field_docstrings(struct: type[Struct]) -> dict[str, str]:
    """Return the docstrings of a struct's own fields and those of its bases, by their names in Python."""
    found: dict[str, str] = {}
    for cls in reversed(struct.__mro__):
        if issubclass(cls, Struct) and cls is not Struct:
            found.update(_docstrings_of_module(cls.__module__).get(cls.__name__, {}))
    return found


@cache
def _docstrings_of_module(module: str) -> dict[str, dict[str, str]]:
    # Python drops the docstrings of fields; only the source has them.
    tree = ast.parse(inspect.getsource(sys.modules[module]))
    found: dict[str, dict[str, str]] = {}
    for cls in tree.body:
        if not isinstance(cls, ast.ClassDef):
            continue
        fields = found[cls.name] = {}
        for field, after in zip(cls.body, cls.body[1:], strict=False):
            if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name):
                if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant):
                    fields[field.target.id] = inspect.cleandoc(str(after.value.value))
    return found


def _info(struct: type[Struct]) -> kinds.StructType:
    info = kinds.type_info(struct)
    assert isinstance(info, kinds.StructType)
    return info


def _structs(kind: kinds.Type) -> Iterator[kinds.StructType]:
    """Yield the structs right below a type."""
    match kind:
        case kinds.StructType():
            yield kind
        case kinds.UnionType():
            for part in kind.types:
                yield from _structs(part)
        case kinds.VarTupleType() | kinds.ListType():
            yield from _structs(kind.item_type)
        case kinds.TupleType():
            for part in kind.item_types:
                yield from _structs(part)
        case kinds.Metadata():
            yield from _structs(kind.type)


def _interface(struct: type[Struct], raw: RawTypes) -> str:
    info = _info(struct)
    comments = field_docstrings(struct)
    lines = [
        *_comment(inspect.cleandoc(struct.__doc__ or ""), ""),
        f"export interface {struct.__name__} {{",
    ]
    if info.tag_field is not None:
        lines.append(f"  {info.tag_field}: {json.dumps(info.tag)};")
    for field in info.fields:
        text = " ".join([*comments.get(field.name, "").split(), *_limits(field.type)])
        lines += _comment(text, "  ")
        name = field.encode_name if field.encode_name.isidentifier() else json.dumps(field.encode_name)
        written = raw[struct, field.name].__name__ if (struct, field.name) in raw else _written(field.type)
        lines.append(f"  {name}{'' if field.required else '?'}: {written};")
    return "\n".join([*lines, "}", ""])


def in_json(text: str) -> str:
    """Return a docstring in the words of JSON."""
    return re.sub(r"\bNone\b", "null", text)


def _comment(text: str, indent: str) -> list[str]:
    lines = in_json(text).splitlines()
    if len(lines) <= 1:
        return [f"{indent}/** {line} */" for line in lines]
    return [f"{indent}/**", *(f"{indent} * {line}".rstrip() for line in lines), f"{indent} */"]


def _limits(kind: kinds.Type) -> list[str]:
    """Return the limits of a value in words, in brackets; empty if there are none."""
    if isinstance(kind, kinds.UnionType):
        return [text for part in kind.types for text in _limits(part)]
    if isinstance(kind, kinds.Metadata):
        return _limits(kind.type)
    found = [
        f"{words} {value}"
        for name, words in _LIMITS.items()
        if (value := getattr(kind, name, None)) is not None
    ]
    # A comment would end at the first slash after a star.
    return [f"({', '.join(found)})".replace("*/", "*\\/")] if found else []


def _written(kind: kinds.Type) -> str:
    """Return a type as TypeScript writes it."""
    match kind:
        case kinds.StructType():
            return kind.cls.__name__
        case kinds.LiteralType():
            return " | ".join(json.dumps(value) for value in kind.values)
        case kinds.UnionType():
            return " | ".join(_written(part) for part in kind.types if not isinstance(part, kinds.RawType))
        case kinds.VarTupleType() | kinds.ListType():
            item = _written(kind.item_type)
            return f"({item})[]" if " | " in item else f"{item}[]"
        case kinds.TupleType():
            return f"[{', '.join(_written(part) for part in kind.item_types)}]"
        case kinds.Metadata():
            return _written(kind.type)
    return _PLAIN[type(kind)]
