import type { RobotStatusWire } from "../wire/robot-answers.ts";

/** Telemetry of a robot: the part of its status that changes by itself. */
export type TelemetryWire = Pick<
  RobotStatusWire,
  | "robot_id"
  | "connection"
  | "mode"
  | "pose"
  | "velocity"
  | "battery"
  | "loads"
  | "e_stop"
  | "lease"
  | "active_command"
  | "active_run"
  | "held_by_stop"
  | "inside_geofence"
>;

/** The robots of one organisation that changed since the last time. */
export interface TelemetryBatch {
  org: string;
  robots: readonly TelemetryWire[];
}

/**
 * Hands out what changed, coalesced by the caller's rhythm: one call for all robots of an
 * organisation, and only while there is a listener. Nothing is stored.
 */
export class TelemetryHub {
  readonly #listeners = new Set<(batch: TelemetryBatch) => void>();

  /** True when anybody listens. */
  get isHeard(): boolean {
    return this.#listeners.size > 0;
  }

  /** Calls `listener` with each batch from now on; returns the way to end it. */
  subscribe(listener: (batch: TelemetryBatch) => void): () => void {
    const entry = (batch: TelemetryBatch): void => listener(batch);
    this.#listeners.add(entry);
    return () => void this.#listeners.delete(entry);
  }

  publish(batch: TelemetryBatch): void {
    for (const listener of this.#listeners) listener(batch);
  }
}
