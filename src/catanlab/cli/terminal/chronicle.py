"""A record taken apart: for every place in it the position, what a seat knew, and what was told."""

from __future__ import annotations

from catanlab.cli.terminal.story import Moment, Story
from catanlab.framework.moves import CHANCE
from catanlab.framework.observer import View
from catanlab.framework.state import State
from catanlab.games.catan.game import Catan
from catanlab.games.catan.state import CatanState
from catanlab.games.catan.view import CatanView
from catanlab.table.events import Incident, Outcome, Played, Said
from catanlab.table.record import Record


class Chronicle:
    """A record through the eyes of a seat, or with None of somebody who sees everything."""

    def __init__(self, record: Record, seat: int | None = None) -> None:
        self.record = record
        self.seat = seat
        self.turns: list[int] = []
        """For each place, from the start to the end, how many turns were completed."""
        self.lines: list[list[str]] = [[] for _ in range(len(record) + 1)]
        """For each place, what is told about the move that led there, and what was said after it."""
        self._tell_moves()
        self._tell_words()

    def at(self, ply: int) -> State | View:
        """Return the position after so many moves, or what the seat knew of it."""
        if self.seat is None:
            return self.record.state_at(ply)
        return self.record.view_at(ply, self.seat)

    def turn_start(self, turn: int) -> int:
        """Return the first place of a turn, counted from 1; of the last if there are not so many."""
        return next((ply for ply, done in enumerate(self.turns) if done + 1 >= turn), len(self.turns) - 1)

    def _tell_moves(self) -> None:
        game, moves = self.record.game, self.record.moves
        story = Story(game.board, self.seat) if isinstance(game, Catan) else None
        observer = game.observer(self.seat) if self.seat is not None else None
        earlier: Moment | None = None
        before: State | None = None
        for ply, state in enumerate(self.record.states()):
            self.turns.append(state.turn)
            move = moves[ply - 1] if ply else None
            if observer is not None and move is not None and before is not None:
                move = before.seen(move, observer.seat)
                observer.observe(move)
            source = state if observer is None else observer.view()
            if story and isinstance(source, CatanState | CatanView):
                later = Moment.of(source)
                if earlier and move is not None:
                    self.lines[ply] += story.tell(move, earlier, later)
                earlier = later
            elif move is not None and before is not None:
                who = "Chance" if before.to_move == CHANCE else f"Seat {before.to_move}"
                self.lines[ply].append(f"{who}: {move}.")
            before = state

    def _tell_words(self) -> None:
        """Add statements, incidents and comments where they belong."""
        ply = 0
        for entry in self.record.entries:
            if isinstance(entry, Played | Outcome):
                ply += 1
            elif isinstance(entry, Said):
                self.lines[ply].append(f'Seat {entry.seat}: "{entry.text}"')
            elif isinstance(entry, Incident):
                self.lines[ply].append(f"Seat {entry.seat} failed ({entry.kind}): {entry.text}.")
            elif self.lines[ply] and self.seat is None:
                self.lines[ply].append(f"    ({entry.text})")
