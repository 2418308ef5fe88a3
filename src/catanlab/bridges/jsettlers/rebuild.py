"""Observers that go on from a view, or from one whose public fields were changed."""

from __future__ import annotations

from typing import Any

from catanlab.games.catan.view.observer import CatanObserver
from catanlab.games.catan.view.view import CatanView, restore_view


def observer_from(view: CatanView) -> CatanObserver:
    """Return an observer that goes on from a view."""
    parts: Any = view.game.observer(view.seat).__reduce__()
    observer: CatanObserver = parts[0](view)
    return observer


def amended(observer: CatanObserver, **changes: Any) -> CatanObserver:
    """Return an observer that saw the same but believes that some fields of the position are others.

    >>> from catanlab.games.catan.game import Catan
    >>> amended(Catan(board="beginner").observer(0), offers_made=2).view().position.offers_made
    2
    """
    parts: Any = observer.view().__reduce__()
    game, seat, log, fields, belief, cards = parts[1]
    return observer_from(restore_view(game, seat, log, {**fields, **changes}, belief, cards))
