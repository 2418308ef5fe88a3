"""What a viewer is shown is the same bytes in every world that it cannot tell apart."""

import pytest
from tests.views.two_worlds import pairs

from catanlab.games.catan.constants import RESOURCES
from catanlab.games.catan.rules import NAMED_RULES, Rules
from catanlab.games.catan.view.changes import changes

RULES = {name: Rules.named(name) for name in NAMED_RULES if not Rules.named(name).open_hands} | {
    "friendly": Rules(players=3, friendly_robber=True, player_trade=True),
    "one action": Rules(one_action=True, players=3),
}
VIEWERS = (0, 1, 2, None)

ATTEMPTS = (
    *("end turn", "roll", "buy card", "knight", "road building", "plenty wood ore", "plenty sheep"),
    *("accept", "reject", "cancel", "skip", "confirm 0", "confirm 1", "confirm 2", "take 0", "take 1"),
    *(f"monopoly {name}" for name in RESOURCES),
    *(f"discard {name}" for name in (*RESOURCES, "unknown")),
    *(
        f"bank {ratio} {give} for 1 {get}"
        for ratio in (2, 3, 4)
        for give, get in (("wood", "ore"), ("ore", "wood"))
    ),
    *(f"settlement {node}" for node in range(0, 54, 9)),
    *(f"city {node}" for node in range(0, 54, 9)),
    *(
        "road 0-3",
        "road 12-17",
        "road 44-48",
        "road 20-26",
        "robber 3",
        "robber 7 from 1",
        "robber 9 from 2",
    ),
    *(
        "offer 1 wood for 1 ore to 1",
        "offer 2 sheep + 1 clay for 1 ore to 0 1 2",
        "offer 1 ore for 1 wood to 3",
    ),
    *("counter 1 wood for 1 ore", "counter 3 ore for 1 wood", "counter 1 wood for 1 wood"),
    *("dice 6", "dice 7", "draw knight", "draw unknown", "steal ore", "steal unknown"),
    *("accept by 0", "accept by 1", "reject by 2", "counter 1 wood for 1 ore by 1", "discard ore by 2"),
    *("deal 1 wood for 1 ore with 0", "deal 1 wood for 1 ore with 2", "deal 2 ore for 1 sheep with 1"),
    *("", "settlement", "fly", "settlement 99", "offer 1 wood for 1 ore to 9", "monopoly ore took 0 1 0 0"),
    *(0, 5, 1 << 54, 3 << 54 | 500, 26 << 54, 63 << 54, 1 << 62, 2**63, -1),
)


def refusals(view):
    found = []
    for move in ATTEMPTS:
        refusal = view.refusal(move)
        found.append(None if refusal is None else (refusal.code, refusal.text))
    return found


def compare(rules, seed, viewer, parts):
    """Compare everything that a viewer is shown in pairs of worlds; return how many differed in truth."""
    different = 0
    last = None
    for pair in pairs(rules, seed, viewer, parts):
        ours, theirs = (observer.view() for observer in pair.observers)
        assert ours.log == theirs.log
        assert ours.to_json() == theirs.to_json()
        assert ours.counting_json() == theirs.counting_json()
        if last is not None and len(last[0].log) + 1 == len(ours.log) and last[0].log == ours.log[:-1]:
            assert changes(last[0], ours) == changes(last[1], theirs)
        if len(ours.log) % 3 == 0:
            assert refusals(ours) == refusals(theirs)
        last = ours, theirs
        different += pair.differ
    return different


@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize("name", ["trading", "jsettlers"])
def test_views_changes_and_refusals_are_the_same_bytes(name, viewer):
    assert compare(RULES[name], 1, viewer, 1)


@pytest.mark.full
@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize("name", RULES)
def test_so_they_are_all_along_many_games(name, viewer):
    assert sum(compare(RULES[name], seed, viewer, 8) for seed in range(2, 5)) > 50


@pytest.mark.full
@pytest.mark.parametrize("name", RULES)
def test_a_refusal_is_given_just_where_the_rules_forbid_the_move(name):
    """The view of a seat knows whether its own moves are legal: it agrees with the true state."""
    for viewer in (0, 1, 2):
        for pair in pairs(RULES[name], 7, viewer, 2, 12):
            state, view = pair.states[0], pair.observers[0].view()
            for move, refusal in zip(ATTEMPTS, refusals(view), strict=True):
                if refusal is not None and refusal[0] in ("bad-move-text", "not-agreed"):
                    continue
                assert (refusal is None) == state.is_legal(move, viewer), (move, refusal)
            for move in state.legal_moves if state.to_move == viewer else ():
                assert view.refusal(move) is None
