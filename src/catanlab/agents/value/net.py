"""The net that says how likely a seat wins, from the features of a position.

Two hidden layers of rectified units; the means and spreads of the features are part of the weights. Sums
are in 32 bits and in one order, whatever the compiler makes of the loops: a feature after another, all
units side by side. So plain Python, by numpy, finds the same to the last bit.

`net.f32` has the weights, `net.json` how they were trained (`tools/value/train.py`).
"""

from functools import cache
from hashlib import sha256
from importlib.resources import files
from itertools import pairwise

import cython
import numpy as np

from catanlab.framework.errors import ArgumentError

if not cython.compiled:
    from catanlab.agents.value.features import FEATURES
    from catanlab.framework.buffers import ValueBuffer

    HIDDEN, SECOND = 64, 32

    def plain_chance(net, features):
        """Return what the loops of the compiled `chance` find."""
        first = net.first_bias.copy()
        for weights, x in zip(net.first, np.array(features.items[:FEATURES], np.float32), strict=True):
            if x != 0:
                first += weights * x
        second = net.second_bias.copy()
        for weights, x in zip(net.second, first, strict=True):
            if x > 0:
                second += weights * x
        total = net.last_bias
        for weight, x in zip(net.last, second, strict=True):
            if x > 0:
                total += weight * x
        return logistic(float(total))


__all__ = ["LAYERS", "NET_SHA256", "Net", "shipped_net"]

LAYERS = (FEATURES, HIDDEN, SECOND, 1)
"""The numbers of features and of units in each layer."""
NET_SHA256 = "a279dbbdbb0f4598f993b6e73dbaa4ee37d9d0b7ff8905e7fad53d0ce2738ec5"
"""The digest of the file. As a part of this text it is a part of the keys of results."""


@cache
def shipped_net():
    """Return the net that comes with the package.

    >>> shipped_net() is shipped_net()
    True

    Raises ArgumentError if its file is damaged.
    """
    weights = files("catanlab.agents.value").joinpath("net.f32").read_bytes()
    if sha256(weights).hexdigest() != NET_SHA256:
        raise ArgumentError("the file net.f32 is not the one that this version of catanlab came with")
    return Net(weights)


class Net:
    """A net with given weights: of each layer the matrix, a row for every input, and then the biases.

    They are 32-bit floats, the lowest byte first. Raises ArgumentError if there are too few or too many.
    """

    def __init__(self, weights):
        sizes = [n for inputs, units in pairwise(LAYERS) for n in (inputs * units, units)]
        if len(weights) != 4 * sum(sizes):
            raise ArgumentError(f"the weights of a net are {4 * sum(sizes):,} bytes, not {len(weights):,}")
        parts = np.split(np.frombuffer(weights, "<f4").astype(np.float32), np.cumsum(sizes)[:-1])
        if cython.compiled:
            for i in range(FEATURES * HIDDEN):
                self.first[i] = parts[0][i]
            for i in range(HIDDEN):
                self.first_bias[i] = parts[1][i]
            for i in range(HIDDEN * SECOND):
                self.second[i] = parts[2][i]
            for i in range(SECOND):
                self.second_bias[i] = parts[3][i]
                self.last[i] = parts[4][i]
            self.last_bias = parts[5][0]
        else:
            self.first, self.second = parts[0].reshape(-1, HIDDEN), parts[2].reshape(-1, SECOND)
            self.first_bias, self.second_bias, self.last = parts[1], parts[3], parts[4]
            self.last_bias = parts[5][0]

    def predict(self, features):
        """Return the chance to win for features in the order of `FEATURE_NAMES`.

        >>> from catanlab import Catan
        >>> from catanlab.agents import features
        >>> 0.0 < shipped_net().predict(features(Catan(seed=1).start(), 0)) < 1.0
        True

        Raises ArgumentError if there are too few or too many.
        """
        if len(features) != FEATURES:
            raise ArgumentError(f"a net takes {FEATURES} features, not {len(features)}")
        values = ValueBuffer(FEATURES)
        for place in range(FEATURES):
            values.items[place] = features[place]
        return self.chance(values)

    def chance(self, features):
        """Return the chance to win."""
        if cython.compiled:
            hidden = cython.declare(cython.float[64])
            above = cython.declare(cython.float[32])
            x: cython.float
            for unit in range(HIDDEN):
                hidden[unit] = self.first_bias[unit]
            for place in range(FEATURES):
                x = features.items[place]
                if x != 0.0:
                    for unit in range(HIDDEN):
                        hidden[unit] += self.first[place * HIDDEN + unit] * x
            for unit in range(SECOND):
                above[unit] = self.second_bias[unit]
            for place in range(HIDDEN):
                x = hidden[place]
                if x > 0.0:
                    for unit in range(SECOND):
                        above[unit] += self.second[place * SECOND + unit] * x
            total: cython.float = self.last_bias
            for place in range(SECOND):
                if above[place] > 0.0:
                    total += self.last[place] * above[place]
            return logistic(total)
        else:
            return plain_chance(self, features)


def logistic(x):
    """Return 1 / (1 + exp(-x)), by products alone: libraries round exp in different ways."""
    y: cython.double = -min(max(x, -30.0), 30.0) / 1024.0
    power: cython.double = 1.0 + y * (1.0 + y / 2.0 * (1.0 + y / 3.0))
    for _ in range(10):
        power *= power
    return 1.0 / (1.0 + power)
