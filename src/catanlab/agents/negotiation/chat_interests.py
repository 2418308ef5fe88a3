"""Interests and answers in the plain words of a chat, each in one of a few forms."""

from __future__ import annotations

import re

from catanlab.agents.negotiation.statements import QUESTIONS, Kind, Statement
from catanlab.games.catan.constants import RESOURCES

MOST_CLAUSES = 6
_CARD = re.compile("|".join(RESOURCES))
_ITEM = (
    rf"(?:(?:any|some|more|my|your|extra|spare|another|an?|[1-9]|a lot of|lots of|plenty of|too much) )*"
    rf"(?:{'|'.join(RESOURCES)})\*?"
)
_CARDS = rf"(?P<cards>{_ITEM}(?: (?:and|or|nor|/|&|\+|plus|, and|, or|,) {_ITEM})*)"
_SOMEONE = r"(?:anyone|anybody|someone|somebody|one of you|you guys)"
_CALLED = r"(?P<called>@\d(?: @\d)*)"
_PURPOSE = (
    r"(?: (?:for|to build) (?:(?:a|an|my|the|another|[1-9]) )?(?:next )?"
    r"(?:city|cities|roads?|settlements?|town|village|dev cards?|development card|knight))"
)
_ADVERB = r"(?: (?:badly|now|right now|this turn|too|as well|also|here|at the moment|atm|to build))"
_TAIL = rf"(?:{_PURPOSE}|{_ADVERB}*)"
_FOR_TRADE = r"(?: (?:to (?:sell|trade|spare|swap|offer|give)|for (?:sale|me|trade)))?"
_NOT = r"(?:dont|wont|cant|would not|wouldnt)"
_SELLING = r"(?:sell|sells|selling|trade|trading|trades|offer|offers|offering|give|gives|giving|spare)"
_SUPPLYING = (
    rf"(?:(?:want|willing|ready) to )?(?:{_SELLING}|have|has|got|have got|has got|hold|holding|with)"
)


def _form(kind: Kind, lead: str) -> tuple[Kind, re.Pattern[str]]:
    return kind, re.compile(rf"{lead}{_CARDS}{_FOR_TRADE}{_TAIL}(?:(?: ,)? please)?")


_WANTING = (
    r"(?:want|wants|need|needs|like|buy|buying|want to (?:buy|have)|"
    r"interested in|looking for|in need of|up for)"
)
_TOLD_OR_ASKED = (
    _form("want?", rf"(?:(?:does|would|will|is|do|are) )?{_SOMEONE} {_WANTING} "),
    _form("want?", rf"(?:does|would|will|is|do|are) {_CALLED} {_WANTING} "),
    _form(
        "want?",
        r"(?:do you (?:want|need)|would you (?:like|want|take)|"
        r"are you (?:interested in|looking for|buying)) ",
    ),
    _form(
        "want?",
        r"who (?:wants?|needs?|would like|buys|could use|is (?:buying|looking for|interested in)) ",
    ),
    _form("want?", r"(?:can|may|could) i (?:sell|give|offer|trade)(?: (?:you|anyone|someone))? "),
    _form("want?", r"any takers for "),
    _form(
        "sell?", rf"(?:(?:does|do|is|are|can|could|would|will|has|have) )?{_SOMEONE} {_SUPPLYING}(?: me)? "
    ),
    _form("sell?", rf"(?:does|do|is|are|can|could|would|will|has|have) {_CALLED} {_SUPPLYING}(?: me)? "),
    _form(
        "sell?",
        r"(?:do you (?:have|sell|trade|hold)|have you(?: got)?|are you (?:selling|trading|offering)) ",
    ),
    _form("sell?", r"(?:can|could|would|will) you (?:please )?(?:sell|give|spare|trade)(?: me)? "),
    _form(
        "sell?",
        r"who (?:has|have|has got|got|sells|trades|is (?:selling|trading)|"
        r"can (?:sell|give|spare)|would sell)(?: me)? ",
    ),
    _form("sell?", r"(?:can|could|may) i (?:please )?(?:have|get|buy) "),
)
_ASKED = (
    _form("want?", r"(?:you )?(?:want|need) "),
    _form("sell?", r"(?:any|(?:you )?(?:got|have|selling)) "),
)
"""Only with a question mark."""
_I_AM = r"(?:i am )?"
_TOLD: tuple[tuple[Kind, re.Pattern[str]], ...] = (
    _form("want", r"i (?:(?:really|also|still|just|only|do|badly) )?(?:want|need|require|could use|buy) "),
    _form(
        "want",
        r"i (?:would like|would love|would take|would buy|will take|will buy)(?: to (?:buy|have|get))? ",
    ),
    _form("want", r"(?:(?:really|also|still|just|only) )?(?:want|need) "),
    _form("want", rf"{_I_AM}(?:looking for|buying|seeking|in need of) "),
    _form("want", r"(?:please )?(?:give|sell) me "),
    ("want", re.compile(rf"{_CARDS}(?: ,)? please")),
    _form("sell", rf"{_I_AM}(?:also )?(?:selling|offering|trading|giving away) "),
    _form("sell", r"i (?:also )?(?:sell|offer|trade|have|do have) "),
    _form("sell", r"(?:have|(?:i )?can (?:sell|offer|give|trade|spare)) "),
    ("sell", re.compile(rf"i got {_CARDS}(?: to (?:sell|trade|spare|swap)| for (?:sale|trade))")),
    _form("lack", r"(?:i )?dont (?:have|got|hold) "),
    _form("lack", r"(?:i (?:have|got|hold) |have |got |sorry (?:, )?(?:i have )?|)no "),
    ("lack", re.compile(rf"(?:i have )?no {_CARDS} left")),
    _form("lack", r"i (?:havent|aint)(?: got)? (?:no )?"),
    _form("lack", rf"{_I_AM}(?:all )?out of "),
    _form("lack", r"i lack "),
    _form("keep", rf"{_I_AM}not (?:selling|trading|offering|giving(?: away)?) "),
    _form("keep", rf"i {_NOT} (?:sell|trade|give(?: away)?|part with|spare|offer) "),
    _form("keep", r"i (?:keep|am keeping|need to keep|want to keep) "),
    _form("decline", r"(?:i )?dont (?:want|need) "),
    _form("decline", rf"{_I_AM}not (?:interested in|buying|looking for) "),
    _form("decline", r"(?:i have )?no need for "),
)
_FOR_SALE = re.compile(rf"{_CARDS} (?:is |are )?(?P<kept>not )?for sale")
_FIRST_PERSON = frozenset({"want", "sell", "lack", "keep", "decline"})
_BREAK = re.compile(r" (?:, and|, but|and|but|,) ")
_REPLY = re.compile(r"(?:yes|yeah|yep|no|nope|nah|sorry|sure|ok|okay) , ")
_YES = re.compile(
    r"(?:oh )?(?:yes|yep|yeah|yup|y|sure|ok|okay|deal|agreed|sounds good|of course|why not|sure thing|"
    r"(?:yes|ok) deal|yes (?:i do|i am|i have|sure)|we have a deal)(?: please)?"
)
_NO = re.compile(
    r"(?:no|nope|nah|n|sorry|no (?:sorry|deal|way|i dont|i cant)|sorry no|"
    r"(?:no|sorry) , (?:sorry|no|not now)|not (?:now|today|really|interested|this time|for me))"
    r"(?: (?:, )?(?:thanks|thank you|thx|ty|sorry))?"
)


def read_answer(words: str) -> Statement | None:
    """Return the plain yes or no that a sentence is, or None."""
    if _YES.fullmatch(words):
        return Statement("yes")
    return Statement("no") if _NO.fullmatch(words) else None


def read_interests(words: str, asks: bool) -> list[Statement]:
    """Return the statements of a sentence; empty unless each of its clauses is one.

    A clause after a question names its subject anew: "anyone has ore and want wood" may mean either.
    """
    reply = _REPLY.match(words)
    if reply is not None:
        words = words[reply.end() :]
    pieces = _BREAK.split(words)
    if len(pieces) > MOST_CLAUSES:
        return []
    whole = _read(words, asks)
    if whole is not None:
        return [whole]
    for found in _BREAK.finditer(words):
        first = _read(words[: found.start()], asks=False)
        rest = words[found.end() :]
        if first is None or (first.kind in QUESTIONS and not rest.startswith(("i ", "who "))):
            continue
        others = read_interests(rest, asks)
        if others and not (first.kind in _FIRST_PERSON and asks and others[-1].kind in _FIRST_PERSON):
            return [first, *others]
    return []


def _read(clause: str, asks: bool) -> Statement | None:
    """Return the statement that a clause is, or None."""
    for kind, form in (*_TOLD_OR_ASKED, *(_ASKED if asks else _TOLD)):
        found = form.fullmatch(clause)
        if found is not None:
            called = found.groupdict().get("called") or ""
            to = tuple(sorted({int(digit) for digit in re.findall(r"\d", called)}))
            return Statement(kind, _resources(found), to)
    found = None if asks else _FOR_SALE.fullmatch(clause)
    if found is None:
        return None
    return Statement("keep" if found["kept"] else "sell", _resources(found))


def _resources(found: re.Match[str]) -> tuple[int, ...]:
    return tuple(sorted({RESOURCES.index(name) for name in _CARD.findall(found["cards"])}))
