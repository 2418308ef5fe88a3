"""Every message between a client and the server: the one definition of the wire.

Messages are JSON objects, one a WebSocket frame; the field `t` names the kind. Unknown fields are refused.
What a client sends to a room is an *act*: it has an `id` that the client chose, is acknowledged after it
was committed to the log, and is done once, however often it is sent. Moves travel as text, such as
`settlement 19`.

The server numbers the events of a room from 1 without gaps. A client that comes back names the last number
it has, and gets the events that it missed. An event that its seat may not see is a bare number.

The modules of this package have the parts; all of them are names of the package itself.

`docs/reference/protocol.md` has an example of every message; `server/protocol/frames.py` reads and writes
them.
"""

from __future__ import annotations

from typing import TypeAlias

from catanlab.server.wire.acts import (
    Act,
    AnyAct,
    Ask,
    Chat,
    Face,
    Invite,
    Lock,
    MoreTime,
    Move,
    Propose,
    Rematch,
    Reply,
    Say,
    Sit,
    Stand,
    Start,
    Take,
    Why,
    Withdraw,
)
from catanlab.server.wire.events import (
    AnyEvent,
    Asked,
    Chosen,
    Continues,
    Created,
    Ended,
    Event,
    Explained,
    Faced,
    Granted,
    Incident,
    Locked,
    Moved,
    Numbered,
    Occupant,
    Outcome,
    Proposed,
    Rematched,
    Renamed,
    Replied,
    Resumed,
    Returning,
    Said,
    Seated,
    Started,
    Withdrawn,
)
from catanlab.server.wire.fields import (
    MAX_FRAME_BYTES,
    MEANINGS,
    PROTOCOL,
    AskAnswer,
    AskKind,
    ChannelName,
    ChannelOrNone,
    ChatText,
    ClockSeconds,
    FaceName,
    Id,
    Line,
    MoveText,
    Name,
    Nonce,
    Number,
    PersonId,
    Resource,
    RoomId,
    RoomOrNone,
    SeatNumber,
    Seconds,
    Secret,
    Title,
)
from catanlab.server.wire.messages import (
    Ack,
    Bye,
    ChannelInfo,
    ChannelLine,
    ChannelLines,
    ChatLine,
    ChatLines,
    Counting,
    Declined,
    Elsewhere,
    HistoryPage,
    Invited,
    Lobby,
    Muted,
    OpenAsk,
    OpenProposal,
    Ping,
    Presence,
    Refused,
    RoomLine,
    RoomList,
    SeatInfo,
    ServerMessage,
    TableInfo,
    Update,
    Welcome,
)
from catanlab.server.wire.options import (
    Pace,
    RoomOptions,
)
from catanlab.server.wire.requests import (
    Available,
    ClientMessage,
    Count,
    Create,
    Decline,
    Enter,
    Hello,
    History,
    Join,
    Leave,
    ListRooms,
    Mute,
    Part,
    Pong,
    Quick,
    Report,
    Talk,
    Watch,
)

AnyClientMessage: TypeAlias = (
    Hello
    | ListRooms
    | Join
    | Part
    | Pong
    | Create
    | Quick
    | Count
    | History
    | Watch
    | Enter
    | Leave
    | Talk
    | Available
    | Decline
    | Mute
    | Report
    | AnyAct
)
AnyServerMessage: TypeAlias = (
    Welcome
    | Update
    | ChatLines
    | Ack
    | Refused
    | RoomList
    | Ping
    | Bye
    | Elsewhere
    | Counting
    | HistoryPage
    | Lobby
    | ChannelLines
    | Invited
    | Declined
    | Muted
)

__all__ = [
    "MAX_FRAME_BYTES",
    "MEANINGS",
    "PROTOCOL",
    "Ack",
    "Act",
    "AnyAct",
    "AnyClientMessage",
    "AnyEvent",
    "AnyServerMessage",
    "Ask",
    "AskAnswer",
    "AskKind",
    "Asked",
    "Available",
    "Bye",
    "ChannelInfo",
    "ChannelLine",
    "ChannelLines",
    "ChannelName",
    "ChannelOrNone",
    "Chat",
    "ChatLine",
    "ChatLines",
    "ChatText",
    "Chosen",
    "ClientMessage",
    "ClockSeconds",
    "Continues",
    "Count",
    "Counting",
    "Create",
    "Created",
    "Decline",
    "Declined",
    "Elsewhere",
    "Ended",
    "Enter",
    "Event",
    "Explained",
    "Face",
    "FaceName",
    "Faced",
    "Granted",
    "Hello",
    "History",
    "HistoryPage",
    "Id",
    "Incident",
    "Invite",
    "Invited",
    "Join",
    "Leave",
    "Line",
    "ListRooms",
    "Lobby",
    "Lock",
    "Locked",
    "MoreTime",
    "Move",
    "MoveText",
    "Moved",
    "Mute",
    "Muted",
    "Name",
    "Nonce",
    "Number",
    "Numbered",
    "Occupant",
    "OpenAsk",
    "OpenProposal",
    "Outcome",
    "Pace",
    "Part",
    "PersonId",
    "Ping",
    "Pong",
    "Presence",
    "Propose",
    "Proposed",
    "Quick",
    "Refused",
    "Rematch",
    "Rematched",
    "Renamed",
    "Replied",
    "Reply",
    "Report",
    "Resource",
    "Resumed",
    "Returning",
    "RoomId",
    "RoomLine",
    "RoomList",
    "RoomOptions",
    "RoomOrNone",
    "Said",
    "Say",
    "SeatInfo",
    "SeatNumber",
    "Seated",
    "Seconds",
    "Secret",
    "ServerMessage",
    "Sit",
    "Stand",
    "Start",
    "Started",
    "TableInfo",
    "Take",
    "Talk",
    "Title",
    "Update",
    "Watch",
    "Welcome",
    "Why",
    "Withdraw",
    "Withdrawn",
]
