"""What a seat knows of a declared game: positions that could be the true one, kept while the game goes on.

A game without secrets has one such position. Where something is hidden, an observer keeps a number of
*worlds*: each is a whole position in which the seat would have seen exactly what it saw. A hidden event
is drawn anew in every world; a world in which an event would have been impossible is first repaired, by
dealing the unseen cards of a deck otherwise, and else replaced by a copy of another. If none is left, the
game is followed again from an earlier moment with more worlds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from catanlab.framework.arguments import check_seat, check_winner
from catanlab.framework.declared.chance import Deck
from catanlab.framework.declared.view import DeclaredView
from catanlab.framework.errors import ObservationError
from catanlab.framework.moves import CHANCE, OVER, Move
from catanlab.framework.random import Random

if TYPE_CHECKING:
    from catanlab.framework.declared.declaration import Declaration
    from catanlab.framework.declared.game import DeclaredGame

WORLDS = 16
"""How many positions an observer of a game with secrets keeps."""
_MOST_WORLDS = 1024
_SAVE_EVERY = 24

Worlds = list["tuple[Declaration, float]"]


class DeclaredObserver:
    """Sees a declared game through the eyes of one seat, or of spectators for None."""

    def __init__(self, game: DeclaredGame, seat: int | None) -> None:
        self.game = game
        self.seat = None if seat is None else check_seat(seat, game.seats)
        self._hides = has_secrets(game.declaration)
        self._random = Random(0, "search", game.seats if seat is None else seat)
        self._worlds: Worlds = [(game.first_position(), 1.0)]
        self._log: list[Move] = []
        self._decision = 0
        self._saved: list[tuple[int, Worlds]] = [(0, self._worlds)]
        self._winner: int | None = None

    def observe(self, move: int | str) -> None:
        """Record a move or outcome as this seat sees it; raises ObservationError if it is impossible."""
        seen = self.game.move_type.of(move)
        question = self._worlds[0][0].question()
        if not self._follow(seen):
            self._log.append(seen)
            if not (self._hides and self._start_anew()):
                self._log.pop()
                raise ObservationError(f"{seen}: {self._worlds[0][0].illegal_reason(seen)}")
        else:
            self._log.append(seen)
        if not question or self._worlds[0][0].question() != question:
            self._decision = len(self._log)
        if self._hides and len(self._log) % _SAVE_EVERY == 0:
            self._saved.append((len(self._log), self._worlds))

    def finish(self, winner: int) -> None:
        """Record that the game is over; the winner is -1 for nobody."""
        self._winner = check_winner(winner, self.game.seats)
        shares = [float(seat == winner or winner < 0) for seat in range(self.game.seats)]
        shares = [share / sum(shares) for share in shares]
        over = [(world, weight) for world, weight in self._worlds if world.to_move() == OVER]
        if self._hides:
            # Where hidden cards count at the end, only positions with this end can be the true one.
            over = [pair for pair in over if winner < 0 or list(pair[0].returns()) == shares]
        if over:
            self._worlds = over
            return
        self._worlds = self._copies()
        for world, _ in self._worlds:
            world.declare_over([winner] if winner >= 0 else list(range(self.game.seats)))

    def view(self) -> DeclaredView:
        """Return what the seat knows now."""
        # With secrets the worlds are copied before they change, so that views may share them.
        worlds = self._worlds if self._hides else self._copies()
        return DeclaredView(self.game, worlds, self.seat, tuple(self._log), self._decision)

    def _copies(self) -> Worlds:
        return [(world.copy(), weight) for world, weight in self._worlds]

    def _follow(self, seen: int) -> bool:
        """Let every world take the event; return False, and change nothing, if it is impossible in all."""
        if not self._hides:
            world = self._worlds[0][0]
            if not world.is_legal(seen):
                return False
            world.apply(seen)
            return True
        worlds = self._copies()
        if len(worlds) < WORLDS and self._is_hidden(worlds[0][0], seen):
            worlds += [(worlds[0][0].copy(), worlds[0][1]) for _ in range(WORLDS - len(worlds))]
        after = self._survivors(worlds, seen, WORLDS)
        if after:
            self._worlds = after
        return bool(after)

    def _is_hidden(self, world: Declaration, seen: int) -> bool:
        return not world.is_legal(seen) or world.seen(seen, self.seat) != seen

    def _survivors(self, worlds: Worlds, seen: int, count: int) -> Worlds:
        """Return the worlds after an event; copies stand in for those in which it is impossible."""
        after = []
        for world, weight in worlds:
            chance = self._take(world, seen)
            if chance > 0:
                after.append((world, weight * chance))
        if not after:
            return after
        if len(after) > 1:
            # Worlds in which a seat has won by secret cards are not the true one if the game goes on.
            going_on = [pair for pair in after if pair[0].to_move() != OVER]
            after = going_on or after
        total = sum(weight for _, weight in after)
        after = [(world, weight / total) for world, weight in after]
        if len(after) < min(len(worlds), count) or min(weight for _, weight in after) * len(after) < 0.05:
            drawn = self._drawn(after, min(len(worlds), count) if len(worlds) > 1 else 1)
            after = [(world.copy(), 1 / len(drawn)) for world in drawn]
        return after

    def _drawn(self, worlds: Worlds, count: int) -> list[Declaration]:
        """Return this many worlds drawn by their weights, each as evenly often as can be."""
        place, total = self._random.uniform() / count, 0.0
        found: list[Declaration] = []
        for world, weight in worlds:
            total += weight
            while len(found) < count and place < total:
                found.append(world)
                place += 1 / count
        return found or [worlds[-1][0]]

    def _take(self, world: Declaration, seen: int) -> float:
        """Let a world take an event that fits what was seen; return how likely it was, 0 if impossible."""
        fitting = self._fitting(world, seen)
        if not fitting:
            world.make_possible(seen, self.seat, self._random)
            fitting = self._fitting(world, seen)
            if not fitting:
                return 0.0
        total = sum(chance for _, chance in fitting)
        rest = self._random.uniform() * total if len(fitting) > 1 else 0.0
        chosen = fitting[-1][0]
        for move, chance in fitting:
            rest -= chance
            if rest < 0:
                chosen = move
                break
        world.apply(chosen)
        return total

    def _fitting(self, world: Declaration, seen: int) -> list[tuple[int, float]]:
        """Return the moves or outcomes of a world that the seat would have seen so, with their chances."""
        if world.to_move() == OVER:
            return []
        if world.to_move() == CHANCE:
            return [pair for pair in world.outcomes() if world.seen(pair[0], self.seat) == seen]
        if world.is_legal(seen) and world.seen(seen, self.seat) == seen:
            return [(seen, 1.0)]
        moves = [move for move in world.moves_of_group(seen) if world.seen(move, self.seat) == seen]
        return [(move, 1 / len(moves)) for move in moves]

    def _start_anew(self) -> bool:
        """Follow the log again from an earlier moment, with more worlds; say whether any are left."""
        for step, (since, saved) in enumerate(reversed(self._saved)):
            count = min(_MOST_WORLDS, WORLDS * 4 ** (step + 1))
            worlds = [(saved[n % len(saved)][0].copy(), 1.0) for n in range(count)]
            for seen in self._log[since:]:
                worlds = self._survivors(worlds, seen, count)
                if not worlds:
                    break
            if worlds:
                drawn = self._drawn(worlds, WORLDS)
                self._worlds = [(world.copy(), 1 / WORLDS) for world in drawn]
                return True
        return False


def has_secrets(declaration: type[Declaration]) -> bool:
    """Say whether some event of a game may be hidden from a seat."""
    structure = declaration.structure
    return bool(
        any(chance.seen_rules or isinstance(chance, Deck) for chance in structure.chances)
        or any(action.seen_rules or action.shown_rules for action in structure.actions)
    )
