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
  "common.close": "Schließen",
  "common.cancel": "Abbrechen",
  "settings.dark": "Dunkle Farben",
  "settings.light": "Helle Farben",
  "connection.lost": "Verbindung verloren. Neuer Versuch …",
  "connection.ended": "Der Server hat diese Sitzung beendet.",
  "connection.reload": "Neu laden",
};
