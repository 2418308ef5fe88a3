/** The account: a name, a password that reserves it, one's data, and the way out. */

import { face, faceFor, icon } from "../parts/icons.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";

/** @typedef {import("./context.js").LobbyContext} LobbyContext */
/** @typedef {import("./types").LobbyUi["account"]} Asked */

const SHORTEST_PASSWORD = 8;

/**
 * The button in the head of the page, and the panel that it opens.
 * @param {LobbyContext} lobby
 */
export function account(lobby) {
  const { words, state } = lobby;
  const { me } = state;
  const name = me?.name ?? "";
  const toggled = (/** @type {Event} */ event) => {
    const accountOpen = /** @type {{newState?: string}} */ (event).newState === "open";
    lobby.set({ accountOpen, ...(accountOpen ? {} : { account: "", trouble: null, done: null }) });
  };
  return html`<button class="btn quiet account-button" type="button" popovertarget="account">
      ${me ? face(state.settings.face || faceFor(name)) : icon("person")}
      <span class="who-name">${me ? name : words.text("account.login")}</span>
    </button>
    <div id="account" class="panel account" popover @beforetoggle=${toggled} role="dialog" aria-label=${words.text("account.title")}>
      ${lobby.ui.accountOpen ? (me ? person(lobby) : loginForm(lobby)) : nothing}
    </div>`;
}

/** @param {LobbyContext} lobby */
function person(lobby) {
  const { words, ui, state } = lobby;
  const reserved = state.me?.reserved ?? false;
  const done = ui.done?.at === "account" ? ui.done.text : "";
  return html`<h2>${state.me?.name}</h2>
    <p class="reason">${words.text(reserved ? "account.reserved" : "account.guest")}</p>
    ${done ? html`<p class="reason" role="status">${done}</p>` : nothing}
    ${choice(lobby, "name", words.text("account.changeName"), nameForm)}
    ${choice(lobby, "password", words.text(reserved ? "account.changePassword" : "account.reserve"), passwordForm)}
    <button class="btn" type="button" @click=${() => download(lobby)}>${icon("down")}${words.text("account.export")}</button>
    ${reserved ? nothing : choice(lobby, "login", words.text("account.loginOther"), loginForm)}
    <button class="btn" type="button" @click=${() => logout(lobby)}>${icon("leave")}${words.text("account.logout")}</button>
    ${choice(lobby, "delete", words.text("account.delete"), deleteForm)} ${ui.account ? nothing : trouble(lobby)}`;
}

/**
 * A button that opens its form below itself.
 * @param {LobbyContext} lobby
 * @param {Asked} asked
 * @param {string} label
 * @param {(lobby: LobbyContext) => unknown} form
 */
function choice(lobby, asked, label, form) {
  const open = lobby.ui.account === asked;
  const toggle = () => lobby.set({ account: open ? "" : asked, trouble: null, done: null });
  return html`<button class="btn" type="button" aria-expanded=${String(open)} @click=${toggle}>${label}</button>
    ${open ? form(lobby) : nothing}`;
}

/** @param {LobbyContext} lobby */
function trouble(lobby) {
  const text = lobby.trouble("account");
  return text ? html`<p class="trouble" role="alert">${icon("warn")}<span>${text}</span></p>` : nothing;
}

/**
 * A form of the account: what its fields say is done, and then told.
 * @param {LobbyContext} lobby
 * @param {unknown} fields
 * @param {string} button
 * @param {(values: Record<string, string>) => Promise<string>} act returns what to say
 */
function form(lobby, fields, button, act) {
  /** @param {SubmitEvent} event */
  const submit = (event) => {
    event.preventDefault();
    const data = new FormData(/** @type {HTMLFormElement} */ (event.target));
    const values = Object.fromEntries([...data].map(([name, value]) => [name, String(value)]));
    lobby.do("account", "account", async () => {
      const text = await act(values);
      lobby.set({ account: "" });
      queueMicrotask(() => lobby.set({ done: { at: "account", text } }));
      lobby.app.announce(text);
    });
  };
  return html`<form @submit=${submit}>
    ${fields} ${trouble(lobby)}
    <button class="btn strong" ?disabled=${lobby.ui.busy === "account"}>${button}</button>
  </form>`;
}

/**
 * @param {string} name
 * @param {string} label
 * @param {{type?: string, value?: string, autocomplete: string, min?: number, max?: number}} options
 */
function field(name, label, { type = "text", value = "", autocomplete, min = 1, max = 256 }) {
  return html`<label>
    ${label}
    <input
      class="field"
      name=${name}
      type=${type}
      required
      minlength=${min}
      maxlength=${max}
      autocomplete=${autocomplete}
      .defaultValue=${value}
    />
  </label>`;
}

/** @param {LobbyContext} lobby */
function nameForm(lobby) {
  const { words, app, state } = lobby;
  const fields = field("name", words.text("account.newName"), { value: state.me?.name, autocomplete: "nickname", max: 24 });
  return form(lobby, fields, words.text("account.take"), async ({ name }) => {
    await app.enter(name.trim());
    lobby.set({ name: null });
    return words.text("account.named", { name: name.trim() });
  });
}

/** @param {LobbyContext} lobby */
function passwordForm(lobby) {
  const { words, app, state } = lobby;
  const { me } = state;
  const old = field("old", words.text("account.oldPassword"), { type: "password", autocomplete: "current-password" });
  const fields = html`<input type="text" name="username" autocomplete="username" hidden .value=${me?.name ?? ""} />
    ${me?.reserved ? old : nothing}
    ${field("password", words.text("account.newPassword"), { type: "password", autocomplete: "new-password", min: SHORTEST_PASSWORD })}
    <p class="reason">${words.text("account.passwordExplained")}</p>`;
  return form(lobby, fields, words.text("account.keep"), async ({ password, old: before = "" }) => {
    const body = before ? { password, old: before } : { password };
    const { reserved = false } = await app.fetch("/api/me/password", { method: "PUT", body });
    if (app.state.me) app.update({ me: { ...app.state.me, reserved } });
    return words.text("account.kept");
  });
}

/** @param {LobbyContext} lobby */
function loginForm(lobby) {
  const { words, app } = lobby;
  const fields = html`${field("name", words.text("lobby.yourName"), { value: lobby.name, autocomplete: "username", max: 24 })}
    ${field("password", words.text("account.password"), { type: "password", autocomplete: "current-password" })}`;
  return form(lobby, fields, words.text("account.login"), async ({ name, password }) => {
    await app.enter(name.trim(), password);
    lobby.set({ name: null, reserved: false });
    return words.text("account.welcome", { name: name.trim() });
  });
}

/** @param {LobbyContext} lobby */
function deleteForm(lobby) {
  const { words, app, state } = lobby;
  const password = field("password", words.text("account.password"), { type: "password", autocomplete: "current-password" });
  const fields = html`<p>${words.text("account.deleteExplained")}</p>
    ${state.me?.reserved ? password : nothing}`;
  return form(lobby, fields, words.text("account.deleteNow"), async ({ password = "" }) => {
    await app.fetch("/api/me", { method: "DELETE", body: { password } });
    app.set({ name: "", face: "" });
    app.leave();
    return words.text("account.deleted");
  });
}

/** @param {LobbyContext} lobby */
function logout(lobby) {
  return lobby.do("account", "account", async () => {
    await lobby.app.fetch("/api/session", { method: "DELETE" });
    lobby.app.leave();
    document.getElementById("account")?.hidePopover();
  });
}

/** @param {LobbyContext} lobby */
function download(lobby) {
  return lobby.do("account", "account", async () => {
    const data = await lobby.app.fetch("/api/me/export");
    const url = URL.createObjectURL(new Blob([JSON.stringify(data, null, 2)], { type: "application/json" }));
    const link = document.createElement("a");
    link.href = url;
    link.download = "catanlab-export.json";
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
  });
}
