"""Tries values of parameters over the same blocks, and stops early where one falls behind the best.

Optuna suggests values (tree-structured Parzen estimators) and prunes by Wilcoxon's signed-rank test over
blocks. Its random numbers are seeded and every block is stored, so that a run that was stopped at any
moment goes on from there: the same trials come again, and cost nothing as far as they were played.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from math import prod
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from catanlab.agents.registry import AGENTS, agent_options, make_agent
from catanlab.framework.arguments import fraction
from catanlab.framework.errors import AgentError, ArgumentError
from catanlab.games.catan.text.rules import rules_from_text
from catanlab.lab.experiments.published import adopt_rows
from catanlab.lab.match import play_match
from catanlab.lab.match_plan import MatchPlan
from catanlab.lab.store import Store
from catanlab.lab.summary import agent_blocks
from catanlab.lab.tuning.parameters import Parameter

Floats = NDArray[np.float64]
PRUNE_P = 0.1
"""A trial is stopped when chance alone would put it so far behind the best with this probability."""
SEATS = 4
MANY_SETTINGS = 10_000
"""With more settings than these it does not matter that one may be tried twice."""
FIRST_BLOCKS = 4
"""No trial is stopped before this many blocks."""


@dataclass(frozen=True)
class TunedAgent:
    """What is tuned: an agent, its parameters, and the table at which its wins count."""

    agent: str
    """Its spec without the tuned parameters: the default that is to be beaten."""
    parameters: tuple[Parameter, ...]
    against: str | None = None
    """Three of these are the opponents; None: two against two of the default."""
    rules: str = "base"
    seed: int = 1

    def __post_init__(self) -> None:
        if not self.parameters:
            raise ArgumentError("there is nothing to tune; name a parameter")
        names = [parameter.name for parameter in self.parameters]
        for name in names:
            if names.count(name) > 1:
                raise ArgumentError(f"the parameter {name} is named twice; name each parameter once")
        if self.against is not None:
            make_agent(self.against)
        if (players := rules_from_text(self.rules).players) != SEATS:
            raise ArgumentError(
                f"agents are tuned at tables of {SEATS}; these rules have {players} players"
            )
        takes = {option.name: option.takes for option in agent_options(self.agent)}
        for name in names:
            if name not in takes:
                raise AgentError(f"{self.agent} has no option {name!r}; it has {', '.join(sorted(takes))}")
        fitted = tuple(parameter.fitted_to(takes[parameter.name]) for parameter in self.parameters)
        object.__setattr__(self, "parameters", fitted)
        self._check_values()

    def _check_values(self) -> None:
        """Raise ArgumentError or AgentError if the agent refuses a value, before any game is played.

        The other parameters keep a value that they may have in a trial too: what is refused here would
        have stopped the tuning later.
        """
        own = self._own_values()
        usual = {
            each.name: own[each.name] if each.contains(own[each.name]) else each.samples()[0]
            for each in self.parameters
        }
        for parameter in self.parameters:
            for word in parameter.samples():
                make_agent(self.spec({**usual, parameter.name: word}))

    @property
    def most_gain(self) -> float:
        """The most that a seat can gain: of two against two it has at most half of all wins."""
        return 1.0 if self.against else 0.5

    @property
    def parity(self) -> float:
        """What a seat of the default wins against the default itself."""
        return 1 / SEATS

    def check_gain(self, gain: float) -> None:
        """Raise ArgumentError if nobody can gain that much here."""
        fraction("gain", gain)
        if gain >= self.most_gain:
            raise ArgumentError(
                f"gain is {gain:g}; allowed is less than {self.most_gain:g}, the most a seat can gain"
            )

    @property
    def default(self) -> str:
        """The spec of the default, with its own values written out: settings are compared with it."""
        return self.spec(self._own_values())

    def spec(self, values: Mapping[str, str]) -> str:
        """Return the spec with these values; raises AgentError if one is not allowed."""
        head, found, rest = self.agent.partition(":")
        options = dict(word.split("=", 1) for word in rest.split(",")) if found else {}
        words = ",".join(f"{name}={value}" for name, value in {**options, **values}.items())
        return AGENTS.canonical(f"{head}:{words}" if words else head)

    def default_values(self) -> dict[str, str] | None:
        """Return the default's own values, or None if one is outside its range."""
        values = self._own_values()
        inside = all(parameter.contains(values[parameter.name]) for parameter in self.parameters)
        return values if inside else None

    def _own_values(self) -> dict[str, str]:
        found = {option.name: option.default for option in agent_options(self.agent)}
        return {parameter.name: found[parameter.name] for parameter in self.parameters}

    def all_settings(self) -> list[dict[str, str]] | None:
        """Return every setting there is; None if there are more than can be counted, or very many."""
        words = {each.name: each.all_values() for each in self.parameters}
        finite = {name: values for name, values in words.items() if values is not None}
        if len(finite) < len(words) or prod(map(len, finite.values())) > MANY_SETTINGS:
            return None
        return _combined(finite)

    def plan(self, spec: str, seed: int) -> MatchPlan:
        """Return the match in which the wins of a spec count."""
        return _plan(self, spec, seed)


@dataclass(frozen=True)
class Setting:
    """Values of the parameters, and the spec with them."""

    values: Mapping[str, str]
    spec: str


@dataclass(frozen=True)
class Trial:
    """A setting that was tried: its wins in each block, and whether it was stopped early."""

    number: int
    setting: Setting
    rates: Floats
    """The win rate of a seat in each block."""
    pruned: bool

    @property
    def mean(self) -> float:
        """The win rate of a seat."""
        return float(self.rates.mean())

    @property
    def error(self) -> float:
        """Its standard error, from the spread between blocks; 0 for a single block."""
        n = len(self.rates)
        return float(self.rates.std(ddof=1)) / n**0.5 if n > 1 else 0.0


def tune(
    tuned: TunedAgent,
    store: Store,
    *,
    trials: int,
    blocks: int,
    grid: int | None = None,
    watch: Callable[[Trial], None] = lambda trial: None,
    **options: Any,
) -> list[Trial]:
    """Try `trials` settings over at most `blocks` blocks each, and return them in order.

    The first trial is the default, if its values are within the ranges. Where the parameters allow only so
    many settings, each is tried once at the most. With `grid` the settings are those of an evenly spaced
    grid, all of them played in full. `options` go to `block_rates` and `play_match`.
    Raises ArgumentError if Optuna is not installed.
    """
    optuna = require_optuna()
    done: list[Trial] = []
    first = _first_values(tuned, grid)
    count = len(first) if grid else trials
    untried = None if grid else tuned.all_settings()
    drawn = Random(tuned.seed)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", optuna.exceptions.ExperimentalWarning)
        optuna.logging.set_verbosity(optuna.logging.ERROR)
        pruner = optuna.pruners.WilcoxonPruner(p_threshold=PRUNE_P, n_startup_steps=FIRST_BLOCKS)
        sampler = optuna.samplers.TPESampler(
            seed=tuned.seed % 2**32, multivariate=len(tuned.parameters) > 1
        )
        study = optuna.create_study(direction="maximize", sampler=sampler, pruner=pruner)
        for values in first:
            study.enqueue_trial(_parsed(tuned, values))
        while len(done) < count and untried != []:
            trial = study.ask()
            values = {parameter.name: parameter.suggest(trial) for parameter in tuned.parameters}
            if len(done) < len(first):
                values = first[len(done)]  # which may have more figures than a value that is suggested
            elif untried is not None and values not in untried:
                # Optuna suggests what it has seen: of finitely many settings another one is tried instead.
                study.tell(trial, state=optuna.trial.TrialState.FAIL)
                study.enqueue_trial(_parsed(tuned, drawn.choice(untried)))
                continue
            if untried is not None and values in untried:
                untried.remove(values)
            setting = Setting(values, tuned.spec(values))
            rates, pruned = _play(tuned, setting, store, blocks, None if grid else trial, options)
            done.append(Trial(len(done), setting, rates, pruned))
            watch(done[-1])
            study.tell(trial, done[-1].mean)
    return done


def block_rates(
    tuned: TunedAgent,
    spec: str,
    store: Store,
    blocks: int,
    seed: int,
    *,
    committed: Path | None = None,
    **options: Any,
) -> Floats:
    """Return the win rate of a seat of a spec in each of the first blocks; missing ones are played.

    Games that were published in the folder `committed` are used.
    """
    plan = tuned.plan(spec, seed)
    if committed:
        adopt_rows([plan], committed, store)
    rows = play_match(store.open(plan), blocks, **options)
    return np.asarray(agent_blocks(rows, plan.agents.index(spec)).rates, np.float64)


def blocks_at_once(options: Mapping[str, Any]) -> int:
    """Return after how many blocks it is decided whether to go on: enough to keep all processes busy."""
    return max(FIRST_BLOCKS, int(options.get("processes", 1)))


@lru_cache(maxsize=256)
def _plan(tuned: TunedAgent, spec: str, seed: int) -> MatchPlan:
    if tuned.against:
        return MatchPlan.match([spec, *[tuned.against] * 3], rules=tuned.rules, seed=seed)
    return MatchPlan.match([spec, spec, tuned.default, tuned.default], rules=tuned.rules, seed=seed)


def require_optuna() -> Any:
    """Return Optuna; raises ArgumentError if it is not installed."""
    try:
        import optuna
        import scipy  # noqa: F401 - Wilcoxon's test
    except ImportError as error:
        raise ArgumentError(
            f"tuning needs the package {error.name}, which is not installed: pip install 'catanlab[lab]'"
        ) from None
    return optuna


def _first_values(tuned: TunedAgent, grid: int | None) -> list[dict[str, str]]:
    """Return the values that are tried first: all of a grid, or the default."""
    if grid:
        return _combined({each.name: each.grid(grid) for each in tuned.parameters})
    values = tuned.default_values()
    return [] if values is None else [values]


def _combined(words: Mapping[str, Sequence[str]]) -> list[dict[str, str]]:
    """Return every combination of one word for each name."""
    return [dict(zip(words, chosen, strict=True)) for chosen in product(*words.values())]


def _parsed(tuned: TunedAgent, values: Mapping[str, str]) -> dict[str, Any]:
    """Return values for Optuna from their texts."""
    return {each.name: each.parse(values[each.name]) for each in tuned.parameters}


def _play(
    tuned: TunedAgent,
    setting: Setting,
    store: Store,
    blocks: int,
    trial: Any | None,
    options: Mapping[str, Any],
) -> tuple[Floats, bool]:
    """Return the rates of a setting, and whether it was stopped early."""
    if not tuned.against and setting.spec == tuned.default:
        # The default against itself: a quarter of the wins in every block, whatever the dice.
        rates = np.full(blocks, tuned.parity)
        if trial is not None:
            for block in range(blocks):
                trial.report(float(rates[block]), block)
        return rates, False
    step = blocks_at_once(options)
    played = 0
    rates = np.empty(0)
    while played < blocks:
        until = min(blocks, played + step)
        rates = block_rates(tuned, setting.spec, store, until, tuned.seed, **options)
        for block in range(played, until):
            if trial is not None:
                trial.report(float(rates[block]), block)
        played = until
        if trial is not None and played < blocks and trial.should_prune():
            return rates, True
    return rates, False


def best_trials(trials: Sequence[Trial], tuned: TunedAgent, count: int) -> list[Trial]:
    """Return the best settings that won more than the default, those played in full first.

    Where no trial is the default, those of two against two must win more than parity, which the default
    has against itself; against others it is not known what the default wins, and there is no bar.
    """
    default = tuned.default
    unplayed = 0.0 if tuned.against else tuned.parity
    bar = max((trial.mean for trial in trials if trial.setting.spec == default), default=unplayed)
    others = {
        trial.setting.spec: trial for trial in trials if trial.setting.spec != default and trial.mean > bar
    }
    return sorted(others.values(), key=lambda trial: (trial.pruned, -trial.mean))[:count]
