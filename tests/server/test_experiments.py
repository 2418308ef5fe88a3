"""Rooms of an experiment: arms in balance, the option set, the arm kept in the log and told to nobody."""

import random
from pathlib import Path

import pytest
from tests.server.hubs import QUICK, Bench, on_bench

from catanlab.cli.serve import EXPERIMENTS as OFFERED
from catanlab.framework.errors import ArgumentError
from catanlab.server import wire
from catanlab.server.rooms import log_entries as log
from catanlab.server.rooms.experiments import ARMS, EXPERIMENTS, Experiment
from catanlab.server.rooms.room import Room


def test_the_command_line_offers_all_experiments() -> None:
    assert tuple(EXPERIMENTS) == OFFERED


@pytest.mark.parametrize("name", EXPERIMENTS)
@pytest.mark.parametrize("asked", [True, False])
def test_in_four_rooms_each_arm_comes_twice_whatever_was_asked_for(name: str, asked: bool) -> None:
    experiment = Experiment(name, chance=random.Random(1))
    option = EXPERIMENTS[name]
    options = wire.RoomOptions(**{option: asked}, robot_offers=7)
    orders = set()
    for _ in range(40):
        drawn = [experiment.assign(options) for _ in range(4)]
        orders.add(tuple(each.arm for each in drawn))
        assert sorted(each.arm for each in drawn) == sorted(ARMS * 2)
        assert all(getattr(each.options, option) == (each.arm == "with") for each in drawn)
        assert all(each.options.robot_offers == 7 and each.experiment == name for each in drawn)
    assert len(orders) == 6  # every order comes up: nobody knows the next arm


def test_an_unknown_experiment_is_refused() -> None:
    with pytest.raises(ArgumentError, match="there is no experiment 'x'; there are counter-button, inter"):
        Experiment("x")


def test_the_arm_is_in_the_log_and_in_no_message(tmp_path: Path) -> None:
    async def test(bench: Bench) -> None:
        bench.services.experiment = Experiment("counter-button")
        ann = await bench.guest("ann")
        bad = wire.RoomOptions(rules="no such rules")
        await ann.do(wire.Create(id=ann.id(), options=bad))
        assert ann.box.of(wire.Refused)[-1].code == "bad-options"
        arms = []
        for _ in range(8):
            room = await bench.room(ann, QUICK)
            rows = bench.services.database.read_rows(room)
            created = log.decode(rows[0].body)
            assert isinstance(created, log.Created)
            assert created.experiment == "counter-button"
            assert created.options.counter_button == (created.arm == "with")
            assert bench.host(room).room.options.counter_button == (created.arm == "with")
            rebuilt = Room.rebuild(rows, 1)
            assert (rebuilt.experiment, rebuilt.arm) == ("counter-button", created.arm)
            arms.append(created.arm)
        # The room that was refused cost no arm.
        assert sorted(arms[:4]) == sorted(arms[4:]) == sorted(ARMS * 2)
        assert not any(b"counter-button" in frame or b'"arm"' in frame for frame in ann.box.frames)

    on_bench(tmp_path, test)


def test_without_an_experiment_the_options_are_those_asked_for(tmp_path: Path) -> None:
    async def test(bench: Bench) -> None:
        ann = await bench.guest("ann")
        room = await bench.room(ann, QUICK)
        body = bench.services.database.read_rows(room)[0].body
        assert b"experiment" not in body
        assert b'"arm"' not in body
        assert bench.host(room).room.options == QUICK

    on_bench(tmp_path, test)
