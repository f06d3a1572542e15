import type { RobotIncidentWire } from "../contract/robot-answers.ts";
import { type AllowedSpace, edgeMarginM } from "./areas.ts";
import type { LiveState } from "./live-state.ts";

/** Something that the watch found with one sample. */
export interface Found {
  incident: Pick<RobotIncidentWire, "type" | "severity" | "summary" | "zone">;
  /** The robot has to stop, with this code. */
  stop: "outside_geofence" | "keep_out_zone" | null;
}

/** The battery must rise this much above the floor before a fall below it is new, in percent. */
const batteryHysteresis = 2;

/**
 * Looks at each sample of one robot for what must not be: outside of where it may be, its
 * emergency stop, an empty battery. Each is found once, until it was over.
 */
export class Watch {
  #isBeyond = false;
  #isStopped = false;
  #isLow = false;

  /** Whether the robot is where it may not be; stays so until it is inside by the margin. */
  get isBeyond(): boolean {
    return this.#isBeyond;
  }

  look(state: LiveState, space: AllowedSpace, batteryFloorPercent: number): Found[] {
    return [
      ...this.#place(state, space),
      ...this.#emergencyStop(state),
      ...this.#battery(state, batteryFloorPercent),
    ];
  }

  #place(state: LiveState, space: AllowedSpace): Found[] {
    const pose = state.value("pose");
    if (!pose || !space.isBounded) {
      this.#isBeyond = false;
      return [];
    }
    const point = [pose.xM, pose.yM] as const;
    if (this.#isBeyond) {
      this.#isBeyond = space.problemAt(pose.frame, point, edgeMarginM) !== null;
      return [];
    }
    const problem = space.problemAt(pose.frame, point, 0);
    if (!problem) return [];
    this.#isBeyond = true;
    const isOutside = problem.rule === "outside_geofence";
    return [
      {
        stop: problem.rule,
        incident: {
          type: isOutside ? "geofence_breach" : "keep_out_entered",
          severity: "critical",
          zone: problem.zone,
          summary: isOutside
            ? "The robot left the area that it may be in"
            : `The robot entered the keep-out zone ${problem.zone}`,
        },
      },
    ];
  }

  #emergencyStop(state: LiveState): Found[] {
    const before = this.#isStopped;
    this.#isStopped = state.value("isEmergencyStopped") === true;
    if (before || !this.#isStopped) return [];
    const summary = "The robot's emergency stop was pressed";
    return [
      { stop: null, incident: { type: "e_stop", severity: "critical", zone: null, summary } },
    ];
  }

  #battery(state: LiveState, floorPercent: number): Found[] {
    const battery = state.value("battery");
    if (!battery) return [];
    const bar = floorPercent + (this.#isLow ? batteryHysteresis : 0);
    const before = this.#isLow;
    this.#isLow = battery.percent < bar;
    if (before || !this.#isLow) return [];
    const summary = `The battery is below ${floorPercent} %`;
    return [
      { stop: null, incident: { type: "battery_low", severity: "warning", zone: null, summary } },
    ];
  }
}
