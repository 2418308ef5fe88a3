"""A policy for playouts as a compiled class: cities first, then settlements, else any legal move.

cd examples/compiled_policy
python setup.py build_ext --inplace
python -c "import catanlab, builder; print(catanlab.play_random(policy=builder.Builder()))"
"""

from cython.cimports.catanlab.framework.state import GROUP_SHIFT
from cython.cimports.catanlab.games.catan.codes import CITY, SETTLEMENT


class Builder(Policy):  # noqa: F821 - builder.pxd has it from catanlab
    """Native code calls `choose` without Python; its types come from that of Policy."""

    def choose(self, state, random, out):
        count = state.legal(out)
        best = 0
        first = 0
        size = count
        for i in range(count):
            group = out.items[i] >> GROUP_SHIFT
            rank = 2 if group == CITY else 1 if group == SETTLEMENT else 0
            if rank > best:
                best = rank
                first = i
                size = 1
            elif rank > 0 and rank == best:
                size += 1
        out.items[0] = out.items[first + random.pick(size)]
        return 1
