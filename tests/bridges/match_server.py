"""A server as a program for tests of matches: its games are over as soon as they are opened.

The last two words are the port and a number of connections, as for a JSettlers server.
"""

import asyncio
import sys

from tests.bridges.loopback import WELCOME, Line

NICKS = ("robot 1", "catanlab0", "robot 2", "robot 3")
FLAGS = "true,true,true,true"


class MatchServer:
    """Plays the games that a host opens with one robot of ours and three others, of which nobody hears."""

    def __init__(self) -> None:
        self.robot: Line | None = None

    def connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Take in a new client."""
        self.task = asyncio.create_task(self.listen(Line(reader, writer)))

    async def listen(self, line: Line) -> None:
        """Serve one client to its end."""
        try:
            while True:
                text = await line.next()
                if text.startswith("1022|"):
                    self.robot = line
                    line.say(*WELCOME)
                elif text.startswith("1078|"):
                    line.say(f"1021|{text.split(',')[3]}")
                elif text.startswith("1010|"):
                    await self.play(text[5:].split("\0")[0], line)
        except (EOFError, ConnectionError):
            return

    async def play(self, game: str, host: Line) -> None:
        """Play a game, which our robot wins."""
        assert self.robot is not None
        result = f"1061|{game},4,10,4,4,{FLAGS}"
        self.robot.say(f"1023|{game},1,-", result)
        host.say(*(f"1012|{game},{nick},{seat},true" for seat, nick in enumerate(NICKS)))
        host.say(f"1018|{game},5", f"1026|{game},2,5")
        for _ in range(20):  # so that messages come all the time
            host.say(f"1025|{game},20")
            await asyncio.sleep(0)
        host.say(f"1096|{game}|4|1", result)
        await asyncio.sleep(0.005)


async def main() -> None:
    """Serve for ever."""
    server = MatchServer()
    async with await asyncio.start_server(server.connected, "127.0.0.1", int(sys.argv[-2])) as listening:
        await listening.serve_forever()


if __name__ == "__main__":
    asyncio.run(main())
