/** Channels: what is said, who is there, and a line to say something. */

import { own } from "../app/own.js";
import { icon } from "../parts/icons.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { repeat } from "../vendor/lit-html/directives/repeat.js";
import { comeIn } from "./acts.js";
import { channelName, channelTitle, keepChannels, withChannel } from "./channel_list.js";
import { nameButton, people, somebodyBar } from "./people.js";

/** @typedef {import("./context.js").LobbyContext} LobbyContext */
/** @typedef {import("../types").Channel} Channel */

const LONGEST_LINE = 300;

/** @param {LobbyContext} lobby */
export function channels(lobby) {
  const { words, ui } = lobby;
  const trouble = lobby.trouble("channels");
  const done = ui.done?.at === "channels" ? ui.done.text : "";
  return html`<section class="panel channels" aria-labelledby="channels-title">
    <header>
      <h2 id="channels-title">${words.text("channels.title")}</h2>
      ${tabs(lobby)}
    </header>
    ${ui.choosing ? chooser(lobby) : nothing}
    <div class="room" role="tabpanel" id="channel" aria-labelledby=${`tab-${ui.channel || "people"}`}>
      ${ui.channel ? stream(lobby) : people(lobby)}
    </div>
    ${ui.somebody ? somebodyBar(lobby) : nothing}
    ${trouble ? html`<p class="trouble">${icon("warn")}<span>${trouble}</span></p>` : nothing}
    ${done ? html`<p class="reason" role="status">${done}</p>` : nothing}
    ${ui.channel ? talkForm(lobby) : nothing}
  </section>`;
}

/** @param {LobbyContext} lobby */
function tabs(lobby) {
  const { words, ui, state } = lobby;
  const names = [...ui.channels, ""];
  /** @param {KeyboardEvent} event */
  const arrows = (event) => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (!step) return;
    event.preventDefault();
    const next = names[(names.indexOf(ui.channel) + step + names.length) % names.length];
    show(lobby, next);
    document.getElementById(`tab-${next || "people"}`)?.focus();
  };
  const count = state.lobby?.connected ?? 0;
  return html`<div class="tabrow">
    <div class="segments" role="tablist" aria-label=${words.text("channels.title")} @keydown=${arrows}>
      ${names.map((name) => {
        const shown = name === ui.channel;
        return html`<button
          type="button"
          role="tab"
          id=${`tab-${name || "people"}`}
          aria-selected=${String(shown)}
          aria-controls="channel"
          tabindex=${shown ? 0 : -1}
          @click=${() => show(lobby, name)}
        >
          ${name
            ? channelTitle(name)
            : html`${icon("people")}<span class=${count ? "" : "hidden-text"}>${count || words.text("people.title")}</span>
                ${count ? html`<span class="hidden-text">${words.text("people.title")}</span>` : nothing}`}
        </button>`;
      })}
    </div>
    <button
      class="btn icon"
      type="button"
      aria-expanded=${String(ui.choosing)}
      aria-label=${words.text("channels.more")}
      title=${words.text("channels.more")}
      @click=${() => lobby.set({ choosing: !ui.choosing })}
    >
      ${icon("plus")}
    </button>
  </div>`;
}

/**
 * @param {LobbyContext} lobby
 * @param {string} channel
 */
function show(lobby, channel) {
  lobby.set({ channel, somebody: null, reporting: false, trouble: null, done: null });
}

/**
 * Enter another channel: one that is there, or a new one; or leave the one that is shown.
 * @param {LobbyContext} lobby
 */
function chooser(lobby) {
  const { words, ui, state } = lobby;
  const others = (state.lobby?.channels ?? []).filter(({ channel }) => !ui.channels.includes(channel)).slice(0, 12);
  /** @param {SubmitEvent} event */
  const submit = (event) => {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    const name = channelName(String(new FormData(form).get("channel") ?? ""));
    if (name) enterChannel(lobby, name);
  };
  return html`<div class="chooser">
    ${others.length
      ? html`<p class="chips">
          ${others.map(
            ({ channel, people }) => html`<button class="btn" type="button" @click=${() => enterChannel(lobby, channel)}>
              ${channelTitle(channel)} <small>${people}</small>
            </button>`,
          )}
        </p>`
      : nothing}
    <form class="inline" @submit=${submit}>
      <input
        class="field"
        name="channel"
        maxlength="24"
        required
        autocomplete="off"
        aria-label=${words.text("channels.newName")}
        placeholder=${words.text("channels.newName")}
      />
      <button class="btn">${words.text("channels.enter")}</button>
      ${ui.channel && ui.channels.length > 1
        ? html`<button class="btn" type="button" @click=${() => leaveChannel(lobby, ui.channel)}>
            ${words.text("channels.leave", { channel: channelTitle(ui.channel) })}
          </button>`
        : nothing}
    </form>
  </div>`;
}

/**
 * @param {LobbyContext} lobby
 * @param {string} name
 */
function enterChannel(lobby, name) {
  const before = lobby.ui.channels;
  const entered = withChannel(before, name);
  keepChannels(entered);
  lobby.set({ channels: entered, channel: name, choosing: false, trouble: null });
  for (const channel of before) if (!entered.includes(channel)) goOut(lobby, channel);
  lobby.app.keep(`channel ${name}`, { t: "enter", channel: name });
}

/**
 * @param {LobbyContext} lobby
 * @param {string} name
 */
function leaveChannel(lobby, name) {
  const entered = lobby.ui.channels.filter((channel) => channel !== name);
  keepChannels(entered);
  lobby.set({ channels: entered, channel: entered[0], choosing: false });
  goOut(lobby, name);
}

/**
 * Hear no more of a channel.
 * @param {LobbyContext} lobby
 * @param {string} name
 */
function goOut(lobby, name) {
  lobby.app.keep(`channel ${name}`, null);
  lobby.app.send({ t: "leave", channel: name });
  const { [name]: gone, ...kept } = lobby.state.channels;
  lobby.app.update({ channels: kept });
}

/** @param {LobbyContext} lobby */
function stream(lobby) {
  const { words, ui, state } = lobby;
  const channel = own(state.channels, ui.channel);
  const lines = (channel?.lines ?? []).filter(({ person }) => !state.muted.includes(person));
  const here = (channel?.people ?? []).filter(({ person }) => person !== state.me?.person);
  return html`<div class="latest" tabindex="0" role="log" aria-label=${channelTitle(ui.channel)}><ol class="stream">
      ${lines.length || here.length ? nothing : html`<li class="reason">${words.text(state.me ? "channels.quiet" : "channels.first")}</li>`}
      ${repeat(lines, ({ at, person, text }) => `${at} ${person} ${text}`, (line) =>
        line.came
          ? html`<li>${words.parts("channels.cameIn", { name: html`<b>${line.name}</b>` })}</li>`
          : html`<li class="said">${nameButton(lobby, line)}: ${line.text}</li>`,
      )}
    </ol></div>
    ${here.length
      ? html`<p class="here reason">
          ${words.text("channels.here")} ${here.slice(0, 12).map((who, i) => html`${i ? ", " : ""}${nameButton(lobby, who)}`)}
          ${here.length > 12 ? words.text("channels.andMore", { n: here.length - 12 }) : nothing}
        </p>`
      : nothing}`;
}

/** @param {LobbyContext} lobby */
function talkForm(lobby) {
  const { words, ui } = lobby;
  const label = words.text("channels.say", { channel: channelTitle(ui.channel) });
  /** @param {SubmitEvent} event */
  const submit = async (event) => {
    event.preventDefault();
    const field = /** @type {HTMLInputElement} */ (/** @type {HTMLFormElement} */ (event.target).elements.namedItem("text"));
    const text = field.value.trim();
    if (!text) return;
    const done = await lobby.do("talk", "channels", async () => {
      await comeIn(lobby);
      await lobby.app.ask({ t: "talk", channel: ui.channel, text });
    });
    if (done) field.value = "";
    field.focus();
  };
  return html`<form class="inline talkform" @submit=${submit}>
    <input class="field" name="text" maxlength=${LONGEST_LINE} autocomplete="off" aria-label=${label} placeholder=${label} />
    <button class="btn icon" aria-label=${words.text("channels.send")} title=${words.text("channels.send")}>${icon("send")}</button>
  </form>`;
}
