"""Deals in the plain words of a chat: who gives what, where there is no doubt about it."""

from __future__ import annotations

import re

from catanlab.games.catan.constants import RESOURCES
from catanlab.games.catan.moves import Counts, Deal

_CARD = rf"(?:(?:my|your) )?(?:(?:[1-9]|an?) (?:x |of (?:my|your) )?)?(?:{'|'.join(RESOURCES)})\*?"
_SIDE = rf"{_CARD}(?: (?:and|\+|&|plus|, and|,) {_CARD})*"
_EXCHANGE = rf"(?P<first>{_SIDE}) for (?P<second>{_SIDE})"
_ONE = re.compile(
    rf"(?:(?P<whose>my|your) )?(?:(?P<count>[1-9]|an?) (?:x |of (?P<part>my|your) )?)?"
    rf"(?P<card>{'|'.join(RESOURCES)})(?P<many>\*?)"
)
_ANYONE = r"(?:anyone|anybody|someone|somebody|one of you|you guys)"
_I_WILL = (
    r"(?:i (?:(?:will|would|can|could|am willing to|am ready to|want to|would like to) )?|"
    r"(?:can|may|could|shall) i |let me |will |can |(?:would like|want|willing) to )?"
)
_HANDING = r"(?:give|trade|swap|exchange|offer|sell|pay)"
_HANDING_ON = r"(?:giving|trading|swapping|exchanging|offering|selling|paying)"
_TO_YOU = r"(?: (?:you|anyone|anybody|someone|whoever wants it))?"
_TAIL = (
    r"(?: ,)?(?: (?:anyone|anybody|anyone interested|anyone up for it|any takers|interested|deal|ok|okay|"
    r"with (?:me|anyone)|with you|now|right now|here))?(?:(?: ,)? please)?"
)


def _form(lead: str) -> re.Pattern[str]:
    return re.compile(rf"{lead}{_EXCHANGE}{_TAIL}")


_BARE = _form(r"(?:(?:how|what) about )?")
"""What comes first is given, unless it is called yours."""
_GIVES_FIRST = (
    _form(rf"{_I_WILL}{_HANDING}{_TO_YOU} "),
    _form(rf"(?:i am )?{_HANDING_ON}{_TO_YOU} "),
    _form(r"i have "),
    _form(
        rf"(?:(?:does|would|will|is) )?{_ANYONE} "
        r"(?:want|wants|need|needs|like|take|buy|interested in|up for) "
    ),
    _form(
        r"(?:do you (?:want|need)|would you (?:want|like|take|accept)|will you take|are you interested in) "
    ),
    _form(r"who (?:wants|needs|would like|would take|takes|buys|is interested in|is up for) "),
)
_GETS_FIRST = (
    _form(
        r"i (?:(?:really|still|just) )?(?:want|need|would like|would take|will take|would buy|will buy) "
    ),
    _form(r"i (?:could use|buy|am buying|am looking for|(?:want|would like) to (?:buy|get|have)) "),
    _form(r"(?:buying|looking for) "),
    _form(r"(?:please )?(?:give|sell) me "),
    _form(r"(?:can|could|may) i (?:please )?(?:have|get|buy) "),
    _form(
        rf"(?:(?:does|would|will|can|could|is) )?{_ANYONE} (?:(?:want|like|willing|ready) to )?"
        rf"(?:{_HANDING}|{_HANDING_ON}|have|has|got)(?: me)? "
    ),
    _form(
        r"(?:(?:would|will|can|could) you|do you want to|would you like to|are you willing to) "
        rf"(?:please )?{_HANDING}(?: me)? "
    ),
    _form(rf"(?:are you|is anyone) {_HANDING_ON}(?: me)? "),
    _form(
        r"(?:who (?:gives|sells|trades|swaps|has|is selling|is trading|(?:would|can|will) give)(?: me)?|"
        r"do you have) "
    ),
)
_WISHES = _form(r"(?:want|need) ")
"""As a question it would ask the others, so it is none."""


def read_deal(words: str, asks: bool) -> Deal | None:
    """Return the deal of a sentence from the speaker's side, or None."""
    found = _BARE.fullmatch(words)
    if found is not None:
        first, second = _whose(found["first"]), _whose(found["second"])
        gets_first = first == {"your"} or second == {"my"}
        return _deal(found, gets_first)
    for form in _GIVES_FIRST:
        if found := form.fullmatch(words):
            return _deal(found, gets_first=False)
    for form in _GETS_FIRST if asks else (*_GETS_FIRST, _WISHES):
        if found := form.fullmatch(words):
            return _deal(found, gets_first=True)
    return None


def _whose(side: str) -> set[str]:
    return {word for one in _ONE.finditer(side) for word in (one["whose"], one["part"]) if word}


def _deal(found: re.Match[str], gets_first: bool) -> Deal | None:
    """Return the deal, unless the words contradict themselves or a number is missing."""
    give, get = (found["second"], found["first"]) if gets_first else (found["first"], found["second"])
    given, got = _counts(give), _counts(get)
    if given is None or got is None or "your" in _whose(give) or "my" in _whose(get):
        return None
    if any(here and there for here, there in zip(given, got, strict=True)):
        return None
    return Deal(given, got)


def _counts(side: str) -> Counts | None:
    """Return the cards of one side; None if a resource comes twice or it is not said how many."""
    counts = [0] * 5
    for one in _ONE.finditer(side):
        resource = RESOURCES.index(one["card"])
        if counts[resource] or (one["many"] and one["count"] is None):
            return None
        counts[resource] = int(one["count"]) if (one["count"] or "a").isdigit() else 1
    wood, clay, sheep, wheat, ore = counts
    return wood, clay, sheep, wheat, ore
