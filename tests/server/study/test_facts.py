"""The facts of a game are what its people did, as the test counted it."""

import msgspec
import pytest
from tests.server.rooms import OPTIONS, phase_of, play_on, to_main
from tests.server.study.kept import PEOPLE, SHORT, CountedRoom, facts_of, play, played

from catanlab.games.catan.moves import CatanMove
from catanlab.server import wire
from catanlab.server.database.rows import Row
from catanlab.server.rooms import log_entries as log
from catanlab.server.study import negotiation
from catanlab.server.study.game_reader import StudyError, read_game

pytestmark = pytest.mark.full

SEEDS = (1, 2, 3)


def at_main(*people: str, seat: int = 0, options: wire.RoomOptions = SHORT) -> CountedRoom:
    """Return a room in which a seat is on turn and everybody holds cards."""
    room = CountedRoom(options, people=PEOPLE)
    room.begin(*people)
    to_main(room, seat)
    return room


def rich(room: CountedRoom, seat: int) -> str:
    """Return a resource that a seat holds."""
    names = ("wood", "clay", "sheep", "wheat", "ore")
    return next(
        name for name, count in zip(names, room.view(seat).position.own.certain, strict=True) if count
    )


def other(resource: str) -> str:
    return "ore" if resource != "ore" else "wood"


def to_the_end(room: CountedRoom) -> None:
    play(room, seed=3)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("button", [True, False])
def test_everything_that_four_people_did_is_counted(seed: int, button: bool) -> None:
    room = played(seed, button=button)
    counts, facts = room.counts, facts_of(room)
    assert facts.turns == counts["roll"] or facts.turns == counts["roll"] + 1
    assert facts.turns == counts["end"] + 1
    assert negotiation.offers(facts) == counts["offer"] + counts["proposal"]
    assert negotiation.counters(facts) == counts["counter"] + counts["countering proposal"]
    assert negotiation.rejects(facts) == counts["reject"]
    assert negotiation.accepts(facts) == counts["accept"] + counts["take"] + counts["taken proposal"]
    assert negotiation.deals(facts) == counts["confirm"] + counts["take"] + counts["taken proposal"]
    assert sum(facts.bank_trades) == counts["bank"]
    assert sum(facts.statements) == counts["say"]
    assert sum(facts.chat) == counts["chat"]
    kinds = [decision.kind for decision in facts.decisions]
    assert kinds.count("discard") == counts["discard"]
    assert kinds.count("answer") == counts["accept"] + counts["reject"] + counts["counter"]
    assert kinds.count("opening") == 16
    assert {seat.kind for seat in facts.seats} == {"person"}
    assert facts.winner == room.play.result.winner  # type: ignore[union-attr]
    assert facts.is_whole
    assert counts["offer"] > 3
    assert counts["counter"] > 0 or not button


def test_the_games_together_have_every_kind_of_trade() -> None:
    found: set[str] = set()
    for seed in SEEDS:
        found |= set(played(seed).counts)
    assert {"proposal", "countering proposal", "taken proposal", "take", "confirm", "cancel"} <= found


def test_an_answer_has_its_offer_its_players_and_its_time() -> None:
    room = at_main("ann", "bob", "cid")
    give = rich(room, 0)
    room.now += 4.0
    assert not room.move("ann", f"offer 1 {give} for 1 {other(give)} to 1 3")
    room.now += 2.5
    assert not room.move("bob", "reject")
    room.run_robots()
    if phase_of(room) == "CHOOSING":
        assert not room.move("ann", "cancel")
    to_the_end(room)
    facts = facts_of(room)
    made = [offer for offer in facts.offers if offer.form == "offer" and offer.at.turn >= 5]
    offer = next(each for each in made if len(each.answers) == 2)
    assert (offer.kind, [each.kind for each in offer.answers]) == ("person", ["person", "robot"])
    assert (sum(offer.give), sum(offer.get), offer.replies_to) == (1, 1, 0)
    assert (offer.answers[0].said, offer.answers[0].seconds) == ("reject", 2.5)
    assert offer.answers[1].said in ("accept", "reject", "counter")
    # The moment leads to the place in the record.
    record = room.room.record()
    moves = list(room.play.moves)
    assert CatanMove(moves[offer.at.ply - 1]).kind.name == "OFFER"
    assert len(record) == len(moves)
    assert room.rows[offer.at.seq - 1].seq == offer.at.seq
    entry = log.decode(room.rows[offer.at.seq - 1].body)
    assert isinstance(entry, log.Moved)
    assert entry.move.startswith("offer")


def test_a_proposal_after_an_offer_to_that_seat_is_a_counter_offer_and_another_is_not() -> None:
    room = at_main(*PEOPLE, options=msgspec.structs.replace(SHORT, counter_button=False))
    before = len(room.rows)
    give = rich(room, 0)
    assert not room.move("ann", f"offer 1 {give} for 1 {other(give)} to 1")
    assert not room.move("bob", "reject")
    turn = room.room.position.turn_number
    for person, seat in (("bob", 1), ("cid", 2)):
        has = rich(room, seat)
        deal = f"1 {has} for 1 {other(has)}"
        assert not room.act(person, wire.Propose(id=room.id(), room="r1", turn=turn, deal=deal))
    to_the_end(room)
    found = [offer for offer in facts_of(room).offers if offer.at.seq > before][:3]
    assert [offer.form for offer in found] == ["offer", "proposal", "proposal"]
    assert [offer.is_counter for offer in found] == [False, True, False]
    assert found[1].replies_to == found[0].at.seq
    assert [answer.seat for answer in found[1].answers] == [0]


def test_what_is_asked_offered_and_said_by_buttons_and_in_chat_is_told() -> None:
    room = at_main(*PEOPLE)
    before = len(room.rows)
    give = rich(room, 0)

    def chat(person: str, text: str) -> None:
        assert not room.act(person, wire.Chat(id=room.id(), room="r1", text=text))

    assert not room.act("bob", wire.Ask(id=room.id(), room="r1", kind="want", resources=(give,)))
    asked = len(room.rows)
    assert not room.act("cid", wire.Reply(id=room.id(), room="r1", ask=asked, answer="no"))
    chat("dan", "I need ore")
    chat("ann", f"1 {give} for 1 {other(give)}?")
    assert phase_of(room) == "ANSWERING"
    to_the_end(room)
    facts = facts_of(room)
    assert (facts.asks, facts.replies) == ((0, 1, 0, 0), (0, 0, 1, 0))
    assert sum(facts.statements) == room.counts["say"]
    assert sum(facts.chat) == room.counts["chat"]
    [spoken] = [offer for offer in facts.offers if offer.from_chat]
    assert (spoken.seat, spoken.form, len(spoken.answers)) == (0, "offer", 3)
    assert spoken.at.seq > before


def test_under_first_an_accept_is_the_deal() -> None:
    deals = accepts = 0
    for seed in SEEDS:
        room = played(seed, rules="trading,points_to_win=4,trade_settlement=first")
        facts = facts_of(room)
        deals += negotiation.deals(facts)
        accepts += room.counts["accept"] + room.counts["take"] + room.counts["taken proposal"]
    assert deals == accepts > 3


def test_no_time_is_told_where_no_clock_ran() -> None:
    room = at_main(*PEOPLE)
    give = rich(room, 0)
    room.now += 3.0
    assert not room.move("ann", f"offer 1 {give} for 1 {other(give)} to 1 2")
    assert not room.move("bob", "reject")
    room.now += 5.0
    assert not room.move("ann", "cancel")  # cid still thinks
    seq = len(room.rows)
    to_the_end(room)
    facts = facts_of(room)
    assert "cancel" in room.rows[seq - 1].body.decode()
    choices = [each for each in facts.decisions if each.kind == "choice"]
    assert None in {each.seconds for each in choices}


def test_what_the_clock_answered_is_no_answer_of_a_player() -> None:
    pace = wire.Pace(answer=5.0, decision=3600.0, discard=3600.0)
    room = at_main(*PEOPLE, options=msgspec.structs.replace(SHORT, pace=pace))
    before = len(room.rows)
    give = rich(room, 0)
    assert not room.move("ann", f"offer 1 {give} for 1 {other(give)} to 1")
    room.tick(6.0)
    room.run_robots()
    room.tick(1.0)
    late = [row for row in room.rows[before:] if b'"late":true' in row.body]
    assert late, "the clock answered"
    play_on(room, until=lambda: room.play.is_over, seed=2)
    offer = next(each for each in facts_of(room).offers if each.at.seq > before)
    [answer] = offer.answers
    assert answer.late
    assert answer.said != "none"
    assert answer.own == "none"


def test_who_leaves_and_who_comes_back_changed_the_game() -> None:
    room = at_main("ann", "bob")
    assert not room.act("bob", wire.Stand(id=room.id(), room="r1"))
    room.run_robots()
    assert not room.sit("bob", 1)
    room.tick()
    to_the_end(room)
    facts = facts_of(room)
    assert [(each.seat, each.before, each.after) for each in facts.substitutions] == [
        (1, "person", "robot"),
        (1, "robot", "person"),
    ]
    assert [seat.changed for seat in facts.seats] == [False, True, False, False]
    assert [seat.kind for seat in facts.seats] == ["person", "person", "robot", "robot"]
    assert not facts.is_whole


def test_a_bot_is_told_from_a_person() -> None:
    room = CountedRoom(SHORT)
    room.begin(*PEOPLE)
    play(room)
    rows = []
    for row in room.rows:
        entry = log.decode(row.body)
        if isinstance(entry, log.Seated) and entry.person == "cid":
            row = msgspec.structs.replace(row, body=log.encode(msgspec.structs.replace(entry, bot=True)))
        rows.append(row)
    facts = read_game(rows)
    assert facts is not None
    assert [seat.kind for seat in facts.seats] == ["person", "person", "bot", "person"]
    assert {decision.by for decision in facts.decisions} == {"person", "bot"}


def test_a_deal_that_brings_the_missing_card_is_told_with_what_it_paid_for() -> None:
    found = 0
    for seed in SEEDS:
        room = played(seed)
        facts = facts_of(room)
        state = room.room.game.start()
        hands = []
        for move in room.play.moves:
            hands.append(state.position.seats)
            state.apply(move)
        for purchase in facts.purchases:
            found += 1
            [at] = [at for _, _, at in facts.deals if at == purchase.deal]
            assert at.turn == purchase.at.turn
            assert at.ply < purchase.at.ply
            before = hands[at.ply - 1][purchase.seat].certain
            after = hands[at.ply][purchase.seat].certain
            cost = {
                "road": (1, 1, 0, 0, 0),
                "settlement": (1, 1, 1, 1, 0),
                "city": (0, 0, 0, 2, 3),
                "development card": (0, 0, 1, 1, 1),
            }[purchase.what]
            missing = [place for place in range(5) if before[place] < cost[place]]
            assert any(after[place] > before[place] for place in missing)
    assert found


def test_a_game_that_goes_on_has_no_facts_and_a_wrong_log_says_where() -> None:
    room = CountedRoom(SHORT)
    room.begin(*PEOPLE)
    assert read_game(room.rows) is None
    assert read_game([]) is None
    wrong = log.encode(log.Moved(seat=0, move="roll"))
    rows = [*room.rows, Row("r1", len(room.rows) + 1, 1, 5, "moved", wrong)]
    with pytest.raises(StudyError, match=rf"room r1, event {len(rows)}: .*roll"):
        read_game(rows)
    with pytest.raises(StudyError, match="room r1, event 2: its log begins with seated"):
        read_game(room.rows[1:])
    with pytest.raises(StudyError, match="room r1, event 4: event 3 is missing"):
        read_game([*room.rows[:2], *room.rows[3:]])
    taken = log.encode(log.Taken(seat=0, proposer=1, move="deal 1 wood for 1 ore with 1"))
    with pytest.raises(StudyError, match=rf"room r1, event {len(rows)}: "):
        read_game([*room.rows, Row("r1", len(rows), 1, 5, "taken", taken)])
    broken = msgspec.structs.replace(room.rows[0], body=b"{")
    with pytest.raises(StudyError, match="room r1, event 1: "):
        read_game([broken])


def test_robots_have_their_own_kind() -> None:
    room = CountedRoom(msgspec.structs.replace(OPTIONS, rules="trading,points_to_win=4"), people=("ann",))
    room.begin("ann")
    play(room)
    facts = facts_of(room)
    assert [seat.kind for seat in facts.seats] == ["person", "robot", "robot", "robot"]
    assert [seat.agent for seat in facts.seats] == ["", "greedy", "greedy", "greedy"]
    assert {decision.by for decision in facts.decisions if decision.seat} == {"robot"}
