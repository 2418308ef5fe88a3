"""What one seat of our game knows of a game at the server: an observer that is fed with moves.

Everything here is in our terms: seats in turn order from 0, and the moves of our rules.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from catanlab.bridges.jsettlers.errors import CannotFollowError
from catanlab.bridges.jsettlers.rebuild import amended
from catanlab.framework.errors import ObservationError
from catanlab.framework.moves import CHANCE, GROUP_SHIFT
from catanlab.games.catan import constants as c
from catanlab.games.catan.game import Catan
from catanlab.games.catan.hands import bundle, unpack
from catanlab.games.catan.moves import CatanMove
from catanlab.games.catan.view.observer import CatanObserver
from catanlab.table.events import Event, Outcome, Played

Hear = Callable[[Event], None]


def move_of(group: int, argument: int = 0) -> CatanMove:
    """Return the move of a group with its argument.

    >>> move_of(c.SETTLEMENT, 12)
    <settlement 12>
    """
    return CatanMove(group << GROUP_SHIFT | argument)


def deal_of(give: Sequence[int], get: Sequence[int]) -> int:
    """Return both sides of a trade, five counts each, as the argument of a move.

    >>> move_of(c.COUNTER, deal_of([1, 0, 0, 0, 0], [0, 0, 0, 0, 2]))
    <counter 1 wood for 2 ore>
    """
    return bundle(give) | bundle(get) << c.GET_SHIFT


class SeatState:
    """The observer of one seat, the moves it was fed with, and what was irregular.

    `hear` is called with every move and outcome, as at a table.
    """

    def __init__(self, game: Catan, seat: int, hear: Hear, observer: CatanObserver | None = None) -> None:
        self.game = game
        self.seat = seat
        self.observer = observer or game.observer(seat)
        self.moves: list[CatanMove] = []
        """All moves so far, in order."""
        self.irregular: list[str] = []
        """What the server did outside the rules, such as ending a turn by force."""
        self._hear = hear
        self._facts: dict[str, Any] | None = None

    @property
    def facts(self) -> dict[str, Any]:
        """The raw facts of the view."""
        if self._facts is None:
            self._facts = self.observer.view()._facts()
        return self._facts

    @property
    def phase(self) -> int:
        """The phase of our game."""
        return int(self.facts["phase"])

    @property
    def is_finished(self) -> bool:
        """Whether the game is over by our rules; the server may still want the robber moved."""
        return self.phase == c.FINISHED

    @property
    def actor(self) -> int:
        """The seat that chooses next."""
        return int(self.facts["actor"])

    @property
    def turn_seat(self) -> int:
        """The seat on turn."""
        return int(self.facts["turn_seat"])

    @property
    def own_hand(self) -> tuple[int, ...]:
        """The seat's own resources."""
        return unpack(self.facts["own_hand"])

    def hand_size(self, seat: int) -> int:
        """How many resources a seat holds."""
        return int(self.facts["hand_sizes"][seat])

    def may_hold(self, seat: int, counts: Sequence[int]) -> bool:
        """Say whether a seat may hold just these resources, as far as the view knows."""
        low, high = (unpack(bound) for bound in self.facts["bounds"][seat])
        return sum(counts) == self.hand_size(seat) and all(
            least <= count <= most for least, count, most in zip(low, counts, high, strict=True)
        )

    def feed(self, group: int, argument: int = 0) -> None:
        """Take in a move; raises CannotFollowError if our rules do not allow it.

        After the end nothing changes any more: at the server a knight that wins still moves the robber.
        """
        if self.is_finished:
            return
        move = move_of(group, argument)
        actor = self.actor
        try:
            self.observer.observe(move)
        except ObservationError as error:
            raise CannotFollowError(
                f"move {len(self.moves) + 1}, {move}, of seat {actor}: {error}"
            ) from error
        self.moves.append(move)
        self._facts = None
        self._hear(Outcome(move) if actor == CHANCE else Played(move, actor))

    def feed_if_legal(self, *moves: tuple[int, int]) -> bool:
        """Take in all these moves or, if our rules do not allow one of them, none; say whether."""
        if self.is_finished:
            return False
        trial = self.observer.copy()
        try:
            for group, argument in moves:
                trial.observe(move_of(group, argument))
        except ObservationError:
            return False
        for group, argument in moves:
            self.feed(group, argument)
        return True

    def clear_table(self) -> None:
        """Close whatever offer is open: who has not answered rejects, and nothing is taken."""
        while self.phase == c.ANSWERING:
            self.feed(c.REJECT)
        if self.phase == c.CHOOSING:
            self.feed(c.CANCEL)

    def make_room_for_offer(self) -> None:
        """Forget an offer of this turn if no more are allowed: the server has no such limit."""
        most = self.game.rules.offers_per_turn
        if self.facts["offers_made"] >= most:
            self.amend(offers_made=most - 1)

    def end_by_force(self, why: str) -> None:
        """Bring the turn to where it can be ended, whatever was left undone."""
        self.irregular.append(why)
        self.amend(
            phase=c.MAIN,
            actor=self.turn_seat,
            rolled=True,
            free_roads=0,
            victim=-1,
            discards_left=0,
            discard_floor=0,
        )

    def amend(self, **changes: Any) -> None:
        """Change public fields of the position, where the server did something that is no move of ours."""
        self.go_back_to(amended(self.observer, **changes))

    def go_back_to(self, observer: CatanObserver) -> None:
        """Go on from another observer, such as a copy made before something was taken back."""
        self.observer = observer
        self._facts = None

    def finish(self, winner: int) -> None:
        """Take in that the game is over."""
        self.observer.finish(winner)
        self._facts = None
