"""The messages of a classic game, as data: number, name, separator and fields of each.

A field is written `name` for a text, `name:i` for an integer, `name:b` for the words true and false, with
`*` after it for all remaining values, `?` if it may be missing, and `name:rest` for the rest of the text,
separators included. Where the two directions differ, the form is the one that the server sends, and fields
that only the server sends are marked `?`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property


@dataclass(frozen=True)
class Field:
    """One field of a message."""

    name: str
    kind: str
    """text, i, b or rest."""
    many: bool
    """Whether it takes all remaining values, as a tuple."""
    optional: bool

    @classmethod
    def read(cls, word: str) -> Field:
        """Read a field from its word in the table.

        >>> Field.read("seats:i*")
        Field(name='seats', kind='i', many=True, optional=False)
        """
        bare = word.rstrip("*?")
        name, _, kind = bare.partition(":")
        return cls(name, kind or "text", word.endswith("*"), word.endswith("?"))


@dataclass(frozen=True)
class MessageForm:
    """The form of a type of message."""

    number: int
    name: str
    separator: str
    words: str

    @cached_property
    def fields(self) -> tuple[Field, ...]:
        """Its fields in order."""
        return tuple(Field.read(word) for word in self.words.split())


_HAND = "clay:i ore:i sheep:i wheat:i wood:i"

_ROWS = (
    # Connecting.
    (9998, "VERSION", ",", "number:i label build? features? locale?"),
    (9999, "SERVERPING", ",", "number:i"),
    (1003, "CHANNELS", "|", "names*"),
    (1022, "IMAROBOT", ",", "nick cookie brain"),
    (1059, "REJECTCONNECTION", ",", "reason:rest"),
    (1069, "STATUSMESSAGE", ",", "words:rest"),
    (1071, "UPDATEROBOTPARAMS", ",", "values*"),
    (1083, "GAMESWITHOPTIONS", "|", "games*"),
    (1064, "ADMINPING", ",", "game"),
    (1065, "ADMINRESET", ",", ""),
    # Games come and go.
    (1023, "BOTJOINGAMEREQUEST", ",", "game seat:i options:rest"),
    (1013, "JOINGAME", ",", "nick password host game"),
    (1021, "JOINGAMEAUTH", ",", "game more*"),
    (1017, "GAMEMEMBERS", ",", "game nicks*"),
    (1012, "SITDOWN", ",", "game nick seat:i robot:b"),
    (1011, "LEAVEGAME", ",", "nick host game"),
    (1015, "DELETEGAME", ",", "game"),
    (1018, "STARTGAME", ",", "game state:i?"),
    (1056, "ROBOTDISMISS", ",", "game"),
    (1068, "SETSEATLOCK", ",", "game locks*"),
    (1074, "RESETBOARDAUTH", ",", "game more*"),
    (1078, "NEWGAMEWITHOPTIONSREQUEST", ",", "nick password host game options:rest"),
    (1079, "NEWGAMEWITHOPTIONS", ",", "game version:i options:rest?"),
    (1010, "GAMETEXTMSG", "\0", "game nick words"),
    (1091, "GAMESERVERTEXT", "\1", "game words"),
    # The board and the course of the game.
    (1014, "BOARDLAYOUT", ",", "game values:i*"),
    (1057, "POTENTIALSETTLEMENTS", ",", "game seat:i nodes*"),
    (1024, "PLAYERELEMENT", ",", "game seat:i action:i element:i amount:i news?"),
    (1086, "PLAYERELEMENTS", "|", "game seat:i action:i pairs:i*"),
    (1096, "GAMEELEMENTS", "|", "game pairs:i*"),
    (1025, "GAMESTATE", ",", "game state:i"),
    (1026, "TURN", ",", "game seat:i state:i?"),
    (1072, "ROLLDICEPROMPT", ",", "game seat:i"),
    (1058, "CHANGEFACE", ",", "game seat:i face:i"),
    (1061, "GAMESTATS", ",", "game values*"),
    (1103, "BOTGAMEDATACHECK", "|", "game kind:i values:i*"),
    # Dice, robber and cards.
    (1031, "ROLLDICE", ",", "game"),
    (1028, "DICERESULT", ",", "game total:i"),
    (1092, "DICERESULTRESOURCES", "|", "game seats:i values:i*"),
    (1063, "RESOURCECOUNT", ",", "game seat:i count:i"),
    (1029, "DISCARDREQUEST", ",", "game count:i"),
    (1033, "DISCARD", ",", "game counts*"),
    (1034, "MOVEROBBER", ",", "game seat:i hexagon:i"),
    (1036, "CHOOSEPLAYERREQUEST", ",", "game choices*"),
    (1035, "CHOOSEPLAYER", ",", "game seat:i"),
    (1102, "ROBBERYRESULT", ",", "game thief:i victim:i kind resource:i amount:i gains? more*"),
    (1045, "BUYDEVCARDREQUEST", ",", "game"),
    (1046, "DEVCARDACTION", ",", "game seat:i action:i cards:i*"),
    (1049, "PLAYDEVCARDREQUEST", ",", "game card:i"),
    (1052, "PICKRESOURCES", ",", f"game {_HAND} seat:i? reason:i?"),
    (1053, "PICKRESOURCETYPE", ",", "game resource:i"),
    (1090, "SIMPLEACTION", ",", "game seat:i action:i first:i second:i"),
    # Building and trade.
    (1009, "PUTPIECE", ",", "game seat:i piece:i place:i"),
    (1105, "UNDOPUTPIECE", ",", "game seat:i piece:i place:i more*"),
    (1043, "BUILDREQUEST", ",", "game piece:i"),
    (1044, "CANCELBUILDREQUEST", ",", "game piece:i"),
    (1032, "ENDTURN", ",", "game"),
    (1040, "BANKTRADE", ",", "game counts:i*"),
    (1041, "MAKEOFFER", ",", "game seat:i values*"),
    (1037, "REJECTOFFER", ",", "game seat:i reason:i?"),
    (1039, "ACCEPTOFFER", ",", "game accepting:i offering:i counts:i*"),
    (1038, "CLEAROFFER", ",", "game seat:i"),
    (1042, "CLEARTRADEMSG", ",", "game seat:i"),
    (1104, "DECLINEPLAYERREQUEST", ",", "game state:i reason:i more*"),
)

FORMS = {row[0]: MessageForm(*row) for row in _ROWS}
"""All types of messages that we read or write, by number."""
NAMED_FORMS = {form.name: form for form in FORMS.values()}
"""The same by name."""
