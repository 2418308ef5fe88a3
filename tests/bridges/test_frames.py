"""Frames: Java's modified UTF-8, and pieces of any size."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from catanlab.bridges.jsettlers.errors import FrameError
from catanlab.bridges.jsettlers.frames import MAX_FRAME_BYTES, FrameReader, decode_text, encode_text, frame


@given(st.text(alphabet=st.characters(exclude_categories=["Cs"])))
def test_any_text_comes_back(text: str) -> None:
    assert decode_text(encode_text(text)) == text


@pytest.mark.parametrize(
    ("text", "data"),
    [("", ""), ("a", "61"), ("\0", "c080"), ("é", "c3a9"), ("€", "e282ac"), ("\U0001f600", "eda0bdedb880")],
)
def test_it_is_written_as_java_does(text: str, data: str) -> None:
    assert encode_text(text).hex() == data
    assert decode_text(bytes.fromhex(data)) == text


@pytest.mark.parametrize("data", [b"\xff", b"\xc3", b"\xe2\x82"])
def test_what_is_no_text_is_refused(data: bytes) -> None:
    with pytest.raises(FrameError, match="not modified UTF-8"):
        decode_text(data)


def test_the_longest_frame_fits_and_one_more_byte_does_not() -> None:
    assert len(frame("x" * MAX_FRAME_BYTES)) == MAX_FRAME_BYTES + 2
    with pytest.raises(FrameError, match="65536 bytes"):
        frame("x" * (MAX_FRAME_BYTES + 1))


@given(st.lists(st.binary(max_size=40), max_size=6), st.data())
def test_frames_are_put_together_from_pieces_of_any_size(bodies: list[bytes], data: st.DataObject) -> None:
    stream = b"".join(len(body).to_bytes(2, "big") + body for body in bodies)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=8)))
    reader = FrameReader()
    found = []
    for start, end in zip([0, *cuts], [*cuts, len(stream)], strict=True):
        found += reader.feed(stream[start:end])
    assert found == bodies
