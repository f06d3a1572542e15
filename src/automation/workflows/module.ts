import type { ApplianceContext } from "../../appliance-options.ts";
import type { BaseParts } from "../../base/module.ts";
import type { Module, Start } from "../../module.ts";
import { runRoutes } from "./routes/runs.ts";
import { fail } from "../../base/contract/fail.ts";
import type { Clock } from "../../base/core/clock.ts";
import type { Logger } from "../../base/core/logger.ts";
import type { EventLog } from "../../base/events/event-log.ts";
import { InputCheck } from "../../base/jobs/inputs/input-check.ts";
import type { HandledOperation } from "../../base/jobs/operation.ts";
import type { Jobs } from "../../base/jobs/jobs.ts";
import type { ApiKeys } from "../../base/keys/api-keys.ts";
import type { People } from "../../base/people/people.ts";
import { principalOf } from "../../base/people/person.ts";
import type { StepKeys } from "./ports.ts";
import { SchemasWithHoles } from "./schema-with-holes.ts";
import { StepSweep } from "./step-sweep.ts";
import { StepTable } from "./step-table.ts";
import { workflowHandler } from "./workflow-worker.ts";
import { workflowOperation } from "./workflow-operation.ts";
import { WorkflowService } from "./workflow-service.ts";

/** The parts of multi-step runs. */
export interface WorkflowOptions {
  jobs: Jobs;
  events: EventLog;
  keys: Pick<ApiKeys, "get" | "isAlive">;
  /** Absent: only keys start runs. */
  people?: Pick<People, "get">;
  clock: Clock;
  log: Logger;
}

/** Multi-step runs, whose steps are all registered operations. The caller starts `sweep` after the jobs. */
export function makeWorkflows({ keys, people, ...options }: WorkflowOptions): {
  workflows: WorkflowService;
  sweep: StepSweep;
  operations: HandledOperation[];
} {
  const { jobs } = options;
  const table = new StepTable(jobs.operations);
  const check = new InputCheck();
  const operation = workflowOperation({ table, check, schemas: new SchemasWithHoles() });
  const handler = workflowHandler({ ...options, table, check, keys: stepKeys(keys, people) });
  const workflows = new WorkflowService({ jobs, table });
  return { workflows, sweep: new StepSweep(options), operations: [{ operation, handler }] };
}

/** Multi-step runs. */
export async function startWorkflows(
  _start: Start,
  needs: ApplianceContext & BaseParts,
): Promise<Module<{ sweep: StepSweep }>> {
  const { jobs, events, keys, accounts, clock, log } = needs;
  const { people } = accounts;
  const options = { jobs, events, keys, people, clock, log };
  const { workflows, sweep, operations } = makeWorkflows(options);
  return { parts: { sweep }, operations, routes: () => runRoutes(workflows, clock) };
}

/** The sweep of steps, which works on running jobs. */
export async function startSweep(start: Start, { sweep }: { sweep: StepSweep }): Promise<Module> {
  await start("steps of runs", sweep);
  return { parts: {} };
}

/** The keys and people in whose names steps of runs and missions begin. */
export function stepKeys(
  keys: WorkflowOptions["keys"],
  people: WorkflowOptions["people"],
): StepKeys {
  return {
    scopesOf(org, keyId) {
      const person = people?.get(keyId);
      // Steps look at no restriction to cameras: who has one by now starts none.
      if (person?.org === org && person.cameras === null) return principalOf(person).scopes;
      const key = keys.get(keyId);
      if (!key || key.org !== org || key.revokedAtMs !== null) {
        throw fail(
          "api_key_revoked",
          "key: the key of the run was revoked. Start the run with another key",
        );
      }
      if (!keys.isAlive(keyId)) {
        throw fail(
          "api_key_expired",
          "key: the key of the run has expired. Start the run with another key",
        );
      }
      return key.scopes;
    },
  };
}
