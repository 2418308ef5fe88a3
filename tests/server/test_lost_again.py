"""A room that is lost again while it is being loaded shows nobody what was not kept."""

from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from tests.server.hubs import Bench, on_bench

from catanlab.server import wire
from catanlab.server.database.errors import OverloadedError

pytestmark = pytest.mark.usefixtures("both_databases")


def test_a_room_that_cannot_go_on_after_it_was_loaded_shows_nothing_that_was_not_kept(
    tmp_path: Path,
) -> None:
    async def test(bench: Bench) -> None:
        ann = await bench.guest("Ann")
        room = await bench.room(ann)
        writer, refused = bench.services.writer, 0
        append = writer.append

        def often_full(*words: Any, **named: Any) -> Any:
            nonlocal refused
            if refused < 3:
                refused += 1
                raise OverloadedError("too many rows wait, says the test")
            return append(*words, **named)

        with patch.object(writer, "append", often_full):
            await ann.do(wire.Sit(id="sits", room=room, seat=0))
            await bench.settle()
        assert refused == 3
        assert ann.box.answers("sits") == ["not-committed"]
        kept = {row.epoch for row in bench.services.database.read_rows(room)}
        assert kept == {1, 4}
        assert {update.epoch for update in ann.box.of(wire.Update)} == kept
        # Who waited meanwhile is served, and the room goes on.
        await ann.do(wire.Sit(id="again", room=room, seat=0))
        assert ann.box.answers("again") == ["ack"]

    on_bench(tmp_path, test)
