"""axe is the one of the manifest, and its grave findings fail a test with lines that people can read."""

import hashlib
import json
from pathlib import Path

import pytest
from tests.browser.accessibility import check_accessibility
from tests.browser.visitor import Visit

VENDOR = Path(__file__).parent / "vendor"


def test_vendored_files_are_those_of_the_manifest() -> None:
    manifest = json.loads((VENDOR / "MANIFEST.json").read_text())
    listed = {name: digest for package in manifest.values() for name, digest in package["sha256"].items()}
    files = [path for path in VENDOR.rglob("*") if path.is_file() and path.name != "MANIFEST.json"]
    assert listed == {
        path.relative_to(VENDOR).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest() for path in files
    }


async def test_a_button_without_a_name_is_found(visit: Visit, address: str) -> None:
    page = (await visit(address)).page
    await page.set_content("<html lang=en><title>A page</title><main><button></button></main>")
    with pytest.raises(AssertionError, match=r"critical button-name: .*\n +button: Fix any"):
        await check_accessibility(page)


async def test_a_good_page_passes(visit: Visit, address: str) -> None:
    page = (await visit(address)).page
    await page.set_content("<html lang=en><title>A page</title><main><h1>Hi</h1><button>Go</button></main>")
    await check_accessibility(page)
