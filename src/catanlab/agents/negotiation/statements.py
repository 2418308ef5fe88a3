"""Statements of interest: what players say about cards at the table, read from and written as text.

Thomas (2003, chapter 5) names four: "does anyone want x?", "is anyone selling x?", "I don't have x" and
"I want x". There are also the answers that people give, and a warning about a seat that is about to win.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from catanlab.agents.negotiation.vocabulary import CARDS
from catanlab.games.catan.constants import RESOURCES

Kind = Literal["want?", "sell?", "want", "sell", "lack", "keep", "decline", "leader", "yes", "no"]
"""Does anyone want it? Is anyone selling it? I want it, I am selling it, I don't have it, I am not selling
it, I don't want it; a seat is close to winning; and yes or no to a question."""

QUESTIONS = ("want?", "sell?")

_FORMS: dict[Kind, tuple[str, str]] = {
    "want?": ("Does anyone want {}?", "do you want {}?"),
    "sell?": ("Is anyone selling {}?", "are you selling {}?"),
    "want": ("I want {}.", "I want {}."),
    "sell": ("I am selling {}.", "I am selling {}."),
    "lack": ("I don't have {}.", "I don't have {}."),
    "keep": ("I am not selling {}.", "I am not selling {}."),
    "decline": ("I don't want {}.", "I don't want {}."),
    "leader": ("{} close to winning.", "{} close to winning."),
    "yes": ("Yes.", "yes."),
    "no": ("No.", "no."),
}
"""Each kind to everybody, and to some seats."""


@dataclass(frozen=True, slots=True)
class Statement:
    """One thing that a player says.

    >>> Statement("sell?", (3, 4)).text
    'Is anyone selling wheat or ore?'
    >>> Statement("want?", (4,), to=(2,)).text
    'Seat 2, do you want ore?'
    """

    kind: Kind
    resources: tuple[int, ...] = ()
    to: tuple[int, ...] = ()
    """The seats it is addressed to, empty for all; of a leader, the seat that is meant."""

    @property
    def is_question(self) -> bool:
        """Whether it asks for an answer."""
        return self.kind in QUESTIONS

    @property
    def text(self) -> str:
        """The statement as it is said."""
        to_all, to_some = _FORMS[self.kind]
        joint = " or " if self.is_question or self.kind in ("lack", "keep", "decline") else " and "
        cards = joint.join(RESOURCES[r] for r in self.resources)
        if self.kind == "leader":
            return to_all.format(f"{_seats(self.to)} {'is' if len(self.to) == 1 else 'are'}")
        if self.to:
            return f"{_seats(self.to)}, {to_some.format(cards)}"
        return to_all.format(cards)

    def concerns(self, seat: int) -> bool:
        """Return whether it is addressed to a seat."""
        return not self.to or seat in self.to


def spoken(statements: Iterable[Statement]) -> str:
    """Return several statements as one line.

    >>> spoken([Statement("sell", (4,)), Statement("want", (2, 3))])
    'I am selling ore. I want sheep and wheat.'
    """
    return " ".join(statement.text for statement in statements)


def joined(statements: Iterable[Statement]) -> list[Statement]:
    """Return statements of which those of one kind to the same seats are one.

    >>> spoken(joined([Statement("want", (3,)), Statement("want", (2, 3))]))
    'I want sheep and wheat.'
    """
    found: dict[tuple[Kind, tuple[int, ...]], set[int]] = {}
    for statement in statements:
        found.setdefault((statement.kind, statement.to), set()).update(statement.resources)
    return [Statement(kind, tuple(sorted(cards)), to) for (kind, to), cards in found.items()]


def _seats(seats: tuple[int, ...]) -> str:
    if len(seats) == 1:
        return f"Seat {seats[0]}"
    return f"Seats {', '.join(map(str, seats[:-1]))} and {seats[-1]}"


# Reading what people type.

_VERBS = {
    "want": "want", "wants": "want", "wanted": "want", "wanting": "want", "wanna": "want",
    "need": "want", "needs": "want", "needed": "want", "needing": "want", "require": "want",
    "buy": "want", "buys": "want", "buying": "want", "get": "want", "looking": "want", "like": "want",
    "interested": "want", "use": "want", "take": "want", "takes": "want", "please": "want",
    "seeking": "want",
    "sell": "sell", "sells": "sell", "selling": "sell", "sale": "sell", "offer": "sell", "offers": "sell",
    "offering": "sell", "give": "sell", "gives": "sell", "giving": "sell", "trade": "sell",
    "trades": "sell", "trading": "sell", "swap": "sell", "spare": "sell", "part": "sell",
    "have": "have", "has": "have", "having": "have", "got": "have", "hold": "have", "holds": "have",
    "extra": "have", "holding": "have",
}  # fmt: skip
_TRAILING = ("wanted", "needed", "sale")
"""Verbs that come after the cards: no ore wanted."""
_NEGATIONS = (
    "no", "not", "dont", "doesnt", "havent", "hasnt", "aint", "wont", "cant", "cannot", "without", "none",
    "out", "never", "neither", "nor", "zero", "isnt", "lack", "lacking", "nothing",
)  # fmt: skip
_ASKING = (
    "does", "do", "is", "are", "anyone", "anybody", "who", "whos", "any", "can", "could", "may", "has",
    "will", "would", "someone", "somebody",
)  # fmt: skip
_ABOUT_OTHERS = ("nobody", "noone", "everyone", "everybody")
_YES = ("yes", "yep", "yeah", "yup", "y", "sure", "ok", "okay", "deal", "aye")
_NO = ("no", "nope", "nah", "n", "sorry", "never")
_LEADING = ("winning", "win", "wins", "leader", "leading", "ahead")
_OPPOSITE = {"want": "sell", "sell": "want", "have": "want"}
_WORD = re.compile(r"[a-z]+|\d+|[,?]")
_SENTENCE = re.compile(r"[^.!?;]+\??")
_SEAT = re.compile(r"\b(?:seats?|players?|p)\s*(\d(?:\s*(?:,|and|or|&)?\s*\d\b)*)")


def parse(text: str) -> tuple[Statement, ...]:
    """Return the statements in a line that a person typed; other words are ignored.

    >>> [said.text for said in parse("i need ore")]
    ['I want ore.']
    >>> [said.text for said in parse("anyone selling wheat? i have brick but no wool")]
    ['Is anyone selling wheat?', 'I am selling clay.', "I don't have sheep."]
    >>> parse("good luck")
    ()
    """
    plain = text.lower().replace("'", "").replace("\N{RIGHT SINGLE QUOTATION MARK}", "")
    found: list[Statement] = []
    for sentence in _SENTENCE.findall(plain):
        found += _read_sentence(sentence)
    return tuple(dict.fromkeys(found))


def _read_sentence(sentence: str) -> Iterator[Statement]:
    named = [int(digit) for group in _SEAT.findall(sentence) for digit in re.findall(r"\d", group)]
    seats = tuple(sorted({seat for seat in named if seat < 4}))
    words = _WORD.findall(_SEAT.sub(" ", sentence))
    if not words:
        return
    cards = [word for word in words if word in CARDS]
    if not cards:
        warned = any(word in _LEADING for word in words) or ("trade" in words and _is_negative(words))
        if seats and warned:
            yield Statement("leader", to=seats)
        elif words[0] in _YES:
            yield Statement("yes")
        elif words[0] in _NO:
            yield Statement("no")
        return
    if words[1:2] == [","] and words[0] in (*_YES, *_NO):
        yield Statement("yes" if words[0] in _YES else "no")
        words = words[2:]
    asks = _is_question(words)
    if words[0] in ("trade", "swap"):  # as in "trade wood for ore?", without a word of who gives what
        words = words[1:]
    if words[0] in _ABOUT_OTHERS and not asks:
        return
    from_me = "i" in words
    to_me = "me" in words and not from_me
    for clause in _clauses(words, "want" if asks else "sell"):
        if to_me and not asks:  # "give me ore"
            clause.verb = "sell" if clause.verb == "want" else "want"
        kind = _kind(clause, asks, from_me, bare=len(cards) == len(words) - words.count("?"))
        if kind:
            to = seats if kind in QUESTIONS else ()
            yield Statement(kind, tuple(sorted(set(clause.cards))), to)


@dataclass
class _Clause:
    """Cards with what is said of them."""

    cards: list[int]
    verb: str = ""
    negative: bool = False


def _clauses(words: list[str], usual: str) -> list[_Clause]:
    """Take a sentence apart: a new verb, a negation, a comma or "for" after cards begins a new part.

    `usual` is what happens with the cards before a "for" that has no verb.
    """
    parts = [_Clause([])]
    for place, word in enumerate(words):
        now = parts[-1]
        if word in CARDS:
            if not now.cards and not now.verb and not now.negative and len(parts) > 1:
                now.verb, now.negative = parts[-2].verb, parts[-2].negative
            now.cards.append(CARDS[word])
        elif word in _NEGATIONS:
            if now.cards:
                parts.append(now := _Clause([]))
            now.negative = True
        elif word in _VERBS:
            if now.cards and (now.verb or (now.negative and word not in _TRAILING)):
                parts.append(now := _Clause([]))
            if not (now.verb and now.verb != "have" and _VERBS[word] == "have"):
                now.verb = _VERBS[word]
        elif word == "for" and now.cards and words[place + 1 : place + 2] != ["sale"]:
            now.verb = now.verb or usual
            parts.append(_Clause([], _OPPOSITE[now.verb]))
        elif word == "it" and not now.cards and len(parts) > 1:
            now.cards += parts[-2].cards
        elif word in (",", "but") and now.cards:
            parts.append(_Clause([]))
    return [part for part in parts if part.cards]


def _is_question(words: list[str]) -> bool:
    if words[0] in ("i", "im", "ill", "ive"):
        return False
    if words[0] == "have" and words[1:2] and words[1] in ("you", "u", "anyone", "anybody"):
        return True
    return "?" in words or words[0] in _ASKING


def _is_negative(words: list[str]) -> bool:
    return any(word in _NEGATIONS for word in words)


def _kind(clause: _Clause, asks: bool, from_me: bool, *, bare: bool) -> Kind | None:
    verb = clause.verb
    if asks and not clause.negative:
        # "Can I have ore?" asks whether somebody sells it, "can I sell ore?" whether somebody wants it.
        if from_me:
            return "want?" if verb == "sell" else "sell?"
        return "want?" if verb == "want" else "sell?"
    if clause.negative:
        return {"want": "decline", "sell": "keep"}.get(verb, "lack")  # type: ignore[return-value]
    if not verb:
        return "want" if bare else None
    return "want" if verb == "want" else "sell"
