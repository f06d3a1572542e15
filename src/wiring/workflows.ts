import { fail } from "../contract/fail.ts";
import type { Clock } from "../core/clock.ts";
import type { Logger } from "../core/logger.ts";
import type { EventLog } from "../events/event-log.ts";
import { InputCheck } from "../jobs/input-check.ts";
import type { Jobs } from "../jobs/jobs.ts";
import type { ApiKeys } from "../keys/api-keys.ts";
import type { StepKeys } from "../workflows/ports.ts";
import { SchemasWithHoles } from "../workflows/schema-with-holes.ts";
import { StepSweep } from "../workflows/step-sweep.ts";
import { StepTable } from "../workflows/step-table.ts";
import { workflowHandler } from "../workflows/workflow-worker.ts";
import { workflowOperation } from "../workflows/workflow-operation.ts";
import { WorkflowService } from "../workflows/workflow-service.ts";

/** What multi-step runs are made from. */
export interface WorkflowOptions {
  jobs: Jobs;
  events: EventLog;
  keys: Pick<ApiKeys, "get" | "isAlive">;
  clock: Clock;
  log: Logger;
}

/**
 * Multi-step runs, registered before the jobs start; whatever is registered as an operation until then
 * can be a step. `sweep` is to be started after the jobs.
 */
export function addWorkflows({ keys, ...options }: WorkflowOptions): {
  workflows: WorkflowService;
  sweep: StepSweep;
} {
  const { jobs } = options;
  const table = new StepTable(jobs.operations);
  const check = new InputCheck();
  jobs.operations.register(workflowOperation({ table, check, schemas: new SchemasWithHoles() }));
  jobs.register(workflowHandler({ ...options, table, check, keys: stepKeys(keys) }));
  return { workflows: new WorkflowService({ jobs, table }), sweep: new StepSweep(options) };
}

function stepKeys(keys: WorkflowOptions["keys"]): StepKeys {
  return {
    scopesOf(org, keyId) {
      const key = keys.get(keyId);
      if (!key || key.org !== org || key.revokedAtMs !== null) {
        throw fail("api_key_revoked", "the key that asked for the run was revoked");
      }
      if (!keys.isAlive(keyId)) {
        throw fail("api_key_expired", "the key that asked for the run has expired");
      }
      return key.scopes;
    },
  };
}
