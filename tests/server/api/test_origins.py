"""Which pages may ask something of the server."""

import pytest

from catanlab.server.origins import is_foreign

OWN = "https://catan.example"
ALLOWED = ("https://play.example", "http://localhost:3000")


@pytest.mark.parametrize(
    ("origins", "sites", "host", "foreign"),
    [
        # Programs send neither.
        ([], [], "catan.example", False),
        # A browser's own pages, and addresses that people type.
        ([OWN], ["same-origin"], "catan.example", False),
        ([OWN], [], "catan.example", False),
        ([], ["same-origin"], "catan.example", False),
        ([], ["none"], "catan.example", False),
        (["HTTPS://catan.example".lower()], ["SAME-ORIGIN"], "CATAN.example", False),
        # Behind a proxy that speaks TLS the server itself is asked by http: only the host counts.
        (["http://catan.example"], [], "catan.example", False),
        (["https://catan.example:8443"], ["same-origin"], "catan.example:8443", False),
        # A proxy that does not pass Host on makes own pages look foreign, whatever else it says.
        ([OWN], ["same-origin"], "127.0.0.1:8000", True),
        # Other sites, with each of the two headers and with both.
        (["https://evil.example"], ["cross-site"], "catan.example", True),
        (["https://evil.example"], [], "catan.example", True),
        ([], ["cross-site"], "catan.example", True),
        # Sub-domains and other ports of the same site are other origins.
        (["https://blog.catan.example"], ["same-site"], "catan.example", True),
        ([], ["same-site"], "catan.example", True),
        (["https://catan.example:444"], [], "catan.example", True),
        # Where the two disagree the request is foreign.
        ([OWN], ["cross-site"], "catan.example", True),
        (["https://evil.example"], ["same-origin"], "catan.example", True),
        (["https://evil.example"], ["none"], "catan.example", True),
        # Sandboxed frames, files and nonsense.
        (["null"], [], "catan.example", True),
        (["null"], ["cross-site"], "null", True),
        ([""], [], "", True),
        (["https://"], [], "", True),
        (["file://catan.example"], [], "catan.example", True),
        (["https://catan.example/"], [], "catan.example", True),
        (["https://evil@catan.example"], [], "catan.example", True),
        (["https://["], [], "catan.example", True),
        (["https://catan.example.evil.example"], [], "catan.example", True),
        ([OWN], ["sideways"], "catan.example", True),
        # Twice is once too often.
        ([OWN, OWN], [], "catan.example", True),
        ([OWN], ["same-origin", "cross-site"], "catan.example", True),
        # Pages that --origin names, from whatever site; not their neighbours.
        (["https://play.example"], ["cross-site"], "catan.example", False),
        (["https://Play.example"], [], "catan.example", False),
        (["http://localhost:3000"], ["cross-site"], "127.0.0.1:8000", False),
        (["http://play.example"], ["cross-site"], "catan.example", True),
        (["http://localhost:3001"], ["cross-site"], "catan.example", True),
    ],
)
def test_foreign_pages(origins: list[str], sites: list[str], host: str, foreign: bool) -> None:
    assert is_foreign(origins=origins, fetch_sites=sites, host=host, allowed=ALLOWED) is foreign


def test_no_page_is_allowed_without_being_named() -> None:
    assert is_foreign(origins=["https://play.example"], host="catan.example")
