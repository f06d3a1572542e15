import type { StoreReader } from "../../base/core/store.ts";
import { chainPage } from "../commands/chain.ts";
import type { RobotTrace } from "./mcap-port.ts";
import type { RobotTraces } from "./robot-trace.ts";

/** Entries of the record that a trace looks at. */
const recordLimit = 20_000;

/**
 * Returns what a robot reported and what the record says of it since a time, without incidents. It looks at no more than
 * the newest `recordLimit` entries of the record.
 */
export function traceOf(
  { traces, store }: { traces: RobotTraces; store: StoreReader },
  { org, robotId, sinceMs }: { org: string; robotId: string; sinceMs: number },
): RobotTrace {
  const entries = chainPage(store, org, { limit: recordLimit });
  const own = entries.filter((each) => each.robotId === robotId && each.atMs >= sinceMs);
  return {
    robotId,
    samples: traces.since(org, robotId, sinceMs),
    scans: traces.scansSince(org, robotId, sinceMs),
    pictures: traces.picturesSince(org, robotId, sinceMs),
    entries: own.toReversed(),
    incidents: [],
  };
}
