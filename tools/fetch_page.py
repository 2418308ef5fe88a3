"""Starts an installed `catanlab serve`, and fetches the page with everything that it links to.

usage: fetch_page.py CATANLAB
"""

import re
import subprocess
import sys
import urllib.request


def main(catanlab: str) -> None:
    """Fetch the page of a server that is started for it, and end it."""
    command = [catanlab, "serve", "--port", "0", "--workers", "1", "--database", "sqlite:///page.db"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            address = server.stdout.readline().split()[2].rstrip("/")
            html = fetch(f"{address}/")
            linked = re.findall(r'(?:href|src)="(/page/[^"]+)"', html)
            assert any(path.endswith(".js") for path in linked), f"no module in {html}"
            for path in linked:
                assert fetch(address + path), f"{path} is empty"
        finally:
            server.terminate()
    assert server.returncode == 0, f"the server ended with {server.returncode}"


def fetch(address: str) -> str:
    """Return the text at an address; raises an error for any status but 200."""
    with urllib.request.urlopen(address, timeout=60) as answer:
        text: str = answer.read().decode()
        return text


if __name__ == "__main__":
    main(sys.argv[1])
