"""Bridges to other programs that play Catan, so that our agents can sit at their tables."""
