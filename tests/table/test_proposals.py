"""Proposals: a seat that is not on turn proposes a deal, and the seat on turn takes it with one act."""

from collections import Counter

import pytest
from tests.table.random_plays import advance, random_deal

from catanlab import Catan
from catanlab.framework.errors import (
    IllegalMoveError,
    MoveTextError,
    NotDecidingError,
    ProposalError,
    StaleDecisionError,
    TableError,
)
from catanlab.framework.random import Random
from catanlab.games.catan.constants import RESOURCES
from catanlab.games.catan.position import Phase
from catanlab.games.gomoku import Gomoku
from catanlab.table.events import Outcome, Played, Proposed, Withdrawn
from catanlab.table.play import Play


def hands(play):
    return [seat.hand for seat in play.state.position.seats]


def swap(play, seat, more=0):
    """Return a deal of one card for one (or more) that this seat and the one on turn hold, or None."""
    position = play.state.position
    if position.phase != Phase.MAIN or seat == position.on_turn or play.is_over:
        return None
    own, other = position.seats[seat].hand, position.seats[position.on_turn].hand
    for give in range(5):
        for get in range(5):
            if give != get and own[give] and other[get] > more:
                return f"1 {RESOURCES[give]} for {1 + more} {RESOURCES[get]}"
    return None


def market(rules="trading", seed=1, wanted=lambda play: True):
    """Return a play in which a seat off turn could swap a card with the seat on turn, and that seat."""
    play, random = Play(Catan(rules=rules, seed=seed), seed=seed), Random(seed)
    while True:
        for seat in range(4):
            if swap(play, seat) and wanted(play):
                return play, seat
        advance(play, random)


# Proposing.


def test_a_proposal_is_public_and_stays_open():
    play, seat = market()
    deal = swap(play, seat)
    step = play.propose(seat, deal, decision=play.decision)
    assert step.event == step.public == Proposed(seat, deal) == play.events[-1]
    assert step.seen == (step.event,) * 4
    assert play.proposals == {seat: deal}


def test_a_proposal_is_kept_in_canonical_words():
    play, seat = market()
    deal = swap(play, seat)
    assert play.propose(seat, f"  {deal.replace(' ', '  ')}").event.deal == deal


def test_a_new_proposal_replaces_the_old():
    play, seat = market(wanted=lambda play: any(swap(play, seat, more=1) for seat in range(4)))
    seat = next(seat for seat in range(4) if swap(play, seat, more=1))
    play.propose(seat, swap(play, seat))
    play.propose(seat, swap(play, seat, more=1))
    assert play.proposals == {seat: swap(play, seat, more=1)}
    assert [type(event) for event in play.events[-2:]] == [Proposed, Proposed]


def test_only_seats_off_turn_propose():
    play, _ = market()
    with pytest.raises(ProposalError, match="the seat on turn makes offers") as error:
        play.propose(play.state.position.on_turn, "1 wood for 1 ore")
    assert error.value.code == "bad-proposal"
    with pytest.raises(TableError, match="not a seat"):
        play.propose(4, "1 wood for 1 ore")


def test_nothing_is_proposed_outside_the_main_phase():
    play = Play(Catan(rules="trading", seed=1))
    with pytest.raises(ProposalError, match="the phase is 'set-up settlement'"):
        play.propose(1, "1 wood for 1 ore")
    play, seat = market(wanted=lambda play: play.state.position.own.hand_size > 1)
    deal = swap(play, seat)
    own = next(card for card, count in zip(RESOURCES, play.state.position.own.hand, strict=True) if count)
    other = next(card for card in RESOURCES if card != own)
    on_turn = play.state.position.on_turn
    play.move(on_turn, f"offer 1 {own} for 1 {other} to {seat}")
    with pytest.raises(ProposalError, match="nothing can be proposed now"):
        play.propose(seat, deal)


def test_a_proposal_gives_what_its_owner_holds_for_something_else():
    play, seat = market()
    hand = play.state.position.seats[seat].hand
    lacking = next((i for i in range(5) if not hand[i]), None)
    if lacking is not None:
        with pytest.raises(IllegalMoveError, match=f"the seat lacks 1 {RESOURCES[lacking]}"):
            play.propose(seat, f"1 {RESOURCES[lacking]} for 1 {RESOURCES[lacking - 1]}")
    with pytest.raises(IllegalMoveError, match="lacks"):
        play.propose(seat, "31 wood for 1 ore")
    with pytest.raises(IllegalMoveError, match="both sides"):
        play.propose(seat, "1 wood for 1 wood + 1 ore")
    for text in (
        "",
        "wood for ore",
        "1 wood",
        "1 wood for 1 gold",
        "1 wood for 1 ore by 2",
        "1 wood for 1 ore to 2",
        None,
    ):
        with pytest.raises(MoveTextError, match="is not a deal"):
            play.propose(seat, text)
    assert play.proposals == {}


def test_a_proposal_to_an_old_decision_is_refused():
    play, seat = market()
    with pytest.raises(StaleDecisionError):
        play.propose(seat, swap(play, seat), decision=play.decision - 1)


def test_games_without_trade_have_no_proposals():
    for game in (Catan(rules="base", seed=1), Gomoku(size=3, line=3)):
        play = Play(game)
        for act in (
            lambda play=play: play.propose(1, "1 wood for 1 ore"),
            lambda play=play: play.take(0, 1),
        ):
            with pytest.raises(ProposalError, match="has no proposals by these rules"):
                act()


# Taking.


@pytest.mark.parametrize("rules", ["trading", "jsettlers", "thomas"])
def test_the_seat_on_turn_takes_a_proposal_with_one_act(rules):
    play, seat = market(rules)
    deal = swap(play, seat)
    position, before = play.state.position, hands(play)
    play.propose(seat, deal)
    step = play.take(position.on_turn, seat, decision=play.decision, seconds=1.5)
    give, _, get = deal.partition(" for ")
    assert str(step.event.move) == f"deal {get} for {give} with {seat}"
    assert (step.event.seat, step.event.seconds) == (position.on_turn, 1.5)
    assert step.seen == (Played(step.event.move, position.on_turn),) * 4
    assert step.followed == ()
    after = hands(play)
    changed = {other for other in range(4) if before[other] != after[other]}
    assert changed == {seat, position.on_turn}
    assert [sum(hand) for hand in before] == [sum(hand) for hand in after]
    assert play.state.position.offers_made == position.offers_made
    assert play.state.position.phase == Phase.MAIN
    assert play.proposals == {}
    assert not any(isinstance(event, Withdrawn) for event in play.events)


def test_only_the_seat_on_turn_takes_and_only_what_is_open():
    play, seat = market()
    on_turn = play.state.position.on_turn
    with pytest.raises(ProposalError, match=f"seat {seat} has no open proposal"):
        play.take(on_turn, seat)
    play.propose(seat, swap(play, seat))
    third = next(other for other in range(4) if other not in (seat, on_turn))
    for other in (seat, third):
        with pytest.raises(NotDecidingError, match="which is on turn"):
            play.take(other, seat)
    with pytest.raises(StaleDecisionError):
        play.take(on_turn, seat, decision=play.decision + 1)
    play.withdraw(seat)
    with pytest.raises(ProposalError):
        play.take(on_turn, seat)


def test_a_proposal_that_cannot_be_paid_is_not_taken():
    play, seat = market()
    give = swap(play, seat).partition(" for ")[0]
    get = next(card for card in RESOURCES if card not in give)
    play.propose(seat, f"{give} for 31 {get}")
    before = hands(play)
    with pytest.raises(IllegalMoveError, match=f"the seat lacks [0-9]+ {get}"):
        play.take(play.state.position.on_turn, seat)
    assert hands(play) == before
    assert play.proposals


def test_no_proposal_is_taken_while_an_offer_is_open():
    play, seat = market()
    deal = swap(play, seat)
    on_turn = play.state.position.on_turn
    play.propose(seat, deal)
    give, _, get = deal.partition(" for ")
    play.move(on_turn, f"offer {get} for {give} to {seat}")
    with pytest.raises(NotDecidingError, match="no proposal can be taken now"):
        play.take(on_turn, seat)
    play.move(on_turn, "cancel")
    play.take(on_turn, seat)


def test_a_deal_is_no_move_that_a_seat_can_make_by_itself():
    play, seat = market()
    deal = swap(play, seat)
    on_turn = play.state.position.on_turn
    give, _, get = deal.partition(" for ")
    text = f"deal {get} for {give} with {seat}"
    assert play.state.is_legal(text, on_turn)
    for _ in range(2):
        with pytest.raises(IllegalMoveError, match="takes the proposal of another seat"):
            play.move(on_turn, text)
        play.propose(seat, deal)


# Lapsing.


def test_a_proposal_is_taken_back_by_its_owner():
    play, seat = market()
    with pytest.raises(ProposalError, match="no open proposal"):
        play.withdraw(seat)
    play.propose(seat, swap(play, seat))
    step = play.withdraw(seat)
    assert step.event == step.public == Withdrawn(seat, lapsed=False)
    assert play.proposals == {}


def test_a_proposal_lapses_at_the_end_of_the_turn():
    play, seat = market()
    play.propose(seat, swap(play, seat))
    step = play.move(play.state.position.on_turn, "end turn")
    assert [other.event for other in step.followed] == [Withdrawn(seat, lapsed=True)] == play.events[-1:]
    assert step.followed[0].seen == (Withdrawn(seat, lapsed=True),) * 4


def test_a_proposal_lapses_at_the_end_of_the_game():
    play, seat = market()
    again = Play(play.game, seed=play.seed, max_moves=len(play.moves) + 1)
    for event in play.events:
        again.replay(event)
    again.propose(seat, swap(again, seat))
    on_turn = again.state.position.on_turn
    step = again.move(on_turn, next(move for move in again.state.legal_moves if move.group != "end turn"))
    assert [other.event for other in step.followed][-2:] == [Withdrawn(seat, lapsed=True), again.result]
    with pytest.raises(ProposalError, match="the game has ended"):
        again.propose(seat, "1 wood for 1 ore")


@pytest.mark.full
def test_a_proposal_lapses_whenever_the_hand_of_its_owner_changes_and_only_then():
    """Seats propose whatever they can, over whole games; every end of a proposal has its reason."""
    causes = Counter()
    for seed in range(4):
        play, random = (
            Play(Catan(rules=("trading", "thomas")[seed % 2], seed=seed), seed=seed),
            Random(seed),
        )
        while not play.is_over and len(play.moves) < 2500:
            for seat in range(4):
                if seat not in play.proposals and (deal := swap(play, seat, more=random.below(2))):
                    play.propose(seat, deal)
            open_before, held, turn = dict(play.proposals), hands(play), play.state.turn
            known = len(play.events)
            takers = [seat for seat in open_before if random.below(40) == 0]
            try:
                if not takers:
                    raise ProposalError("nothing is taken")
                play.take(play.state.position.on_turn, takers[0])
                del open_before[takers[0]]
                causes["taken"] += 1
            except (TableError, IllegalMoveError):
                advance(play, random)
            cause = play.moves[-1].group
            over = play.is_over or play.state.turn != turn
            gone = {seat for seat in open_before if over or hands(play)[seat] != held[seat]}
            assert set(play.proposals) == set(open_before) - gone
            lapsed = [event for event in play.events[known:] if isinstance(event, Withdrawn)]
            assert lapsed == [Withdrawn(seat, lapsed=True) for seat in sorted(gone)]
            for _ in gone:
                causes["over" if play.is_over else cause] += 1
    assert {"taken", "steal", "end turn", "accept", "confirm", "monopoly"} <= causes.keys()


def test_a_theft_from_the_owner_shows_others_the_same_whatever_was_stolen():
    for seed in range(20):
        play, random = Play(Catan(rules="trading", seed=seed), seed=seed), Random(seed)
        while not play.is_over:
            position = play.state.position
            stealing = position.phase == Phase.STEALING and len(play.state.outcomes) > 1
            if stealing and position.victim in play.proposals:
                break
            for seat in range(4):
                if seat not in play.proposals and (deal := swap(play, seat)):
                    play.propose(seat, deal)
            advance(play, random)
        if not play.is_over:
            break
    assert not play.is_over
    shown = []
    for outcome, _ in play.state.outcomes:
        world = Play(play.game, seed=play.seed)
        for event in play.events:
            world.replay(event)
        step = world.replay(Outcome(outcome))
        steps = [step, *step.followed]
        assert Withdrawn(position.victim, lapsed=True) in [other.event for other in steps]
        others = [seat for seat in range(4) if seat not in (position.victim, position.on_turn)]
        shown.append([(other.public, *(other.seen[seat] for seat in others)) for other in steps])
    assert all(part == shown[0] for part in shown)


def test_a_log_may_leave_out_or_repeat_what_lapsed():
    play, seat = market()
    play.propose(seat, swap(play, seat))
    play.move(play.state.position.on_turn, "end turn")
    *before, lapsed = play.events
    assert lapsed == Withdrawn(seat, lapsed=True)
    for events in (before, play.events):
        again = Play(play.game, seed=play.seed)
        for event in events:
            again.replay(event)
        assert again.events == play.events
    with pytest.raises(ProposalError):
        again.replay(lapsed)


def test_random_deals_are_deals():
    assert all(Catan(rules="trading").proposals.read(random_deal(Random(seed))) for seed in range(20))
