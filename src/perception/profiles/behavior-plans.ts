import { type CameraEventKind, cameraEventKinds } from "../../cameras/events/camera-event-terms.ts";
import { invalidField } from "../../base/contract/fail.ts";
import { stableId } from "../../base/core/ids.ts";
import { Schedule } from "../core/schedule.ts";
import type { WeeklySchedule } from "../core/schedule-document.ts";
import type { BehaviorSettings, ZoneSettings } from "../settings/stream-document.ts";
import type { Behavior, BehaviorSpec } from "../behaviors/behavior.ts";
import { behaviors } from "../behaviors/registry.ts";
import { motionLabel } from "../core/track.ts";
import { type AreaZone, type LineZone, readZones, type Zone, type Zones } from "../core/zones.ts";
import type { SiteMode } from "../core/schedule-terms.ts";

/** The times and site modes in which a behavior applies. */
export interface BehaviorTimes {
  /** Null: at all times. */
  schedule: WeeklySchedule | null;
  /** Empty: in all modes. */
  modes: readonly SiteMode[];
}

/** A checked behavior before it runs. */
export interface BehaviorPlan {
  /** Identifies the behavior without its zone; equal on every box and after changes of other behaviors. */
  key: string;
  spec: BehaviorSpec;
  behavior: Behavior;
  /** Zone that incidents of the behavior name. */
  zoneName: string | null;
  /** Equal while nothing changed that the behavior's state depends on. */
  fingerprint: string;
  /** The stored policy that the behavior comes from; null for a behavior of the stream itself. */
  policyId: string | null;
  /** Schedule and site modes of a behavior of the stream itself; null without any. */
  times: BehaviorTimes | null;
  /** Returns true when schedule and modes let it raise incidents at `wallMs`, Unix milliseconds; null: always. */
  holdsAt: ((wallMs: number) => boolean) | null;
  /** The behavior's own cooldown in seconds; null: that of the stream. */
  cooldownSec: number | null;
}

/** Parameters that only some types understand. */
const parameters = [
  "seconds",
  "direction",
  "heading",
  "min_count",
  "max_mps",
  "distance",
  "sensitivity",
  "other_classes",
  "events",
] as const;

/**
 * Checks the behaviors of a request against its zones. Throws `invalid_request_body` naming the field: for a
 * type that is unknown or not in this version, a missing zone or one of the wrong kind, a missing parameter,
 * and one that the type does not understand.
 */
export function planBehaviors(list: readonly BehaviorSettings[], zones: Zones): BehaviorPlan[] {
  return list.map((wire, index) => planBehavior(wire, zones, `behaviors[${index}]`));
}

/** Checks one behavior as `planBehaviors` does; `param` is its place in the request. */
export function planBehavior(wire: BehaviorSettings, zones: Zones, param: string): BehaviorPlan {
  const behavior = findBehavior(wire.type, `${param}.type`);
  checkParameters(wire, behavior, param);
  const place = findPlace(wire, { behavior, zones, param });
  const spec: BehaviorSpec = {
    type: behavior.type,
    severity: wire.severity ?? behavior.defaultSeverity,
    ...place,
    ...measuresOf(wire, behavior),
    matches: classTest(nonEmpty(wire.classes) ?? behavior.defaultClasses ?? []),
    matchesOther: classTest(nonEmpty(wire.other_classes) ?? behavior.defaultOtherClasses ?? []),
  };
  const { zone: _zone, line: _line, severity: _severity, type, ...others } = wire;
  const { schedule, modes, cooldown_seconds: cooldownSec, ...rest } = others;
  const times = timesOf({ schedule, modes }, param);
  return {
    key: keyOf(type, rest) + timesKey(times),
    spec,
    behavior,
    zoneName: (place.zone ?? place.line)?.name ?? null,
    fingerprint: JSON.stringify([rest, type, place]),
    policyId: null,
    times,
    holdsAt: null,
    cooldownSec: cooldownSec ?? null,
  };
}

function timesOf(
  { schedule, modes = [] }: { schedule: WeeklySchedule | undefined; modes: SiteMode[] | undefined },
  param: string,
): BehaviorTimes | null {
  if (schedule === undefined && modes.length === 0) return null;
  // Before all holidays: only a schedule that lists none can never hold from there on.
  const never = schedule && Schedule.read(schedule, `${param}.schedule`).whyNever(0);
  if (never) throw invalidField(`${param}.schedule`, `never holds: ${never}. Add a day`);
  return { schedule: schedule ?? null, modes };
}

/** Tells behaviors apart that differ in schedule or modes only; a hash, because a schedule can be long. */
function timesKey(times: BehaviorTimes | null): string {
  return times === null ? "" : ` times=${stableId(JSON.stringify(times)).slice(0, 8)}`;
}

function measuresOf(wire: BehaviorSettings, { defaultSeconds }: Behavior) {
  return {
    seconds: wire.seconds ?? defaultSeconds,
    direction: wire.direction ?? ("any" as const),
    headingDeg: wire.heading ?? 0,
    minCount: wire.min_count ?? 1,
    maxMps: wire.max_mps ?? 0,
    distanceM: wire.distance ?? 0,
    sensitivity: wire.sensitivity ?? 0.5,
    minScore: wire.min_score ?? 0,
    minHeight: wire.min_height ?? 0,
    events: nonEmptyEvents(wire.events),
  };
}

/**
 * Checks a behavior as far as possible without its zones: `typeParam` and `param` are the places of its type
 * and of its parameters in the request. Throws as `planBehaviors` does.
 */
export function checkBehavior(wire: BehaviorSettings, typeParam: string, param: string): void {
  const { geometry } = findBehavior(wire.type, typeParam);
  const name = wire.line ?? wire.zone;
  const zone: ZoneSettings =
    geometry === "line"
      ? {
          line: [
            [0, 0],
            [1, 1],
          ],
        }
      : { xyxy: [0, 0, 1, 1], metres: { width: 1, height: 1 } };
  planBehavior(wire, name === undefined ? new Map() : readZones({ [name]: zone }), param);
}

function keyOf(type: string, rest: Readonly<Record<string, unknown>>): string {
  const names = Object.keys(rest).toSorted((a, b) => (a < b ? -1 : 1));
  return [type, ...names.map((name) => `${name}=${JSON.stringify(rest[name])}`)].join(" ");
}

function findBehavior(type: string, param: string): Behavior {
  const behavior = behaviors.get(type);
  if (behavior) return behavior;
  const known = [...behaviors.keys()].join(", ");
  throw invalidField(param, `is the unknown behavior \`${type}\`. Use one of ${known}`);
}

function checkParameters(wire: BehaviorSettings, behavior: Behavior, param: string): void {
  const understood = new Set([...behavior.required, ...behavior.optional]);
  for (const name of parameters) {
    if (wire[name] !== undefined && !understood.has(name)) {
      throw invalidField(
        `${param}.${name}`,
        `is no parameter of \`${behavior.type}\`. Leave it out`,
      );
    }
  }
  for (const name of behavior.required) {
    if (name !== "line" && wire[name as keyof BehaviorSettings] === undefined) {
      throw invalidField(`${param}.${name}`, `is missing. Give it for \`${behavior.type}\``);
    }
  }
}

function findPlace(
  wire: BehaviorSettings,
  at: { behavior: Behavior; zones: Zones; param: string },
): { zone: AreaZone | null; line: LineZone | null } {
  const { behavior, zones, param } = at;
  if (behavior.geometry === "none") return findNoPlace(wire, param);
  if (behavior.geometry === "area") {
    if (wire.line !== undefined)
      throw invalidField(
        `${param}.line`,
        `is not for \`${behavior.type}\`, which needs an area. Give a zone`,
      );
    if (wire.zone === undefined && wire.distance !== undefined)
      throw invalidField(`${param}.distance`, "is in metres. Give a zone with its size");
    if (wire.zone === undefined) return { zone: null, line: null };
    const zone = findZone(wire.zone, zones, `${param}.zone`);
    if (zone.kind === "area") {
      const needsMetres = behavior.needsMetres || wire.distance !== undefined;
      if (!needsMetres || zone.toMetres !== null) return { zone, line: null };
      const where = `context.zones.${wire.zone}.metres`;
      throw invalidField(
        `${param}.zone`,
        `has no size, which \`${behavior.type}\` needs. Give ${where}, or calibrate the stream`,
      );
    }
    throw invalidField(
      `${param}.zone`,
      `is the line ${wire.zone}. Give \`${behavior.type}\` an area`,
    );
  }
  const field = wire.line === undefined ? "zone" : "line";
  const name = wire.line ?? wire.zone;
  if (name === undefined)
    throw invalidField(`${param}.line`, `is missing. Give \`${behavior.type}\` a line`);
  const line = findZone(name, zones, `${param}.${field}`);
  if (line.kind === "line") return { zone: null, line };
  throw invalidField(`${param}.${field}`, `is the area ${name}. Give \`${behavior.type}\` a line`);
}

function findNoPlace(wire: BehaviorSettings, param: string): { zone: null; line: null } {
  for (const field of ["zone", "line", "min_score", "min_height"] as const) {
    if (wire[field] !== undefined) {
      throw invalidField(
        `${param}.${field}`,
        `is not for \`${wire.type}\`, which covers the whole stream. Leave it out`,
      );
    }
  }
  return { zone: null, line: null };
}

function findZone(name: string, zones: Zones, param: string): Zone {
  const zone = zones.get(name);
  if (zone) return zone;
  const known = [...zones.keys()].join(", ") || "none";
  throw invalidField(
    param,
    `is \`${name}\`, which context.zones does not have. Use one of its zones (${known})`,
  );
}

function nonEmptyEvents(events: BehaviorSettings["events"]): readonly CameraEventKind[] {
  return events === undefined || events.length === 0 ? cameraEventKinds : events;
}

/** Returns a list that names something; an empty one counts as absent. */
export function nonEmpty(list: readonly string[] | undefined): readonly string[] | undefined {
  return list?.length === 0 ? undefined : list;
}

/** Without a class every class passes; mere motion may be anything. */
function classTest(classes: readonly string[]): (label: string) => boolean {
  if (classes.length === 0) return () => true;
  const allowed = new Set([...classes, motionLabel]);
  return (label) => allowed.has(label);
}
