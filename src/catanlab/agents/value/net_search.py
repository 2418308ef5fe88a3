"""The net in a tree search: the value of positions where playouts are cut, and priors of moves.

Both read features alone, so that what a seat does not know has no influence on its value.
"""

import cython

if not cython.compiled:
    from catanlab.agents.value.one_ply import NetOnePly, OnePly
    from catanlab.framework.buffers import MoveBuffer
    from catanlab.framework.random import Random
    from catanlab.playout.evaluations import Evaluation
    from catanlab.search.candidates import Priors

__all__ = ["NetEvaluation", "NetPriors"]

CHOSEN_WEIGHT = 0.5
"""The prior of the move that the policy makes; the rest is shared by all moves."""


class NetEvaluation(Evaluation):
    """Values a position by the chance of each seat to win; the chances add up to 1.

    The net is that of the package unless another one is given.

    >>> from catanlab import Catan
    >>> round(sum(NetEvaluation().values(Catan(seed=1).start())), 9)
    1.0
    """

    def __init__(self, net=None):
        self.policy = NetOnePly() if net is None else OnePly(net=net)

    def value(self, state, out):
        self.policy.write_values(state, out)
        total: cython.double = 0.0
        for seat in range(state.seats_c()):
            total += out.items[seat]
        for seat in range(state.seats_c()):
            out.items[seat] /= total
        return 0


class NetPriors(Priors):
    """Gives half of the weight to the move that the net finds best one move ahead, and the rest to all."""

    def __init__(self):
        self.policy = NetOnePly()
        self.random = Random(0)
        self.chosen = MoveBuffer()

    def estimate(self, state, moves, count, priors, wins):
        self.policy.choose(state, self.random, self.chosen)
        for i in range(count):
            priors.items[i] = (1.0 - CHOSEN_WEIGHT) / count
            wins.items[i] = 0.0
            if moves.items[i] == self.chosen.items[0]:
                priors.items[i] += CHOSEN_WEIGHT
        return 0
