"""The options of a match at a server, and how the server and its robots are started."""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path

from catanlab.bridges.jsettlers.errors import BridgeError
from catanlab.bridges.jsettlers.game_options import OFFERS_PER_TURN
from catanlab.framework.arguments import whole_number
from catanlab.framework.errors import ArgumentError
from catanlab.games.catan.rules import BOUNDS, Rules
from catanlab.lab.code import code_key
from catanlab.lab.match_plan import MatchPlan

SEATS = 4
MAX_TURNS = 400
"""A game is cut off after this many turns: robots of the server can go on for ever."""
HOST = "a JSettlers server"
MATCH_MODULE = "catanlab.bridges.jsettlers.match"
"""The module whose code, with all that it imports, counts for the key of a match."""
NICKS = {"smart": "robot", "fast": "droid", "mixed": "droid"}
"""The beginning of the names of robots that are started as programs, for each kind of match: the server
chooses a robot's kind by its name."""
_SERVER_CLASS, _ROBOT_CLASS = "soc.server.SOCServer", "soc.robot.SOCRobotClient"


@dataclass(frozen=True, kw_only=True)
class MatchOptions:
    """A match to play at a server. Raises ArgumentError for an option outside its bounds."""

    server_command: str
    agent: str
    against: int = 3
    """How many seats the server's own robots have, 1 to 3."""
    kind: str = "smart"
    """Which robots these are: smart, fast, or mixed, which is one fast one and smart ones.

    A server starts five smart and two fast robots by default: of three at a table 0.86 are fast on average.
    """
    robot_command: str | None = None
    """The command that starts one of them as a program; by default the server starts smart ones itself."""
    games: int = 100
    parallel: int = 4
    max_turns: int = MAX_TURNS
    move_seconds: float = 5.0
    offers_per_turn: int = OFFERS_PER_TURN
    """Offers that the agent may make in one of its turns: the server has no limit."""
    seed: int = 1
    transcripts: Path | None = None
    records: bool = False
    """Whether a record of every game is kept among the results."""

    def __post_init__(self) -> None:
        whole_number("against", self.against, 1, SEATS - 1)
        if self.kind not in NICKS:
            raise ArgumentError(f"kind is {self.kind!r}; allowed are {', '.join(NICKS)}")
        whole_number("games", self.games, 1, 10**6)
        whole_number("parallel", self.parallel, 1, 40)
        whole_number("max_turns", self.max_turns, 1, 10**6)
        whole_number("offers_per_turn", self.offers_per_turn, *BOUNDS["offers_per_turn"])

    @property
    def our_seats(self) -> int:
        """How many seats are ours."""
        return SEATS - self.against

    @property
    def plan(self) -> MatchPlan:
        """The match as the lab describes it; raises AgentError."""
        return MatchPlan(
            agents=(self.agent, f"jsettlers-server-{self.kind}"),
            lineups=((*[0] * self.our_seats, *[1] * self.against),),
            rules=Rules.jsettlers().replace(offers_per_turn=self.offers_per_turn),
            seed=self.seed,
            max_turns=self.max_turns,
            move_seconds=self.move_seconds,
            code=code_key([self.agent], also=[MATCH_MODULE]),
            host=HOST,
        )

    @property
    def programs(self) -> int:
        """How many of the server's robots are started as programs; raises BridgeError."""
        if self.robot_program is None:
            return 0
        return 1 if self.kind == "mixed" else self.against

    @property
    def robot_program(self) -> str | None:
        """The command that starts a robot, None if the server starts it itself; raises BridgeError."""
        if self.robot_command is not None or self.kind == "smart":
            return self.robot_command
        if _SERVER_CLASS not in self.server_command:
            raise BridgeError(
                f"a server starts no {self.kind} robots by itself, and its command does not show how to "
                f"start them: name the command of {_ROBOT_CLASS}"
            )
        return self.server_command.replace(_SERVER_CLASS, _ROBOT_CLASS)

    def server_options(self, cookie: str) -> list[str]:
        """Return the properties that the server is started with."""
        patience = math.ceil(2 * self.move_seconds) + 10
        properties = {
            "jsettlers.bots.cookie": cookie,
            "jsettlers.startrobots": self.against - self.programs,
            "jsettlers.bots.botgames.total": -1,
            "jsettlers.bots.fast_pause_percent": 0,
            "jsettlers.bots.timeout.turn": patience,
            "jsettlers.allow.debug": "Y",
            "jsettlers.client.maxcreategames": self.parallel + 5,
            "jsettlers.debug.bots.datacheck.rsrc": "Y",
        }
        return [f"-D{name}={value}" for name, value in properties.items()]

    def robot_arguments(self, host: str, port: int, cookie: str, number: int) -> list[str]:
        """Return the arguments of a robot's command: host, port, name, no password, cookie."""
        return [host, str(port), f"{NICKS[self.kind]} {number + 1}", "-", cookie]
