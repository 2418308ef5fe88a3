"""Executors: who plays the blocks of a match, processes of this machine or the workers of a cluster."""

from catanlab.lab.executors.executor import Executor, MakeExecutor
from catanlab.lab.executors.local import LocalExecutor

__all__ = ["Executor", "LocalExecutor", "MakeExecutor"]
