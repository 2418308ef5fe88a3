"""A native loop that copies states, to be timed."""

import cython

if not cython.compiled:
    from catanlab.framework.state import State


def copy_over(target, source, count):
    """Make the target equal to the source, `count` times."""
    for _ in range(count):
        target.copy_from(source)
    return 0


def copy_many(source: State, count):
    """Copy a state `count` times, without Python in the loop.

    >>> from catanlab.games.catan.game import Catan
    >>> copy_many(Catan().start(), 1000)
    """
    target: State = source.blank()
    times: cython.longlong = count
    with cython.nogil:
        copy_over(target, source, times)
