"""Where Catanatron 3.2.1 departs from the rules: a table, each entry with what recognises just that case.

An entry accounts for a difference only if our side is what the rule says, computed here independently,
and their side is what their error makes of it. Whatever no entry accounts for is a failure of the test.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from tests.rules.catanatron_lockstep import Lockstep
from tests.rules.catanatron_peer import COLOURS, picture_of
from tools.catanatron.geometry import NODE_OF

from catanlab.framework.moves import GROUP_SHIFT
from catanlab.games.catan import constants as c
from catanlab.games.catan import grid
from catanlab.games.catan.hands import unbundled
from catanlab.games.catan.moves import CatanMove

_ARGUMENT = (1 << GROUP_SHIFT) - 1
_CARD_OF = {
    c.PLAY_KNIGHT: c.KNIGHT,
    c.PLAY_ROAD_BUILDING: c.ROAD_BUILDING,
    c.PLAY_PLENTY: c.YEAR_OF_PLENTY,
    c.PLAY_MONOPOLY: c.MONOPOLY,
}


class Situation:
    """Both sides after a move, and our side before it."""

    def __init__(self, lock: Lockstep, before: dict) -> None:
        self.lock = lock
        self.before = before
        self.ours = picture_of(lock.ours)
        self.theirs = lock.peer.picture()
        self.seats = range(lock.ours.seats)
        last = lock.last or 0
        self.group, self.argument = last >> GROUP_SHIFT, last & _ARGUMENT
        # A finished game of ours has nobody to move; they leave it to the caller to stop.
        skipped = {"phase", "to move"} if lock.ours.is_over else set()
        self.differing = {key for key in self.ours if self.ours[key] != self.theirs[key]} - skipped
        ours, theirs = (set(), set()) if lock.ours.is_over else lock.legal()
        if self.ours["phase"] == "discarding":
            # They list one discard without cards; Lockstep compares how many are owed.
            ours, theirs = set(), set()
        self.shared = ours & theirs
        self.only_ours, self.only_theirs = ours - theirs, theirs - ours

    def blocked(self, seat):
        """Return the nodes with buildings of others."""
        others = [other for other in self.seats if other != seat]
        return frozenset().union(*[self.buildings(other) for other in others])

    def buildings(self, seat):
        """Return the nodes with buildings of a seat."""
        return self.ours["settlements", seat] | self.ours["cities", seat]

    def road_length(self, seat):
        """Return the length of a seat's longest road, computed from the pieces alone."""
        return longest_trail(frozenset(self.ours["roads", seat]), self.blocked(seat))

    @property
    def cut_seats(self):
        """The seats whose road the settlement just built runs through."""
        if self.group != c.SETTLEMENT or self.before["phase"] != "main":
            return []
        through = [sum(self.argument in road for road in self.ours["roads", seat]) for seat in self.seats]
        return [seat for seat in self.seats if seat != self.ours["on turn"] and through[seat] == 2]

    def their_lengths(self):
        """Return their lengths of road by seat."""
        return [self.theirs["road length", seat] for seat in self.seats]

    def claims(self):
        """Return what the roll owes: per resource the number of cards by seat."""
        board = self.lock.game.board
        owed: dict[int, dict[int, int]] = {}
        for hexagon in range(19):
            if board.numbers[hexagon] != self.argument or hexagon == self.before["robber"]:
                continue
            nodes = set(grid.hex_nodes(hexagon))
            for seat in self.seats:
                count = len(nodes & self.ours["settlements", seat]) + 2 * len(
                    nodes & self.ours["cities", seat]
                )
                if count:
                    by_seat = owed.setdefault(board.resources[hexagon], {})
                    by_seat[seat] = by_seat.get(seat, 0) + count
        return owed


@lru_cache(maxsize=256)
def longest_trail(roads, blocked):
    """Return the most roads in one trail that uses none twice and passes through no blocked node."""

    def onward(node, left):
        lengths = [0]
        for road in left:
            if node in road:
                end = sum(road) - node
                lengths.append(1 if end in blocked else 1 + onward(end, left - {road}))
        return max(lengths)

    return max([onward(node, roads) for road in roads for node in road], default=0)


def rightful_holder(holder, lengths):
    """Return who has Longest Road: the strictly longest of five or more; on a tie the holder, or nobody."""
    best = max(lengths)
    leaders = [seat for seat, length in enumerate(lengths) if length == best]
    if best < c.LONGEST_ROAD_MINIMUM:
        return None
    if holder in leaders:
        return holder
    return leaders[0] if len(leaders) == 1 else None


# Differences of state. Each function returns the keys it accounts for, or None where it does not apply.


def _unshown(s):
    """They copy road lengths to the players' table only when somebody builds after the set-up."""
    begun = any(len(s.ours["roads", seat]) > 2 or len(s.buildings(seat)) > 2 for seat in s.seats)
    keys = {key for key in s.differing if key[0] == "road length shown" and s.theirs[key] == 0}
    return None if begun or not keys else keys


def _uncounted_end(s):
    """They do not count a road into a node that somebody else has built on."""
    keys = set()
    for seat in s.seats:
        ours, theirs = s.ours["road length", seat], s.theirs["road length", seat]
        if ours == theirs:
            continue
        clear = frozenset(road for road in s.ours["roads", seat] if not s.blocked(seat) & set(road))
        if ours == s.road_length(seat) and longest_trail(clear, frozenset()) <= theirs < ours:
            keys.add(("road length", seat))
            if s.theirs["road length shown", seat] == theirs:
                keys.add(("road length shown", seat))
    return keys or None


def _award_keys(s):
    """Return the keys that follow from Longest Road in the wrong hands, or None if ours is wrong."""
    lengths = [s.road_length(seat) for seat in s.seats]
    if s.ours["longest road"] != rightful_holder(s.before["longest road"], lengths):
        return None
    keys = {"longest road"}
    for seat in s.seats:
        extra = c.AWARD_POINTS * ((s.theirs["longest road"] == seat) - (s.ours["longest road"] == seat))
        for key in (("points", seat), ("public points", seat)):
            if extra and s.theirs[key] == s.ours[key] + extra:
                keys.add(key)
    winners = [seat for seat in s.seats if s.theirs["points", seat] >= 10]
    if s.theirs["winner"] == (winners[-1] if winners else None):
        keys.add("winner")
    return keys


def _award_by_short_lengths(s):
    """They award Longest Road rightly, but by lengths with an end uncounted."""
    if "longest road" not in s.differing or _uncounted_end(s) is None:
        return None
    by_their_lengths = rightful_holder(s.before["longest road"], s.their_lengths())
    return _award_keys(s) if s.theirs["longest road"] == by_their_lengths else None


def _award_below_five(s):
    """After a cut they give Longest Road to the longest, however short."""
    theirs, lengths = s.theirs["longest road"], s.their_lengths()
    if "longest road" not in s.differing or not s.cut_seats or theirs is None:
        return None
    return _award_keys(s) if lengths[theirs] == max(lengths) < c.LONGEST_ROAD_MINIMUM else None


def _award_on_a_tie(s):
    """After a cut they give Longest Road to the first of equals, whoever held it."""
    theirs, lengths = s.theirs["longest road"], s.their_lengths()
    if "longest road" not in s.differing or not s.cut_seats or theirs is None:
        return None
    tied = lengths.count(max(lengths)) > 1 and max(lengths) >= c.LONGEST_ROAD_MINIMUM
    return _award_keys(s) if tied and lengths.index(max(lengths)) == theirs else None


def _forgotten_roads(s):
    """After a cut they lose sight of roads that another's building had joined to the cut ones."""
    for seat in s.cut_seats:
        parts = s.lock.peer.board.connected_components[COLOURS[seat]]
        known = {NODE_OF[node] for part in parts for node in part}
        nodes = {node for road in s.ours["roads", seat] for node in road}
        if nodes - s.blocked(seat) - known:
            return set()  # nothing differs yet but the moves they list, now and later
    return None


def _unpaid_claimant(s):
    """They pay nobody when the bank is short; the rules give a lone claimant what is left."""
    if s.group != c.DICE or "bank" not in s.differing:
        return None
    keys = {"bank"}
    ours = {seat: list(s.ours["hand", seat]) for seat in s.seats}
    for resource, claims in s.claims().items():
        left = s.before["bank"][resource]
        if len(claims) == 1 and 0 < left < sum(claims.values()):
            (seat,) = claims
            if s.theirs["bank"][resource] == left and s.ours["bank"][resource] == 0:
                ours[seat][resource] -= left
                keys.add(("hand", seat))
    return keys if all(tuple(ours[seat]) == s.theirs["hand", seat] for seat in s.seats) else None


def _winner_off_turn(s):
    """They let anybody win with ten points; the rules let only the seat on turn."""
    theirs = s.theirs["winner"]
    if "winner" not in s.differing or theirs is None or theirs == s.ours["on turn"]:
        return None
    return {"winner"} if s.ours["points", theirs] >= 10 else None


def _discard_order(s):
    """They ask the lowest seat to discard first, we the seat on turn and then in turn order."""
    if s.ours["phase"] != "discarding" or "to move" not in s.differing:
        return None
    over = [seat for seat in s.seats if sum(s.ours["hand", seat]) > 7]
    first = min(over, key=lambda seat: (seat - s.ours["on turn"]) % len(s.seats))
    return {"to move"} if (s.ours["to move"], s.theirs["to move"]) == (first, min(over)) else None


# Differences of the lists of moves. Each function says whether it accounts for one move.


def _card_of_this_turn(s, move):
    """They let a card be played in the turn it was bought."""
    card = _CARD_OF.get(move >> GROUP_SHIFT)
    if card is None or move not in s.only_theirs:
        return False
    fresh = s.lock.ours.position.bought_this_turn
    if not 0 < s.ours["cards", s.ours["on turn"]][card] == fresh[card]:
        return False
    older = s.lock.ours.copy()
    older.set_fields(older.fields() | {"bought_this_turn": 0})
    return older.is_legal(move) or _single_plenty(s, move)


def _free_roads_unaffordable(s, move):
    """They list road building only for a hand that could pay for a road."""
    wood, clay = s.ours["hand", s.ours["on turn"]][:2]
    return move >> GROUP_SHIFT == c.PLAY_ROAD_BUILDING and move in s.only_ours and not (wood and clay)


def _single_plenty(s, move):
    """They offer one card for year of plenty wherever it cannot be paired with every other."""
    if move >> GROUP_SHIFT != c.PLAY_PLENTY or move not in s.only_theirs:
        return False
    wanted = unbundled((move & _ARGUMENT) >> c.GET_SHIFT)
    bank = s.ours["bank"]
    lacking = any(bank[other] < wanted[other] + 1 for other in range(5))
    return sum(wanted) == 1 and bank[wanted.index(1)] > 0 and sum(bank) > 1 and lacking


@dataclass(frozen=True)
class KnownDifference:
    """One way in which Catanatron departs from the rules."""

    name: str
    final: bool
    """Whether the two games have gone apart for good, and comparing ends."""
    keys: Callable[[Situation], set | None] = lambda s: None
    explains: Callable[[Situation, CatanMove], bool] = lambda s, move: False


KNOWN_DIFFERENCES = (
    KnownDifference("a card played in the turn it was bought", False, explains=_card_of_this_turn),
    KnownDifference("free roads only for a player who could pay", False, explains=_free_roads_unaffordable),
    KnownDifference("one card for year of plenty", False, explains=_single_plenty),
    KnownDifference("discards asked from the lowest seat", False, keys=_discard_order),
    KnownDifference("a winner who is not on turn", False, keys=_winner_off_turn),
    KnownDifference("road lengths not shown before the first build", False, keys=_unshown),
    KnownDifference("a road into another's building not counted", False, keys=_uncounted_end),
    KnownDifference("Longest Road by uncounted ends", True, keys=_award_by_short_lengths),
    KnownDifference("Longest Road below five after a cut", True, keys=_award_below_five),
    KnownDifference("Longest Road to the first of equals after a cut", True, keys=_award_on_a_tie),
    KnownDifference("a lone claimant not paid", True, keys=_unpaid_claimant),
    KnownDifference("roads forgotten after a cut", True, keys=_forgotten_roads),
)


def explain(s: Situation) -> list[KnownDifference]:
    """Return the known differences that account for all that differs; AssertionError if they do not."""
    keys = set(s.differing)
    moves = s.only_ours | s.only_theirs
    found = []
    for known in KNOWN_DIFFERENCES:
        explained_keys = known.keys(s)
        explained_moves = {move for move in moves if known.explains(s, move)}
        if explained_keys is not None or explained_moves:
            found.append(known)
        keys -= explained_keys or set()
        moves -= explained_moves
    if any(known.final for known in found):
        moves.clear()  # the lists follow from states that have gone apart
    assert not keys, f"{s.lock}: { ({key: (s.ours[key], s.theirs[key]) for key in keys}) }"
    assert not moves, f"{s.lock}: only we list {s.only_ours & moves}, only they {s.only_theirs & moves}"
    return found
