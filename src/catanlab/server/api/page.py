"""The API as a page for people: made from the OpenAPI document, without scripts and foreign parts."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterator
from html import escape
from typing import Any

STYLE = """
:root { color-scheme: light dark; --line: #8886; --soft: #8882; --link: light-dark(#0b57a4, #8ab8ff); }
body { font: 1rem/1.55 system-ui, sans-serif; max-width: 56rem; margin: 0 auto; padding: 1rem 1.2rem 4rem; }
a { color: var(--link); }
h1 { font-size: 1.7rem; margin: 1rem 0 .3rem; }
h2 { font-size: 1.3rem; margin: 2.6rem 0 .6rem; padding-bottom: .3rem;
  border-bottom: 1px solid var(--line); }
h3 { font-size: 1rem; margin: 1.8rem 0 .3rem; font-weight: 600; }
h4 { font-size: .95rem; margin: 1rem 0 .2rem; }
code { font: .9em/1.4 ui-monospace, monospace; background: var(--soft); padding: .05rem .3rem;
  border-radius: .2rem; overflow-wrap: anywhere; }
h3 code { font-size: 1rem; }
pre { font: .88rem/1.5 ui-monospace, monospace; background: var(--soft); padding: .7rem .9rem;
  overflow-x: auto; border-radius: .3rem; }
.method { display: inline-block; min-width: 4.2rem; font: 700 .8rem ui-monospace, monospace; }
table { border-collapse: collapse; width: 100%; margin: .3rem 0 .8rem; font-size: .92rem; }
th, td { text-align: left; vertical-align: top; padding: .3rem .8rem .3rem 0;
  border-bottom: 1px solid var(--line); }
th { font-weight: 600; }
td:first-child { white-space: nowrap; }
nav ul { columns: 2 20rem; padding-left: 1.1rem; }
summary { cursor: pointer; padding: .2rem 0; }
section { margin-bottom: 1.6rem; }
.who { font-size: .92rem; opacity: .85; }
"""
_EXAMPLE = """\
<pre>curl http://127.0.0.1:8000/api/session --json '{"name": "Anna", "token": true}'
curl http://127.0.0.1:8000/api/me -H 'Authorization: Bearer TOKEN'
curl 'http://127.0.0.1:8000/api/ladder?size=4&amp;kind=person'</pre>"""
_SUBTITLE = (
    '<p class="who">catanlab {version}; for programs: <a href="/api/openapi.json">openapi.json</a>, '
    "OpenAPI 3.1</p></header>"
)
POLICY = (
    "default-src 'none'; style-src 'sha256-"
    + base64.b64encode(hashlib.sha256(STYLE.encode()).digest()).decode()
    + "'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""The Content-Security-Policy of the page: nothing but its own style."""


def page(document: dict[str, Any]) -> str:
    """Return the page of an OpenAPI document."""
    info = document["info"]
    title = escape(info["title"])
    parts = [
        "<!doctype html>",
        '<html lang="en"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{title}</title><style>{STYLE}</style></head><body>",
        f"<header><h1>{title}</h1>",
        _SUBTITLE.format(version=escape(info["version"])),
        "<main>",
        *(f"<p>{_inline(paragraph)}</p>" for paragraph in info["description"].split("\n\n")),
        _EXAMPLE,
        *_contents(document),
    ]
    for tag in document["tags"]:
        parts.append(f'<h2 id="{_anchor(tag["name"])}">{escape(tag["name"])}</h2>')
        for path, method, operation in _operations(document, tag["name"]):
            parts += _operation(path, method, operation, document["components"]["schemas"])
    parts.append('<h2 id="types">Types</h2>')
    for name, schema in document["components"]["schemas"].items():
        parts += _type(name, schema)
    parts.append("</main></body></html>")
    return "\n".join(parts) + "\n"


def _operations(document: dict[str, Any], tag: str) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            if tag in operation["tags"]:
                yield path, method, operation


def _contents(document: dict[str, Any]) -> Iterator[str]:
    yield '<nav aria-label="Contents"><ul>'
    for tag in document["tags"]:
        for path, method, operation in _operations(document, tag["name"]):
            link = f'<a href="#{escape(operation["operationId"])}"><code>{escape(path)}</code></a>'
            yield f'<li><span class="method">{method.upper()}</span>{link}</li>'
    yield '<li><a href="#types">Types</a></li></ul></nav>'


def _operation(path: str, method: str, operation: dict[str, Any], schemas: dict[str, Any]) -> Iterator[str]:
    yield f'<section id="{escape(operation["operationId"])}">'
    yield f'<h3><span class="method">{method.upper()}</span> <code>{escape(path)}</code></h3>'
    yield f"<p>{_inline(operation['summary'])}. {_inline(operation.get('description', ''))}</p>"
    if operation["security"]:
        takes = "a session or a token" if {"session": []} in operation["security"] else "the token of a bot"
        yield f'<p class="who">Takes {takes}.</p>'
    if "parameters" in operation:
        rows = (
            (
                f"<code>{escape(each['name'])}</code>",
                f"{escape(each['in'])}: {_shape(each['schema'])}",
                _inline(each.get("description", "")),
            )
            for each in operation["parameters"]
        )
        yield from _table(("parameter", "type", ""), rows)
    if "requestBody" in operation:
        schema = operation["requestBody"]["content"]["application/json"]["schema"]
        yield f"<p>Body: {_shape(schema)}</p>"
        if "$ref" in schema:
            yield from _fields(schemas[schema["$ref"].rpartition("/")[2]])
    refusals = []
    for status, response in operation["responses"].items():
        if int(status) < 300:
            yield f"<p>Answer: <code>{escape(status)}</code> {_answer(response)}</p>"
        else:
            _, _, reasons = response["description"].partition("\n\n")
            for line in reasons.split("\n"):
                code, _, meaning = line.removeprefix("* ").partition(": ")
                refusals.append((f"<code>{escape(status)}</code>", _inline(code), _inline(meaning)))
    yield f"<details><summary>{len(refusals)} refusals</summary>"
    yield from _table(("status", "code", "meaning"), iter(refusals))
    yield "</details></section>"


def _answer(response: dict[str, Any]) -> str:
    for media, content in response.get("content", {}).items():
        return f"{escape(media)}: {_shape(content['schema'])}"
    return "without a body"


def _type(name: str, schema: dict[str, Any]) -> Iterator[str]:
    yield f'<section id="type-{escape(name)}"><h3><code>{escape(name)}</code></h3>'
    yield f"<p>{_inline(schema.get('description', ''))}</p>"
    yield from _fields(schema)
    yield "</section>"


def _fields(schema: dict[str, Any]) -> Iterator[str]:
    required = schema.get("required", [])
    rows = (
        (
            f"<code>{escape(field)}</code>",
            _shape(part) + ("" if field in required else ", may be left out"),
            _inline(part.get("description", "")),
        )
        for field, part in schema.get("properties", {}).items()
    )
    yield from _table(("field", "type", ""), rows)


def _table(head: tuple[str, ...], rows: Iterator[tuple[str, ...]]) -> Iterator[str]:
    yield "<table><thead><tr>" + "".join(f"<th>{word}</th>" for word in head) + "</tr></thead><tbody>"
    for row in rows:
        yield "<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>"
    yield "</tbody></table>"


def _shape(schema: dict[str, Any]) -> str:
    """Return the type of a value in words."""
    if "$ref" in schema:
        name = escape(schema["$ref"].rpartition("/")[2])
        return f'<a href="#type-{name}"><code>{name}</code></a>'
    if "enum" in schema:
        return " | ".join(f"<code>{escape(repr(each))}</code>" for each in schema["enum"])
    if "anyOf" in schema:
        return " or ".join(_shape(each) for each in schema["anyOf"])
    kind = str(schema.get("type", "anything"))
    if kind == "array" and schema.get("prefixItems"):
        return f"{len(schema['prefixItems'])} times {_shape(schema['prefixItems'][0])}"
    if kind == "array" and "items" in schema:
        return f"list of {_shape(schema['items'])}"
    words = [escape(kind)]
    words += [
        f"{word} {schema[name]:,}"
        for name, word in (("minimum", "from"), ("maximum", "to"))
        if name in schema
    ]
    if "maxLength" in schema:
        words.append(f"of {schema.get('minLength', 0):,} to {schema['maxLength']:,} characters")
    elif "minLength" in schema:
        words.append(f"of at least {schema['minLength']:,} characters")
    if schema.get("default") not in (None, "", [], False):
        words.append(f"(default {escape(str(schema['default']))})")
    return " ".join(words)


def _inline(text: str) -> str:
    """Return text with `code` in it as HTML."""
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text, quote=False))


def _anchor(text: str) -> str:
    return re.sub(r"[^a-z]+", "-", text.lower())
