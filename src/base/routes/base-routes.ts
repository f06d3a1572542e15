import type { Route } from "../../http/route.ts";
import type { HttpServices } from "../../http/services.ts";
import type { Clock } from "../core/clock.ts";
import type { Jobs } from "../jobs/jobs.ts";
import { type JobExpansions, jobRoutes } from "../jobs/routes/jobs.ts";
import { operationRoutes } from "../jobs/routes/operations.ts";
import type { AuditLog } from "../keys/audit-log.ts";
import { keyRoutes } from "../keys/routes/keys.ts";
import { allPeopleRoutes, type AllPeopleRouteParts } from "../people/routes/all-people-routes.ts";

/** Dependencies of the routes of jobs and keys. */
export interface BaseRouteParts extends AllPeopleRouteParts {
  clock: Clock;
  jobs: Jobs;
  /** Additions of `expand` to a job. */
  expansions: JobExpansions;
  audit: AuditLog;
}

/** Jobs, registered operations, people and keys. Operations are read once, by this call. */
export function baseRoutes(parts: BaseRouteParts, http: HttpServices): Route[] {
  const { clock, jobs, expansions } = parts;
  return [
    ...jobRoutes(jobs, { clock, related: expansions }),
    ...operationRoutes(jobs),
    ...allPeopleRoutes(parts, http),
    ...keyRoutes(parts),
  ];
}
