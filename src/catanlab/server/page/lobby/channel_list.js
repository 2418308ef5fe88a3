/** The channels that a person is in, remembered in this browser. */

import { readJson, writeJson } from "../app/settings.js";

const KEY = "catanlab.channels";
const MOST = 6;

/** What a channel may be called. */
export const CHANNEL_NAME = /^[a-z0-9][a-z0-9-]{0,23}$/;

/**
 * @param {"en" | "de"} language
 * @returns {string[]}
 */
export function readChannels(language) {
  const { channels } = readJson(KEY);
  if (Array.isArray(channels)) return channels.filter((name) => typeof name === "string" && CHANNEL_NAME.test(name)).slice(0, MOST);
  return language === "de" ? ["deutsch", "square"] : ["square"];
}

/** @param {string[]} channels */
export function keepChannels(channels) {
  writeJson(KEY, { channels });
}

/**
 * The channels with one more; the oldest goes if there are too many.
 * @param {string[]} channels
 * @param {string} name
 */
export function withChannel(channels, name) {
  return channels.includes(name) ? channels : [...channels, name].slice(-MOST);
}

/**
 * What somebody typed, as the name of a channel: "Board games!" is "board-games".
 * @param {string} text
 */
export function channelName(text) {
  const plain = text.normalize("NFKD").replace(/[\u0300-\u036f]/g, "").toLowerCase();
  return plain.replace(/[^a-z0-9]+/g, "-").replace(/^-+/, "").slice(0, 24).replace(/-+$/, "");
}

/**
 * The name of a channel as people read it.
 * @param {string} name
 */
export function channelTitle(name) {
  return name.charAt(0).toUpperCase() + name.slice(1).replaceAll("-", " ");
}
