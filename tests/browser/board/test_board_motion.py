"""Movements follow from events, own nothing, need no inline style, and are cut short by the next event."""

from __future__ import annotations

from typing import Any

import pytest
from tests.browser.board.board_page import BoardPage
from tests.browser.board.board_states import game_states
from tests.browser.board.conftest import Opened

RUNNING = """() => document.getAnimations().map((animation) => [
  animation.effect.target.getAttribute("class"), animation.effect.getTiming().duration])"""


def with_road(state: dict[str, Any], edge: int) -> dict[str, Any]:
    """Return a state in which the first seat has one more road."""
    first, *others = state["seats"]
    return {**state, "seats": [{**first, "roads": [*first["roads"], edge]}, *others]}


def free_edges(state: dict[str, Any]) -> list[int]:
    """Return the edges without a road."""
    paved = {edge for seat in state["seats"] for edge in seat["roads"]}
    return [edge for edge in range(72) if edge not in paved]


async def test_a_new_piece_drops_and_the_next_one_ends_it(page: BoardPage) -> None:
    state = next(game_states(1))
    await page.set(state)
    assert await page.page.evaluate(RUNNING) == []
    first, second, *_ = free_edges(state)
    # Both at once, so that no time passes between the two.
    running = await page.page.evaluate(
        f"([one, two]) => {{ board.set(one); const a = ({RUNNING})(); board.set(two);"
        f" return [a, ({RUNNING})()]; }}",
        [with_road(state, first), with_road(with_road(state, first), second)],
    )
    assert running == [[["road s0", 180]], [["road s0", 180]]]


async def test_the_robber_slides_and_hexes_flash(page: BoardPage) -> None:
    state = next(game_states(1))
    await page.set(state)
    numbers = [hexagon["number"] for hexagon in state["layout"]["hexes"]]
    target = next(h for h, number in enumerate(numbers) if number and h != state["robber"])
    shown = {**state, "robber": target, "production": 9}
    running = await page.page.evaluate(f"(state) => {{ board.set(state); return ({RUNNING})(); }}", shown)
    flashing = [h for h, number in enumerate(numbers) if number == 9 and h != target]
    assert sorted(running) == sorted([["robbers", 320], *[["flash", 800] for _ in flashing]])
    # The same number is no new roll; it may also be asked for by itself.
    running = await page.page.evaluate(
        f"(state) => {{ motion.settle(); board.set(state); return ({RUNNING})(); }}", shown
    )
    assert running == []
    running = await page.page.evaluate(f"() => {{ board.flash(9); return ({RUNNING})(); }}")
    assert len(running) == len(flashing)


async def test_a_jump_to_another_position_is_not_animated(page: BoardPage) -> None:
    states = list(game_states(3))
    await page.set(states[0])
    running = await page.page.evaluate(
        f"(state) => {{ board.set(state); return ({RUNNING})(); }}", states[-1]
    )
    assert running == []


@pytest.mark.parametrize("how", ["system", "caller", "root"])
async def test_nothing_moves_if_that_is_wanted(opened: Opened, how: str) -> None:
    options: dict[str, Any] = {
        "system": {"reduced_motion": "reduce"},
        "caller": {},
        "root": {"root": 'data-motion="still"'},
    }
    page = await opened(**options[how])
    if how == "caller":
        await page.page.evaluate("still = true")
    state = next(game_states(1))
    await page.set(state)
    running = await page.page.evaluate(
        f"(state) => {{ board.set(state); board.flash(8); return ({RUNNING})(); }}",
        {**with_road(state, free_edges(state)[0]), "robber": (state["robber"] + 1) % 19, "production": 9},
    )
    assert running == []
    if how != "caller":
        await page.page.evaluate(
            "motion.fly({ resource: 'ore', from: { x: 9, y: 9 }, to: { x: 90, y: 90 } });"
            "motion.tumble([board.element])"
        )
        assert await page.page.evaluate(RUNNING) == []
        assert await page.page.locator(".flight").count() == 0


async def test_cards_fly_in_a_straight_line_and_are_gone(page: BoardPage) -> None:
    places = await page.page.evaluate(
        """() => {
          motion.fly({ resource: "wheat", from: { x: 100, y: 50 }, to: { x: 500, y: 250 }, count: 5 });
          const [card, ...others] = document.querySelectorAll(".flight");
          const [animation] = card.getAnimations();
          animation.pause();
          return [others.length, getComputedStyle(card.parentElement).pointerEvents,
            ...[0, 0.1, 0.5, 0.9].map((share) => {
              animation.currentTime = share * animation.effect.getTiming().duration;
              return motion.middleOf(card);
            })];
        }"""
    )
    others, pointer, start, *rest = places
    assert (others, pointer) == (2, "none")
    assert (start["x"], start["y"]) == pytest.approx((100, 50), abs=0.5)
    for point in rest:
        assert 100 < point["x"] < 500
        assert point["y"] - 50 == pytest.approx((point["x"] - 100) / 2, abs=0.5)
    await page.page.evaluate("motion.settle()")
    await page.page.wait_for_function("() => !document.querySelector('.flight')")


async def test_dice_tumble(page: BoardPage) -> None:
    await page.set(next(game_states(1)))
    running = await page.page.evaluate(
        f"() => {{ motion.tumble(board.element.querySelectorAll('.port')); return ({RUNNING})(); }}"
    )
    assert running == [["port", 320]] * 9


async def test_movements_leave_no_style_behind(page: BoardPage) -> None:
    state = next(game_states(1))
    await page.set(state)
    await page.set({**with_road(state, free_edges(state)[0]), "production": 8})
    await page.page.evaluate("motion.settle()")
    assert await page.page.locator("[style]").count() == 0


async def test_every_sound_can_be_heard(page: BoardPage) -> None:
    loudest = await page.page.evaluate(
        """async () => {
          const found = {};
          for (const name of ["turn", "offer", "dice", "seven", "win"]) {
            const context = new OfflineAudioContext(1, 44100 * 1.5, 44100);
            sounds.makeSound(context, context.destination, name, 0);
            const samples = (await context.startRendering()).getChannelData(0);
            found[name] = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
          }
          return found;
        }"""
    )
    assert loudest.keys() == {"turn", "offer", "dice", "seven", "win"}
    for name, height in loudest.items():
        assert 0.02 < height <= 1, name


async def test_sounds_are_off_until_wanted(page: BoardPage) -> None:
    made = await page.page.evaluate(
        """() => {
          let made = 0;
          let wanted = false;
          const Real = AudioContext;
          window.AudioContext = class extends Real { constructor() { super(); made++; } };
          const sound = sounds.createSounds(() => wanted);
          sound.play("turn");
          const before = made;
          wanted = true;
          sound.play("turn");
          sound.play("seven");
          window.AudioContext = Real;
          return [before, made];
        }"""
    )
    assert made == [0, 1]
