"""Moves by the scores of Martin's policy, from a view: nothing hidden is read.

The policy moves in full states. It gets one sampled from the view: it reads only what is public or the
seat's own, so that every sample gives the same move. Tests compare many samples.
"""

from __future__ import annotations

from catanlab.agents.base.choice import Choice
from catanlab.agents.value.heavy import Heavy
from catanlab.framework.random import Random
from catanlab.games.catan import constants as c
from catanlab.games.catan.engine.state import CatanState
from catanlab.games.catan.moves import CatanMove
from catanlab.games.catan.view.view import CatanView

_PLAIN = {
    c.ROLL: "the turn begins with the dice",
    c.REJECT: "I do not trade with players",
    c.CANCEL: "I do not trade with players",
    c.PLAY_KNIGHT: "a knight is always played at once",
    c.PLAY_ROAD_BUILDING: "there is a place to settle for the roads to lead to",
    c.PLAY_PLENTY: "the cards pay for something better than my hand does",
    c.PLAY_MONOPOLY: "the cards that it may bring pay for something better than my hand does",
    c.DISCARD: "I discard one of each kind in turn, to keep the rest balanced",
}
_BUILDS = {c.SETTLEMENT: "settlement", c.CITY: "city", c.BUY_CARD: "card", c.ROAD: "road"}


def scored_move(policy: Heavy, view: CatanView, random: Random) -> Choice:
    """Return the policy's move for the phase of the view, the reason, and the scores behind it."""
    state = view.sample(Random(0, "search"))
    move = CatanMove(policy.pick(state, random))
    kind = move.kind
    if kind == c.ROBBER:
        return _robbery(policy, state, move)
    phase = view.position.phase
    if phase == c.FREE_ROADS:
        return Choice(move, _road_reason(policy, state, move))
    if phase != c.MAIN or kind in _PLAIN:
        return Choice(move, _PLAIN.get(kind, "any is as good as the others"))
    return _build(policy, state, move)


def _robbery(policy: Heavy, state: CatanState, move: CatanMove) -> Choice:
    """Return a move of the robber with the scores of the hexes."""
    rated = sorted(policy.rate_hexes(state).items(), key=lambda item: -item[1])
    data = {"hexes": [{"hex": hexagon, "score": score} for hexagon, score in rated[:5]]}
    return Choice(move, "there a frequent number meets most buildings of others", data)


def _build(policy: Heavy, state: CatanState, move: CatanMove) -> Choice:
    """Return a build, a trade towards one or the end of the turn, with the scores of all builds."""
    rated = policy.rate_builds(state)
    kind = move.kind
    data = {
        "builds": [
            {"build": name, "score": score, "trades": trades}
            for name, (score, trades) in sorted(rated.items(), key=lambda item: -item[1][0])
        ]
    }
    if kind == c.END_TURN:
        reason = "nothing that I can pay for scores" if rated else "I can pay for nothing"
        return Choice(move, reason, data)
    top = max(score for score, _ in rated.values())
    if kind == c.BANK_TRADE:
        names = [name for name, (score, trades) in rated.items() if score == top and trades]
        return Choice(move, f"it leads to the best that I can pay for, a {' or a '.join(names)}", data)
    reason = f"of what I can pay for, a {_BUILDS[kind]} scores highest, {top}"
    if kind == c.ROAD:
        reason += f"; this one {policy.rate_roads(state)[move.argument]}"
    return Choice(move, reason, data)


def _road_reason(policy: Heavy, state: CatanState, move: CatanMove) -> str:
    use = policy.rate_roads(state).get(move.argument)
    return f"it {use}, and no other is better" if use else "no road can be placed"
