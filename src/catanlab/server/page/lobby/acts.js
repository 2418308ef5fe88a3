/** What a person does in the lobby: come in, play, make tables, join, watch, invite. */

import { invitationLink } from "../app/router.js";
import { keepNewGame, roomOptions } from "./options.js";

/** @typedef {import("./context.js").LobbyContext} LobbyContext */

/**
 * Come in under the name of the field, or under the proposal if there is none.
 * @param {LobbyContext} lobby
 */
export async function comeIn(lobby) {
  const name = lobby.name.trim() || lobby.state.me?.name || "";
  const password = lobby.ui.reserved ? passwordField()?.value ?? "" : "";
  if (name) await lobby.app.enter(name, password);
  else await comeInAsAnybody(lobby);
  lobby.set({ name: null, reserved: false });
}

/** @param {LobbyContext} lobby */
async function comeInAsAnybody(lobby) {
  const { proposal } = lobby.ui;
  try {
    await lobby.app.enter(proposal);
  } catch (refused) {
    if (/** @type {{code?: string}} */ (refused).code !== "name-taken") throw refused;
    await lobby.app.enter(`${proposal} ${2 + Math.floor(Math.random() * 98)}`);
  }
}

/** @returns {HTMLInputElement | null} */
function passwordField() {
  return document.querySelector(".playform input[type=password]");
}

/**
 * A table with robots that plays at once, and at which no stranger sits down unasked.
 * @param {LobbyContext} lobby
 */
export function playNow(lobby) {
  return lobby.do("play", "name", async () => {
    await comeIn(lobby);
    const ack = await lobby.app.ask({ t: "quick", robots: true, nonce: lobby.app.nonce() });
    lobby.app.go(`/room/${ack.room}`);
  });
}

/**
 * The game of the form, which begins at once with robots.
 * @param {LobbyContext} lobby
 */
export function beginNow(lobby) {
  const game = lobby.ui.newGame;
  keepNewGame(game);
  return lobby.do("begin", "new", async () => {
    await comeIn(lobby);
    const seat = drawSeat(game.players);
    const options = roomOptions(game, seat);
    const nonce = lobby.app.nonce();
    const ack = await lobby.app.ask({ t: "quick", robots: true, open: game.public, seat, options, nonce });
    lobby.set({ dialog: null });
    lobby.app.go(`/room/${ack.room}`);
  });
}

/**
 * The table of the form, which waits for others.
 * @param {LobbyContext} lobby
 */
export function openTable(lobby) {
  const game = lobby.ui.newGame;
  keepNewGame(game);
  return lobby.do("open", "new", async () => {
    await comeIn(lobby);
    const { room } = await makeTable(lobby, game);
    lobby.set({ dialog: null });
    lobby.app.go(`/room/${room}`);
  });
}

/**
 * A table by invitation, and the link to it.
 * @param {LobbyContext} lobby
 */
export function inviteFriends(lobby) {
  return lobby.do("invite", "name", async () => {
    await comeIn(lobby);
    const { room, invitation } = await makeTable(lobby, { ...lobby.ui.newGame, title: "", public: false });
    lobby.set({ dialog: "link", invited: { room, link: invitationLink(room, invitation) }, copied: false });
  });
}

/**
 * Make a table and sit down at it.
 * @param {LobbyContext} lobby
 * @param {import("./types").NewGame} game
 */
async function makeTable({ app }, game) {
  const seat = drawSeat(game.players);
  const { room = "", invitation = "" } = await app.ask({ t: "create", options: roomOptions(game, seat) });
  await app.act(room, { t: "sit", seat, nonce: app.nonce() });
  return { room, invitation };
}

/**
 * Who begins is a matter of chance.
 * @param {number} players
 */
function drawSeat(players) {
  return Math.floor(Math.random() * players);
}

/**
 * Take a seat at a table.
 * @param {LobbyContext} lobby
 * @param {string} room
 * @param {{seat?: number | null, invitation?: string}} [options]
 */
export function sitDown(lobby, room, { seat = null, invitation = "" } = {}) {
  return lobby.do(`sit ${room}`, "games", async () => {
    await comeIn(lobby);
    lobby.app.follow(room, invitation);
    try {
      await lobby.app.act(room, { t: "sit", seat, nonce: lobby.app.nonce(), invitation });
    } catch (refused) {
      if (/** @type {{code?: string}} */ (refused).code !== "already-seated") {
        lobby.app.unfollow(room);
        throw refused;
      }
    }
    lobby.app.go(`/room/${room}`);
  });
}

/**
 * Look at a table, or go back to one's own.
 * @param {LobbyContext} lobby
 * @param {string} room
 */
export function watchRoom(lobby, room) {
  return lobby.do(`watch ${room}`, "games", async () => {
    await comeIn(lobby);
    lobby.app.go(`/room/${room}`);
  });
}

/**
 * Invite somebody to a table: to the own one that waits, or to a new one.
 * @param {LobbyContext} lobby
 * @param {string} person
 */
export function invitePerson(lobby, person) {
  return lobby.do("invite", "channels", async () => {
    const { app } = lobby;
    const own = lobby.state.me?.games.find(({ status }) => status === "waiting")?.room;
    if (own) app.follow(own);
    const room = own ?? (await makeTable(lobby, { ...lobby.ui.newGame, title: "", public: false })).room;
    await app.act(room, { t: "invite", person });
    app.go(`/room/${room}`);
  });
}
