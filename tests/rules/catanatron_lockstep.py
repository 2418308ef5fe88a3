"""One game played on our engine and on Catanatron at once: same board, seats, moves, dice, cards and steals."""

from catanatron_peer import COLOURS, Peer, action_of, picture_of

from catanlab.framework.moves import GROUP_SHIFT
from catanlab.games.catan import constants as c
from catanlab.games.catan.game import Catan
from catanlab.games.catan.rules import Rules

_ARGUMENT = (1 << GROUP_SHIFT) - 1


class Lockstep:
    """Our state and theirs, kept at the same decision.

    They decide and let chance decide in one action, we in two; they ask for all discards of a seat at
    once, lowest seat first, we card by card from the seat on turn. So they follow as soon as our side has
    all that they need.
    """

    def __init__(self, *, players=4, seed=0, board=None):
        self.game = Catan(rules=Rules.catanatron().replace(players=players), board=board, seed=seed)
        self.ours = self.game.start()
        self.peer = Peer(self.game.board, players)
        self.last = None
        self._decided = None
        self._discarded = {}

    def __repr__(self):
        return f"<Lockstep of seed {self.game.seed} after {self.last}: {self.ours}>"

    @property
    def together(self):
        """Whether both sides are at the same point, neither in the middle of something."""
        return self._decided is None and not self._discarded

    def play(self, move):
        """Play our move or outcome; raises IllegalMoveError or, from their side, ValueError."""
        move = self.game.move_type.of(move)
        group, argument = move >> GROUP_SHIFT, move & _ARGUMENT
        seat = self.ours.to_move
        self.ours.apply(move)
        self.last = move
        if group in (c.ROLL, c.BUY_CARD) or (group == c.ROBBER and self.ours.is_chance):
            self._decided = (move, seat)
        elif group == c.DICE:
            low = max(1, argument - 6)
            self._follow((low, argument - low))
        elif group in (c.DRAW, c.STEAL):
            self._follow(argument)
        elif group == c.DISCARD:
            self._discarded.setdefault(seat, []).append(argument)
            if self.ours.details.phase != "discarding":
                self._follow_discards()
        else:
            self.peer.play(move, seat)

    def _follow(self, outcome):
        (move, seat), self._decided = self._decided, None
        self.peer.play(move, seat, outcome)

    def _follow_discards(self):
        discarded, self._discarded = self._discarded, {}
        owed = {seat: len(cards) for seat, cards in discarded.items()}
        assert self.peer.owed() == owed, f"to discard: ours {owed}, Catanatron {self.peer.owed()}"
        for seat in sorted(discarded):
            self.peer.play(c.DISCARD << GROUP_SHIFT, seat, discarded[seat])

    def legal(self):
        """Return our legal moves and theirs, as sets of our moves."""
        return set(self.ours.legal_moves), self.peer.legal()
