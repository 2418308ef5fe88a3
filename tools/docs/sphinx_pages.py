"""Adapts plain Markdown pages to Sphinx: menus from lists of links, the API from `__all__` and the stubs.

The pages read well on a code host, where directives would show as code. So they have none, and what Sphinx
needs is added here as it reads them.
"""

import re
from enum import Enum
from importlib import import_module
from pathlib import Path
from posixpath import dirname, join, normpath, relpath
from typing import Any

from sphinx.application import Sphinx
from tools.docs.packages import public_names, public_packages
from tools.docs.stubs import stub_signature

INCLUDED = {"CHANGELOG.md": "changelog", "CONTRIBUTING.md": "contributing"}
"""Files outside of `docs/` that are pages of the site."""
_MENUS = {"index", "reference/python", "results/theses"}
"""Pages whose lists of links are menus."""
_API = "reference/python/"
_NAME = re.compile(r"^\| `(\w+)` \|", re.MULTILINE)
"""The name that a line of a table begins with."""
_LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s#]+)(#[^)\s]*)?\)")


def setup(app: Sphinx) -> dict[str, bool]:
    """Connect the extension."""
    app.connect("source-read", adapt_page)
    app.connect("autodoc-process-signature", sign)
    app.connect("autodoc-process-docstring", show_examples)
    return {"parallel_read_safe": True}


def adapt_page(app: Sphinx, name: str, source: list[str]) -> None:
    """Change the text of a page before it is parsed."""
    text = _outside_links(source[0], name, Path(app.srcdir))
    if name in _MENUS:
        text += _menus(text)
    elif name.startswith(_API):
        package = name.removeprefix(_API)
        text = _linked_names(text, package) + _members(package)
    source[0] = text


def _outside_links(text: str, name: str, docs: Path) -> str:
    """Return a page whose links out of `docs/` lead to a page of the site, or are plain text."""
    folder = join("docs", dirname(name))

    def replace(match: re.Match[str]) -> str:
        image, words, target, place = match.groups()
        if "://" in target or image:
            return match[0]
        path = normpath(join(folder, target))
        if path.startswith("docs/"):
            return match[0]
        if path in INCLUDED:
            return f"[{words}]({relpath(join('docs', INCLUDED[path] + '.md'), folder)}{place or ''})"
        if not (docs.parent / path).exists():
            raise ValueError(f"{name}: there is no file {path}")
        return words if "`" in words else f"{words} (`{path}`)"

    return _LINK.sub(replace, text)


def _menus(text: str) -> str:
    """Return a hidden menu for each section of a page, with the pages that its first links lead to."""
    menus = []
    for section in re.split(r"^## ", text, flags=re.MULTILINE)[1 if "\n## " in text else 0 :]:
        caption = section.partition("\n")[0] if "\n## " in text else ""
        lines = [line for line in section.splitlines() if line.startswith(("* ", "| "))]
        links = [match[3] for line in lines if (match := _LINK.search(line)) and match[3].endswith(".md")]
        if links:
            menus.append("\n```{toctree}\n:hidden:\n" + f":caption: {caption}\n\n" * bool(caption))
            menus.append("\n" * (not caption) + "\n".join(links) + "\n```\n")
    return "".join(menus)


def _linked_names(text: str, package: str) -> str:
    """Return a page whose table of names leads to where each of them is documented; values are not."""
    module = import_module(package)

    def replace(match: re.Match[str]) -> str:
        name = match[1]
        if not callable(getattr(module, name)):
            return match[0]
        return f"| {{py:obj}}`{name} <{_home(package, name)}.{name}>` |"

    return _NAME.sub(replace, text)


def _members(package: str) -> str:
    """Return the directives that document every name of a package."""
    module = import_module(package)
    lines = ["", "```{eval-rst}", f".. py:module:: {package}", ""]
    for name in public_names(package):
        value = getattr(module, name)
        if isinstance(value, type):
            # Sphinx fails to add a signature to a native class; as a part of the directive it is accepted.
            arguments, _ = stub_signature(value) or ("", "")
            lines += [
                f".. autoclass:: {package}.{name}{arguments}",
                "   :members:",
                *_inherited(value),
                *_second(package, name),
                "",
            ]
        elif callable(value):
            lines += [f".. autofunction:: {package}.{name}", *_second(package, name), ""]
    return "\n".join([*lines, "```", ""])


def _inherited(kind: type) -> list[str]:
    """Return the option that lists inherited members, for classes that inherit from our own alone."""
    bases = [base for base in kind.__mro__ if not base.__module__.startswith("catanlab")]
    if issubclass(kind, BaseException | Enum):
        return []
    return [f"   :inherited-members: {', '.join(base.__name__ for base in bases)}"]


def _second(package: str, name: str) -> list[str]:
    """Return the option for a name that a package before this one documents as well."""
    return ["   :no-index:"] if _home(package, name) != package else []


def _home(package: str, name: str) -> str:
    """Return the first package that has a name, this one or one before it."""
    packages = public_packages()
    earlier = packages[: packages.index(package)]
    return next((each for each in earlier if name in public_names(each)), package)


def sign(
    app: Sphinx, what: str, name: str, thing: Any, options: Any, signature: str | None, result: str | None
) -> tuple[str, str] | None:
    """Return the signature of a native thing from its stub."""
    return stub_signature(thing) if what in {"method", "function"} else None


def show_examples(app: Sphinx, what: str, name: str, thing: Any, options: Any, lines: list[str]) -> None:
    """Turn docstrings, which are plain text with `names` as code, into reStructuredText."""
    paragraphs = "\n".join(lines).split("\n\n")
    lines[:] = "\n\n".join(map(_as_rst, paragraphs)).split("\n")


def _as_rst(paragraph: str) -> str:
    """Return a paragraph with its code marked and other marks escaped; examples stay as they are."""
    if ">>>" in paragraph:
        return paragraph
    if paragraph.startswith("    "):
        return f"::\n\n{paragraph}"
    parts = re.split(r"`+([^`]+)`+", paragraph)
    # A mark at the beginning of a line is that of a list.
    texts = [re.sub(r"(?<=[^\n])([*|])", r"\\\1", part) for part in parts[::2]]
    # A letter right after code, as in a plural, must be set apart.
    joints = ["\\ " if text[:1].isalnum() else "" for text in texts[1:]]
    codes = [f"``{part}``{joint}" for part, joint in zip(parts[1::2], joints, strict=True)]
    return "".join(text + code for text, code in zip(texts, [*codes, ""], strict=True))
