"""Decisions beside the tree: what the authors of the searches left to rules."""
