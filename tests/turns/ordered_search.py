"""Martin's ordered search in plain Python, move by move on the plain engine: slow, and easy to read."""

from catanlab.games.catan import constants as c
from catanlab.games.catan.grid import edge_nodes, node_edges, node_hexes
from catanlab.games.catan.hands import unbundled, unpack

CARD, TRADE, ROAD, CITY, SETTLEMENT = range(5)


def ordered_turns(state, *, only_to_build, best_roads=0, depth=0):
    """Return every turn of a state in the main phase as a tuple of texts."""
    return list(_Search(only_to_build, best_roads or 72, depth).turns(state))


class _Search:
    def __init__(self, only_to_build, best_roads, depth):
        self.only_to_build = only_to_build
        self.best_roads = best_roads
        self.depth = depth
        self.plenty = ()

    def turns(self, state):
        stage = CARD if not state.fields()["bought_this_turn"] else SETTLEMENT + 1
        start = TRADE if stage > SETTLEMENT else CARD
        for steps, end in self.grow(state, start, (), frozenset(), bought=stage > SETTLEMENT):
            if self.is_listed(steps, end):
                yield tuple(str(step) for step in steps)

    def grow(self, state, stage, steps, closed, bought=False):
        """Give every node of the search below this one, with the state it leads to."""
        if state.is_over:
            yield steps, state
            return
        if state.phase_name != "free roads":
            yield self.ended(state, steps, "end turn")
            if state.is_legal("buy card"):
                yield self.ended(state, steps, "buy card")
        for move, next_stage, next_closed in self.moves(state, stage, steps, closed, bought):
            yield from self.grow(
                state.copy().apply(int(move)), next_stage, (*steps, move), next_closed, bought
            )

    def ended(self, state, steps, ending):
        move = state.game.move_type.parse(ending)
        return (*steps, move), state.copy().apply(move)

    def moves(self, state, stage, steps, closed, bought):
        if self.depth and len(steps) >= self.depth:
            return
        by_group = {}
        for move in state.legal_moves:
            by_group.setdefault(move.group, []).append(move)
        if state.phase_name == "free roads":
            yield from self.roads(state, by_group["road"], closed, stage)
            return
        if stage == CARD:
            for move in by_group.get("plenty", []) + by_group.get("road building", []):
                yield move, TRADE, closed
        if stage <= TRADE:
            for move in by_group.get("bank", []):
                if self.is_trade_in_order(steps, move):
                    yield move, TRADE, closed
        if bought:
            return
        if stage <= ROAD:
            yield from self.roads(state, by_group.get("road", []), closed, ROAD)
        for here, name in ((CITY, "city"), (SETTLEMENT, "settlement")):
            if stage <= here:
                for move in by_group.get(name, []):
                    if not (steps and steps[-1].group == name and steps[-1] > move):
                        # A settlement of this turn comes after the last city, so it is never upgraded.
                        yield move, here, closed

    def roads(self, state, moves, closed, stage):
        worths = {move: road_worth(state, move) for move in moves}
        useful = sorted((m for m in moves if worths[m]), key=lambda m: (-worths[m], m))
        if not useful and state.phase_name == "free roads":
            useful = sorted(moves)
        for move in useful[: self.best_roads]:
            if move not in closed:
                yield move, stage, closed
            closed = closed | {move}

    def is_trade_in_order(self, steps, move):
        give, get = exchange(move)
        trades = [exchange(step) for step in steps if step.group == "bank"]
        plenty = [r for step in steps if step.group == "plenty" for r in received(step)]
        if give in plenty or any(get < r for r in plenty):
            return False
        if give in {got for _, got in trades} or get in {given for given, _ in trades}:
            return False
        return not trades or (trades[-1][0] <= give and trades[-1][1] <= get)

    def is_listed(self, steps, end):
        moves = [step for step in steps if step.group != "end turn"]
        if self.depth and len(moves) > self.depth:
            return False
        if not self.only_to_build:
            return True
        # Nothing that a trade got is left over: the trade served to build.
        fields = end.fields()
        seat = fields["turn_seat"]
        if steps[-1].group == "end turn":
            seat = (seat - 1) % end.seats
        if end.is_over and steps[-1].group == "end turn":
            seat = fields["turn_seat"]
        hand = unpack(fields["hand"][seat])
        return not any(hand[exchange(step)[1]] for step in steps if step.group == "bank")


def exchange(move):
    """Return what a trade gives and gets."""
    give = unbundled(move & c.BUNDLE_MASK)
    get = unbundled(move >> c.GET_SHIFT & c.BUNDLE_MASK)
    return next(r for r in range(5) if give[r]), next(r for r in range(5) if get[r])


def received(move):
    counts = unbundled(move >> c.GET_SHIFT & c.BUNDLE_MASK)
    return [r for r in range(5) if counts[r]]


def road_worth(state, move):
    """Return what a road is worth: places it leads to, Longest Road, or a longer road."""
    fields = state.fields()
    seat = fields["turn_seat"]
    edge = move.edge
    touched = fields["road_nodes"][seat]
    found = 0
    for here, origin in (edge_nodes(edge), edge_nodes(edge)[::-1]):
        if not touched >> here & 1:
            found += reach(state, fields, here, 4, origin)
    after = state.copy().apply(int(move)).fields()
    if fields["road_holder"] != seat == after["road_holder"]:
        return found + 1000
    return found or int(after["road_length"][seat] > fields["road_length"][seat])


def reach(state, fields, node, weight, origin):
    if (fields["occupied_nodes"] | fields["road_nodes"][fields["turn_seat"]]) >> node & 1:
        return 0
    dots = sum(6 - abs(7 - n) for h in node_hexes(node) if (n := state.game.board.numbers[h]))
    found = 0 if fields["blocked_nodes"] >> node & 1 else weight * (dots + 1)
    if weight == 1:
        return found
    for edge in node_edges(node):
        (there,) = set(edge_nodes(edge)) - {node}
        if there != origin and not fields["occupied_edges"][edge >> 6] >> (edge & 63) & 1:
            found += reach(state, fields, there, weight // 2, node)
    return found
