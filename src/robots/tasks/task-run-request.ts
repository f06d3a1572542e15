import { fail, invalidField } from "../../base/contract/fail.ts";
import type { RobotCommandBody } from "../driver/command-document.ts";
import type { RobotRunRequest } from "./run-document.ts";
import { GatehouseError } from "../../base/core/errors.ts";
import { polygonProblem } from "../../base/geo/polygon.ts";
import { checkActionStep } from "../commands/action-step.ts";
import { readCommand } from "../driver/command.ts";
import type { RobotUnit } from "../fleet/robot-unit.ts";
import type { Robots } from "../fleet/robots.ts";
import { isAbout, type StoredItem, type StoredKind } from "../fleet/stored-config.ts";
import { isBounding } from "../bounds/zone-types.ts";
import { compileTask } from "./plans/compile.ts";
import { isOnPicture, isPlace, type RunZone, zoneOfPlace } from "./plans/places.ts";
import {
  labelsOf,
  type Plan,
  type PlanAction,
  type PlanStep,
  searchOf,
  type PerceptionPlan,
} from "./plans/plan-record.ts";
import type { RunVision } from "./ports.ts";
import { findRunProfile } from "./run-profiles.ts";
import { actionsWithinSpeed, withinSpeed } from "./plans/plan-speed.ts";
import { runLimits } from "./run-terms.ts";

/** Classes to detect by default, as on streams. */
const usual = ["person", "bicycle", "car", "motorcycle", "bus", "truck"];

/** Dependencies of the checks of runs. */
export interface RunCheckParts {
  robots: Robots;
  vision: RunVision;
  isBehaviorType(type: string): boolean;
  /** True when a text endpoint plans words that the grammar does not read. */
  hasTextPlanner: boolean;
}

/** A run after all checks. */
export interface CheckedRun {
  /** Null for words that a text endpoint is to plan. */
  plan: Plan | null;
  /** The reason why the grammar did not read them; null with a plan. */
  misread: string | null;
  zones: RunZone[];
  perceptionPlan: PerceptionPlan;
  locale: string;
}

/**
 * Checks a request and makes its plan. Fails with `not_found` for an unknown robot, with
 * `invalid_request_body` naming the field, with `task_not_understood`, and with `command_rejected` for a plan
 * that the gate would always refuse.
 */
export function checkRun(parts: RunCheckParts, org: string, request: RobotRunRequest): CheckedRun {
  const unit = parts.robots.unit(org, request.robot_id);
  if (!unit)
    throw fail("not_found", "robot_id: there is no such robot. Choose a listed one", {
      param: "robot_id",
    });
  const zones = zonesOf(parts, org, request);
  const known = parts.robots.stored
    .list(org, "zone")
    .filter((zone) => isAbout(zone, request.robot_id));
  const named = placesOf(parts, org, { request, zones: [...zones, ...known] });
  const locale = request.output?.locale ?? request.context?.locale ?? "en";
  const frame = unit.parts.settings.frames[0] ?? "map";
  const perceptionPlan = perceptionPlanOf(parts, org, {
    request,
    unit,
    zones: [...zones, ...known],
  });
  let plan: Plan | null = null;
  let misread: string | null = null;
  try {
    const places = { zones: zones.filter(isPlace), known: [...known.filter(isPlace), ...named] };
    const compiled = compileTask({ request, ...places, frame, locale });
    plan = withinSpeed(compiled, request.max_speed_mps);
  } catch (error) {
    if (!parts.hasTextPlanner || !isForPlanner(error)) throw error;
    misread = (error as Error).message;
  }
  if (plan) {
    perceptionPlan.detect = detectFor(plan, perceptionPlan);
    assertPossible(plan, unit, perceptionPlan);
  }
  for (const action of perceptionPlan.actions) checkCommands(action, unit);
  return {
    plan,
    misread,
    zones: [...[...zones, ...known].map(zoneOf), ...(plan ? [] : named)],
    perceptionPlan,
    locale,
  };
}

/** Words that a text endpoint may plan; "stop" never leaves the box. */
function isForPlanner(error: unknown): boolean {
  const known = GatehouseError.find(error);
  const isStop = known?.details?.some(({ rule }) => rule === "stop") ?? false;
  return known?.code === "task_not_understood" && !isStop;
}

/** Fails with `command_rejected` naming the step that the gate would refuse in every state. */
export function assertPossible(plan: Plan, unit: RobotUnit, perceptionPlan: PerceptionPlan): void {
  const steps = plan.sections.flatMap((section) => section.steps);
  if (steps.length > runLimits.steps) {
    throw invalidField("task", `the plan has more than ${runLimits.steps} steps. Shorten the task`);
  }
  for (const [at, step] of steps.entries()) {
    if (step.type === "follow" || step.type === "observe") {
      const message = blindness(step, perceptionPlan);
      if (message === null) continue;
      throw refused(at, { rule: "capability_missing", message });
    }
    const refusal = "command" in step ? neverOf(unit, step.command) : null;
    if (refusal) throw refused(at, refusal);
  }
}

/** Returns the missing picture source of following, looking for and counting; null when there is one. */
function blindness(
  step: PlanStep,
  { usesCamera, streamIds, hasPicture }: PerceptionPlan,
): string | null {
  if (usesCamera || streamIds.length > 0) return null;
  const sources = "the robot's camera, or streams that are calibrated";
  if (step.type === "follow") return `following needs ${sources}`;
  const label = searchOf(step);
  return label === undefined || hasPicture
    ? null
    : `to see a ${label} it needs ${sources}, or perception.input`;
}

/** Returns the classes to detect: those of the request, and those that the plan follows, looks for or counts. */
function detectFor(plan: Plan, { detect, behaviors }: PerceptionPlan): string[] {
  const labels = labelsOf(plan);
  if (labels.length === 0) return detect;
  const named = [...detect, ...behaviors.flatMap(({ classes = [] }) => classes)];
  // By default people and vehicles are detected.
  if (named.length === 0 && labels.every((label) => usual.includes(label))) return detect;
  return [...new Set([...(detect.length > 0 ? detect : [...usual, ...named]), ...labels])];
}

function neverOf(
  unit: RobotUnit,
  body: RobotCommandBody,
): { rule: string; message: string } | null {
  const { command } = body;
  return command === "stop" ? null : unit.neverOf(readCommand({ ...body, command }));
}

function refused(at: number, { rule, message }: { rule: string; message: string }) {
  return fail("command_rejected", `plan.steps[${at}]: ${rule}: ${message}. Change this step`, {
    param: "task",
    details: [{ path: `plan.steps[${at}]`, rule, message }],
  });
}

function checkCommands(action: PlanAction, unit: RobotUnit): void {
  for (const step of action.do) {
    if (step.type !== "command") continue;
    const refusal = neverOf(unit, step.command!);
    if (!refusal) continue;
    const { rule, message } = refusal;
    throw fail("command_rejected", `actions: ${rule}: ${message}. Change the command`, {
      param: "actions",
      details: [{ path: "actions", rule, message }],
    });
  }
}

function zonesOf({ robots }: RunCheckParts, org: string, request: RobotRunRequest): RunZone[] {
  const inline = (request.zones ?? []).map((zone, at) => {
    const problem = polygonProblem(zone.polygon) ?? pictureProblem(zone);
    if (problem !== null) throw invalidField(`zones[${at}].polygon`, problem);
    if (isBounding(zone.type)) {
      throw invalidField(
        `zones[${at}].type`,
        "bounds every command. Store it with POST /robots/zones",
      );
    }
    return zoneOf(zone);
  });
  const stored = pick(robots, org, {
    kind: "zone",
    ids: request.zone_ids,
    robotId: request.robot_id,
  });
  const zones = [...inline, ...stored.map(zoneOf)];
  const names = new Set<string>();
  for (const { name } of zones) {
    if (names.has(name)) throw invalidField("zones", `two have the name ${name}. Rename one`);
    names.add(name);
  }
  return zones;
}

/** The stored places that words may name; a zone of the same name comes first. */
function placesOf(
  { robots }: RunCheckParts,
  org: string,
  { request, zones }: { request: RobotRunRequest; zones: readonly { name: string }[] },
): RunZone[] {
  const names = new Set(zones.map(({ name }) => name));
  return robots
    .placesFor(org, request.robot_id)
    .map(zoneOfPlace)
    .filter(({ name }) => !names.has(name));
}

function pictureProblem(zone: RunZone): string | null {
  const isInside = zone.polygon.flat().every((value) => value >= 0 && value <= 1);
  return isInside || !isOnPicture(zone) ? null : "on the picture: fractions of it, 0 to 1";
}

function zoneOf({ name, type, frame, polygon }: RunZone): RunZone {
  return { name, type, frame, polygon };
}

/** Returns stored things by id; each must apply to the robot. */
function pick<K extends StoredKind>(
  robots: Robots,
  org: string,
  filter: { kind: K; ids: readonly string[] | undefined; robotId: string },
): StoredItem<K>[] {
  const { kind, ids = [], robotId } = filter;
  const all = new Map(robots.stored.list(org, kind).map((item) => [item.id, item]));
  return ids.map((id, at) => {
    const item = all.get(id.toLowerCase());
    if (item && isAbout(item, robotId)) return item;
    throw invalidField(`${kind}_ids[${at}]`, `the robot has no such ${kind}. Choose a stored one`);
  });
}

function perceptionPlanOf(
  parts: RunCheckParts,
  org: string,
  context: { request: RobotRunRequest; unit: RobotUnit; zones: readonly RunZone[] },
): PerceptionPlan {
  const { request, unit } = context;
  const hasCamera = unit.parts.driver.camera !== undefined;
  if (request.perception?.robot_camera && !hasCamera) {
    throw invalidField(
      "perception.robot_camera",
      "the robot has no camera. Use perception.stream_ids or input",
    );
  }
  const reactions = reactionsOf(parts, org, request);
  const actions = actionsWithinSpeed(reactions.actions, request.max_speed_mps);
  const perceptionPlan = { ...reactions, actions, ...sightOf(request, hasCamera) };
  checkBehaviors(perceptionPlan, context.zones, parts.isBehaviorType);
  checkActions(perceptionPlan);
  checkSight(parts.vision, org, { perceptionPlan, zones: context.zones });
  return perceptionPlan;
}

/** Returns behaviors and actions: the run's own and stored ones, else those of its profile. */
function reactionsOf(
  { robots }: RunCheckParts,
  org: string,
  request: RobotRunRequest,
): Pick<PerceptionPlan, "detect" | "behaviors" | "actions"> {
  const { robot_id: robotId, behaviors: inline = [], perception } = request;
  const profile = request.profile === undefined ? null : findRunProfile(request.profile);
  const stored = pick(robots, org, { kind: "behavior", ids: request.behavior_ids, robotId });
  const behaviors = [
    ...inline,
    ...stored.map(({ type, zone, severity }) => ({
      type,
      ...(zone === undefined ? {} : { zone }),
      ...(severity === undefined ? {} : { severity }),
    })),
  ];
  const positions = new Map(stored.map(({ id }, at) => [id, inline.length + at]));
  const resolved = (steps: PlanAction["do"]): PlanAction["do"] =>
    steps.map((step) =>
      step.command ? { ...step, command: robots.resolved(org, robotId, step.command) } : step,
    );
  const actions: PlanAction[] = [
    ...(request.actions ?? []).map((action) => ({
      ...action,
      do: resolved(action.do),
      behavior: null,
    })),
    ...pick(robots, org, { kind: "action", ids: request.action_ids, robotId }).map(
      ({ on, do: steps, behavior_id: id = null }) => ({
        on,
        do: resolved(steps),
        // A stored action of one behavior belongs to that one only, and needs it in the run.
        behavior: id === null ? null : (positions.get(id) ?? -1),
      }),
    ),
  ];
  return {
    detect: perception?.detect ?? profile?.detect ?? [],
    behaviors: behaviors.length > 0 ? behaviors : (profile?.behaviors ?? []),
    actions: actions.length > 0 ? actions : (profile?.actions ?? []),
  };
}

function sightOf(
  { perception = {} }: RobotRunRequest,
  hasCamera: boolean,
): Omit<PerceptionPlan, "detect" | "behaviors" | "actions"> {
  return {
    streamIds: perception.stream_ids ?? [],
    usesCamera: perception.robot_camera ?? hasCamera,
    periodMs: (perception.period_seconds ?? runLimits.periodDefaultSec) * 1000,
    hasPicture: perception.input !== undefined,
    frameIndex: perception.frame_index ?? null,
  };
}

function checkBehaviors(
  { behaviors, streamIds }: PerceptionPlan,
  zones: readonly RunZone[],
  isBehaviorType: (type: string) => boolean,
): void {
  for (const [at, { type, zone }] of behaviors.entries()) {
    if (!isBehaviorType(type))
      throw invalidField(
        `behaviors[${at}].type`,
        "there is no such type of behavior. Choose a known one",
      );
    const isKnown = zone === undefined || zones.some(({ name }) => name === zone);
    // A stream's own zones have names too; they are compared at its incident.
    if (!isKnown && streamIds.length === 0) {
      throw invalidField(
        `behaviors[${at}].zone`,
        "there is no such zone. Use a zone of the run or the robot",
      );
    }
  }
}

function checkActions({ behaviors, actions }: PerceptionPlan): void {
  for (const [at, { on, behavior, do: steps }] of actions.entries()) {
    const isAnswered =
      behavior === null ? behaviors.some(({ type }) => type === on) : behavior >= 0;
    if (!isAnswered)
      throw invalidField(`actions[${at}].on`, "the run has no such behavior. Add it to behaviors");
    for (const [index, step] of steps.entries())
      checkActionStep(step, `actions[${at}].do[${index}]`);
  }
}

function checkSight(
  vision: RunVision,
  org: string,
  { perceptionPlan, zones }: { perceptionPlan: PerceptionPlan; zones: readonly RunZone[] },
): void {
  const { behaviors, streamIds, usesCamera, hasPicture, detect } = perceptionPlan;
  for (const [at, id] of streamIds.entries()) {
    if (!vision.hasStream(org, id))
      throw invalidField(
        `perception.stream_ids[${at}]`,
        "there is no such stream. Choose a listed one",
      );
  }
  const seesPictures = usesCamera || hasPicture;
  if (behaviors.length > 0 && !seesPictures && streamIds.length === 0) {
    throw invalidField(
      "behaviors",
      "have no picture source, because the robot has no camera. Set perception.stream_ids or input",
    );
  }
  // Named streams may show what pictures of a moving camera cannot.
  if (seesPictures && streamIds.length === 0) {
    vision.check({ detect, behaviors, zones: zones.filter(isOnPicture) });
  }
}
