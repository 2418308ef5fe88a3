"""Messages made by hypothesis from their types, valid in every field."""

from __future__ import annotations

from typing import Any

import msgspec.inspect as kinds
from hypothesis import strategies as st
from msgspec import Raw, Struct


def structs(struct: type[Struct]) -> st.SearchStrategy[Any]:
    """Return a strategy for one struct; fields with a default are sometimes left out."""
    info = kinds.type_info(struct)
    assert isinstance(info, kinds.StructType)
    return _struct(info)


def _struct(info: kinds.StructType) -> st.SearchStrategy[Any]:
    required = {field.name: _values(field.type) for field in info.fields if field.required}
    optional = {field.name: _values(field.type) for field in info.fields if not field.required}
    return st.fixed_dictionaries(required, optional=optional).map(lambda fields: info.cls(**fields))


def _values(kind: kinds.Type) -> st.SearchStrategy[Any]:
    match kind:
        case kinds.StructType():
            return _struct(kind)
        case kinds.LiteralType():
            return st.sampled_from(kind.values)
        case kinds.UnionType():
            return st.one_of([_values(part) for part in kind.types])
        case kinds.VarTupleType():
            size = 3 if kind.max_length is None else kind.max_length
            least = kind.min_length or 0
            return st.lists(_values(kind.item_type), min_size=least, max_size=size).map(tuple)
        case kinds.TupleType():
            return st.tuples(*map(_values, kind.item_types))
        case kinds.Metadata():
            return _values(kind.type)
        case kinds.IntType():
            return st.integers(kind.ge if kind.ge is not None else -(2**53), kind.le or 2**53)
        case kinds.FloatType():
            return st.floats(kind.ge or 0.0, kind.le or 1e9, allow_nan=False)
        case kinds.StrType(pattern=str(pattern)):
            found = st.from_regex(pattern, fullmatch=True)
            return found.filter(lambda text: len(text) <= (kind.max_length or 64))
        case kinds.StrType():
            return st.text(max_size=min(kind.max_length or 40, 40))
        case kinds.BoolType():
            return st.booleans()
        case kinds.NoneType():
            return st.none()
        case kinds.RawType():
            return st.sampled_from([Raw(b"{}"), Raw(b'{"seat":1}'), Raw(b"[1,2]")])
    raise AssertionError(f"no strategy for {kind}")
