"""Sets of small integers as bit masks: counting their members, finding and dropping the lowest."""

import cython

if not cython.compiled:

    def popcount(mask):
        return mask.bit_count()

    def lowest_bit(mask):
        return (mask & -mask).bit_length() - 1

    def drop_lowest(mask, count):
        for _ in range(count):
            mask &= mask - 1
        return mask
