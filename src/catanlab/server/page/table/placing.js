/** What can be placed on the board now, and which move a spot stands for. */

/** @typedef {import("./context.js").TableContext} TableContext */
/** @typedef {import("./types").Placeable} Placeable */
/** @typedef {import("../board/types").SpotKind} SpotKind */
/** @typedef {import("../board/types").Spots} Spots */

/** In these phases nothing else can be done, so that the spots are marked at once. */
const MUST_PLACE = /** @type {Record<string, Placeable>} */ ({
  "setup-settlement": "settlement",
  "setup-road": "road",
  "free-roads": "road",
  robbing: "robber",
});

/**
 * What is being placed, by choice or since it must be.
 * @param {TableContext} table
 * @returns {Placeable | null}
 */
export function placingOf(table) {
  const must = mustPlace(table);
  if (must) return must;
  const chosen = table.ui.placing;
  return chosen && table.legal[chosen]?.length ? chosen : null;
}

/**
 * What has to be placed, if anything has.
 * @param {TableContext} table
 * @returns {Placeable | null}
 */
export function mustPlace(table) {
  const must = MUST_PLACE[table.view?.phase ?? ""];
  return must && table.legal[must]?.length ? must : null;
}

/**
 * The spots to mark.
 * @param {TableContext} table
 * @returns {Spots}
 */
export function spotsOf(table) {
  const { legal, ui } = table;
  switch (placingOf(table)) {
    case "road":
      return { edges: legal.road };
    case "settlement":
      return { nodes: legal.settlement };
    case "city":
      return { nodes: legal.city };
    case "robber": {
      const hexes = legal.robber?.map((place) => place.hex);
      const hex = ui.chosen?.kind === "hex" ? ui.chosen.id : null;
      return {
        hexes,
        victims: hex === null ? [] : victimsAt(table, hex).flatMap((seat) => buildingsAt(table, hex, seat)),
      };
    }
    default:
      return {};
  }
}

/**
 * The seats that can be robbed at a hex.
 * @param {TableContext} table
 * @param {number} hex
 */
export function victimsAt(table, hex) {
  return table.legal.robber?.find((place) => place.hex === hex)?.victims ?? [];
}

/**
 * The nodes of a hex at which a seat has built.
 * @param {TableContext} table
 * @param {number} hex
 * @param {number} seat
 */
export function buildingsAt(table, hex, seat) {
  const built = table.view?.seats[seat];
  const nodes = table.game?.board?.hexes[hex].nodes ?? [];
  return built
    ? nodes.filter((node) => built.settlements.includes(node) || built.cities.includes(node))
    : [];
}

/**
 * Begin to place a piece, or leave it if it was begun.
 * @param {TableContext} table
 * @param {Placeable} kind
 */
export function togglePlacing(table, kind) {
  if (mustPlace(table)) return;
  const on = table.ui.placing !== kind && table.legal[kind]?.length;
  table.set({
    placing: on ? kind : null,
    chosen: null,
    pointed: null,
    card: null,
    picks: [],
    hint: "",
    ending: false,
  });
}

/** @param {TableContext} table */
export function stopPlacing(table) {
  table.set({ placing: null, chosen: null, pointed: null });
}

/** @param {TableContext} table */
function confirms(table) {
  return table.app.state.settings.confirm || matchMedia("(pointer: coarse)").matches;
}

/**
 * A spot on the board was pressed.
 * @param {TableContext} table
 * @param {SpotKind} kind
 * @param {number} id
 */
export function pickSpot(table, kind, id) {
  if (kind === "victim") {
    const hex = table.ui.chosen?.id ?? -1;
    const seat = victimsAt(table, hex).find((other) => buildingsAt(table, hex, other).includes(id));
    if (seat !== undefined) robSeat(table, seat);
    return;
  }
  const victims = kind === "hex" ? victimsAt(table, id) : [];
  const again = table.ui.chosen?.kind === kind && table.ui.chosen.id === id;
  if (victims.length > 1 || (confirms(table) && !again))
    return table.set({ chosen: { kind, id }, hint: "" });
  if (victims.length === 1) return sendRobber(table, id, victims[0]);
  sendPiece(table, kind, id);
}

/**
 * Do what was chosen and is to be confirmed.
 * @param {TableContext} table
 */
export function confirmSpot(table) {
  const { chosen } = table.ui;
  if (!chosen) return;
  const victims = chosen.kind === "hex" ? victimsAt(table, chosen.id) : [];
  if (victims.length === 1) sendRobber(table, chosen.id, victims[0]);
  else if (victims.length === 0) sendPiece(table, chosen.kind, chosen.id);
}

/**
 * Rob a seat at the hex that was chosen.
 * @param {TableContext} table
 * @param {number} seat
 */
export function robSeat(table, seat) {
  if (table.ui.chosen?.kind === "hex") sendRobber(table, table.ui.chosen.id, seat);
}

/**
 * @param {TableContext} table
 * @param {number} hex
 * @param {number} seat
 */
function sendRobber(table, hex, seat) {
  table.move(`robber ${hex} from ${seat}`);
}

/**
 * @param {TableContext} table
 * @param {"node" | "edge" | "hex"} kind
 * @param {number} id
 */
function sendPiece(table, kind, id) {
  const placing = placingOf(table);
  if (!placing) return;
  const place = kind === "edge" ? (table.game?.board?.edges[id] ?? []).join("-") : id;
  table.move(`${placing} ${place}`);
  if (!mustPlace(table)) stopPlacing(table);
}

/**
 * Forget the choices that the game no longer has.
 * @param {TableContext} table
 */
export function settle(table) {
  const { ui, legal } = table;
  const placing = ui.placing && legal[ui.placing]?.length ? ui.placing : null;
  const marked = spotsOf(table);
  const kept = { node: marked.nodes, edge: marked.edges, hex: marked.hexes };
  const chosen = ui.chosen && kept[ui.chosen.kind]?.includes(ui.chosen.id) ? ui.chosen : null;
  const card = ui.card && legal[ui.card] ? ui.card : null;
  const discards = legal.discard ? ui.discards : [0, 0, 0, 0, 0];
  const ending = ui.ending && Boolean(legal["end turn"]);
  const pointed = placingOf(table) ? ui.pointed : null;
  table.ui = {
    ...ui,
    placing,
    chosen,
    pointed,
    card,
    picks: card ? ui.picks : [],
    discards,
    ending,
    hint: "",
  };
}
