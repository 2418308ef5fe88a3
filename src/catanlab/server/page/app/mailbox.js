/** What the server sends, sorted into the state. */

import { emptyGame, reduce } from "../game/reducer.js";
import { own } from "./own.js";

/** @typedef {import("../../protocol/wire").ServerMessage} ServerMessage */
/** @typedef {import("./app.js").PageApp} PageApp */

const CHANNEL_LINES_KEPT = 100;

export class Mailbox {
  /** @param {PageApp} app */
  constructor(app) {
    this._app = app;
  }

  /** @param {ServerMessage} message */
  take(message) {
    const app = this._app;
    switch (message.t) {
      case "lobby":
        return app.update({ lobby: message });
      case "channel":
        return this._takeChannel(message);
      case "invited":
        app.announce(app.words.text("invited.by", { name: message.name }));
        return app.update({ invitations: [...app.state.invitations.filter((it) => it.room !== message.room), message] });
      case "declined":
        return app.update({ refusal: { code: "declined", text: app.words.text("invited.declined", { name: message.name }) } });
      case "muted":
        return app.update({ muted: message.persons });
      default:
        if ("room" in message && message.room) this._takeGame(message.room, message);
    }
  }

  /**
   * @param {string} room
   * @param {ServerMessage} message
   */
  _takeGame(room, message) {
    const { games } = this._app.state;
    const before = own(games, room) ?? null;
    const after = reduce(before ?? emptyGame(room), message, performance.now());
    this._app.update({ games: { ...games, [room]: after } });
    if (after.missing) this._app.rejoin(room);
    if (message.t === "chat") this._app.said(room, message.lines);
    if (message.t !== "update" || after === before) return;
    const known = before?.seq ?? 0;
    const events = message.reset || !before ? [] : after.events.filter(({ seq }) => seq > known);
    this._app.news({ room, before, after, events });
  }

  /** @param {import("../../protocol/wire").ChannelLines} message */
  _takeChannel(message) {
    const { channels, me } = this._app.state;
    const known = own(channels, message.channel);
    const lines = known?.lines ?? [];
    const seen = new Set(lines.map(nameOf));
    const fresh = (message.lines ?? []).filter((line) => !seen.has(nameOf(line)));
    const before = new Set(known?.people.map(({ person }) => person));
    const arrived = known ? (message.people ?? []).filter(({ person }) => !before.has(person) && person !== me?.person) : [];
    const cameIn = arrived.map(({ person, name }) => ({ at: Date.now(), person, name, text: "", came: true }));
    const channel = {
      lines: [...lines, ...fresh, ...cameIn].slice(-CHANNEL_LINES_KEPT),
      people: message.people ?? known?.people ?? [],
    };
    this._app.update({ channels: { ...channels, [message.channel]: channel } });
  }
}

/** @param {import("../types").ChannelEntry} line */
function nameOf(line) {
  return `${line.at} ${line.person} ${line.text}`;
}
