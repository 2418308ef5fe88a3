"""The report of an experiment, in Markdown and as one page of HTML with its plots."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from catanlab.lab.experiments.claims import Judged, Outcome, effect_size
from catanlab.lab.experiments.findings import Findings, with_interval
from catanlab.lab.experiments.tables import Table
from catanlab.lab.provenance import Provenance

STYLE = """
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem;
  color: #1b1b1b; background: #fff; }
h1 { line-height: 1.2; } h2 { margin-top: 2.2rem; }
.place { color: #555; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; margin: 1rem 0; font-size: 0.9rem; }
caption { text-align: left; font-weight: 600; padding: 0.3rem 0; }
th, td { padding: 0.25rem 0.6rem; border-bottom: 1px solid #ddd; text-align: left; vertical-align: top; }
th.figure, td.figure { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
figure { margin: 1rem 0; } figure svg { max-width: 100%; height: auto; background: #fff; }
code { background: #f2f2f2; padding: 0.1rem 0.3rem; border-radius: 3px; overflow-wrap: anywhere; }
pre { background: #f2f2f2; padding: 0.6rem; overflow-x: auto; } pre code { padding: 0; }
@media (prefers-color-scheme: dark) {
  body { color: #eee; background: #181818; } .place { color: #aaa; } th, td { border-color: #444; }
  code, pre { background: #2a2a2a; }
}
"""


@dataclass(frozen=True)
class Origin:
    """Where the figures come from."""

    command: str
    """The command that makes the figures again, from a clean clone."""
    provenance: Provenance
    seed: int
    keys: Sequence[tuple[str, str, int, str]] = ()
    """Match, key, games and digest of each match."""
    lock: str = ""
    """What the committed lock says about these games, if there is one."""
    is_in_commit: bool = True
    """Whether a clone of the commit has all that the command needs: the experiment, and games that it does
    not play."""


def to_markdown(findings: Findings, origin: Origin, pictures: Sequence[str]) -> str:
    """Return a report in Markdown; `pictures` are the names of the files with its plots."""
    experiment = findings.experiment
    parts = [f"# {experiment.title}", f"*{_place(findings)}*"]
    if experiment.about:
        parts.append(experiment.about)
    if findings.judged:
        parts += [
            "## Verdict",
            f"**{headline(findings.judged)}**",
            claims_table(findings.judged).to_markdown(),
        ]
        parts.append(HOW_TO_READ)
    parts.append("## Figures")
    for table in findings.tables:
        parts += [f"**{table.title}**", table.to_markdown()]
    for picture, name in zip(findings.pictures, pictures, strict=True):
        parts.append(f"![{picture.title}]({name})")
    notes = [*experiment.notes, *findings.notes]
    if notes:
        parts += ["## Notes", "\n".join(f"* {note}" for note in notes)]
    parts += ["## How it was made", f"    {origin.command}", "\n".join(_origin_lines(findings, origin))]
    if origin.keys:
        parts.append(key_table(origin).to_markdown())
    return "\n\n".join(parts) + "\n"


def to_html(findings: Findings, origin: Origin) -> str:
    """Return a report as one page of HTML that loads nothing."""
    experiment = findings.experiment
    body = [f"<h1>{escape(experiment.title)}</h1>", f'<p class="place">{escape(_place(findings))}</p>']
    if experiment.about:
        body.append(_paragraph(experiment.about))
    if findings.judged:
        body += [
            "<h2>Verdict</h2>",
            f"<p><strong>{escape(headline(findings.judged))}</strong></p>",
            _scrolling(claims_table(findings.judged)),
            _paragraph(HOW_TO_READ),
        ]
    body.append("<h2>Figures</h2>")
    body += [_scrolling(table) for table in findings.tables]
    for picture in findings.pictures:
        body.append(
            f'<figure role="img" aria-label="{escape(picture.title)}">{_inline(picture.svg)}</figure>'
        )
    notes = [*experiment.notes, *findings.notes]
    if notes:
        body.append("<h2>Notes</h2><ul>" + "".join(f"<li>{_code(note)}</li>" for note in notes) + "</ul>")
    body += [
        "<h2>How it was made</h2>",
        f"<pre><code>{escape(origin.command)}</code></pre>",
        "<ul>"
        + "".join(f"<li>{_code(line[2:])}</li>" for line in _origin_lines(findings, origin))
        + "</ul>",
    ]
    if origin.keys:
        body.append(_scrolling(key_table(origin)))
    head = (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(experiment.title)}</title>\n<style>{STYLE}</style>\n</head>\n"
    )
    return head + "<body>\n" + "\n".join(body) + "\n</body>\n</html>\n"


HOW_TO_READ = (
    "A claim has held if the 95 % interval of its difference lies above zero, and is reversed if it lies "
    "below. *Undecided* counts only if the run could have seen the smallest effect of interest with a "
    "chance of 80 %. This effect was fixed before the games were played, unless the claim says that it was "
    "added later. p-values are two-sided, over blocks, with Holm's correction over the claims here."
)


def headline(judged: Sequence[Judged]) -> str:
    """Return how many claims held, were reversed or are undecided.

    >>> headline([])
    'no claims'
    """
    counts = []
    for outcome in Outcome:
        same = [each for each in judged if each.outcome is outcome]
        if outcome is Outcome.UNDECIDED:
            weak = [each for each in same if not each.counts]
            same = [each for each in same if each.counts]
            counts += [f"{len(same)} undecided"] * bool(same)
            counts += [f"{len(weak)} undecided for want of games"] * bool(weak)
        elif same:
            counts.append(f"{len(same)} {outcome}")
    return ", ".join(counts) or "no claims"


def claims_table(judged: Sequence[Judged]) -> Table:
    """Return the claims with differences, effects and verdicts."""
    rows = []
    for each in judged:
        rows.append(
            (
                each.claim.title,
                each.words,
                _difference(each),
                "" if each.claim.thesis is None else f"{each.claim.thesis:+.3g}",
                effect_size(each.claim.effect, each.unit),
                "" if each.detectable is None else effect_size(each.detectable, each.unit),
                "" if each.adjusted is None else f"{each.adjusted:.2g}",
            )
        )
    head = ("claim", "verdict", "difference [95 %]", "thesis", "of interest", "could be seen", "p")
    return Table("Claims", head, tuple(rows), 2)


def _difference(each: Judged) -> str:
    """Return the difference with its interval, or without one where the spread is unknown."""
    if each.difference is None or each.has_interval:
        return with_interval(each.difference)
    return f"{each.difference.estimate:.2f}"


def key_table(origin: Origin) -> Table:
    """Return the keys and digests of the matches."""
    rows = tuple((name, key, f"{games:,}", digest) for name, key, games, digest in origin.keys)
    return Table("Matches", ("match", "key", "games", "digest of rows"), rows, 2)


def to_data(findings: Findings, origin: Origin) -> dict[str, Any]:
    """Return a report as plain data, for JSON."""
    return {
        "experiment": findings.experiment.name,
        "title": findings.experiment.title,
        "scale": findings.scale,
        "command": origin.command,
        "provenance": origin.provenance.to_dict(),
        "seed": origin.seed,
        "cpu_hours": findings.seconds / 3600,
        "claims": [claim_data(each) for each in findings.judged],
        **findings.data,
    }


def claim_data(each: Judged) -> dict[str, Any]:
    """Return a claim with its verdict as plain data."""
    gap = each.difference
    bounds = [gap.low, gap.high] if gap is not None and each.has_interval else [None, None]
    return {
        "claim": each.claim.text,
        "verdict": str(each.outcome),
        "counts": each.counts,
        "difference": None if gap is None else [gap.estimate, *bounds],
        "thesis": each.claim.thesis,
        "added": each.claim.added,
        "effect_of_interest": each.claim.effect,
        "smallest_effect": each.detectable,
        "p": each.p_value,
        "p_holm": each.adjusted,
        "blocks": each.blocks,
    }


def cpu_time(seconds: float) -> str:
    """Return a length of time in the unit that fits it.

    >>> cpu_time(0.27), cpu_time(72), cpu_time(12_672)
    ('0.27 s', '1.2 min', '3.52 h')
    """
    if seconds < 60:
        return f"{seconds:.2g} s"
    return f"{seconds / 60:.2g} min" if seconds < 3600 else f"{seconds / 3600:,.3g} h"


def _place(findings: Findings) -> str:
    experiment = findings.experiment
    source = " ".join(word for word in (experiment.source.capitalize(), experiment.place) if word)
    return f"{source} · {experiment.name} · scale {findings.scale}"


def _reproduce_lines(origin: Origin) -> list[str]:
    """Return how a clean clone comes to the same code and figures; nothing if no commit leads to them."""
    commit = origin.provenance.commit
    if not commit or commit.endswith("-dirty") or not origin.is_in_commit:
        return []
    command = f"git checkout {commit[:12]} && make install && .venv/bin/{origin.command}"
    return [f"* reproduce it in a clean clone: `{command}`"]


def _origin_lines(findings: Findings, origin: Origin) -> list[str]:
    made = origin.provenance
    shown = {
        name: made.packages[name] for name in ("numpy", "pyarrow", "matplotlib") if name in made.packages
    }
    versions = ", ".join(f"{name} {number}" for name, number in shown.items())
    lines = [
        *_reproduce_lines(origin),
        f"* commit `{made.commit or 'unknown'}`, seed {origin.seed}",
        f"* catanlab {made.catanlab}, {made.python}, {versions}",
        f"* {cpu_time(findings.seconds)} of one core for the games",
        f"* this report on {made.processor}, {made.system}",
    ]
    return [*lines, f"* {origin.lock}"] if origin.lock else lines


def _scrolling(table: Table) -> str:
    return f'<div class="scroll">{table.to_html()}</div>'


def _paragraph(text: str) -> str:
    return f"<p>{_code(text)}</p>"


def _code(text: str) -> str:
    """Return text as HTML, with what stands between backticks as code and between stars as emphasis."""
    marked = re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text))
    return re.sub(r"\*([^*]+)\*", r"<em>\1</em>", marked)


def _inline(svg: str) -> str:
    """Return an SVG without the lines that only a file of its own has."""
    return svg[svg.index("<svg") :]
