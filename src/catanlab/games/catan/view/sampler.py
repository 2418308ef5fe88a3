"""Full states of Catan drawn from what one seat believes, for one thread and without Python's lock."""

import cython

from catanlab.framework.errors import GameError

if not cython.compiled:
    from catanlab.framework.state import Sampler
    from catanlab.games.catan.engine.state import CatanState
    from catanlab.games.catan.view.view import CatanView

__all__ = ["CatanSampler"]


class CatanSampler(Sampler):
    """Draws states as a view does, from a copy of the view: later changes of the view do not matter."""

    def __init__(self, view):
        if not isinstance(view, CatanView):
            raise GameError(f"a sampler of Catan needs the view of a seat, not {view!r}")
        Sampler.__init__(self, view.game)
        self.view = view.copy()

    def draw(self, state, random):
        if state.game is not self.game:
            with cython.gil:
                raise GameError("only a state of the same game can be sampled into")
        return self.view.sample_native(cython.cast(CatanState, state), random)

    def takes(self, state):
        """Say whether positions can be drawn into this state."""
        return isinstance(state, CatanState) and state.game is self.game
