"""An answer of several moves, such as all cards to discard, put together before any of it is played."""

from __future__ import annotations

from copy import deepcopy

from catanlab.framework.moves import Move
from catanlab.framework.observer import Observer, View
from catanlab.framework.random import Random


class WholeAnswer:
    """The moves of one seat's answer to the present question, on a private copy of what the seat knows.

    Nobody else sees any of it. The answer to most questions is one move.
    """

    def __init__(self, observer: Observer, seat: int) -> None:
        self.moves: list[Move] = []
        self._observer = deepcopy(observer)
        self._seat = seat
        self._view = self._observer.view()
        self._decision = self._view.decision

    @property
    def view(self) -> View:
        """What the seat knows after its moves so far."""
        return self._view

    @property
    def is_complete(self) -> bool:
        """Whether the question asks nothing more of this seat."""
        view = self._view
        return bool(self.moves) and (self._seat not in view.deciders or view.decision != self._decision)

    def add(self, move: Move) -> None:
        """Add a move that is legal in the view."""
        # Which seat a move must carry is the same in every state that the view allows.
        state = self._view.sample(Random(0))
        self._observer.observe(state.by(move, self._seat))
        self.moves.append(move)
        self._view = self._observer.view()
