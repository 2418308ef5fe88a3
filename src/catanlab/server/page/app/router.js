/** Addresses and screens: `/`, `/room/k3f9#invitation`, `/replay/k3f9#invitation`, `/learn`. */

/** @typedef {import("../types").Route} Route */

/**
 * The invitation to a room is in the fragment of the address, which browsers send to nobody.
 * @param {{pathname: string, hash: string}} address
 * @returns {Route}
 */
export function routeOf(address) {
  const [screen, room = ""] = address.pathname.split("/").filter(Boolean);
  const known = /^[a-z0-9]{1,24}$/.test(room) ? room : "";
  if (screen === "room" && known) return { screen: "table", room: known, invitation: secretOf(address.hash) };
  if (screen === "replay") return { screen: "replay", room: known, invitation: secretOf(address.hash) };
  if (screen === "learn") return { screen: "learn" };
  return { screen: "lobby" };
}

/** @param {string} hash */
function secretOf(hash) {
  return /^#[A-Za-z0-9_-]{1,64}$/.test(hash) ? hash.slice(1) : "";
}

/**
 * The address that invites others to a room.
 * @param {string} room
 * @param {string} invitation
 */
export function invitationLink(room, invitation) {
  return `${location.origin}/room/${room}${invitation ? `#${invitation}` : ""}`;
}
