"""An experiment as data: what is played, what the thesis found, and what it claims."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias, get_args

from catanlab.lab.builds import BUILDS

Kind: TypeAlias = Literal["matches", "factorial", "bandit", "densities", "people"]
KINDS: tuple[str, ...] = get_args(Kind)
"""Matches, a factorial design of them, a bandit, densities, or games of people."""
MINUS = " - "
"""Between the names of two measures in a claim: their difference."""
SCALES = ("quick", "half", "full")
"""A look within minutes; games enough for most claims; the games and budget of the thesis."""
BUDGETS = ("simulations", "time", "own")
"""Equal simulations; equal time, as a measured ratio of simulations; whatever the specs say."""
PLACEHOLDER = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True, kw_only=True)
class Scale:
    """How much of an experiment is played."""

    name: str
    games: int
    """The games of each match, rounded up to whole blocks; trials of a bandit."""
    iterations: int | None = None
    """The simulations a move that `{budget}` stands for."""
    values: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)
    """Other values for the variables of sweeps."""


@dataclass(frozen=True, kw_only=True)
class MatchTemplate:
    """A match, or a sweep of matches over the values of a variable."""

    name: str
    title: str
    players: Mapping[str, str]
    """The spec of each player, by its label in tables and claims."""
    seats: tuple[str, ...]
    """The labels at the table."""
    rules: str
    game: str = ""
    """Another game than Catan, with its options, which has no rules."""
    budget: str = "simulations"
    variable: str = ""
    """The variable of a sweep, or "" for a single match."""
    values: tuple[Any, ...] = ()
    thesis: Mapping[str, Any] = field(default_factory=dict)
    """The thesis' figures: of players by label, and `rounds`; lists of them in a sweep."""
    games: Mapping[str, int] = field(default_factory=dict)
    """The games at some scales, where they differ from those of the experiment."""
    game_seconds: float | None = None
    """Measured CPU-seconds of a game, apart from the simulations."""
    seconds_per_1000: float | None = None
    """Measured CPU-seconds that a game takes for every 1,000 simulations a move."""

    @property
    def budgeted(self) -> tuple[str, ...]:
        """The labels of the players whose simulations are those of the budget."""
        names = {"budget", "iterations"}
        return tuple(label for label, spec in self.players.items() if names & {*PLACEHOLDER.findall(spec)})


@dataclass(frozen=True, kw_only=True)
class Claim:
    """An inequality of two measures, or of a measure and a number, with the least gap that matters."""

    text: str
    greater: str
    """The measure that is claimed to be greater, as in `vpi/vpi.wins`."""
    than: str | float
    effect: float
    """The smallest effect of interest, fixed before the run: per cent, victory points, or pieces."""
    thesis: float | None = None
    """The difference in the thesis."""
    added: str = ""
    """When it was added, if not before its games: as in "when its games had been seen"."""

    @property
    def title(self) -> str:
        """What is claimed, and when it was added if that was late."""
        return f"{self.text} (added {self.added})" if self.added else self.text

    @property
    def measures(self) -> tuple[str, ...]:
        """The measures of its sides: `wins` in `match/player.wins`, `rounds` in `match/rounds`."""
        sides = (side for side in (self.greater, self.than) if isinstance(side, str))
        names = (name for side in sides for name in side.split(MINUS))
        return tuple(name.rpartition("/")[2].rpartition(".")[2] for name in names)


@dataclass(frozen=True, kw_only=True)
class FigureSpec:
    """A picture: its kind, title, and what it shows."""

    kind: str
    title: str
    options: Mapping[str, Any] = field(default_factory=dict)

    @property
    def measure(self) -> str:
        """The measure that it names, or ""."""
        return str(self.options.get("measure", ""))


@dataclass(frozen=True, kw_only=True)
class Experiment:
    """An experiment, as a TOML file describes it."""

    name: str
    title: str
    source: str
    """The author of the thesis, or `catanlab`."""
    place: str
    """The table or figure."""
    about: str
    kind: Kind
    also: tuple[str, ...] = ()
    """Other names: further figures that it covers."""
    seed: int = 1
    scales: Mapping[str, Scale] = field(default_factory=dict)
    ratios: Mapping[str, float | Mapping[str, float]] = field(default_factory=dict)
    """Simulations in equal time, by player, as parts of the budget; they may differ by scale."""
    matches: tuple[MatchTemplate, ...] = ()
    claims: tuple[Claim, ...] = ()
    figures: tuple[FigureSpec, ...] = ()
    notes: tuple[str, ...] = ()
    """What a reader must know to judge it: a sentence each."""
    settings: Mapping[str, Any] = field(default_factory=dict)
    """What the kinds other than matches need."""
    reason: str = ""
    """Why agents cannot run it, if they cannot."""
    nearest: str = ""
    """The command that comes nearest then."""
    path: str = ""
    """The file that it was read from, if it is not one of the package."""

    @property
    def counts_builds(self) -> bool:
        """Whether a claim or a figure is about builds, so that these are counted in all its matches."""
        of_claims = {name for claim in self.claims for name in claim.measures}
        of_figures = {figure.measure for figure in self.figures}
        return not (of_claims | of_figures).isdisjoint(BUILDS)

    @property
    def can_run(self) -> bool:
        """Whether it can be run by agents."""
        return self.kind != "people"
