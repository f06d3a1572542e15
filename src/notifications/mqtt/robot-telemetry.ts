import type { Clock, Timer } from "../../base/core/clock.ts";
import type { TelemetryHub, TelemetryWire } from "../../robots/fleet/telemetry-wire.ts";
import type { BusLink } from "./bus-port.ts";

/** The parts of `RobotTelemetry`. */
export interface RobotTelemetryParts {
  base: string;
  org: string;
  /** Time between two messages of a robot; 0 for none. */
  telemetryMs: number;
  telemetry: TelemetryHub;
  link: Pick<BusLink, "send">;
  clock: Clock;
}

/**
 * Telemetry of robots: sends the newest of each robot at a steady rate and drops what it cannot
 * send.
 */
export class RobotTelemetry {
  readonly #parts: RobotTelemetryParts;
  readonly #newest = new Map<string, TelemetryWire>();
  #unsubscribe: (() => void) | undefined;
  #timer: Timer | undefined;

  constructor(parts: RobotTelemetryParts) {
    this.#parts = parts;
  }

  onUp(): void {
    const { telemetry, telemetryMs, org, clock } = this.#parts;
    if (telemetryMs === 0) return;
    this.onDown();
    this.#unsubscribe = telemetry.subscribe((batch) => {
      if (batch.org !== org) return;
      for (const robot of batch.robots) this.#newest.set(robot.robot_id, robot);
    });
    this.#timer = clock.every(telemetryMs, () => this.#send());
  }

  onDown(): void {
    this.#unsubscribe?.();
    this.#timer?.cancel();
    this.#newest.clear();
  }

  #send(): void {
    const { link, base } = this.#parts;
    for (const [id, { lease: _, ...telemetry }] of this.#newest) {
      void link.send({
        topic: `${base}/robots/${id}/telemetry`,
        payload: JSON.stringify(telemetry),
        qos: 0,
        isRetained: false,
      });
    }
    this.#newest.clear();
  }
}
