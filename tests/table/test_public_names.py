"""What `catanlab.table` offers."""

import subprocess
import sys

import pytest

from catanlab import table


def test_every_public_name_is_there():
    for name in table.__all__:
        assert getattr(table, name) is not None
        assert name in dir(table)
    with pytest.raises(AttributeError, match="no attribute 'Chair'"):
        table.Chair  # noqa: B018


def test_an_agent_does_not_import_processes_and_records():
    program = (
        "import sys\n"
        "from catanlab.table import Agent, RandomAgent\n"
        "needless = {'multiprocessing', 'catanlab.table.table', 'catanlab.table.record'}\n"
        "assert not needless & sys.modules.keys()\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
