"""Walks the declared Catan and the native one side by side, and compares all that they show.

The native game is used as anybody may use it; nothing here knows how it works inside.
"""

import random
from collections import Counter

from catanlab.framework.declared import ACCEPTED, REJECTED
from catanlab.framework.moves import GROUP_SHIFT
from catanlab.games.catan import constants as c
from catanlab.games.catan.declared import DeclaredCatan
from catanlab.games.catan.game import Catan
from catanlab.games.catan.moves import CatanMove, Deal

PHASES = {
    DeclaredCatan.founding: c.SETUP_SETTLEMENT,
    DeclaredCatan.paving: c.SETUP_ROAD,
    DeclaredCatan.before_the_roll: c.BEFORE_ROLL,
    DeclaredCatan.after_the_roll: c.MAIN,
    DeclaredCatan.discarding: c.DISCARDING,
    DeclaredCatan.moving_the_robber: c.ROBBING,
    DeclaredCatan.placing_free_roads: c.FREE_ROADS,
    DeclaredCatan.dice: c.ROLLING,
    DeclaredCatan.deck: c.DRAWING,
    DeclaredCatan.steal: c.STEALING,
}

WEIGHTS = {
    "end turn": 0.5,
    "cancel": 0.5,
    "reject": 0.6,
    "road": 0.7,
    "settlement": 3,
    "city": 3,
    "buy card": 2,
}
"""How likely the walker takes a group of moves, relative to 1."""


def phase_of(play):
    """Return the native number of the phase that a declared position is in."""
    if not play.stack:
        return c.FINISHED
    node = play.stack[-1]
    if node is play.trading:
        return c.ANSWERING if play.offer.unanswered else c.CHOOSING
    return PHASES[node]


def answer_move(play, seat):
    """Return the answer of a seat to the open offer as a move."""
    answer = None if play.offer is None else play.offer.answers[seat]
    if answer is None:
        return None
    if answer in (ACCEPTED, REJECTED):
        return CatanMove.make(c.ACCEPT if answer == ACCEPTED else c.REJECT)
    return CatanMove.counter(*answer)


def declared_facts(state):
    """Return everything that a declared position shows, by name."""
    play = state.position
    facts = {
        "phase": c.PHASES[phase_of(play)],
        "on turn": play.on_turn,
        "card played": play.card_played,
        "robber": play.location(play.robber),
        "longest road": play.longest_road,
        "largest army": play.largest_army,
        "winner": play.crowned[0] if len(play.crowned) == 1 else None,
        "last settlement": play.last_settlement,
        "free roads": play.free_roads_due,
        "victim": play.victim,
        "offers made": play.offers_made,
        "offer": None if play.offer is None else Deal(play.offer.give, play.offer.get),
        "offered to": () if play.offer is None else tuple(play.offer.to),
        "deck": tuple(play.left_in(play.deck)),
        "bought": tuple(play.acquired_this_turn[play.on_turn]),
        "bank": tuple(play.bank) if play.rules.bank_limit else None,
    }
    for seat in range(play.seats):
        facts |= {
            f"hand of {seat}": tuple(play.hands[seat]),
            f"cards of {seat}": tuple(play.held[seat]),
            f"knights of {seat}": play.knights_played[seat],
            f"settlements of {seat}": play.places_of(play.settlement, seat),
            f"cities of {seat}": play.places_of(play.city, seat),
            f"roads of {seat}": play.places_of(play.road, seat),
            f"ratios of {seat}": tuple(play.ratio(seat, resource) for resource in range(5)),
            f"road length of {seat}": play.road_length[seat],
            f"points of {seat}": play.points[seat],
            f"answer of {seat}": answer_move(play, seat),
            f"discards of {seat}": play.owed[seat],
        }
    return facts


def native_facts(state):
    """Return the same of a native position."""
    shown = state.position
    facts = {
        "phase": shown.phase.text,
        "on turn": shown.on_turn,
        "card played": shown.card_played,
        "robber": shown.robber,
        "longest road": shown.longest_road,
        "largest army": shown.largest_army,
        "winner": shown.winner,
        "last settlement": shown.last_node,
        "free roads": shown.free_roads,
        "victim": shown.victim,
        "offers made": shown.offers_made,
        "offer": shown.offer,
        "offered to": shown.offered_to,
        "deck": shown.unseen_cards,
        "bought": shown.bought_this_turn,
        "bank": shown.bank if state.game.rules.bank_limit else None,
    }
    for seat, its in enumerate(shown.seats):
        facts |= {
            f"hand of {seat}": its.hand,
            f"cards of {seat}": its.cards,
            f"knights of {seat}": its.knights,
            f"settlements of {seat}": its.settlements,
            f"cities of {seat}": its.cities,
            f"roads of {seat}": its.roads,
            f"ratios of {seat}": its.ratios,
            f"road length of {seat}": its.road_length,
            f"points of {seat}": its.public_points,
            f"answer of {seat}": its.answer,
            f"discards of {seat}": its.discards_owed,
        }
    return facts


def contract_facts(state):
    """Return what the contract shows of a position of either kind."""
    return {
        "to move": state.to_move,
        "deciders": state.deciders,
        "asked together": state.question != 0,
        "turn": state.turn,
        "scores": state.scores,
        "returns": state.returns,
        "legal moves": state.legal_moves,
        "outcomes": [(move, round(probability, 12)) for move, probability in state.outcomes],
    }


class DifferError(AssertionError):
    """The two games differ."""


class Lockstep:
    """A declared and a native position that must stay equal, and what was met on the way."""

    def __init__(self, declared, native, seed=0):
        self.declared, self.native = declared, native
        self.chance = random.Random(seed)
        self.observers = None
        self.played = []
        self.codes = Counter()
        self.compare()

    @classmethod
    def start(cls, rules, seed=0):
        """Begin a game by these rules."""
        native = Catan(rules=rules, seed=seed)
        lockstep = cls(DeclaredCatan.Game(rules=rules, board=native.board).start(), native.start(), seed)
        lockstep.observers = [native.observer(seat) for seat in range(native.seats)]
        return lockstep

    @property
    def play(self):
        """The declared position."""
        return self.declared.position

    def differ(self, what):
        """Raise DifferError with the last moves."""
        rules = self.native.game.rules
        raise DifferError(f"{what}\nrules: {rules}\nlast moves: {self.played[-12:]}\n{self.native!r}")

    def compare(self):
        """Compare everything that both positions show."""
        ours = contract_facts(self.declared) | declared_facts(self.declared)
        theirs = contract_facts(self.native) | native_facts(self.native)
        if ours != theirs:
            lines = [
                f"{key}: declared {ours[key]}, native {theirs[key]}"
                for key in ours
                if ours[key] != theirs[key]
            ]
            self.differ("\n".join(lines))
        for seat in self.native.deciders:
            if seat != self.native.to_move:
                one, two = (game.as_decider(seat).legal_moves for game in (self.declared, self.native))
                if one != two:
                    self.differ(f"seat {seat}, asked first, may {one} in the declared game, {two} natively")

    def apply(self, move):
        """Make a move in both games; compare what each seat sees of it, and what follows."""
        move = CatanMove.of(move)
        for seat in (*range(self.native.seats), None):
            ours, theirs = self.declared.seen(move, seat), self.native.seen(move, seat)
            if ours != theirs:
                self.differ(f"seat {seat} sees {move} as {ours} in the declared game, as {theirs} natively")
        if self.declared.mover(move) != self.native.mover(move):
            self.differ(
                f"{move} is the move of {self.declared.mover(move)} or of {self.native.mover(move)}"
            )
        question = self.declared.question, self.native.question
        if self.observers is not None:
            for observer in self.observers:
                observer.observe(self.native.seen(move, observer.seat))
        self.declared.apply(move)
        self.native.apply(move)
        self.played.append(move)
        self.compare()
        if (self.declared.question == question[0]) != (self.native.question == question[1]):
            self.differ("one game goes on with a question and the other does not")
        return self

    def probe(self, number):
        """Compare what both say of any number: whether it is a legal move, and whose."""
        move = CatanMove(number)
        allowed = self.declared.is_legal(number)
        if allowed != self.native.is_legal(number):
            why = self.native.illegal_reason(number), self.declared.illegal_reason(number)
            self.differ(f"{move} ({number}) is legal in one game only; declared {allowed}: {why}")
        if any(self.play.failing(number)) == allowed and not self.declared.is_chance:
            self.differ(f"{move} is legal {allowed}, but forbidden by {list(self.play.failing(number))}")
        if allowed and self.declared.mover(number) != self.native.mover(number):
            self.differ(f"{move} is the move of different seats")
        for seat in range(self.native.seats):
            ours, theirs = self.declared.by(number, seat), self.native.by(number, seat)
            if ours != theirs:
                self.differ(f"{move} by {seat} is {ours} in the declared game, {theirs} natively")
            if self.declared.is_legal(number, seat) != self.native.is_legal(number, seat):
                self.differ(f"{move} is legal for seat {seat} in one game only")
        return allowed

    def probe_refusal(self, number):
        """Compare why a decider may not make a move: the native code is that of a rule that fails."""
        seat = self.chance.choice(self.native.deciders)
        refusal = self.observers[seat].view().refusal(number)
        rules = list(self.play.failing(int(self.declared.by(number, seat)), seat))
        codes = {rule.code for rule in rules}
        if refusal is None:
            if codes:
                self.differ(f"{CatanMove(number)} is refused by {rules} only")
            return
        if not codes and refusal.code != "not-agreed":
            self.differ(f"{CatanMove(number)} is refused as {refusal} only")
        self.codes[refusal.code] += 1
        # A number without meaning is refused as such, whatever else is wrong with it; a deal always
        # lacks the proposal, of which the rules know nothing; who has answered is no longer asked, or
        # in another phase.
        meaningless = "no-such-move" in codes or refusal.code == "no-such-move" == _meaning(number)
        same = {"not-agreed"} | ({"wrong-phase"} if "not-asked" in codes else set())
        if refusal.code not in codes | same and not meaningless:
            self.differ(f"{CatanMove(number)} is refused as {refusal} or by {rules}")

    def choose(self):
        """Return a move: by chance, by weighted groups, of any decider, at times one that is not listed."""
        chance, native = self.chance, self.native
        if native.is_chance:
            outcomes = native.outcomes
            return chance.choices([move for move, _ in outcomes], [p for _, p in outcomes])[0]
        if chance.random() < 0.2:
            for _ in range(12):
                number = random_probe(chance, self.play)
                if native.is_legal(number):
                    return CatanMove(number)
        moves = native.legal_moves
        seat = chance.choice(native.deciders)
        if seat != native.to_move and chance.random() < 0.4:
            moves = [native.by(move, seat) for move in native.as_decider(seat).legal_moves]
        groups = sorted({move.group for move in moves})
        group = chance.choices(groups, [WEIGHTS.get(group, 1) for group in groups])[0]
        return chance.choice([move for move in moves if move.group == group])

    def walk(self, plies, probes=2):
        """Play on by chance, with some probes at each step; return how many plies were played."""
        for ply in range(plies):
            if self.native.is_over:
                return ply
            for _ in range(probes):
                number = random_probe(self.chance, self.play)
                self.probe(number)
                if self.observers is not None and not self.native.is_chance:
                    self.probe_refusal(number)
            self.apply(self.choose())
        return plies


def _meaning(number):
    return "no-such-move" if CatanMove(number).text.startswith("impossible") else ""


def random_cards(chance, hand=None):
    """Return counts of the five resources: few cards of one or two, or some of a hand, or very many."""
    counts = [0] * 5
    for _ in range(chance.choice((0, 1, 1, 1, 1, 2, 2, 3))):
        counts[chance.randrange(5)] += chance.choice((1, 1, 1, 2, 3, 31))
    if hand is not None and chance.random() < 0.7:
        counts = [min(count, held) for count, held in zip(counts, hand, strict=True)]
    return tuple(min(count, 31) for count in counts)


def packed(give, get):
    """Return an exchange as the number inside of a move."""
    number = 0
    for resource in range(5):
        number |= give[resource] << (5 * resource) | get[resource] << (5 * resource + c.GET_SHIFT)
    return number


def random_probe(chance, play):
    """Return a number that is a move of some kind, sensible or not; mostly one of the present phase."""
    groups = c.PHASE_GROUPS[phase_of(play)]
    if chance.random() < 0.15 or not groups:
        groups = (*range(1, len(c.GROUPS)), c.DEAL)
    elif c.END_TURN in groups:
        groups = (*groups, c.DEAL, c.OFFER)
    group = chance.choice(groups)
    seats = chance.choice((0, 0, chance.randrange(16), chance.randrange(1, 5)))
    hand = play.hands[play.on_turn]
    if group == c.COUNTER and play.offer is not None:
        asked = chance.choice(play.offer.to)
        exchange = packed(random_cards(chance, play.hands[asked]), random_cards(chance))
        if chance.random() < 0.2:
            exchange = packed(play.offer.get, play.offer.give)
        return group << GROUP_SHIFT | exchange | chance.choice((0, asked + 1, seats)) << c.SEAT_SHIFT
    if group in (c.OFFER, c.COUNTER, c.DEAL):
        others = play.hands[chance.randrange(play.seats)]
        exchange = packed(random_cards(chance, hand), random_cards(chance, others))
        if group == c.OFFER and chance.random() < 0.5:
            seats = chance.randrange(16) & ~(1 << play.on_turn) & (1 << play.seats) - 1
        return group << GROUP_SHIFT | exchange | seats << c.SEAT_SHIFT
    if group == c.BANK_TRADE:
        given, got = chance.randrange(5), chance.randrange(5)
        count = chance.choice((2, 3, 4))
        exchange = count << (5 * given) | 1 << (5 * got + c.GET_SHIFT)
        return group << GROUP_SHIFT | exchange | chance.choice((0, 0, 0, seats)) << c.SEAT_SHIFT
    if group == c.PLAY_PLENTY:
        cards = 0
        for _ in range(chance.choice((1, 2, 2, 2, 2, 3))):
            cards += 1 << (5 * chance.randrange(5) + c.GET_SHIFT)
        return group << GROUP_SHIFT | cards
    if group == c.ROBBER:
        victim = chance.choice((0, 0, *range(6)))
        return group << GROUP_SHIFT | chance.randrange(20) | victim << c.VICTIM_SHIFT
    limit = {c.ROAD: 74, c.SETTLEMENT: 56, c.CITY: 56, c.DICE: 14}.get(group, 6)
    argument = chance.randrange(limit)
    if group in (c.END_TURN, c.ROLL, c.BUY_CARD, c.PLAY_KNIGHT, c.PLAY_ROAD_BUILDING, c.ACCEPT, c.REJECT):
        argument = chance.choice((0, 0, 0, argument))
    if group in c.BY_ANY_DECIDER:
        argument |= chance.choice((0, 0, seats)) << c.SEAT_SHIFT
    return group << GROUP_SHIFT | argument
