"""The lesson's positions are those of a game that the engine plays."""

import pytest
from tests.server.page import lesson


def test_the_page_has_the_positions_of_the_engine():
    assert lesson.FILE.read_text(encoding="utf-8") == lesson.text()


@pytest.mark.parametrize(
    ("stop", "kind"),
    [
        ("start", "settlement"),
        ("settled", "road"),
        ("traded", "road"),
        ("grown", "settlement"),
        ("seven", "robber"),
        ("rich", "city"),
    ],
)
def test_where_the_learner_places_something_the_engine_has_places(stop, kind):
    _, stops = lesson.positions()
    assert stops[stop]["legal"][kind]
