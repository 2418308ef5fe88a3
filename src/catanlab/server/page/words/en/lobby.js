/** Sentences: lobby. */
export default {
  "lobby.playNow": "Play now",
};
