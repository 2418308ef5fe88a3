"""The codes of refusals: each comes up, and the page lists them all."""

import re
from pathlib import Path

import pytest
from tests.views.test_two_worlds import ATTEMPTS, RULES
from tests.views.two_worlds import pairs

from catanlab import Catan
from catanlab.framework.refusal import Refusal
from catanlab.games.catan.engine.illegal_reasons import CODES
from catanlab.games.catan.rules import Rules
from catanlab.games.gomoku import Gomoku

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "views.md"


def test_the_page_lists_every_code_with_its_meaning():
    rows = dict(re.findall(r"^\| `([a-z-]+)` \| (.+) \|$", PAGE.read_text(), re.MULTILINE))
    assert {code: rows.get(code) for code in CODES} == CODES
    assert [code for code in rows if "-" in code and code not in CODES] == []


def test_codes_are_words_joined_by_hyphens():
    assert all(re.fullmatch(r"[a-z]+(-[a-z]+)*", code) for code in CODES)


@pytest.mark.full
def test_every_code_that_is_given_is_listed_and_most_come_up():
    given = set()
    for rules in RULES.values():
        for viewer in (0, 1, None):
            for pair in pairs(rules, 1, viewer, 2):
                for move in ATTEMPTS:
                    refusal = pair.observers[0].view().refusal(move)
                    if refusal is not None:
                        assert refusal.text
                        assert not refusal.text.endswith(".")
                        given.add(refusal.code)
    assert given <= set(CODES)
    assert len(given) > len(CODES) // 2


def test_a_seat_is_refused_outcomes_of_chance():
    view = Catan(board="beginner").observer(0).view()
    assert view.refusal("dice 12") == Refusal("only-chance", "only chance decides that")


def test_a_seat_that_is_not_asked_is_told_so_before_anything_else():
    view = Catan(board="beginner").observer(2).view()
    for move in ("settlement 10", "city 3", "dice 7", 3 << 54 | 999):
        assert view.refusal(move).code == "not-your-decision"
    assert view.refusal("fly").code == "bad-move-text"


def test_what_is_legal_is_not_refused():
    view = Catan(board="beginner").observer(0).view()
    assert view.refusal("settlement 10") is None
    assert view.refusal("road 0-3") == Refusal(
        "wrong-phase", "the phase is 'set-up settlement', where these are allowed: settlement"
    )


def test_after_the_end_every_move_is_refused_as_too_late():
    observer = Catan(rules=Rules(players=2)).observer(0)
    observer.finish(1)
    assert observer.view().refusal("roll").code == "game-over"


def test_games_without_secrets_refuse_with_codes_too():
    observer = Gomoku(size=3, line=3).observer(0)
    assert observer.view().refusal("b2") is None
    observer.observe("b2")
    assert observer.view().refusal("a1").code == "not-your-decision"
    observer.observe("a1")
    assert observer.view().refusal("b2").code == "illegal-move"
    assert observer.view().refusal("z9").code == "bad-move-text"
