"""Labels positions by playouts: siblings of one decision, each played out with the same dice.

    python -m tools.value.labels --games 4000 --out labels/round-1

Four seats play by the one-ply policy. At some decisions the best children and some others are each played
out several times by the same policy; playout number k of all siblings has the same streams of chance, so
that what differs between them is the move. The label is the share of wins of the seat that moved. Of one
sibling the other seats get a label as well.

With `--rounds` a playout ends after so many rounds, and a net values the position then: its label has much
less noise, since the luck of all later rounds is left out, and some bias, that of the net.

A part has the labels of a hundred games, `part-00000.npz`; parts that are there are kept, so that a run
can be interrupted and continued. What a part has depends on its number, the seed and the options alone.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

import numpy as np
from tools.value.labelled import ABOUT
from tools.value.training_record import command, commit

from catanlab.agents.value.features import features
from catanlab.agents.value.net import Net
from catanlab.agents.value.net_search import NetEvaluation
from catanlab.agents.value.one_ply import OnePly
from catanlab.framework.random import Random
from catanlab.games.catan import constants as c
from catanlab.games.catan.engine.state import CatanState
from catanlab.games.catan.game import Catan
from catanlab.games.catan.moves import CatanMove
from catanlab.games.catan.rules import Rules
from catanlab.playout.games import NativeMatch

SEATS = 4
MAX_TURNS = 1000
COUNTED_GROUPS = 32
"""The columns in which a native match counts groups of moves."""
GAMES_OF_PART = 100
SIBLINGS = 6
BEST_SIBLINGS = 3
"""Of the siblings so many are the best by the policy's evaluation, the others are drawn."""
SETTLING_RATE, ROAD_RATE, LATER_RATE = 0.2, 0.05, 0.03
"""How likely a decision is labelled: where to settle in the set-up, its roads, and all later ones."""
STRAYING_RATE = 0.25
"""How likely the game goes on with any of the siblings after a labelled decision."""
UNLISTED = {c.OFFER, c.COUNTER}


@dataclass
class Rows:
    """The labels of a part, a row each."""

    features: list[list[float]]
    shares: list[float]
    games: list[int]
    decisions: list[int]
    is_mover: list[bool]

    def add(self, values: list[float], share: float, game: int, decision: int, is_mover: bool) -> None:
        """Add a row."""
        self.features.append(values)
        self.shares.append(share)
        self.games.append(game)
        self.decisions.append(decision)
        self.is_mover.append(is_mover)

    def write(self, path: Path) -> None:
        """Write all rows in one step."""
        part = path.with_suffix(".tmp")
        with part.open("wb") as file:
            np.savez_compressed(
                file,
                features=np.array(self.features, np.float32),
                shares=np.array(self.shares, np.float32),
                games=np.array(self.games, np.int32),
                decisions=np.array(self.decisions, np.int32),
                is_mover=np.array(self.is_mover, np.bool_),
            )
        part.replace(path)


class Labeller:
    """Plays games and labels siblings in them."""

    def __init__(self, policy: OnePly, playouts: int, rounds: int = 0, judge: NetEvaluation | None = None):
        self.policy = policy
        self.playouts = playouts
        self.rounds = rounds
        self.judge = judge
        self.match = NativeMatch([policy])

    def part(self, number: int, seed: int) -> Rows:
        """Return the labels of the games of a part."""
        rows = Rows([], [], [], [], [])
        for game in range(number * GAMES_OF_PART, (number + 1) * GAMES_OF_PART):
            self.play(game, seed, rows)
        return rows

    def play(self, game: int, seed: int, rows: Rows) -> None:
        """Play a game, and label siblings of some of its decisions."""
        random = Random(seed, "play", game)
        rules = Rules.jsettlers().replace(player_trade=False)
        state = Catan(rules=rules, seed=seed * 10**9 + game).start()
        decision = 0
        while not state.is_over and state.turn < MAX_TURNS:
            if state.is_chance:
                state.apply(state.draw_outcome(random))
                continue
            move = self.policy.pick(state, random)
            if random.uniform() < rate(state):
                siblings = self.siblings(state, random)
                if len(siblings) > 1:
                    key = (seed * 10**9 + game) * 1000 + decision
                    self.label(siblings, state.to_move, key, random, rows, game, decision)
                    decision += 1
                    if random.uniform() < STRAYING_RATE:
                        state = siblings[random.below(len(siblings))]
                        continue
            state.apply(move)

    def siblings(self, state: CatanState, random: Random) -> list[CatanState]:
        """Return the best children of a decision and some of the others, none of them over."""
        seat = state.to_move
        found = [child for child in self.children(state, random) if not child.is_over]
        found.sort(key=lambda child: -self.policy.evaluate(child, seat))
        others = found[BEST_SIBLINGS:]
        count = min(SIBLINGS - BEST_SIBLINGS, len(others))
        return found[:BEST_SIBLINGS] + random.sample(others, count)

    def children(self, state: CatanState, random: Random) -> Iterator[CatanState]:
        """Yield the position after each listed move, with what the policy values as a whole completed.

        In the main phase that is the position at the end of the turn: so all siblings are compared alike,
        and whether a turn goes on need not be learned.
        """
        seat = state.to_move
        for move in state.legal_moves:
            if not isinstance(move, CatanMove) or move.kind in UNLISTED:
                continue
            child = state.copy().apply(move)
            if move.kind != c.ROLL:
                while child.is_chance or (child.to_move == seat and is_open(child)):
                    if child.is_chance:
                        child.apply(child.draw_outcome(random))
                    else:
                        child.apply(self.policy.pick(child, random))
            if child.to_move == seat and child.position.phase == c.MAIN:
                child.apply(CatanMove.make(c.END_TURN))
            yield child

    def label(
        self,
        siblings: list[CatanState],
        seat: int,
        key: int,
        random: Random,
        rows: Rows,
        game: int,
        decision: int,
    ) -> None:
        """Play the siblings out and add their rows."""
        shares = self.play_out(siblings, key)
        chosen = random.below(len(siblings))
        for number, sibling in enumerate(siblings):
            for other in range(SEATS):
                if other == seat or number == chosen:
                    values = features(sibling, other)
                    rows.add(values, shares[number, other], game, decision, other == seat)

    def play_out(self, siblings: list[CatanState], key: int) -> np.ndarray:
        """Return the share of wins of every seat from each position, all with the same dice."""
        roots = [sibling for sibling in siblings for _ in range(self.playouts)]
        count = len(roots)
        seeds = np.arange(key * self.playouts, (key + 1) * self.playouts, dtype=np.uint64)
        returns = np.zeros((count, SEATS))
        scores, decisions = (np.zeros((count, SEATS), np.int32) for _ in range(2))
        end = siblings[0].turn + SEATS * self.rounds if self.rounds else MAX_TURNS
        self.match.play(
            roots, np.tile(seeds, len(siblings)), np.zeros((count, SEATS), np.int32), end, returns,
            scores, np.zeros(count, np.int32), decisions, np.zeros((count, COUNTED_GROUPS), np.int32),
            self.judge,
        )  # fmt: skip
        return returns.reshape(len(siblings), self.playouts, SEATS).mean(axis=1)


def rate(state: CatanState) -> float:
    """Return how likely a decision is labelled."""
    phase = state.position.phase
    if phase == c.SETUP_SETTLEMENT:
        return SETTLING_RATE
    return ROAD_RATE if phase == c.SETUP_ROAD else LATER_RATE


def is_open(state: CatanState) -> bool:
    """Return whether a knight or road building is not yet carried out, which the policy values as one."""
    return state.position.phase in (c.ROBBING, c.FREE_ROADS)


def main() -> None:
    """Label the parts that are not there yet."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--games", type=int, default=4000, help="a multiple of 100")
    parser.add_argument("--playouts", type=int, default=4, help="of each sibling")
    parser.add_argument(
        "--rounds", type=int, default=0, help="of a playout before --net values it; 0: to its end"
    )
    parser.add_argument("--net", type=Path, help="net that values playouts which are cut")
    parser.add_argument("--policy", type=Path, help="net of the policy that plays; without it is linear")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True, help="folder for the parts")
    options = parser.parse_args()
    if (options.rounds > 0) != (options.net is not None):
        parser.error("--rounds and --net go together: what is cut must be valued")
    options.out.mkdir(parents=True, exist_ok=True)
    judge = NetEvaluation(Net(options.net.read_bytes())) if options.net else None
    policy = OnePly(net=Net(options.policy.read_bytes())) if options.policy else OnePly()
    labeller = Labeller(policy, options.playouts, options.rounds, judge)
    about = {"command": command("labels"), "commit": commit()}
    if options.net:
        about["net_sha256"] = sha256(options.net.read_bytes()).hexdigest()
    if options.policy:
        about["policy_sha256"] = sha256(options.policy.read_bytes()).hexdigest()
    (options.out / ABOUT).write_text(json.dumps(about, indent=1) + "\n")
    begun, labels = time.process_time(), 0
    for number in range(options.games // GAMES_OF_PART):
        path = options.out / f"part-{number:05}.npz"
        if path.exists():
            continue
        rows = labeller.part(number, options.seed)
        rows.write(path)
        labels += len(rows.shares)
        print(f"part {number}: {labels:,} labels, {time.process_time() - begun:.0f} s", flush=True)


if __name__ == "__main__":
    main()
