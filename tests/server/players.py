"""People of scripts: they play over the real wire, from what the server sends them and from nothing else."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec

from catanlab.framework.random import Random
from catanlab.games.catan.constants import RESOURCES
from catanlab.server import wire
from catanlab.server.client import Client, RefusedError
from catanlab.server.room_view import RoomView

OUTDATED = frozenset({"stale-decision", "not-your-decision", "game-over", "no-proposal", "already-chosen"})
"""Refusals that come of deciding at the same time as others."""


def cards_text(counts: dict[str, int]) -> str:
    return " + ".join(f"{n} {name}" for name, n in counts.items() if n)


class ScriptedPerson:
    """A person who makes legal moves at random, trades, proposes, takes, and sometimes speaks."""

    def __init__(self, client: Client, room: RoomView, seed: int) -> None:
        self.client = client
        self.room = room
        self.random = Random(seed)
        self.refused: dict[str, int] = {}
        self.acked: list[str] = []
        self._tried: set[tuple[int, str]] = set()

    @property
    def view(self) -> dict[str, Any]:
        return msgspec.json.decode(self.room.view) if self.room.view is not None else {}

    @property
    def is_over(self) -> bool:
        return self.room.table is not None and self.room.table.status == "over"

    def _pick(self, items: list[Any]) -> Any:
        return items[self.random.below(len(items))]

    async def play(self) -> None:
        """Play until the game is over."""
        while not self.is_over:
            seen = self.room.updates
            acted = await self.step()
            if not acted and not self.is_over:
                await self.client.until(lambda seen=seen: self.room.updates > seen or self.is_over)

    async def step(self) -> bool:
        """Do one thing, if there is something to do; say whether anything was done."""
        view = self.view
        legal = view.get("legal")
        if not view or self.room.seat is None:
            return False
        if not legal:
            return await self._propose(view)
        taken = await self._take_proposal(legal)
        if taken:
            return True
        text = self._choose(view, legal)
        if text is None:
            return False
        return await self.do(
            wire.Move(id=self.client.new_id(), room=self.room.room, decision=view["decision"], move=text)
        )

    async def do(self, act: wire.AnyAct) -> bool:
        """Do an act; refusals that come of others' acts are counted."""
        try:
            await self.client.act(act)
        except RefusedError as error:
            self.refused[error.code] = self.refused.get(error.code, 0) + 1
            if error.code not in OUTDATED:
                raise AssertionError(f"{act}: {error.code}: {error}") from error
            return False
        self.acked.append(act.id)
        return True

    def _choose(self, view: dict[str, Any], legal: dict[str, Any]) -> str | None:
        raise NotImplementedError

    async def _take_proposal(self, legal: dict[str, Any]) -> bool:
        raise NotImplementedError

    async def _propose(self, view: dict[str, Any]) -> bool:
        raise NotImplementedError
