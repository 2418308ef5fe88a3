/** What a person chose for this browser. Theme and language are cookies, since the first HTML has them. */

/** @typedef {import("../types").Settings} Settings */

const KEY = "catanlab.settings";
const YEAR_SECONDS = 365 * 24 * 3600;

/** @returns {Settings} */
export function readSettings() {
  const root = document.documentElement;
  const theme = root.dataset.theme;
  /** @type {Settings} */
  const settings = {
    theme: theme === "dark" || theme === "light" ? theme : "",
    language: root.lang === "de" ? "de" : "en",
    sound: false,
    letters: true,
    counting: false,
    confirm: false,
    face: "",
    name: "",
  };
  const kept = readJson(KEY);
  for (const name of /** @type {const} */ (["sound", "letters", "counting", "confirm"]))
    if (typeof kept[name] === "boolean") settings[name] = kept[name];
  for (const name of /** @type {const} */ (["face", "name"]))
    if (typeof kept[name] === "string") settings[name] = kept[name].slice(0, 24);
  return settings;
}

/** @param {Settings} settings */
export function keepSettings(settings) {
  const { theme, language, ...kept } = settings;
  writeJson(KEY, kept);
  keepCookie("catanlab_theme", theme);
  keepCookie("catanlab_language", language);
  if (theme) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
}

/**
 * @param {string} name
 * @param {string} value
 */
function keepCookie(name, value) {
  document.cookie = `${name}=${value}; path=/; max-age=${value ? YEAR_SECONDS : 0}; samesite=lax`;
}

/**
 * Whether the page is dark now, by choice or by the system.
 * @param {Settings} settings
 */
export function isDark(settings) {
  return settings.theme ? settings.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

/**
 * Read an object from the browser's storage, which may be forbidden or hold anything.
 * @param {string} key
 * @returns {Record<string, any>}
 */
export function readJson(key) {
  try {
    const value = JSON.parse(localStorage.getItem(key) ?? "{}");
    return value && typeof value === "object" ? value : {};
  } catch {
    return {};
  }
}

/**
 * @param {string} key
 * @param {unknown} value
 */
export function writeJson(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}
