/** Sentences: lobby. */
export default {
  "lobby.playNow": "Jetzt spielen",
};
