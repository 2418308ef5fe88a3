"""Sets of small integers as bit masks: counting their members and finding the lowest."""

import cython

if not cython.compiled:

    def popcount(mask):
        return mask.bit_count()

    def lowest_bit(mask):
        return (mask & -mask).bit_length() - 1
