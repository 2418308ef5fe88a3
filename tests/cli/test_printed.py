"""Commands print what they printed; `python -m tests.cli.printed` writes the files anew."""

import sys

import pytest
from tests.cli.printed import FOLDER, PRINTED, printed


def test_every_file_has_its_command_line() -> None:
    assert {path.stem for path in FOLDER.iterdir()} == {*PRINTED}


@pytest.mark.full
@pytest.mark.skipif(sys.version_info >= (3, 13), reason="argparse writes options in another way there")
def test_commands_print_what_is_in_the_files() -> None:
    differing = {}
    for name, words in PRINTED.items():
        stored = (FOLDER / f"{name}.txt").read_text()
        now = printed(words)
        if now != stored:
            differing[name] = (now, stored)
    for now, stored in differing.values():
        assert now == stored, f"these differ: {', '.join(differing)}"
