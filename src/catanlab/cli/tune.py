"""`catanlab tune`: tunes parameters of an agent, and confirms the best on fresh blocks."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from catanlab.cli.cluster_options import add_cluster, playing_options
from catanlab.cli.columns import in_columns
from catanlab.cli.options import MAX_SEED, add_jobs, add_out, number, whole
from catanlab.cli.record_files import check_target
from catanlab.framework.errors import ArgumentError

if TYPE_CHECKING:
    from catanlab.lab.store import Store
    from catanlab.lab.tuning import Confirmation, Trial, TunedAgent

DEFAULT_TRIALS, DEFAULT_BLOCKS, DEFAULT_CONFIRM, DEFAULT_GAIN = 20, 20, 200, 0.04
CONFIRMED = 3
"""How many of the best settings are tested on fresh blocks."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    parser.add_argument("agent", metavar="AGENT", help="the agent, such as uct:iterations=200")
    parser.add_argument(
        "--param",
        action="append",
        default=[],
        metavar="P",
        help="what to tune: c=0.2:16:log, threshold=0:50, final=robust|max; may be repeated",
    )
    parser.add_argument(
        "--against",
        metavar="AGENT",
        help="three of this opponent (default: two of the untuned agent against two tuned ones)",
    )
    parser.add_argument(
        "--rules", default="base", metavar="R", help="a named set of rules, fields, or both (default: base)"
    )
    parser.add_argument(
        "--trials",
        type=whole(1, 10**6),
        default=DEFAULT_TRIALS,
        metavar="N",
        help=f"settings to try, each once if there are only so many (default: {DEFAULT_TRIALS})",
    )
    parser.add_argument(
        "--blocks",
        type=whole(2, 10**6),
        default=DEFAULT_BLOCKS,
        metavar="N",
        help=f"blocks of a trial that is not stopped early (default: {DEFAULT_BLOCKS})",
    )
    parser.add_argument(
        "--grid",
        type=whole(2, 1000),
        metavar="N",
        help="try N evenly spaced values instead, each on all blocks",
    )
    parser.add_argument(
        "--confirm",
        type=whole(0, 10**6),
        default=DEFAULT_CONFIRM,
        metavar="N",
        help=f"fresh blocks at most to confirm each of the best {CONFIRMED} (default: {DEFAULT_CONFIRM})",
    )
    parser.add_argument(
        "--gain",
        type=number(0, 1),
        default=DEFAULT_GAIN,
        metavar="G",
        help=f"the gain in the win rate of a seat that is to be confirmed (default: {DEFAULT_GAIN})",
    )
    parser.add_argument("--seed", type=whole(0, MAX_SEED // 2), default=1, metavar="S", help="(default: 1)")
    add_jobs(parser)
    add_cluster(parser)
    add_out(parser, "the folder for games")
    parser.add_argument(
        "--publish",
        type=Path,
        metavar="DIR",
        help="keep the games as Parquet in DIR/rows, for version control; games there are used",
    )
    parser.add_argument("--svg", type=Path, metavar="FILE", help="plot the history in this file")
    parser.add_argument("--json", action="store_true", help="print the result as JSON")


def run(options: argparse.Namespace) -> int:
    """Tune the agent, confirm the best settings and print both."""
    from catanlab.lab.experiments.published import check_writable
    from catanlab.lab.plots import require_matplotlib
    from catanlab.lab.store import Store
    from catanlab.lab.tuning import TunedAgent, confirm, least_blocks, read_parameter, tune
    from catanlab.lab.tuning.tuner import best_trials, require_optuna

    tuned = TunedAgent(
        options.agent,
        tuple(map(read_parameter, options.param)),
        against=options.against,
        rules=options.rules,
        seed=options.seed,
    )
    require_optuna()
    if options.svg:
        require_matplotlib()
        check_target(options.svg, "--svg")
    if options.publish:
        check_writable(options.publish)
    tuned.check_gain(options.gain)
    least = least_blocks(tuned, options.gain)
    if 0 < options.confirm < least:
        raise ArgumentError(
            f"--confirm is {options.confirm}; a gain of {options.gain:g} takes {least} blocks "
            f"or more to confirm: allowed are {least} and more, or 0 to confirm nothing"
        )
    store = Store(options.out)
    playing = {**playing_options(options), "committed": options.publish}
    confirmed: list[Confirmation] = []
    try:
        trials = tune(
            tuned,
            store,
            trials=options.trials,
            blocks=options.blocks,
            grid=options.grid,
            watch=_show,
            **playing,
        )
        best = best_trials(trials, tuned, CONFIRMED)
        for trial in best if options.confirm else ():
            print(f"confirming {trial.setting.spec}", file=sys.stderr, flush=True)
            found = confirm(
                tuned,
                trial.setting,
                store,
                blocks=options.confirm,
                gain=options.gain,
                settings=len(best),
                **playing,
            )
            confirmed.append(found)
    except KeyboardInterrupt:
        print("Stopped; the same command goes on from there.", file=sys.stderr)
        raise
    if options.publish:
        _publish(tuned, trials, confirmed, store, options.publish)
    if options.svg:
        from catanlab.games.catan.draw import save_svg
        from catanlab.lab.tuning.history import history_plot

        title = f"Tuning {tuned.default}"
        save_svg(history_plot(trials, tuned.parameters, tuned.default, title), str(options.svg))
    if options.json:
        print(json.dumps(_as_json(tuned, trials, confirmed), indent=2))
    else:
        print("\n".join(_lines(tuned, trials, confirmed)))
    return 0


def _publish(
    tuned: TunedAgent,
    trials: Sequence[Trial],
    confirmed: Sequence[Confirmation],
    store: Store,
    folder: Path,
) -> None:
    from catanlab.lab.experiments.published import publish_rows
    from catanlab.lab.tuning import played_plans

    if not publish_rows(played_plans(tuned, trials, confirmed), store, folder):
        print("The games are not published: they would take more than 1 MB", file=sys.stderr)


def _show(trial: Trial) -> None:
    end = f"stopped after {len(trial.rates)} blocks" if trial.pruned else f"{len(trial.rates)} blocks"
    print(
        f"trial {trial.number}: {_words(trial)}: {100 * trial.mean:.1f} %, {end}",
        file=sys.stderr,
        flush=True,
    )


def _words(trial: Trial) -> str:
    return ", ".join(f"{name} = {value}" for name, value in trial.setting.values.items())


def _lines(tuned: TunedAgent, trials: Sequence[Trial], confirmed: Sequence[Confirmation]) -> list[str]:
    from catanlab.lab.tuning.history import fitted_peak

    head = ("trial", *(parameter.name for parameter in tuned.parameters), "wins of a seat", "blocks", "")
    rows = [
        (
            trial.number,
            *trial.setting.values.values(),
            f"{100 * trial.mean:.1f} % ± {196 * trial.error:.1f}",
            len(trial.rates),
            "default" if trial.setting.spec == tuned.default else "stopped early" if trial.pruned else "",
        )
        for trial in sorted(trials, key=lambda trial: (trial.pruned, -trial.mean))
    ]
    table = f"three {tuned.against}" if tuned.against else "two against two of the default"
    lines = [
        f"{tuned.default}, {table}, rules {tuned.rules}",
        "",
        *in_columns([head, *rows], right=range(1, 4)),
    ]
    if all(trial.setting.spec != tuned.default for trial in trials):
        lines += ["", _without_default(tuned)]
    for parameter in tuned.parameters:
        fitted = None if parameter.choices else fitted_peak(trials, parameter)
        if fitted:
            lines += [
                "",
                f"A parabola through the trials in full peaks at {parameter.name} = {fitted[2]:.3g}.",
            ]
    if not confirmed:
        lines += ["", "No setting was better than the default, or none was to be confirmed."]
    for found in confirmed:
        verdict = "confirmed" if found.is_confirmed else "not confirmed"
        gain = f"{100 * found.gain:+.1f} points over the default in {found.blocks} fresh blocks"
        lines += ["", f"{found.setting.spec}: {verdict}, {gain}", f"  {found.test}"]
    return lines


def _without_default(tuned: TunedAgent) -> str:
    """Return what settings are compared with where no trial is the default."""
    if tuned.against:
        return f"No trial is the default: what it wins against three {tuned.against} is not known here."
    return f"No trial is the default: against itself its seats win {100 * tuned.parity:.1f} % each."


def _as_json(
    tuned: TunedAgent, trials: Sequence[Trial], confirmed: Sequence[Confirmation]
) -> dict[str, Any]:
    from catanlab.lab.provenance import Provenance

    return {
        "agent": tuned.default,
        "against": tuned.against,
        "rules": tuned.rules,
        "seed": tuned.seed,
        "provenance": Provenance.of_this_process().to_dict(),
        "trials": [
            {
                "values": dict(trial.setting.values),
                "spec": trial.setting.spec,
                "win_rate": trial.mean,
                "standard_error": trial.error,
                "blocks": len(trial.rates),
                "pruned": trial.pruned,
            }
            for trial in trials
        ],
        "confirmed": [
            {
                "spec": found.setting.spec,
                "verdict": str(found.verdict),
                "blocks": found.blocks,
                "gain": found.gain,
                "test": found.test,
            }
            for found in confirmed
        ],
    }
