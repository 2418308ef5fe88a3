"""Tables of options, commands and public names in the documentation are those of the code."""

from tools.docs.renew import DOCS, obsolete, renewed


def test_no_generated_part_is_stale() -> None:
    """After a change of the code: python -m tools.docs.renew"""
    stale = [
        str(page.relative_to(DOCS))
        for page, text in renewed().items()
        if not page.exists() or page.read_text(encoding="utf-8") != text
    ]
    assert not stale, f"run python -m tools.docs.renew: {', '.join(stale)}"


def test_no_page_of_a_package_is_left_over() -> None:
    assert not obsolete(), "run python -m tools.docs.renew"
