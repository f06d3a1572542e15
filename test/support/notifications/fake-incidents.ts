import type { IncidentRecord } from "../../../src/perception/incidents/incident-record.ts";
import type { ThresholdAdvice } from "../../../src/perception/review/threshold-advice.ts";
import type { Incidents } from "../../../src/perception/routes/surveillance-incidents.ts";

/** One open incident of the organisation `default`, with a picture. */
export function fakeIncidents(incidentId: string, jpeg: Uint8Array): Incidents {
  const incident = {
    id: incidentId,
    org: "default",
    state: "open",
    confidence: 0.9,
    startedAtMs: 1500,
    lastSeenAtMs: 1500,
    resolvedAtMs: null,
    acknowledgedAtMs: null,
    snapshotAssetId: null,
  } as IncidentRecord;
  const mine = (org: string, id: string): boolean => org === "default" && id === incidentId;
  return {
    list: async () => ({ items: [incident], total: 1, hasMore: false, nextCursor: null }),
    groups: async () => ({ items: [], total: 0, hasMore: false, nextCursor: null }),
    review: async () => ({ items: [], hasMore: false }),
    get: (org, id) => (mine(org, id) ? incident : undefined),
    acknowledge: async (org, id) => (mine(org, id) ? incident : undefined),
    resolve: async (org, id) => (mine(org, id) ? { ...incident, state: "resolved" } : undefined),
    note: async (org, id) => (mine(org, id) ? incident : undefined),
    judge: async (org, id) => (mine(org, id) ? incident : undefined),
    advice: (org, streamId) =>
      org === "default" && streamId === "gate"
        ? ({ streamId, options: [] as object[] } as ThresholdAdvice)
        : undefined,
    snapshot: async (org, id) => (mine(org, id) ? { jpeg } : undefined),
  };
}
