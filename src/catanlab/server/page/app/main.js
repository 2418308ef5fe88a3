/** The start of the page: state, connection, screens, keys. */

import { PageApp } from "./app.js";

const root = /** @type {HTMLElement} */ (document.getElementById("page"));
const app = new PageApp(root);
await app.start();
