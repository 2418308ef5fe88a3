"""The few pieces of SVG that the pictures are written with: elements, numbers and safe text."""

from __future__ import annotations

import re
import unicodedata

FONT = "'Helvetica Neue',Helvetica,Arial,'Liberation Sans','DejaVu Sans','Noto Sans',Roboto,sans-serif"

_NOT_XML = re.compile("[^\t\n\r\u0020-\u007e\u00a0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def number(value: float, decimals: int = 1) -> str:
    """Return a coordinate with this many decimals at most, as short as it can be.

    >>> number(12.0), number(-0.001), number(0.666), number(0.666, 2)
    ('12', '0', '0.7', '0.67')
    """
    short = f"{value:.{decimals}f}"
    if decimals:
        short = short.rstrip("0").rstrip(".")
    return "0" if short == "-0" else short


def clean(text: str) -> str:
    """Return text that is valid in XML, with a replacement sign for each invalid character.

    >>> clean("a < b")
    'a &lt; b'
    """
    spaced = _NOT_XML.sub("\ufffd", text)
    return spaced.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def element(tag: str, *content: str, **attributes: str | float | None) -> str:
    """Return an element; attributes that are None are left out, and an underscore means a hyphen.

    >>> element("circle", r=3, stroke_width=1.5, fill=None)
    '<circle r="3" stroke-width="1.5"/>'
    """
    words = [tag]
    for name, value in attributes.items():
        if value is not None:
            quoted = clean(value).replace('"', "&quot;") if isinstance(value, str) else number(value)
            words.append(f'{name.rstrip("_").replace("_", "-")}="{quoted}"')
    opening = " ".join(words)
    return f"<{opening}>{''.join(content)}</{tag}>" if content else f"<{opening}/>"


def group(*content: str, **attributes: str | float | None) -> str:
    """Return a group of elements."""
    return element("g", *content, **attributes)


def path(d: str, **attributes: str | float | None) -> str:
    """Return a path."""
    return element("path", d=d, **attributes)


def title(text: str) -> str:
    """Return a tooltip, which a browser shows when the mouse rests on the element around it."""
    return element("title", clean(text))


def at(x: float, y: float, scale: float = 1) -> str:
    """Return the transform that moves to a point, and scales there."""
    moved = f"translate({number(x)} {number(y)})"
    return moved if scale == 1 else f"{moved}scale({number(scale, 2)})"


def write(
    text: str,
    x: float,
    y: float,
    size: float | None = None,
    *,
    fill: str | None = None,
    bold: bool = False,
    anchor: str | None = None,
) -> str:
    """Return a line of text on a base line; it is centred and dark by default."""
    weight = "bold" if bold else None
    return element(
        "text", clean(text), x=x, y=y, font_size=size, fill=fill, font_weight=weight, text_anchor=anchor
    )


def use(name: str, x: float | None = None, y: float | None = None, *, scale: float = 1) -> str:
    """Return a shape drawn again from the definitions, perhaps elsewhere and smaller."""
    place = None if x is None or y is None else at(x, y, scale)
    return element("use", href=f"#{name}", transform=place)


def shorten(text: str, widest: int) -> str:
    """Return the text on one line, cut to this many letters; wide ones of East Asia count twice.

    >>> shorten("a very long name", 8)
    'a very …'
    """
    line = " ".join(text.split())
    widths = [2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in line]
    if sum(widths) <= widest:
        return line
    kept, used = 0, 1
    while used + widths[kept] <= widest:
        used += widths[kept]
        kept += 1
    return line[:kept] + "…"
