/**
 * A process that raises incidents, which escalate at once, until it is killed. Arguments: directory of the store, file
 * for the ids of stored incidents, how many incidents it raises.
 */
import { appendFileSync } from "node:fs";
import { uuidv7 } from "../../../src/base/core/ids.ts";
import { makeEscalation } from "./make-escalation.ts";

const [dir = "", facts = "", count = "0"] = process.argv.slice(2);
const at = (afterMinutes: number) => ({ afterMinutes, to: ["push" as const], people: [] });
const made = await makeEscalation(
  { after: () => undefined },
  { dir, steps: [at(0.0001), at(0.001)] },
);
// Tells the test how far the steps are.
setInterval(() => appendFileSync(facts, `seen ${made.notified().length}\n`), 50);
for (let n = 0; n < Number(count); n += 1) {
  const id = uuidv7(Date.now());
  await made.raise(id);
  appendFileSync(facts, `${id}\n`);
}
