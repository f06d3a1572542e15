import type { DriverCapability } from "../../robots/driver/driver-port.ts";
import type { NurbsCurve } from "../../base/geo/nurbs.ts";
import type { Sheet, SheetAction } from "./dialect.ts";
import type { FieldUse, RouteFields } from "./route.ts";
import { robotCommands } from "../../robots/robot-terms.ts";

/** Nodes of one order frame where the robot sets no bound. */
const defaultMaxNodes = 50;
/** A node with its edge in JSON, and its frame, in bytes; none of our names is longer. */
const nodeBytes = 640;
/** Bytes that a trajectory, a length and a corridor add to an edge. */
const edgeBytes = 320;
const frameBytes = 512;
/** Length of the ids of ours. */
const idLength = 36;

/** Optional fields of nodes and edges that the box can send; `order.edges.corridor` by the settings. */
const sayable: ReadonlySet<string> = new Set([
  "order.nodes.actions",
  "order.nodes.nodePosition",
  "order.nodes.nodePosition.x",
  "order.nodes.nodePosition.y",
  "order.nodes.nodePosition.mapId",
  "order.nodes.nodePosition.theta",
  "order.nodes.nodePosition.allowedDeviationXY",
  "order.edges.actions",
  "order.edges.maxSpeed",
  "order.edges.maxRotationSpeed",
  "order.edges.length",
  "order.edges.trajectory",
]);

/** The abilities in a factsheet that a master needs; each may be unknown. */
export class Abilities {
  readonly #sheet: Sheet | null;

  constructor(sheet: Sheet | null) {
    this.#sheet = sheet;
  }

  /** True when a factsheet has arrived. */
  get isKnown(): boolean {
    return this.#sheet !== null;
  }

  /** True when the robot has the action, or its actions are unknown. */
  has(actionType: string, scope: "INSTANT" | "NODE"): boolean {
    const actions = this.#sheet?.actions ?? [];
    if (actions.length === 0) return true;
    return actions.some(
      (each) => each.actionType === actionType && each.actionScopes.includes(scope),
    );
  }

  /** True when an optional field may be sent, or no list of them is known. */
  takes(parameter: string): boolean {
    const known = this.#sheet?.optionalParameters ?? [];
    if (known.length === 0) return true;
    return known.some((each) => each === parameter || each.startsWith(`${parameter}.`));
  }

  /** The factsheet's entry of the action; undefined when it lists none. */
  action(actionType: string): SheetAction | undefined {
    return this.#sheet?.actions.find((each) => each.actionType === actionType);
  }

  /** The blocking type of the action: none, unless the robot only supports stricter ones. */
  blockingOf(actionType: string): "HARD" | "SOFT" | "NONE" {
    const words = this.action(actionType)?.blockingTypes ?? [];
    if (words.length === 0) return "HARD";
    return (["HARD", "SOFT"] as const).find((word) => words.includes(word)) ?? "NONE";
  }

  /** Returns the optional fields of an order, with the corridor where one is set. */
  routeFields(hasCorridor: boolean): RouteFields {
    const named = (field: string): FieldUse =>
      (this.#sheet?.optionalParameters ?? []).length > 0 ? this.#useOf(field) : "never";
    const needed = (field: string): FieldUse =>
      this.#useOf(field) === "always" ? "always" : "never";
    return {
      theta: this.#useOf("order.nodes.nodePosition.theta"),
      deviation: this.#useOf("order.nodes.nodePosition.allowedDeviationXY"),
      maxSpeed: this.#useOf("order.edges.maxSpeed"),
      maxRotationSpeed: named("order.edges.maxRotationSpeed"),
      length: needed("order.edges.length"),
      trajectory: needed("order.edges.trajectory"),
      curves: this.takesCurves,
      corridor: hasCorridor ? this.#useOf("order.edges.corridor") : "never",
    };
  }

  /** True when the robot's factsheet says that it takes trajectories of edges. */
  get takesCurves(): boolean {
    const isListed = (this.#sheet?.optionalParameters ?? []).length > 0;
    return isListed && this.#useOf("order.edges.trajectory") !== "never";
  }

  /** True when a curve is within the robot's bounds of lists and messages. */
  fitsCurve({ knots, points }: NurbsCurve): boolean {
    const { maxKnots = 0, maxControlPoints = 0, maxMessage = 0 } = this.#sheet ?? {};
    if (maxKnots > 0 && knots.length > maxKnots) return false;
    if (maxControlPoints > 0 && points.length > maxControlPoints) return false;
    // `maxNodes` counts on this.
    return maxMessage === 0 || JSON.stringify([knots, points]).length <= edgeBytes;
  }

  /** Returns the first field that the robot requires and the box cannot send; null for none. */
  unsayable(hasCorridor: boolean): string | null {
    const required = this.#sheet?.requiredParameters ?? [];
    const isSaid = (field: string): boolean =>
      sayable.has(field) ||
      field.startsWith("order.edges.trajectory.") ||
      (hasCorridor && /^order\.edges\.corridor(\.(left|right)Width)?$/.test(field));
    return (
      required.find((field) => /^order\.(nodes|edges)\./.test(field) && !isSaid(field)) ?? null
    );
  }

  #useOf(field: string): FieldUse {
    const required = this.#sheet?.requiredParameters ?? [];
    if (required.some((each) => each === field || each.startsWith(`${field}.`))) return "always";
    return this.takes(field) ? "useful" : "never";
  }

  /** Nodes of one order frame, by the longest lists and messages of the robot; at most 50. */
  maxNodes(fields: RouteFields): number {
    const { trajectory, length, corridor, curves } = fields;
    const isLong = curves || [trajectory, length, corridor].some((use) => use !== "never");
    const bytes = nodeBytes + (isLong ? edgeBytes : 0);
    const { maxNodes = 0, maxEdges = 0, maxMessage = 0 } = this.#sheet ?? {};
    const bounds = [
      defaultMaxNodes,
      ...(maxNodes > 0 ? [maxNodes] : []),
      ...(maxEdges > 0 ? [maxEdges + 1] : []),
      ...(maxMessage > 0 ? [Math.floor((maxMessage - frameBytes) / bytes)] : []),
    ];
    // An order with a way has two nodes.
    return Math.max(2, Math.min(...bounds));
  }

  /** Returns why the robot cannot accept our ids; null when it can. */
  get idProblem(): string | null {
    const { areIdsNumeric = false, maxIdLength = 0 } = this.#sheet ?? {};
    if (areIdsNumeric) return "its factsheet wants ids of digits only";
    if (maxIdLength === 0 || maxIdLength >= idLength) return null;
    return `its factsheet has room for ids of ${maxIdLength} characters, ours have ${idLength}`;
  }

  /** Longest id of a load; zero is no bound. */
  get maxLoadIdLength(): number {
    return this.#sheet?.maxLoadIdLength ?? 0;
  }

  /** Types of loads that the robot can handle; empty where it lists none. */
  get loadTypes(): readonly string[] {
    return this.#sheet?.loadTypes ?? [];
  }

  /** Types of zones that the robot keeps to by itself; null before its report. */
  get zoneTypes(): readonly string[] | null {
    return this.#sheet?.zoneTypes ?? null;
  }

  /** Bytes of one message; zero is no bound. */
  get maxMessage(): number {
    return this.#sheet?.maxMessage ?? 0;
  }

  /** Zones of one set; zero is no bound. */
  get maxZones(): number {
    return this.#sheet?.maxZones ?? 0;
  }

  /** Between two order frames, in milliseconds. */
  get orderIntervalMs(): number {
    const sec = this.#sheet?.orderIntervalSec ?? 0;
    return Number.isFinite(sec) ? Math.min(10_000, Math.max(0, sec * 1000)) : 0;
  }

  /** The most that the robot can drive, in metres per second; null when unknown. */
  get speedMaxMps(): number | null {
    return this.#sheet?.speedMaxMps ?? null;
  }
}

/** The state that the abilities of a robot depend on. */
export interface RobotSituation {
  abilities: Abilities;
  /** Returns why the robot is unusable now, or null. */
  obstacle: string | null;
  hasPosition: boolean;
  hasDock: boolean;
  hasCorridor: boolean;
}

const never: Partial<Record<DriverCapability["name"], string>> = {
  camera: "VDA 5050 has no pictures",
  announce: "VDA 5050 has no way to make a robot speak",
  teleop: "VDA 5050 has no way to drive a robot by hand",
};

/** Commands that become an order. */
const orders: ReadonlySet<string> = new Set(["move_to", "follow_route", "dock", "pick", "drop"]);

const actionsFor: Partial<Record<DriverCapability["name"], readonly [string, "INSTANT" | "NODE"]>> =
  {
    pause: ["startPause", "INSTANT"],
    resume: ["stopPause", "INSTANT"],
    cancel: ["cancelOrder", "INSTANT"],
    localize: ["initPosition", "INSTANT"],
    pick: ["pick", "NODE"],
    drop: ["drop", "NODE"],
    dock: ["startCharging", "NODE"],
    undock: ["stopCharging", "INSTANT"],
  };

/** Every command with whether the robot can do it now, and why not. */
export function capabilitiesOf(circumstances: RobotSituation): DriverCapability[] {
  const source = circumstances.abilities.isKnown ? "factsheet" : "vda5050";
  return ([...robotCommands, "camera"] as const).map((name) => {
    const reason = reasonAgainst(name, circumstances);
    return { name, source, available: reason === null, reason };
  });
}

function reasonAgainst(
  name: DriverCapability["name"],
  circumstances: RobotSituation,
): string | null {
  const { abilities, obstacle, hasPosition, hasDock, hasCorridor } = circumstances;
  const impossible = never[name];
  if (impossible !== undefined) return impossible;
  // A stop is tried whatever is known.
  if (name === "stop") return null;
  if (obstacle !== null) return obstacle;
  if (abilities.idProblem !== null) return abilities.idProblem;
  const needed = actionsFor[name];
  if (needed && !abilities.has(...needed)) return `its factsheet has no ${needed[0]}`;
  if (name === "set_speed_limit" && !abilities.takes("order.edges.maxSpeed")) {
    return "it takes no maxSpeed of edges";
  }
  if (name === "dock" && !hasDock) return "its dock is not configured (vda5050.dock)";
  if (!orders.has(name)) return null;
  if (!abilities.takes("order.nodes.nodePosition")) return "it does not take positions of nodes";
  const missing = abilities.unsayable(hasCorridor);
  if (missing !== null) return `its factsheet requires ${missing}, which the box cannot say`;
  return hasPosition ? null : "its position is not initialised";
}
