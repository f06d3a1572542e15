import type { Scope } from "../../base/contract/scopes.ts";
import type { Clock } from "../../base/core/clock.ts";
import type { Logger } from "../../base/core/logger.ts";
import type { EventLog } from "../../base/events/event-log.ts";
import type { InputCheck } from "../../base/jobs/inputs/input-check.ts";
import type { Jobs } from "../../base/jobs/jobs.ts";
import type { StepTable } from "./step-table.ts";

/** The keys of the box as runs need them. */
export interface StepKeys {
  /**
   * Returns the key's present scopes. Throws `api_key_revoked` or `api_key_expired`: an ended key begins no
   * further step.
   */
  scopesOf(org: string, keyId: string): readonly Scope[];
}

/** Dependencies of runs. */
export interface WorkflowParts {
  jobs: Pick<Jobs, "submit" | "get" | "list" | "cancel">;
  events: Pick<EventLog, "subscribe">;
  keys: StepKeys;
  table: StepTable;
  check: InputCheck;
  clock: Clock;
  log: Logger;
}
