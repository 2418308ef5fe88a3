"""Single decisions that agents share, one per module: where to open, whom to rob, what to discard.

Each is a function that returns a `Choice`, or None if there is nothing to do. Where Thomas' thesis and
JSettlers differ, a keyword chooses; the docstrings name the source of each variant.
"""
