"""`catanlab analyze`: searches a position, which is given as text or in a record."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import replace
from pathlib import Path

from catanlab.agents.negotiation.trader import Trader
from catanlab.agents.players.mcts.agent import Mcts
from catanlab.agents.players.mcts.presets import SEARCHES
from catanlab.agents.registry import make_agent
from catanlab.cli.analysis_progress import live_progress
from catanlab.cli.analysis_report import report
from catanlab.cli.main import EXIT_INTERRUPTED, UsageError
from catanlab.cli.options import MAX_SEED, number, whole
from catanlab.cli.position_source import add_game, read_source
from catanlab.cli.record_files import check_target
from catanlab.cli.tree_labels import with_short_labels
from catanlab.cli.viewpoint import Viewpoint, find_viewpoint
from catanlab.framework.errors import AgentError, CatanlabError
from catanlab.framework.random import Random
from catanlab.framework.specs import split_spec
from catanlab.framework.wording import words_of
from catanlab.games.catan.draw import save_svg
from catanlab.search.search import Search
from catanlab.search.tree_picture import tree_svg

DEFAULT_SECONDS = 5.0
"""How long to search, unless an option says otherwise."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    parser.add_argument(
        "what",
        metavar="POSITION|RECORD[@PLY]",
        help="a position or a view as text (- reads it from standard input), or a file with a record: the "
        "position after PLY moves and outcomes, 0 for the start (default: the end)",
    )
    parser.add_argument(
        "--agent",
        required=True,
        metavar="SPEC",
        help="the agent that searches, such as uct or puct:c=2,chance=open",
    )
    parser.add_argument(
        "--seconds",
        type=number(0, 1e6),
        metavar="S",
        help=f"how long to search (default: the agent's own option, else {DEFAULT_SECONDS:g})",
    )
    parser.add_argument(
        "--iterations", type=whole(1, 10**12), metavar="N", help="stop the search after N simulations"
    )
    parser.add_argument("--seat", type=whole(0, 9), metavar="N", help="fail unless this seat is to move")
    add_game(parser)
    parser.add_argument(
        "--seed",
        type=whole(0, MAX_SEED),
        default=0,
        metavar="S",
        help="seed of the search; with --iterations the result is the same each time (default: 0)",
    )
    parser.add_argument(
        "--lines",
        type=whole(1, 10_000),
        metavar="N",
        default=10,
        help="number of moves to list (default: 10)",
    )
    parser.add_argument("--json", action="store_true", help="print the whole result as JSON")
    parser.add_argument(
        "--svg",
        metavar="FILE",
        help="write a picture of the top of the tree as SVG; - is standard output, and the text goes to "
        "standard error",
    )


def run(options: argparse.Namespace) -> int:
    """Search and print the result, after Ctrl-C the result so far."""
    if options.svg is not None:
        if options.svg == "-" and options.json:
            raise UsageError("--svg - and --json: standard output takes only one of them")
        if options.svg != "-":
            check_target(Path(options.svg), "--svg")
    agent = _agent(options)
    viewpoint = find_viewpoint(read_source(options.what, options.game), options.seat)
    game = viewpoint.view.game
    if agent.games and game.name not in agent.games:
        raise UsageError(f"{agent.name} does not play {game.name}, only {', '.join(agent.games)}")
    seat = viewpoint.view.to_move
    agent.start(game, seat, Random(options.seed, "agent", seat))
    search = agent.search(viewpoint.view)
    interrupted = False
    try:
        with live_progress(search, sys.stderr) as show:
            search.run(stop=show)
    except (CatanlabError, OSError):
        raise
    except Exception as error:  # in a policy or evaluation from elsewhere
        raise AgentError(f"{agent.name} failed: {words_of(error)}") from error
    except KeyboardInterrupt:
        if not search.done:
            raise
        interrupted = True
    _show(search, agent, viewpoint, options, interrupted)
    return EXIT_INTERRUPTED if interrupted else 0


def _show(
    search: Search, agent: Mcts, viewpoint: Viewpoint, options: argparse.Namespace, interrupted: bool
) -> None:
    result = search.result()
    rule = agent.overrides.before(viewpoint.view, agent.random, begun=False)
    picture = tree_svg(with_short_labels(result)) if options.svg is not None else ""
    printed = sys.stderr if options.svg == "-" else sys.stdout
    if options.svg == "-":
        sys.stdout.write(f"{picture}\n")
    elif options.svg is not None:
        save_svg(picture, options.svg)
    if options.json:
        found = {
            "agent": agent.name,
            "seed": options.seed,
            "place": viewpoint.place,
            "open": viewpoint.is_open,
            "interrupted": interrupted,
            "by_rule": rule and {"move": rule.move.text, "reason": rule.explanation.text},
            **result.to_dict(),
        }
        print(json.dumps(found, indent=2))
        return
    if interrupted:
        print("Interrupted; the result so far:", file=printed)
    print("\n".join(report(result, agent.name, viewpoint, options.lines)), file=printed)
    if rule:
        instead = f"At a table it does not search here, but plays {rule.move} by rule."
        print(f"{instead} {rule.explanation.text}", file=printed)


def _agent(options: argparse.Namespace) -> Mcts:
    """Return the agent with the time and simulations of the options; raises AgentError."""
    agent = made = make_agent(options.agent)
    if isinstance(made, Trader):
        agent = made.agent
        agent.name = made.name
    if not isinstance(agent, Mcts):
        known = ", ".join(entry.name for entry in SEARCHES)
        raise AgentError(f"{agent.name} does not search; those that do are {known}")
    iterations, seconds = options.iterations, options.seconds
    if iterations is None and seconds is None:
        if {"iterations", "seconds"} & split_spec(options.agent, AgentError)[1].keys():
            return agent
        seconds = DEFAULT_SECONDS
    agent.settings = replace(agent.settings, iterations=iterations, seconds=seconds)
    return agent
