/** The players of a replay, with the hands as far as the chosen eyes knew them. */

import { playerBox } from "../parts/box.js";
import { chip, RESOURCES } from "../parts/cards.js";
import { face, faceFor, ROBOT_FACES } from "../parts/icons.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";

/** @typedef {import("./player.js").Player} Player */
/** @typedef {import("../types").Game} Game */

/**
 * @param {Player} player
 * @param {Game} game
 */
export function seats(player, game) {
  const { words } = player;
  const list = game.view?.seats ?? [];
  return html`<ul class="rseats" aria-label=${words.text("replay.players")}>
    ${list.map((_, seat) => html`<li>${box(player, game, seat)}</li>`)}
  </ul>`;
}

/**
 * @param {Player} player
 * @param {Game} game
 * @param {number} seat
 */
function box(player, game, seat) {
  const { words, table, frames } = player;
  const view = /** @type {NonNullable<Game["view"]>} */ (game.view);
  const shown = view.seats[seat];
  const occupant = frames?.replay.seats[seat].occupant;
  const name = table.name(seat);
  const chosen = occupant?.kind === "robot" ? faceFor(`${name}${seat}`, ROBOT_FACES) : name;
  return playerBox(words, {
    seat,
    name,
    note: note(player, game, seat),
    points: shown.points.total,
    face: face(occupant?.face || chosen),
    state: view.winner === seat ? "won" : view.phase !== "finished" && view.on_turn === seat ? "turn" : "",
    counts: {
      cards: shown.hand_size,
      developments: shown.card_count,
      knights: shown.knights,
      road: shown.road_length,
      army: view.largest_army === seat,
      longest: view.longest_road === seat,
    },
    foot: known(player, game, seat),
  });
}

/**
 * @param {Player} player
 * @param {Game} game
 * @param {number} seat
 */
function note({ words, eyes }, game, seat) {
  const shown = game.view?.seats[seat];
  if (!shown) return "";
  if (eyes === "everything" || Number(eyes) === seat) {
    return shown.points.cards
      ? words.text("replay.hiddenPoints", { n: shown.points.cards })
      : words.text("replay.allKnown");
  }
  const counted = game.counting?.seats[seat];
  const unknown = counted ? shown.hand_size - counted.certain.reduce((a, b) => a + b, 0) : shown.hand_size;
  return unknown ? words.text("replay.unknown", { n: unknown }) : words.text("replay.allKnown");
}

/**
 * The hand, or the ranges that counting cards leaves.
 * @param {Player} player
 * @param {Game} game
 * @param {number} seat
 */
function known({ words }, game, seat) {
  const hand = game.view?.seats[seat].hand;
  const counted = game.counting?.seats[seat];
  if (!hand && !counted) return nothing;
  return html`<p class="known">
    ${RESOURCES.map((resource, i) => {
      const [least, most] = hand
        ? [hand[i], hand[i]]
        : [counted?.certain[i] ?? 0, counted?.possible[i] ?? 0];
      return html`<span class=${most ? nothing : "zero"}
        >${chip(words, resource, least === most ? least : `${least}–${most}`)}</span
      >`;
    })}
  </p>`;
}
