"""Works out the hidden cards of a recorded game from the true hands at the end of each turn.

A list of moves with gaps (cards that the recording seat did not see) is played on a full state. For a
resource that was stolen or discarded unseen, the solver tries all resources that lead to the next true
hands. Development cards are those that were played or shown later.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product

from catanlab.bridges.jsettlers.errors import RecordedGameError
from catanlab.games.catan import constants as c
from catanlab.games.catan.engine.state import CatanState
from catanlab.games.catan.game import Catan
from catanlab.games.catan.moves import CatanMove, Deal, MoveKind

Hands = tuple[tuple[int, ...], ...]
"""The resources of all seats."""

_ANSWERS = (MoveKind.REJECT, MoveKind.COUNTER, MoveKind.CANCEL)
_REJECT = CatanMove.make(MoveKind.REJECT)
_PLAYED = {
    MoveKind.PLAY_KNIGHT: c.KNIGHT,
    MoveKind.PLAY_ROAD_BUILDING: c.ROAD_BUILDING,
    MoveKind.PLAY_PLENTY: c.YEAR_OF_PLENTY,
    MoveKind.PLAY_MONOPOLY: c.MONOPOLY,
}
_UNSHOWN = (c.KNIGHT, c.MONOPOLY, c.YEAR_OF_PLENTY, c.ROAD_BUILDING)
"""Guesses for a card that was never shown, in this order: robots mostly keep knights."""


def solve_draws(
    moves: Sequence[CatanMove],
    actors: Sequence[int],
    points: Mapping[int, int],
    drawn: Mapping[int, Sequence[int]],
    *,
    late: bool = True,
) -> list[int]:
    """Return the card of each draw of a game, in order, from the cards that were played or shown.

    `actors` are the seats on turn at each move, `points` the victory point cards that each seat showed at
    the end, `drawn` all draws of the seats whose draws are known. Another seat is taken to have drawn each
    card that it played as late as possible, or as early as possible without `late`; its points were the
    last of its other draws. Raises RecordedGameError if there are not enough cards.
    """
    draws: dict[int, list[int]] = {}
    known: list[int] = []
    turns: list[int] = []
    uses: dict[int, list[tuple[int, int]]] = {}
    turn = 0
    for move, actor in zip(moves, actors, strict=True):
        kind = move.kind
        if kind is MoveKind.END_TURN:
            turn += 1
        elif kind is MoveKind.DRAW:
            draws.setdefault(actor, []).append(len(known))
            known.append(c.UNKNOWN if move.card is None else move.card)
            turns.append(turn)
        elif kind in _PLAYED:
            uses.setdefault(actor, []).append((turn, _PLAYED[kind]))
    for seat, places in draws.items():
        if seat in drawn:
            if len(drawn[seat]) != len(places):
                raise RecordedGameError(
                    f"seat {seat} drew {len(places)} cards, but {len(drawn[seat])} are named"
                )
            for place, card in zip(places, drawn[seat], strict=True):
                known[place] = card
        free = [place for place in places if known[place] == c.UNKNOWN]
        if free:
            _place_played(known, free, turns, uses.get(seat, ()), late)
            _place_points(known, places, points.get(seat, 0))
    _place_unshown(known)
    return known


def _place_played(
    known: list[int],
    free: Sequence[int],
    turns: Sequence[int],
    uses: Sequence[tuple[int, int]],
    late: bool,
) -> None:
    """Enter the cards that a seat played as draws of earlier turns."""
    for turn, card in uses:
        places = [place for place in free if known[place] == c.UNKNOWN and turns[place] < turn]
        if not places:
            raise RecordedGameError("a card was played that cannot have been bought before")
        known[places[-1 if late else 0]] = card


def _place_points(known: list[int], places: Sequence[int], points: int) -> None:
    """Enter the points that a seat showed as the last of its other draws."""
    free = [place for place in places if known[place] == c.UNKNOWN]
    shown = points - sum(known[place] == c.VICTORY_POINT for place in places)
    if shown > len(free):
        raise RecordedGameError("more points were shown than cards had been bought")
    for place in free[len(free) - shown :] if shown > 0 else ():
        known[place] = c.VICTORY_POINT


def _place_unshown(known: list[int]) -> None:
    """Enter cards of the deck as the draws that were never shown."""
    left = list(c.DECK_COUNTS)
    for card in known:
        if card != c.UNKNOWN:
            left[card] -= 1
    for place, card in enumerate(known):
        if card == c.UNKNOWN:
            known[place] = next((kind for kind in _UNSHOWN if left[kind] > 0), c.KNIGHT)
            left[known[place]] -= 1
    if min(left) < 0:
        raise RecordedGameError("more development cards of a kind were shown than there are")


def solve_moves(
    game: Catan,
    moves: Sequence[CatanMove],
    checks: Mapping[int, Hands],
    discarded: Mapping[int, Sequence[tuple[int, ...]]] | None = None,
) -> list[CatanMove]:
    """Return the moves with all gaps filled except bought cards; they replay in our state.

    `checks` are the true hands by number of moves, `discarded` all discards of the seats whose discards are
    known. Offers and answers that the full hands do not allow are left out. Raises RecordedGameError if
    there is no solution.
    """
    discarded = discarded or {}
    times = [0] * game.seats  # how often each seat has discarded
    state = game.start()
    found: list[CatanMove] = []
    ends = sorted({*checks, len(moves)})
    begin = 0
    for end in ends:
        part = moves[begin:end]
        hands = checks.get(end)
        # A seat discards once in a turn at most, and a part is no longer than a turn.
        known = {seat: cards[times[seat]] for seat, cards in discarded.items() if times[seat] < len(cards)}
        solution = next(_fill(state, part, 0, hands, known), None)
        if solution is None:
            raise RecordedGameError(
                f"no hidden cards in moves {begin + 1} to {end} lead to the hands that the server sent"
            )
        discarding = set()
        for move in solution:
            if move.kind is MoveKind.DISCARD:
                discarding.add(state.to_move)
            state.apply(move)
        for seat in discarding:
            times[seat] += 1
        found += solution
        begin = end
    for seat, cards in discarded.items():
        if times[seat] != len(cards):
            raise RecordedGameError(
                f"seat {seat} discarded {times[seat]} times, but {len(cards)} discards are named"
            )
    return found


def _fill(
    state: CatanState,
    moves: Sequence[CatanMove],
    place: int,
    hands: Hands | None,
    known: Mapping[int, tuple[int, ...]],
) -> Iterator[list[CatanMove]]:
    """Yield every way to play a part of the game, from a place on, that ends with these hands.

    `known` has the discards of some seats.
    """
    state = state.copy()
    played: list[CatanMove] = []
    while place < len(moves):
        if state.is_over:
            # At the server a knight that wins still moves the robber.
            if hands is None:
                yield played
            return
        move = moves[place]
        if move.kind in (MoveKind.DISCARD, MoveKind.STEAL) and move.resource is None:
            break
        fitted = _fitted(state, move)
        if fitted is not None:
            if not state.is_legal(fitted):
                return
            state.apply(fitted)
            played.append(fitted)
        place += 1
    else:
        if hands is None or _hands(state) == hands:
            yield played
        return
    for guess in _guesses(state, moves, place, hands, known):
        after = state.copy()
        for card in guess:
            if not after.is_legal(card):
                break
            after.apply(card)
        else:
            for rest in _fill(after, moves, place + len(guess), hands, known):
                yield [*played, *guess, *rest]


def _fitted(state: CatanState, move: CatanMove) -> CatanMove | None:
    """Return the form of a move in the full state, or None if it is about an offer that was left out."""
    kind = move.kind
    if kind is MoveKind.PLAY_MONOPOLY and move.resource is not None:
        return CatanMove.monopoly(move.resource)
    if kind is MoveKind.OFFER and not state.is_legal(move):
        return None
    if kind in _ANSWERS and not state.is_legal(move):
        return _REJECT if kind is MoveKind.COUNTER and state.is_legal(_REJECT) else None
    return move


def _guesses(
    state: CatanState,
    moves: Sequence[CatanMove],
    place: int,
    hands: Hands | None,
    known: Mapping[int, tuple[int, ...]],
) -> Iterator[list[CatanMove]]:
    """Yield the possible moves for a gap: the card stolen, or the cards that a seat discards."""
    if moves[place].kind is MoveKind.STEAL:
        for resource in range(5):
            yield [CatanMove.make(MoveKind.STEAL, resource)]
        return
    seat = state.to_move
    position = state.position
    count, hand = position.discards_left, position.seats[seat].certain
    if seat in known:
        fitting: Iterable[tuple[int, ...]] = [known[seat]] if sum(known[seat]) == count else []
    else:
        fitting = _discards(state, moves, place + count, seat, hand, count, hands)
    for cards in fitting:
        yield [
            CatanMove.make(MoveKind.DISCARD, resource)
            for resource in range(5)
            for _ in range(cards[resource])
        ]


def _discards(
    state: CatanState,
    moves: Sequence[CatanMove],
    place: int,
    seat: int,
    hand: Sequence[int],
    count: int,
    hands: Hands | None,
) -> Iterator[tuple[int, ...]]:
    """Yield the discards of a seat that fit its hand at the end of the turn: nothing is produced in it."""
    if hands is None:
        for any_cards in product(*(range(held + 1) for held in hand)):
            if sum(any_cards) == count:
                yield any_cards
        return
    change, stolen = _later(state, moves, place, seat)
    tried = set()
    for lots in product(range(5), repeat=len(stolen)):
        cards = [hand[r] + change[r] - hands[seat][r] for r in range(5)]
        for sign, resource in zip(stolen, lots, strict=True):
            cards[resource] += sign
        kept = tuple(cards)
        if kept not in tried and sum(cards) == count and min(cards) >= 0:
            tried.add(kept)
            yield kept


def _later(
    state: CatanState, moves: Sequence[CatanMove], place: int, seat: int
) -> tuple[list[int], list[int]]:
    """Return the change of a seat's hand in the rest of a turn, and the signs of the unseen steals."""
    on_turn = state.position.on_turn
    change, stolen = [0] * 5, []
    free = 0
    victim: int | None = None
    offer: Deal | None = None
    counters: dict[int, Deal] = {}
    asked: list[int] = []
    for move in moves[place:]:
        kind, deal = move.kind, move.deal
        if kind is MoveKind.ROAD and free:
            free -= 1
        elif kind in c.COSTS and seat == on_turn:
            _add(change, c.COSTS[kind], -1)
        elif kind is MoveKind.PLAY_ROAD_BUILDING:
            free = 2
        elif kind is MoveKind.SKIP_ROADS:
            free = 0
        elif kind is MoveKind.BANK_TRADE and deal is not None and seat == on_turn:
            _exchange(change, deal)
        elif move.gained is not None and seat == on_turn:
            _add(change, move.gained, 1)
        elif move.taken is not None and move.resource is not None:
            change[move.resource] += sum(move.taken) if seat == on_turn else -move.taken[seat]
        elif kind is MoveKind.ROBBER:
            victim = move.victim
        elif kind is MoveKind.STEAL and seat in (on_turn, victim):
            sign = 1 if seat == on_turn else -1
            if move.resource is None:
                stolen.append(sign)
            else:
                change[move.resource] += sign
        elif kind is MoveKind.OFFER:
            offer, counters = deal, {}
            players = state.seats
            order = [(on_turn + step) % players for step in range(1, players)]
            asked = [each for each in order if each in move.addressees]
        elif kind in (MoveKind.REJECT, MoveKind.COUNTER, MoveKind.ACCEPT) and asked and offer is not None:
            answering = asked.pop(0)
            if deal is not None:
                counters[answering] = deal
            elif kind is MoveKind.ACCEPT and seat in (on_turn, answering):
                _exchange(change, offer if seat == on_turn else offer.reversed)
        elif kind is MoveKind.TAKE_COUNTER and move.seat is not None and seat in (on_turn, move.seat):
            counter = counters[move.seat]
            _exchange(change, counter.reversed if seat == on_turn else counter)
    return change, stolen


def _exchange(change: list[int], deal: Deal) -> None:
    """Add a trade to a change of cards."""
    _add(change, deal.give, -1)
    _add(change, deal.get, 1)


def _add(change: list[int], cards: Sequence[int], sign: int) -> None:
    for resource in range(5):
        change[resource] += sign * cards[resource]


def _hands(state: CatanState) -> Hands:
    return tuple(seat.certain for seat in state.position.seats)


def actors_of(game: Catan, moves: Sequence[CatanMove]) -> list[int]:
    """Return the seat on turn at each move, from the ends of turns alone."""
    players = game.seats
    turn, actors = 0, []
    for move in moves:
        actors.append(turn % players)
        turn += move.kind is MoveKind.END_TURN
    return actors
