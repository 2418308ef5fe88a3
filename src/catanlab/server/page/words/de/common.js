/** Wörter für alle Ansichten. */
export default {
  "seat.number": "Platz {seat}",
  "resource.wood": "Holz",
  "resource.clay": "Lehm",
  "resource.sheep": "Schaf",
  "resource.wheat": "Korn",
  "resource.ore": "Erz",
  "cards.count": "{count} {resource}",
  "cards.nothing": "nichts",
  "cards.keep": { one: "{n} {resource} geht weg. Eins behalten", other: "{n} {resource} gehen weg. Eins behalten" },
  "place.hex": "{resource} {number}",
  "place.desert": "Wüste",
  "place.port": "{resource}hafen {ratio} : 1",
  "place.anyPort": "Hafen {ratio} : 1",
};
