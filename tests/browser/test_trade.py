"""Trade at the table, in the browser of one player; the others play over the protocol."""

from __future__ import annotations

import pytest
from playwright.async_api import expect
from tests.browser.accessibility import check_accessibility
from tests.browser.company import RESOURCES, Member
from tests.browser.trading_table import held, sitting
from tests.browser.visitor import Device, Visit

from catanlab.server import wire

pytestmark = pytest.mark.slow  # the game of four people trades at every landing

PRESS = "(selectors) => selectors.forEach((selector) => document.querySelector(selector).click())"
"""Presses of buttons, all before the next frame."""


async def test_an_offer_its_answers_and_the_trade(visit: Visit, address: str) -> None:
    async with sitting(visit, address, "offers") as table:
        ada, mia, ben = table.ada, table.mia, table.ben
        await table.company.trading_turn(0, lambda: held(ada, mia) is not None)
        give, get = held(ada, mia) or ("", "")
        await expect(table.act("offer")).to_have_attribute("title", "Choose what you give")
        await table.draft(give, get)
        await expect(table.act("offer")).not_to_have_attribute("aria-disabled", "true")
        await table.press("offer")
        await table.sees(mia, lambda: "accept" in mia.legal)
        await table.sees(ben, lambda: "reject" in ben.legal)
        await expect(table.balloon(2)).to_have_text("thinks about it")
        await ben.move("reject")
        await mia.move("accept")
        await expect(table.balloon(2)).to_contain_text("No thanks.")
        await expect(table.balloon(1)).to_contain_text("Deal.")
        await expect(table.page.locator(".to [data-seat='2']")).to_have_attribute("aria-pressed", "false")
        before = ada.hand
        await table.balloon(1).locator("[data-act=confirm]").click()
        await table.sees(ada, lambda: ada.hand != before)
        assert ada.hand[give] == before[give] - 1
        assert ada.hand[get] == before[get] + 1
        await expect(table.page.locator(".tray .cell.on")).to_have_count(0)
        await expect(table.page.locator(".talk")).to_contain_text("You gave Mia offers")


async def test_who_said_no_is_left_out_and_an_offer_is_taken_back(visit: Visit, address: str) -> None:
    async with sitting(visit, address, "cancels") as table:
        ada, mia, ben = table.ada, table.mia, table.ben
        await table.company.trading_turn(0, lambda: held(ada, mia) is not None)
        await table.draft(*(held(ada, mia) or ("", "")))
        await table.press("offer")
        await table.sees(ben, lambda: "reject" in ben.legal)
        await ben.move("reject")
        await expect(table.page.locator(".to [data-seat='2']")).to_have_attribute("aria-pressed", "false")
        await table.press("cancel")
        await table.sees(ada, lambda: ada.view["offer"] is None)
        await table.press("offer")
        await table.sees(ada, lambda: ada.view["offer"] is not None)
        assert 2 not in ada.view["offer"]["to"]
        assert 1 in ada.view["offer"]["to"]


async def test_a_deal_that_all_refused_is_changed_and_leaves_the_tray_with_the_turn(
    visit: Visit, address: str
) -> None:
    async with sitting(visit, address, "insists") as table:
        ada, mia, ben = table.ada, table.mia, table.ben
        await table.company.trading_turn(0, lambda: held(ada, mia) is not None)
        give, get = held(ada, mia) or ("", "")
        await table.draft(give, get)
        await table.page.locator(".to [data-seat='3']").click()
        await table.press("offer")
        await table.sees(ben, lambda: "reject" in ben.legal)
        await mia.move("reject")
        await ben.move("reject")
        await expect(table.act("offer")).to_have_attribute("title", "All said no to this: change the cards")
        await table.cell("get", get).locator(".more").click()
        await expect(table.act("offer")).not_to_have_attribute("aria-disabled", "true")
        for seat, is_asked in ((1, "true"), (2, "true"), (3, "false")):
            toggle = table.page.locator(f".to [data-seat='{seat}']")
            await expect(toggle).to_have_attribute("aria-pressed", is_asked)
        await table.cell("get", get).locator(".less").click()
        await table.page.locator(".to [data-seat='1']").click()
        await expect(table.act("offer")).not_to_have_attribute("aria-disabled", "true")
        await ada.move("end turn")
        await expect(table.page.locator(".tray .cell.on")).to_have_count(0)


async def test_a_counter_to_an_offer_that_is_taken_back_says_so(visit: Visit, address: str) -> None:
    async with sitting(visit, address, "waits") as table:
        ada, mia = table.ada, table.mia
        await table.company.trading_turn(1, lambda: held(mia, ada) is not None)
        give, get = held(mia, ada) or ("", "")
        await mia.move(f"offer 1 {give} for 1 {get} to 0")
        await table.press("counter")
        await mia.move("cancel")
        await expect(table.balloon(1)).to_have_text("Takes the offer back.")
        await expect(table.page.locator(".prompt")).to_contain_text("Too late, the offer is gone.")


async def test_a_counter_is_reverted_cancelled_and_sent(visit: Visit, address: str) -> None:
    async with sitting(visit, address, "counters") as table:
        ada, mia = table.ada, table.mia
        await table.company.trading_turn(1, lambda: held(mia, ada) is not None)
        give, get = held(mia, ada) or ("", "")
        await table.cell("get", give).locator(".more").click()
        await mia.move(f"offer 1 {give} for 1 {get} to 0 2")
        offer = table.balloon(1)
        await expect(offer).to_contain_text("You get")
        await table.press("counter")
        mine = table.cell("get", give, ".countering")
        await expect(mine.locator("b")).to_have_text("1")
        await expect(table.act("send")).to_have_attribute("title", "Change the offer, or accept it")
        await mine.locator(".more").click()
        await expect(mine.locator("b")).to_have_text("2")
        await table.press("revert")
        await expect(mine.locator("b")).to_have_text("1")
        await table.press("cancel-counter")
        await expect(table.act("accept")).to_be_visible()
        await table.press("counter")
        await mine.locator(".more").click()
        await expect(table.cell("get", give).locator("b")).to_have_text("1")
        await table.press("send")
        await table.sees(mia, lambda: mia.view["offer"]["answers"][0] is not None)
        answer = mia.view["offer"]["answers"][0]
        assert answer["kind"] == "counter"
        assert answer["get"][RESOURCES.index(give)] == 2
        await expect(offer).to_contain_text("You countered.")


async def test_who_cannot_pay_reads_why(visit: Visit, address: str) -> None:
    async with sitting(visit, address, "lacks") as table:
        ada, mia = table.ada, table.mia

        def lacks() -> tuple[str, str] | None:
            pairs = ((mine, other) for mine in RESOURCES for other in RESOURCES if mine != other)
            return next((pair for pair in pairs if mia.hand[pair[0]] and not ada.hand[pair[1]]), None)

        await table.company.trading_turn(1, lambda: lacks() is not None)
        give, get = lacks() or ("", "")
        await mia.move(f"offer 1 {give} for 1 {get} to 0")
        accept = table.act("accept")
        await expect(accept).to_have_text(f"You have no {get}")
        await expect(accept).to_have_attribute("aria-disabled", "true")
        await expect(accept).to_have_attribute("aria-label", f"Accept: You have no {get}")
        await expect(table.balloon(1).locator(".chip.lack")).to_have_count(1)
        await table.press("reject")
        await table.sees(mia, lambda: mia.view["phase"] == "main")


async def test_a_proposal_off_turn_is_withdrawn_made_again_and_taken(visit: Visit, address: str) -> None:
    async with sitting(visit, address, "proposes") as table:
        ada, mia = table.ada, table.mia
        await table.company.trading_turn(1, lambda: held(ada, mia) is not None)
        give, get = held(ada, mia) or ("", "")
        await expect(table.page.locator(".to")).to_have_text("To Mia proposes, whose turn it is")
        await table.draft(give, get)
        await expect(table.act("offer")).to_have_text("Propose")
        await table.press("offer")
        await table.press("withdraw")
        await table.press("offer")
        await table.sees(mia, lambda: bool(mia.room.table and mia.room.table.proposals))
        assert mia.room.table is not None
        proposal = mia.room.table.proposals[0]
        assert proposal.deal == f"1 {give} for 1 {get}"
        before = ada.hand
        await mia.act(wire.Take, seat=0, proposal=proposal.proposal)
        await table.sees(ada, lambda: ada.hand != before)
        await expect(table.page.locator(".tray .cell.on")).to_have_count(0)


async def test_the_proposal_of_another_is_ignored_or_taken(visit: Visit, address: str) -> None:
    async with sitting(visit, address, "takes") as table:
        ada, mia, ben = table.ada, table.mia, table.ben
        await table.company.trading_turn(0, lambda: bool(held(mia, ada) and held(ben, ada)))
        turn = ada.view["turn"]
        ours, theirs = held(ben, ada) or ("", "")
        await ben.act(wire.Propose, turn=turn, deal=f"1 {ours} for 1 {theirs}")
        await table.press("ignore")
        await expect(table.act("take-proposal")).to_have_count(0)
        ours, theirs = held(mia, ada) or ("", "")
        await mia.act(wire.Propose, turn=turn, deal=f"1 {ours} for 1 {theirs}")
        before = ada.hand
        await table.press("take-proposal")
        await table.sees(ada, lambda: ada.hand != before)
        assert ada.hand[ours] == before[ours] + 1


async def test_adverts_questions_and_their_answers(visit: Visit, address: str) -> None:
    async with sitting(visit, address, "asks") as table:
        ada, mia = table.ada, table.mia
        await table.company.trading_turn(0, lambda: held(ada, mia) is not None)
        give, get = held(ada, mia) or ("", "")
        await table.draft(give, get)
        await table.press("advertise")
        await table.sees(mia, lambda: bool(questions(mia)))
        _, advert = questions(mia)[-1]
        assert (advert.kind, advert.resources, advert.has) == ("need", (get,), (give,))
        await table.press("ask")
        await table.press("ask-sell")
        await table.sees(mia, lambda: len(questions(mia)) == 2)
        number, question = questions(mia)[-1]
        assert (question.kind, question.resources) == ("sell", (get,))
        await mia.act(wire.Reply, ask=number, answer="yes")
        await expect(table.balloon(1)).to_contain_text("has")
        await table.company.trading_turn(1)
        await mia.act(wire.Say, text="I want sheep. I am selling clay.")
        await expect(table.balloon(1)).to_have_text("wants has", use_inner_text=True)
        await mia.act(wire.Ask, kind="sell", resources=("ore",))
        await expect(table.balloon(1)).to_contain_text("Who sells")
        await table.press("reply-no")
        await table.sees(mia, lambda: "no" in replies(mia))


def replies(member: Member) -> list[str]:
    """Return how seat 0 answered questions."""
    events = [each.event for each in member.room.events]
    return [event.answer for event in events if isinstance(event, wire.Replied) and event.seat == 0]


def questions(member: Member) -> list[tuple[int, wire.Asked]]:
    """Return what was asked, with the numbers of the events."""
    return [(each.seq, each.event) for each in member.room.events if isinstance(each.event, wire.Asked)]


async def test_a_robot_says_why_it_refused(visit: Visit, address: str) -> None:
    async with sitting(visit, address, "wonders") as table:
        ada = table.ada
        await table.company.trading_turn(0, lambda: sum(ada.hand.values()) > 0)
        give = next(name for name, count in ada.hand.items() if count)
        get = next(name for name in RESOURCES if name != give)
        await table.cell("give", give).locator(".more").click()
        for _ in range(5):
            await table.cell("get", get).locator(".more").click()
        for seat in (1, 2):
            await table.page.locator(f".to [data-seat='{seat}']").click()
        await table.press("offer")
        await expect(table.balloon(3)).to_contain_text("No thanks.")
        await table.balloon(3).locator("[data-act=why]").click()
        reason = table.page.locator(".talk .why")
        await expect(reason).not_to_be_empty()
        text = (await reason.inner_text()).strip("“”")
        await expect(table.balloon(3)).to_have_text(text)


async def test_the_bank_makes_several_trades_in_order(visit: Visit, address: str) -> None:
    async with sitting(visit, address, "banks") as table:
        ada = table.ada

        def trade() -> tuple[str, int, str] | None:
            for each in ada.legal.get("bank", []):
                if each["get"] and ada.hand[each["give"]] >= 2 * each["ratio"]:
                    return each["give"], each["ratio"], each["get"][0]
            return None

        await table.company.trading_turn(0, lambda: trade() is not None)
        give, ratio, get = trade() or ("", 0, "")
        await table.cell("get", get).locator(".more").click()
        await table.cell("get", get).locator(".more").click()
        for count in range(1, 2 * ratio + 1):
            await expect(table.act("bank")).to_have_attribute("aria-disabled", "true")
            await table.cell("give", give).locator(".more").click()
            await expect(table.cell("give", give).locator("b")).to_have_text(str(count))
        await expect(table.act("bank")).to_have_text(f"Bank {ratio} : 1, 2 times")
        before = ada.hand
        await table.page.keyboard.press("Shift+T")
        await table.sees(ada, lambda: ada.hand[get] == before[get] + 2)
        assert ada.hand[give] == before[give] - 2 * ratio
        await expect(table.page.locator(".tray .cell.on")).to_have_count(0)


async def test_presses_count_before_the_page_has_drawn_the_last_one(visit: Visit, address: str) -> None:
    async with sitting(visit, address, "hurries") as table:
        ada, mia = table.ada, table.mia
        await table.company.trading_turn(0, lambda: held(ada, mia) is not None)
        give, get = held(ada, mia) or ("", "")
        await expect(table.act("offer")).to_have_text("Offer")
        await expect(table.act("offer")).to_have_attribute("title", "Choose what you give")
        await expect(table.cell("give", give).locator(".more")).to_be_enabled()
        more = "{} [data-side={}][data-resource={}] .more"
        wanted, given = more.format(".tray", "get", get), more.format(".tray", "give", give)
        await table.page.evaluate(PRESS, [wanted, wanted, given, "[data-act=offer]"])
        await table.sees(mia, lambda: mia.view["offer"] is not None)
        assert mia.view["offer"]["get"][RESOURCES.index(get)] == 2
        await ada.move("cancel")
        await table.company.trading_turn(1, lambda: held(mia, ada) is not None)
        give, get = held(mia, ada) or ("", "")
        await mia.move(f"offer 1 {give} for 1 {get} to 0")
        await table.press("counter")
        await expect(table.act("send")).to_have_attribute("aria-disabled", "true")
        wanted = more.format(".countering", "get", give)
        await table.page.evaluate(PRESS, [wanted, wanted, "[data-act=send]"])
        await table.sees(mia, lambda: mia.view["offer"]["answers"][0] is not None)
        assert mia.view["offer"]["answers"][0]["get"][RESOURCES.index(give)] == 3


async def test_trade_by_keys_alone(visit: Visit, address: str) -> None:
    async with sitting(visit, address, "types") as table:
        ada, mia = table.ada, table.mia
        await table.company.trading_turn(0, lambda: held(ada, mia) is not None)
        give, get = held(ada, mia) or ("", "")
        keyboard = table.page.keyboard
        await expect(table.act("offer")).to_be_visible()
        await keyboard.press("t")
        await expect(table.page.locator("#tray")).to_be_focused()
        await keyboard.press(str(RESOURCES.index(give) + 1))
        await keyboard.press(f"Shift+Digit{RESOURCES.index(get) + 1}")
        await expect(table.cell("get", get).locator("b")).to_have_text("1")
        await keyboard.press("Enter")
        await table.sees(mia, lambda: "accept" in mia.legal)
        await mia.move("accept")
        await expect(table.act("confirm").first).to_be_visible()
        before = ada.hand
        await keyboard.press("a")
        await table.sees(ada, lambda: ada.hand != before)
        await table.company.trading_turn(1, lambda: held(mia, ada) is not None)
        give, get = held(mia, ada) or ("", "")
        await mia.move(f"offer 1 {give} for 1 {get} to 0")
        await expect(table.act("accept")).to_be_visible()
        await keyboard.press("o")
        await expect(table.act("accept")).to_be_focused()
        await keyboard.press("u")
        await expect(table.page.locator(".countering")).to_be_visible()
        await keyboard.press("Escape")
        await expect(table.page.locator(".countering")).to_have_count(0)
        await keyboard.press("n")
        await table.sees(mia, lambda: mia.view["phase"] == "main")
        await expect(table.page.locator("#told")).to_contain_text("You said no.")


@pytest.mark.parametrize("device", ["desktop", "dark", "phone"])
async def test_axe_finds_nothing_grave_while_trading(visit: Visit, address: str, device: Device) -> None:
    async with sitting(visit, address, f"axe {device}", device=device) as table:
        ada, mia, ben = table.ada, table.mia, table.ben
        await table.company.trading_turn(1, lambda: bool(held(mia, ada) and held(ben, mia)))
        ours, theirs = held(ben, mia) or ("", "")
        await ben.act(wire.Chat, text="hello", turn=None)
        await ben.act(wire.Propose, turn=mia.view["turn"], deal=f"1 {ours} for 1 {theirs}")
        await mia.act(wire.Ask, kind="need", resources=("ore",), has=("clay",))
        await expect(table.act("reply-yes").first).to_be_visible()
        await check_accessibility(table.page)
        give, get = held(mia, ada) or ("", "")
        await mia.move(f"offer 1 {give} for 1 {get} to 0 2")
        await expect(table.act("accept").first).to_be_visible()
        await check_accessibility(table.page)
        await table.act("counter").first.click()
        await expect(table.act("send").first).to_be_visible()
        await check_accessibility(table.page)
