"""Views of positions that a test has arranged, and agents that are asked in them."""

from catanlab.framework.random import Random
from catanlab.games.catan.hands import unpack
from catanlab.games.catan.view.belief import restore_belief
from catanlab.games.catan.view.view import restore_view
from catanlab.table.clock import Deadline, SystemClock


def view_of(state, seat):
    """Return what a seat sees of a state in which it knows every hand and the others hold no cards."""
    fields = state.fields()
    hands = fields["hand"]
    sizes = [sum(unpack(hand)) for hand in hands]
    belief = restore_belief(state.game.seats, True, list(hands), [1.0], sizes, hands, hands)
    cards = (fields["deck"], [0] * 4, 0, [99] * 4)
    return restore_view(state.game, seat, (), fields, belief, cards)


def guessed_anew(view, random):
    """Return a view of the same, with another guess at what its seat cannot see.

    The guess only completes the position that a view keeps: what is known of it is said elsewhere.
    """
    game, seat, log, fields, belief, cards = view.__reduce__()[1]
    sampled = view.sample(random).fields()
    hidden = {name: sampled[name] for name in ("hand", "card", "deck", "bought_this_turn")}
    return restore_view(game, seat, log, fields | hidden, belief, cards)


def seated(agent, game, seat=0, seed=0):
    """Return an agent that has taken a seat."""
    agent.start(game, seat, Random(seed, "agent", seat))
    return agent


def decide(agent, view):
    """Return the move of an agent without a limit of time."""
    return agent.choose(view, Deadline(SystemClock()))
