import type { Scope } from "../contract/scopes.ts";

/** The complete set of job types (decisions section 2). */
export const jobTypes = [
  "campaign.generation",
  "image.generation",
  "ad.generation",
  "image.edit",
  "ad.localization",
  "avatar.generation",
  "brand.extraction",
  "brand.projection",
  "health.triage",
  "clinical.decision_support",
  "clinical.medication_check",
  "clinical.notes",
  "clinical.adherence",
  "clinical.risk",
  "clinical.scan",
  "clinical.research",
  "clinical.wellness",
  "neural.decode",
  "surveillance.stream",
  "robot.run",
  "voice.preview",
  "robot.command",
  "run",
] as const;

/** A job type on the wire. */
export type JobType = (typeof jobTypes)[number];

/** Areas whose jobs are about people's health (decisions section 4). */
const privateAreas = {
  health: "health:read",
  clinical: "clinical:read",
  neural: "neural:read",
} as const satisfies Record<string, Scope>;

/**
 * Returns the scope that reading a job about people's health needs beside `jobs:read`; null for all
 * others. The store encrypts such jobs, and the audit log records each reading.
 */
export function privateScopeOf(type: string): Scope | null {
  const area = type.split(".", 1)[0]!;
  return Object.hasOwn(privateAreas, area) ? privateAreas[area as keyof typeof privateAreas] : null;
}

/** The states of contract section 3.1. */
export const jobStatuses = ["queued", "processing", "completed", "failed", "cancelled"] as const;

/** A job state on the wire. */
export type JobStatus = (typeof jobStatuses)[number];

/** True when `status` is final. */
export function isTerminal(status: JobStatus): boolean {
  return status === "completed" || status === "failed" || status === "cancelled";
}
