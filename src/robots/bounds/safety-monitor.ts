import type { Severity } from "../../base/contract/event-types.ts";
import { apart, type PointM } from "../../base/geo/line.ts";
import { type AllowedSpace, edgeMarginM, type SpaceProblem, wayOut } from "../driver/areas.ts";
import type { LiveState } from "../driver/live-state.ts";

/** A finding of the monitor in one sample. */
export interface SafetyFinding {
  incident: { type: string; severity: Severity; summary: string; zone: string | null };
  /** The code with which the robot must stop. */
  stop: "outside_geofence" | "keep_out_zone" | null;
  /** True when it continues a breach found before. */
  isAgain?: boolean;
}

/** The battery must rise this much above the floor before another fall is new, in percent. */
const batteryHysteresis = 2;

/**
 * A stopped robot that moves this much deeper into forbidden ground is stopped again, in metres; less is
 * noise of the pose.
 */
const noiseM = 0.1;

/** A robot on forbidden ground, or not yet clear of it by the margin. */
interface Breach {
  frame: string;
  /** The place of its last movement. */
  at: PointM;
  /** The least depth since the stop, in metres: it may only fall. */
  depthM: number;
  /** Metres driven there since the stop, and metres allowed for the way out. */
  drivenM: number;
  allowedM: number;
}

/**
 * Checks each sample of one robot for a breach of its bounds, an emergency stop, and an empty battery. It
 * reports each once until it has ended, and a robot on forbidden ground also whenever it gets deeper, or
 * drives further than its way out.
 */
export class SafetyMonitor {
  #breach: Breach | null = null;
  #isStopped = false;
  #isLow = false;

  /** True while the robot is out of bounds; until it is inside by the margin. */
  get isBeyond(): boolean {
    return this.#breach !== null;
  }

  /** Starts a way out: its allowed length counts from now. */
  begin(space: AllowedSpace, pose: { frame: string; xM: number; yM: number }): void {
    if (!this.#breach) return;
    const at = [pose.xM, pose.yM] as const;
    this.#breach = breachAt(pose.frame, at, space.depthM(pose.frame, at));
  }

  look(state: LiveState, space: AllowedSpace, batteryFloorPercent: number): SafetyFinding[] {
    return [
      ...this.#place(state, space),
      ...this.#emergencyStop(state),
      ...this.#battery(state, batteryFloorPercent),
    ];
  }

  #place(state: LiveState, space: AllowedSpace): SafetyFinding[] {
    const pose = state.value("pose");
    if (!pose || !space.isBounded) {
      this.#breach = null;
      return [];
    }
    const { frame } = pose;
    const at = [pose.xM, pose.yM] as const;
    const problem = space.problemAt(frame, at, 0);
    const before = this.#breach;
    if (!problem) {
      const isClear = space.problemAt(frame, at, edgeMarginM) === null;
      this.#breach = before && !isClear ? breachAt(frame, at, 0) : null;
      return [];
    }
    const depthM = space.depthM(frame, at);
    if (before && !goesOn(before, { frame, at, depthM })) return [];
    this.#breach = breachAt(frame, at, depthM);
    const incident = breachIncident(problem, before ? depthM : null);
    return [{ stop: problem.rule, incident, isAgain: before !== null }];
  }

  #emergencyStop(state: LiveState): SafetyFinding[] {
    const before = this.#isStopped;
    this.#isStopped = state.value("isEmergencyStopped") === true;
    if (before || !this.#isStopped) return [];
    const summary = "The robot's emergency stop was pressed";
    return [
      { stop: null, incident: { type: "e_stop", severity: "critical", zone: null, summary } },
    ];
  }

  #battery(state: LiveState, floorPercent: number): SafetyFinding[] {
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

function breachAt(frame: string, at: PointM, depthM: number): Breach {
  const outM = Number.isFinite(depthM) ? depthM : 0;
  const allowedM = outM * wayOut.factor + wayOut.slackM + noiseM;
  return { frame, at, depthM, drivenM: 0, allowedM };
}

/** Takes the next place of a breach; returns true when the robot must stop again. */
function goesOn(breach: Breach, now: Pick<Breach, "frame" | "at" | "depthM">): boolean {
  const isDeeper = now.depthM > breach.depthM + noiseM;
  const movedM = now.frame === breach.frame ? apart(breach.at, now.at) : 0;
  if (movedM > noiseM) {
    breach.drivenM += movedM;
    breach.at = now.at;
    breach.depthM = Math.min(breach.depthM, now.depthM);
  }
  return isDeeper || breach.drivenM > breach.allowedM;
}

/** `depthM`: of a robot that was on forbidden ground before; null for one that has just entered. */
function breachIncident(
  { rule, zone }: SpaceProblem,
  depthM: number | null,
): SafetyFinding["incident"] {
  const isOutside = rule === "outside_geofence";
  const onM = depthM !== null && Number.isFinite(depthM) ? `, ${depthM.toFixed(1)} m deep` : "";
  const did = isOutside
    ? `${depthM === null ? "left" : "drove on outside"} the area that it may be in`
    : `${depthM === null ? "entered" : "drove on in"} the keep-out zone ${zone}`;
  return {
    type: isOutside ? "geofence_breach" : "keep_out_entered",
    severity: "critical",
    zone,
    summary: `The robot ${did}${onM}`,
  };
}
