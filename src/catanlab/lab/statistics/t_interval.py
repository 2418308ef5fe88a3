"""The plain interval over blocks: a multiple of the standard error to either side."""

from __future__ import annotations

from catanlab.framework.arguments import fraction
from catanlab.lab.statistics.blocks import Blocks
from catanlab.lab.statistics.interval import Interval
from catanlab.lab.statistics.student import t_quantile


def t_interval(blocks: Blocks, confidence: float = 0.95) -> Interval:
    """Return the interval by the spread between blocks and Student's t.

    >>> print(t_interval(Blocks([1, 0, 2, 1, 1, 2], 4)))
    29.2 % [9.4, 48.9]

    Symmetric, and with few blocks its bounds may leave 0 to 1; `wilson_over_blocks` does not. Raises
    ArgumentError for fewer than two blocks.
    """
    t = t_quantile(fraction("confidence", confidence), blocks.at_least_two() - 1)
    reach = t * blocks.standard_error
    return Interval(blocks.rate, blocks.rate - reach, blocks.rate + reach, confidence)
