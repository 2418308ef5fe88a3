"""Our side of a game at the server: an observer of one seat that takes in the moves of our rules.

Seats are ours, in turn order from 0.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from catanlab.bridges.jsettlers.errors import CannotFollowError
from catanlab.framework.errors import ObservationError
from catanlab.framework.moves import CHANCE
from catanlab.games.catan.game import Catan
from catanlab.games.catan.moves import CatanMove, Counts, MoveKind
from catanlab.games.catan.position import CatanPosition, Phase
from catanlab.games.catan.view.observer import CatanObserver
from catanlab.table.events import Event, Outcome, Played

Hear = Callable[[Event], None]


class SeatState:
    """The observer of one seat, the moves it took in, and the server's irregular actions.

    `hear` is called with every move and outcome, as at a table.
    """

    def __init__(self, game: Catan, seat: int, hear: Hear, observer: CatanObserver | None = None) -> None:
        self.game = game
        self.seat = seat
        self.observer = observer or game.observer(seat)
        self.moves: list[CatanMove] = []
        """All moves so far, in order."""
        self.irregular: list[str] = []
        """Sentences about actions of the server outside the rules, such as ending a turn by force."""
        self._hear = hear
        self._position: CatanPosition | None = None

    @property
    def position(self) -> CatanPosition:
        """The position as far as the seat knows it."""
        if self._position is None:
            self._position = self.observer.view().position
        return self._position

    @property
    def phase(self) -> Phase:
        """The phase of our game."""
        return self.position.phase

    @property
    def is_finished(self) -> bool:
        """Whether the game is over by our rules; the server may still want the robber moved."""
        return self.phase is Phase.FINISHED

    @property
    def to_move(self) -> int:
        """The seat that chooses next, CHANCE or OVER."""
        return self.position.to_move

    @property
    def on_turn(self) -> int:
        """The seat whose turn it is."""
        return self.position.on_turn

    @property
    def own_hand(self) -> Counts:
        """The seat's own resources."""
        return self.position.own.certain

    def hand_size(self, seat: int) -> int:
        """How many resources a seat holds."""
        return self.position.seats[seat].hand_size

    def may_hold(self, seat: int, counts: Sequence[int]) -> bool:
        """Say whether a seat may hold exactly these resources, as far as the view knows."""
        known = self.position.seats[seat]
        return sum(counts) == known.hand_size and all(
            least <= count <= most
            for least, count, most in zip(known.certain, counts, known.possible, strict=True)
        )

    def feed(self, move: CatanMove) -> None:
        """Take in a move or outcome; raises CannotFollowError if our rules do not allow it.

        After the end of our game it ignores moves: at the server a knight that wins still moves the robber.
        """
        if self.is_finished:
            return
        seat = self.to_move
        try:
            self.observer.observe(move)
        except ObservationError as error:
            raise CannotFollowError(
                f"move {len(self.moves) + 1}, {move}, of seat {seat}: {error}"
            ) from error
        self.moves.append(move)
        self._position = None
        self._hear(Outcome(move) if seat == CHANCE else Played(move, seat))

    def feed_if_legal(self, *moves: CatanMove) -> bool:
        """Take in all these moves or, if our rules do not allow one of them, none; say whether."""
        if self.is_finished:
            return False
        trial = self.observer.copy()
        try:
            for move in moves:
                trial.observe(move)
        except ObservationError:
            return False
        for move in moves:
            self.feed(move)
        return True

    def close_open_offer(self) -> None:
        """Close an open offer: seats that have not answered reject it, and no counter-offer is taken."""
        while self.phase is Phase.ANSWERING:
            self.feed(CatanMove.make(MoveKind.REJECT))
        if self.phase is Phase.CHOOSING:
            self.feed(CatanMove.make(MoveKind.CANCEL))

    def make_room_for_offer(self) -> None:
        """Forget an offer of this turn if no more are allowed: the server has no such limit."""
        most = self.game.rules.offers_per_turn
        if self.position.offers_made >= most:
            self.amend(offers_made=most - 1)

    def end_by_force(self, reason: str) -> None:
        """Make the end of the turn legal, whatever was left undone, and note the reason."""
        self.irregular.append(reason)
        self.amend(phase=Phase.MAIN)

    def amend(self, *, phase: Phase | None = None, offers_made: int | None = None) -> None:
        """Change the position, where the server did something that is no move of ours.

        `CatanView.replace` describes the changes.
        """
        view = self.observer.view().replace(phase=phase, offers_made=offers_made)
        self.go_back_to(CatanObserver.from_view(view))

    def go_back_to(self, observer: CatanObserver) -> None:
        """Go on from another observer, such as a copy made before something was taken back."""
        self.observer = observer
        self._position = None

    def finish(self, winner: int) -> None:
        """Take in that the game is over."""
        self.observer.finish(winner)
        self._position = None
