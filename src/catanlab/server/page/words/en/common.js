/** Words that every screen uses. */
export default {
  "seat.number": "Seat {seat}",
  "resource.wood": "wood",
  "resource.clay": "clay",
  "resource.sheep": "sheep",
  "resource.wheat": "wheat",
  "resource.ore": "ore",
  "cards.count": "{count} {resource}",
  "cards.nothing": "nothing",
  "cards.keep": { one: "{n} {resource} goes. Keep one", other: "{n} {resource} go. Keep one" },
  "common.close": "Close",
  "common.cancel": "Cancel",
  "settings.dark": "Dark colours",
  "settings.light": "Light colours",
  "connection.lost": "Connection lost. Trying again …",
  "connection.ended": "The server has ended this session.",
  "connection.reload": "Load again",
};
