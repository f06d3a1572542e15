import type { SteppedMigration } from "./migration.ts";
import type { StoreKey } from "../../../base/core/store.ts";
import type { Json, JsonObject } from "../../../base/jobs/job.ts";

/** Keys of one step. */
const perStep = 50;

/**
 * Layout 3: the readable part of a job has no `outputs.webhook_url`, which only keys with
 * `webhooks:read` may see and which may itself be a secret.
 */
export const hideReceivers: SteppedMigration = {
  to: 3,
  title: "takes addresses of receivers out of what is shown of jobs",
  readableFrom: 1,
  step(tx, cursor) {
    const after = cursor === null ? {} : { after: cursor as StoreKey };
    const page = tx.range<{ inputEcho?: JsonObject }>({ prefix: [], limit: perStep, ...after });
    for (const { key, value } of page) {
      if (key[0] === "box" || key[1] !== "job" || !value.inputEcho) continue;
      const inputEcho = withoutReceivers(value.inputEcho) as JsonObject;
      if (JSON.stringify(inputEcho) !== JSON.stringify(value.inputEcho)) {
        tx.put(key, { ...value, inputEcho });
      }
    }
    return page.length < perStep ? undefined : page.at(-1)!.key;
  },
};

/** Runs show the outputs of their steps too. */
function withoutReceivers(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutReceivers);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value as JsonObject)
      .filter(([name]) => name !== "webhook_url")
      .map(([name, each]) => [name, withoutReceivers(each)]),
  );
}
