/**
 * A process that raises incidents and notifies devices until it is killed. Arguments: data directory, file for the
 * ids of stored incidents, host of the push service, its authority, how many incidents it raises.
 */
import { appendFileSync } from "node:fs";
import { uuidv7 } from "../../../src/base/core/ids.ts";
import { makePush } from "./make-push.ts";
import { loopbackClient } from "./make-webhooks.ts";
import type { PushService } from "./push-service.ts";

const [dir = "", facts = "", host = "", caFile = "", count = "0"] = process.argv.slice(2);
const outbound = await loopbackClient({ caFile });
const made = await makePush(
  { after: () => undefined },
  { dir, service: { host } as PushService, parts: { outbound, perDay: 100_000 } },
);
for (let n = 0; n < Number(count); n += 1) {
  const id = uuidv7(Date.now());
  await made.raise(id);
  appendFileSync(facts, `${id}\n`);
}
// Lives until it is killed.
setInterval(() => undefined, 1000);
