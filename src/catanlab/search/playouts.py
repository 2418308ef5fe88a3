"""Playouts: games played to the end at random, in one loop for every game of the framework."""

import cython

if not cython.compiled:
    from catanlab.framework.buffers import MoveBuffer, ValueBuffer
    from catanlab.framework.random import Random
    from catanlab.framework.state import CHANCE, OVER, State


def playout(state, random, moves, by_group, max_turns):
    """Play the state on to its end, or until `max_turns` turns are complete; return the moves made.

    Outcomes count as moves. With `by_group` a player draws the group of a move first.
    """
    count = 0
    while True:
        mover = state.mover()
        if mover == OVER:
            return count
        if mover == CHANCE:
            if max_turns and state.turns() >= max_turns:
                return count
            state.sample(random, moves)
        elif by_group:
            state.random_by_group(random, moves)
        else:
            state.random_move(random, moves)
        state.play(moves.items[0])
        count += 1


def play_out(roots, seed, first_index=0, by_group=False, max_turns=0):
    """Play each root to its end at random and return (returns, scores, turns, moves) for each.

    The game with number `first_index + i` draws from its own place of the stream "play", so a batch can
    be cut into pieces, for threads or processes, without changing any game. The GIL is released.
    """
    random = Random(seed)
    moves = MoveBuffer()
    values = ValueBuffer()
    results = []
    key: cython.ulonglong = seed
    index: cython.ulonglong = first_index
    groups_first: cython.bint = by_group
    limit: cython.int = max_turns
    state: State
    for root in roots:
        state = root.copy()
        with cython.nogil:
            random.place(key, 2, index)
            count = playout(state, random, moves, groups_first, limit)
        index += 1
        seats = state.seats
        over = state.is_over
        state.payoffs(values)
        results.append(
            (
                [values.items[i] if over else 0.0 for i in range(seats)],
                [state.points(seat) for seat in range(seats)],
                state.turns(),
                count,
            )
        )
    return results
