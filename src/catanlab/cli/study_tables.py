"""The tables of `catanlab study` as lines that fit a terminal of 80 columns."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

from catanlab.cli.columns import in_columns, paragraph
from catanlab.lab.statistics.interval import Interval
from catanlab.server.study.conditions import MEASURES
from catanlab.server.study.facts import KINDS, GameFacts
from catanlab.server.study.names import Names
from catanlab.server.study.negotiation import Comparison, Line
from catanlab.server.study.partners import PartnerLine
from catanlab.server.study.search import Match
from catanlab.server.study.times import TimeLine
from catanlab.server.study.wins import AgentLine, CompositeLine

MANY = 10
"""From here on a figure has one decimal."""
NOTES_SHOWN = 5
"""How many moments of a game are printed for each condition."""
FORMS = {"offer": "offer", "counter": "counter-offer", "proposal": "proposal"}
PARTNER_HEAD = (
    "from",
    "to",
    "made",
    "accept",
    "95 %",
    "reject",
    "counter",
    "dealt",
    "cards",
    "answer",
)


def negotiation_lines(lines: Sequence[Line], about: str) -> list[str]:
    """Return Thomas' table 5.1 with his figures; further lines only where there is something to tell."""
    rows: list[Sequence[str]] = [("", "ours", "95 % interval", "Thomas: no button", "button")]
    for line in lines:
        if line.thomas is None and not line.value.value:
            continue
        thomas = ("", "")
        if line.thomas is not None:
            thomas = _number(line.thomas.without), _number(line.thomas.button)
        rows.append((line.words, _number(line.value.value), _bounds(line.value.interval), *thomas))
    return [f"Negotiation (Thomas' table 5.1): {about}", *in_columns(rows, right=(1, 2, 3, 4))]


def arm_lines(found: Comparison, about: str) -> list[str]:
    """Return both arms of an experiment, and their difference."""
    head: tuple[str, ...] = ("", "without", "with", "change", "95 % interval")
    thomas = any(line.thomas for line in found.lines)
    rows: list[Sequence[str]] = [(*head, "Thomas") if thomas else head]
    for line in found.lines:
        if line.thomas is None and not line.without.value and not line.button.value:
            continue
        apart, bounds = "", ""
        if line.without.value is not None and line.button.value is not None:
            apart = _change(line.button.value - line.without.value)
        if line.difference is not None:
            bounds = f"{_change(line.difference.low)} to {_change(line.difference.high)}"
        row = (line.words, _number(line.without.value), _number(line.button.value), apart, bounds)
        his = f"{_number(line.thomas.without)}, {_number(line.thomas.button)}" if line.thomas else ""
        rows.append((*row, his) if thomas else row)
    without, button = found.games
    title = f"Experiment {found.experiment}: {_games(without)} without, {button:,} with; {about}"
    return [title, *in_columns(rows, right=range(1, len(rows[0])))]


def composite_lines(lines: Sequence[CompositeLine]) -> list[str]:
    """Return the wins of computer players by the number of people, with Thomas' figures."""
    head = ("seats", "people", "games", "wins", "rate", "95 % interval", "chance", "Thomas 4.3, 4.6, 5.2")
    rows: list[Sequence[str]] = [head]
    for line in lines:
        his = ", ".join(f"{100 * each.wins / each.games:.1f}" for each in line.thomas.values())
        count = f"{line.size}", f"{line.people}", f"{line.games:,}", f"{line.wins:,}"
        rows.append((*count, *_rate(line.rate), f"{100 * line.chance:.1f} %", his))
    return [
        "Wins of computer players by number of people (Thomas' tables 4.3, 4.6, 5.2)",
        *in_columns(rows, right=range(8)),
    ]


def agent_lines(lines: Sequence[AgentLine]) -> list[str]:
    """Return the wins of each computer player."""
    rows: list[Sequence[str]] = [
        ("player", "seats", "people", "played", "wins", "rate", "95 % interval", "chance")
    ]
    for line in lines:
        count = f"{line.size}", f"{line.people}", f"{line.seats:,}", f"{line.wins:,}"
        rows.append((_short(line.agent, 24), *count, *_rate(line.rate), f"{100 * line.chance:.1f} %"))
    return ["Each computer player, by seat", *in_columns(rows, right=range(1, 8))]


def partner_lines(lines: Sequence[PartnerLine]) -> list[str]:
    """Return offers and answers by kind of partner; only offers of the seat on turn can be rejected."""
    parts = []
    for form, name in FORMS.items():
        rows = [_partner_row(line, answers=form == "offer") for line in lines if line.form == form]
        if rows:
            head = PARTNER_HEAD if form == "offer" else (*PARTNER_HEAD[:5], *PARTNER_HEAD[8:])
            title = f"{name.capitalize()}s by kind of partner"
            parts.append([title, *in_columns([head, *rows], right=range(2, len(head)))])
    return apart(parts)


def _partner_row(line: PartnerLine, *, answers: bool) -> tuple[str, ...]:
    low, high = 100 * line.accepted.low, 100 * line.accepted.high
    others = (_percent(line.rejected), _percent(line.countered), _percent(line.dealt))
    return (
        line.maker,
        line.partner,
        f"{line.offers:,}",
        _percent(line.accepted.estimate),
        f"{low:.0f}-{high:.0f}",
        *(others if answers else ()),
        f"{line.give:.1f}:{line.get:.1f}",
        _seconds(line.answer_seconds),
    )


def time_lines(lines: Sequence[TimeLine]) -> list[str]:
    """Return the times of decisions, the kinds of players side by side."""
    kinds = [kind for kind in KINDS if any(line.by == kind for line in lines)]
    found = {(line.decision, line.by): line for line in lines}
    rows: list[Sequence[str]] = [("", *(word for kind in kinds for word in (kind, "median", "90 %")))]
    for decision in dict.fromkeys(line.decision for line in lines):
        row = [decision]
        for kind in kinds:
            line = found.get((decision, kind))
            row += (
                ["", "", ""]
                if line is None
                else [f"{line.decisions:,}", _seconds(line.median), _seconds(line.p90)]
            )
        rows.append(row)
    return ["Times of decisions", *in_columns(rows, right=range(1, len(rows[0])))]


def match_lines(matches: Sequence[Match], names: Names, limit: int) -> list[str]:
    """Return the games that a search found, with their moments."""
    lines = []
    for match in matches[:limit]:
        lines.append(game_line(match.game, names))
        for hit in match.hits:
            lines.append(f"  {hit.name}: {hit.value:g}")
            for note in hit.notes[:NOTES_SHOWN]:
                text = f"turn {note.at.turn}, event {note.at.seq}, --at {note.at.ply}: {note.text}"
                lines += paragraph(text, indent=4)
            if len(hit.notes) > NOTES_SHOWN:
                lines.append(f"    and {len(hit.notes) - NOTES_SHOWN} more")
    if len(matches) > limit:
        lines.append(f"and {_games(len(matches) - limit)} more: --limit shows them")
    return lines


def game_line(game: GameFacts, names: Names) -> str:
    """Return a game in a line: its room, when it was, who played, and who won."""
    when = datetime.fromtimestamp(game.started_at / 1000, UTC).strftime("%Y-%m-%d %H:%M")
    counts = [(game.count(kind), kind) for kind in KINDS]
    who = ", ".join(f"{count} {_plural(kind, count)}" for count, kind in counts if count)
    won = (
        f"won by {names.of(game.seats[game.winner])} (seat {game.winner})"
        if game.winner >= 0
        else "no winner"
    )
    return f"{game.room}  {when}  {who}; {game.turns} turns, {won}"


def condition_lines() -> list[str]:
    """Return everything that a search may ask for."""
    rows = [(each.name, f">={each.least}", each.words) for each in MEASURES.values()]
    return [
        *paragraph(
            "--find takes conditions between commas, all of which must hold: a name, and a number to "
            "compare with by >=, <=, =, > or <. Without a number the one below is meant.",
            hanging=0,
        ),
        "",
        *in_columns(rows, right=(1,)),
    ]


def apart(parts: Iterable[Sequence[str]]) -> list[str]:
    """Return the lines of some parts with an empty line between them."""
    lines: list[str] = []
    for part in parts:
        if part:
            lines += ["", *part] if lines else part
    return lines


def _plural(kind: str, count: int) -> str:
    if count == 1:
        return kind
    return "people" if kind == "person" else f"{kind}s"


def _games(count: int) -> str:
    return f"{count:,} game{'' if count == 1 else 's'}"


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:.{_digits(value)}f}"


def _change(value: float) -> str:
    return f"{value:+.{_digits(value)}f}"


def _digits(value: float) -> int:
    return 2 if abs(value) < MANY else 1


def _bounds(interval: Interval | None) -> str:
    return "" if interval is None else f"{_number(interval.low)} to {_number(interval.high)}"


def _rate(rate: Interval) -> tuple[str, str]:
    return f"{100 * rate.estimate:.1f} %", f"{100 * rate.low:.1f} to {100 * rate.high:.1f}"


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def _seconds(value: float | None) -> str:
    """Return seconds with as many digits as they deserve.

    >>> _seconds(12.34), _seconds(0.0421)
    ('12.3 s', '42 ms')
    """
    if value is None:
        return ""
    if value >= 1:
        return f"{value:.1f} s"
    return f"{1000 * value:.0f} ms" if value >= 0.001 else "< 1 ms"


def _short(text: str, width: int) -> str:
    return text if len(text) <= width else f"{text[: width - 1]}…"
