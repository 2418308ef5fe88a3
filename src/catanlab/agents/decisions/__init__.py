"""Single decisions that agents share, a file each: where to open, whom to rob, what to discard, and so on.

Each is a function that returns a `Choice`, or None where there is nothing to decide. Where Thomas' thesis
and JSettlers differ, a keyword says what is done otherwise; docstrings name the source of each manner.
"""
