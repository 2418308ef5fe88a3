"""Whole games played natively, for any game of the framework.

policies.py     how seats move: natively, by a function in Python, by a compiled function
evaluations.py  the value of a position at which a playout is cut
games.py        the one loop of whole games; batches of playouts; matches between native policies
registry.py     policies and evaluations by name
group_weights.py  weights of groups of moves, from text
"""
