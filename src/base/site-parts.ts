import { type JobType, jobTypes, privateScopeOf } from "./jobs/job-terms.ts";
import type { SiteConfig } from "../system/config/site-config.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Retention of the event log. */
export function eventRetention({ retention }: SiteConfig) {
  return { maxAgeMs: retention.eventsHours * hourMs, maxCount: retention.events };
}

/** Bounds of the job queue; idempotency keeps its defaults. */
export function jobLimits({ limits, retention }: SiteConfig) {
  return {
    maxQueuedPerOrg: limits.queuedJobs,
    waiters: { perKey: limits.waitersPerKey, perBox: limits.waiters },
    retention: {
      jobMs: retention.jobsDays * dayMs,
      inputMs: retention.inputsHours * hourMs,
      inputMsByType: inputAges(retention),
      jobMsByType: Object.fromEntries(
        jobTypes
          .filter((type) => privateScopeOf(type) !== null)
          .map((type) => [type, retention.healthJobsHours * hourMs]),
      ),
      maxJobs: retention.jobs,
    },
  };
}

/** Inputs with a retention of their own: frames of cameras, and data about people's health. */
function inputAges(retention: SiteConfig["retention"]): Partial<Record<JobType, number>> {
  const ages: Partial<Record<JobType, number>> = {};
  for (const type of jobTypes) {
    const area = type.split(".", 1)[0]!;
    if (area === "surveillance") ages[type] = retention.frameInputsHours * hourMs;
    if (privateScopeOf(type) !== null) ages[type] = retention.healthInputsHours * hourMs;
  }
  // The input of a run with a step about somebody's health holds that data too.
  ages.run = Math.min(retention.healthInputsHours, retention.inputsHours) * hourMs;
  return ages;
}

/** Returns the retention of the audit log. */
export function auditRetention({ retention }: SiteConfig) {
  return { maxAgeMs: retention.auditDays * dayMs, maxCount: retention.audit };
}

/** Shortest validity of a generated picture's address in days (decisions section 3). */
const minGeneratedDays = 14;

/** Classes of files with their retention. */
export function assetRetention({ retention }: SiteConfig) {
  return {
    classes: {
      generated: { maxAgeMs: Math.max(retention.assetsDays, minGeneratedDays) * dayMs },
      snapshot: { maxAgeMs: retention.assetsDays * dayMs },
      health: { maxAgeMs: retention.healthJobsHours * hourMs },
      protected: { maxAgeMs: null, isKept: true },
      brand: { maxAgeMs: null, isKept: true },
      avatar: { maxAgeMs: null, isKept: true },
      map: { maxAgeMs: null, isKept: true },
    },
    maxBytes: retention.assetsGigabytes * 1e9,
  };
}

/** Which receivers the appliance may reach. */
export function outboundOptions({ webhooks }: SiteConfig) {
  const { allowedNetworks, caFile } = webhooks;
  return { allowedNetworks, ...(caFile === undefined ? {} : { caFile }) };
}
