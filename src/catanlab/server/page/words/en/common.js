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
  "place.hex": "{resource} {number}",
  "place.desert": "desert",
  "place.port": "{resource} port {ratio} : 1",
  "place.anyPort": "port {ratio} : 1",
};
