/** The small buttons of a box: sit here, lock, more time, and the clock beside them. */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { digits } from "../parts/clock.js";
import { icon } from "../parts/icons.js";
import { seatClock, secondsLeft } from "./time.js";

/** @typedef {import("./context.js").TableContext} TableContext */
/** @typedef {import("../../protocol/wire").SeatInfo} SeatInfo */

/**
 * @param {TableContext} table
 * @param {number} seat
 * @param {SeatInfo} info
 */
export function seatAside(table, seat, info) {
  const { view } = table;
  if (view?.phase === "finished") return nothing;
  if (seat === table.seat) return nothing;
  return html`${timeOf(table, seat)}${sitButton(table, seat, info)}${lockButton(table, seat, info)}`;
}

/**
 * The clock of another player, which is pressed to give more time.
 * @param {TableContext} table
 * @param {number} seat
 */
function timeOf(table, seat) {
  const left = secondsLeft(table, seat);
  if (left === null) return nothing;
  const shown = seatClock(table, seat);
  const grants = table.seat !== null && (table.game?.table?.options.pace?.grant ?? 0) > 0;
  if (!grants) return shown;
  const label = table.words.text("table.moreTime", { time: digits(left), name: table.name(seat) });
  return html`<button
    class="btn time"
    aria-label=${label}
    title=${label}
    @click=${() => table.act({ t: "more-time", seat })}
  >
    ${shown}
  </button>`;
}

/**
 * @param {TableContext} table
 * @param {number} seat
 * @param {SeatInfo} info
 */
function sitButton(table, seat, info) {
  if (!canSit(table, info)) return nothing;
  const label = table.words.text("table.sitAt", { name: table.name(seat) });
  return html`<button
    class="btn sit"
    aria-label=${label}
    title=${label}
    @click=${() => sitDown(table, seat)}
  >
    ${table.words.text("table.sitHere")}
  </button>`;
}

/**
 * Whether this person may ask for a seat: one that nobody has or a robot's, and if it is locked only by invitation.
 * @param {TableContext} table
 * @param {SeatInfo} info
 */
export function canSit(table, info) {
  const status = table.game?.table?.status ?? "";
  if (table.seat !== null || ["over", "sleeping"].includes(status)) return false;
  const own = info.kept_for === table.app.state.me?.name;
  switch (info.occupant.kind) {
    case "nobody":
      return info.kept_for ? own : !info.locked || isInvited(table);
    case "robot":
      return !info.locked || (info.away ? own : isInvited(table));
    default:
      return false;
  }
}

/**
 * Whether an invitation opens locked seats: to a private room everybody has one.
 * @param {TableContext} table
 */
function isInvited(table) {
  return (table.game?.table?.options.public ?? true) && invitationOf(table) !== "";
}

/** @param {TableContext} table */
function invitationOf({ game, invitation }) {
  return game?.invitation || invitation;
}

/**
 * @param {TableContext} table
 * @param {number | null} seat null for any
 */
export function sitDown(table, seat) {
  return table.act({ t: "sit", seat, nonce: table.app.nonce(), invitation: invitationOf(table) });
}

/**
 * @param {TableContext} table
 * @param {number} seat
 * @param {SeatInfo} info
 */
function lockButton(table, seat, info) {
  if (table.seat === null) return nothing;
  const locked = Boolean(info.locked);
  const label = table.words.text(lockKey(info), { name: table.name(seat) });
  return html`<button
    class="btn icon"
    aria-pressed=${String(locked)}
    aria-label=${label}
    title=${label}
    @click=${() => table.act({ t: "lock", seat, locked: !locked })}
  >
    ${icon(locked ? "lock" : "unlock")}
  </button>`;
}

/** @param {SeatInfo} info */
function lockKey(info) {
  if (info.locked) return "table.unlock";
  return info.occupant.kind === "person" ? "table.lockPerson" : "table.lockRobot";
}

/**
 * The own clock, with the word for those who have little of it; null if none runs.
 * @param {TableContext} table
 */
export function ownClock(table) {
  return table.seat === null ? null : seatClock(table, table.seat);
}
