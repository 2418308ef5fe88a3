"""How the page is served: which addresses have what, headers, caches, languages, and what stays inside."""

from __future__ import annotations

import asyncio
import gzip
import os
import re
from pathlib import Path

import pytest
from tests.server.page.browsing import TREE, Browser, plant
from tests.server.wire.running import HOST, run, running, soon

from catanlab._version import __version__
from catanlab.server.transport.pages import Pages

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "font-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
"""As it was decided, not as the server has it."""


@pytest.fixture
def browser(tmp_path: Path) -> Browser:
    """A browser at a server that has the small tree."""
    return Browser(Pages(plant(tmp_path)))


@pytest.mark.parametrize("path", ["/", "/room/k3f9", "/replay", "/replay/k3f9", "/learn"])
def test_every_screen_has_the_html(browser: Browser, path: str) -> None:
    answer = browser.ask(path)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.text.startswith('<html lang="en"><link')
    # What is no placeholder stays, also within what was filled in.
    assert "<symbol id='r-ore'>{base}</symbol>" in answer.text
    assert f"<b>{__version__}</b> {{unknown}}" in answer.text


@pytest.mark.parametrize("path", ["/nowhere", "/room", "/room/a/b", "/learn/more", "/index.html", "/page"])
def test_other_addresses_have_none(browser: Browser, path: str) -> None:
    assert browser.ask(path).status_code == 404


def test_the_html_has_the_strict_policy_and_is_never_kept_unasked(browser: Browser) -> None:
    headers = browser.ask("/").headers
    assert headers["content-security-policy"] == POLICY
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cross-origin-opener-policy"] == "same-origin"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert headers["cache-control"] == "no-cache"
    assert headers["vary"] == "accept-encoding, accept-language, cookie"


def without_comments(module: str) -> str:
    """Return a module of the tree of these tests without its comments, line for line."""
    return "\n".join("" if line.startswith(("/**", "//")) else line for line in module.split("\n"))


def test_files_may_be_kept_for_ever_and_run_nothing_of_others(browser: Browser) -> None:
    for name in ("app/main.js", "style/base.css", "icon.svg", "vendor/lit-html/LICENSE"):
        answer = browser.ask(f"{browser.base}/{name}")
        assert (answer.status_code, answer.text) == (200, without_comments(TREE[name]))
        headers = answer.headers
        assert headers["cache-control"] == "public, max-age=31536000, immutable"
        assert headers["content-security-policy"] == "default-src 'none'; frame-ancestors 'none'"
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["cross-origin-resource-policy"] == "same-origin"
        assert headers["vary"] == "accept-encoding"


@pytest.mark.parametrize(
    ("name", "media_type"),
    [
        ("app/main.js", "text/javascript; charset=utf-8"),
        ("style/base.css", "text/css; charset=utf-8"),
        ("icon.svg", "image/svg+xml"),
        ("vendor/lit-html/LICENSE", "text/plain; charset=utf-8"),
    ],
)
def test_files_have_their_types(browser: Browser, name: str, media_type: str) -> None:
    assert browser.ask(f"{browser.base}/{name}").headers["content-type"] == media_type


@pytest.mark.parametrize(
    "name",
    [
        "__init__.py",
        "index.html",
        "types.d.ts",
        "vendor/MANIFEST.json",
        ".hidden.js",
        "_private/old.js",
        "app",
        "app/",
        "",
        "app//main.js",
        "App/main.js",
        "app/main.js/",
        "app/main.js%00",
        "app%5Cmain.js",
        "gone.js",
    ],
)
def test_nothing_else_of_the_folder_is_served(browser: Browser, name: str) -> None:
    answer = browser.ask(f"{browser.base}/{name}")
    assert answer.status_code == 404
    assert answer.headers["cache-control"] == "no-store"
    assert answer.headers["x-content-type-options"] == "nosniff"


@pytest.mark.full
@pytest.mark.parametrize(
    "path",
    [
        "/page/{hash}/../../app.py",
        "/page/{hash}/app/../app/main.js",
        "/page/{hash}/%2e%2e/%2e%2e/transport/app.py",
        "/page/{hash}/..%2f..%2ftransport/app.py",
        "/page/{hash}/%252e%252e/app.py",
        "/page/{hash}//etc/passwd",
        "/page/{hash}/..;/app.py",
        "/page/../page/{hash}/app/main.js",
        "/page/{hash}/app/main%ff.js",
        "/page/{hash}/app/main.js%0d%0aset-cookie:a=b",
        "/page/{hash}/rooms",
        "/page/",
        "//page/{hash}/app/main.js",
    ],
)
def test_no_odd_path_leaves_the_tree(path: str) -> None:
    """The bytes of the path go to a real server as they are: clients would tidy them up."""

    async def test() -> None:
        async with running() as server:
            reader, writer = await asyncio.open_connection(HOST, server.port)
            asked = path.format(hash=server.server.pages.tree.hash)
            writer.write(f"GET {asked} HTTP/1.1\r\nHost: {HOST}\r\nConnection: close\r\n\r\n".encode())
            answer = await soon(reader.read())
            writer.close()
            assert answer.startswith(b"HTTP/1.1 404 ")
            assert b"set-cookie" not in answer.lower()

    run(test())


def test_head_has_the_headers_alone(browser: Browser) -> None:
    for path in ("/", f"{browser.base}/app/main.js", "/favicon.ico"):
        whole, head = browser.ask(path), browser.ask(path, "HEAD")
        assert (head.status_code, head.content) == (200, b"")
        assert head.headers == whole.headers
        assert int(head.headers["content-length"]) == len(whole.content) > 0


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH"])
def test_nothing_can_be_sent_to_the_page(browser: Browser, method: str) -> None:
    for path in ("/", f"{browser.base}/app/main.js"):
        assert browser.ask(path, method).status_code == 405


def test_who_takes_gzip_gets_it(browser: Browser) -> None:
    path = f"{browser.base}/app/main.js"
    plain = browser.ask(path)
    for accepted in ("gzip", "br, gzip;q=0.5", "*", "GZIP"):
        packed = browser.ask(path, accept_encoding=accepted)
        assert packed.headers["content-encoding"] == "gzip"
        assert int(packed.headers["content-length"]) < len(plain.content)
        assert packed.text == plain.text
        assert packed.headers["etag"] != plain.headers["etag"]
    for refused in ("", "br", "gzip;q=0", "*;q=0", "gzip;q=much"):
        answer = browser.ask(path, accept_encoding=refused)
        assert "content-encoding" not in answer.headers
        assert answer.content == plain.content
    assert browser.ask("/", accept_encoding="gzip").headers["content-encoding"] == "gzip"


def test_what_gzip_makes_larger_is_sent_plainly(browser: Browser) -> None:
    tiny = f"{browser.base}/icon.svg"
    assert len(gzip.compress(TREE["icon.svg"].encode())) > len(TREE["icon.svg"])
    assert "content-encoding" not in browser.ask(tiny, accept_encoding="gzip").headers


def test_a_browser_that_has_it_is_told_so(browser: Browser) -> None:
    for path in ("/", f"{browser.base}/app/main.js"):
        tag = browser.ask(path, accept_encoding="gzip").headers["etag"]
        for known in (tag, f'"other", {tag}', f"W/{tag}", "*"):
            again = browser.ask(path, accept_encoding="gzip", if_none_match=known)
            assert (again.status_code, again.content) == (304, b"")
            assert again.headers["etag"] == tag
            assert "cache-control" in again.headers
        assert browser.ask(path, accept_encoding="gzip", if_none_match='"other"').status_code == 200


def test_the_theme_is_that_of_the_cookie(browser: Browser) -> None:
    assert browser.ask("/").text.startswith('<html lang="en"><link')
    assert '<html lang="en" data-theme="dark">' in browser.ask("/", cookie="catanlab_theme=dark").text
    assert '<html lang="en" data-theme="light">' in browser.ask("/", cookie="catanlab_theme=light").text
    for odd in ("Dark", "", "'><script>", "%22"):
        assert browser.ask("/", cookie=f"catanlab_theme={odd}").text == browser.ask("/").text


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("de", "de"),
        ("de-AT,en;q=0.9", "de"),
        ("en-GB,en;q=0.9,de;q=0.8", "en"),
        ("fr, de;q=0.7, en;q=0.3", "de"),
        ("de;q=0.3, en;q=0.7", "en"),
        ("de;q=0, fr", "en"),
        ("de;q=nan", "en"),
        ("de;q=ever", "en"),
        ("fr", "en"),
        ("*", "en"),
        ("", "en"),
        (";;q=,,-;=,", "en"),
    ],
)
def test_the_language_is_the_one_that_the_browser_likes_best(
    browser: Browser, accepted: str, language: str
) -> None:
    assert f'<html lang="{language}">' in browser.ask("/", accept_language=accepted).text


def test_a_language_that_was_chosen_comes_first(browser: Browser) -> None:
    chosen = browser.ask("/", accept_language="en", cookie="catanlab_language=de")
    assert '<html lang="de">' in chosen.text
    odd = browser.ask("/", accept_language="de", cookie="catanlab_language=fr")
    assert '<html lang="de">' in odd.text


def test_what_the_first_modules_import_is_preloaded(browser: Browser) -> None:
    def preloaded(language: str) -> list[str]:
        html = browser.ask("/", accept_language=language).text
        return re.findall(rf'<link rel="modulepreload" href="{browser.base}/([^"]+)">', html)

    first = [
        "app/main.js",
        "words/en/all.js",
        "app/effect.js",
        "parts/icons.js",
        "parts/deep/dice.js",
        "app/again.js",
        "words/en/lobby.js",
    ]
    assert preloaded("en") == first
    assert preloaded("de") == ["app/main.js", "words/de/all.js", *first[2:-1]]


def test_the_modules_of_the_screen_are_preloaded_and_no_others(browser: Browser) -> None:
    assert f'href="{browser.base}/table/hand.js"' in browser.ask("/room/k3f9").text
    assert "table/" not in browser.ask("/").text


def test_the_html_says_whether_the_browser_has_a_session_and_not_which(browser: Browser) -> None:
    assert "data-session" not in browser.ask("/").text
    known = browser.ask("/", cookie="catanlab_session=secret; catanlab_theme=dark").text
    assert known.startswith('<html lang="en" data-theme="dark" data-session>')
    assert "secret" not in known


def test_one_changed_byte_changes_every_address(tmp_path: Path) -> None:
    first, second = plant(tmp_path / "a"), plant(tmp_path / "b")
    assert Pages(first).tree.hash == Pages(second).tree.hash
    (second / "late" / "replay.js").write_text("export{};\n")
    changed = Browser(Pages(second))
    assert changed.base != Browser(Pages(first)).base
    (second / "late" / "replay.js").rename(second / "late" / "again.js")
    assert Pages(second).tree.hash != changed.server.pages.tree.hash


def test_files_of_another_version_are_not_found_and_that_is_not_kept(browser: Browser) -> None:
    answer = browser.ask("/page/0123456789abcdef/app/main.js")
    assert answer.status_code == 404
    assert answer.headers["cache-control"] == "no-store"


def test_who_works_on_the_page_gets_changed_files_without_a_restart(tmp_path: Path) -> None:
    folder = plant(tmp_path)
    browser = Browser(Pages(folder, reload=True))
    old, html = browser.base, browser.ask("/").text
    (folder / "late" / "replay.js").write_text("export const changed = 1;\n")
    assert browser.ask("/").text == html.replace(old, browser.base)
    assert browser.base != old
    assert "changed" in browser.ask(f"{browser.base}/late/replay.js").text
    # A page that is open still gets the modules that fit it.
    assert browser.ask(f"{old}/late/replay.js").text == TREE["late/replay.js"]
    (folder / "index.html").write_text("<html>{version}</html>")
    assert browser.ask("/").text == f"<html>{__version__}</html>"
    for number in range(10):
        (folder / "late" / "replay.js").write_text(f"export const number = {number};\n" * (number + 1))
        browser.ask("/")
    assert browser.ask(f"{old}/late/replay.js").status_code == 404


def test_files_are_read_once_by_all_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CATANLAB_PAGE_RELOAD", raising=False)
    folder = plant(tmp_path)
    browser = Browser(Pages(folder))
    html = browser.ask("/").text
    (folder / "late" / "replay.js").write_text("export const changed = 1;\n")
    assert browser.ask("/").text == html
    assert "changed" not in browser.ask(f"{browser.base}/late/replay.js").text


def test_an_environment_variable_says_who_works_on_the_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(os.environ, "CATANLAB_PAGE_RELOAD", "1")
    folder = plant(tmp_path)
    browser = Browser(Pages(folder))
    (folder / "late" / "replay.js").write_text("export const changed = 1;\n")
    browser.ask("/")
    assert "changed" in browser.ask(f"{browser.base}/late/replay.js").text


def test_the_icon_is_where_browsers_look_for_it(browser: Browser) -> None:
    answer = browser.ask("/favicon.ico")
    assert (answer.text, answer.headers["content-type"]) == (TREE["icon.svg"], "image/svg+xml")
    assert answer.headers["cache-control"] == "public, max-age=86400"


def test_programs_find_a_text_about_the_server(browser: Browser) -> None:
    answer = browser.ask("/about")
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    assert "/ws" in answer.text
