import { fail } from "../../base/contract/fail.ts";
import type { Clock, Timer } from "../../base/core/clock.ts";
import type { MovingPictureSink } from "../../base/core/moving-pictures.ts";
import { isMovement, type MapPose, type RobotCommand } from "../../robots/driver/command.ts";
import type {
  DriverCapability,
  CommandProgress,
  DriverCommand,
  PictureWish,
  RobotCamera,
  RobotDriver,
  RobotSink,
  CommandNote,
} from "../../robots/driver/driver-port.ts";
import { limitHolds } from "../../robots/driver/limit-holds.ts";
import type { SimFloor } from "./sim-floor.ts";
import type { SimScanner } from "./sim-scanner.ts";
import type { SimGoal, SimOutcome, SimRobot } from "./sim-robot.ts";
import { type RobotCommandName, robotCommands } from "../../robots/robot-terms.ts";

/** Period of the simulation and of its telemetry, in milliseconds (10 Hz). */
const stepMs = 100;
/** Steps from one scan to the next: five scans in a second. */
const scanSteps = 2;
/** Time that passes at most between two steps, in seconds: after a longer one the robot stood. */
const longestSec = 5;
/** Time to lift or set down a load, in seconds. */
const handlingSec = 2;
/** Distance of the robot from its dock after undocking, in metres. */
const undockM = 1;

/** The camera of a simulated robot; one that cannot be followed takes single pictures only. */
interface SimEye extends RobotCamera {
  follow?(wish: PictureWish, sink: MovingPictureSink, clock: Clock): () => void;
}

/** Drives a simulated robot in this process. The robot outlives the driver, as real ones do. */
export class SimDriver implements RobotDriver {
  readonly camera: SimEye | undefined;
  readonly drivesStraight = true;
  readonly #robot: SimRobot;
  readonly #clock: Clock;
  readonly #floor: SimFloor | undefined;
  readonly #scanner: SimScanner | undefined;
  #steps = 0;
  #sink: RobotSink | undefined;
  #timer: Timer | undefined;
  /** Ends teleop by itself, whatever became of who sent it. */
  #deadman: Timer | undefined;
  #lastMs = 0;
  /** Ends of goals while the robot was silent, reported when it answers again. */
  readonly #unsaid: SimOutcome[] = [];
  /** The viewers of its camera, each with what ends its pictures. */
  readonly #followers = new Map<MovingPictureSink, () => void>();

  constructor(parts: {
    robot: SimRobot;
    clock: Clock;
    camera?: SimEye | undefined;
    floor?: SimFloor;
    scanner?: SimScanner | undefined;
  }) {
    this.#robot = parts.robot;
    this.#floor = parts.floor;
    this.#scanner = parts.scanner;
    this.#clock = parts.clock;
    this.camera = parts.camera;
  }

  followCamera(wish: PictureWish, sink: MovingPictureSink): () => void {
    const reason = "The simulated robot has no such camera. Set sim.camera, and name no topic.";
    const end = wish.topic === null ? this.camera?.follow?.(wish, sink, this.#clock) : undefined;
    if (!end) {
      queueMicrotask(() => sink.onEnd(reason));
      return () => undefined;
    }
    this.#followers.set(sink, end);
    return () => {
      this.#followers.delete(sink);
      end();
    };
  }

  open(sink: RobotSink): void {
    this.#sink = sink;
    this.#floor?.add(this.#robot);
    this.#robot.floor = this.#floor ?? null;
    this.#lastMs = this.#clock.monoMs();
    this.#timer = this.#clock.every(stepMs, () => this.#step());
  }

  capabilities(): readonly DriverCapability[] {
    return ([...robotCommands, "camera"] as const).map((name): DriverCapability => {
      const reason = this.#whyNot(name);
      return { name, source: "simulation", available: reason === null, reason };
    });
  }

  frames(): readonly string[] {
    return [this.#robot.frame];
  }

  ownPlaces({ kind }: RobotCommand): readonly MapPose[] | null {
    if (kind === "undock") return [this.#ahead()];
    return kind === "dock" && this.#robot.dock ? [this.#robot.dock] : null;
  }

  async execute({
    id,
    command,
    maxSpeedMps,
    maxTurnRadps,
  }: DriverCommand): Promise<CommandNote | void> {
    const robot = this.#answering();
    if (robot.faults.refuse?.includes(command.kind)) {
      throw fail(
        "robot_refused",
        `command: the robot refuses ${command.kind}. Change the fault in its settings`,
      );
    }
    if (isMovement(command)) {
      const { kind } = command;
      this.#begin({ id, kind, maxSpeedMps, maxTurnRadps, ...this.#wayOf(command) });
      return;
    }
    this.#doAtOnce(command, maxSpeedMps);
    return command.kind === "set_speed_limit" && robot.goal ? limitHolds("at once") : undefined;
  }

  async cancel(commandId: string): Promise<void> {
    const robot = this.#answering();
    if (robot.goal?.id !== commandId) return;
    robot.halt();
    this.#tell({ commandId, state: "cancelled", reason: "cancelled" });
  }

  async stop(): Promise<string> {
    const robot = this.#answering();
    const { goal } = robot;
    robot.halt();
    this.#saySoon();
    if (goal) this.#tell({ commandId: goal.id, state: "cancelled", reason: "robot_stopped" });
    return goal ? "cancel+zero_velocity" : "zero_velocity";
  }

  async reattach(commandId: string): Promise<boolean> {
    return this.#answering().goal?.id === commandId;
  }

  async close(): Promise<void> {
    this.#timer?.cancel();
    this.#deadman?.cancel();
    this.#robot.teleop = null;
    this.#floor?.remove(this.#robot);
    this.#sink = undefined;
    for (const [sink, end] of this.#followers) {
      end();
      sink.onEnd("The robot was removed or changed.");
    }
    this.#followers.clear();
  }

  #whyNot(name: RobotCommandName | "camera"): string | null {
    if (name === "camera") return this.camera ? null : "it was given no camera (sim.camera)";
    if (this.#robot.faults.lacks?.some((each) => each === name)) return "it has lost this ability";
    if (name === "announce") return "the simulated robot has no loudspeaker";
    const needsDock = name === "dock" || name === "undock";
    return needsDock && !this.#robot.dock ? "no dock is set (sim.dock)" : null;
  }

  /** The robot, unless it is silent: then nothing reaches it. */
  #answering(): SimRobot {
    if (this.#robot.faults.silent !== true) return this.#robot;
    throw fail("robot_unreachable", "robot: does not answer. Change the fault in its settings");
  }

  #begin(goal: SimGoal): void {
    const robot = this.#robot;
    const before = robot.goal;
    robot.teleop = null;
    robot.isPaused = false;
    robot.goal = goal;
    if (before) this.#tell({ commandId: before.id, state: "cancelled", reason: "superseded" });
    this.#tell({ commandId: goal.id, state: "executing", reason: null });
  }

  #wayOf(command: RobotCommand): Pick<SimGoal, "path" | "endsInDock" | "handling"> {
    switch (command.kind) {
      case "pick":
      case "drop":
        return {
          path: command.target ? [command.target] : [],
          endsInDock: false,
          handling: this.#handlingOf(command),
        };
      case "move_to":
        return { path: [command.target], endsInDock: false };
      case "follow_route":
        return {
          path: Array.from({ length: command.loops }, () => command.waypoints).flat(),
          endsInDock: false,
        };
      case "dock":
        return { path: [this.#robot.dock!], endsInDock: true };
      default:
        return { path: [this.#ahead()], endsInDock: false };
    }
  }

  /** It carries one load, and knows the commanded facts about it. */
  #handlingOf({ kind, loadId, loadType }: Extract<RobotCommand, { kind: "pick" | "drop" }>) {
    const { load: carried } = this.#robot;
    if (kind === "pick" && carried)
      throw fail("robot_refused", "load: the robot carries a load already. Drop it first");
    if (kind === "drop" && !carried)
      throw fail("robot_refused", "load: the robot carries no load. Pick one first");
    const isOther = loadId !== null && carried !== null && carried.id !== loadId;
    if (isOther)
      throw fail(
        "robot_refused",
        `load_id: the robot carries ${carried.id ?? "a load without an id"}. Name that load`,
      );
    const load = { id: loadId, type: loadType, position: null, weightKg: null };
    return { does: kind, load, leftSec: handlingSec };
  }

  /** A place before the dock, the way the robot looks. */
  #ahead(): MapPose {
    const { xM, yM, yawRad } = this.#robot.body;
    const { frame } = this.#robot;
    const x = xM + Math.cos(yawRad) * undockM;
    return { frame, xM: x, yM: yM + Math.sin(yawRad) * undockM, yawRad: null };
  }

  #doAtOnce(command: RobotCommand, maxSpeedMps: number): void {
    const robot = this.#robot;
    switch (command.kind) {
      case "pause":
      case "resume":
        robot.isPaused = command.kind === "pause" && robot.goal !== null;
        break;
      case "set_speed_limit":
        robot.limitMps = Math.min(command.maxSpeedMps ?? Infinity, maxSpeedMps);
        break;
      case "teleop":
        this.#steer(command);
        break;
      case "localize":
        robot.frame = command.pose.frame;
        robot.body.xM = command.pose.xM;
        robot.body.yM = command.pose.yM;
        robot.body.yawRad = command.pose.yawRad ?? robot.body.yawRad;
        break;
      default:
        throw fail(
          "robot_refused",
          `command: the simulated robot has no ${command.kind}. Use another command`,
        );
    }
  }

  /** Drives by hand for the command's time, after the previous velocity up to now. */
  #steer(command: RobotCommand & { kind: "teleop" }): void {
    const robot = this.#robot;
    const { goal } = robot;
    const { linearMps, angularRadps, durationMs } = command;
    if (robot.teleop) this.#catchUp();
    else robot.halt();
    this.#deadman?.cancel();
    if (linearMps === 0 && angularRadps === 0) {
      robot.halt();
      this.#saySoon();
    } else {
      robot.teleop = { linearMps, angularRadps, leftSec: durationMs / 1000 };
      this.#deadman = this.#clock.after(durationMs, () => this.#letGo());
    }
    if (goal) this.#tell({ commandId: goal.id, state: "cancelled", reason: "superseded" });
  }

  /** The deadman: the robot stands, and reports it at once. */
  #letGo(): void {
    if (!this.#robot.teleop) return;
    this.#catchUp();
    this.#robot.halt();
    this.#say();
  }

  /** Advances to the present; only in teleop, where no goal can end. */
  #catchUp(): void {
    const nowMs = this.#clock.monoMs();
    const sec = (nowMs - this.#lastMs) / 1000;
    this.#lastMs = nowMs;
    if (sec > 0) this.#move(sec);
  }

  #step(): void {
    const nowMs = this.#clock.monoMs();
    const sec = (nowMs - this.#lastMs) / 1000;
    this.#lastMs = nowMs;
    if (sec <= 0) return;
    const outcome = this.#lost() ?? this.#move(sec);
    this.#say();
    this.#scan();
    if (outcome) this.#unsaid.push(outcome);
    if (this.#robot.faults.silent === true) return;
    for (const { goalId: commandId, state, reason } of this.#unsaid.splice(0)) {
      this.#tell({ commandId, state, reason });
    }
  }

  /** The end of a goal whose ability the robot has lost on the way. */
  #lost(): SimOutcome | null {
    const { goal, faults } = this.#robot;
    if (!goal || faults.lacks?.includes(goal.kind) !== true) return null;
    this.#robot.halt();
    const reason = `capability_missing: the robot has lost ${goal.kind}`;
    return { goalId: goal.id, state: "failed", reason };
  }

  /** Reports that the robot stands without waiting for the next step. */
  #saySoon(): void {
    this.#clock.after(0, () => this.#say());
  }

  #scan(): void {
    this.#steps += 1;
    const isDue = this.#steps % scanSteps === 0 && this.#robot.faults.silent !== true;
    if (isDue && this.#scanner) this.#sink?.onScan?.(this.#scanner.scan());
  }

  #say(): void {
    if (this.#robot.faults.silent === true) return;
    const { body, frame, isDocked, load, faults } = this.#robot;
    this.#sink?.onSample({
      source: "simulation",
      ...(faults.no_pose === true
        ? {}
        : { pose: { frame, xM: body.xM, yM: body.yM, yawRad: body.yawRad } }),
      velocity: { linearMps: body.linearMps, angularRadps: body.angularRadps },
      battery: { percent: Math.round(body.batteryPercent * 10) / 10, isCharging: isDocked },
      mode: "automatic",
      isEmergencyStopped: faults.e_stop === true,
      loads: load ? [load] : [],
      errors: [],
    });
  }

  /** In small steps, so that nothing is jumped over when the process was held up. */
  #move(sec: number): SimOutcome | null {
    let leftSec = Math.min(sec, longestSec);
    let outcome: SimOutcome | null = null;
    while (leftSec > 1e-9 && !outcome) {
      outcome = this.#robot.step(Math.min(leftSec, stepMs / 1000));
      leftSec -= stepMs / 1000;
    }
    return outcome;
  }

  #tell(progress: CommandProgress): void {
    this.#sink?.onProgress(progress);
  }
}
