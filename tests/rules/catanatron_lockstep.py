"""One game on our engine and on Catanatron at once: same board, seats, moves, dice, cards and steals."""

from itertools import pairwise

from catanatron import state_functions
from tests.rules.catanatron_peer import COLOURS, RESOURCES, ActionPrompt, Peer, picture_of
from tools.catanatron.actions import CARD_NAMES
from tools.catanatron.geometry import PEER_NODE

from catanlab.framework.moves import GROUP_SHIFT
from catanlab.games.catan import constants as c
from catanlab.games.catan.engine import arrange
from catanlab.games.catan.game import Catan
from catanlab.games.catan.rules import Rules

_ARGUMENT = (1 << GROUP_SHIFT) - 1


class Lockstep:
    """Our state and theirs, kept at the same decision.

    They decide and let chance decide in one action, we in two; they take all discards of a seat at once,
    lowest seat first, we card by card from the seat on turn. So they follow as soon as our side has all
    that they need.
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

    def legal(self):
        """Return our legal moves and theirs, as sets of our moves."""
        return set(self.ours.legal_moves), self.peer.legal()

    def differences(self):
        """Return what differs in the two states: a table from the name to (ours, theirs)."""
        ours, theirs = picture_of(self.ours), self.peer.picture()
        return {key: (ours[key], theirs[key]) for key in ours if ours[key] != theirs[key]}

    def play(self, *moves):
        """Play our moves and outcomes; raises IllegalMoveError or, from their side, ValueError."""
        for move in moves:
            self._play(self.game.move_type.of(move))

    def _play(self, move):
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
            if self.ours.phase_name != "discarding":
                self._follow_discards()
        else:
            self.peer.play(move, seat)

    def _follow(self, outcome):
        (move, seat), self._decided = self._decided, None
        self.peer.play(move, seat, outcome)

    def _follow_discards(self):
        discarded, self._discarded = self._discarded, {}
        owed = {seat: len(cards) for seat, cards in discarded.items()}
        assert self.peer.owed() == owed, f"{self}: we discarded {owed}, they want {self.peer.owed()}"
        for seat in sorted(discarded):
            self.peer.play(c.DISCARD << GROUP_SHIFT, seat, discarded[seat])

    # Positions set up by hand, the same on both sides.

    def settle(self, seat, *nodes):
        """Put settlements on empty nodes; before any road there, as nothing is cut on their side."""
        for node in nodes:
            arrange.put_settlement(self.ours, seat, node)
            self.peer.board.build_settlement(COLOURS[seat], PEER_NODE[node], True)
            state_functions.build_settlement(self.peer.state, COLOURS[seat], PEER_NODE[node], True)

    def lay(self, seat, *nodes):
        """Put roads along a path of nodes that begins at something of the seat's."""
        for a, b in pairwise(nodes):
            arrange.put_road(self.ours, seat, a, b)
            edge = (PEER_NODE[a], PEER_NODE[b])
            result = self.peer.board.build_road(COLOURS[seat], edge)
            state_functions.build_road(self.peer.state, COLOURS[seat], edge, True)
            state_functions.mantain_longest_road(self.peer.state, *result)

    def hold(self, seat, **counts):
        """Let a seat hold exactly these resources, from the bank."""
        arrange.give_resources(self.ours, seat, **counts)
        for name, count in zip(RESOURCES, picture_of(self.ours)["hand", seat], strict=True):
            self.peer.put(seat, f"{name}_IN_HAND", count)
        self._copy_bank()

    def stock(self, **counts):
        """Let the bank hold exactly these resources."""
        arrange.set_bank(self.ours, **counts)
        self._copy_bank()

    def _copy_bank(self):
        self.peer.state.resource_freqdeck = list(picture_of(self.ours)["bank"])

    def own(self, seat, **counts):
        """Let a seat that has none own these development cards, bought in earlier turns."""
        arrange.give_cards(self.ours, seat, **counts)
        picture = picture_of(self.ours)
        for name, count in zip(CARD_NAMES, picture["cards", seat], strict=True):
            self.peer.put(seat, f"{name}_IN_HAND", count)
        self.peer.put(seat, "ACTUAL_VICTORY_POINTS", picture["points", seat])
        deck = zip(CARD_NAMES, picture["deck"], strict=True)
        self.peer.state.development_listdeck = [name for name, count in deck for _ in range(count)]

    def begin(self, seat, phase="main"):
        """Give a seat the turn, before the roll or in the main phase; both sides must then be equal."""
        arrange.set_turn(self.ours, seat, phase)
        state = self.peer.state
        state.current_player_index = state.current_turn_index = seat
        state.current_prompt = ActionPrompt.PLAY_TURN
        state.is_initial_build_phase = False
        state.num_turns = self.ours.turn + 2 * (self.ours.seats - 1)
        for other in range(self.ours.seats):
            self.peer.put(other, "HAS_ROLLED", other == seat and phase == "main")
            self.peer.put(other, "HAS_PLAYED_DEVELOPMENT_CARD_IN_TURN", False)
        self.peer.refresh()
        assert not self.differences()
