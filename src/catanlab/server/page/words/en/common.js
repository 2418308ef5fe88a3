/** Words that every screen uses. */
export default {
  "seat.number": "Seat {seat}",
  "resource.wood": "wood",
  "resource.clay": "clay",
  "resource.sheep": "sheep",
  "resource.wheat": "wheat",
  "resource.ore": "ore",
};
