"""Agents that end the worker of the cluster which plays them, named in tests by their import path."""

import os
import zlib

import psutil
from tests.table import players

PLAYER = "catanlab.lab.executors.cluster.player"


def board_name(game):
    """Return a short name of the board of a game."""
    return zlib.crc32(repr(game.board).encode())


class Killer(players.First):
    """Plays the first move listed; on one board it kills the worker of the cluster, or its player."""

    def __init__(self, *, board: int, victim: str = "worker"):
        self.board, self.victim = board, victim

    def start(self, game, seat, random):
        super().start(game, seat, random)
        if board_name(game) == self.board:
            above = psutil.Process().parents()
            player = next(number for number, process in enumerate(above) if PLAYER in process.cmdline())
            above[player + (self.victim == "worker")].kill()


class Fickle(players.First):
    """Plays otherwise in every process."""

    def choose(self, view, deadline):
        return view.legal_moves[os.getpid() % len(view.legal_moves)]
