import type { LineOptions } from "./line.ts";

/** What differs from the defaults in a strict robot. */
export interface StrictRobotOptions extends Partial<LineOptions> {
  url: string;
  speedMps?: number;
  start?: { x: number; y: number; theta: number };
  /** How long it takes to stand still, in milliseconds. */
  brakeMs?: number;
  /** Fields of the factsheet that differ. */
  factsheet?: Record<string, unknown>;
}
