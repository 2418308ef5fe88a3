/** The whole catalogue of one language. */

import common from "./common.js";
import lobby from "./lobby.js";
import table from "./table.js";
import trade from "./trade.js";
import talk from "./talk.js";
import reasons from "./reasons.js";
import refusals from "./refusals.js";
import end from "./end.js";
import replay from "./replay.js";
import learn from "./learn.js";

export default { ...common, ...lobby, ...table, ...trade, ...talk, ...reasons, ...refusals, ...end, ...replay, ...learn };
