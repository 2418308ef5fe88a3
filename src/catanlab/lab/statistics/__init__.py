"""Statistics over blocks: intervals, paired differences, sequential tests, and numbers of games.

They are written here, each in a few lines with its source, because no library has them over blocks, and
scipy, which has some of their parts, takes 129 MB. The tests compare them with scipy and with published
numbers.
"""

from catanlab.lab.statistics.blocks import Blocks
from catanlab.lab.statistics.bootstrap import bootstrap
from catanlab.lab.statistics.holm import holm
from catanlab.lab.statistics.interval import Interval
from catanlab.lab.statistics.likelihood import binomial_llr, multinomial_llr, normal_llr
from catanlab.lab.statistics.paired import Comparison, compare, flip_test, sign_test
from catanlab.lab.statistics.power import PowerRow, fixed_games, power_table, sequential_games
from catanlab.lab.statistics.sprt import Sprt, Verdict
from catanlab.lab.statistics.t_interval import t_interval
from catanlab.lab.statistics.wilson import wilson, wilson_over_blocks

__all__ = [
    "Blocks",
    "Comparison",
    "Interval",
    "PowerRow",
    "Sprt",
    "Verdict",
    "binomial_llr",
    "bootstrap",
    "compare",
    "fixed_games",
    "flip_test",
    "holm",
    "multinomial_llr",
    "normal_llr",
    "power_table",
    "sequential_games",
    "sign_test",
    "t_interval",
    "wilson",
    "wilson_over_blocks",
]
