"""Tables of a report, in Markdown, LaTeX, CSV and HTML."""

from __future__ import annotations

import csv
import io
import re
from dataclasses import dataclass
from html import escape

from catanlab.lab.experiments.csv_columns import csv_columns

_LATEX = {
    "\\": r"\textbackslash{}", "&": r"\&", "%": r"\%", "$": r"\$", "#": r"\#", "_": r"\_", "{": r"\{",
    "}": r"\}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "±": r"$\pm$", "−": "$-$",
    "<": "$<$", ">": "$>$", "-": "$-$",
}  # fmt: skip
_SPECIAL = re.compile(r"[\\&%$#_{}~^±−<>]|(?<![^\s\[(])-(?=\d|inf)")
"""What LaTeX needs written otherwise: special characters, and the minus at the beginning of a number."""

FIGURE = ' class="figure"'


@dataclass(frozen=True)
class Table:
    """A table: its title, the head, and rows of words; columns of figures go to the right.

    >>> print(Table("Wins", ("player", "wins"), (("uct", "4.0 %"),)).to_markdown())
    | player | wins |
    |---|---:|
    | uct | 4.0 % |
    """

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    left: int = 1
    """How many columns, from the first on, are words."""

    def to_markdown(self) -> str:
        """Return the table in Markdown."""
        rule = "|".join("---" if place < self.left else "---:" for place in range(len(self.head)))
        lines = [self._line(self.head), f"|{rule}|", *map(self._line, self.rows)]
        return "\n".join(lines)

    def to_html(self) -> str:
        """Return the table in HTML."""
        head = "".join(
            f'<th scope="col"{"" if place < self.left else FIGURE}>{escape(word)}</th>'
            for place, word in enumerate(self.head)
        )
        body = "".join(f"<tr>{self._cells(row)}</tr>\n" for row in self.rows)
        caption = f"<caption>{escape(self.title)}</caption>" if self.title else ""
        return f"<table>{caption}<thead><tr>{head}</tr></thead>\n<tbody>\n{body}</tbody></table>"

    def to_latex(self) -> str:
        """Return the table in LaTeX, for the package booktabs, below its title as a comment."""
        columns = "l" * self.left + "r" * (len(self.head) - self.left)
        lines = [" & ".join(map(_latex, row)) + r" \\" for row in (self.head, *self.rows)]
        return "\n".join(
            [
                rf"% {self.title}",
                rf"\begin{{tabular}}{{{columns}}}",
                r"\toprule",
                lines[0],
                r"\midrule",
                *lines[1:],
                r"\bottomrule",
                r"\end{tabular}",
            ]
        )

    def to_csv(self) -> str:
        """Return the table as CSV for programs, with its title in the first column.

        >>> print(Table("Wins", ("player", "wins [95 %]"), (("uct", "4.0 % [3.1, 5.2]"),)).to_csv())
        table,player,wins (%),wins low (%),wins high (%)
        Wins,uct,4.0,3.1,5.2
        """
        columns = [["table", *(self.title for _ in self.rows)]]
        for place, name in enumerate(self.head):
            cells = [row[place] for row in self.rows]
            columns += [[name, *cells]] if place < self.left else csv_columns(name, cells)
        text = io.StringIO()
        csv.writer(text, lineterminator="\n").writerows(zip(*columns, strict=True))
        return text.getvalue().rstrip("\n")

    def _line(self, row: tuple[str, ...]) -> str:
        return "| " + " | ".join(word.replace("|", "\\|") for word in row) + " |"

    def _cells(self, row: tuple[str, ...]) -> str:
        return "".join(
            f"<td{'' if place < self.left else FIGURE}>{escape(word)}</td>"
            for place, word in enumerate(row)
        )


def _latex(word: str) -> str:
    return _SPECIAL.sub(lambda match: _LATEX[match[0]], word)
