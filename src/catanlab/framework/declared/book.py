"""The rule book of a declared game, read off its class: sentences in chapters, prices, supplies, phases.

A chapter begins where a comment stands alone between two blank lines of the class. Its sentences are the
docstrings of the rules that follow, in their order, numbered as in a rule book. Methods without a decorator
that state a rule count, too; those whose docstring begins with a command, such as "Return ...", speak to
programmers and do not.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from catanlab.framework.declared.declaration import Declaration
from catanlab.framework.declared.deferred import resolve
from catanlab.framework.declared.power_actions import PurchaseLogic

_COMMANDS = ("Return", "Show", "Say", "Let", "Count")
_PIECES = "Pieces and cards"
_LISTS = "Lists of moves"


@dataclass(frozen=True)
class Sentence:
    """One rule of the book."""

    number: str
    """Chapter and place in it, such as 4.2."""
    text: str
    name: str
    """The method that carries it out; empty for a rule that comes with the type of an action."""
    codes: tuple[str, ...]
    """The codes of refusals that it gives rise to."""
    on: tuple[str, ...]
    """What it hangs on, such as `road.where`."""


@dataclass(frozen=True)
class Chapter:
    """Sentences under a heading."""

    number: int
    title: str
    sentences: tuple[Sentence, ...]


@dataclass(frozen=True)
class Setting:
    """An option of the game, and the numbers of the rules that it changes."""

    name: str
    default: str
    meaning: str
    changes: tuple[str, ...]


@dataclass(frozen=True)
class Stage:
    """A cycle of turns: who has them in which order, and which phases a turn has."""

    title: str
    order: str
    phases: tuple[str, ...]


@dataclass(frozen=True)
class Phase:
    """A state of a turn, or an interruption of it."""

    title: str
    part_of: str
    """The cycle of a state; empty for an interrupt."""
    actions: tuple[str, ...]
    """What may be done in it."""


@dataclass(frozen=True)
class Book:
    """The rule book of a game."""

    title: str
    introduction: tuple[str, ...]
    prices: tuple[tuple[str, str], ...]
    supplies: tuple[tuple[str, str], ...]
    stages: tuple[Stage, ...]
    phases: tuple[Phase, ...]
    chapters: tuple[Chapter, ...]
    settings: tuple[Setting, ...]

    @property
    def sentences(self) -> list[Sentence]:
        """Every sentence, in order."""
        return [sentence for chapter in self.chapters for sentence in chapter.sentences]


def read_book(declaration: type[Declaration]) -> Book:
    """Return the rule book of a declared game.

    >>> from catanlab.games.cant_stop import CantStop
    >>> book = read_book(CantStop)
    >>> book.chapters[0].sentences[0].text
    'A roll throws four dice.'
    """
    chapters = tuple(_chapters(declaration))
    game = declaration.Game()
    paragraphs = (inspect.getdoc(declaration) or "").split("\n\n")
    return Book(
        title=declaration.title or declaration.name,
        introduction=tuple(" ".join(paragraph.split()) for paragraph in paragraphs),
        prices=tuple(_prices(declaration)),
        supplies=tuple(_supplies(declaration)),
        stages=tuple(
            Stage(
                cycle.title,
                _sentence(resolve(cycle.order, game)),
                tuple(state.title for state in cycle.states),
            )
            for cycle in declaration.structure.cycles
        ),
        phases=tuple(_phases(declaration)),
        chapters=chapters,
        settings=tuple(
            Setting(
                option.name,
                str(option.default),
                option.sentence,
                changed_by(declaration, chapters, option.name),
            )
            for option in declaration.structure.options
        ),
    )


def changed_by(declaration: type[Declaration], chapters: Sequence[Chapter], *names: str) -> tuple[str, ...]:
    """Return the numbers of the rules whose methods read one of these names."""
    return tuple(
        sentence.number
        for chapter in chapters
        for sentence in chapter.sentences
        if sentence.name and set(names) & set(vars(declaration)[sentence.name].__code__.co_names)
    )


def _prices(declaration: type[Declaration]) -> Iterator[tuple[str, str]]:
    structure = declaration.structure
    for piece in structure.pieces:
        if piece.cost is not None:
            yield piece.title, piece.cost.text
    for action in structure.actions:
        if isinstance(action, PurchaseLogic):
            yield f"card of the {action.deck.title}", action.cost.text


def _supplies(declaration: type[Declaration]) -> Iterator[tuple[str, str]]:
    structure, game = declaration.structure, declaration.Game()
    for piece in structure.pieces:
        supply = resolve(piece.supply, game)
        if supply is not None:
            yield piece.title, f"{supply} for each player"
    for kinds in structure.resources:
        bank = resolve(kinds.bank, game)
        count = "any number of cards" if bank is None else f"{bank} cards"
        for name in kinds.names:
            yield name, f"{count} in the bank"
    for deck in structure.decks:
        for card in deck.cards:
            copies = resolve(card.copies, game)
            yield card.title, f"{copies} {'card' if copies == 1 else 'cards'} in the {deck.title}"


def _phases(declaration: type[Declaration]) -> Iterator[Phase]:
    structure = declaration.structure
    cycle_of = {state: cycle.title for cycle in structure.cycles for state in cycle.states}
    for node in structure.nodes:
        yield Phase(node.title, cycle_of.get(node, ""), tuple(action.title for action in node.actions))


def _headings(declaration: type[Declaration]) -> list[tuple[int, str]]:
    """Return the headings in the source of a class, each with its line."""
    lines, first = inspect.getsourcelines(declaration)
    found = []
    for place in range(1, len(lines) - 1):
        words = lines[place].strip()
        alone = not lines[place - 1].strip() and not lines[place + 1].strip()
        if words.startswith("# ") and alone:
            found.append((first + place, words[2:]))
    return found


def _stated(declaration: type[Declaration]) -> Iterator[tuple[int, Sentence, bool]]:
    """Yield every sentence without its number, its line, and whether it is about lists of moves."""
    hung: dict[str, list[tuple[str, str]]] = {}
    is_list: dict[str, bool] = {}
    own = {name: value for name, value in vars(declaration).items() if inspect.isfunction(value)}
    built_in: dict[str, tuple[str, list[str], int]] = {}
    for found in declaration.structure.rules():
        place = f"{found.part.name}.{found.event}"
        if found.event == "builtin":
            if found.rule.sentence not in {_sentence(value) for value in own.values()}:
                entry: tuple[str, list[str], int] = (found.rule.code, [], found.part.line)
                built_in.setdefault(found.rule.sentence, entry)[1].append(place)
        else:
            hung.setdefault(found.rule.name, []).append((place, found.rule.code))
            is_list[found.rule.name] = found.event == "listed"
    for name, function in own.items():
        text = _sentence(function)
        places = hung.get(name, [])
        states = not name.startswith("__") and not text.startswith(_COMMANDS)
        if text and (places or states):
            codes = tuple(dict.fromkeys(code for _, code in places if code))
            sentence = Sentence("", text, name, codes, tuple(place for place, _ in places))
            yield function.__code__.co_firstlineno, sentence, is_list.get(name, False)
    for text, (code, on, line) in built_in.items():
        yield line, Sentence("", text, "", (code,), tuple(on)), False


def _chapters(declaration: type[Declaration]) -> Iterator[Chapter]:
    headings = [(0, "The rules"), *_headings(declaration)]
    found: dict[str, list[Sentence]] = {_PIECES: []}
    lists = []
    for line, sentence, is_list in sorted(_stated(declaration), key=lambda stated: stated[0]):
        if is_list:
            lists.append(sentence)
        else:
            heading = [title for start, title in headings if start <= line][-1]
            found.setdefault(heading if sentence.name else _PIECES, []).append(sentence)
    filled = [(title, sentences) for title, sentences in [*found.items(), (_LISTS, lists)] if sentences]
    for number, (title, sentences) in enumerate(filled, 1):
        numbered = [
            Sentence(f"{number}.{place}", each.text, each.name, each.codes, each.on)
            for place, each in enumerate(sentences, 1)
        ]
        yield Chapter(number, title, tuple(numbered))


def _sentence(function: object) -> str:
    """Return the first paragraph of a docstring on one line."""
    return " ".join((inspect.getdoc(function) or "").split("\n\n")[0].split())
