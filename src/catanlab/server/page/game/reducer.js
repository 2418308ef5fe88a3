/**
 * Messages of the server become the game that screens draw. One function for live play, for coming back, and
 * for replays: what a message says replaces what was known, and the events say how it came about.
 */

/** @typedef {import("../types").Game} Game */
/** @typedef {import("../../protocol/wire").Update} Update */
/** @typedef {import("../../protocol/wire").ServerMessage} ServerMessage */
/** @typedef {import("../../protocol/wire").Numbered} Numbered */

/** A fresh start has the last 200 events; who was there all along shows no more of them. */
export const EVENTS_KEPT = 150;
const CHAT_KEPT = 100;

/**
 * @param {string} room
 * @param {string} invitation
 * @returns {Game}
 */
export function emptyGame(room, invitation = "") {
  return {
    room,
    invitation,
    seq: 0,
    epoch: 0,
    seat: null,
    board: null,
    view: null,
    table: null,
    events: [],
    chat: [],
    counting: null,
    tableAt: 0,
    missing: false,
    shut: null,
  };
}

/**
 * @param {Game} game
 * @param {ServerMessage} message about this game's room
 * @param {number} now
 * @returns {Game}
 */
export function reduce(game, message, now) {
  switch (message.t) {
    case "update":
      return takeUpdate(game, message, now);
    case "chat":
      return { ...game, chat: mergeChat(game.chat, message.lines) };
    case "counting":
      return message.seq >= game.seq ? { ...game, counting: message.counting } : game;
    case "ack":
      return takeAck(game, message);
    default:
      return game;
  }
}

/**
 * @param {Game} game
 * @param {Update} update
 * @param {number} now
 * @returns {Game}
 */
function takeUpdate(game, update, now) {
  const events = update.events ?? [];
  const first = events.length ? events[0].seq : update.seq + 1;
  if (isOld(game, update)) return game;
  if (!update.reset) {
    if (first > game.seq + 1) return { ...game, missing: true };
  }
  const known = update.reset ? [] : game.events;
  const fresh = events.filter(({ seq }) => update.reset || seq > game.seq);
  return {
    ...game,
    seq: update.seq,
    epoch: update.epoch,
    seat: update.seat ?? null,
    board: update.board ?? game.board,
    view: update.view ?? (update.reset ? null : game.view),
    table: update.table ?? game.table,
    tableAt: update.table ? now : game.tableAt,
    events: [...known, ...fresh].slice(-EVENTS_KEPT),
    counting: update.reset ? null : game.counting,
    missing: false,
    shut: null,
  };
}

/**
 * Whether an update came twice, or late. Numbers grow, and begin anew only with another epoch.
 * @param {Game} game
 * @param {Update} update
 */
function isOld(game, update) {
  if (update.epoch !== game.epoch) return update.epoch < game.epoch;
  return update.seq < game.seq;
}

/**
 * An act that was done is in the log: if its event has not come, a frame was lost.
 * @param {Game} game
 * @param {import("../../protocol/wire").Ack} ack
 * @returns {Game}
 */
function takeAck(game, ack) {
  const missing = game.missing || (ack.seq ?? 0) > game.seq;
  return { ...game, invitation: ack.invitation || game.invitation, missing };
}

/**
 * @param {Game["chat"]} known
 * @param {Game["chat"]} lines
 */
function mergeChat(known, lines) {
  const seen = new Set(known.map(nameOf));
  const fresh = lines.filter((line) => !seen.has(nameOf(line)));
  return [...known, ...fresh].sort((a, b) => a.at - b.at).slice(-CHAT_KEPT);
}

/** @param {Game["chat"][number]} line */
function nameOf(line) {
  return `${line.at} ${line.person} ${line.text}`;
}
