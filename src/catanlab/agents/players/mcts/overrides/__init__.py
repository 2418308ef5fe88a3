"""Decisions by rule in place of the search, as the authors of the searches describe them."""
