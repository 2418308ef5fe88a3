"""A policy for playouts in plain Python: cities first, then settlements, else any legal move.

python examples/plain_policy.py
"""

from catanlab import Move, Random, State, play_random
from catanlab.playout import PlainPolicy


def builder(state: State, random: Random) -> Move:
    """Return a move of the seat to move."""
    moves = state.legal_moves
    for group in ("city", "settlement"):
        wanted = [move for move in moves if move.group == group]
        if wanted:
            return random.choice(wanted)
    return random.choice(moves)


if __name__ == "__main__":
    print(play_random(games=100, seed=1, policy=PlainPolicy(builder)))
