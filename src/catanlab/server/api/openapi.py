"""The OpenAPI document of the API, made from its endpoints."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from catanlab._version import __version__
from catanlab.server import wire
from catanlab.server.api.bodies import Refusal
from catanlab.server.api.endpoint import Endpoint, NoFields, Who
from catanlab.server.api.reading import COOKIE
from catanlab.server.api.status import status_of
from catanlab.server.protocol.schema import RAW
from catanlab.server.protocol.typescript import RawTypes, field_docstrings, structs_in
from catanlab.server.refusals import CODES
from catanlab.server.replays import shapes

TITLE = "The HTTP API of catanlab's server"
DESCRIPTION = (
    "Names, lists, records, ratings and bots of this server. Games themselves are played over the "
    "WebSocket /ws, or by bots over /api/bot/stream and /api/bot/send.\n\n"
    "Bodies are JSON of at most 32,768 bytes, with a record 600,000; unknown fields are refused. What is "
    'wrong is answered with a fitting status and `{"code": ..., "text": ...}`: the code is stable, the '
    "text is for people. With 429 and 503 the header `Retry-After` says after how many seconds to try "
    "again.\n\n"
    f"Pages use the cookie `{COOKIE}`, which `POST /api/session` sets; programs use a token in the header "
    "`Authorization: Bearer TOKEN`. What changes something is refused with `foreign-origin` if the headers "
    "`Origin` and `Sec-Fetch-Site` name a page of another origin."
)
PHRASES = {
    200: "Done",
    204: "Done; the answer has no body",
    400: "The request is invalid",
    401: "Who asks is not known",
    403: "Not allowed",
    404: "Not there",
    408: "The body came too slowly",
    409: "It does not fit what is the case",
    413: "The body is too large",
    415: "The body is not JSON",
    429: "Too many requests",
    500: "The server failed",
    503: "The server is too busy, or restarts",
}
"""What each status means."""
_SECURITY: dict[Who, list[dict[str, list[str]]]] = {
    "anyone": [],
    "somebody": [{"session": []}, {"token": []}],
    "person": [{"session": []}, {"token": []}],
    "bot": [{"token": []}],
}
RAW_TYPES: RawTypes = {**RAW, **shapes.RAW}
"""The types of the parts of answers that the game writes."""
_REF = "#/components/schemas/{name}"


def document(endpoints: Sequence[Endpoint]) -> dict[str, Any]:
    """Return the document: OpenAPI 3.1."""
    paths: dict[str, dict[str, Any]] = {}
    for endpoint in endpoints:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _operation(endpoint)
    groups = dict.fromkeys(endpoint.group for endpoint in endpoints)
    return {
        "openapi": "3.1.0",
        "info": {"title": TITLE, "version": __version__, "description": DESCRIPTION},
        "tags": [{"name": group} for group in groups],
        "paths": paths,
        "components": {
            "schemas": _schemas(endpoints),
            "securitySchemes": {
                "session": {"type": "apiKey", "in": "cookie", "name": COOKIE},
                "token": {"type": "http", "scheme": "bearer"},
            },
        },
    }


def document_text(endpoints: Sequence[Endpoint]) -> str:
    """Return the document as JSON."""
    return json.dumps(document(endpoints), indent=1, ensure_ascii=False) + "\n"


def _operation(endpoint: Endpoint) -> dict[str, Any]:
    operation: dict[str, Any] = {
        "operationId": endpoint.name,
        "tags": [endpoint.group],
        "summary": endpoint.summary,
    }
    if endpoint.text:
        operation["description"] = endpoint.text
    parameters = [*_parameters(endpoint.parts, "path"), *_parameters(endpoint.query, "query")]
    if parameters:
        operation["parameters"] = parameters
    if endpoint.body is not None:
        operation["requestBody"] = {
            "required": endpoint.body is dict
            or any(field.required for field in msgspec.structs.fields(endpoint.body)),
            "content": {"application/json": {"schema": _schema(endpoint.body)}},
        }
    operation["responses"] = _responses(endpoint)
    operation["security"] = _SECURITY[endpoint.who]
    return operation


def _responses(endpoint: Endpoint) -> dict[str, Any]:
    done: dict[str, Any] = {"description": PHRASES[endpoint.status]}
    if endpoint.answer is not None:
        done["content"] = {endpoint.media: {"schema": _schema(endpoint.answer)}}
    responses = {str(endpoint.status): done}
    by_status: dict[int, list[str]] = {}
    for code in endpoint.all_codes:
        by_status.setdefault(status_of(code), []).append(code)
    for status, codes in sorted(by_status.items()):
        reasons = "\n".join(f"* `{code}`: {CODES[code]}" for code in codes)
        responses[str(status)] = {
            "description": f"{PHRASES[status]}.\n\n{reasons}",
            "content": {"application/json": {"schema": _schema(Refusal)}},
        }
        if status in (429, 503):
            responses[str(status)]["headers"] = {
                "Retry-After": {"description": "Seconds to wait.", "schema": {"type": "integer"}}
            }
    return responses


def _parameters(kind: type[Struct], place: str) -> list[dict[str, Any]]:
    """Return the fields of a struct as parameters of a request."""
    if kind is NoFields:
        return []
    (_, parts) = msgspec.json.schema_components([kind], ref_template=_REF)
    part = parts[kind.__name__]
    said = field_docstrings(kind)
    parameters = []
    for field in msgspec.structs.fields(kind):
        schema = part["properties"][field.encode_name]
        parameter = {
            "name": field.encode_name,
            "in": place,
            "required": place == "path" or field.required,
            "schema": _clean(schema),
        }
        if field.name in said:
            parameter["description"] = " ".join(said[field.name].split())
        parameters.append(parameter)
    return parameters


def _schemas(endpoints: Sequence[Endpoint]) -> dict[str, Any]:
    """Return the schemas of all bodies and answers, with what their docstrings say."""
    found = structs_in([Refusal, *_structs(endpoints)], RAW_TYPES)
    kinds = sorted(found, key=lambda kind: kind.__name__)
    _, parts = msgspec.json.schema_components(kinds, ref_template=_REF)
    for (holder, name), kind in RAW_TYPES.items():
        if holder in found:
            parts[holder.__name__]["properties"][name] = {"$ref": _REF.format(name=kind.__name__)}
    if wire.Numbered in found:  # an event that was written before goes out as it is
        fields = parts["Numbered"]["properties"]
        fields["event"] = next(part for part in fields["event"]["anyOf"] if part)
    for struct in kinds:
        part = parts[struct.__name__]
        part["description"] = " ".join(part.get("description", "").split())
        names = {field.name: field.encode_name for field in msgspec.structs.fields(struct)}
        for name, text in field_docstrings(struct).items():
            if name in names:
                part["properties"][names[name]]["description"] = " ".join(text.split())
    return {name: _clean(parts[name]) for name in sorted(parts)}


def _structs(endpoints: Iterable[Endpoint]) -> list[type[Struct]]:
    found = [kind for each in endpoints for kind in (each.body, each.answer)]
    return [kind for kind in found if isinstance(kind, type) and issubclass(kind, Struct)]


def _schema(kind: Any) -> dict[str, Any]:
    (schema,), _ = msgspec.json.schema_components([kind], ref_template=_REF)
    return dict(schema)


def _clean(schema: Any) -> Any:
    """Return a schema whose patterns end as in other languages, where `$` is the end of the text."""
    if isinstance(schema, dict):
        return {
            name: re.sub(r"\(\?!\[\\s\\S\]\)$", "$", value)
            if name == "pattern" and isinstance(value, str)
            else _clean(value)
            for name, value in schema.items()
        }
    return [_clean(each) for each in schema] if isinstance(schema, list | tuple) else schema
