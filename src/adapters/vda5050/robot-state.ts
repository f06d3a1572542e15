import type { CarriedLoad, ReportedMap, RobotSample } from "../../robots/driver/driver-port.ts";
import type { StateFrame, VisualizationFrame } from "./schemas/state.ts";

/** The state of an action, with the words of all versions. */
export type ActionStateFields = Omit<StateFrame["actionStates"][number], "actionStatus"> & {
  actionStatus: StateFrame["actionStates"][number]["actionStatus"] | "RETRIABLE";
};

/** A mode of any version. */
export type OperatingMode = StateFrame["operatingMode"] | "STARTUP" | "INTERVENED";

type ErrorFields = Omit<StateFrame["errors"][number], "errorLevel"> & {
  errorLevel: StateFrame["errors"][number]["errorLevel"] | "URGENT" | "CRITICAL";
};

/** The fields of a state, with the names of 2.1 and the fields that only 3.0 has. */
type StateFields = Omit<StateFrame, "actionStates" | "operatingMode" | "errors" | "safetyState"> & {
  actionStates: ActionStateFields[];
  /** Those of instant actions; the earlier versions have them among the others. */
  instantActionStates: ActionStateFields[];
  operatingMode: OperatingMode;
  errors: ErrorFields[];
  safetyState: { eStop: string; fieldViolation: boolean };
  zoneSets: { zoneSetId: string; mapId: string; zoneSetStatus: "ENABLED" | "DISABLED" }[];
  /** Zones and corridors that the robot requests. */
  requests: { requestId: string; requestStatus: string }[];
};

/** Fields of a state that every usable one has. */
export type CoreField =
  | "headerId"
  | "timestamp"
  | "orderId"
  | "orderUpdateId"
  | "lastNodeId"
  | "lastNodeSequenceId"
  | "nodeStates"
  | "edgeStates"
  | "driving"
  | "actionStates";

/** A state as it can be relied on: its core fields are there, any other may have been left out. */
export type UsableState = Pick<StateFields, CoreField> & Partial<StateFields>;

/** `automatic` takes orders; with SEMIAUTOMATIC the robot does too, a person bounds its speed. */
const modes: Record<OperatingMode, string> = {
  STARTUP: "startup",
  INTERVENED: "intervened",
  AUTOMATIC: "automatic",
  SEMIAUTOMATIC: "automatic",
  MANUAL: "manual",
  SERVICE: "service",
  TEACHIN: "teach_in",
};

/** The fields of a state about actions and driving; a state that is otherwise unusable has them too. */
export interface VdaActionReport {
  /** The status of an action; null when the robot does not report it. */
  action(actionId: string): ActionStateFields | null;
  /** Null where it does not say. */
  readonly isDriving: boolean | null;
}

/** A state that cannot be used: a field is wrong without which it means nothing. */
export class UnusableState implements VdaActionReport {
  readonly problems: readonly string[];
  readonly #rest: Readonly<Record<string, unknown>>;

  /** `rest` has the fields that are right. */
  constructor(problems: readonly string[], rest: Readonly<Record<string, unknown>>) {
    this.problems = problems;
    this.#rest = rest;
  }

  get isDriving(): boolean | null {
    const { driving } = this.#rest;
    return typeof driving === "boolean" ? driving : null;
  }

  action(actionId: string): ActionStateFields | null {
    const { actionStates = [], instantActionStates = [] } = this.#rest;
    const all = [actionStates, instantActionStates].flat() as ActionStateFields[];
    return all.find((each) => each.actionId === actionId) ?? null;
  }

  /** A value that the robot no longer reports is unknown. */
  sample(): RobotSample {
    const errors = this.problems.map(invalidFrame);
    return { source: "state", mode: null, isEmergencyStopped: null, errors };
  }
}

/** True when an action in this state has ended. */
export function isOver(actionStatus: ActionStateFields["actionStatus"]): boolean {
  return actionStatus === "FINISHED" || actionStatus === "FAILED";
}

/** Instant actions of ours, which versions before 3.0 report among those of the order. */
const instant = new Set([
  "startPause",
  "stopPause",
  "cancelOrder",
  "stateRequest",
  "factsheetRequest",
  "initPosition",
  "stopCharging",
]);

/** A state frame in the terms of the robots' module. */
export class RobotState implements VdaActionReport {
  readonly #frame: UsableState;

  constructor(frame: UsableState) {
    this.#frame = frame;
  }

  get orderId(): string {
    return this.#frame.orderId;
  }

  get orderUpdateId(): number {
    return this.#frame.orderUpdateId;
  }

  get lastNodeSequenceId(): number {
    return this.#frame.lastNodeSequenceId;
  }

  get isDriving(): boolean {
    return this.#frame.driving;
  }

  /** False also where the robot does not say. */
  get isPaused(): boolean {
    return this.#frame.paused ?? false;
  }

  get errors(): readonly ErrorFields[] {
    return this.#frame.errors ?? [];
  }

  /** True when the robot has nothing left to do of its order (section 6.6.2, figure 8, question 3). */
  get isIdle(): boolean {
    const { nodeStates, edgeStates, actionStates } = this.#frame;
    return (
      nodeStates.length === 0 &&
      edgeStates.length === 0 &&
      actionStates.every(({ actionStatus }) => isOver(actionStatus))
    );
  }

  /** True when anything of an order is left, so that a cancelOrder has something to cancel. */
  get hasOrder(): boolean {
    const { nodeStates, edgeStates } = this.#frame;
    return nodeStates.length > 0 || edgeStates.length > 0 || this.openActions.length > 0;
  }

  /** True when the robot stands by its own account: paused, handling a load, or with nothing to do. */
  get isAtRest(): boolean {
    const { nodeStates, edgeStates, driving } = this.#frame;
    return !driving && (this.isPaused || (nodeStates.length === 0 && edgeStates.length === 0));
  }

  /** True when the robot is giving up its order. */
  get isCancelling(): boolean {
    return this.running("cancelOrder") !== null;
  }

  /** Id of an action of this type that is not over; null for none. */
  running(actionType: string): string | null {
    const isRunning = (each: ActionStateFields): boolean =>
      each.actionType === actionType && !isOver(each.actionStatus);
    return this.#allActions.find(isRunning)?.actionId ?? null;
  }

  /** Ended instant actions that the robot still reports, where it lists them apart. */
  get overInstantActions(): number {
    const actionStates = this.#frame.instantActionStates ?? [];
    return actionStates.filter(({ actionStatus }) => isOver(actionStatus)).length;
  }

  /** Zone sets that are on the robot; null where it does not say. */
  get zoneSets(): StateFields["zoneSets"] | null {
    return this.#frame.zoneSets ?? null;
  }

  /** Ids of the robot's unanswered requests. */
  get openRequests(): string[] {
    const requests = this.#frame.requests ?? [];
    return requests
      .filter(({ requestStatus }) => requestStatus === "REQUESTED")
      .map(({ requestId }) => requestId);
  }

  get #allActions(): ActionStateFields[] {
    return [...this.#frame.actionStates, ...(this.#frame.instantActionStates ?? [])];
  }

  /** True when everything that is left of the order is released, so that the master has no more to send. */
  get isFullyReleased(): boolean {
    return this.#frame.nodeStates.every(({ released }) => released);
  }

  /** Of the last node of the order that the robot knows of. */
  get finalSequenceId(): number {
    return this.#frame.nodeStates.at(-1)?.sequenceId ?? this.#frame.lastNodeSequenceId;
  }

  get operatingMode(): OperatingMode | null {
    return this.#frame.operatingMode ?? null;
  }

  /** True when the master may send any instant action; true as long as the mode is not known. */
  get takesActions(): boolean {
    const mode = this.operatingMode;
    return mode === null || mode === "AUTOMATIC" || mode === "SEMIAUTOMATIC";
  }

  get hasFieldViolation(): boolean {
    return this.#frame.safetyState?.fieldViolation ?? false;
  }

  /** True when the robot reports its emergency stop and its safety field. */
  get saysSafety(): boolean {
    return this.#frame.safetyState !== undefined;
  }

  /** The robot's own position; null while it is not initialised. */
  get position(): { mapId: string; xM: number; yM: number; yawRad: number } | null {
    const at = this.#frame.agvPosition;
    if (!at?.positionInitialized) return null;
    return { mapId: at.mapId, xM: at.x, yM: at.y, yawRad: at.theta };
  }

  get lastNodeId(): string {
    return this.#frame.lastNodeId;
  }

  /** The maps of the robot (VDA 5050 2.1 and later, `maps`); null where it reports none. */
  get reportedMaps(): ReportedMap[] | null {
    const { maps } = this.#frame;
    if (!maps) return null;
    return maps.map(({ mapId, mapVersion, mapStatus, mapDescription }) => ({
      id: mapId,
      version: mapVersion,
      isEnabled: mapStatus === "ENABLED",
      description: mapDescription ?? null,
    }));
  }

  get mapIds(): string[] {
    const enabled = (this.#frame.maps ?? []).filter(({ mapStatus }) => mapStatus === "ENABLED");
    const own = this.#frame.agvPosition?.mapId;
    return [...new Set([...enabled.map(({ mapId }) => mapId), ...(own ? [own] : [])])];
  }

  /** The status of an action; null when the robot does not report it. */
  action(actionId: string): ActionStateFields | null {
    return this.#allActions.find((each) => each.actionId === actionId) ?? null;
  }

  /** Actions of the order that are not over. */
  get openActions(): readonly ActionStateFields[] {
    return this.#frame.actionStates.filter(
      ({ actionType, actionStatus }) => !isOver(actionStatus) && !instant.has(actionType ?? ""),
    );
  }

  /** The report of the first of these actions that failed; null when none failed. */
  failedActionOf(actions: readonly { actionId: string; actionType?: string }[]): string | null {
    for (const { actionId, actionType = "an action" } of actions) {
      const state = this.action(actionId);
      if (state?.actionStatus === "FAILED") {
        return `${actionType}: ${state.resultDescription ?? "the robot does not say why"}`;
      }
    }
    return null;
  }

  /** The state for the robots module: the frame's values and nothing else. */
  sample(problems: readonly string[], foreignOrderId: string | null = null): RobotSample {
    const { batteryState, operatingMode, safetyState, loads } = this.#frame;
    return {
      ...motionSample(this.#frame, "state"),
      ...(batteryState && {
        battery: { percent: batteryState.batteryCharge, isCharging: batteryState.charging },
      }),
      mode: operatingMode ? modes[operatingMode] : null,
      isEmergencyStopped: safetyState ? safetyState.eStop !== "NONE" : null,
      ...(loads && { loads: loads.map(carriedOf) }),
      errors: [
        ...(foreignOrderId === null ? [] : [foreignOrder(foreignOrderId)]),
        ...this.#problems(),
        ...problems.map(invalidFrame),
      ],
    };
  }

  #problems(): { code: string; message: string }[] {
    const reports = this.errors.map(({ errorType, errorLevel, errorDescription, errorHint }) => {
      const words = [errorDescription, errorHint].filter((each) => each !== undefined).join(" ");
      const level = errorLevel === "WARNING" ? "" : `${errorLevel.toLowerCase()}: `;
      return { code: codeOf(errorType), message: `${level}${words || errorType}`.slice(0, 500) };
    });
    if (this.hasFieldViolation) {
      reports.push({
        code: "field_violation",
        message: "Something is in the robot's safety field",
      });
    }
    if (this.openRequests.length > 0) {
      const message = "It asks leave for a zone or a corridor, which the box does not grant";
      reports.push({ code: "request_rejected", message });
    }
    return reports.slice(0, 50);
  }
}

function carriedOf(load: NonNullable<StateFrame["loads"]>[number]): CarriedLoad {
  const { loadId = null, loadType = null, loadPosition = null, weight = null } = load;
  return { id: loadId, type: loadType, position: loadPosition, weightKg: weight };
}

/** Pose and velocity of a state or of a visualization. */
export function motionSample(
  { agvPosition, velocity }: Pick<VisualizationFrame, "agvPosition" | "velocity">,
  source: string,
): RobotSample {
  const sample: RobotSample = { source };
  if (agvPosition?.positionInitialized) {
    const { mapId, x, y, theta } = agvPosition;
    sample.pose = { frame: mapId, xM: x, yM: y, yawRad: theta };
  }
  if (velocity?.vx !== undefined && velocity.omega !== undefined) {
    const linearMps = Math.hypot(velocity.vx, velocity.vy ?? 0) * (velocity.vx < 0 ? -1 : 1);
    sample.velocity = { linearMps, angularRadps: velocity.omega };
  }
  return sample;
}

function foreignOrder(orderId: string): { code: string; message: string } {
  const message = `Another client drives this robot: the order ${orderId.slice(0, 64)} is not the box's`;
  return { code: "another_client", message };
}

/** A problem of a frame as an error of the status. */
function invalidFrame(message: string): { code: string; message: string } {
  return { code: "vda5050_invalid_frame", message };
}

/** `orderUpdateError` of 2.x becomes `order_update_error`; a maker's own words stay. */
function codeOf(errorType: string): string {
  const words = errorType.replace(/([a-z0-9])([A-Z])/g, "$1_$2").toLowerCase();
  return words.replace(/[^a-z0-9]+/g, "_").slice(0, 64);
}

/**
 * Decides which states count. Frames of QoS 0 may come twice or late, a robot that was switched
 * off restarts its count, and clocks are set: only what is older by both its number and its time
 * is left out, and never after a new connection, nor five times in a row.
 */
export class FrameOrder {
  #last: { headerId: number; timestamp: string } | null = null;
  #dropped = 0;

  /** The robot reconnected: the next frame counts. */
  reset(): void {
    this.#last = null;
  }

  /** True when the frame is newer than the last one that counted. */
  accepts({ headerId, timestamp }: { headerId: number; timestamp: string }): boolean {
    const last = this.#last;
    const isOlder =
      last !== null &&
      headerId <= last.headerId &&
      timestamp <= last.timestamp &&
      this.#dropped < 5;
    this.#dropped = isOlder ? this.#dropped + 1 : 0;
    if (!isOlder) this.#last = { headerId, timestamp };
    return !isOlder;
  }
}
