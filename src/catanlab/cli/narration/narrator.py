"""The entries of a record as sentences, as one seat sees them."""

from __future__ import annotations

from catanlab.cli.narration.catan_sentences import CatanSentences
from catanlab.framework.game import Game
from catanlab.framework.moves import CHANCE, Move
from catanlab.framework.state import State
from catanlab.games.catan.engine.state import CatanState
from catanlab.games.catan.game import Catan
from catanlab.games.catan.moves import CatanMove
from catanlab.games.catan.position import CatanPosition
from catanlab.games.catan.view.view import CatanView
from catanlab.table.events import Incident, Outcome, Played, Said, winner_of
from catanlab.table.record import Comment, Entry


class Narrator:
    """Narrates a game to a seat, or with None to an observer of everything.

    It follows the game from the beginning or from `start`, so that the sentences depend on the entries
    alone, whether they come from a table or from a record.

    >>> from catanlab.games.gomoku import Gomoku, GomokuMove
    >>> narrator = Narrator(Gomoku(size=3, line=3), seat=0)
    >>> narrator.narrate(Played(GomokuMove.parse("b2"), 0))
    ['You: b2.']
    """

    def __init__(self, game: Game, seat: int | None = None, start: State | None = None) -> None:
        self.seat = seat
        self._state = start.copy() if start else game.start()
        self._observer = None if seat is None else game.observer(seat)
        self._sentences = CatanSentences(game.board, seat) if isinstance(game, Catan) else None
        self._position = self._look()
        self._turn = self._state.turn

    @property
    def turn_number(self) -> int:
        """Which turn it is, counted from 1; after the end of the game the last one."""
        if self._position is not None:
            return self._position.turn_number
        return (self._turn if self._state.is_over else self._state.turn) + 1

    def narrate(self, entry: Entry) -> list[str]:
        """Return the sentences about an entry; none about a comment, which is text already."""
        if isinstance(entry, Played | Outcome):
            return self._narrate_move(entry.move)
        if isinstance(entry, Said):
            return [f'{self._name(entry.seat)}: "{entry.text}"']
        if isinstance(entry, Incident):
            replaced = " and another move was made for it" if entry.fallback is not None else ""
            return [f"{self._name(entry.seat)} failed ({entry.kind}){replaced}: {entry.text}."]
        assert isinstance(entry, Comment)
        return []

    def _narrate_move(self, move: Move) -> list[str]:
        state, observer = self._state, self._observer
        mover = CHANCE if state.is_chance else state.mover(move)
        seen = move if observer is None else state.seen(move, observer.seat)
        if observer is not None:
            observer.observe(seen)
        self._turn = state.turn
        state.apply(move)
        if observer is not None and state.is_over:
            observer.finish(winner_of(tuple(state.returns or ())))
        if self._sentences is None or self._position is None:
            return [f"{'Chance' if mover == CHANCE else self._name(mover)}: {seen}."]
        before, after = self._position, self._look()
        assert after is not None
        self._position = after
        return self._sentences.about(CatanMove(seen), before, after)

    def _look(self) -> CatanPosition | None:
        """Return the position of Catan, all of it or what the seat knows of it; None in other games."""
        source = self._state if self._observer is None else self._observer.view()
        return source.position if isinstance(source, CatanState | CatanView) else None

    def _name(self, seat: int) -> str:
        return "You" if seat == self.seat else f"Seat {seat}"
