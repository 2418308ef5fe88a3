"""`catanlab jsettlers fidelity`: compares the decisions of agents and robots in recorded games."""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from catanlab.bridges.jsettlers.errors import BridgeError
from catanlab.bridges.jsettlers.fidelity import KINDS, Case, Share, compare, robots_in, shares
from catanlab.bridges.jsettlers.recorded.recorded_game import read_recorded_game
from catanlab.bridges.jsettlers.recorded.server_log import ServerLog, read_server_log
from catanlab.cli.control_characters import escape_control_characters
from catanlab.cli.main import UsageError

AGENTS = {"smart": "jsettlers-smart", "fast": "jsettlers-fast"}
"""Our own robot of each kind."""
MAX_SHOWN = 5


def add_action(actions: Any) -> None:
    """Add the action to those of `catanlab jsettlers`."""
    summary = "compare the decisions of an agent with those of the server's robots"
    parser: argparse.ArgumentParser = actions.add_parser(
        "fidelity", help=summary, description=f"{summary[0].upper()}{summary[1:]}.", allow_abbrev=False
    )
    parser.set_defaults(act=run)
    parser.add_argument("folder", type=Path, metavar="DIR", help="the folder with the transcripts of games")
    parser.add_argument(
        "--kind", choices=list(KINDS), default="smart", help="which robots of the server (default: smart)"
    )
    parser.add_argument(
        "--agent", metavar="AGENT", help="the agent to compare (default: our robot of that kind)"
    )
    parser.add_argument(
        "--server-log",
        type=Path,
        metavar="FILE",
        help="the output of a server started with -Djsettlers.debug.traffic=Y: it names the cards that its "
        "robots drew and discarded",
    )
    parser.add_argument(
        "--differences", action="store_true", help="list the differences, the most common first"
    )
    parser.add_argument("--json", action="store_true", help="print the result as JSON")


def run(options: argparse.Namespace) -> None:
    """Go through the games and print the shares."""
    agent = options.agent or AGENTS[options.kind]
    paths = _transcripts(options.folder)
    log = _server_log(options.server_log)
    cases: list[Case] = []
    games, left_out = 0, []
    for path in paths:
        try:
            recorded = read_recorded_game(path, log)
        except (BridgeError, ValueError, EOFError, OSError) as error:
            left_out.append((path.name, str(error)))
            continue
        seats = robots_in(recorded, options.kind)
        games += bool(seats)
        for seat in seats:
            cases += compare(recorded, seat, agent, path.name)
    for name, why in left_out:
        sentence = escape_control_characters(f"{name} is left out: {why}")
        print(f"catanlab jsettlers: {sentence}", file=sys.stderr)
    if not cases:
        raise UsageError(f"no game in {options.folder} could be compared: none has a {options.kind} robot")
    rows = shares(cases)
    if options.json:
        print(json.dumps(_data(options.kind, agent, games, left_out, rows, cases), indent=2))
        return
    print(f"{agent} compared with {options.kind} robots in {games} games\n")
    print("\n".join(_table(rows)))
    if options.differences:
        print("\n" + "\n".join(_difference_lines(cases)))


def _transcripts(folder: Path) -> list[Path]:
    if not folder.is_dir():
        raise UsageError(f"{folder} is no folder: give the one that holds the transcripts")
    paths = sorted([*folder.glob("*.txt"), *folder.glob("*.txt.gz")])
    if not paths:
        raise UsageError(f"{folder} holds no transcript: their names end in .txt or .txt.gz")
    return paths


def _server_log(path: Path | None) -> ServerLog | None:
    if path is None:
        return None
    try:
        return read_server_log(path)
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror or error}") from None


def _table(rows: list[Share]) -> list[str]:
    """Return the shares as lines of text."""
    width = max(len(row.decision) for row in rows)
    lines = [f"{'decision':{width}}    same      of   share    95 % interval"]
    for row in rows:
        low, high = 100 * row.interval.low, 100 * row.interval.high
        lines.append(
            f"{row.decision:{width}} {row.same:7,} {row.cases:7,} {100 * row.share:6.1f} %"
            f"   {low:5.1f} to {high:5.1f} %"
        )
    return lines


def _difference_lines(cases: list[Case]) -> list[str]:
    """Return for each decision what differed most often."""
    lines = []
    found = _differences(cases)
    for decision in dict.fromkeys(case.decision for case in cases):
        most = [(pair, count) for (each, pair), count in found.most_common() if each == decision]
        for (theirs, ours), count in most[:MAX_SHOWN]:
            lines.append(f"{count:5}  {decision}: the robot {theirs}, we {ours}")
    return lines


def _differences(cases: list[Case]) -> Counter[tuple[str, tuple[str, str]]]:
    return Counter((case.decision, (case.theirs_kind, case.ours_kind)) for case in cases if not case.same)


def _data(
    kind: str,
    agent: str,
    games: int,
    left_out: list[tuple[str, str]],
    rows: list[Share],
    cases: list[Case],
) -> dict[str, Any]:
    return {
        "kind": kind,
        "agent": agent,
        "games": games,
        "left_out": [{"file": name, "reason": why} for name, why in left_out],
        "decisions": [
            {
                "decision": row.decision,
                "same": row.same,
                "cases": row.cases,
                "share": row.share,
                "low": row.interval.low,
                "high": row.interval.high,
            }
            for row in rows
        ],
        "differences": [
            {"decision": decision, "theirs": theirs, "ours": ours, "count": count}
            for (decision, (theirs, ours)), count in _differences(cases).most_common()
        ],
    }
