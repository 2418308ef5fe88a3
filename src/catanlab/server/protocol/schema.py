"""The wire as JSON Schema and TypeScript; `python -m catanlab.server.protocol.schema` writes both files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, get_args

import msgspec

from catanlab.server import wire
from catanlab.server.protocol import view_types
from catanlab.server.protocol.typescript import (
    RawTypes,
    declarations,
    field_docstrings,
    in_json,
    structs_in,
)

CLIENT_MESSAGES: tuple[type[msgspec.Struct], ...] = get_args(wire.AnyClientMessage)
SERVER_MESSAGES: tuple[type[msgspec.Struct], ...] = get_args(wire.AnyServerMessage)
EVENTS: tuple[type[msgspec.Struct], ...] = get_args(wire.AnyEvent)
RAW: RawTypes = {
    (wire.Update, "board"): view_types.Board,
    (wire.Update, "view"): view_types.View,
    (wire.Counting, "counting"): view_types.CardCounting,
    (wire.Moved, "changes"): view_types.Changes,
    (wire.Outcome, "changes"): view_types.Changes,
}
"""The types of the parts that the game writes."""

_FOLDER = Path(__file__).parent
_TYPESCRIPT_HEAD = f"""\
// Every message of the server, protocol {wire.PROTOCOL}; generated from server/wire and view_types.py by
// `python -m catanlab.server.protocol.schema`.

"""


def json_schema() -> str:
    """Return the JSON Schema of everything that goes over the wire."""
    structs = structs_in([*CLIENT_MESSAGES, *SERVER_MESSAGES], RAW)
    unions, parts = msgspec.json.schema_components(
        [wire.AnyClientMessage, wire.AnyServerMessage, *sorted(structs, key=lambda struct: struct.__name__)]
    )
    for struct in structs:
        _describe(struct, parts[struct.__name__])
    # An event that was written before goes out as it is; readers always see one of the union.
    event = parts["Numbered"]["properties"]["event"]
    parts["Numbered"]["properties"]["event"] = next(part for part in event["anyOf"] if part)
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"The messages of catanlab's server, protocol {wire.PROTOCOL}",
        "$defs": {
            "ClientMessage": unions[0],
            "ServerMessage": unions[1],
            **{name: parts[name] for name in sorted(parts)},
        },
    }
    return json.dumps(schema, indent=1, ensure_ascii=True) + "\n"


def _describe(struct: type[msgspec.Struct], part: dict[str, Any]) -> None:
    """Fill in what msgspec cannot know: docstrings of fields, and the types of raw JSON."""
    part["description"] = in_json(" ".join(part.get("description", "").split()))
    names = {field.name: field.encode_name for field in msgspec.structs.fields(struct)}
    for name, text in field_docstrings(struct).items():
        part["properties"][names[name]]["description"] = in_json(" ".join(text.split()))
    for (holder, name), kind in RAW.items():
        if holder is struct:
            part["properties"][name]["$ref"] = f"#/$defs/{kind.__name__}"


def type_declarations() -> str:
    """Return TypeScript declarations of everything that goes over the wire."""
    unions = [
        _union("AnyEvent", EVENTS),
        _union("ClientMessage", CLIENT_MESSAGES),
        _union("ServerMessage", SERVER_MESSAGES),
    ]
    return (
        _TYPESCRIPT_HEAD
        + declarations([*CLIENT_MESSAGES, *SERVER_MESSAGES], RAW)
        + "\n"
        + "\n".join(unions)
    )


def _union(name: str, structs: tuple[type[msgspec.Struct], ...]) -> str:
    return f"export type {name} =\n" + "\n".join(f"  | {struct.__name__}" for struct in structs) + ";\n"


FILES = {
    _FOLDER / "wire.schema.json": json_schema,
    _FOLDER / "wire.d.ts": type_declarations,
}
"""The files and what makes them."""


if __name__ == "__main__":
    for path, text in FILES.items():
        path.write_text(text(), encoding="utf-8")
