import type { RobotStatusWire } from "../wire/robot-answers.ts";

/** Telemetry of a robot: the changing part of its status. */
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

/** The robots of one organisation that have changed since the last batch. */
export interface TelemetryBatch {
  org: string;
  robots: readonly TelemetryWire[];
}

/**
 * Publishes changed robots at the caller's period: one call for all robots of an organisation, and only while
 * there is a listener. It stores nothing.
 */
export class TelemetryHub {
  readonly #listeners = new Set<(batch: TelemetryBatch) => void>();

  /** True while there is a listener. */
  get isHeard(): boolean {
    return this.#listeners.size > 0;
  }

  /** Calls `listener` with each batch from now on; returns the function that ends it. */
  subscribe(listener: (batch: TelemetryBatch) => void): () => void {
    const entry = (batch: TelemetryBatch): void => listener(batch);
    this.#listeners.add(entry);
    return () => void this.#listeners.delete(entry);
  }

  publish(batch: TelemetryBatch): void {
    for (const listener of this.#listeners) listener(batch);
  }
}
