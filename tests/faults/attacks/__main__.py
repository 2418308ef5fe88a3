"""Attacks servers beside two honest games, which must not notice: `python -m tests.faults.attacks`.

Thirty guests of one address do what costs a server much, at twice the pace that the limits allow. Two
games of another address are measured in quiet and attacked phases that take turns. Nothing that they were
told may be lost, nobody of them be disconnected, and they keep nine tenths of their moves a second. The
exit code is 1 if a bar is missed, and 2 if it is only that of the speed, and the machine was too busy to
tell: the games differed as much without an attack, or other programs had the processor.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from pathlib import Path

from rich.console import Console
from rich.table import Table
from tests.faults.attacks.attacks import ATTACKS
from tests.faults.attacks.siege import KEEPS, Siege, all_attacks, as_json, besiege, make_sleepers

COLUMNS = (
    "attack",
    "moves/s",
    "attacked",
    "kept",
    "wait, ms",
    "attacked",
    "CPU",
    "attacked",
    "starved",
    "MB",
    "disk, MB",
    "acts",
    "lost",
    "",
)
STARVED = 0.5
"""With more than this part, in quiet phases, the machine is too busy to tell what an attack takes."""


def read_arguments() -> argparse.Namespace:
    """Return the options of the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.faults.attacks", description=__doc__.splitlines()[0]
    )
    parser.add_argument("--only", action="append", choices=ATTACKS, help="this attack; may be repeated")
    parser.add_argument("--rounds", type=int, default=2, help="quiet and attacked phases (default: 2)")
    parser.add_argument("--seconds", type=float, default=5.0, help="of each phase (default: 5)")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="keep databases and logs there")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the results there as JSON")
    parser.add_argument("--list", action="store_true", help="list the attacks and end")
    return parser.parse_args()


def main() -> int:
    """Run the attacks, print a table, and return the exit code."""
    options, console = read_arguments(), Console(width=150)
    if options.list:
        for attack in ATTACKS.values():
            console.print(f"{attack.name}: {attack.summary}")
        return 0
    sieges: list[Siege] = []
    begun = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="catanlab-attacks-") as made:
        folder: Path = options.keep or Path(made)
        attacks = all_attacks(options.only or ())
        needs = any(attack.needs == "sleepers" for attack in attacks)
        sleepers = make_sleepers(folder / "made-asleep") if needs else None
        for attack in attacks:
            siege = besiege(
                attack,
                folder / attack.name,
                rounds=options.rounds,
                seconds=options.seconds,
                sleepers=sleepers,
            )
            sieges.append(siege)
            said = [*siege.failures, *["the honest games were slow"][: siege.is_slow]]
            console.print(f"{attack.name}: {'; '.join(said) or 'good'}", markup=False)
            console.print(f"  {siege.got}", markup=False, style="dim")
    console.print(as_table(sieges))
    console.print(f"{time.monotonic() - begun:.0f} s")
    if options.json:
        options.json.write_text(json.dumps([as_json(siege) for siege in sieges], indent=1))
    if any(siege.failures for siege in sieges):
        return 1
    if busy := why_busy(sieges):
        console.print(f"The bar of the speed is void: {busy}.")
        return 2
    return 1 if any(siege.is_slow for siege in sieges) else 0


def why_busy(sieges: list[Siege]) -> str:
    """Return why the speed of the games says nothing, an empty text if it does."""
    starved = max(siege.starved for siege in sieges)
    if starved > STARVED:
        return f"for {starved:.0%} of the time in which the server wanted a processor others had it"
    noise = next((siege.kept for siege in sieges if siege.attack.name == "nothing"), 1.0)
    return (
        ""
        if KEEPS <= noise <= 1 / KEEPS
        else f"the games kept {noise:.2f} of their moves without any attack"
    )


def as_table(sieges: list[Siege]) -> Table:
    """Return the table for a terminal."""
    table = Table()
    for place, name in enumerate(COLUMNS):
        table.add_column(name, justify="right" if 0 < place < len(COLUMNS) - 1 else "left")
    for siege in sieges:
        table.add_row(
            siege.attack.name,
            *(f"{rate:.2f}" for rate in (siege.quiet, siege.attacked, siege.kept)),
            *(f"{wait:.0f}" for wait in siege.waits),
            *(f"{cpu:.2f}" for cpu in siege.cpu),
            f"{siege.starved:.2f}",
            *(f"{size:.0f}" for size in (siege.megabytes, siege.disk_megabytes)),
            str(siege.acknowledged),
            str(siege.lost),
            "FAILED" if siege.failures else "slow" if siege.is_slow else "good",
        )
    return table


if __name__ == "__main__":
    sys.exit(main())
