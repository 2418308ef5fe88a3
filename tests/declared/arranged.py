"""Positions of Catan set up by hand in both games: from text, or bent out of a game in progress."""

from tests.declared.lockstep import Lockstep

from catanlab.framework.errors import PositionError
from catanlab.games.catan import constants as c
from catanlab.games.catan.declared import DeclaredCatan
from catanlab.games.catan.game import Catan
from catanlab.games.catan.grid import edge_nodes
from catanlab.games.catan.text.positions import position_text
from catanlab.games.catan.text.reader import read_position

BEGINNER = "o10s2w9/h12c6s4c10/h9w11dw3o8/w8o3h4s5/c5h6s11/3ho3s33cw"
LETTERS = "wcsho"
CARD_LETTERS = "krpmv"


def declared_twin(native, acted=False):
    """Return a declared state in the position of a native one, before or after the roll of a turn."""
    shown = native.position
    state = DeclaredCatan.Game(rules=native.game.rules, board=native.game.board).start()
    play = state.position
    for seat, its in enumerate(shown.seats):
        play._masks[play.settlement.index][seat] = its.settlements
        play._masks[play.city.index][seat] = its.cities
        play._masks[play.road.index][seat] = its.roads
        play.hands[seat] = list(its.hand)
        play.held[seat] = list(its.cards)
        play.knights_played[seat] = its.knights
        play.road_length[seat] = its.road_length
        play.points[seat] = its.public_points
    play._masks[play.robber.index][0] = 1 << shown.robber
    play._stale = [
        (1 << play.graph.size(piece.kind)) - 1 for piece in play.structure.pieces for _ in shown.seats
    ]
    in_play = [sum(hand[resource] for hand in play.hands) for resource in range(5)]
    play.bank = list(shown.bank) if play.rules.bank_limit else [c.MAX_IN_PLAY - count for count in in_play]
    play.left_in(play.deck)[:] = shown.unseen_cards
    play.acquired_this_turn[shown.on_turn] = list(shown.bought_this_turn)
    play.longest_road, play.largest_army = shown.longest_road, shown.largest_army
    play.last_settlement = shown.last_node
    play.card_played, play.offers_made, play.acted = shown.card_played, shown.offers_made, acted
    play.cycle, play.turns, play.on_turn = play.main, shown.turn, shown.on_turn
    play.cycle_turn = shown.on_turn
    play.stack = [play.before_the_roll if shown.phase == c.BEFORE_ROLL else play.after_the_roll]
    play._settle()
    return state


def lockstep_at(text, seed=0, check=False):
    """Return both games at a position given as text; raises PositionError if none can come to it."""
    native = read_position(text, check=check)
    flags = text.split()[2 + native.seats + 4]
    return Lockstep(declared_twin(native, "a" in flags), native, seed)


def arranged(
    rules="base", *seats, robber=9, deck="14k2r2p2m5v", turn=9, on_turn=0, phase="main", extras="", seed=0
):
    """Return both games on the beginners' board: each seat as buildings;roads;hand;cards;knights."""
    flags = "-" if phase == "before-roll" else "r"
    players = f"{rules},players={len(seats)}"
    words = [BEGINNER, players, *seats, str(robber), deck, f"{turn}:{on_turn}", phase, flags, extras]
    return lockstep_at(" ".join(words).strip(), seed)


def counted(counts, letters):
    """Return counts in the letters of the notation."""
    return (
        "".join(
            f"{count if count > 1 else ''}{letter}"
            for count, letter in zip(counts, letters, strict=True)
            if count
        )
        or "-"
    )


def bent(rules, seed, chance):
    """Return both games in the middle of a game, with other hands and cards than it had.

    Where nobody may have so many points yet, it is the beginning of a game.
    """
    for attempt in range(12):
        try:
            return _bent(rules, seed + 1000 * attempt, chance)
        except PositionError:
            continue
    return Lockstep.start(rules, seed)


def _bent(rules, seed, chance):
    state = Catan(rules=rules.replace(max_turns=0, max_rounds=0, points_to_win=20), seed=seed).start()
    last = rules.turn_limit - 1 if rules.turn_limit else 60
    turn = min(last, chance.choice((4, 12, 30, 60)))
    while not state.is_over and not (
        state.turn >= turn and state.position.phase in (c.BEFORE_ROLL, c.MAIN)
    ):
        outcome = state.is_chance
        moves = state.outcomes if outcome else state.legal_moves
        if outcome:
            move = chance.choices([move for move, _ in moves], [chance_of for _, chance_of in moves])[0]
        else:
            builds = [move for move in moves if move.group in ("city", "settlement", "buy card", "road")]
            move = chance.choice(builds or moves)
        state.apply(move)
    return _with_other_hands(state, rules, chance)


def _with_other_hands(state, rules, chance):
    fields = position_text(state).split()
    fields[1] = position_text(Catan(rules=rules, board=state.game.board).start()).split()[1]
    bank = [c.CARDS_PER_RESOURCE if rules.bank_limit else 120] * 5
    deck = list(state.position.unseen_cards)
    thirst = chance.choice((1, 4, 15))
    army = []
    for seat in range(rules.players):
        pieces, roads, _, _, knights = fields[2 + seat].split(";")
        hand = [0] * 5
        for resource in range(5):
            most = bank[resource] if chance.random() < 0.08 else min(bank[resource], thirst)
            hand[resource] = chance.randint(0, most)
            bank[resource] -= hand[resource]
        held = list(state.position.seats[seat].cards)
        for card in range(5):
            more = (
                chance.choice((0, 0, deck[card]))
                if chance.random() < 0.3
                else min(deck[card], chance.choice((0, 0, 1)))
            )
            held[card] += more
            deck[card] -= more
        if chance.random() < 0.5:
            knights = str(chance.randrange(5))
        army.append(int(knights))
        fields[2 + seat] = ";".join(
            [pieces, roads, counted(hand, LETTERS), counted(held, CARD_LETTERS), knights]
        )
    fields[2 + rules.players + 1] = counted(deck, CARD_LETTERS)
    fields = [field for field in fields if not field.startswith(("bank=", "army=", "new="))]
    if max(army) >= c.LARGEST_ARMY_MINIMUM:
        fields.append(f"army={army.index(max(army))}")
    return lockstep_at(" ".join(fields), chance.randrange(1 << 30), check=True)


def rare_positions():
    """Return positions that random play seldom comes to, each with moves to be tried there."""
    fifteen = ",".join("{}-{}".format(*edge_nodes(edge)) for edge in range(15))
    towns = "s40s45s52s49s44c0c2c20c26"
    poor = "-;-;-;-;0"
    return [
        (
            arranged("base,points_to_win=20", f"{towns};{fifteen};9w9c9s9h9o;r;0", poor, extras="road=0"),
            ["road 40-44", "settlement 12", "city 40", "road building"],
        ),
        (
            arranged("base", "s40;40-44;sho;14k5v;0", "-;-;-;2r2p2m;0", deck="-"),
            ["buy card"],
        ),
        (
            arranged("base", "-;-;19o;p;0", "-;-;19w19c;-;0", "-;-;19s19h;-;0"),
            ["plenty ore ore", "bank 4 ore for 1 wood"],
        ),
        (
            arranged("trading,one_action=yes", "s40;40-44;2w;-;0", "-;-;2o;-;0"),
            ["deal 1 wood for 1 ore with 1"],
        ),
        (
            arranged("base", "s40;40-44;-;r;0", "s8;-;-;-;0"),
            ["road building", "road 40-44", "road 8-12", "road 40-45"],
        ),
    ]
