import type { Scope } from "../contract/scopes.ts";
import type { Clock } from "../core/clock.ts";
import type { Logger } from "../core/logger.ts";
import type { EventLog } from "../events/event-log.ts";
import type { InputCheck } from "../jobs/input-check.ts";
import type { Jobs } from "../jobs/jobs.ts";
import type { StepTable } from "./step-table.ts";

/** The keys of the box as runs need them. */
export interface StepKeys {
  /**
   * What the key may do now. Throws `api_key_revoked` or `api_key_expired`: for one that has ended no
   * further step is begun.
   */
  scopesOf(org: string, keyId: string): readonly Scope[];
}

/** What runs are carried out with. */
export interface WorkflowParts {
  jobs: Pick<Jobs, "submit" | "get" | "list" | "cancel">;
  events: Pick<EventLog, "subscribe">;
  keys: StepKeys;
  table: StepTable;
  check: InputCheck;
  clock: Clock;
  log: Logger;
}
