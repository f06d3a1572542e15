import type { DataClass } from "./uplink-terms.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/**
 * `deadlineMs` of a job whose caller sent no `Cancel-After`: work that stays useful after a
 * long outage waits for a week, statements about people's health for a day.
 */
export const uplinkDeadlineMs: Readonly<Record<DataClass, number>> = {
  media: 7 * dayMs,
  brand: 7 * dayMs,
  voice: 7 * dayMs,
  incident: hourMs,
  robot: hourMs,
  health: dayMs,
  clinical: dayMs,
  neural: dayMs,
};
