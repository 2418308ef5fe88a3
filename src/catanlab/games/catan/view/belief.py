"""Card counting: every combination of hands that fits the events a seat has seen, with its probability.

A world is one hand per seat. A theft or discard that the seat did not see splits each world by the card it
may have been, by its share of the hand; worlds that become equal are merged. When a seat pays, offers or
discards cards, the worlds in which it does not hold them are removed. The posterior ignores what an
opponent's choices may reveal. It is exact up to 16,384 worlds, which only hidden discards ever reach;
beyond, it thins the worlds out and keeps bounds for every hand, from which it sometimes draws, so that the
true hands stay possible.
"""

from array import array

import cython

from catanlab.framework.errors import ObservationError

if not cython.compiled:
    from catanlab.framework.buffers import MoveBuffer, ValueBuffer
    from catanlab.framework.random import Random
    from catanlab.games.catan.hands import cards, covers, held, size

    MAX_WORLDS = 16384
    FEWER_WORLDS = 4096
    REBUILT_WORLDS = 256


class Belief:
    """A weighted set of worlds; it begins with one, which is certain."""

    def __cinit__(self, players=0, hands=(0, 0, 0, 0)):
        # Native code comes here however a belief is made, so that none is ever without its worlds.
        self._begin(players, hands)

    def __init__(self, players, hands=(0, 0, 0, 0)):
        if not cython.compiled:
            self.sizes = [0] * 4
            self.least = [0] * 4
            self.most = [0] * 4
            self._begin(players, hands)

    def _begin(self, players, hands):
        """Believe in one world, which is certain."""
        if not 1 <= players <= 4:
            raise ObservationError(f"a belief is about 1 to 4 players, not {players}")
        self.players = players
        self.count = 1
        self.exact = True
        self.hands = MoveBuffer(4)
        self.weights = ValueBuffer(1)
        self.next_hands = MoveBuffer(4)
        self.next_weights = ValueBuffer(1)
        self.next_count = 0
        self.slots = MoveBuffer(1)
        self.slot_mask = 0
        self.weights.items[0] = 1.0
        for seat in range(4):
            self.hands.items[seat] = hands[seat]
            self.sizes[seat] = size(hands[seat])
        return 0

    # Events remove worlds.

    def require(self, seat, needed):
        """Keep the worlds in which the seat holds at least these cards."""
        kept = 0
        for world in range(self.count):
            if covers(self.hands.items[world * 4 + seat], needed):
                self._keep(world, kept)
                kept += 1
        if not self.exact:
            for resource in range(5):
                missing = held(needed, resource) - held(self.least[seat], resource)
                if missing > 0:
                    self.least[seat] += cards(resource, missing)
        return self._end_filter(kept)

    def require_count(self, seat, resource, count):
        """Keep the worlds in which the seat holds exactly this many cards of the resource."""
        kept = 0
        for world in range(self.count):
            if held(self.hands.items[world * 4 + seat], resource) == count:
                self._keep(world, kept)
                kept += 1
        if not self.exact:
            self.least[seat] += cards(resource, count) - cards(resource, held(self.least[seat], resource))
            self.most[seat] += cards(resource, count) - cards(resource, held(self.most[seat], resource))
        return self._end_filter(kept)

    def shift(self, seat, gained, lost):
        """Change the seat's hand by cards that everybody sees."""
        if lost:
            self.require(seat, lost)
        for world in range(self.count):
            i = world * 4 + seat
            self.hands.items[i] = self.hands.items[i] + gained - lost
        self.sizes[seat] += size(gained) - size(lost)
        if not self.exact:
            self.least[seat] = _lower(self.least[seat] + gained, lost)
            self.most[seat] = _lower(self.most[seat] + gained, lost)
        return 0

    def steal_seen(self, thief, victim, resource):
        """Move a stolen card that the observer saw, and weigh the worlds by how likely it was."""
        card = cards(resource, 1)
        self.require(victim, card)
        for world in range(self.count):
            share = held(self.hands.items[world * 4 + victim], resource)
            self.weights.items[world] = self.weights.items[world] * share
        self.shift(victim, 0, card)
        return self.shift(thief, card, 0)

    def steal_hidden(self, thief, victim):
        """Move a stolen card that the observer did not see."""
        self._start_split(5)
        for world in range(self.count):
            hand = self.hands.items[world * 4 + victim]
            for resource in range(5):
                if held(hand, resource):
                    self._add(world, victim, thief, resource, held(hand, resource))
        self.sizes[victim] -= 1
        self.sizes[thief] += 1
        if not self.exact:
            for resource in range(5):
                if held(self.most[victim], resource):
                    self.most[thief] += cards(resource, 1)
                self.least[victim] = _lower(self.least[victim], cards(resource, 1))
        return self._end_split()

    def discard_hidden(self, seat):
        """Drop a card that the observer did not see."""
        self._start_split(5)
        for world in range(self.count):
            hand = self.hands.items[world * 4 + seat]
            for resource in range(5):
                if held(hand, resource):
                    self._add(world, seat, -1, resource, held(hand, resource))
        self.sizes[seat] -= 1
        if not self.exact:
            for resource in range(5):
                self.least[seat] = _lower(self.least[seat], cards(resource, 1))
        return self._end_split()

    # Drawing and copying.

    def draw(self, random, out):
        """Write the hands of a world drawn by its weight; weights are not normalised."""
        if not self.exact and random.pick(64) == 0:
            for seat in range(self.players):
                out.items[seat] = self._fill(seat, random)
            return 0
        total = 0.0
        for world in range(self.count):
            total += self.weights.items[world]
        rest = random.uniform() * total
        chosen = 0
        while chosen < self.count - 1:
            rest -= self.weights.items[chosen]
            if rest < 0:
                break
            chosen += 1
        for seat in range(4):
            out.items[seat] = self.hands.items[chosen * 4 + seat]
        return 0

    def find_bounds(self):
        """Compute the least and the most of each resource that each hand holds over all worlds."""
        for seat in range(4):
            self.least[seat] = self.hands.items[seat]
            self.most[seat] = self.hands.items[seat]
            for world in range(1, self.count):
                hand = self.hands.items[world * 4 + seat]
                for resource in range(5):
                    fewer = held(self.least[seat], resource) - held(hand, resource)
                    if fewer > 0:
                        self.least[seat] -= cards(resource, fewer)
                    more = held(hand, resource) - held(self.most[seat], resource)
                    if more > 0:
                        self.most[seat] += cards(resource, more)

    def bounds(self, seat):
        """Return the least and the most that the seat's hand holds, as packed hands."""
        if not 0 <= seat < 4:
            raise ObservationError(f"{seat} is not a seat from 0 to 3")
        if self.exact:
            self.find_bounds()
        most = self.most[seat]
        for resource in range(5):
            beyond = held(most, resource) - self.sizes[seat]
            if beyond > 0:
                most -= cards(resource, beyond)
        return (self.least[seat], most)

    def worlds(self):
        """Return every world as (packed hands by seat, probability)."""
        total = sum([self.weights.items[i] for i in range(self.count)])
        listed = []
        for world in range(self.count):
            hands = tuple([self.hands.items[world * 4 + seat] for seat in range(self.players)])
            listed.append((hands, self.weights.items[world] / total))
        return listed

    def copy_from(self, other):
        self.hands.reserve(other.count * 4)
        self.weights.reserve(other.count)
        self.players = other.players
        self.count = other.count
        self.exact = other.exact
        for i in range(other.count * 4):
            self.hands.items[i] = other.hands.items[i]
        for i in range(other.count):
            self.weights.items[i] = other.weights.items[i]
        self.sizes[:] = other.sizes
        self.least[:] = other.least
        self.most[:] = other.most
        return 0

    def __reduce__(self):
        # The bounds of an exact belief are left over from the last call of `find_bounds`: they say nothing.
        bounds = ([0] * 4, [0] * 4)
        if not self.exact:
            bounds = ([self.least[i] for i in range(4)], [self.most[i] for i in range(4)])
        hands = array("q", [self.hands.items[i] for i in range(4 * self.count)])
        sizes = [self.sizes[i] for i in range(4)]
        weights = array("d", [self.weights.items[i] for i in range(self.count)])
        return (restore_belief, (self.players, bool(self.exact), hands, weights, sizes, *bounds))

    # Filtering and splitting.

    def _keep(self, world, kept):
        if world != kept:
            for seat in range(4):
                self.hands.items[kept * 4 + seat] = self.hands.items[world * 4 + seat]
            self.weights.items[kept] = self.weights.items[world]

    def _end_filter(self, kept):
        if kept == 0:
            if self.exact:
                with cython.gil:
                    raise ObservationError("what was seen fits no possible hands")
            return self._rebuild()
        self.count = kept
        return 0

    def _start_split(self, ways):
        room = self.count * ways
        self.next_hands.reserve(room * 4)
        self.next_weights.reserve(room)
        self.next_count = 0
        slots = 16
        while slots < 2 * room:
            slots *= 2
        self.slots.reserve(slots)
        self.slot_mask = slots - 1
        for i in range(slots):
            self.slots.items[i] = 0
        return 0

    def _add(self, world, loser, gainer, resource, weight):
        """Add the world with one card moved (or gone) to the next worlds, merged with its equal."""
        card = cards(resource, 1)
        base = self.next_count * 4
        mixed = 0
        for seat in range(4):
            hand = self.hands.items[world * 4 + seat]
            if seat == loser:
                hand -= card
            elif seat == gainer:
                hand += card
            self.next_hands.items[base + seat] = hand
            mixed = (mixed * 31 + hand) % 0x1FFFFFFF
        weight *= self.weights.items[world]
        slot = mixed & self.slot_mask
        while self.slots.items[slot]:
            found = self.slots.items[slot] - 1
            same: cython.bint = True
            for seat in range(4):
                if self.next_hands.items[found * 4 + seat] != self.next_hands.items[base + seat]:
                    same = False
                    break
            if same:
                self.next_weights.items[found] = self.next_weights.items[found] + weight
                return
            slot = (slot + 1) & self.slot_mask
        self.slots.items[slot] = self.next_count + 1
        self.next_weights.items[self.next_count] = weight
        self.next_count += 1

    def _end_split(self):
        if self.next_count == 0:
            with cython.gil:
                raise ObservationError("a card was taken from an empty hand")
        self.hands.reserve(self.next_count * 4)
        self.weights.reserve(self.next_count)
        total = 0.0
        for world in range(self.next_count):
            total += self.next_weights.items[world]
        for i in range(self.next_count * 4):
            self.hands.items[i] = self.next_hands.items[i]
        for world in range(self.next_count):
            self.weights.items[world] = self.next_weights.items[world] / total
        self.count = self.next_count
        if self.count > MAX_WORLDS:
            self._thin()
        return 0

    # Beyond the most worlds.

    def _thin(self):
        """Draw fewer worlds by systematic sampling, and keep bounds from now on."""
        if self.exact:
            self.find_bounds()
            self.exact = False
        total = 0.0
        for world in range(self.count):
            total += self.weights.items[world]
        step = total / FEWER_WORLDS
        reached = 0.5 * step
        passed = 0.0
        kept = 0
        for world in range(self.count):
            passed += self.weights.items[world]
            hits = 0
            while reached < passed:
                reached += step
                hits += 1
            if hits:
                self._keep(world, kept)
                self.weights.items[kept] = hits
                kept += 1
        self.count = kept

    def _rebuild(self):
        """Fill hands anew within the bounds when no kept world fits what was seen."""
        self.hands.reserve(REBUILT_WORLDS * 4)
        self.weights.reserve(REBUILT_WORLDS)
        with cython.gil:
            random = Random(self.sizes[0] + 100 * self.sizes[1] + 10000 * self.sizes[2])
        for world in range(REBUILT_WORLDS):
            self.weights.items[world] = 1.0
            for seat in range(4):
                self.hands.items[world * 4 + seat] = self._fill(seat, random)
        self.count = REBUILT_WORLDS
        return 0

    def _fill(self, seat, random):
        """Return a hand of the right size within the seat's bounds, filled card by card."""
        hand = self.least[seat]
        for _ in range(self.sizes[seat] - size(hand)):
            slack = 0
            for resource in range(5):
                slack += max(held(self.most[seat], resource) - held(hand, resource), 0)
            if slack <= 0:
                break
            k = random.pick(slack)
            resource = 0
            while k >= held(self.most[seat], resource) - held(hand, resource):
                k -= max(held(self.most[seat], resource) - held(hand, resource), 0)
                resource += 1
            hand += cards(resource, 1)
        return hand


def restore_belief(players, exact, hands, weights, sizes, least, most):
    """Return the belief of these parts: four packed hands for each world, its weight, and for each seat how
    many cards it holds and, unless the belief is exact, at least and at most which.
    """
    belief: Belief = Belief(players, hands)
    belief.exact = exact
    belief.count = len(weights)
    belief.hands.reserve(4 * belief.count)
    belief.weights.reserve(belief.count)
    for i in range(4 * belief.count):
        belief.hands.items[i] = hands[i]
    for i in range(belief.count):
        belief.weights.items[i] = weights[i]
    for seat in range(4):
        belief.sizes[seat] = sizes[seat]
        belief.least[seat] = least[seat]
        belief.most[seat] = most[seat]
    return belief


def _lower(hand, lost):
    """Return the hand less some cards, no lane below zero."""
    for resource in range(5):
        fewer = min(held(hand, resource), held(lost, resource))
        hand -= cards(resource, fewer)
    return hand
