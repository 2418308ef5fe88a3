"""Panousis' decisions by rule (4.4 and appendix A): cards, robber and discards.

Before the search he decides on a card in hand, road building after it: so the tree never plays a card. The
robber goes as JSettlers moves it. What is needed for the builds in view is kept from discards, of the rest
goes first what comes most easily. He leaves open when a knight and year of plenty are played: that is
JSettlers' way here, with the builds in view as its plan. Answers to offers are left to the tree.
"""

from __future__ import annotations

from catanlab.agents.base.choice import Choice, placed
from catanlab.agents.base.situation import Situation
from catanlab.agents.decisions.discard import discards
from catanlab.agents.decisions.knight import play_knight
from catanlab.agents.decisions.monopoly import play_monopoly
from catanlab.agents.decisions.plenty import play_plenty
from catanlab.agents.decisions.robber import move_robber
from catanlab.agents.estimates.card_order import easiest_first
from catanlab.agents.estimates.seat_forecasts import SeatForecasts
from catanlab.agents.players.mcts.overrides.possible_builds import needed, possible_builds
from catanlab.agents.players.mcts.overrides.road_pair import lay_free_road, play_road_building
from catanlab.agents.players.mcts.overrides.rules import Rules
from catanlab.framework.moves import GROUP_SHIFT, Move
from catanlab.framework.random import Random
from catanlab.games.catan import constants as c
from catanlab.games.catan.game import Catan
from catanlab.games.catan.turns.moves import TurnMove
from catanlab.games.catan.view.view import CatanView

_CARDS = range(c.PLAY_KNIGHT, c.PLAY_MONOPOLY + 1)
_NO_TRADES = c.MOST_IN_PLAY
"""More trades than a monopoly can be worth: then it is played for what it completes only."""


class PanousisRules(Rules):
    """A card before the search, road building at the end, the robber and discards by rule."""

    def start(self, game: Catan) -> None:
        """Begin new estimates."""
        self._prospects = SeatForecasts()

    def before(self, view: CatanView, reading: Situation, random: Random, begun: bool) -> Choice | None:
        """Decide on the robber, discards and free roads, and on a card unless a plan is under way."""
        if reading.phase == c.FREE_ROADS:
            return lay_free_road(view, reading)
        if reading.phase == c.DISCARDING:
            return self._discard(view, reading)
        if reading.phase == c.ROBBING:
            self._prospects.look(view)
            return move_robber(view, reading, self._prospects, random)
        if reading.phase in (c.BEFORE_ROLL, c.MAIN) and not begun and not reading.card_played:
            return self._card(view, reading)
        return None

    def at_end(self, view: CatanView, reading: Situation, random: Random) -> Choice | None:
        """Decide on road building."""
        return play_road_building(view, reading)

    def leaves(self, move: Move) -> bool:
        """Leave everything to the tree but cards."""
        steps = move.steps if isinstance(move, TurnMove) and move.steps else (move,)
        return not any(step >> GROUP_SHIFT in _CARDS for step in steps)

    def _card(self, view: CatanView, reading: Situation) -> Choice | None:
        if not any(reading.playable[card] for card in (c.KNIGHT, c.YEAR_OF_PLENTY, c.MONOPOLY)):
            return None
        if choice := play_knight(view, reading):
            return choice
        if reading.phase != c.MAIN:
            return None
        aims = possible_builds(reading)
        if reading.playable[c.YEAR_OF_PLENTY]:
            self._prospects.look(view)
            income = self._prospects.income(reading.me)
            for aim in aims:
                if choice := play_plenty(view, reading, income, aim):
                    return choice
        if reading.playable[c.MONOPOLY]:
            for aim in aims:
                if choice := play_monopoly(view, reading, aim, completing=True, least=_NO_TRADES):
                    return choice
            return play_monopoly(view, reading)
        return None

    def _discard(self, view: CatanView, reading: Situation) -> Choice:
        self._prospects.look(view)
        aims = possible_builds(reading)
        order = easiest_first(self._prospects.income(reading.me))
        card = discards(reading.hand, reading.discards_left, needed(aims), order)[0]
        if reading.hand[card] > needed(aims)[card]:
            reason = f"{c.RESOURCES[card]} is not needed for anything I could build"
        else:
            reason = f"nothing is left over, and {c.RESOURCES[card]} comes easily"
        return Choice(
            placed(c.DISCARD, card), reason, {"needed": dict(zip(c.RESOURCES, needed(aims), strict=True))}
        )
