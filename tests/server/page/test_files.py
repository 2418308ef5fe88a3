"""The page as it is shipped: light, complete, with nothing from elsewhere but what the manifest lists."""

from __future__ import annotations

import hashlib
import json
import posixpath
import re

import pytest
from tests.server.page.browsing import Browser

from catanlab.server.transport.page_tree import FOLDER

FIRST_VISIT_BYTES = 150_000
VENDOR = FOLDER / "vendor"


@pytest.fixture(scope="module")
def browser() -> Browser:
    """A browser at a server with the real page."""
    return Browser()


def linked(html: str) -> list[str]:
    """Return what a page loads at once, each file once."""
    return list(dict.fromkeys(re.findall(r'(?:href|src)="(/page/[^"]+)"', html)))


@pytest.mark.parametrize("screen", ["/", "/room/k3f9", "/replay", "/learn"])
@pytest.mark.parametrize("language", ["en", "de"])
def test_a_first_visit_is_light(browser: Browser, language: str, screen: str) -> None:
    def weight(path: str) -> int:
        answer = browser.ask(path, accept_encoding="gzip", cookie=f"catanlab_language={language}")
        assert answer.status_code == 200, path
        return int(answer.headers["content-length"])

    html = browser.ask(screen, cookie=f"catanlab_language={language}").text
    weights = {path: weight(path) for path in [screen, *linked(html)]}
    assert any(path.endswith("/app/main.js") for path in weights)
    total = sum(weights.values())
    heaviest = sorted(weights.items(), key=lambda each: -each[1])[:8]
    assert total <= FIRST_VISIT_BYTES, f"a first visit weighs {total:,} bytes; the heaviest: {heaviest}"


def test_every_module_that_is_imported_is_there_by_a_relative_path(browser: Browser) -> None:
    tree = browser.server.pages.tree
    for name, content in tree.files.items():
        if name.endswith(".js") and not name.startswith("vendor/"):
            text = re.sub(r"/\*.*?\*/", "", content.body.decode(), flags=re.DOTALL)
            later = re.findall(r"""\bimport\(\s*["']([^"']+)["']""", text)
            wanted = [posixpath.normpath(posixpath.join(posixpath.dirname(name), each)) for each in later]
            assert not re.findall(r"""^import\b[^;"'`()]*["'](?!\.\.?/)""", text, re.MULTILINE), name
            for each in [*tree.imports(name), *wanted]:
                assert each in tree.files, f"{name} imports {each}, which is not there"


def test_all_that_the_html_links_to_is_there_and_no_placeholder_is_left(browser: Browser) -> None:
    html = browser.ask("/").text
    links = linked(html)
    assert len(links) > 5
    for path in links:
        assert browser.ask(path).status_code == 200, path
    assert not re.findall(r"\{[a-z]+\}", html)
    # Nothing that the policy would refuse, or that would tell another server of the visit.
    assert not re.findall(r"""(?:href|src)="(?:https?:|//)""", html)
    assert not re.findall(r"""<[^>]*\s(?:style|on[a-z]+)\s*=|<style|javascript:""", html)
    assert not re.findall(r"<script(?![^>]*\ssrc=)", html)


def test_styles_load_nothing_from_elsewhere(browser: Browser) -> None:
    for name, content in browser.server.pages.tree.files.items():
        if name.endswith(".css"):
            assert not re.findall(r"@import|https?:|url\(\s*[\"']?//", content.body.decode()), name


def test_vendored_files_are_those_of_the_manifest() -> None:
    manifest = json.loads((VENDOR / "MANIFEST.json").read_text(encoding="utf-8"))
    there = {
        path.relative_to(VENDOR).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in VENDOR.rglob("*")
        if path.is_file() and path != VENDOR / "MANIFEST.json"
    }
    assert manifest["files"] == there
    # The only run-time dependency of the page.
    assert list(manifest["packages"]) == ["lit-html"]
    for about in manifest["packages"].values():
        assert re.fullmatch(r"\d+\.\d+\.\d+", about["version"])
        assert about["origin"]
        assert about["licence"] == "BSD-3-Clause"
        assert about["licence_file"] in there
