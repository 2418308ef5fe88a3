"""Replies of agents checked: moves, statements and explanations; an invalid one raises Failure."""

from __future__ import annotations

from operator import index

from catanlab.framework.errors import CatanlabError
from catanlab.framework.game import Game
from catanlab.framework.moves import Move
from catanlab.framework.observer import View
from catanlab.framework.state import State
from catanlab.framework.wording import one_line
from catanlab.table.agent import Explanation
from catanlab.table.events import IncidentKind

MAX_MOVE_CHARACTERS = 200
MAX_STATEMENT_CHARACTERS = 200
_MAX_REASON_CHARACTERS = 300


class Failure(Exception):  # noqa: N818 - it is what happened, and every incident begins with one
    """An agent failed: the kind of incident, a text that says what happened, and where an error was raised.

    An error of an agent in this process is its `__cause__`.
    """

    def __init__(self, kind: IncidentKind, text: str, traceback: str = "") -> None:
        super().__init__(kind, one_line(text, _MAX_REASON_CHARACTERS), traceback)

    @property
    def kind(self) -> IncidentKind:
        """The kind of incident."""
        kind: IncidentKind = self.args[0]
        return kind

    @property
    def text(self) -> str:
        """What happened."""
        return str(self.args[1])

    @property
    def traceback(self) -> str:
        """Where the agent raised its error, or nothing."""
        return str(self.args[2])


class StartFailure(Failure):
    """An agent could not start, so that it is not asked again."""


def plain_answer(answer: object, game: Game) -> int | str:
    """Return an agent's answer as a number or a text; raises Failure if it cannot be a move."""
    if isinstance(answer, Move) and not isinstance(answer, game.move_type):
        raise Failure("nonsense", f"a move of another game: {type(answer).__name__} {int(answer)}")
    if isinstance(answer, str):
        if len(answer) > MAX_MOVE_CHARACTERS:
            raise Failure("nonsense", f"a text of {len(answer)} characters is not a move")
        return str(answer)
    try:
        number = index(answer)  # type: ignore[arg-type]
    except TypeError:
        number = None
    if number is None or isinstance(answer, bool):
        raise Failure("nonsense", f"not a move: {type(answer).__name__} {safe_repr(answer)}")
    if not -(2**63) <= number < 2**64:
        raise Failure("nonsense", f"a number of {number.bit_length()} bits is not a move")
    return number


def legal_move(answer: int | str, state: State | View) -> Move:
    """Return the move that a plain answer names; raises Failure if it is not a move, or not legal."""
    try:
        move = state.game.move_type.of(answer)
    except (CatanlabError, ValueError) as error:
        raise Failure("nonsense", str(error)) from None
    if not state.is_legal(move):
        reason = state.illegal_reason(move) if 0 <= move < 2**63 else "no move has this number"
        raise Failure("illegal", f"{move}: {reason}")
    return move


def statements(answer: object) -> list[str]:
    """Return an agent's statements, each on one line; raises Failure if they are not a list of texts."""
    if not isinstance(answer, list | tuple):
        raise Failure("speech", f"statements are a list of texts, not {safe_repr(answer)}")
    for text in answer:
        if not isinstance(text, str):
            raise Failure("speech", f"a statement is a text, not {safe_repr(text)}")
    return [line for text in answer if (line := one_line(text, MAX_STATEMENT_CHARACTERS))]


def explanation(answer: object) -> Explanation | None:
    """Return an agent's explanation on one line, or None; raises Failure if it is neither."""
    if answer is None:
        return None
    if not isinstance(answer, Explanation) or not isinstance(answer.text, str):
        raise Failure("speech", f"an Explanation or None explains a move, not {safe_repr(answer)}")
    return Explanation(one_line(answer.text, _MAX_REASON_CHARACTERS), answer.data)


def safe_repr(value: object) -> str:
    """Return the repr of anything at all, short, even if its repr raises."""
    try:
        return one_line(repr(value), 80)
    except Exception:
        return "(without a repr)"
