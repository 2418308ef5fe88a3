/** The live region: a sentence for each event, and loud ones for what the reader must do. */

import { isEmpty } from "../game/draft.js";
import { linesOf } from "../game/lines.js";
import { peopleOf, sentence } from "../game/sentences.js";
import { isSettled } from "../game/turn_talk.js";
import { heard, serverNow } from "./moments.js";
import { linesAt } from "./talk.js";
import { clear, showPlayers } from "./trade_acts.js";

/** @typedef {import("./context.js").TableContext} TableContext */
/** @typedef {import("../types").News} News */
/** @typedef {import("../types").App} App */

const LOW_SECONDS = 10;
const READ_AGAIN = 5;
const JUST_MS = 5000;

/** @type {WeakMap<TableContext, number>} */
const timers = new WeakMap();

/**
 * Tell what is new; the table calls it with every update of its room.
 * @param {App} app
 * @param {TableContext} table
 * @param {News} news
 */
export function announce(app, table, news) {
  heard(table, news.after.events.at(-1)?.at ?? 0, news.events.length > 0);
  const fresh = new Set(news.events.map(({ seq }) => seq));
  const people = peopleOf(app.words, news.after);
  const lines = linesOf(news.after.events, news.after.view);
  for (const line of lines)
    if (fresh.has(line.seq) && line.tone !== "turn") app.announce(sentence(app.words, line, people));
  const call = calls(app, news);
  if (call) app.announce(call, { assertive: true });
  warnOfTime(app, table, news);
  emptyTray(table, news);
  const offered = news.after.view?.legal?.reject && !news.before?.view?.legal?.reject;
  if (offered) showPlayers(table);
  leaveCounter(table, news);
}

/**
 * Tell what others have just said; what was said before one came is in the stream.
 * @param {TableContext} table
 * @param {readonly import("../../protocol/wire").ChatLine[]} lines
 */
export function announceChat(table, lines) {
  const { app } = table;
  const since = serverNow(table) - JUST_MS;
  for (const { at, person, name, text } of lines)
    if (at > since && person !== app.state.me?.person && !app.state.muted.includes(person))
      app.announce(app.words.text("line.said", { who: name, text }));
}

/**
 * What the reader must do and had not to do before.
 * @param {App} app
 * @param {News} news
 */
function calls({ words }, { before, after }) {
  const view = after.view;
  const old = before?.view;
  if (!view?.legal || after.seat === null) return "";
  const begins = (/** @type {string} */ phase) =>
    view.phase === phase &&
    view.on_turn === after.seat &&
    (old?.phase !== phase || old.turn !== view.turn || !old.legal);
  if (view.legal.discard && !old?.legal?.discard)
    return words.text("spoken.discard", { n: view.legal.discard.owes });
  if (view.legal.roll && begins("before-roll")) return words.text("spoken.turn");
  if (view.legal.robber && !old?.legal?.robber) return words.text("spoken.robber");
  if (view.phase === "setup-settlement" && !old?.legal?.settlement) return words.text("spoken.place");
  if (view.phase === "setup-road" && !old?.legal?.road) return words.text("spoken.placeRoad");
  return "";
}

/**
 * Say once that ten seconds are left for the reader's decision.
 * @param {App} app
 * @param {TableContext} table
 * @param {News} news
 */
function warnOfTime(app, table, { after }) {
  clearTimeout(timers.get(table));
  const left = after.table?.seats[after.seat ?? -1]?.left;
  if (left === undefined || left <= LOW_SECONDS || !after.view?.legal) return;
  const say = () => app.announce(app.words.text("spoken.seconds", { n: LOW_SECONDS }), { assertive: true });
  timers.set(table, setTimeout(say, (left - LOW_SECONDS) * 1000));
}

/**
 * A deal that was settled leaves the tray; one that was refused stays there, to be changed, until one's own turn ends.
 * @param {TableContext} table
 * @param {News} news
 */
function emptyTray(table, { before, events, after }) {
  const { seat } = after;
  if (seat === null || isEmpty(table.ui.draft)) return;
  const fresh = new Set(events.map(({ seq }) => seq));
  const ended = before?.view?.on_turn === seat && before.view.turn !== after.view?.turn;
  if (ended || isSettled(after, seat, fresh, table.ui.draft)) clear(table);
}

/**
 * A counter-offer that is not sent ends with the offer; the prompt says so if others ended it.
 * @param {TableContext} table
 * @param {News} news
 */
function leaveCounter(table, { events, after }) {
  const { counter } = table.ui;
  if (!counter || counter.decision === after.view?.decision) return;
  const own = events.some(({ event }) => event?.e === "moved" && event.seat === after.seat);
  table.set({ counter: null, ...(own ? {} : { hint: table.words.text("balloon.late") }) });
}

/**
 * Read the last events again.
 * @param {TableContext} table
 */
export function readAgain(table) {
  const { game, words } = table;
  const people = game && peopleOf(words, game);
  const lines = game
    ? linesAt(table, game)
        .filter(({ tone }) => tone !== "turn")
        .slice(-READ_AGAIN)
    : [];
  const told = people ? lines.map((line) => sentence(words, line, people)).join(" ") : "";
  table.app.announce(told || words.text("talk.nothing"), { assertive: true });
}
