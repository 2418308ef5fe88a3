"""Games as declarations: structure as data, rules as methods whose docstring is the rule's sentence.

After Roelofs (2012, section 2 and appendix A). A game is one class that subclasses `Declaration`;
`docs/how-to/declaring.md` writes one. What is declared, and where:

    graph         Graph: areas, edges, vertices and who touches whom; hexagonal, square and free boards
    resources     Resources, what things cost in them, the bank
    pieces        Placeable: placement and cost predicates, seven triggers
    powers        Logic: special powers, acquired and played, with an activation predicate
    chance        Chance, Dice, Deck: outcomes with probabilities, and who sees them
    flow          Cycle, GameState, Interrupt
    actions       what all action types have in common, in both forms, and those of the flow; the others are
                  in piece_actions, power_actions and trade
    targets       what a move is about: as a number inside of the move, as values for the rules, as text
    deferred      options of a game, and values that follow from them
    fields        what a position remembers besides
    rule          what declared things have in common: name, line, rules that hang on them

When the class is made, `structure` collects and numbers its parts, `checks` and `signatures` refuse what
cannot work, `move_type` makes the class of its moves and `game` that of its games, `TheClass.Game`. An
instance of the class itself is a position:

    board_play    pieces on the board; the places open to a piece, asked again only near a change
    holdings      hands, bank, decks, powers
    machine       a stack: the state of the turn at the bottom, interrupts and chance above it
    declaration   the contract of a position over these three, and refusals
    observer      what a seat knows of a game with secrets; `view` is its knowledge at one moment
    position_text the position for people, with the secrets of some seats

What people read of the rules is made from the class, too:

    book          the rule book: sentences in chapters, prices, phases, options; `book_text` writes it
    flow_picture  the phases of a game and what interrupts them, drawn

A move is decoded to an action, a seat and a target. Its predicates are asked, its effect and its triggers
follow, and then everything that happens by itself: a cycle gives way to the next, an interrupt that is
over goes back, a state is left. `failing(move)` yields every predicate that forbids a move, each with its
stable code and sentence.
"""

from catanlab.framework.declared.actions import Action, Alternative, ModifyResource, NextGameState
from catanlab.framework.declared.chance import Chance, Deck, Dice
from catanlab.framework.declared.declaration import Declaration
from catanlab.framework.declared.deferred import derived, option
from catanlab.framework.declared.fields import per_seat, value
from catanlab.framework.declared.flow import Cycle, GameState, Interrupt, clockwise, snake
from catanlab.framework.declared.game import DeclaredGame
from catanlab.framework.declared.graph import Graph, free, hexagonal, members, square
from catanlab.framework.declared.piece_actions import (
    AcquirePlaceable,
    PlacePlaceable,
    PurchasePlaceable,
    RemovePlaceable,
)
from catanlab.framework.declared.pieces import Placeable
from catanlab.framework.declared.power_actions import AcquireLogic, PlayLogic, PurchaseLogic, RemoveLogic
from catanlab.framework.declared.powers import Logic
from catanlab.framework.declared.resources import Cost, Resource, Resources
from catanlab.framework.declared.targets import (
    Bundle,
    Choice,
    Deal,
    Number,
    Place,
    PlaceAndSeat,
    Seat,
    Target,
)
from catanlab.framework.declared.trade import (
    ACCEPTED,
    REJECTED,
    AcceptTrade,
    AgreeTrade,
    BankTrade,
    CancelTrade,
    ConfirmTrade,
    Counter,
    CounterTrade,
    Offer,
    OfferTrade,
    RejectTrade,
    TakeCounter,
)

__all__ = [
    "ACCEPTED",
    "REJECTED",
    "AcceptTrade",
    "AcquireLogic",
    "AcquirePlaceable",
    "Action",
    "AgreeTrade",
    "Alternative",
    "BankTrade",
    "Bundle",
    "CancelTrade",
    "Chance",
    "Choice",
    "ConfirmTrade",
    "Cost",
    "Counter",
    "CounterTrade",
    "Cycle",
    "Deal",
    "Deck",
    "Declaration",
    "DeclaredGame",
    "Dice",
    "GameState",
    "Graph",
    "Interrupt",
    "Logic",
    "ModifyResource",
    "NextGameState",
    "Number",
    "Offer",
    "OfferTrade",
    "Place",
    "PlaceAndSeat",
    "PlacePlaceable",
    "Placeable",
    "PlayLogic",
    "PurchaseLogic",
    "PurchasePlaceable",
    "RejectTrade",
    "RemoveLogic",
    "RemovePlaceable",
    "Resource",
    "Resources",
    "Seat",
    "TakeCounter",
    "Target",
    "clockwise",
    "derived",
    "free",
    "hexagonal",
    "members",
    "option",
    "per_seat",
    "snake",
    "square",
    "value",
]
