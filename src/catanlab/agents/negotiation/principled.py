"""Principled negotiation: ask for interests before making offers, and state the own (Thomas' future work).

At the beginning of its turn the seat asks who sells what it lacks and who wants what it can spare. Others
answer truthfully where that helps them. Then offers go to seats that have shown interest, or at least not
refused.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from catanlab.agents.base.card_counts import covers, one
from catanlab.agents.base.replay import asked_seats, next_to_answer
from catanlab.agents.base.situation import Situation
from catanlab.agents.estimates.seat_forecasts import SeatForecasts
from catanlab.agents.negotiation.acceptance import is_near_winning
from catanlab.agents.negotiation.batna import Batna, Counters, MostOffers, Threshold
from catanlab.agents.negotiation.outlook import Outlook
from catanlab.agents.negotiation.statements import Statement, joined, spoken
from catanlab.games.catan import constants as c
from catanlab.games.catan.moves import CatanMove, Deal, read_deal
from catanlab.games.catan.view.view import CatanView

_BEFORE_MAIN = (c.DICE, c.DISCARD, c.ROBBER, c.STEAL)
"""Moves between the roll and the first choice of the main phase."""
_BUILDS = (c.ROAD, c.SETTLEMENT, c.CITY, c.PLAY_KNIGHT)
MAX_NAMED = 2
"""The most resources that one statement names."""


class Principled(Batna):
    """Asks, listens and answers before it offers, and names who is close to winning.

    Raises ArgumentError for an option that is not allowed.
    """

    name = "principled"
    summary = "asks for interests before it makes offers, and states its own"
    listens = True
    speaks = True

    def __init__(
        self,
        *,
        threshold: Threshold = 25,
        counters: Counters = True,
        most_offers: MostOffers = 2,
        asks: Annotated[bool, "ask who sells and who wants cards before offering"] = True,
        answers: Annotated[bool, "answer the questions of others where that helps"] = True,
        names_leader: Annotated[bool, "say who is close to winning"] = True,
    ) -> None:
        super().__init__(threshold=threshold, counters=counters, most_offers=most_offers)
        self.asks = asks
        self.answers = answers
        self.names_leader = names_leader

    # Decisions that use what was said.

    def may_sell(self, outlook: Outlook, seat: int, resource: int) -> bool:
        """Return whether a seat may hold a resource, and has not shown that it keeps or lacks it."""
        if self.memory.marked("lack", seat, resource) and not outlook.situation.must_hold(seat, resource):
            return False
        return super().may_sell(outlook, seat, resource)

    def would_take(self, outlook: Outlook, seat: int, deal: Deal) -> bool:
        """Return whether a seat would accept a deal: by what it said, else by its plan."""
        marked = self.memory.marked
        got = [r for r in range(5) if deal.get[r]]
        if any(marked("decline", seat, r) for r in got):
            return False
        if all(marked("want", seat, r) for r in got):
            return True
        return super().would_take(outlook, seat, deal)

    def is_good_answer(self, outlook: Outlook, deal: Deal, before: int, after: int) -> bool:
        """Return whether a deal saves rolls, or costs none and swaps spare cards for needed ones."""
        if after != before:
            return after < before
        hand, need = outlook.situation.hand, outlook.need(outlook.me)
        return all(hand[r] - deal.give[r] >= need[r] for r in range(5) if deal.give[r]) and all(
            hand[r] + deal.get[r] <= need[r] for r in range(5) if deal.get[r]
        )

    # Speaking.

    def has_to_say(self, view: CatanView) -> bool:
        """Return whether it is time to ask, to answer a question, or to explain a refusal."""
        if view.to_move == view.seat and self.last_kind in _BEFORE_MAIN:
            return True
        if not self.answers:
            return False
        refused = self.last_kind == c.REJECT and self.last_seat == view.seat
        return refused or self.memory.has_news(self.ply)

    def say(self, view: CatanView, situation: Situation, forecasts: SeatForecasts) -> Sequence[str]:
        """Return a question at the beginning of the own turn, or answers to questions just asked."""
        if not situation.rules.player_trade:
            return ()
        mover = view.to_move
        log = view.log
        self.memory.read(log, mover)
        outlook = Outlook(view, situation, forecasts)
        if situation.on_turn == situation.me:
            if situation.phase != c.MAIN or not _main_begins(log):
                return ()
            lines = [self._leader(outlook, log), self._question(outlook)]
        else:
            lines = [self._answers(outlook, len(log)) or self._regret(outlook, log)]
        return [line for line in lines if line]

    def _question(self, outlook: Outlook) -> str:
        """Ask who sells what is lacking and who wants what is left over, if a deal would help."""
        situation, me = outlook.situation, outlook.me
        if not self.asks or not self._may_offer(situation) or outlook.aim(me) is None:
            return ""
        lacking = outlook.lacking(me)
        spare = self._spare(outlook)
        if not lacking or not spare:
            return ""
        partners = [
            seat
            for seat in range(situation.players)
            if seat != me
            and situation.hand_sizes[seat]
            and not is_near_winning(outlook, seat, self.threshold)
        ]
        wanted = [r for r in lacking if self._is_open(outlook, partners, r)]
        if not wanted:
            return ""
        alternative = self.alternative(outlook)
        useful = [
            (get, give)
            for get in wanted
            for give in spare
            if self.is_better(outlook, alternative, Deal(one(give), one(get)))
        ]
        gets = sorted({get for get, _ in useful}, key=lacking.index)
        gives = sorted({give for _, give in useful}, key=spare.index)
        if not useful:
            return ""
        return spoken(
            [
                Statement("sell?", tuple(sorted(gets[:MAX_NAMED]))),
                Statement("want?", tuple(sorted(gives[:MAX_NAMED]))),
            ]
        )

    def _is_open(self, outlook: Outlook, partners: Sequence[int], resource: int) -> bool:
        """Return whether somebody may sell a resource, and nobody has said so yet."""
        if any(self.memory.marked("sell", seat, resource) for seat in partners):
            return False
        return any(self.may_sell(outlook, seat, resource) for seat in partners)

    def _spare(self, outlook: Outlook) -> list[int]:
        """Return what is left over, the easiest to get first."""
        need, hand = outlook.need(outlook.me), outlook.situation.hand
        ease = outlook.ease(outlook.me)
        return sorted((r for r in range(5) if hand[r] > need[r]), key=lambda r: ease[r])

    def _answers(self, outlook: Outlook, ply: int) -> str:
        """Answer the questions asked just now truthfully, where that helps."""
        situation, me = outlook.situation, outlook.me
        said: list[Statement] = []
        for when, asker, question in self.memory.questions:
            if when != ply or asker != situation.on_turn or not question.concerns(me):
                continue
            if not self.answers:
                continue
            if is_near_winning(outlook, asker, self.threshold):
                return spoken([Statement("leader", to=(asker,))]) if self.names_leader else ""
            said += self._answer(outlook, asker, question)
        return spoken(joined(said))

    def _answer(self, outlook: Outlook, asker: int, question: Statement) -> list[Statement]:
        hand, need = outlook.situation.hand, outlook.need(outlook.me)
        lacking = outlook.lacking(outlook.me)
        asked = question.resources
        if question.kind == "want?":
            wanted = tuple(r for r in asked if r in lacking)
            if wanted:
                return [Statement("want", wanted)]
            return [Statement("decline", asked)] if question.to else []
        missing = tuple(r for r in asked if not hand[r])
        # Without cards there is no need to answer, unless the question names this seat.
        said = [Statement("lack", missing)] if missing and question.to else []
        selling = tuple(r for r in asked if hand[r] > need[r])
        needed = [r for r in lacking if outlook.situation.may_hold(asker, r)]
        if selling and needed:
            said += [Statement("sell", selling), Statement("want", tuple(sorted(needed[:MAX_NAMED])))]
        elif question.to and len(missing) < len(asked):
            said.append(Statement("keep", tuple(r for r in asked if hand[r])))
        return said

    def _regret(self, outlook: Outlook, log: Sequence[CatanMove]) -> str:
        """Explain the first refusal of a turn if cards are lacking."""
        refused = _first_refusal(log, outlook.situation)
        if refused is None or not self.answers:
            return ""
        hand = outlook.situation.hand
        if not covers(hand, refused.get):
            return Statement("lack", tuple(r for r in range(5) if refused.get[r] and not hand[r])).text
        return ""

    def _leader(self, outlook: Outlook, log: Sequence[CatanMove]) -> str:
        """Name a seat that is close to winning and has just built, unless somebody has named it."""
        if not self.names_leader:
            return ""
        situation = outlook.situation
        for seat in range(situation.players):
            if seat == situation.me or situation.public_points[seat] < situation.target - 2:
                continue
            named = self.memory.leaders.get(seat)
            if named is not None and self.memory.turn - named <= situation.players:
                continue
            if _built_last_turn(log, situation, seat):
                return Statement("leader", to=(seat,)).text
        return ""


def _main_begins(log: Sequence[CatanMove]) -> bool:
    """Return whether this is the first choice of the main phase in this turn."""
    for move in reversed(log):
        kind = move.kind
        if kind == c.DICE:
            return True
        if kind not in _BEFORE_MAIN:
            return False
    return False


def _first_refusal(log: Sequence[CatanMove], situation: Situation) -> Deal | None:
    """Return the offer I have just rejected, if it is the only one in this turn."""
    if not log or log[-1].kind != c.REJECT:
        return None
    found: Deal | None = None
    answered: list[CatanMove] = []
    for move in reversed(log):
        kind = move.kind
        if kind == c.DICE:
            break
        if kind in (c.ACCEPT, c.REJECT, c.COUNTER):
            answered.insert(0, move)
        elif kind == c.OFFER:
            asked = asked_seats(move, situation.on_turn, situation.players)
            seats = [next_to_answer(asked, answer) for answer in answered if asked]
            mine = seats.index(situation.me) if situation.me in seats else len(answered)
            rejected = mine < len(answered) and answered[mine].kind == c.REJECT
            if rejected and found is not None:
                return None
            if rejected and mine == len(answered) - 1:
                found = read_deal(move)
            elif found is None:
                return None
            answered = []
    return found


def _built_last_turn(log: Sequence[CatanMove], situation: Situation, seat: int) -> bool:
    """Return whether a seat built or played a knight in its last turn."""
    at = situation.on_turn
    for move in reversed(log):
        kind = move.kind
        if kind == c.END_TURN:
            at = (at - 1) % situation.players
            if at == situation.me:
                return False
        elif at == seat and kind in _BUILDS:
            return True
    return False
