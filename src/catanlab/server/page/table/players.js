/** The players: the others in order of play with their balloons, and one's own box. */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { repeat } from "../vendor/lit-html/directives/repeat.js";
import { pointsOf } from "../game/score.js";
import { playerBox } from "../parts/box.js";
import { RESOURCES, chip } from "../parts/cards.js";
import { ROBOT_FACES, face, icon } from "../parts/icons.js";
import { othersOf } from "../parts/seats.js";
import { balloon, isCountering } from "./balloons.js";
import { robPick } from "./robber.js";
import { seatAside } from "./seats.js";

/** @typedef {import("./context.js").TableContext} TableContext */
/** @typedef {import("../../protocol/wire").SeatInfo} SeatInfo */

/**
 * @param {TableContext} table
 */
export function rivals(table) {
  const { game, words } = table;
  if (!game?.table) return html`<section class="rivals"></section>`;
  const seats = othersOf(game);
  const countered = seats.some((seat) => isCountering(table, seat));
  const kind = ["rivals", seats.length > 3 && "four", countered && "tight"].filter(Boolean).join(" ");
  return html`<section class=${kind} aria-label=${words.text("table.others")}>
    <ul>
      ${repeat(
        seats,
        (seat) => seat,
        (seat) => rival(table, seat),
      )}
    </ul>
  </section>`;
}

/**
 * @param {TableContext} table
 * @param {number} seat
 */
function rival(table, seat) {
  return html`<li class=${isCountering(table, seat) ? "rival grow" : "rival"} data-seat=${seat}>
    ${seatBox(table, seat)}
    <div class="says-slot">${robPick(table, seat) ?? balloon(table, seat)}</div>
  </li>`;
}

/**
 * One's own box, or a place to sit down for those who watch.
 * @param {TableContext} table
 */
export function ownBox(table) {
  const { game, seat, words } = table;
  if (!game?.table) return html`<article class="box nobody"></article>`;
  if (seat !== null) return seatBox(table, seat);
  return html`<article class="box nobody">
    <div class="about">
      <header class="who">
        ${icon("eye")}
        <p>
          <strong>${words.text("table.watching")}</strong><small>${words.text("table.watchingNote")}</small>
        </p>
      </header>
    </div>
  </article>`;
}

/**
 * @param {TableContext} table
 * @param {number} seat
 */
function seatBox(table, seat) {
  const { game, view, words } = table;
  const info = /** @type {SeatInfo} */ (game?.table?.seats[seat]);
  const shown = view?.seats[seat];
  const own = seat === table.seat;
  return playerBox(words, {
    seat,
    name: seatName(table, seat, info),
    note: noteOf(table, seat, info),
    points: pointsOf(game, seat),
    face: faceOf(table, seat, info),
    state: stateOf(table, seat, info),
    tag: tagOf(table, seat),
    aside: seatAside(table, seat, info),
    counts: shown
      ? {
          cards: shown.hand_size,
          developments: shown.card_count,
          knights: shown.knights,
          road: shown.road_length,
          army: view?.largest_army === seat,
          longest: view?.longest_road === seat,
        }
      : null,
    foot: own ? piecesLeft(table, seat) : countedHand(table, seat),
  });
}

/**
 * @param {TableContext} table
 * @param {number} seat
 * @param {SeatInfo} info
 */
function seatName(table, seat, info) {
  if (info.occupant.kind !== "nobody") return table.name(seat);
  return info.kept_for || table.words.text("table.freeSeat");
}

/**
 * The line under the name.
 * @param {TableContext} table
 * @param {number} seat
 * @param {SeatInfo} info
 */
function noteOf(table, seat, info) {
  const { words, view } = table;
  if (seat === table.seat) {
    const hidden = view?.seats[seat].points.cards ?? 0;
    if (hidden) return words.text("table.hiddenPoints", { n: hidden });
    return view ? words.text("table.thatsYou") : words.text("table.yourSeat");
  }
  const { kind, bot } = info.occupant;
  if (info.away && info.kept_for) return words.text("table.away", { name: info.kept_for });
  if (kind === "nobody")
    return info.kept_for
      ? words.text("table.keptFor", { name: info.kept_for })
      : words.text(info.locked ? "table.seatLocked" : "table.robotWillSit");
  if (kind === "robot") return robotText(table, info);
  if (info.connected === false) return words.text("table.notConnected");
  return words.text(bot ? "table.bot" : "table.person");
}

/**
 * @param {TableContext} table
 * @param {SeatInfo} info
 */
function robotText({ words }, { occupant }) {
  const { agent = "", level } = /** @type {import("../../protocol/wire").Occupant & {level?: string}} */ (
    occupant
  );
  const key = `table.level.${level}`;
  return level && words.has(key)
    ? words.text(key)
    : words.text("table.robot", { agent: agent.split(":")[0] });
}

/**
 * @param {TableContext} table
 * @param {number} seat
 * @param {SeatInfo} info
 */
function faceOf(table, seat, info) {
  const { occupant } = info;
  if (occupant.kind === "nobody") return html`<span class="face empty">${icon("person")}</span>`;
  const name = occupant.name || String(seat);
  const usual = occupant.kind === "robot" ? ROBOT_FACES[seat % ROBOT_FACES.length] : name;
  if (seat !== table.seat) return face(occupant.face || usual);
  const label = table.words.text("table.changeFace");
  return html`<button
    class="face-button"
    aria-label=${label}
    title=${label}
    @click=${() => table.set({ overlay: "faces" })}
  >
    ${face(table.app.state.settings.face || occupant.face || usual)}
  </button>`;
}

/**
 * @param {TableContext} table
 * @param {number} seat
 * @param {SeatInfo} info
 * @returns {"" | "turn" | "must" | "away" | "free" | "won"}
 */
function stateOf(table, seat, info) {
  const { view } = table;
  if (!view) return info.occupant.kind === "nobody" ? "free" : "";
  if (view.winner === seat) return "won";
  if (view.phase === "finished") return "";
  if (view.on_turn === seat) return "turn";
  if (tagOf(table, seat)) return "must";
  return info.away ? "away" : "";
}

/**
 * What the seat has to do, if it is not simply on turn.
 * @param {TableContext} table
 * @param {number} seat
 */
function tagOf(table, seat) {
  const { view, game, words } = table;
  if (!view || !view.deciders.includes(seat)) return "";
  if (view.phase === "discarding" && !game?.table?.chosen?.includes(seat))
    return words.text("table.mustDiscard");
  if (view.phase === "answering" && seat !== view.on_turn) return words.text("table.mustAnswer");
  return "";
}

/**
 * @param {TableContext} table
 * @param {number} seat
 */
function piecesLeft(table, seat) {
  const { words, view } = table;
  const left = view?.seats[seat].left;
  if (!left) return nothing;
  const one = (/** @type {string} */ sign, /** @type {string} */ key, /** @type {number} */ n) =>
    html`<span title=${words.text(key, { n })}
      >${icon(sign, words.text(key, { n }))}<b aria-hidden="true">${n}</b></span
    >`;
  return html`<p class="own-left">
    <span class="what">${words.text("table.piecesLeft")}</span>
    ${one("road", "table.roads", left.roads)}
    ${one("house", "table.settlements", left.settlements)} ${one("city", "table.cities", left.cities)}
  </p>`;
}

/**
 * What counting cards tells of a hand: a number, or a range where it is not certain.
 * @param {TableContext} table
 * @param {number} seat
 */
function countedHand(table, seat) {
  const { game, words } = table;
  const counted = table.app.state.settings.counting ? game?.counting?.seats[seat] : null;
  if (!counted) return nothing;
  return html`<p class="counted" aria-label=${words.text("table.counted", { name: table.name(seat) })}>
    ${RESOURCES.map((resource, i) => {
      const [least, most] = [counted.certain[i], counted.possible[i]];
      return chip(words, resource, least === most ? least : `${least}-${most}`);
    })}
  </p>`;
}
