"""Keeps the observer of one seat at the position of a game that Catanatron hosts.

Every action of theirs becomes moves of our rules, as the seat sees them. After each action the two
positions are compared. Where they differ, ours is made again from what the seat may know of theirs; what
was known of the hands is kept if it still fits.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from catanatron.state import PLAYER_INITIAL_STATE
from tools.catanatron.actions import seen_moves
from tools.catanatron.differences import UNEXPLAINED, name_of_position_difference
from tools.catanatron.geometry import board_of
from tools.catanatron.host_position import HostPosition

from catanlab.bridges.jsettlers.seat_state import Hear, SeatState
from catanlab.framework.errors import GameError
from catanlab.games.catan import constants as c
from catanlab.games.catan.game import Catan
from catanlab.games.catan.moves import CatanMove, Counts
from catanlab.games.catan.position import CatanPosition, Phase
from catanlab.games.catan.rules import Rules
from catanlab.games.catan.view.known_position import KnownPosition, KnownSeat
from catanlab.games.catan.view.observer import CatanObserver
from catanlab.games.catan.view.view import CatanView
from catanlab.games.catan.view.worlds import World

_REBUILT_PHASES = (Phase.BEFORE_ROLL, Phase.MAIN, Phase.ROBBING, Phase.FREE_ROADS)
NO_CARDS: Counts = (0, 0, 0, 0, 0)
MAX_SENTENCES = 20
"""How many sentences about unexplained differences are kept of a game."""


def hosted_rules(players: int) -> Rules:
    """Return the set of our rules that is nearest to those of the Catanatron that is imported.

    Since the version in which a card waits for the next turn, any card may be played before the roll.
    """
    rules = Rules.catanatron().replace(players=players)
    return (
        rules.replace(cards_before_roll="any") if "KNIGHT_OWNED_AT_START" in PLAYER_INITIAL_STATE else rules
    )


def log_of(game: Any) -> Sequence[Any]:
    """Return their log of the actions that were carried out."""
    state = game.state
    log: Sequence[Any] = state.action_records if hasattr(state, "action_records") else state.actions
    return log


class Follower:
    """One game at Catanatron, as our seat sees it. `hear` is called with every move and outcome.

    Call `watch` before each decision of any seat: the sizes of hands before and after a monopoly say how
    many cards it took from each.
    """

    def __init__(self, game: Any, seat: int, hear: Hear = lambda event: None) -> None:
        host = HostPosition(game, seat)
        self.seat = seat
        self.game = Catan(
            rules=hosted_rules(len(host.seats)), board=board_of(game.state.board.map)
        ).sealed()
        self.seat_state = SeatState(self.game, seat, hear)
        """Our side of the game."""
        self.is_lost = False
        """Whether our side is not at their position: it could not be made again yet."""
        self.actions = 0
        """How many of their actions were taken in."""
        self.differences: Counter[str] = Counter()
        """How often our side had to be made again, by the name of the difference."""
        self.unexplained: list[str] = []
        """Sentences about differences that have no name."""
        self._sizes = host.hand_sizes

    def watch(self, game: Any) -> HostPosition:
        """Take in what has happened since the last call; return their position."""
        host = HostPosition(game, self.seat)
        new = log_of(game)[self.actions :]
        if not new:
            return host
        self.actions += len(new)
        taken = [max(0, before - now) for before, now in zip(self._sizes, host.hand_sizes, strict=True)]
        moves = [move for record in new for move in seen_moves(record, host.seats, self.seat, taken)]
        self._sizes = host.hand_sizes
        followed = not self.is_lost and self.seat_state.feed_if_legal(*moves)
        differing = host.differing(self.seat_state.position)
        if differing and not self.is_lost:
            self._count(moves, followed, differing)
        if differing or self.is_lost:
            self._rebuild(host)
        return host

    def note(self, sentence: str) -> None:
        """Keep a sentence about a difference that has no name."""
        if len(self.unexplained) < MAX_SENTENCES:
            self.unexplained.append(f"action {self.actions}: {sentence}")

    def _count(self, moves: Sequence[CatanMove], followed: bool, differing: set[str]) -> None:
        """Count a difference by its name."""
        position = None if followed else self.seat_state.position
        name = name_of_position_difference(moves, position, differing)
        self.differences[name] += 1
        if name == UNEXPLAINED:
            verb = "after" if followed else "our rules do not allow"
            self.note(f"{verb} {', '.join(map(str, moves))}: {', '.join(sorted(differing))} differ")

    def _rebuild(self, host: HostPosition) -> None:
        """Make our side again from their position."""
        before = self.seat_state.observer.view()
        for worlds in (corrected_worlds(before, host), ()):
            try:
                view = known_position(host, before, worlds).view(self.game, self.seat)
            except GameError as error:
                reason = str(error)
            else:
                self.seat_state.go_back_to(CatanObserver.from_view(view))
                reason = ", ".join(sorted(host.differing(self.seat_state.position)))
            self.is_lost = bool(reason)
            if not self.is_lost:
                return
        self.note(f"the position could not be made again: {reason}")


def corrections(position: CatanPosition, host: HostPosition) -> dict[int, Counts] | None:
    """Return the cards, by seat, that only they have paid or taken; None if that is not clear.

    The bank shows which cards; if the hand of only one seat has another size, they are of this seat.
    """
    delta = [ours - theirs for ours, theirs in zip(position.bank, host.bank, strict=True)]
    seats = [seat for seat, size in enumerate(host.hand_sizes) if size != position.seats[seat].hand_size]
    if len(seats) > 1 or bool(seats) != any(delta):
        return None
    wood, clay, sheep, wheat, ore = delta
    return dict.fromkeys(seats, (wood, clay, sheep, wheat, ore))


def corrected_worlds(view: CatanView, host: HostPosition) -> tuple[World, ...]:
    """Return the possible hands of a view with the corrections, or () if they are not clear."""
    changes = corrections(view.position, host)
    found = []
    for world in view.worlds if changes is not None else ():
        hands = [dict(hand) for hand in world.hands]
        for seat, counts in (changes or {}).items():
            for name, change in zip(c.RESOURCES, counts, strict=True):
                hands[seat][name] += change
        sizes = tuple(sum(hand.values()) for hand in hands)
        own = tuple(hands[host.viewer][name] for name in c.RESOURCES)
        fits = sizes == host.hand_sizes and own == host.own_hand
        if fits and min(count for hand in hands for count in hand.values()) >= 0:
            found.append(World(tuple(hands), world.probability))
    return tuple(found)


def known_position(host: HostPosition, before: CatanView, worlds: tuple[World, ...]) -> KnownPosition:
    """Return what the seat may know of their position; `before` is the last view of ours.

    Raises GameError in a phase in which a position cannot be made again.
    """
    if host.phase not in _REBUILT_PHASES:
        raise GameError(f"the phase is '{host.phase.text}'")
    players, me = len(host.seats), host.viewer
    last = before.position
    bought = last.bought_this_turn if last.on_turn == me == host.on_turn else NO_CARDS
    changes = corrections(last, host) or {}
    target = before.game.rules.points_to_win
    seats = tuple(
        KnownSeat(
            settlements=of_seat.settlements,
            cities=of_seat.cities,
            roads=of_seat.roads,
            knights=of_seat.knights,
            hand=host.own_hand if seat == me else None,
            hand_size=of_seat.hand_size,
            certain=_changed(last.seats[seat].certain, changes.get(seat)) if worlds else NO_CARDS,
            possible=_changed(last.seats[seat].possible, changes.get(seat)) if worlds else None,
            cards=host.own_cards if seat == me else NO_CARDS,
            hidden_cards=0 if seat == me else of_seat.card_count,
            most_victory_cards=max(0, target - 1 - of_seat.public_points),
        )
        for seat, of_seat in enumerate(host.pieces)
    )
    return KnownPosition(
        seats=seats,
        phase=host.phase,
        on_turn=host.on_turn,
        turn=host.turn,
        setup_step=2 * players,
        last_node=None,
        rolled=host.rolled,
        card_played=host.card_played,
        free_roads=host.free_roads,
        robber=host.robber,
        longest_road=host.holder("HAS_ROAD"),
        largest_army=host.holder("HAS_ARMY"),
        unseen_cards=host.unseen_cards,
        deck_is_empty=host.deck_size == 0,
        bought_this_turn=bought,
        bank=host.bank,
        worlds=worlds,
        has_all_worlds=before.exact,
    )


def _changed(counts: Counts, change: Counts | None) -> Counts:
    """Return counts with a change, none below 0."""
    wood, clay, sheep, wheat, ore = (
        max(0, count + more) for count, more in zip(counts, change or NO_CARDS, strict=True)
    )
    return wood, clay, sheep, wheat, ore
