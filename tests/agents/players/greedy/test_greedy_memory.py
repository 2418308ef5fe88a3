"""The offers that the greedy agent remembers."""

from tests.agents.players.greedy.positions import deal

from catanlab.agents.players.greedy.memory import REFUSAL_ROUNDS, refused_offers
from catanlab.games.catan.moves import CatanMove


def refused(situation, *texts):
    return refused_offers([CatanMove.parse(text) for text in texts], situation)


def test_offers_that_nobody_took_are_remembered(situation):
    wood, sheep = "offer 1 wood for 1 ore to 1 2", "offer 1 sheep for 1 ore to 1"
    assert refused(situation, wood, "reject", "reject", sheep, "reject") == {deal(wood), deal(sheep)}
    assert refused(situation, wood, "accept", "reject", "confirm 1") == set()
    assert refused(situation, wood, "accept", "reject", "cancel") == {deal(wood)}
    assert refused(situation, wood, "reject", "counter 2 ore for 1 wood", "take 2") == set()
    situation.rules = situation.rules.replace(trade_settlement="first")
    assert refused(situation, wood, "reject", "accept", sheep, "reject") == {deal(sheep)}


def test_only_my_own_refused_offers_of_the_last_rounds_count(situation):
    wood = ("offer 1 wood for 1 ore to 1 2", "reject", "reject")
    round_later = ["end turn"] * 4
    assert refused(situation, *wood, *round_later * REFUSAL_ROUNDS) == {deal(wood[0])}
    assert refused(situation, *wood, *round_later * REFUSAL_ROUNDS, *round_later) == set()
    assert refused(situation, *wood, "end turn", "end turn", "end turn") == set()
