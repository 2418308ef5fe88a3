"""Two sequences with one code raise an error, in the sources run as plain Python."""

import pytest

PROGRAM = """
from catanlab.framework.buffers import MoveBuffer
from catanlab.framework.errors import ConformanceError
from catanlab.games.catan.turns.sequences import Sequences, code_of

def steps(*moves):
    buffer = MoveBuffer()
    buffer.items[: len(moves)] = moves
    return buffer

table = Sequences()
code = code_of(steps(5 << 54, 1 << 54), 2)
table.keep(code, steps(5 << 54, 1 << 54), 2)
table.keep(code, steps(5 << 54, 1 << 54), 2)
assert table.count == 1
for other in ((5 << 54 | 1, 1 << 54), (5 << 54,), (5 << 54, 1 << 54, 1 << 54)):
    try:
        table.keep(code, steps(*other), len(other))
    except ConformanceError as error:
        print(error)
for i in range(3000):
    table.keep(code_of(steps(i, i), 2), steps(i, i), 2)
out = MoveBuffer()
assert all(table.read(code_of(steps(i, i), 2), out) == 2 and out.items[0] == i for i in range(3000))
assert table.read(12345, out) == 0
"""


@pytest.mark.full
def test_a_collision_is_detected(uncompiled):
    assert uncompiled.output("-c", PROGRAM).count("two turns have the same code") == 3
