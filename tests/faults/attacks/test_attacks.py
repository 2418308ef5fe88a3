"""A short attack, all but its speed, and that a bar which is missed is seen."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from tests.faults.attacks.attacks import ATTACKS, Attack
from tests.faults.attacks.crowd import GUESTS
from tests.faults.attacks.siege import Siege, besiege

from catanlab.server.limits import Limits


def short(attack: Attack, folder: Path) -> Siege:
    """Attack for moments only: how fast the games went on then says nothing."""
    return besiege(attack, folder / "siege", rounds=1, seconds=0.5, sleepers=None)


@pytest.mark.slow
def test_others_are_served_while_an_address_takes_all_channels_that_it_may(tmp_path: Path) -> None:
    siege = short(ATTACKS["channels"], tmp_path)
    assert not siege.failures
    assert siege.acknowledged > 0
    assert siege.lost == 0
    assert siege.got["sent"] > GUESTS
    assert siege.got["channels entered at once"] > 0


@pytest.mark.slow
def test_a_bar_that_is_missed_is_seen(tmp_path: Path) -> None:
    attack = replace(ATTACKS["handshakes"], files=-1, most=(("handshakes", GUESTS - 1),))
    missed = " ".join(short(attack, tmp_path).failures)
    assert "more files open" in missed
    assert "handshakes: " in missed


def test_each_attack_has_a_name_a_sentence_and_limits_that_exist() -> None:
    for name, attack in ATTACKS.items():
        assert attack.name == name
        assert attack.summary
        assert all(hasattr(Limits(), limit) for limit, _ in attack.limits)
