"""The plan of a match: everything that decides how its games go, and nothing else.

Two plans with the same key have the same games, so that stored results need not be played again.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from catanlab._version import __version__
from catanlab.agents.registry import make_agent
from catanlab.framework.arguments import whole_number
from catanlab.framework.errors import AgentError, ArgumentError
from catanlab.framework.game import Game
from catanlab.framework.random import Random, check_seed
from catanlab.games.catan.board import Board
from catanlab.games.catan.game import Catan
from catanlab.games.catan.layouts import make_board
from catanlab.games.catan.rules import Rules
from catanlab.games.catan.text.rules import rules_from_text, rules_to_text
from catanlab.games.registry import canonical_game, module_of_game, own_game_from_text
from catanlab.lab.code import code_key
from catanlab.lab.native_policy import native_policy
from catanlab.lab.seatings import Seating, gauntlet, round_robin, seatings

MAX_TURNS = 10_000
"""The turn after which a game is cut off, if nothing else is asked for."""


@dataclass(frozen=True, kw_only=True)
class MatchPlan:
    """Agents, line-ups, game, rules and seed; make it by `match` or `gauntlet`.

    >>> plan = MatchPlan.match(["greedy", "random", "random", "random"], seed=7)
    >>> plan.agents
    ('greedy', 'random')
    >>> plan.seatings
    ((0, 1, 1, 1), (1, 0, 1, 1), (1, 1, 0, 1), (1, 1, 1, 0))

    A block is one board and one stream of chance under all the seatings, unless the match has a `host`.
    Raises AgentError, RulesError, SeedError or ArgumentError if one of its values is invalid.
    """

    agents: tuple[str, ...]
    """The different agents, as text that `make_agent` reads."""
    lineups: tuple[Seating, ...]
    """Who plays whom, by number in `agents`."""
    rules: Rules | None = None
    """The rules of Catan; None in another game."""
    game_text: str = Catan.name
    """The game: Catan, or another one with its options."""
    seed: int = 1
    max_turns: int = MAX_TURNS
    """A game is cut off after this many turns and has no winner."""
    move_seconds: float | None = None
    """How long an agent may think about a move; None for as long as it likes."""
    isolate: bool = False
    """Whether every agent plays in a process of its own, which is stopped hard when it is late."""
    version: str = __version__
    """The version of catanlab that plays."""
    code: str = ""
    """The code that plays, as `code_key` puts it: a word for every game, and one for each agent."""
    host: str = ""
    """The server that lays boards, rolls dice and draws seats, if any: a block is then a single game."""

    def __post_init__(self) -> None:
        check_seed(self.seed)
        whole_number("max_turns", self.max_turns, 1, 2**31 - 1)
        if self.move_seconds is not None and not 0 < self.move_seconds < float("inf"):
            raise ArgumentError(f"move_seconds is {self.move_seconds}; it must be a number above 0")

    @classmethod
    def match(
        cls,
        agents: Sequence[str],
        *,
        rules: Rules | str | None = None,
        game: str = Catan.name,
        **options: Any,
    ) -> MatchPlan:
        """Return the plan for these agents: one line-up, or a round robin if there are more than seats."""
        setting = _Setting(game, rules)
        seats = setting.game.seats
        specs = setting.specs(agents)
        distinct = tuple(dict.fromkeys(specs))
        if len(specs) < seats:
            few = f"{len(specs)} agent{'' if len(specs) == 1 else 's'}"
            raise ArgumentError(f"{few} for {seats} seats: name as many agents as there are seats, or more")
        if len(specs) == seats:
            lineups: tuple[Seating, ...] = (tuple(distinct.index(spec) for spec in specs),)
        elif len(distinct) < len(specs):
            raise ArgumentError("in a round robin, with more agents than seats, all must be different")
        else:
            lineups = round_robin(len(distinct), seats)
        return cls(agents=distinct, lineups=lineups, **setting.fields(distinct), **options)

    @classmethod
    def gauntlet(
        cls,
        agent: str,
        against: Sequence[str],
        *,
        rules: Rules | str | None = None,
        game: str = Catan.name,
        **options: Any,
    ) -> MatchPlan:
        """Return the plan for one agent against a table full of each opponent."""
        setting = _Setting(game, rules)
        specs = setting.specs([agent, *against])
        if len(specs) < 2:
            raise ArgumentError("a gauntlet needs an opponent")
        if len(set(specs)) < len(specs):
            raise ArgumentError("the agents of a gauntlet must all be different")
        lineups = gauntlet(len(specs) - 1, setting.game.seats)
        return cls(agents=tuple(specs), lineups=lineups, **setting.fields(specs), **options)

    @property
    def seats(self) -> int:
        """How many seats a game has."""
        return len(self.lineups[0])

    @property
    def agent_codes(self) -> tuple[str, ...]:
        """A word for each agent, the same for the same class and options however these are written.

        >>> first, second = MatchPlan.match(["random", "random:by_group=no"], rules="players=2").agent_codes
        >>> first == second
        True
        """
        _, *words = self.code.split(" ")
        return tuple(words) if len(words) == len(self.agents) else self.agents

    @property
    def setting(self) -> str:
        """What is played, in words: the rules of Catan, or another game with its options."""
        return f"rules {rules_to_text(self.rules)}" if self.rules else self.game_text

    @cached_property
    def seatings(self) -> tuple[Seating, ...]:
        """The games of a block: the agent in each seat."""
        return tuple(seating for lineup in self.lineups for seating in seatings(lineup))

    @property
    def games_in_block(self) -> int:
        """How many games a whole block has."""
        return 1 if self.host else len(self.seatings)

    @cached_property
    def key(self) -> str:
        """16 letters that identify the plan."""
        return key_of(self.to_dict())

    def game(self, block: int) -> Game:
        """Return the game that a block plays: in Catan the rules on the board of that block.

        Another game that has an option `seed`, which its text does not give, has that of the block.
        """
        if self.rules is None:
            return own_game_from_text(self.game_text, seed=self.block_seed(block))
        return self.catan(block)

    def catan(self, block: int) -> Catan:
        """Return the game of Catan that a block plays; raises ArgumentError if another game is played."""
        return Catan(rules=self.rules, board=self.board(block), seed=self.block_seed(block))

    def block_seed(self, block: int) -> int:
        """Return the seed of a block: of its dice, cards drawn and cards stolen, and of its agents."""
        random = Random(self.seed, "block", block)
        return random.below(2**31 - 1) << 31 | random.below(2**31 - 1)

    def board(self, block: int) -> Board:
        """Return the board of Catan that a block is played on; raises ArgumentError in another game."""
        if self.rules is None:
            raise ArgumentError(f"{self.game_text} is not played on a board of Catan")
        return make_board(self.rules.layout, Random(self.seed, "board", block))

    def to_dict(self) -> dict[str, Any]:
        """Return the plan as plain data, from which `from_dict` makes it again."""
        return {
            "version": self.version,
            "code": self.code,
            "agents": list(self.agents),
            "lineups": [list(lineup) for lineup in self.lineups],
            **({"rules": rules_to_text(self.rules)} if self.rules else {"game": self.game_text}),
            "seed": self.seed,
            "max_turns": self.max_turns,
            "move_seconds": self.move_seconds,
            "isolate": self.isolate,
            **({"host": self.host} if self.host else {}),
        }

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> MatchPlan:
        """Return the plan that `to_dict` described."""
        return cls(
            agents=tuple(data["agents"]),
            lineups=tuple(tuple(lineup) for lineup in data["lineups"]),
            rules=rules_from_text(data["rules"], stored=True) if "rules" in data else None,
            game_text=data.get("game", Catan.name),
            seed=data["seed"],
            max_turns=data["max_turns"],
            move_seconds=data["move_seconds"],
            isolate=data["isolate"],
            version=data["version"],
            code=data["code"],
            host=data.get("host", ""),
        )

    def __str__(self) -> str:
        return f"{' v '.join(self.agents)}, {self.setting}, seed {self.seed}"


def key_of(data: dict[str, Any]) -> str:
    """Return the key of a plan from its plain data, whichever version wrote that.

    >>> plan = MatchPlan.match(["random"] * 4)
    >>> key_of(plan.to_dict()) == plan.key
    True
    """
    text = json.dumps(data, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


class _Setting:
    """The game of a plan that is being made."""

    def __init__(self, text: str, rules: Rules | str | None) -> None:
        name, colon, _ = text.partition(":")
        self.is_catan = name.strip() == Catan.name
        self.rules: Rules | None = None
        if self.is_catan:
            if colon:
                raise ArgumentError(
                    f"{text!r}: a match of Catan takes rules, and lays a board for each block"
                )
            self.rules = rules_from_text(rules) if isinstance(rules, str) else rules or Rules()
            self.game_text = Catan.name
            self.game: Game = Catan(rules=self.rules, seed=0)
            return
        if rules is not None:
            raise ArgumentError(f"rules go with Catan; write the options of {text} as {name}:option=value")
        self.game_text = canonical_game(text)
        self.game = own_game_from_text(self.game_text, seed=0)
        if self.game.seats < 2:
            raise ArgumentError(f"{self.game_text} has {self.game.seats} seats; a match takes at least 2")

    def specs(self, agents: Sequence[str]) -> list[str]:
        """Return the specs of the agents in full; raises AgentError for one that cannot play the game."""
        made = [make_agent(spec) for spec in agents]
        for agent in made:
            if agent.games and self.game.name not in agent.games:
                raise AgentError(f"{agent.name} plays {', '.join(agent.games)}, not {self.game.name}")
            agent.check(self.game)
            if self.is_catan:
                native_policy(agent)  # raises AgentError before anything is played or stored
        return [agent.name for agent in made]

    def fields(self, agents: Sequence[str]) -> dict[str, Any]:
        """Return the fields of a plan that follow from the game."""
        also = () if self.is_catan else (module_of_game(self.game_text),)
        return {"rules": self.rules, "game_text": self.game_text, "code": code_key(agents, also)}
