/** Wörter für alle Ansichten. */
export default {
  "seat.number": "Platz {seat}",
  "resource.wood": "Holz",
  "resource.clay": "Lehm",
  "resource.sheep": "Schaf",
  "resource.wheat": "Korn",
  "resource.ore": "Erz",
};
