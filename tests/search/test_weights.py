"""Numbers by group of moves: read from text or a mapping, and refused in one sentence."""

import re

import pytest
from tests.framework.tally import TallyMove

from catanlab.framework.errors import ArgumentError
from catanlab.games.catan.moves import CatanMove
from catanlab.games.gomoku import Gomoku
from catanlab.playout.group_weights import group_weights


def test_groups_that_are_not_named_have_the_number_of_the_others():
    assert group_weights("leave*2.5", TallyMove) == (1.0, 2.5, 1.0)
    assert group_weights("leave*2.5", TallyMove, others=0) == (0.0, 2.5, 0.0)
    assert group_weights("", TallyMove) == group_weights({}, TallyMove) == (1.0, 1.0, 1.0)
    assert group_weights(" ", Gomoku.move_type, others=7) == (7.0,)


def test_text_and_mapping_say_the_same():
    text = group_weights(" settlement*20 + buy card * 1e1+end turn*0", CatanMove)
    mapping = group_weights({"buy card": 10, "end turn": 0.0, "settlement": 20}, CatanMove)
    assert text == mapping
    names = CatanMove.groups
    numbers = {names[i]: number for i, number in enumerate(text) if number != 1.0}
    assert numbers == {"end turn": 0.0, "settlement": 20.0, "buy card": 10.0}


@pytest.mark.parametrize(
    ("weights", "words"),
    [
        ("castle*2", "there is no group of moves 'castle'; the groups are keep, leave, draw"),
        ({"castle": 2}, "there is no group of moves 'castle'; the groups are keep, leave, draw"),
        ({2: 2}, "there is no group of moves 2; the groups are"),
        ("keep*2+keep*3", "the group keep is named twice"),
        ("keep", "'keep' is not a group with a number; the form is: group*number+group*number"),
        ("keep*1+", "'' is not a group with a number"),
        ("*3", "'*3' is not a group with a number"),
        ("keep*", "'keep*' is not a group with a number"),
        ("keep*-1", "the number of keep is '-1'; it must be 0 or more"),
        ("keep*many", "the number of keep is 'many'"),
        ("keep*2*3", "the number of keep is '2*3'"),
        ("keep*nan", "the number of keep is 'nan'"),
        ("keep*inf", "the number of keep is 'inf'"),
        ({"keep": True}, "the number of keep is True"),
        ({"keep": None}, "the number of keep is None"),
        (None, "weights are a text or a mapping by group, not None"),
        (5, "weights are a text or a mapping by group, not 5"),
        (["keep"], "weights are a text or a mapping by group, not "),
    ],
)
def test_invalid_arguments_are_refused(weights, words):
    with pytest.raises(ArgumentError, match=f"^{re.escape(words)}") as caught:
        group_weights(weights, TallyMove)
    assert "\n" not in str(caught.value)
