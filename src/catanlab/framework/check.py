"""check_game: plays a game at random and checks every promise of the State contract on the way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Protocol, runtime_checkable

from catanlab.framework.adapter import PlainState
from catanlab.framework.check_deciders import BrokenPromiseError, Snapshot, check_deciders, fail, snapshot
from catanlab.framework.errors import ConformanceError, IllegalMoveError
from catanlab.framework.frequencies import Frequencies
from catanlab.framework.game import Game
from catanlab.framework.moves import CHANCE, GROUP_SHIFT, OVER, Move, group_number
from catanlab.framework.observer import Observer
from catanlab.framework.random import Random
from catanlab.framework.state import State

MAX_SEATS = 4
"""The most seats that a game may have."""

_ROUNDING = 1e-9
_DRAWS = 24  # outcomes drawn at a chance node to compare with their probabilities
_TOO_FAR = 8.0  # standard deviations: beyond all chance


@runtime_checkable
class _Keeper(Protocol):
    """A position that keeps values which follow from others, and can say whether they still do."""

    def inconsistency(self) -> str:
        """Return what is wrong with the kept values, an empty text for nothing."""


@dataclass(frozen=True)
class Report:
    """Counts of what check_game has played."""

    games: int
    """Games played to the end."""
    plies: int
    """Moves and outcomes played in them."""
    chance_nodes: int
    """Positions in which chance decided."""
    longest_list: int
    """The most legal moves in a position."""
    longest_game: int
    """The most moves and outcomes in a game."""


def check_game(game: Game, *, games: int = 20, seed: int = 0, max_plies: int = 100_000) -> Report:
    """Play random games and check each promise of the State contract in every position.

    Game number i draws from place (seed, "play", i), so the same seed repeats a failure. Raises
    ConformanceError with a sentence that names game, seed, number, ply and the broken promise; if
    the game itself raised something, that is its cause. A game must end within `max_plies` plies.
    """
    frequencies = Frequencies()
    walks = [_Walk(game, seed, number, max_plies, frequencies) for number in range(games)]
    for walk in walks:
        walk.check()
    if frequencies.deviation() > _TOO_FAR:
        raise ConformanceError(
            f"{game.name}, seed {seed}: outcomes are not drawn by their probabilities "
            f"({frequencies.deviation():.0f} standard deviations off)"
        )
    return Report(
        games=games,
        plies=sum(walk.ply for walk in walks),
        chance_nodes=sum(walk.chance_nodes for walk in walks),
        longest_list=max((walk.longest_list for walk in walks), default=0),
        longest_game=max((walk.ply for walk in walks), default=0),
    )


class _Walk:
    """One random game and the checks along it."""

    def __init__(
        self, game: Game, seed: int, number: int, max_plies: int, frequencies: Frequencies
    ) -> None:
        self.game = game
        self.seed = seed
        self.number = number
        self.max_plies = max_plies
        self.frequencies = frequencies
        self.random = Random(seed, "play", number)
        self.probe = Random(seed, "search", number)
        self.ply = 0
        self.chance_nodes = 0
        self.longest_list = 0
        self.turn = 0
        self.played: list[Move] = []
        self.observers: list[Observer] = []
        self.decision = 0
        self.known_texts: set[int] = set()

    def check(self) -> None:
        """Play the game twice, the first time with all checks; raises ConformanceError."""
        try:
            self._check_game()
            state = self.game.start()
            self._check_start(state)
            while self._check_ply(state):
                pass
            self._check_replay(state)
        except Exception as error:
            place = f"{self.game.name}, seed {self.seed}, game {self.number}, ply {self.ply}"
            if isinstance(error, BrokenPromiseError):
                raise ConformanceError(f"{place}: {error}") from error.__cause__
            what = f"{type(error).__name__} was raised: {error}"
            raise ConformanceError(f"{place}: {what}") from error

    def _check_game(self) -> None:
        game = self.game
        if not (game.name and game.summary):
            fail("name and summary must say something")
        if not issubclass(game.move_type, Move):
            fail(f"move_type is {game.move_type!r}, which is no kind of Move")
        if not 1 <= game.seats <= MAX_SEATS:
            fail(f"seats is {game.seats}; allowed is 1 to {MAX_SEATS}")

    def _check_start(self, state: State) -> None:
        if state.game is not self.game:
            fail("the state that start() returned belongs to another game")
        other = self.game.start()
        if other is state:
            fail("start() returned the same state twice")
        if snapshot(other) != snapshot(state):
            fail("two calls of start() returned different positions")
        self.twin = other
        self.observers = [self.game.observer(seat) for seat in range(self.game.seats)]
        self.public = self.game.observer(None)

    def _check_ply(self, state: State) -> bool:
        """Check one position and play on; return False at the end of the game."""
        mover = state.to_move
        if mover not in (CHANCE, OVER) and not 0 <= mover < self.game.seats:
            fail(f"to_move is {mover}: neither a seat below {self.game.seats} nor CHANCE nor OVER")
        before = snapshot(state)
        position: object = state.position if isinstance(state, PlainState) else None
        if isinstance(position, _Keeper) and (wrong := position.inconsistency()):
            fail(wrong)
        self._check_counters(state)
        self._check_returns(state, mover)
        choice = None
        if mover in (CHANCE, OVER) and (state.deciders or state.question):
            fail(f"seats {state.deciders} may decide although none is to move")
        if mover != OVER:
            if self.ply >= self.max_plies:
                fail(f"the game has not ended within {self.max_plies} plies")
            choice = self._check_chance(state) if mover == CHANCE else self._check_moves(state)
            self._check_seen(state, choice)
        if snapshot(state) != before:
            fail("questions changed the position")
        self._check_refusals(state, before)
        if snapshot(self.twin) != before:
            fail(f"after {self.played[-1] if self.played else 'start()'} a copy differs from its original")
        if snapshot(state.copy()) != before:
            fail("a fresh copy differs from its original")
        self._check_views(state, mover)
        if choice is not None:
            self._play(state, choice, before)
        return choice is not None

    # What holds in every position.

    def _check_counters(self, state: State) -> None:
        if state.turn < self.turn:
            fail(f"turn fell from {self.turn} to {state.turn}")
        self.turn = state.turn
        if any(score < 0 for score in state.scores):
            fail(f"a score is negative: {state.scores}")

    def _check_returns(self, state: State, mover: int) -> None:
        shares = state.returns
        if mover != OVER:
            if shares is not None:
                fail("returns must be None before the end")
        elif shares is None or len(shares) != self.game.seats:
            fail(f"returns is {shares} at the end, not one share per seat")
        elif not all(share >= 0 for share in shares):
            fail(f"a share in returns is negative: {shares}")
        elif not abs(sum(shares) - 1) < _ROUNDING:
            fail(f"the shares in returns sum to {sum(shares)}, not to 1: {shares}")

    def _check_numbers(self, state: State, moves: Sequence[Move], kind: str) -> None:
        """Check that moves or outcomes are legal, distinct, of known groups, and have texts."""
        for move in moves:
            if not 0 <= move < 2**63:
                fail(f"{kind} {int(move)} is not a number from 0 to 2**63 - 1")
            if not group_number(move) < len(self.game.move_type.groups):
                fail(f"{kind} {int(move)} is of a group without a name")
            if not state.is_legal(move):
                fail(f"{kind} {move} is listed but is_legal refuses it")
        if len(set(moves)) < len(moves):
            fail(f"the {kind} {_repeated(moves)} is listed twice")
        self._check_texts(moves, kind)

    def _check_texts(self, moves: Sequence[Move], kind: str) -> None:
        if all(move in self.known_texts for move in moves):
            return
        texts = [move.text for move in moves]
        if len(set(texts)) < len(texts):
            fail(f"two {kind}s have the same text: {_repeated(texts)}")
        for move, text in zip(moves, texts, strict=True):
            back = self.game.move_type.parse(text)
            if back != move:
                fail(f"the text {text!r} of {kind} {int(move)} is read back as {int(back)}")
        self.known_texts.update(moves)

    # Positions in which a seat chooses, and those in which chance does.

    def _check_moves(self, state: State) -> Move:
        moves = state.legal_moves
        self.longest_list = max(self.longest_list, len(moves))
        if not moves:
            fail(f"seat {state.to_move} is to move but has no legal move")
        if state.outcomes:
            fail("outcomes are listed although a seat is to move")
        self._check_numbers(state, moves, "move")
        groups = [group_number(move) for move in moves]
        changes = sum(a != b for a, b in pairwise(groups))
        if changes >= len(set(groups)):
            fail(f"equal groups are not side by side: {', '.join(move.group for move in moves)}")
        seen = [state.seen(move, state.to_move) for move in moves]
        if len(set(seen)) < len(moves):
            fail(f"seat {state.to_move} cannot tell its own moves apart: {_repeated(seen)}")
        mover = state.to_move
        if mover not in state.deciders:
            fail(f"seat {mover} is to move but not among the deciders {state.deciders}")
        for move in moves:
            own = state.mover(move) == mover and state.by(move, mover) == move
            if not (own and state.is_legal(move, mover)):
                fail(f"{move} is listed for seat {mover} but is not its move")
        self._check_texts(check_deciders(state), "move")
        choice = state.draw_move(self.random)
        for drawn in (choice, state.draw_move(self.probe), state.draw_move(self.probe, True)):
            if not state.is_legal(drawn):
                fail(f"draw_move drew {drawn}, which is_legal refuses")
        return choice

    def _check_chance(self, state: State) -> Move:
        self.chance_nodes += 1
        if state.legal_moves:
            fail("legal moves are listed although chance decides next")
        outcomes = state.outcomes
        if not outcomes:
            fail("chance decides next but no outcome is listed")
        self._check_numbers(state, [outcome for outcome, _ in outcomes], "outcome")
        for outcome, probability in outcomes:
            if not probability > 0:
                fail(f"outcome {outcome} has probability {probability}")
        total = sum(probability for _, probability in outcomes)
        if not abs(total - 1) < _ROUNDING:
            fail(f"the probabilities of the outcomes sum to {total}, not to 1")
        choice = state.draw_outcome(self.random)
        drawn = [choice, *(state.draw_outcome(self.probe) for _ in range(_DRAWS))]
        listed = {outcome for outcome, _ in outcomes}
        for outcome in drawn:
            if outcome not in listed:
                fail(f"draw_outcome drew {outcome}, which is not among the outcomes")
        self.frequencies.add(outcomes, drawn)
        return choice

    def _check_seen(self, state: State, move: Move) -> None:
        for seat in (*range(self.game.seats), None):
            seen = state.seen(move, seat)
            if group_number(seen) != group_number(move):
                who = "a spectator" if seat is None else f"seat {seat}"
                fail(f"{who} sees {move} as {seen}, which is of another group")
            self._check_texts([seen], "seen move")

    def _check_views(self, state: State, mover: int) -> None:
        """Check what the seat to move knows, and another seat by turns."""
        if mover == OVER:
            shares = state.returns or []
            for observer in (*self.observers, self.public):
                observer.finish(shares.index(1.0) if 1.0 in shares else -1)
        for seat in {mover, self.ply % self.game.seats} - {CHANCE, OVER}:
            view = self.observers[seat].view()
            if view.game is not self.game or view.seat != seat:
                fail(f"observer({seat}) has a view of another game or seat")
            moves = state.legal_moves if seat == mover else []
            if view.to_move != mover or list(view.legal_moves) != moves:
                fail(f"the view of seat {seat} has another mover or other moves than the state")
            if view.deciders != state.deciders or view.decision != self.decision:
                fail(f"the view of seat {seat} has other deciders or another decision than the game")
            asked = state.as_decider(seat).legal_moves if seat in state.deciders else []
            if list(view.as_decider().legal_moves) != asked:
                fail(f"the view of seat {seat} as a decider has other moves than the state")
            if view.scores[seat] != state.scores[seat]:
                fail(f"the view of seat {seat} has its own score as {view.scores[seat]}")
            sample = view.sample(self.probe)
            if sample.to_move != mover or (moves and sample.legal_moves != moves):
                fail(f"a sample of the view of seat {seat} has another mover or other moves")
        self._check_public_view(state)

    def _check_public_view(self, state: State) -> None:
        """Check what a spectator knows, who may not move."""
        view = self.public.view()
        if view.game is not self.game or view.seat is not None:
            fail("observer(None) has a view of another game, or of a seat")
        if (view.to_move, view.deciders, view.decision) != (state.to_move, state.deciders, self.decision):
            fail("the view of a spectator has another mover, other deciders or another decision")
        if view.legal_moves or view.as_decider().legal_moves:
            fail("moves are listed for a spectator")

    def _check_refusals(self, state: State, before: Snapshot) -> None:
        """Try unlikely numbers: what is_legal rejects, apply must reject without any change."""
        for number in self._strange_numbers(state.is_over):
            if not self.game.move_type(number).text:
                fail(f"the number {number} has no text, not even as an impossible move")
            if state.is_legal(number):
                if state.is_over:
                    fail(f"is_legal allows {number} although the game is over")
                state.copy().apply(number)
                continue
            try:
                state.apply(number)
            except IllegalMoveError:
                if snapshot(state) != before:
                    fail(f"apply refused {number} but changed the position")
            else:
                fail(f"apply played {number} although is_legal refuses it")

    def _strange_numbers(self, several: bool) -> Sequence[int]:
        """Return one number, or several: too small, too large, of any group, played before."""
        small = self.probe.below(1000)
        group = self.probe.below(len(self.game.move_type.groups) + 1)
        numbers = [-1 - small, 2**63 + small, group << GROUP_SHIFT | small]
        if self.played:
            numbers.append(self.played[-1] ^ 1 << self.probe.below(63))
            numbers.append(self.played[self.probe.below(len(self.played))])
        return numbers if several else [numbers[self.probe.below(len(numbers))]]

    # Playing on, and what copies do meanwhile.

    def _play(self, state: State, choice: Move, before: Snapshot) -> None:
        other, kept, self.twin = self.twin, state.copy(), state.copy()
        self.twin.apply(choice)
        seen = [state.seen(choice, seat) for seat in range(self.game.seats)]
        public = state.seen(choice, None)
        question = state.question
        if snapshot(state) != before:
            fail(f"playing {choice} on a copy changed the original")
        if state.apply(choice) is not state:
            fail("apply must return the state itself")
        self.ply += 1
        self.played.append(choice)
        if snapshot(kept) != before:
            fail(f"playing {choice} on the original changed a copy")
        if snapshot(other) != before:
            fail(f"playing {choice} changed another state in the same position")
        for observer, move in zip(self.observers, seen, strict=True):
            observer.observe(move)
        self.public.observe(public)
        if not question or state.question != question:
            self.decision = self.ply

    def _check_replay(self, end: State) -> None:
        """Play the game again by the same Random, and compare a used state that it is copied into."""
        random = Random(self.seed, "play", self.number)
        state = self.game.start()
        used = end.copy()
        for ply, move in enumerate(self.played):
            used.assign(state)
            if snapshot(used) != snapshot(state):
                fail(f"a used state, assigned the one of ply {ply}, differs from it")
            drawn = state.draw_outcome(random) if state.is_chance else state.draw_move(random)
            if drawn != move:
                fail(f"with the same Random, ply {ply} was {move} the first time, now {drawn}")
            if snapshot(used.apply(move)) != snapshot(state.apply(move)):
                fail(f"a used state, assigned the one of ply {ply}, differs from it after {move}")
            used.assign(end)


def _repeated(items: Sequence[object]) -> object:
    return next(item for i, item in enumerate(items) if item in items[:i])
