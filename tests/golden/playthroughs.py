"""Golden playthroughs: one small game of each kind as text, with every value of the contract at every step.

A change of a rule, of the text of a move or of what a seat sees shows as a difference of a line or two.
`python -m tests.golden.renew playthroughs` writes them again; the commit says what changed and why.
"""

from collections.abc import Callable
from itertools import count
from pathlib import Path
from zlib import crc32

from catanlab.framework.game import Game
from catanlab.framework.moves import CHANCE, Move
from catanlab.framework.random import Random
from catanlab.framework.state import State
from catanlab.games.catan.declared import DeclaredCatan
from catanlab.games.catan.game import Catan
from catanlab.games.catan.moves import CatanMove
from catanlab.games.registry import game_from_text

FOLDER = Path(__file__).parent / "playthroughs"
MOST_LISTED = 8
"""Of a longer list the first and the last are written, and a checksum of all numbers."""

_TRADING = "trading,players=3,max_turns=9"

GAMES = {
    # name: (how the game is made, seed of the walk)
    "cant-stop": ("cant-stop", 29),
    "catan": (_TRADING, 4),
    "catan-hidden": ("jsettlers,players=2,max_turns=12,one_action=yes", 5),
    "gomoku": ("gomoku:size=4,line=3", 1),
    "routes": ("routes", 15),
    "sos": ("sos:switches=6,seed=2", 1),
}


def make(name: str) -> Game:
    """Return the game of a playthrough."""
    text = GAMES[name][0]
    return Catan(rules=text, board="beginner") if name.startswith("catan") else game_from_text(text)


def playthrough(name: str) -> str:
    """Return the playthrough of a name."""
    random = Random(GAMES[name][1], "play", 0)
    lines = walk(make(name), lambda state, ply: _drawn(state, random, ply))
    return "\n".join([f"# {GAMES[name][0]}", *lines]) + "\n"


def declared_catan(name: str) -> str:
    """Return the same playthrough with the moves of the file, by the declared Catan."""
    native = make(name)
    assert isinstance(native, Catan)
    game = DeclaredCatan.Game(rules=native.rules, board=native.board)
    stored = (FOLDER / f"{name}.txt").read_text().split("\n")
    moves = [CatanMove.parse(line[2:]) for line in stored if line.startswith("> ")]
    return "\n".join([f"# {GAMES[name][0]}", *walk(game, lambda _, ply: moves[ply])]) + "\n"


def walk(game: Game, choose: Callable[[State, int], Move]) -> list[str]:
    """Return the lines of a game in which a function chooses every move and outcome."""
    state = game.start()
    observers = [game.observer(seat) for seat in (*range(game.seats), None)]
    lines: list[str] = []
    moves: list[Move] = []
    for ply in count():
        lines += ["", *_position(state, ply)]
        if state.is_over:
            lines.append(f"returns {' '.join(f'{share:.4g}' for share in state.returns or ())}")
            break
        if not state.is_chance and moves:
            # The last move cannot be made again, unless it can: then there is no refusal.
            refusal = observers[state.to_move].view().refusal(moves[-1])
            lines += [f"refused: {moves[-1]}, {refusal.code}"] if refusal else []
        move = choose(state, ply)
        lines.append(f"> {move}")
        for observer in observers:
            seen = state.seen(move, observer.seat)
            if seen != move:
                lines.append(f"  {_who(observer.seat)} sees {seen}")
            observer.observe(seen)
        mover = state.mover(move)
        if mover != CHANCE:
            lines.append(f"  by {_who(mover)}, group {move.group}, number {int(move)}")
            moves.append(move)
        state.apply(move)
        if not state.is_over:
            known = [list(observer.view().scores) for observer in observers]
            lines += [
                f"  {_who(observer.seat)} knows scores {_numbers(scores)}"
                for observer, scores in zip(observers, known, strict=True)
                if scores != list(state.scores)
            ]
    return lines


def _position(state: State, ply: int) -> list[str]:
    """Return what the contract says of a position."""
    to_move = "chance" if state.is_chance else "over" if state.is_over else f"seat {state.to_move}"
    asked = f", asked {_numbers(state.deciders)}" if state.question else ""
    lines = [f"{ply}. {to_move}{asked}, turn {state.turn}, scores {_numbers(state.scores)}"]
    if state.is_chance:
        outcomes = [f"{outcome} {chance:.4g}" for outcome, chance in state.outcomes]
        lines.append(_listed("outcomes", outcomes, [int(outcome) for outcome, _ in state.outcomes]))
    elif not state.is_over:
        moves = state.legal_moves
        lines.append(_listed("moves", list(map(str, moves)), list(map(int, moves))))
    return lines


def _drawn(state: State, random: Random, ply: int) -> Move:
    """Draw an outcome, or a move of one of the deciders, which need not be the one that is asked."""
    if state.is_chance:
        return state.draw_outcome(random)
    seat = state.deciders[ply % len(state.deciders)]
    drawn = state.as_decider(seat).draw_move(random, True)
    return state.by(drawn, seat)


def _listed(what: str, texts: list[str], numbers: list[int]) -> str:
    if len(texts) > MOST_LISTED:
        checksum = crc32(repr(numbers).encode())
        texts = [*texts[: MOST_LISTED // 2], f"... {len(texts)} in all, {checksum:08x} ...", texts[-1]]
    return f"{what}: {', '.join(texts)}"


def _numbers(values: object) -> str:
    return " ".join(map(str, values))  # type: ignore[call-overload]


def _who(seat: int | None) -> str:
    return "a spectator" if seat is None else f"seat {seat}"
