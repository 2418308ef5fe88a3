/**
 * Lets the driver call a module: `node host.mjs MODULE`.
 *
 * A line of the input is `{"call": 1, "do": "begin", "with": {...}}`; the answer is a line of the output,
 * `{"call": 1, "answer": ...}` or `{"call": 1, "error": "..."}`. `calls` of the module has the functions by name.
 */

import { createInterface } from "node:readline";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const { calls } = await import(pathToFileURL(resolve(process.argv[2])));
const say = (words) => process.stdout.write(`${JSON.stringify(words)}\n`);

for await (const line of createInterface({ input: process.stdin })) {
  const { call, do: name, with: words } = JSON.parse(line);
  const run = calls[name];
  if (!run) say({ call, error: `there is no call ${name}` });
  else {
    Promise.resolve()
      .then(() => run(words ?? {}))
      .then(
        (answer) => say({ call, answer: answer ?? null }),
        (error) => say({ call, error: String(error.stack ?? error) }),
      );
  }
}
process.exit(0);
