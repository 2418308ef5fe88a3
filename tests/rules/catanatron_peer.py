"""Catanatron 3.2.1 as a second opinion on the rules: its boards, actions and states in our terms.

Nothing is left to its own dice: outcomes are handed over inside the actions, and seats sit in our order.
"""

import random
from contextlib import contextmanager

from catanatron import game as peer_game
from catanatron.models import map as peer_map
from catanatron.models.actions import generate_playable_actions
from catanatron.models.enums import CITY, RESOURCES, SETTLEMENT, Action, ActionPrompt, ActionType
from catanatron.models.player import Color, Player
from catanatron.state import apply_action
from tools.catanatron import actions as their_actions
from tools.catanatron.actions import CARD_NAMES
from tools.catanatron.geometry import HEX_OF, NODE_OF, PEER_NODE, PLACE_OF, port_number

from catanlab.framework.moves import GROUP_SHIFT
from catanlab.games.catan import constants as c
from catanlab.games.catan import grid
from catanlab.games.catan.board import ANY_PORT
from catanlab.games.catan.hands import unbundled, unpack

COLOURS = (Color.RED, Color.BLUE, Color.ORANGE, Color.WHITE)
"""The colour of each seat."""
SEAT_OF = {colour: seat for seat, colour in enumerate(COLOURS)}


def _tiles(resources, numbers, ports):
    """Return their tiles; the three lists are in the order of their topology."""
    # They take from the end of each list, and a list that is not empty keeps them from shuffling.
    lists = [list(reversed(values)) for values in (numbers, ports, resources)]
    return peer_map.initialize_tiles(peer_map.BASE_MAP_TEMPLATE, *lists)


_LAND = list(HEX_OF)
_PORT_ORDER = [port_number(tile) for tile in peer_map.TOURNAMENT_MAP.ports_by_id.values()]
_PEER_ROAD = [tuple(sorted(PEER_NODE[node] for node in grid.edge_nodes(edge))) for edge in range(72)]
_OUR_ROAD = {theirs: grid.edge_nodes(edge) for edge, theirs in enumerate(_PEER_ROAD)}


def _resource_name(code):
    return None if code in (c.DESERT, ANY_PORT) else RESOURCES[code]


def map_of(board):
    """Return our board as their map."""
    hexes = [HEX_OF[place] for place in _LAND]
    return peer_map.CatanMap.from_tiles(
        _tiles(
            [_resource_name(board.resources[hexagon]) for hexagon in hexes],
            [board.numbers[hexagon] for hexagon in hexes if board.numbers[hexagon]],
            [_resource_name(board.ports[port]) for port in _PORT_ORDER],
        )
    )


# Moves: what a seat decides. What chance decides is put into the action when it is played.

_BARE_TYPES = {
    c.END_TURN: ActionType.END_TURN,
    c.ROLL: ActionType.ROLL,
    c.BUY_CARD: ActionType.BUY_DEVELOPMENT_CARD,
    c.PLAY_KNIGHT: ActionType.PLAY_KNIGHT_CARD,
    c.PLAY_ROAD_BUILDING: ActionType.PLAY_ROAD_BUILDING,
}


def action_of(move, seat):
    """Return our seat's move as their action, chance still open; a discard is theirs as a whole."""
    group, argument = move >> GROUP_SHIFT, move & ((1 << GROUP_SHIFT) - 1)
    kind, value = _BARE_TYPES.get(group), None
    if group == c.ROAD:
        kind, value = ActionType.BUILD_ROAD, _PEER_ROAD[argument]
    elif group in (c.SETTLEMENT, c.CITY):
        kind = ActionType.BUILD_SETTLEMENT if group == c.SETTLEMENT else ActionType.BUILD_CITY
        value = PEER_NODE[argument]
    elif group == c.PLAY_PLENTY:
        kind, value = ActionType.PLAY_YEAR_OF_PLENTY, _names(argument >> c.GET_SHIFT)
    elif group == c.PLAY_MONOPOLY:
        kind, value = ActionType.PLAY_MONOPOLY, RESOURCES[argument]
    elif group == c.BANK_TRADE:
        paid = _names(argument & c.BUNDLE_MASK)
        kind = ActionType.MARITIME_TRADE
        value = (*paid, *[None] * (4 - len(paid)), *_names(argument >> c.GET_SHIFT))
    elif group == c.ROBBER:
        victim = argument >> c.VICTIM_SHIFT
        kind = ActionType.MOVE_ROBBER
        value = (PLACE_OF[argument & 0xFF], COLOURS[victim - 1] if victim else None, None)
    elif group == c.DISCARD:
        kind = ActionType.DISCARD
    return Action(COLOURS[seat], kind, value)


def move_of(action):
    """Return their action as our move; the resource of a discard, which they leave open, is 0."""
    return their_actions.move_of(action, SEAT_OF)


def _names(packed):
    counts = zip(RESOURCES, unbundled(packed), strict=True)
    return tuple(name for name, count in counts for _ in range(count))


@contextmanager
def _global_random_kept():
    """Put the global random state back, which their constructors disturb."""
    kept = random.getstate()
    try:
        yield
    finally:
        random.setstate(kept)


class Peer:
    """One of their games on our board, with our seats."""

    def __init__(self, board, players=4):
        seats = [Player(colour) for colour in COLOURS[:players]]
        with _global_random_kept():
            self.game = peer_game.Game(seats, seed=1, catan_map=map_of(board))
        self.state = self.game.state
        # They seat the players at random; nothing else depends on it yet.
        self.state.players = seats
        self.state.colors = COLOURS[:players]
        self.state.color_to_index = {colour: SEAT_OF[colour] for colour in self.state.colors}
        self.seats = range(players)
        self.refresh()

    @property
    def board(self):
        """Their board: buildings, roads, components, robber."""
        return self.state.board

    @property
    def seat(self):
        """The seat that they ask next."""
        return self.state.current_player_index

    def refresh(self):
        """Let them list the actions again after something was changed by hand."""
        self.state.playable_actions = generate_playable_actions(self.state)

    def legal(self):
        """Return what they list, as our moves."""
        return {move_of(action) for action in self.state.playable_actions}

    def owed(self):
        """Return how many cards each seat over their limit must discard."""
        sizes = [sum(self.of(seat, f"{name}_IN_HAND") for name in RESOURCES) for seat in self.seats]
        return {seat: size // 2 for seat, size in enumerate(sizes) if size > self.state.discard_limit}

    def play(self, move, seat, outcome=None):
        """Play our move on their side, with what chance decided; raises ValueError if it is not listed.

        The outcome is a pair of dice, a card's number, the stolen resource or the discarded ones.
        """
        action = action_of(move, seat)
        if action not in self.state.playable_actions:
            raise ValueError(f"Catanatron does not list {action} among {self.state.playable_actions}")
        value = action.value
        if action.action_type == ActionType.ROLL:
            value = outcome
        elif action.action_type == ActionType.BUY_DEVELOPMENT_CARD:
            value = CARD_NAMES[outcome]
        elif action.action_type == ActionType.DISCARD:
            value = [RESOURCES[resource] for resource in outcome]
        elif action.action_type == ActionType.MOVE_ROBBER and outcome is not None:
            value = (*value[:2], RESOURCES[outcome])
        apply_action(self.state, Action(action.color, action.action_type, value))

    def of(self, seat, name):
        """Return one of a seat's entries in their table of players."""
        return self.state.player_state[f"P{seat}_{name}"]

    def put(self, seat, name, value):
        """Change one of a seat's entries in their table of players."""
        self.state.player_state[f"P{seat}_{name}"] = value

    def phase(self):
        """Return our name of the phase they are in."""
        prompt = self.state.current_prompt
        if prompt == ActionPrompt.PLAY_TURN:
            if self.state.is_road_building:
                return "free roads"
            return "main" if self.of(self.seat, "HAS_ROLLED") else "before the roll"
        return {
            ActionPrompt.BUILD_INITIAL_SETTLEMENT: "set-up settlement",
            ActionPrompt.BUILD_INITIAL_ROAD: "set-up road",
            ActionPrompt.DISCARD: "discarding",
            ActionPrompt.MOVE_ROBBER: "moving the robber",
        }[prompt]

    def winner(self):
        """Return the seat that they say has won, or None."""
        colour = self.game.winning_color()
        return None if colour is None else SEAT_OF[colour]

    def holder(self, award):
        """Return the seat that holds HAS_ROAD or HAS_ARMY, or None."""
        holders = [seat for seat in self.seats if self.of(seat, award)]
        assert len(holders) <= 1, f"Catanatron gives {award} to seats {holders}"
        return holders[0] if holders else None

    def played(self, card):
        """Return how many cards of a kind all seats have played."""
        return sum(self.of(seat, f"PLAYED_{card}") for seat in self.seats)

    def pieces(self):
        """Return the nodes and pairs of nodes, ours, of each seat's pieces on their board."""
        kinds = {SETTLEMENT: "settlements", CITY: "cities"}
        found = {(kind, seat): set() for kind in (*kinds.values(), "roads") for seat in self.seats}
        for node, (colour, kind) in self.board.buildings.items():
            found[kinds[kind], SEAT_OF[colour]].add(NODE_OF[node])
        for edge, colour in self.board.roads.items():
            if edge[0] < edge[1]:  # they keep every road both ways round
                found["roads", SEAT_OF[colour]].add(_OUR_ROAD[edge])
        return found

    def ratios(self, seat):
        """Return what a seat pays the bank of each resource, by the ports they give it."""
        ports = set(self.board.get_player_port_resources(COLOURS[seat]))
        return tuple(2 if name in ports else 3 if None in ports else 4 for name in RESOURCES)

    def picture(self):
        """Return everything in their state in the terms of `picture_of`."""
        state = self.state
        turn = state.current_turn_index
        table = state.player_state
        picture = {
            "phase": self.phase(),
            "on turn": turn,
            "to move": self.seat,
            "turns": 0 if state.is_initial_build_phase else state.num_turns - 2 * (len(self.seats) - 1),
            "rolled": self.of(turn, "HAS_ROLLED"),
            "card played": self.of(turn, "HAS_PLAYED_DEVELOPMENT_CARD_IN_TURN"),
            "bank": tuple(state.resource_freqdeck),
            "deck": tuple([state.development_listdeck.count(name) for name in CARD_NAMES]),
            "cards played": tuple([self.played(name) for name in CARD_NAMES]),
            "robber": HEX_OF[self.board.robber_coordinate],
            "longest road": self.holder("HAS_ROAD"),
            "largest army": self.holder("HAS_ARMY"),
            "winner": self.winner(),
        }
        for seat in self.seats:
            for name, entries in _ENTRIES[seat].items():
                values = tuple([table[entry] for entry in entries])
                picture[name, seat] = values if len(values) > 1 else values[0]
            picture["ratios", seat] = self.ratios(seat)
            picture["road length", seat] = self.board.road_lengths.get(COLOURS[seat], 0)
        return picture | self.pieces()


_ENTRIES = [
    {
        what: [f"P{seat}_{name}" for name in names]
        for what, names in {
            "hand": [f"{name}_IN_HAND" for name in RESOURCES],
            "cards": [f"{name}_IN_HAND" for name in CARD_NAMES],
            "knights": ["PLAYED_KNIGHT"],
            "pieces left": ["ROADS_AVAILABLE", "SETTLEMENTS_AVAILABLE", "CITIES_AVAILABLE"],
            "road length shown": ["LONGEST_ROAD_LENGTH"],
            "public points": ["VICTORY_POINTS"],
            "points": ["ACTUAL_VICTORY_POINTS"],
        }.items()
    }
    for seat in range(4)
]
"""By seat, the keys of the table of players that make up an entry of the picture."""


def picture_of(state):
    """Return everything in our state as a flat table; a seat's own has the key (what, seat)."""
    facts = state.position
    held = [seat.cards for seat in facts.seats]
    deck = facts.unseen_cards
    gone = zip(unpack(c.FULL_DECK), deck, *held, strict=True)
    picture = {
        "phase": facts.phase.text,
        "on turn": facts.on_turn,
        "to move": state.to_move,
        "turns": facts.turn,
        "rolled": facts.rolled,
        "card played": facts.card_played,
        "bank": facts.bank,
        "deck": deck,
        "cards played": tuple([full - sum(elsewhere) for full, *elsewhere in gone]),
        "robber": facts.robber,
        "longest road": facts.longest_road,
        "largest army": facts.largest_army,
        "winner": facts.winner,
    }
    for number, seat in enumerate(facts.seats):
        picture |= {
            ("hand", number): seat.hand,
            ("cards", number): held[number],
            ("knights", number): seat.knights,
            ("settlements", number): set(seat.settlement_nodes),
            ("cities", number): set(seat.city_nodes),
            ("roads", number): set(seat.road_ends),
            ("pieces left", number): (
                c.ROADS_EACH - len(seat.road_ends),
                c.SETTLEMENTS_EACH - len(seat.settlement_nodes),
                c.CITIES_EACH - len(seat.city_nodes),
            ),
            ("ratios", number): seat.ratios,
            ("road length", number): seat.road_length,
            ("road length shown", number): seat.road_length,
            ("public points", number): seat.public_points,
            ("points", number): seat.points,
        }
    return picture
