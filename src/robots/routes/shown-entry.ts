import { type Actor, camerasOf } from "../../base/contract/person.ts";
import type { LinkedEntry } from "../commands/chain.ts";

/** People who may see only some cameras do not see why a rule acted: it names an incident, which may be of any camera. */
export function shownTo(caller: Actor, entry: LinkedEntry): LinkedEntry {
  const isOfRule = entry.who?.priority === "rule";
  return isOfRule && camerasOf(caller) !== undefined ? { ...entry, why: null } : entry;
}
