"""A rectangle of characters, each with a style, to draw pictures of text on."""

from __future__ import annotations

from dataclasses import dataclass

from rich.text import Text


@dataclass
class Canvas:
    """So many columns and lines, at first blank; text outside of them is not drawn.

    >>> canvas = Canvas(7, 1)
    >>> canvas.put(1, 0, "ore 10", "bold")
    >>> canvas.plain
    [' ore 10']
    """

    width: int
    height: int

    def __post_init__(self) -> None:
        self._letters = [[" "] * self.width for _ in range(self.height)]
        self._styles = [[""] * self.width for _ in range(self.height)]

    def put(self, column: int, line: int, text: str, style: str = "") -> None:
        """Write a text from a column on."""
        if 0 <= line < self.height:
            for place, letter in enumerate(text, column):
                if 0 <= place < self.width:
                    self._letters[line][place] = letter
                    self._styles[line][place] = style

    def centre(self, column: int, line: int, text: str, style: str = "") -> None:
        """Write a text with its middle at a column."""
        self.put(column - (len(text) - 1) // 2, line, text, style)

    @property
    def plain(self) -> list[str]:
        """The lines without styles."""
        return ["".join(line).rstrip() for line in self._letters]

    @property
    def lines(self) -> list[Text]:
        """The lines with styles, all as wide as the canvas."""
        drawn = []
        for letters, styles in zip(self._letters, self._styles, strict=True):
            line = Text(no_wrap=True)
            for letter, style in zip(letters, styles, strict=True):
                line.append(letter, style)
            drawn.append(line)
        return drawn
