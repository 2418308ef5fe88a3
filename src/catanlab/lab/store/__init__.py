"""Stored results: append-only folders of games, one for each match."""

from catanlab.lab.store.store import Store
from catanlab.lab.store.stored import StoredMatch

__all__ = ["Store", "StoredMatch"]
