"""What a negotiator remembers, from logs given as text."""

import pytest
from tests.agents.negotiation.positions import deal

from catanlab import Catan, Table, make_agent
from catanlab.agents.negotiation.memory import Memory
from catanlab.agents.negotiation.statements import Statement, parse
from catanlab.games.catan.constants import ORE, SHEEP, WHEAT, WOOD
from catanlab.games.catan.moves import CatanMove
from catanlab.games.catan.rules import Rules
from catanlab.table.events import Outcome, Played, Said


def remember(*log, me=0, rules=None, span=None, said=()):
    memory = Memory(rules or Rules.trading(), me, span)
    for ply, seat, text in said:
        for statement in parse(text):
            memory.hear(ply, seat, statement)
    memory.read([CatanMove.parse(move) for move in log])
    return memory


OFFER = "offer 1 wood for 1 ore to 1 2 3"


def test_who_rejects_an_offer_does_not_sell_what_it_asks_for():
    memory = remember("dice 5", OFFER, "reject", "accept", "reject")
    assert not memory.is_selling(1, ORE)
    assert memory.is_selling(2, ORE)
    assert not memory.is_selling(3, ORE)
    assert memory.is_selling(1, WHEAT)


def test_only_addressees_answer_and_in_turn_order():
    log = ["dice 5", "end turn", "dice 6", "offer 1 wood for 1 ore to 0 3", "accept", "reject"]
    memory = remember(*log, me=2)
    assert memory.is_selling(3, ORE)
    assert not memory.is_selling(0, ORE)


def test_a_refusal_is_forgotten_after_a_round():
    log = ["dice 5", OFFER, "reject", "reject", "reject"]
    within = remember(*log, *["end turn", "dice 6"] * 4)
    assert not within.is_selling(1, ORE)
    assert within.has_failed(deal("1 wood for 1 ore"))
    later = remember(*log, *["end turn", "dice 6"] * 5)
    assert later.is_selling(1, ORE)
    assert not later.has_failed(deal("1 wood for 1 ore"))


def test_with_a_span_of_0_refusals_count_in_the_same_turn_only():
    log = ["dice 5", OFFER, "reject", "reject", "reject"]
    assert not remember(*log, span=0).is_selling(1, ORE)
    memory = remember(*log, "end turn", "dice 6", span=0)
    assert memory.is_selling(1, ORE)
    assert memory.has_failed(deal("1 wood for 1 ore"))


def test_an_offer_that_led_to_a_trade_was_not_in_vain():
    memory = remember("dice 5", OFFER, "reject", "accept", "reject", "confirm 2")
    assert not memory.has_failed(deal("1 wood for 1 ore"))
    assert remember("dice 5", OFFER, "reject", "accept", "reject", "cancel").has_failed(
        deal("1 wood for 1 ore")
    )


def test_where_the_first_accept_trades_the_offer_is_over_with_it():
    memory = remember("dice 5", OFFER, "reject", "accept", "end turn", "dice 6", rules=Rules.jsettlers())
    assert not memory.is_selling(1, ORE)
    assert memory.is_selling(3, ORE)
    assert not memory.has_failed(deal("1 wood for 1 ore"))


def test_offers_of_others_are_not_mine():
    log = ["dice 5", "end turn", "dice 6", "offer 1 wood for 1 ore to 0", "reject"]
    assert not remember(*log).has_failed(deal("1 wood for 1 ore"))


def test_a_counter_offer_that_was_not_taken_has_failed():
    log = ["dice 5", "end turn", "dice 6", "offer 1 wood for 1 ore to 0", "counter 1 sheep for 1 wood"]
    assert remember(*log, "cancel").has_failed(deal("1 sheep for 1 wood"))
    assert not remember(*log, "take 0").has_failed(deal("1 sheep for 1 wood"))


def test_who_proposes_a_deal_wants_one_side_and_sells_the_other():
    log = ["dice 5", "end turn", "dice 6", "offer 1 wood for 1 ore to 0 2", "counter 1 sheep for 1 wood"]
    memory = remember(*log)
    assert memory.marked("want", 1, ORE)
    assert memory.marked("sell", 1, WOOD)
    assert not memory.is_selling(1, ORE)
    assert memory.marked("sell", 2, SHEEP)
    assert memory.marked("want", 2, WOOD)


def test_a_trade_ends_what_was_wanted():
    log = ["dice 5", "end turn", "dice 6", "offer 1 wood for 1 ore to 0", "accept", "confirm 0"]
    memory = remember(*log)
    assert not memory.marked("want", 1, ORE)
    assert memory.is_selling(1, ORE)


def test_a_counter_offer_that_is_taken_ends_what_it_was_about():
    log = ["dice 5", "end turn", "dice 6", "offer 1 wood for 1 ore to 0 2"]
    memory = remember(*log, "counter 1 sheep for 1 wood", "reject", "take 2")
    assert not memory.marked("sell", 2, SHEEP)
    assert not memory.marked("sell", 1, WOOD)
    assert memory.marked("want", 1, ORE)


def test_statements_are_remembered():
    memory = remember("dice 5", said=[(1, 1, "I want ore"), (1, 2, "no ore"), (1, 3, "not selling ore")])
    assert memory.marked("want", 1, ORE)
    assert memory.marked("lack", 2, ORE)
    assert memory.marked("keep", 3, ORE)


def test_a_question_states_an_interest():
    memory = remember("dice 5", said=[(1, 1, "Is anyone selling ore? Does anyone want wood?")])
    assert memory.marked("want", 1, ORE)
    assert memory.marked("sell", 1, WOOD)
    assert [(who, what.kind) for _, who, what in memory.questions] == [(1, "sell?"), (1, "want?")]
    assert remember("dice 5", "end turn", "dice 6", said=[(1, 1, "ore?")]).questions == []


def test_later_words_count_more():
    memory = remember("dice 5", said=[(1, 1, "I am selling ore"), (1, 1, "not selling ore")])
    assert not memory.is_selling(1, ORE)
    assert not memory.marked("sell", 1, ORE)


@pytest.mark.parametrize(
    ("question", "reply", "kind"),
    [
        ("is anyone selling ore?", "yes", "sell"),
        ("is anyone selling ore?", "no", "keep"),
        ("does anyone want ore?", "yes", "want"),
        ("does anyone want ore?", "no", "decline"),
    ],
)
def test_yes_and_no_are_about_the_last_question(question, reply, kind):
    said = [(1, 0, "who wants sheep?"), (1, 0, question), (1, 2, reply)]
    memory = remember("dice 5", said=said)
    assert memory.marked(kind, 2, ORE)
    assert not any(memory.marked(each, 2, SHEEP) for each in ("want", "decline"))


def test_yes_to_a_question_for_somebody_else_means_nothing():
    memory = remember("dice 5", said=[(1, 0, "seat 3, do you want ore?"), (1, 2, "yes")])
    assert not memory.marked("want", 2, ORE)


def test_leaders_are_remembered_with_the_turn():
    memory = remember("dice 5", "end turn", "dice 5", said=[(1, 2, "seat 3 is winning")])
    assert memory.leaders == {3: 1}


def test_statements_and_moves_are_taken_in_in_their_order():
    before = remember("dice 5", OFFER, "reject", said=[(1, 1, "I am selling ore")])
    assert not before.is_selling(1, ORE)
    after = remember("dice 5", OFFER, "reject", said=[(3, 1, "I am selling ore")])
    assert after.is_selling(1, ORE)


def test_who_speaks_after_me_is_heard_later():
    memory = Memory(Rules.trading(), 2)
    log = [CatanMove.parse("dice 5")]
    memory.hear(1, 1, Statement("want", (ORE,)))
    memory.hear(1, 3, Statement("want", (WOOD,)))
    memory.read(log, mover=0)
    assert memory.marked("want", 1, ORE)
    assert not memory.marked("want", 3, WOOD)
    memory.read(log)
    assert memory.marked("want", 3, WOOD)


@pytest.mark.full
def test_reading_bit_by_bit_is_reading_at_once():
    game = Catan(rules="trading", seed=2)
    agents = [make_agent("greedy:trade=principled") for _ in range(4)]
    with Table(game, agents, seed=2) as table:
        table.play()
    moves = []
    said = []
    for event in table.events:
        if isinstance(event, Said):
            said += [(len(moves), event.seat, statement) for statement in parse(event.text)]
        elif isinstance(event, Played | Outcome):
            moves.append(event.move)
    slowly = Memory(game.rules, 1)
    waiting = list(said)
    for ply in range(len(moves) + 1):
        while waiting and waiting[0][0] == ply:
            slowly.hear(*waiting.pop(0))
        slowly.read(moves[:ply])
    at_once = Memory(game.rules, 1)
    for each in said:
        at_once.hear(*each)
    at_once.read(moves)
    assert said
    assert vars(slowly) == vars(at_once)
