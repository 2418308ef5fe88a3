"""What people write to each other about trade: deals, interests and answers, where they are clear.

`statements.parse` finds some meaning in any line that is said to robots. Here it is the other way round: a
line of chat is understood only if every word of it fits one of the forms below, since what is understood is
acted upon. Jokes, the past, doubts, other numbers and talk about others are left alone.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from catanlab.agents.negotiation.chat_deals import read_deal
from catanlab.agents.negotiation.chat_interests import read_answer, read_interests
from catanlab.agents.negotiation.statements import QUESTIONS, Statement
from catanlab.agents.negotiation.vocabulary import CARDS, NUMBERS, PLURALS
from catanlab.games.catan.constants import RESOURCES
from catanlab.games.catan.moves import Deal

MOST_CHARACTERS = 300
"""A longer line is not about one deal."""


class SpokenDeal(NamedTuple):
    """A deal from the side of the speaker, and the seats that it names; none for all."""

    deal: Deal
    to: tuple[int, ...] = ()


def understand(text: str, names: Mapping[str, int] | None = None) -> SpokenDeal | tuple[Statement, ...]:
    """Return the one deal in a line of chat, or its statements, or () if the line is not clear.

    `names` are the players by the names that they may be addressed with.

    >>> understand("Hi all, one clay for two ore?").deal.text
    '1 clay for 2 ore'
    >>> understand("bob, can you give me a stone for my sheep?", {"Bob": 2})
    SpokenDeal(deal=Deal(give=(0, 0, 1, 0, 0), get=(0, 0, 0, 0, 1)), to=(2,))
    >>> understand("who has grain? i have wool")
    (Statement(kind='sell?', resources=(3,), to=()), Statement(kind='sell', resources=(2,), to=()))
    >>> understand("I would never give 2 wood for 1 ore"), understand("one clay for two ore? lol")
    ((), ())
    """
    deals: list[SpokenDeal] = []
    statements: list[Statement] = []
    for sentence in _sentences(text, names or {}):
        words, to, asks = sentence
        if _GREETING.fullmatch(words):
            continue
        answer = None if asks or to else read_answer(words)
        deal = None if answer else read_deal(words, asks)
        found = [answer] if answer else read_interests(words, asks)
        if deal is not None:
            deals.append(SpokenDeal(deal, to))
        elif found:
            statements += [_addressed(each, to) for each in found]
        else:
            return ()
    if len(deals) > 1:
        return ()
    return deals[0] if deals else tuple(dict.fromkeys(statements))


def _addressed(statement: Statement, to: tuple[int, ...]) -> Statement:
    """Return a question as one to the seats that the sentence names."""
    if statement.kind in QUESTIONS and to and not statement.to:
        return Statement(statement.kind, statement.resources, to)
    return statement


# Sentences, in a plain form: the cards by their names, with a star if they are many, digits, and @seat.

_APOSTROPHES = str.maketrans("", "", "'`\N{RIGHT SINGLE QUOTATION MARK}")
_SMILE = re.compile(r"(?:(?<=\s)|^)(?::-?[)d]|=\))(?=\s|$)")
_TOKEN = re.compile(r"\s*(@\d|[a-z]+|\d+(?:[.,:/]\d+)*|->|=>|[,:+&/]|[.?!]+|\S)")
_SEAT = re.compile(r"\b(?:seat|player)s?\s*(\d(?:(?:\s*,\s*\d)*,?\s*(?:and|or|&)\s*\d)?)\b(?!\s*(?:x|\d))")
_END = re.compile(r"[.?!]+")
_ENDS = {".": False, "!": False, "?": True, "??": True}
"""How sentences end, and whether they ask; others, such as `?!`, are doubts."""
_PHRASES = (
    (r"any 1\b", "anyone"),
    (r"no 1\b", "nobody"),
    (r"u\b", "you"),
    (r"(?:in exchange|in return|in trade) for", "for"),
    (r"(?:->|=>)", "for"),
    (r"(?:pls|plz)", "please"),
    (r"gimme", "give me"),
    (r"wanna", "want to"),
    (r"do not", "dont"),
    (r"will not", "wont"),
    (r"can ?not", "cant"),
    (r"ive got", "i have"),
    (r"ive", "i have"),
    (r"im", "i am"),
    (r"id like", "i would like"),
    (r"ill", "i will"),
    (r"whos", "who is"),
    (r"(?:hows|how is)", "how about"),
)
_GREETING = re.compile(
    r"(?:(?:hi|hey|hello|well|good game|gg|good luck|gl|please|thanks|thx|ty|thank you|cheers)"
    r"(?: (?:guys|all|everyone|everybody|folks|there|people))?)?"
)
_OPENING = re.compile(
    r"(?:(?:hi|hey|hello)(?: (?:guys|all|everyone|everybody|folks|there|people))?(?: [,:])?"
    r"|(?:ok|okay|well|hmm|please)(?: ,)?"
    r"|(?:guys|all|everyone|everybody|folks|people|anyone|anybody) [,:]"
    r"|(?:trade|offer|deal) :) "
)
_CLOSING = re.compile(r"(?: ,)? (?:thanks|thx|ty|thank you|guys|everyone|folks|cheers|sorry)$")
_CALLED = r"@\d(?: @\d)*"
_CALL_FIRST = re.compile(rf"({_CALLED}) [,:] ")
_CALL_LAST = re.compile(rf"(?: ,)? ({_CALLED})$")


def _sentences(text: str, names: Mapping[str, int]) -> list[tuple[str, tuple[int, ...], bool]]:
    """Return each sentence in its plain form, the seats that it calls, and whether it asks."""
    if len(text) > MOST_CHARACTERS or not _is_plain(text):
        return [("?", (), False)]
    plain = _SMILE.sub(" ", text.lower().translate(_APOSTROPHES))
    plain = _SEAT.sub(lambda found: " ".join(f"@{n}" for n in re.findall(r"\d", found[1])), plain)
    plain = _with_seats(plain, names)
    sentences: list[tuple[str, tuple[int, ...], bool]] = []
    words: list[str] = []
    for token in _TOKEN.findall(plain):
        if not _END.fullmatch(token):
            words.append(_plain_word(token))
            continue
        if token not in _ENDS:
            return [("?", (), False)]
        if words:
            sentences.append(_stripped(words, _ENDS[token]))
        words = []
    if words:
        sentences.append(_stripped(words, asks=False))
    return sentences


def _is_plain(text: str) -> bool:
    return text.replace("\N{RIGHT SINGLE QUOTATION MARK}", "").isascii()


def _with_seats(plain: str, names: Mapping[str, int]) -> str:
    """Return a text with the seats of the players in place of their names.

    A name that has a word of the language in it, such as Rocky Ore or I, stays as it is.
    """
    for name, seat in sorted(names.items(), key=lambda named: -len(named[0])):
        lowered = name.lower().translate(_APOSTROPHES)
        words = re.findall(r"[a-z]+", lowered)
        if not words or len(lowered) < 2 or any(word in _LANGUAGE for word in words):
            continue
        called = re.escape(lowered)
        plain = re.sub(rf"^\s*@{called}(?!\w)\s*[,:]?", f"@{seat} , ", plain)
        plain = re.sub(rf"(?<![\w@])@?{called}(?!\w)", f"@{seat}", plain)
    return plain


def _plain_word(word: str) -> str:
    if word in CARDS:
        return RESOURCES[CARDS[word]] + ("*" if word in PLURALS else "")
    if word in NUMBERS:
        return str(NUMBERS[word])
    return word


def _stripped(words: list[str], asks: bool) -> tuple[str, tuple[int, ...], bool]:
    """Return a sentence without its politeness, and whom it calls."""
    plain = f"{' '.join(words)} "
    for phrase, meant in _PHRASES:
        plain = re.sub(rf"(?<!\S){phrase}(?=\s)", meant, plain)
    plain = plain.strip()
    called: list[int] = []
    while True:
        before = plain
        plain = _OPENING.sub("", plain, count=1) if _OPENING.match(plain) else plain
        plain = _CLOSING.sub("", plain)
        for call in (_CALL_FIRST.match(plain), _CALL_LAST.search(plain)):
            if call is not None:
                called += [int(digit) for digit in re.findall(r"\d", call[1])]
                plain = plain[: call.start()] + plain[call.end() :]
                break
        if plain == before:
            return plain, tuple(sorted(set(called))), asks


_COMMON = """
i you u me my your a an any anyone anybody someone somebody who for and or to no yes want need have
has give sell trade swap offer deal please all everyone guys do does is are can will would not dont
out of ok okay hi hey hello seat player get buy got the
"""
_LANGUAGE = frozenset((*CARDS, *NUMBERS, *_COMMON.split()))
"""Words that are no names, even if a player is called so."""
