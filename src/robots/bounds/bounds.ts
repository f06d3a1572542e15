import type { Clock } from "../../base/core/clock.ts";
import type { ActiveCommand } from "../commands/active-command.ts";
import { AllowedSpace, edgeMarginM, type SpaceProblem, type ZoneArea } from "../driver/areas.ts";
import { isMovement, placesOf, readCommand, type RobotCommand } from "../driver/command.ts";
import type { Brake } from "../commands/command-lane.ts";
import { approachProblem, Course, courseOf } from "../commands/course.ts";
import type { DriverCapability, RobotDriver } from "../driver/driver-port.ts";
import type { LiveState } from "../driver/live-state.ts";
import { PoseAge } from "./pose-age.ts";
import type { CommandLog } from "../commands/command-log.ts";
import type { RobotStops } from "../commands/robot-stops.ts";
import type { RobotSettings } from "../driver/robot-settings.ts";
import { type SafetyFinding, SafetyMonitor } from "./safety-monitor.ts";

/** Dependencies of the bounds of one robot. */
export interface BoundsParts {
  settings: RobotSettings;
  driver: RobotDriver;
  clock: Clock;
  state: LiveState;
  commandLog: CommandLog;
  active: ActiveCommand;
  stops: RobotStops;
  brake: Brake;
}

/** Commands that send the robot to a place. */
const travels: ReadonlySet<string> = new Set(["move_to", "follow_route", "pick", "drop", "dock"]);
const unknownDock =
  "where its dock is, is not known, and bounds hold on the way there. Set dock_pose, or dock_way: advisory " +
  "to send it unchecked";
const unseen =
  "advisory on the way. Where the robot's dock is, is not known; it is stopped when it is seen beyond this bound";
const advisory =
  "advisory on the way. The robot plans it by itself and does not have this bound; " +
  "it is stopped when it is seen beyond it";

/** The reason why the robot must abandon a goal. */
interface Forbidden {
  rule: SpaceProblem["rule"] | "capability_missing";
  zone: string | null;
}

/** Further stops of one breach raise at most one incident in this time, in milliseconds. */
const againMs = 1000;
/** A pose this far beyond the robot's reach is a new place, not a movement; metres. */
const jumpM = 0.5;

/**
 * Enforces the bounds of one robot: a robot out of bounds, without a known pose, or with a blocked way is
 * stopped first, and recorded then. After a breach runs and rules wait.
 */
export class Bounds {
  readonly #parts: BoundsParts;
  readonly #monitor = new SafetyMonitor();
  readonly #poseAge: PoseAge;
  #zones: readonly ZoneArea[] = [];
  #space: AllowedSpace;
  /** `waySpace`, and the robot's own zones at its creation. */
  #way: { space: AllowedSpace; without: string } | null = null;
  #course: Course | null = null;
  #seen: { xM: number; yM: number; atMs: number } | null = null;
  /** True when it was out of bounds when the zones last changed. */
  #wasBeyond = false;
  /** The command that is ending because the robot's pose is unknown. */
  #blindId: string | null = null;
  #incidentMs = Number.NEGATIVE_INFINITY;

  constructor(parts: BoundsParts) {
    this.#parts = parts;
    const { settings, clock, driver } = parts;
    this.#poseAge = new PoseAge(clock, () => driver.stoodUntilMs);
    this.#space = new AllowedSpace(settings.geofence, []);
  }

  get zones(): readonly ZoneArea[] {
    return this.#zones;
  }

  get space(): AllowedSpace {
    return this.#space;
  }

  /** The bounds of a way before it begins: a robot avoids its own zones by itself. */
  get waySpace(): AllowedSpace {
    if (this.#parts.driver.drivesStraight) return this.#space;
    const zones = this.#zones.filter((zone) => !this.isNative(zone));
    const without = zones.map(({ id, name }) => id ?? name).join("\n");
    if (this.#way?.without !== without) {
      this.#way = { space: new AllowedSpace(this.#parts.settings.geofence, zones), without };
    }
    return this.#way.space;
  }

  /** True when the robot is within its bounds; null when unknown. */
  get isInside(): boolean | null {
    if (!this.#space.isBounded || this.#parts.state.fresh("pose") === null) return null;
    return !this.#monitor.isBeyond;
  }

  /** The robot's place, for a command that would move it; null when the last pose is too old. */
  get pose() {
    const { state, settings } = this.#parts;
    if (this.#space.isBounded && this.#poseAge.ms > settings.maxPoseAgeMs) return null;
    return state.fresh("pose");
  }

  /** `PoseAge.periodMs`. */
  get posePeriodMs(): number | null {
    return this.#poseAge.periodMs;
  }

  /** True when the robot confirms that it keeps to the zone by itself. */
  isNative({ id }: Pick<ZoneArea, "id">): boolean {
    return id !== null && this.#parts.driver.nativeZones?.problemOf(id) === null;
  }

  /** The abilities of the robot; within bounds without driving to a dock of unknown place. */
  get capabilities(): readonly DriverCapability[] {
    const { driver, settings } = this.#parts;
    const all = driver.capabilities();
    if (!this.#space.isBounded || settings.isDockWayAdvisory) return all;
    return all.map((each) =>
      each.available && this.#isUnknown(each.name)
        ? { ...each, available: false, reason: unknownDock }
        : each,
    );
  }

  /** True when the command drives to an unknown place. */
  #isUnknown(kind: string): boolean {
    if (kind !== "dock" && kind !== "undock") return false;
    return courseOf({ kind }, this.#parts.driver) === null;
  }

  /**
   * Returns a sentence for each bound that may not hold on the way of such a command, because the robot plans
   * its own way and lacks the bound. Empty where all hold.
   */
  warningsOf({ kind }: { kind: string }): string[] {
    const { driver, settings } = this.#parts;
    const isUnknown = this.#isUnknown(kind);
    if (!isUnknown && (driver.drivesStraight || !travels.has(kind))) return [];
    const bounds = this.#zones
      .filter((zone) => zone.type !== "speed_limit" && (isUnknown || !this.isNative(zone)))
      .map(({ name }) => `zone ${name}`);
    if (settings.geofence) bounds.push("geofence");
    return bounds.map((bound) => `${bound}: ${isUnknown ? unseen : advisory}`);
  }

  /** Applies these zones from now on. */
  setZones(zones: readonly ZoneArea[]): void {
    this.#zones = zones;
    this.#wasBeyond = this.#monitor.isBeyond;
    this.#space = new AllowedSpace(this.#parts.settings.geofence, zones);
    this.#way = null;
  }

  /** Notes that the robot is about to receive this command. */
  began(id: string, command: RobotCommand): void {
    if (!isMovement(command)) return;
    const { driver, state } = this.#parts;
    this.#course = new Course(id, command, driver);
    const pose = state.value("pose");
    if (pose) this.#monitor.begin(this.#space, pose);
  }

  /** Takes a pose of this age: a robot that is suddenly elsewhere has another way ahead. */
  heardPose(ageMs: number): void {
    const { state, settings, clock } = this.#parts;
    this.#poseAge.heard(Math.max(0, ageMs));
    if (this.#poseAge.ms <= settings.maxPoseAgeMs) this.#blindId = null;
    const pose = state.value("pose")!;
    const atMs = clock.monoMs();
    const before = this.#seen;
    this.#seen = { xM: pose.xM, yM: pose.yM, atMs };
    this.#course?.seen(pose);
    if (!before) return;
    const reachM = (settings.maxSpeedMps * (atMs - before.atMs)) / 1000 + jumpM;
    if (Math.hypot(pose.xM - before.xM, pose.yM - before.yM) > reachM) this.endForbiddenGoal();
  }

  /** Checks the robot's place and the other conditions. */
  look(): void {
    const { state, settings } = this.#parts;
    for (const found of this.#monitor.look(state, this.#space, settings.batteryFloorPercent)) {
      void this.#actOn(found);
    }
  }

  /** Stops a robot on a command while its pose is unknown. */
  tick(): void {
    const { settings, active, stops, commandLog } = this.#parts;
    const id = active.current?.id ?? null;
    if (id === null || id === this.#blindId || !this.#space.isBounded || stops.isDue) return;
    if (this.#poseAge.ms <= settings.maxPoseAgeMs) return;
    this.#blindId = id;
    const why = `no pose for more than ${settings.maxPoseAgeMs / 1000} s`;
    const ended = stops.endActive("failed", `pose_unknown: ${why}`, "stop");
    void ended.then((isDone) =>
      commandLog.incident({
        type: "pose_lost",
        severity: "critical",
        command_id: id,
        summary: `The robot was on a command within bounds, and said for too long not where it is: ${why}`,
        action: isDone ? "stop" : null,
      }),
    );
  }

  /** Abandons a goal that zones now forbid, or whose way they block. */
  endForbiddenGoal(): void {
    const { active } = this.#parts;
    const { id, body } = active.current ?? {};
    const { command } = body ?? {};
    if (id === undefined || !body || !command || command === "stop") return;
    const read = readCommand({ ...body, command });
    const goal = placesOf(read)
      .map(({ frame, xM, yM }) => this.#space.problemAt(frame, [xM, yM], edgeMarginM))
      .find((each) => each !== null);
    if (goal) void this.#forbid(id, goal, "cancel");
    else if (
      this.capabilities.some(({ name, reason }) => name === command && reason === unknownDock)
    )
      void this.#forbid(id, { rule: "capability_missing", zone: null }, "stop");
    else {
      const cut = this.#cut(id, read);
      if (cut) void this.#forbid(id, cut, "stop");
    }
  }

  /**
   * Returns the breach on the rest of the way. The monitor handles a robot that has just entered forbidden
   * ground; one on its way out must still be on it.
   */
  #cut(id: string, command: RobotCommand): SpaceProblem | null {
    const { state, driver } = this.#parts;
    const pose = state.value("pose");
    if (!pose || !isMovement(command)) return null;
    const at = [pose.xM, pose.yM] as const;
    const isInside = this.#space.problemAt(pose.frame, at, 0) !== null;
    if (isInside && !this.#wasBeyond) return null;
    if (this.#course?.commandId !== id) this.#course = new Course(id, command, driver);
    const ahead = this.#course.ahead.filter(({ frame }) => frame === pose.frame);
    const points = ahead.map(({ xM, yM }) => [xM, yM] as const);
    const space = isInside ? this.#space : this.waySpace;
    const way = [at, ...points];
    return (
      space.problemAlong(pose.frame, way, 0) ??
      (isInside ? null : approachProblem(command, way, { space: this.#space, frame: pose.frame }))
    );
  }

  async #forbid(id: string, { rule, zone }: Forbidden, means: "cancel" | "stop"): Promise<void> {
    const { active, stops, commandLog } = this.#parts;
    if (active.current?.id !== id) return;
    const isDone = await stops.endActive("failed", rule, means);
    await commandLog.incident({
      type: "command_failed",
      severity: "warning",
      command_id: id,
      zone,
      summary: `The robot may not go to its goal any more: ${rule}`,
      action: isDone ? means : null,
    });
  }

  /** Stops the robot first; the incident then states the actual outcome. */
  async #actOn({ incident, stop, isAgain }: SafetyFinding): Promise<void> {
    const { active, stops, commandLog, brake, clock } = this.#parts;
    const command_id = active.current?.id ?? null;
    let action: string | null = null;
    if (stop !== null) {
      brake.isHeld = true;
      const isDone = await stops.endActive("failed", stop, "stop");
      action = isDone ? "stop" : null;
      await commandLog.held(stop, command_id);
    }
    const isSoon = clock.monoMs() - this.#incidentMs < againMs;
    if (isAgain && command_id === null && isSoon) return;
    if (stop !== null) this.#incidentMs = clock.monoMs();
    await commandLog.incident({ ...incident, command_id, action });
  }
}
