"""The document of the API and its page."""

import hashlib
import json
import re
from base64 import b64encode
from html.parser import HTMLParser
from pathlib import Path

import jsonschema
import msgspec
import pytest
from openapi_spec_validator import validate
from tests.server.api.apis import DOCUMENT, ApiBench, with_api

from catanlab.server.api import typescript
from catanlab.server.api.api import ENDPOINTS
from catanlab.server.api.page import page
from catanlab.server.refusals import CODES


@pytest.mark.full
def test_the_document_is_valid() -> None:
    validate(DOCUMENT)


def test_every_endpoint_is_there_once_with_refusals_that_are_known() -> None:
    operations = [op for methods in DOCUMENT["paths"].values() for op in methods.values()]
    assert len(operations) == len(ENDPOINTS)
    assert len({op["operationId"] for op in operations}) == len(ENDPOINTS)
    for endpoint in ENDPOINTS:
        assert set(endpoint.all_codes) <= CODES.keys(), endpoint.name


def test_patterns_are_those_of_other_languages() -> None:
    schema = DOCUMENT["components"]["schemas"]["NewSession"]
    jsonschema.Draft202012Validator(schema).validate({"name": "Anna"})
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.Draft202012Validator(schema).validate({"name": " Anna"})
    assert r"(?![\s\S])" not in json.dumps(DOCUMENT).replace("\\\\", "\\")


class Reader(HTMLParser):
    """Reads a page, and notes what is in it."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        if tag not in ("meta", "link", "img", "br"):
            self.open.append(tag)
        for name, value in attrs:
            assert not name.startswith("on")
            assert name != "style"
            if name == "id":
                self.ids.append(value or "")
            if name in ("href", "src"):
                self.links.append(value or "")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_page_needs_no_script_and_nothing_from_elsewhere() -> None:
    reader = Reader()
    reader.feed(page(DOCUMENT))
    assert reader.open == []
    assert not {"script", "link", "img", "iframe", "form"} & set(reader.tags)
    assert len(reader.ids) == len(set(reader.ids))
    anchors = {link for link in reader.links if link.startswith("#")}
    assert anchors <= {f"#{name}" for name in reader.ids}
    assert set(reader.links) - anchors == {"/api/openapi.json"}


def test_text_of_the_document_is_never_markup() -> None:
    evil = "<script>alert(1)</script>"
    document = json.loads(json.dumps(DOCUMENT).replace("Log out", evil))
    document["info"]["description"] += evil
    document["components"]["schemas"]["Me"]["properties"]["name"]["default"] = evil
    assert evil not in page(document)


@pytest.mark.full
def test_both_are_served_with_a_policy_that_lets_nothing_else_in(tmp_path: Path) -> None:
    async def test(api: ApiBench) -> None:
        answer = await api.client.get("/api")
        assert answer.status_code == 200
        assert answer.headers["content-type"] == "text/html; charset=utf-8"
        [style] = re.findall(r"<style>(.*?)</style>", answer.text, flags=re.DOTALL)
        digest = b64encode(hashlib.sha256(style.encode()).digest()).decode()
        policy = answer.headers["content-security-policy"]
        assert policy.startswith(f"default-src 'none'; style-src 'sha256-{digest}';")
        answer = await api.client.get("/api/openapi.json")
        assert answer.json() == DOCUMENT
        assert answer.headers["content-type"] == "application/json"

    with_api(tmp_path, test)


def test_the_types_for_typescript_are_those_of_the_endpoints() -> None:
    text = typescript.FILE.read_text(encoding="utf-8")
    assert text == typescript.type_declarations(), "run python -m catanlab.server.api.typescript"
    for endpoint in ENDPOINTS:
        for kind in (endpoint.body, endpoint.answer):
            if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
                assert f"export interface {kind.__name__} {{" in text
