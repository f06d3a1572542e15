import type { Route } from "../../http/route.ts";
import type { HttpServices } from "../../http/services.ts";
import type { Clock } from "../core/clock.ts";
import type { Jobs } from "../jobs/jobs.ts";
import { type JobExpansions, jobRoutes } from "../jobs/routes/jobs.ts";
import { operationRoutes } from "../jobs/routes/operations.ts";
import type { ApiKeys } from "../keys/api-keys.ts";
import type { AuditLog } from "../keys/audit-log.ts";
import { keyRoutes } from "../keys/routes/keys.ts";
import { sessionRoutes } from "../keys/routes/session.ts";
import type { Sessions } from "../keys/sessions.ts";
import type { SetupCode } from "../keys/setup-code.ts";

/** The parts of the routes of jobs and keys. */
export interface BaseRouteParts {
  clock: Clock;
  jobs: Jobs;
  /** Additions of `expand` to a job. */
  expansions: JobExpansions;
  keys: ApiKeys;
  sessions: Sessions;
  /** The setup code for the first key; absent: the routes refuse it. */
  setup?: SetupCode;
  audit: AuditLog;
}

/** Routes of jobs, operations, keys and sessions. This call reads the operations once. */
export function baseRoutes(parts: BaseRouteParts, http: HttpServices): Route[] {
  const { clock, jobs, expansions } = parts;
  return [
    ...jobRoutes(jobs, { clock, related: expansions }),
    ...operationRoutes(jobs),
    ...sessionRoutes({
      ...parts,
      countFailures: (request, check) => http.countFailures(request, check),
    }),
    ...keyRoutes(parts),
  ];
}
