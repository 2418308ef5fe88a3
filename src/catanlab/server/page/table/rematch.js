/** Another game: everybody is led to its table, and who played against robots alone begins at once. */

/** @typedef {import("./context.js").TableContext} TableContext */

/** Whether the next table is that of a rematch for which nobody else is waited for. */
let alone = false;

/**
 * Ask for another game. The event that names its room leads everybody there; who asks later finds it in the log.
 * @param {TableContext} table
 */
export async function rematch(table) {
  alone = !table.game?.table?.seats.some(
    ({ occupant }, seat) => seat !== table.seat && occupant.kind === "person",
  );
  if (!(await table.act({ t: "rematch" }))) {
    alone = false;
    return;
  }
  const made = table.game?.events.findLast(({ event }) => event?.e === "rematched")?.event;
  if (made?.e === "rematched") table.app.go(`/room/${made.room}#${made.invitation}`);
}

/** Whether to begin as soon as one sits; told once. */
export function beginsAtOnce() {
  const begins = alone;
  alone = false;
  return begins;
}
