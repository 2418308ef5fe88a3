"""Short labels for the picture of a search tree, whose boxes have space for some twenty letters."""

from __future__ import annotations

from dataclasses import replace

from catanlab.games.catan.constants import RESOURCES
from catanlab.games.catan.game import Catan
from catanlab.games.catan.moves import CatanMove, Counts, MoveKind, read_deal
from catanlab.search.result import Branch, SearchResult

_EXCHANGES = {
    MoveKind.OFFER: "offer",
    MoveKind.COUNTER: "counter",
    MoveKind.BANK_TRADE: "bank",
}


class ShortBranch(Branch):
    """A branch whose trades are written so briefly that their labels differ where the trades do."""

    @property
    def label(self) -> str | None:
        """The text of the move; of a trade its cards, `offer 2wo>or`, and the seats unless to all."""
        text = super().label
        if self.move is None or self.kind == "group":
            return text
        move = CatanMove(self.move)
        if move.kind not in _EXCHANGES:
            return text
        deal = read_deal(move)
        short = f"{_EXCHANGES[move.kind]} {_cards(deal.give)}>{_cards(deal.get)}"
        everybody = len(move.addressees) == len(self.values) - 1
        to = "" if everybody else "".join(map(str, move.addressees))
        return f"{short} @{to}" if to else short


def with_short_labels(result: SearchResult) -> SearchResult:
    """Return the result with brief labels of trades in its tree; those of other games stay as they are."""
    return replace(result, top=_short(result.top)) if isinstance(result.game, Catan) else result


def _short(branch: Branch) -> Branch:
    return ShortBranch(
        branch.move,
        branch.kind,
        branch.chooser,
        branch.visits,
        branch.values,
        tuple(map(_short, branch.children)),
        branch.left_out,
    )


def _cards(cards: Counts) -> str:
    """Return cards by the letters that the panel of a game in the terminal has: 2wo+or."""
    held = [(count, name) for count, name in zip(cards, RESOURCES, strict=True) if count]
    return "+".join(f"{count if count > 1 else ''}{name[:2]}" for count, name in held)
