"""What commands print, as files; `python -m tests.cli.printed` writes them anew."""

import contextlib
import io
import json
import os
import re
from pathlib import Path
from unittest.mock import patch

from tests.framework.test_perft import FILE as PERFT

from catanlab.cli.main import COMMANDS, main

FOLDER = Path(__file__).with_name("printed")
POSITION = json.loads(PERFT.read_text())[9]["position"]
PRINTED = {
    "help": ["--help"],
    **{f"{command}-help": [command, "--help"] for command in COMMANDS},
    "agents": ["agents"],
    "games": ["games"],
    "rules": ["rules"],
    "perft": ["perft", "--seed", "1", "--depth", "3"],
    "power": ["power"],
    "bandits": ["bandits", "--trials", "2", "--power", "4", "--seed", "1"],
    "analyze": ["analyze", POSITION, "--agent", "uct", "--iterations", "50", "--seed", "1"],
    "match": ["match", "greedy", *["random"] * 3, "--blocks", "2", "--jobs", "1", "--seed", "1"],
}
"""The files and the command lines whose output they hold, on a terminal of eighty columns."""


VARYING = (
    r"[\d.]+ s of play|simulations in [^;]+;[^;]+;[^;]+?most\."  # how long it took, and how it is wrapped
    r"| +\d+\.\d{3,}(?= +\d+$)"  # milliseconds for a move
    r"|(?<=\()[0-9a-f]{16}(?=\))"  # the key of a match, which means the code
)
"""What differs from run to run, or with the code."""


def printed(words: list[str]) -> str:
    """Return what a command line prints, errors included."""
    output = io.StringIO()
    environment = {"COLUMNS": "80", "NO_COLOR": "1"}
    with (
        patch.dict(os.environ, environment),
        contextlib.redirect_stdout(output),
        contextlib.redirect_stderr(output),
    ):
        code = main(words)
    return re.sub(VARYING, "...", f"{output.getvalue()}exit code {code}\n", flags=re.MULTILINE)


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for path in FOLDER.iterdir():
        path.unlink()
    for name, words in PRINTED.items():
        (FOLDER / f"{name}.txt").write_text(printed(words))
