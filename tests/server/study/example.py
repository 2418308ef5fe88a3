"""A database with real games of scripted people and robots in both arms of an experiment.

    python -m tests.server.study.example FOLDER [--rooms 24]

The people play at random over the wire; so the figures of a study of them tell nothing about people.
"""

from __future__ import annotations

import argparse
import asyncio
from pathlib import Path

import msgspec
from tests.server.logs import url
from tests.server.players import OPTIONS, seat, serving

from catanlab.server.rooms.experiments import Experiment

PEOPLE = (4, 4, 3, 4, 4, 2, 4, 4, 1)
"""How many people sit down in one room after the other."""


async def play(folder: Path, *, rooms: int, rules: str, experiment: str) -> None:
    """Play rooms one after the other, with people by number as in PEOPLE."""
    options = msgspec.structs.replace(OPTIONS, rules=rules)
    async with serving(folder) as server:
        server.hub.services.experiment = Experiment(experiment)
        for number in range(rooms):
            people = PEOPLE[number % len(PEOPLE)]
            table = await seat(
                server.url, options, people=people, seed=number, called=f"Room {number} person"
            )
            await table.play()
            await table.leave()


def main() -> None:
    """Play, and print where the database is."""
    parser = argparse.ArgumentParser(description="Play rooms with scripted people into a database.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--rooms", type=int, default=24)
    parser.add_argument("--rules", default="trading")
    parser.add_argument("--experiment", default="counter-button")
    options = parser.parse_args()
    asyncio.run(
        play(options.folder, rooms=options.rooms, rules=options.rules, experiment=options.experiment)
    )
    print(url(options.folder))


if __name__ == "__main__":
    main()
