/** The prompt: what is asked of the person, or who is waited for. One sentence, at one place. */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { pointsOf } from "../game/score.js";
import { icon, seatShape } from "../parts/icons.js";
import { discardsChosen } from "./discard.js";
import { confirmSpot, mustPlace, placingOf, stopPlacing, victimsAt } from "./placing.js";
import { hexText, nodeBrings, roadText, robberText } from "./spots.js";
import { endTurn } from "./turn.js";

/** @typedef {import("./context.js").TableContext} TableContext */
/** @typedef {import("./types").PromptText} PromptText */
/** @typedef {import("./types").PromptAct} PromptAct */

/** @param {TableContext} table */
export function prompt(table) {
  const { mood, title, text, acts, refused } = promptOf(table);
  return html`<div class=${`prompt ${mood}`} role="status" aria-live="off">
    ${mood === "offline" ? icon("wifi") : shapeOf(table, mood)}<strong>${title}</strong>
    <span class=${refused ? "refusal" : nothing} title=${text || nothing}
      >${refused ? icon("warn") : nothing}${text}</span
    >
    <span class="push">
      ${acts.map(({ label, press, kind = "" }) => html`<button class=${`btn ${kind}`} @click=${press}>${label}</button>`)}
    </span>
  </div>`;
}

/**
 * The sign of whom the prompt is about: the reader, who is on turn, or who has won.
 * @param {TableContext} table
 * @param {string} mood
 */
function shapeOf({ view, seat }, mood) {
  const about = view?.phase === "finished" ? view.winner : mood === "quiet" ? view?.on_turn : seat;
  return about === null || about === undefined ? nothing : seatShape(about);
}

/**
 * What the prompt says; a refusal of the server takes the place of its second sentence.
 * @param {TableContext} table
 * @returns {PromptText}
 */
export function promptOf(table) {
  const { state } = table.app;
  const { words } = table;
  if (state.connection === "lost" || (state.connection === "connecting" && table.game))
    return {
      mood: "offline",
      title: words.text("prompt.lost"),
      text: state.connectionText || words.text("prompt.tryingAgain"),
      acts: [],
    };
  if (state.connection === "ended")
    return { mood: "offline", title: words.text("prompt.ended"), text: state.connectionText, acts: [] };
  const said = gamePrompt(table);
  const refusal = state.refusal?.text || table.ui.hint;
  return refusal ? { ...said, text: refusal, refused: true } : said;
}

/**
 * @param {TableContext} table
 * @returns {PromptText}
 */
function gamePrompt(table) {
  const { game, view, words, legal, seat } = table;
  if (!game?.table) return say("quiet", words.text("prompt.coming"));
  if (!view) return waitingPrompt(table);
  if (view.phase === "finished") return overPrompt(table);
  if (!table.decides || seat === null) return othersPrompt(table);
  if (legal.discard) return discardPrompt(table, legal.discard.owes);
  const placing = placingOf(table);
  if (placing === "robber") return robberPrompt(table);
  if (placing) return placePrompt(table, placing);
  if (legal.accept || legal.reject)
    return say(
      "ask",
      words.text("prompt.offered", { name: table.name(view.on_turn) }),
      words.text("prompt.answerIt"),
    );
  if (view.offer && view.offer.by === seat) return ownOfferPrompt(table);
  if (table.ui.card)
    return say("ask", words.text(`card.${table.ui.card}`), words.text(`card.${table.ui.card}.prompt`));
  if (table.ui.ending) return endingPrompt(table);
  const first = words.text("prompt.yourTurn");
  if (!legal.roll)
    return say(
      "turn",
      first,
      words.text(legal.offer || legal.bank ? "prompt.buildTradeEnd" : "prompt.buildEnd"),
    );
  const card = legal.knight
    ? "prompt.rollOrKnight"
    : legal["road building"] || legal.plenty || legal.monopoly
      ? "prompt.rollOrCard"
      : "prompt.roll";
  return say("turn", first, words.text(card));
}

/**
 * @param {PromptText["mood"]} mood
 * @param {string} title
 * @param {string} [text]
 * @param {PromptAct[]} [acts]
 * @returns {PromptText}
 */
function say(mood, title, text = "", acts = []) {
  return { mood, title, text, acts };
}

/** @param {TableContext} table */
function waitingPrompt(table) {
  const { words, game } = table;
  const free = game?.table?.seats.filter((info) => info.occupant.kind === "nobody").length ?? 0;
  if (table.seat === null)
    return say("ask", words.text("prompt.takeSeat"), words.text("prompt.freeSeats", { n: free }));
  return say(
    "turn",
    words.text("prompt.startWhenReady"),
    free ? words.text("prompt.robotsFill", { n: free }) : words.text("prompt.allHere"),
  );
}

/** @param {TableContext} table */
function overPrompt(table) {
  const { words, view } = table;
  const winner = view?.winner ?? null;
  const acts = [{ label: words.text("prompt.statistics"), press: () => table.set({ statistics: true }) }];
  if (winner === null) return say("turn", words.text("prompt.nobodyWins"), "", acts);
  const title =
    winner === table.seat
      ? words.text("prompt.youWin")
      : words.text("prompt.wins", { name: table.name(winner) });
  return say(
    "ask",
    title,
    words.text("prompt.winsWith", { n: pointsOf(table.game, winner) ?? 0 }),
    acts,
  );
}

/** @param {TableContext} table */
function othersPrompt(table) {
  const { words, view, game, seat } = table;
  if (!view) return say("quiet", "");
  const names = (/** @type {number[]} */ seats) => words.list(seats.map((other) => table.name(other)));
  const title =
    view.on_turn === seat
      ? words.text("prompt.yourTurn")
      : words.text("prompt.turnOf", { name: table.name(view.on_turn) });
  if (game?.table?.status === "sleeping") return say("quiet", title, words.text("prompt.asleep"));
  const others = view.deciders.filter((other) => other !== seat && !game?.table?.chosen?.includes(other));
  if (view.phase === "discarding" && others.length)
    return say("quiet", title, words.text("prompt.waitDiscards", { names: names(others) }));
  const asked = others.filter((other) => other !== view.on_turn);
  if (view.phase === "answering" && asked.length)
    return say("quiet", title, words.text("prompt.waitAnswers", { names: names(asked) }));
  if (game?.table?.busy) return say("quiet", title, words.text("prompt.busy"));
  const phase = {
    robbing: "prompt.movesRobber",
    "before-roll": "prompt.willRoll",
    "setup-settlement": "prompt.setsUp",
    "setup-road": "prompt.setsUp",
  }[view.phase];
  return say("quiet", title, phase ? words.text(phase) : "");
}

/**
 * @param {TableContext} table
 * @param {number} owes
 */
function discardPrompt(table, owes) {
  const { words, view, seat } = table;
  const chosen = discardsChosen(table);
  const cards = view?.seats[seat ?? 0].hand_size ?? 0;
  return say(
    "ask",
    words.text("prompt.discard", { owes, cards }),
    words.text("prompt.discardChosen", { chosen, togo: owes - chosen }),
  );
}

/** @param {TableContext} table */
function robberPrompt(table) {
  const { words, ui } = table;
  const title = words.text("table.place.robber");
  const { chosen, pointed } = ui;
  if (chosen?.kind !== "hex") {
    const brings =
      pointed?.kind === "hex" ? capital(robberText(table, pointed.id)) : words.text("prompt.chooseHex");
    return say("ask", title, brings);
  }
  const other = { label: words.text("prompt.otherHex"), press: () => table.set({ chosen: null }) };
  const land = capital(hexText(table, chosen.id));
  if (victimsAt(table, chosen.id).length > 1)
    return say("ask", title, words.text("prompt.whomToRob", { land }), [other]);
  const yes = /** @type {PromptAct} */ ({
    label: words.text("prompt.putIt"),
    press: () => confirmSpot(table),
    kind: "yes",
  });
  return say("ask", title, capital(robberText(table, chosen.id)), [yes, other]);
}

/**
 * @param {TableContext} table
 * @param {"road" | "settlement" | "city"} placing
 */
function placePrompt(table, placing) {
  const { words, legal, ui, view } = table;
  const free = view?.phase === "free-roads";
  const title = words.text(free ? "prompt.freeRoad" : `table.place.${placing}`);
  const must = mustPlace(table);
  /** @type {PromptAct[]} */
  const acts = [];
  if (ui.chosen)
    acts.push({ label: words.text("prompt.buildIt"), press: () => confirmSpot(table), kind: "yes" });
  if (ui.chosen && must)
    acts.push({ label: words.text("table.cancel"), press: () => table.set({ chosen: null }) });
  if (!must) acts.push({ label: words.text("table.cancel"), press: () => stopPlacing(table) });
  if (legal.skip) acts.push({ label: words.text("prompt.noMoreRoads"), press: () => table.move("skip") });
  const at = ui.chosen ?? ui.pointed;
  if (at) return say("ask", title, brings(table, at.kind, at.id), acts);
  const text = free
    ? words.text("prompt.freeRoads", { n: view?.free_roads ?? 0 })
    : words.text("prompt.spots", { n: legal[placing]?.length ?? 0 });
  return say("ask", title, text, acts);
}

/**
 * @param {TableContext} table
 * @param {string} kind
 * @param {number} id
 */
function brings(table, kind, id) {
  return capital(kind === "edge" ? roadText(table, id) : nodeBrings(table, id));
}

/** @param {TableContext} table */
function ownOfferPrompt(table) {
  const { words, view, legal } = table;
  const open = view?.offer?.to.filter((seat) => view.offer?.answers[seat] === null) ?? [];
  const acts = legal.cancel
    ? [{ label: words.text("prompt.withdrawOffer"), press: () => table.move("cancel") }]
    : [];
  if (legal.confirm?.length || legal.take?.length)
    return say("ask", words.text("prompt.choosePartner"), words.text("prompt.choosePartnerText"), acts);
  if (open.length)
    return say(
      "turn",
      words.text("prompt.offerOpen"),
      words.text("prompt.waitAnswers", { names: words.list(open.map((seat) => table.name(seat))) }),
      acts,
    );
  return say("turn", words.text("prompt.offerOpen"), words.text("prompt.nobodyWants"), acts);
}

/** @param {TableContext} table */
function endingPrompt(table) {
  const { words } = table;
  return say("ask", words.text("prompt.endTurn"), words.text("prompt.canStillBuild"), [
    { label: words.text("turn.end"), press: () => endTurn(table), kind: "yes" },
    { label: words.text("prompt.stay"), press: () => table.set({ ending: false }) },
  ]);
}

/** @param {string} text */
function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
