"""Pictures are written as SVG or PNG, whole or not at all."""

import stat
import struct
import sys
from pathlib import Path

import pytest
from tests.draw.pictures import Played

from catanlab import Catan
from catanlab.games.catan.draw import PictureError, save_png, save_svg, svg, to_png
from catanlab.games.catan.text.reader import read_position


def dimensions(data: bytes) -> tuple[int, int]:
    """Return the width and height in a PNG's header."""
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", data[16:24])
    return width, height


@pytest.fixture(scope="module")
def picture() -> str:
    return svg(Catan(seed=1).start(), size=330)


def test_a_png_is_as_large_as_the_picture_says(picture: str) -> None:
    pytest.importorskip("resvg_py")
    assert dimensions(to_png(picture))[0] == 330


@pytest.mark.full
def test_a_png_is_as_wide_as_asked_for(picture: str) -> None:
    pytest.importorskip("resvg_py")
    width, height = dimensions(to_png(picture, width=660))
    assert width == 660
    assert abs(height - 2 * dimensions(to_png(picture))[1]) <= 2


@pytest.mark.full
def test_numbers_are_drawn_in_a_png(picture: str) -> None:
    pytest.importorskip("resvg_py")
    assert to_png(picture) != to_png(picture.replace(">8</text>", "></text>"))


def test_without_the_package_a_png_is_refused(picture: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(PictureError, match=r"pip install 'catanlab\[pictures\]'"):
        to_png(picture)


def test_without_a_font_a_png_is_refused(picture: str, monkeypatch: pytest.MonkeyPatch) -> None:
    resvg_py = pytest.importorskip("resvg_py")
    draw = resvg_py.svg_to_bytes
    monkeypatch.setattr(resvg_py, "svg_to_bytes", lambda **options: draw(skip_system_fonts=True, **options))
    with pytest.raises(PictureError, match="needs a font without serifs"):
        to_png(picture)


def test_what_is_no_picture_is_refused() -> None:
    pytest.importorskip("resvg_py")
    with pytest.raises(PictureError, match="cannot be drawn as PNG"):
        to_png("no picture")


@pytest.mark.full
def test_files_hold_the_picture(picture: str, tmp_path: Path) -> None:
    save_svg(picture, tmp_path / "board.svg")
    assert (tmp_path / "board.svg").read_text(encoding="utf-8") == f"{picture}\n"
    pytest.importorskip("resvg_py")
    save_png(picture, str(tmp_path / "board.png"))
    assert (tmp_path / "board.png").read_bytes() == to_png(picture)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["board.png", "board.svg"]


def test_a_new_file_is_readable_and_an_old_one_keeps_its_rights(picture: str, tmp_path: Path) -> None:
    path, plain = tmp_path / "board.svg", tmp_path / "plain"
    plain.touch()
    save_svg(picture, path)
    assert path.stat().st_mode == plain.stat().st_mode
    path.chmod(0o600)
    save_svg(picture, path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_link_stays_a_link(picture: str, tmp_path: Path) -> None:
    (tmp_path / "true.svg").touch()
    (tmp_path / "link.svg").symlink_to("true.svg")
    save_svg(picture, tmp_path / "link.svg")
    assert (tmp_path / "link.svg").is_symlink()
    assert (tmp_path / "true.svg").read_text(encoding="utf-8").startswith("<svg")


def test_a_device_is_written_to_and_not_replaced(picture: str) -> None:
    save_svg(picture, "/dev/null")
    assert Path("/dev/null").is_char_device()


def test_a_place_that_cannot_be_written_is_refused(picture: str, tmp_path: Path) -> None:
    for path in (tmp_path / "no" / "board.svg", tmp_path):
        with pytest.raises(PictureError, match="cannot write"):
            save_svg(picture, path)


def test_a_failure_leaves_the_old_file(
    picture: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "board.svg"
    path.write_text("old")

    def fail(*arguments: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", fail)
    with pytest.raises(PictureError, match=r"cannot write .*: No space left on device"):
        save_svg(picture, path)
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.full
def test_a_view_can_be_a_png(midgame: Played) -> None:
    pytest.importorskip("resvg_py")
    assert len(to_png(svg(midgame.views[0], hands=True))) < 300_000


def test_the_picture_in_the_documentation_is_drawn_today() -> None:
    """After a change of style, in docs/pictures: catanlab show board.txt --hands --svg board.svg"""
    pictures = Path(__file__).parents[2] / "docs" / "pictures"
    state = read_position((pictures / "board.txt").read_text(encoding="utf-8").strip())
    assert (pictures / "board.svg").read_text(encoding="utf-8") == svg(state, hands=True) + "\n"
