"""Compares the decisions of an agent with those of the server's robots in recorded games.

Our agent takes the robot's seat: it sees and hears everything that the robot did, and is asked at each
decision. Then the robot's move is played. Decisions are compared by class.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from catanlab.agents.base.situation import Situation
from catanlab.agents.players.planner import Planner
from catanlab.agents.registry import make_agent
from catanlab.bridges.jsettlers.recorded.recorded_game import RecordedGame
from catanlab.framework.errors import AgentError
from catanlab.framework.moves import CHANCE
from catanlab.framework.random import Random
from catanlab.games.catan import constants as c
from catanlab.games.catan.engine.state import CatanState
from catanlab.games.catan.moves import CatanMove, MoveKind
from catanlab.games.catan.position import Phase
from catanlab.games.catan.view.observer import CatanObserver
from catanlab.games.catan.view.view import CatanView
from catanlab.lab.statistics.interval import Interval
from catanlab.lab.statistics.wilson import wilson
from catanlab.table.agent import Agent
from catanlab.table.clock import Deadline, SystemClock
from catanlab.table.events import Outcome, Played

KINDS = {"smart": "robot ", "fast": "droid "}
"""The beginning of the names of the server's robots, by strategy."""

DECISIONS = (
    "first settlement",
    "second settlement",
    "road of the set-up",
    "knight before the roll",
    "discards",
    "robber: hex and victim",
    "robber: hex",
    "next step",
    "build: what",
    "build: what and where",
    "nothing built in the turn",
    "end of the turn",
    "knight after the roll",
    "road building",
    "free road",
    "year of plenty",
    "monopoly",
    "bank trade",
    "offer made",
    "offer: cards",
    "no offer made",
    "answer",
    "counter-offer",
    "counter-offers settled",
)
"""The classes of decisions."""

_BUILDS = (MoveKind.ROAD, MoveKind.SETTLEMENT, MoveKind.CITY, MoveKind.BUY_CARD)
_ANSWERS = (MoveKind.REJECT, MoveKind.COUNTER, MoveKind.CANCEL)
_CARDS = {
    MoveKind.PLAY_ROAD_BUILDING: "road building",
    MoveKind.PLAY_PLENTY: "year of plenty",
    MoveKind.PLAY_MONOPOLY: "monopoly",
}
_KNIGHT = CatanMove.make(MoveKind.PLAY_KNIGHT)


@dataclass(frozen=True)
class Case:
    """One decision of a robot, and ours in its place."""

    decision: str
    """The class of decision."""
    same: bool
    theirs: str
    ours: str
    ply: int
    """After how many moves and outcomes."""
    seat: int
    game: str = ""

    @property
    def theirs_kind(self) -> str:
        """The robot's move without places and cards."""
        return _kind(self.theirs)

    @property
    def ours_kind(self) -> str:
        """Our agent's move without places and cards."""
        return _kind(self.ours)


@dataclass(frozen=True)
class Share:
    """How often a decision was the same."""

    decision: str
    same: int
    cases: int

    @property
    def share(self) -> float:
        """The share that was the same."""
        return self.same / self.cases

    @property
    def interval(self) -> Interval:
        """The 95 % interval of the share, as if all cases were independent."""
        return wilson(self.same, self.cases)


def shares(cases: Iterable[Case]) -> list[Share]:
    """Return how often each decision was the same, in the order of a game."""
    same, total = Counter[str](), Counter[str]()
    for case in cases:
        same[case.decision] += case.same
        total[case.decision] += 1
    order = {decision: place for place, decision in enumerate(DECISIONS)}
    return [Share(name, same[name], total[name]) for name in sorted(total, key=lambda name: order[name])]


def robots_in(recorded: RecordedGame, kind: str) -> list[int]:
    """Return the seats of the server's robots of a kind."""
    return [seat for seat, nick in enumerate(recorded.nicks) if nick.startswith(KINDS[kind])]


def compare(recorded: RecordedGame, seat: int, spec: str, game: str = "") -> list[Case]:
    """Return every decision of a seat and that of an agent; raises AgentError if it is not a planner."""
    agent = make_agent(spec)
    planner = getattr(agent, "agent", agent)
    if not isinstance(planner, Planner):
        raise AgentError(f"{spec} is not compared with the server's robots: it does not plan as they do")
    return list(_Comparison(recorded, seat, agent, planner, game).cases())


def is_rest_of_offer(moves: Sequence[CatanMove], ply: int) -> bool:
    """Say whether an offer, or the cancelled counter-offer before it, is the rest of one at the server.

    There a single offer has several addressees; some refused it and one accepted.
    """
    kind = moves[ply].kind
    place = ply + (kind is MoveKind.CANCEL)
    if kind not in (MoveKind.OFFER, MoveKind.CANCEL) or moves[place].kind is not MoveKind.OFFER:
        return False
    before = place - 1
    while moves[before].kind in _ANSWERS:
        before -= 1
    after = place + 1
    while moves[after].kind in _ANSWERS:
        after += 1
    if moves[before].kind is not MoveKind.OFFER or moves[after].kind is not MoveKind.ACCEPT:
        return False
    same = moves[before].deal == moves[place].deal
    return same and not set(moves[before].addressees) & set(moves[place].addressees)


class _Comparison:
    """Goes through a game in one seat."""

    def __init__(
        self, recorded: RecordedGame, seat: int, agent: Agent, planner: Planner, game: str
    ) -> None:
        self._recorded = recorded
        self._seat = seat
        self._agent = agent
        self._planner = planner
        self._game = game
        self._built = False
        self._ply = 0

    def cases(self) -> Iterator[Case]:
        """Yield the decisions in order."""
        game, seat = self._recorded.game.sealed(), self._seat
        self._agent.start(game, seat, Random(0))
        state, observer = game.start(), game.observer(seat)
        before = MoveKind.NONE
        for ply, move in enumerate(self._recorded.moves):
            self._ply = ply
            mover = state.to_move
            kind = move.kind
            if mover == seat and not (kind is before is MoveKind.DISCARD):
                yield from self._decide(state, observer, move)
            before = kind if mover == seat else MoveKind.NONE
            seen = state.seen(move, seat)
            self._agent.hear(Outcome(seen) if mover == CHANCE else Played(seen, mover))
            observer.observe(seen)
            state.apply(move)

    def _decide(self, state: CatanState, observer: CatanObserver, move: CatanMove) -> Iterator[Case]:
        kind, phase = move.kind, state.position.phase
        if phase is Phase.DISCARDING:
            yield self._discards(state, observer)
            return
        if phase is Phase.BEFORE_ROLL:
            self._built = False
        if is_rest_of_offer(self._recorded.moves, self._ply):
            return
        view = observer.view()
        ours = self._choose(view)
        kind_ours = ours.kind
        if phase is Phase.SETUP_SETTLEMENT:
            which = "second" if state.position.seats[self._seat].settlements else "first"
            yield self._case(f"{which} settlement", move == ours, move, ours)
        elif phase is Phase.SETUP_ROAD:
            yield self._case("road of the set-up", move == ours, move, ours)
        elif phase is Phase.BEFORE_ROLL:
            if view.is_legal(_KNIGHT):
                yield self._case("knight before the roll", kind is kind_ours, move, ours)
        elif phase is Phase.ROBBING:
            yield self._case("robber: hex and victim", move == ours, move, ours)
            yield self._case("robber: hex", move.hex == ours.hex, move, ours)
        elif phase is Phase.FREE_ROADS:
            yield self._case("free road", move == ours, move, ours)
        elif phase is Phase.ANSWERING:
            yield self._case("answer", kind is kind_ours, move, ours)
            if kind is kind_ours is MoveKind.COUNTER:
                yield self._case("counter-offer", move == ours, move, ours)
        elif phase is Phase.CHOOSING:
            yield self._case("counter-offers settled", move == ours, move, ours)
        elif phase is Phase.MAIN:
            yield from self._main(view, move, ours)

    def _main(self, view: CatanView, move: CatanMove, ours: CatanMove) -> Iterator[Case]:
        kind, kind_ours = move.kind, ours.kind
        yield self._case("next step", kind is kind_ours, move, ours)
        if view.is_legal(_KNIGHT):
            knight = MoveKind.PLAY_KNIGHT
            if knight in (kind, kind_ours) or kind is MoveKind.END_TURN:
                yield self._case(
                    "knight after the roll", (kind is knight) == (kind_ours is knight), move, ours
                )
        for card, name in _CARDS.items():
            if card in (kind, kind_ours):
                yield self._case(name, move == ours, move, ours)
        if kind in _BUILDS:
            self._built = True
            aim = ours if kind_ours in _BUILDS else self._aim(view)
            yield self._case("build: what", aim is not None and aim.kind is kind, move, aim)
            yield self._case("build: what and where", aim == move, move, aim)
        elif kind is MoveKind.END_TURN:
            yield self._case("end of the turn", kind_ours is kind, move, ours)
            if not self._built:
                yield self._case("nothing built in the turn", kind_ours not in _BUILDS, move, ours)
        elif kind is MoveKind.BANK_TRADE:
            yield self._case("bank trade", move == ours, move, ours)
        elif kind is MoveKind.OFFER:
            yield self._case("offer made", kind_ours is kind, move, ours)
            if kind_ours is kind:
                yield self._case("offer: cards", move.deal == ours.deal, move, ours)
        if kind_ours is MoveKind.OFFER and kind is not MoveKind.OFFER:
            yield self._case("no offer made", False, move, ours)
        elif kind in (MoveKind.END_TURN, MoveKind.BANK_TRADE):
            yield self._case("no offer made", True, move, ours)

    def _aim(self, view: CatanView) -> CatanMove | None:
        """Return the first piece of our agent's plan, as a move."""
        planner = self._planner
        aims = planner.aims(view, Situation(view, planner.board_values))
        if not aims:
            return None
        first = aims[0].first
        return first.move

    def _discards(self, state: CatanState, observer: CatanObserver) -> Case:
        """Compare all cards that are discarded after one seven."""
        count = state.position.discards_left
        theirs = sorted(self._recorded.moves[self._ply : self._ply + count])
        trial = observer.copy()
        ours = []
        for _ in range(count):
            ours.append(self._choose(trial.view()))
            trial.observe(ours[-1])
        ours.sort()
        return Case(
            "discards", theirs == ours, _words(theirs), _words(ours), self._ply, self._seat, self._game
        )

    def _choose(self, view: CatanView) -> CatanMove:
        return CatanMove.of(self._agent.choose(view, Deadline(SystemClock())))

    def _case(self, decision: str, same: bool, theirs: CatanMove, ours: CatanMove | None) -> Case:
        named = "nothing" if ours is None else str(ours)
        return Case(decision, same, str(theirs), named, self._ply, self._seat, self._game)


def _kind(text: str) -> str:
    """Return the kind of move in a move's text."""
    return max((group for group in c.GROUPS if text.startswith(group)), key=len, default=text)


def _words(moves: Iterable[CatanMove]) -> str:
    return ", ".join(str(move) for move in moves)
