"""Panousis' decisions by rule (4.4 and appendix A): cards, robber and discards.

Cards are played before the search, road building after it, so that the tree never plays a card. The robber
moves as in JSettlers. Discards keep the cards for all possible builds; of the rest those easiest to get go
first. He does not say when a knight and year of plenty are played: here it is as in JSettlers, with the
possible builds as the plan. Answers to offers are left to the tree.
"""

from __future__ import annotations

from catanlab.agents.base.choice import Choice
from catanlab.agents.base.situation import Situation
from catanlab.agents.decisions.discard import discards
from catanlab.agents.decisions.knight import play_knight
from catanlab.agents.decisions.monopoly import play_monopoly
from catanlab.agents.decisions.plenty import play_plenty
from catanlab.agents.decisions.robber import move_robber
from catanlab.agents.estimates.card_order import easiest_first
from catanlab.agents.estimates.seat_forecasts import SeatForecasts
from catanlab.agents.estimates.win_time_plan import WinTimePlan
from catanlab.agents.players.mcts.overrides.possible_builds import needed, possible_builds
from catanlab.agents.players.mcts.overrides.road_pair import lay_free_road, play_road_building
from catanlab.agents.players.mcts.overrides.rules import Rules
from catanlab.framework.moves import Move
from catanlab.framework.random import Random
from catanlab.games.catan import constants as c
from catanlab.games.catan.game import Catan
from catanlab.games.catan.moves import CatanMove
from catanlab.games.catan.turns.moves import TurnMove
from catanlab.games.catan.view.view import CatanView

_CARD_NAMES = {kind: c.GROUPS[kind] for kind in range(c.PLAY_KNIGHT, c.PLAY_MONOPOLY + 1)}
_NO_TRADES = c.MAX_IN_PLAY
"""More trades than a monopoly can be worth, so that it is played only to complete an aim."""


class PanousisRules(Rules):
    """Rules for cards, which are played before the search, for road building, the robber and discards."""

    decisions = ("robber", "discard", *_CARD_NAMES.values())

    def start(self, game: Catan) -> None:
        """Begin new estimates."""
        self._forecasts = SeatForecasts(WinTimePlan())

    def before(self, view: CatanView, situation: Situation, random: Random, begun: bool) -> Choice | None:
        """Decide on the robber, discards and free roads, and on a card unless a turn was begun."""
        if situation.phase == c.FREE_ROADS and "road building" not in self.without:
            return lay_free_road(view, situation)
        if situation.phase == c.DISCARDING and "discard" not in self.without:
            return self._discard(view, situation)
        if situation.phase == c.ROBBING and "robber" not in self.without:
            self._forecasts.look(view)
            return move_robber(view, situation, self._forecasts, random)
        if situation.phase in (c.BEFORE_ROLL, c.MAIN) and not begun and not situation.card_played:
            return self._card(view, situation)
        return None

    def at_end(self, view: CatanView, situation: Situation, random: Random) -> Choice | None:
        """Decide on road building."""
        return None if "road building" in self.without else play_road_building(view, situation)

    def leaves(self, move: Move) -> bool:
        """Leave everything to the tree but cards."""
        steps = move.steps if isinstance(move, TurnMove) and move.steps else (move,)
        cards = {_CARD_NAMES.get(CatanMove(step).kind, "") for step in steps}
        return not cards - self.without - {""}

    def _card(self, view: CatanView, situation: Situation) -> Choice | None:
        if not any(situation.playable[card] for card in (c.KNIGHT, c.YEAR_OF_PLENTY, c.MONOPOLY)):
            return None
        if "knight" not in self.without and (choice := play_knight(view, situation)):
            return choice
        if situation.phase != c.MAIN:
            return None
        aims = possible_builds(situation)
        if situation.playable[c.YEAR_OF_PLENTY] and "plenty" not in self.without:
            self._forecasts.look(view)
            income = self._forecasts.estimates.income(situation.me)
            for aim in aims:
                if choice := play_plenty(view, situation, income, aim):
                    return choice
        if situation.playable[c.MONOPOLY] and "monopoly" not in self.without:
            for aim in aims:
                if choice := play_monopoly(view, situation, aim, completing=True, least=_NO_TRADES):
                    return choice
            return play_monopoly(view, situation)
        return None

    def _discard(self, view: CatanView, situation: Situation) -> Choice:
        self._forecasts.look(view)
        aims = possible_builds(situation)
        order = easiest_first(self._forecasts.estimates.income(situation.me))
        card = discards(situation.hand, situation.discards_left, needed(aims), order)[0]
        if situation.hand[card] > needed(aims)[card]:
            reason = f"{c.RESOURCES[card]} is not needed for anything I could build"
        else:
            reason = f"nothing is left over, and {c.RESOURCES[card]} comes easily"
        return Choice(
            CatanMove.make(c.DISCARD, card),
            reason,
            {"needed": dict(zip(c.RESOURCES, needed(aims), strict=True))},
        )
