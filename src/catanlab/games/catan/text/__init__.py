"""Positions, boards, rules, moves and records of Catan as text, and their readers."""
