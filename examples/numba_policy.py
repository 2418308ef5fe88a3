"""A policy for playouts compiled by Numba: cities first, then settlements, else any legal move.

pip install 'catanlab[numba]'
python examples/numba_policy.py
"""

from numba import cfunc

from catanlab import play_random
from catanlab.framework import GROUP_SHIFT
from catanlab.games.catan import MoveKind
from catanlab.playout import SIGNATURE, CompiledFunction

CITY, SETTLEMENT = int(MoveKind.CITY), int(MoveKind.SETTLEMENT)


@cfunc(SIGNATURE)
def builder(moves, count, seat, points, seats, turns, random_bits):
    """Return the number of one of the moves, which are listed with equal groups side by side."""
    best, first, size = 0, 0, count
    for i in range(count):
        group = moves[i] >> GROUP_SHIFT
        rank = 2 if group == CITY else 1 if group == SETTLEMENT else 0
        if rank > best:
            best, first, size = rank, i, 1
        elif rank > 0 and rank == best:
            size += 1
    return first + random_bits % size


if __name__ == "__main__":
    print(play_random(games=1000, seed=1, policy=CompiledFunction(builder)))
