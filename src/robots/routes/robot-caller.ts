import { omitUndefined } from "../../base/core/omit-undefined.ts";
import { fail } from "../../base/contract/fail.ts";
import type { Caller } from "../../base/jobs/operation.ts";
import type { ApiKeys } from "../../base/keys/api-keys.ts";
import type { RobotCaller } from "../fleet/robot-service.ts";
import type { LeasePriority } from "../robot-terms.ts";

/** Presets of people at the site; other keys that may command robots are programs. */
const localPresets: ReadonlySet<string | null> = new Set(["operator", "technician", "admin"]);

/** The caller with the rank that its role or its key's preset gives (decisions section 6). */
export function robotCaller(keys: Pick<ApiKeys, "get">, caller: Caller): RobotCaller {
  const { org, keyId, requestId, person } = caller;
  const key = keys.get(keyId);
  const isLocal = localPresets.has(person?.role ?? key?.preset ?? null);
  const priority: LeasePriority = isLocal ? "local_operator" : "remote_operator";
  return { org, keyId, requestId, priority, ...omitUndefined({ name: person?.name ?? key?.name }) };
}

/** Returns `found`, or fails with `not_found`: the same for an unknown robot and another organisation's. */
export function knownRobot<T>(found: T | undefined): T {
  if (found === undefined)
    throw fail("not_found", "robot_id: there is no such robot. Choose a listed one");
  return found;
}
