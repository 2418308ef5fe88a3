"""What is thought of compound turns beforehand: the virtual wins of their moves add up (Martin)."""

import cython

if not cython.compiled:
    from catanlab.framework.state import GROUP_SHIFT
    from catanlab.games.catan.turns.groups import FIRST_TURN_GROUP
    from catanlab.games.catan.turns.state import TurnState
    from catanlab.search.seeding import Seeding

__all__ = ["TurnSeeding"]


class TurnSeeding(Seeding):
    """Adds up the virtual wins of the moves of a turn; its weight is that of the group of the whole turn.

    `weights` and `wins` list a number for every group, those of turns included.
    """

    def __init__(self, weights, wins):
        if not cython.compiled:
            self.weights, self.virtual = [1.0] * 32, [0.0] * 32
        for group in range(32):
            self.weights[group] = weights[group] if group < len(weights) else 1.0
            self.virtual[group] = wins[group] if group < len(wins) else 0.0

    def seed(self, state, moves, count, priors, wins):
        for i in range(count):
            move = moves.items[i]
            group = move >> GROUP_SHIFT
            priors.items[i] = self.weights[group & 31]
            wins.items[i] = self.virtual[group & 31]
            if group >= FIRST_TURN_GROUP:
                length = cython.cast(TurnState, state).write_steps(move)
                for step in range(length):
                    group = cython.cast(TurnState, state).kind.draft.steps.items[step] >> GROUP_SHIFT
                    wins.items[i] += self.virtual[group & 31]
        return 0
