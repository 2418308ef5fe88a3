"""Bots are made by people with a password, have a token and a reserved name, and end when revoked."""

from pathlib import Path

import pytest
from tests.server.hubs import Bench, Guest, on_bench

from catanlab.server import wire
from catanlab.server.database import people_queries as queries
from catanlab.server.people.bots import MAX_BOTS
from catanlab.server.refusals import Refused

pytestmark = pytest.mark.usefixtures("both_databases")


def reserve(bench: Bench, guest: Guest) -> None:
    """Give a guest a password, without the time that a real one takes."""
    with bench.services.database.writing() as to:
        assert queries.change_password(to, guest.session.person, None, "a hash")


async def refusal(bench: Bench, owner: str, name: str) -> str:
    """Return the code with which a bot is refused."""
    with pytest.raises(Refused) as refused:
        await bench.hub.people.make_bot(owner, name)
    return refused.value.code


@pytest.mark.full
def test_a_bot_says_hello_with_its_token_and_keeps_its_name(tmp_path: Path) -> None:
    async def test(bench: Bench) -> None:
        people = bench.hub.people
        ann = await bench.guest("Ann")
        assert await refusal(bench, ann.session.person, "Annbot") == "not-reserved"
        assert await refusal(bench, "nobody", "Annbot") == "no-such-person"
        reserve(bench, ann)
        made = await people.make_bot(ann.session.person, "Annbot")
        bot = await bench.guest("Other", made.token)
        welcome = bot.box.of(wire.Welcome)[0]
        assert (welcome.person, welcome.name, welcome.bot) == (made.person.id, "Annbot", True)
        assert welcome.token == ""
        found = await people.person_by_token(made.token)
        assert (found.kind, found.owner) == ("bot", ann.session.person)
        guest = await bench.guest("annBOT")
        assert isinstance(guest.last, wire.Refused)
        assert guest.last.code == "name-reserved"
        assert await refusal(bench, ann.session.person, "ANN") == "name-reserved"
        assert await refusal(bench, made.person.id, "Child") == "not-for-bots"

    on_bench(tmp_path, test)


def test_a_revoked_bot_is_gone_and_a_renewed_one_has_another_token(tmp_path: Path) -> None:
    async def test(bench: Bench) -> None:
        people = bench.hub.people
        ann, bob = await bench.guest("Ann"), await bench.guest("Bob")
        reserve(bench, ann)
        reserve(bench, bob)
        owner = ann.session.person
        first = await people.make_bot(owner, "One")
        bench.services.time += 1
        second = await people.make_bot(owner, "Two")
        assert [bot.name for bot in await people.bots_of(owner)] == ["One", "Two"]
        for stranger in (bob.session.person, first.person.id, "nobody"):
            for act in (people.revoke_bot, people.renew_bot):
                with pytest.raises(Refused) as refused:
                    await act(stranger, first.person.id)
                assert refused.value.code == "no-such-person"
        renewed = await people.renew_bot(owner, second.person.id)
        assert renewed.person.id == second.person.id
        await people.revoke_bot(owner, first.person.id)
        for token in (first.token, second.token):
            with pytest.raises(Refused) as refused:
                await people.person_by_token(token)
            assert refused.value.code == "bad-token"
        assert (await people.person_by_token(renewed.token)).name == "Two"
        assert [bot.name for bot in await people.bots_of(owner)] == ["Two"]
        assert (await people.make_bot(owner, "One")).person.id != first.person.id

    on_bench(tmp_path, test)


def test_nobody_has_more_than_ten_bots(tmp_path: Path) -> None:
    async def test(bench: Bench) -> None:
        ann = await bench.guest("Ann")
        reserve(bench, ann)
        bots = [
            await bench.hub.people.make_bot(ann.session.person, f"Bot {number}")
            for number in range(MAX_BOTS)
        ]
        assert await refusal(bench, ann.session.person, "One more") == "too-many-bots"
        await bench.hub.people.revoke_bot(ann.session.person, bots[3].person.id)
        await bench.hub.people.make_bot(ann.session.person, "One more")

    on_bench(tmp_path, test)
