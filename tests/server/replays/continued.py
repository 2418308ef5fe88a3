"""A room that goes on from an event of another game, driven by a test."""

from tests.server.replays.played import OPTIONS
from tests.server.rooms import DrivenRoom, play_on

from catanlab.server.database.rows import Row
from catanlab.server.dice import Dice
from catanlab.server.replays import continuing
from catanlab.server.rooms.robot_desk import RobotDesk
from catanlab.server.rooms.room import Room


class ContinuedRoom(DrivenRoom):
    """A room that goes on from an event of a game, with ann in a seat of it."""

    def __init__(
        self, rows: list[Row], seq: int, *, seat: int = 2, source: str = "old", seed: int = 9
    ) -> None:
        super().__init__(OPTIONS, people=("ann",), seed=seed)
        beginning = continuing.beginning_of(rows, seq, room=source)
        player = continuing.Player("ann", "ann", seat, "abc")
        self.room, batch = Room.create(
            "r1",
            continuing.options_for(beginning, OPTIONS),
            owner="ann",
            act="go on",
            now=self.now,
            at=self.at,
            dice=Dice("r1", f"{seed:016x}", f"{seed:032x}"),
            game=beginning.game,
            continues=beginning.continues,
            then=continuing.play_on(beginning, player),
        )
        self.desk = RobotDesk(self.room)
        self.rows = list(batch.rows)
        self.commits = {len(self.rows)}
        self.arrive("ann")

    def play_out(self) -> None:
        """Play to the end."""
        play_on(self, until=lambda: self.play.is_over, most=30_000)
