"""Channels and invitations: what is said and to whom."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from sqlalchemy import select
from tests.server.hubs import Bench, Guest, on_bench
from tests.server.lobby.test_lobby import PRIVATE, lobby, token

from catanlab.server import wire
from catanlab.server.database.tables import CHANNEL_LINES
from catanlab.server.ledger import INVITE_COST
from catanlab.server.limits import Limits
from catanlab.server.lobby.channels import MAX_CHANNELS, MAX_LINES
from catanlab.server.ports import Caller

pytestmark = [
    pytest.mark.full,  # each has a database and a thread that writes
    pytest.mark.usefixtures("both_databases"),
]

MAX_ENTERED = Limits().channels_per_person


def texts(guest: Guest, channel: str = "start") -> list[str]:
    """Return what a connection has heard in a channel."""
    return [
        line.text
        for message in guest.box.of(wire.ChannelLines)
        if message.channel == channel
        for line in message.lines
    ]


def there(guest: Guest) -> set[str]:
    """Return who is in the channel, as a connection was told last."""
    [*_, last] = [each for each in guest.box.of(wire.ChannelLines) if isinstance(each.people, tuple)]
    assert isinstance(last.people, tuple)
    return {each.name for each in last.people}


def code(guest: Guest) -> str:
    assert isinstance(guest.last, wire.Refused)
    return guest.last.code


async def say(guest: Guest, text: str, act: str = "", channel: str = "start") -> str:
    act = act or guest.id()
    await guest.do(wire.Talk(id=act, channel=channel, text=text))
    return act


def kept(bench: Bench) -> list[tuple[str, str, str]]:
    columns = CHANNEL_LINES.c.channel, CHANNEL_LINES.c.name, CHANNEL_LINES.c.text
    with bench.services.database.reader.connect() as connection:
        found = connection.execute(select(*columns).order_by(CHANNEL_LINES.c.id))
        return [(row[0], row[1], row[2]) for row in found]


def test_a_channel_is_made_on_demand_and_gone_with_the_last_one(tmp_path: Path) -> None:
    async def test(bench: Bench) -> None:
        ann, bob, eve = [await bench.guest(name) for name in ("Ann", "Bob", "Eve")]
        tab = await bench.guest("Ann", token(ann))
        await eve.do(wire.Watch())
        for guest in (ann, tab, bob):
            await guest.do(wire.Enter(channel="start"))
        assert (await lobby(eve)).channels == (wire.ChannelInfo(channel="start", people=2),)
        assert there(ann) == {"Ann", "Bob"}
        act = await say(ann, "  Who   plays? ")
        assert ann.box.answers(act) == ["ack"]
        assert texts(ann) == texts(tab) == texts(bob) == ["Who plays?"]
        assert texts(eve) == []
        await eve.do(wire.Enter(channel="start"))
        assert texts(eve) == ["Who plays?"]
        await tab.do(wire.Leave(channel="start"))
        await bench.pass_time(1.0)
        assert there(bob) == {"Ann", "Bob", "Eve"}
        ann.session.closed()
        await bench.pass_time(1.0)
        assert there(bob) == {"Bob", "Eve"}
        await bob.do(wire.Leave(channel="start"))
        await eve.do(wire.Leave(channel="start"))
        assert (await lobby(eve)).channels == ()
        await bob.do(wire.Enter(channel="start"))
        assert texts(bob) == ["Who plays?"]  # what was said before is not said again
        assert kept(bench) == [("start", "Ann", "Who plays?")]
        assert not [timer for timer in bench.services.timers if timer.when < bench.services.time - 2]

    on_bench(tmp_path, test)


def test_a_line_is_said_once_and_kept_before_anybody_hears_it(tmp_path: Path) -> None:
    async def test(bench: Bench) -> None:
        ann, bob = await bench.guest("Ann"), await bench.guest("Bob")
        tab = await bench.guest("Ann", token(ann))
        for guest in (ann, tab, bob):
            await guest.do(wire.Enter(channel="start"))
        talk = wire.Talk(id="one", channel="start", text="Hello")
        await asyncio.gather(ann.send(talk), tab.send(talk), ann.send(talk))
        await bench.settle()
        assert texts(bob) == ["Hello"]
        assert (ann.box.answers("one"), tab.box.answers("one")) == (["ack", "ack"], ["ack"])
        await bob.do(talk)  # the same id of another person is another line
        assert texts(ann) == ["Hello", "Hello"]
        assert len(kept(bench)) == 2

    on_bench(tmp_path, test)


def test_a_line_that_cannot_be_kept_is_refused_and_may_be_sent_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(bench: Bench) -> None:
        ann = await bench.guest("Ann")
        await ann.do(wire.Enter(channel="start"))
        with monkeypatch.context() as patched:
            patched.setattr(bench.services.writer, "limit", 0)
            patched.setattr(bench.services.writer, "_waiting", 1)
            await ann.send(wire.Talk(id="one", channel="start", text="Hello"))
        assert ann.box.answers("one") == ["overloaded"]
        assert texts(ann) == []
        await say(ann, "Hello", "one")
        assert ann.box.answers("one") == ["overloaded", "ack"]
        assert texts(ann) == ["Hello"]

    on_bench(tmp_path, test)


def test_all_connections_of_a_person_share_their_channels(tmp_path: Path) -> None:
    async def test(bench: Bench) -> None:
        ann = await bench.guest("Ann")
        tab = await bench.guest("Ann", ann.box.of(wire.Welcome)[0].token)
        for number in range(MAX_ENTERED):
            await (ann if number % 2 else tab).do(wire.Enter(channel=f"c{number}"))
        for guest in (ann, tab):
            await guest.do(wire.Enter(channel="more"))
            assert code(guest) == "too-many-channels"
        # A channel counts once, however many connections are there, and until the last one leaves.
        await tab.do(wire.Enter(channel="c1"))
        assert isinstance(tab.last, wire.ChannelLines)
        await ann.do(wire.Leave(channel="c1"))
        await ann.do(wire.Enter(channel="more"))
        assert code(ann) == "too-many-channels"
        tab.session.closed()
        await ann.do(wire.Enter(channel="more"))
        assert isinstance(ann.last, wire.ChannelLines)
        bob = await bench.guest("Bob")
        await bob.do(wire.Enter(channel="c1"))
        assert isinstance(bob.last, wire.ChannelLines)

    on_bench(tmp_path, test)


def test_thirty_guests_of_an_address_leave_channels_for_others(tmp_path: Path) -> None:
    limits = Limits()

    async def test(bench: Bench) -> None:
        bench.services.ledger.limits = limits
        crowd = [
            await bench.guest(f"G{number}", caller=Caller("192.0.2.1"))
            for number in range(limits.guests_at_once)
        ]
        for number, guest in enumerate(crowd):
            for channel in range(limits.channels_per_person):
                await guest.do(wire.Enter(channel=f"c{number}x{channel}"))
        opened = limits.channels_per_address
        assert len(bench.hub.lobby.channels.infos(MAX_CHANNELS)) == opened < MAX_CHANNELS / 4
        refused = {code(guest) for guest in crowd[opened // limits.channels_per_person :]}
        assert refused == {"too-many-channels"}
        # Another address has channels of its own, and all people of this one may meet in one of theirs.
        other = await bench.guest("Other", caller=Caller("192.0.2.2"))
        await other.do(wire.Enter(channel="start"))
        assert isinstance(other.last, wire.ChannelLines)
        await crowd[0].do(wire.Leave(channel="c0x0"))
        for guest in (crowd[0], *crowd[10:]):
            await guest.do(wire.Enter(channel="start"))
            assert isinstance(guest.last, wire.ChannelLines)
        # What is left or closed is given back, and paid for as long as one of the address is there.
        await crowd[-1].do(wire.Enter(channel="more"))
        assert code(crowd[-1]) == "too-many-channels"
        for guest in crowd[10:-1]:
            guest.session.closed()
        await crowd[0].do(wire.Leave(channel="start"))
        await crowd[-1].do(wire.Enter(channel="more"))
        assert code(crowd[-1]) == "too-many-channels"
        await crowd[-1].do(wire.Leave(channel="start"))
        await crowd[-1].do(wire.Enter(channel="more"))
        assert isinstance(crowd[-1].last, wire.ChannelLines)
        for guest in (*crowd[:10], crowd[-1], other):
            guest.session.closed()
        ledger = bench.services.ledger
        assert not ledger.held("channels", network="192.0.2.1")
        assert not any(ledger.held("channels", person=guest.session.person) for guest in crowd)

    on_bench(tmp_path, test)


def test_what_is_not_allowed_in_channels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("catanlab.server.lobby.channels.MAX_CHANNELS", MAX_ENTERED)

    async def test(bench: Bench) -> None:
        ann, bob = await bench.guest("Ann"), await bench.guest("Bob")
        act = await say(ann, "Hello")
        assert ann.box.answers(act) == ["not-in-channel"]
        for number in range(MAX_ENTERED):
            await ann.do(wire.Enter(channel=f"c{number}"))
        await ann.do(wire.Enter(channel="more"))
        assert code(ann) == "too-many-channels"
        await ann.do(wire.Enter(channel="c3"))  # it is there already
        assert isinstance(ann.last, wire.ChannelLines)
        await bob.do(wire.Enter(channel="another"))
        assert code(bob) == "too-many-channels"  # the server has no more
        await bob.do(wire.Enter(channel="c3"))
        assert isinstance(bob.last, wire.ChannelLines)
        act = await say(bob, " \u2003 ", channel="c3")
        assert bob.box.answers(act) == ["bad-message"]
        bench.services.ledger.limits = Limits(acts_per_second=1.0, acts_at_once=3)
        answers = [bob.box.answers(await say(bob, "again", channel="c3")) for _ in range(5)]
        assert answers == [["ack"]] * 3 + [["too-fast"]] * 2

    on_bench(tmp_path, test)


def test_a_channel_keeps_its_last_lines_and_nothing_of_muted_people_is_heard(tmp_path: Path) -> None:
    async def test(bench: Bench) -> None:
        ann, bob, eve = [await bench.guest(name) for name in ("Ann", "Bob", "Eve")]
        for guest in (ann, bob):
            await guest.do(wire.Enter(channel="start"))
        bob.session.muted |= {ann.session.person}
        for number in range(MAX_LINES):
            await ann.send(wire.Talk(id=f"t{number}", channel="start", text=f"line {number}"))
        await say(bob, "me too")
        assert texts(bob) == ["me too"]
        await eve.do(wire.Enter(channel="start"))
        assert texts(eve) == [*(f"line {number}" for number in range(1, MAX_LINES)), "me too"]
        tab = await bench.guest("Bob", token(bob))
        tab.session.muted = bob.session.muted
        await tab.do(wire.Enter(channel="start"))
        assert texts(tab) == ["me too"]
        # The chat of a room is filtered in the same way, also what was said before.
        room = await bench.room(ann)
        await ann.do(wire.Chat(id="c1", room=room, text="before"))
        await bob.do(wire.Join(room=room))
        await ann.do(wire.Chat(id="c2", room=room, text="after"))
        assert bob.box.of(wire.ChatLines) == []
        await bob.do(wire.Chat(id="c3", room=room, text="mine"))
        await eve.do(wire.Join(room=room))
        assert [line.text for line in eve.box.of(wire.ChatLines)[-1].lines] == ["before", "after", "mine"]

    on_bench(tmp_path, test)


def test_a_crowd_in_a_channel_is_announced_now_and_then(tmp_path: Path) -> None:
    async def test(bench: Bench) -> None:
        crowd = [await bench.guest(f"G{number}") for number in range(60)]
        for guest in crowd:
            await guest.send(wire.Enter(channel="start"))
        await bench.pass_time(2.0)
        assert sum(len(guest.box.of(wire.ChannelLines)) for guest in crowd) <= 3 * len(crowd)
        assert len(there(crowd[0])) == len(crowd)

    on_bench(tmp_path, test)


# Invitations.


def test_an_invitation_reaches_all_connections_and_opens_a_private_room(tmp_path: Path) -> None:
    async def test(bench: Bench) -> None:
        ann, bob = await bench.guest("Ann"), await bench.guest("Bob")
        tab = await bench.guest("Bob", token(bob))
        room = await bench.room(ann, PRIVATE)
        invite = wire.Invite(id="come", room=room, person=bob.session.person, seat=2)
        await ann.do(invite)
        await ann.do(invite)  # sent again, as after a lost connection
        assert ann.box.answers("come") == ["ack", "ack"]
        [invited] = bob.box.of(wire.Invited)
        assert tab.box.of(wire.Invited) == [invited]
        assert (invited.name, invited.seat, invited.person) == ("Ann", 2, ann.session.person)
        await bob.do(wire.Join(room=room, invitation=invited.invitation))
        await bob.do(wire.Sit(id="sit", room=room, seat=invited.seat))
        assert bob.box.answers("sit") == ["ack"]
        await bob.do(wire.Decline(room=room))  # who came has accepted
        assert code(bob) == "no-invitation"

    on_bench(tmp_path, test)


def test_who_declines_is_heard_by_who_invited_and_by_nobody_else(tmp_path: Path) -> None:
    async def test(bench: Bench) -> None:
        ann, bob, eve = [await bench.guest(name) for name in ("Ann", "Bob", "Eve")]
        room = await bench.room(ann)
        await eve.do(wire.Join(room=room))
        await ann.do(wire.Invite(id="come", room=room, person=bob.session.person))
        await bob.do(wire.Decline(room=room))
        [declined] = ann.box.of(wire.Declined)
        assert (declined.room, declined.name) == (room, "Bob")
        assert not eve.box.of(wire.Declined)
        await bob.do(wire.Decline(room=room))
        assert code(bob) == "no-invitation"
        await ann.do(wire.Invite(id="please", room=room, person=bob.session.person))
        assert len(bob.box.of(wire.Invited)) == 2

    on_bench(tmp_path, test)


def test_who_may_invite_whom(tmp_path: Path) -> None:
    async def test(bench: Bench) -> None:
        ann, bob, eve = [await bench.guest(name) for name in ("Ann", "Bob", "Eve")]
        gone = await bench.guest("Gone")
        gone.session.closed()
        room = await bench.room(ann)
        person = eve.session.person

        async def answer(guest: Guest, person: str, seat: int | None = None) -> list[str]:
            act = guest.id()
            await guest.do(wire.Invite(id=act, room=room, person=person, seat=seat))
            return guest.box.answers(act)

        assert await answer(bob, person) == ["not-joined"]
        await bob.do(wire.Join(room=room))
        assert await answer(bob, person) == ["not-seated"]
        assert not eve.box.of(wire.Invited)
        await bob.do(wire.Sit(id="sit", room=room, seat=0))
        assert await answer(bob, person) == ["ack"]
        assert await answer(bob, person, seat=0) == ["seat-taken"]
        assert await answer(ann, gone.session.person) == ["not-here"]
        assert await answer(ann, ann.session.person) == ["not-here"]
        assert await answer(ann, "nobody") == ["not-here"]
        # Who has muted somebody hears nothing of them, and they do not learn it.
        eve.session.muted |= {ann.session.person}
        before = len(eve.box.of(wire.Invited))
        assert await answer(ann, person) == ["ack"]
        assert len(eve.box.of(wire.Invited)) == before
        bench.services.ledger.limits = Limits(acts_per_second=1.0, acts_at_once=2 * INVITE_COST)
        answers = [await answer(bob, person) for _ in range(3)]
        assert answers == [["ack"], ["ack"], ["too-fast"]]

    on_bench(tmp_path, test)
