"""Lines of chat: what is clear is understood, everything else is left alone."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.agents.negotiation.chat_lines import DEALS, INTERESTS, NAMES, UNCLEAR

from catanlab.agents.negotiation.chat import SpokenDeal, understand
from catanlab.agents.negotiation.statements import Statement, parse, spoken
from catanlab.agents.negotiation.vocabulary import CARDS, NUMBERS
from catanlab.games.catan.moves import Deal

KINDS = ("want?", "sell?", "want", "sell", "lack", "keep", "decline")
COMMON = """
1 2 3 9 10 a an for and or , + ? ! . i you my your me anyone who does do want need have has give sell
selling trade swap no not dont yes please seat bob can will would is out of to
"""
WORDS = (*CARDS, *NUMBERS, *COMMON.split())
some = st.sets(st.integers(0, 4), min_size=1).map(lambda found: tuple(sorted(found)))


def told(line: str) -> str:
    """Return what was understood, in words."""
    found = understand(line, NAMES)
    if isinstance(found, SpokenDeal):
        return found.deal.text + (f" to {' '.join(map(str, found.to))}" if found.to else "")
    return spoken(found)


def test_the_table_is_large_and_has_both_sides() -> None:
    assert len(DEALS) + len(INTERESTS) + len(UNCLEAR) >= 200
    assert len(UNCLEAR) >= 80


@pytest.mark.parametrize(("line", "meant"), [*DEALS.items(), *INTERESTS.items()])
def test_what_is_clear_is_understood(line: str, meant: str) -> None:
    assert told(line) == meant


@pytest.mark.parametrize("line", UNCLEAR)
def test_what_is_unclear_is_left_alone(line: str) -> None:
    assert understand(line, NAMES) == ()


@pytest.mark.parametrize("line", [line for line, meant in INTERESTS.items() if meant])
def test_robots_that_hear_the_line_itself_do_not_understand_the_contrary(line: str) -> None:
    """The two ways of reading have one vocabulary: `parse` understands the same, or nothing."""
    here = {(each.kind, r) for each in understand(line) for r in each.resources}
    there = {(each.kind, r) for each in parse(line) for r in each.resources}
    if not any(name in line for name in ("bob", "seat")):
        assert not there or here <= there


@st.composite
def deals(draw: st.DrawFn) -> Deal:
    sides = draw(
        st.lists(st.sampled_from((-1, 0, 1)), min_size=5, max_size=5).filter(lambda s: {-1, 1} <= {*s})
    )
    number = draw(st.lists(st.integers(1, 9), min_size=5, max_size=5))
    give = tuple(n if side < 0 else 0 for n, side in zip(number, sides, strict=True))
    get = tuple(n if side > 0 else 0 for n, side in zip(number, sides, strict=True))
    return Deal(give, get)  # type: ignore[arg-type]


@given(deals(), st.sampled_from(("{}", "{}?", "Hi all, {}!", "i'll give you {}", "anyone want {}?")))
def test_the_text_of_a_deal_reads_back(deal: Deal, frame: str) -> None:
    assert understand(frame.format(deal.text)) == SpokenDeal(deal)


@given(deals(), st.sampled_from(("give me {}", "i need {}", "can i have {}?", "who gives me {}?")))
def test_the_text_of_a_deal_reads_back_from_the_other_side(deal: Deal, frame: str) -> None:
    assert understand(frame.format(deal.text)) == SpokenDeal(deal.reversed)


@given(
    deals(),
    st.sampled_from(("no {}", "i won't give {}", "he gave {}", "{}?!", "{} lol", "if {}", "not {}")),
)
def test_a_deal_that_is_denied_doubted_or_told_of_is_none(deal: Deal, frame: str) -> None:
    assert understand(frame.format(deal.text)) == ()


@given(st.lists(st.builds(Statement, st.sampled_from(KINDS), some), min_size=1, max_size=4))
def test_what_robots_say_reads_back(statements: list[Statement]) -> None:
    assert understand(spoken(statements)) == tuple(dict.fromkeys(statements))


@given(st.sampled_from(("want?", "sell?")), some, st.sets(st.integers(0, 3), min_size=1))
def test_questions_to_some_seats_read_back(kind: str, resources: tuple[int, ...], seats: set[int]) -> None:
    statement = Statement(kind, resources, tuple(sorted(seats)))  # type: ignore[arg-type]
    assert understand(statement.text) == (statement,)


def check_sound(text: str) -> None:
    found = understand(text, NAMES)
    if isinstance(found, SpokenDeal):
        assert any(found.deal.give)
        assert any(found.deal.get)
        assert not any(a and b for a, b in zip(*found.deal, strict=True))
        assert understand(found.deal.text) == SpokenDeal(found.deal)
    else:
        assert all(isinstance(each, Statement) for each in found)
        assert understand(spoken(found)) == found


@given(st.text())
def test_any_text_is_understood_soundly_or_left_alone(text: str) -> None:
    check_sound(text)


@given(st.lists(st.sampled_from(WORDS), max_size=12).map(" ".join))
def test_any_words_of_the_language_are_understood_soundly_or_left_alone(text: str) -> None:
    check_sound(text)


@given(st.dictionaries(st.text(max_size=24), st.integers(0, 3), max_size=4), st.text(max_size=60))
def test_no_name_breaks_anything(names: dict[str, int], text: str) -> None:
    understand(f"{text} wood for ore", names)


@pytest.mark.parametrize("name", ["wood", "Ore", "i", "A", "For", "no", "Two", "anyone", "my ore"])
def test_a_name_that_is_a_word_of_the_language_changes_nothing(name: str) -> None:
    for line in (*DEALS, *INTERESTS):
        assert understand(line, {name: 3}) == understand(line)


@pytest.mark.parametrize(
    "line",
    ["wood and " * 33, "a " * 150, "i need " * 40, ", " * 150, "@1 " * 100, "wood , and " * 27, "? " * 150],
)
def test_no_line_takes_long(line: str) -> None:
    begun = time.thread_time()  # what others do on a busy machine does not count
    understand(line[:300], NAMES)
    assert time.thread_time() - begun < 0.1
