"""The course of a game: the order of the set-up, turns, and who has won."""

import cython

if not cython.compiled:
    from catanlab.framework.state import OVER
    from catanlab.games.catan.constants import (
        BEFORE_ROLL,
        FINISHED,
        MAIN,
        SETUP_SETTLEMENT,
    )
    from catanlab.games.catan.engine.position import Position, total_points


def next_setup_step(p):
    """Pass the set-up on, 0 1 2 3 3 2 1 0 or by the option 0 1 2 3 0 1 2 3; then the first turn begins."""
    p.setup_step += 1
    players = p.ruleset.players
    if p.setup_step == 2 * players:
        begin_turn(p, 0)
        return
    p.phase = SETUP_SETTLEMENT
    if p.setup_step < players:
        p.actor = p.setup_step
    elif p.ruleset.straight_setup:
        p.actor = p.setup_step - players
    else:
        p.actor = 2 * players - 1 - p.setup_step
    p.turn_seat = p.actor


def begin_turn(p, seat):
    """Give the turn to a seat, which has won if the awards of others' turns brought it there."""
    p.turn_seat = seat
    p.actor = seat
    p.phase = BEFORE_ROLL
    check_win(p)


def resume(p):
    """Return to the seat on turn after an action is complete."""
    if p.phase == FINISHED:
        return
    p.actor = p.turn_seat
    if not p.rolled:
        p.phase = BEFORE_ROLL
    elif p.acted and p.ruleset.one_action:
        end_turn(p)
    else:
        p.phase = MAIN


def end_turn(p):
    """End the turn: cards bought in it become playable, and the next seat begins."""
    p.bought_this_turn = 0
    p.rolled = False
    p.card_played = False
    p.acted = False
    p.offers_made = 0
    p.turn_count += 1
    if p.ruleset.win_at_turn_end:
        leader = _leader(p, p.turn_seat)
        if total_points(p, leader) >= p.ruleset.points_to_win:
            _finish(p, leader)
            return
    if p.turn_count == p.ruleset.turn_limit:
        _finish_at_limit(p)
        return
    seat = p.turn_seat + 1
    begin_turn(p, 0 if seat == p.ruleset.players else seat)


def check_win(p):
    """End the game if the seat on turn, and only that one, has the points to win."""
    if p.ruleset.win_at_turn_end:
        return
    if total_points(p, p.turn_seat) >= p.ruleset.points_to_win:
        _finish(p, p.turn_seat)


def _finish(p, winner):
    p.winner = winner
    p.phase = FINISHED
    p.actor = OVER


def _leader(p, first):
    """Return the seat with the most points; of equals the first from `first` on."""
    best = first
    for i in range(1, p.ruleset.players):
        seat = first + i
        if seat >= p.ruleset.players:
            seat -= p.ruleset.players
        if total_points(p, seat) > total_points(p, best):
            best = seat
    return best


def _finish_at_limit(p):
    """At the cap on turns the most points win; equals share it, so nobody is named."""
    leader = _leader(p, 0)
    sharing = 0
    for seat in range(p.ruleset.players):
        if total_points(p, seat) == total_points(p, leader):
            sharing += 1
    _finish(p, leader if sharing == 1 else -1)


def finish_if_won(state: Position):
    """End the game if the seat on turn has won, in a position arranged by hand."""
    check_win(state)
