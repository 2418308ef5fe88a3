"""Blocks of games between native agents, played without Python in the loop."""

from __future__ import annotations

from collections.abc import Sequence
from time import process_time

import numpy as np

from catanlab.agents.registry import make_agent
from catanlab.framework.moves import OVER
from catanlab.games.catan import constants
from catanlab.games.catan.engine.state import CatanState
from catanlab.lab.match_plan import MatchPlan
from catanlab.lab.native_policy import native_policy
from catanlab.lab.rows import CUT, FINISHED, Rows
from catanlab.playout.games import NativeMatch
from catanlab.playout.policies import Policy
from catanlab.table.record import Record

BLOCKS_AT_ONCE = 128
"""For how many blocks boards are laid at a time: more do not stay in the processor's cache."""


def is_native(plan: MatchPlan) -> bool:
    """Return whether games of a plan can be played natively; other games and time limits need a table."""
    timed = plan.move_seconds is not None or plan.isolate
    return plan.rules is not None and not timed and None not in _policies(plan)


def play_natively(plan: MatchPlan, blocks: Sequence[int]) -> Rows:
    """Play all games of the blocks; they depend on the plan and the block only.

    >>> plan = MatchPlan.match(["random", "random:by_group=yes"], rules="players=2")
    >>> rows = play_natively(plan, range(3, 5))
    >>> rows.block.tolist()
    [3, 3, 4, 4]
    >>> rows.agent.tolist()
    [[0, 1], [1, 0], [0, 1], [1, 0]]
    """
    match = NativeMatch([policy for policy in _policies(plan) if policy is not None])
    each = len(plan.seatings)
    games = len(blocks) * each
    rows = Rows.empty(games, plan.seats)
    rows.block[:] = np.repeat(np.asarray(blocks, np.int64), each)
    rows.game[:] = np.tile(np.arange(each, dtype=np.int32), len(blocks))
    rows.agent[:] = np.tile(np.asarray(plan.seatings, np.int16), (len(blocks), 1))

    shares = np.zeros((games, plan.seats))
    scores = np.zeros((games, plan.seats), np.int32)
    groups = np.zeros((games, 32), np.int32)
    start = process_time()
    for first in range(0, len(blocks), BLOCKS_AT_ONCE):
        some = blocks[first : first + BLOCKS_AT_ONCE]
        part = slice(first * each, (first + len(some)) * each)
        match.play(
            _roots(plan, some),
            np.repeat(np.asarray([plan.block_seed(block) for block in some], np.uint64), each),
            rows.agent[part].astype(np.int32),
            plan.max_turns,
            shares[part],
            scores[part],
            rows.turns[part],
            rows.decisions[part],
            groups[part],
        )
    spent = process_time() - start

    rows.share[:] = shares
    rows.points[:] = scores
    rows.moves[:] = groups.sum(axis=1)
    rows.ended[:] = np.where(rows.share.sum(axis=1) > 0, FINISHED, CUT)
    count_trades(plan, rows, groups)
    _spread_time(rows, spent)
    return rows


def _policies(plan: MatchPlan) -> list[Policy | None]:
    """Return the native policy of each agent, None for one that needs Python."""
    return [native_policy(make_agent(spec)) for spec in plan.agents]


def _roots(plan: MatchPlan, blocks: Sequence[int]) -> list[CatanState]:
    """Return the start of every game of the blocks."""
    sample = plan.catan(0)
    starts = [sample.on(plan.board(block)).start() for block in blocks]
    return [start for start in starts for _ in plan.seatings]


def native_record(plan: MatchPlan, block: int, game: int) -> Record:
    """Return the record of a game that `play_natively` plays."""
    match = NativeMatch([policy for policy in _policies(plan) if policy is not None])
    rules_and_board = plan.catan(block)
    seed = plan.block_seed(block)
    seating = plan.seatings[game]
    record = Record(rules_and_board, agents=[plan.agents[agent] for agent in seating], seed=seed)
    kind = rules_and_board.move_type
    for move in match.moves(rules_and_board.start(), seed, seating, plan.max_turns):
        record.take(kind(move))
    record.cut = record.to_move != OVER
    return record


def count_trades(plan: MatchPlan, rows: Rows, groups: np.ndarray) -> None:
    """Fill the columns about trade from the number of moves of each group; other games have no trade."""
    if plan.rules is None:
        return
    closing = [constants.CONFIRM, constants.TAKE_COUNTER]
    if plan.rules.trade_settlement == "first":
        closing.append(constants.ACCEPT)
    rows.offers[:] = groups[:, constants.OFFER]
    rows.trades[:] = groups[:, closing].sum(axis=1)
    rows.bank_trades[:] = groups[:, constants.BANK_TRADE]


def _spread_time(rows: Rows, spent: float) -> None:
    """Divide the time of a batch by moves, as single games are too short to be measured."""
    moves = max(int(rows.moves.sum()), 1)
    rows.seconds[:] = rows.moves * (spent / moves)
    rows.thought[:] = rows.decisions * (spent / moves)
