"""Results that outlast a run: append-only folders of games, one for each experiment."""

from catanlab.lab.store.store import Store
from catanlab.lab.store.stored import StoredExperiment

__all__ = ["Store", "StoredExperiment"]
