import { goalTypes } from "../core/action-goals.ts";
import { fail } from "../../../../base/contract/fail.ts";
import { sleep, type Timer } from "../../../../base/core/clock.ts";
import { describeError } from "../../../../base/core/errors.ts";
import { isMovement } from "../../../../robots/driver/command.ts";
import { limitHolds } from "../../../../robots/driver/limit-holds.ts";
import type {
  CommandProgress,
  DriverCommand,
  RobotPicture,
  CommandNote,
} from "../../../../robots/driver/driver-port.ts";
import type { ZoneArea } from "../../../../robots/driver/areas.ts";
import { capabilitiesOf } from "./abilities.ts";
import { MapTopic } from "../sensors/map-topic.ts";
import { ScanTopic } from "../sensors/scan-topic.ts";
import { RosCamera } from "../sensors/camera.ts";
import { FollowedCameras } from "../sensors/followed-cameras.ts";
import { StampClock } from "../sensors/stamp-clock.ts";
import { CarriedLoads } from "./carried-load.ts";
import { LoadErrands } from "./load-errands.ts";
import { Dock } from "./dock.ts";
import { errorsOf } from "./errors.ts";
import { GoalTracker } from "./goal-tracker.ts";
import { Keepout } from "./keepout.ts";
import { InitialPose } from "./initial-pose.ts";
import { findAction, goalOf, type NavAction, toPlace } from "./nav-goals.ts";
import type { BridgeAbilities, FollowedTopic } from "../core/protocol.ts";
import type { RosGraph } from "../core/ros-link.ts";
import { Sensors } from "../sensors/sensors.ts";
import { SpeedLimiter } from "./speed-limiter.ts";
import { stopRobot, type StopParts } from "./stop-robot.ts";
import { Teleop } from "./teleop.ts";
import type { NavRobotParts } from "./nav-robot-parts.ts";

/** Period of the scan of the ROS graph, and until it first finds the robot. */
const graphPeriodMs = 1000;
const searchPeriodMs = 200;
/** A goal of an earlier process shows by then, if it is there. */
const reattachMs = 2000;
const findMs = 1500;

/** A Nav2 robot over one link: the driver's side that runs beside the transport. */
export class NavRobot {
  readonly #parts: NavRobotParts;
  readonly #sensors: Sensors;
  readonly #goals: GoalTracker;
  readonly #limiter: SpeedLimiter;
  readonly #teleop: Teleop;
  readonly #keepout: Keepout;
  readonly #dock: Dock;
  readonly #loads: CarriedLoads;
  readonly #errands: LoadErrands;
  readonly #map: MapTopic;
  readonly #scan: ScanTopic;
  readonly #camera: RosCamera;
  readonly #cameras: FollowedCameras;
  readonly #initialPose: InitialPose;
  #graph: RosGraph | null = null;
  #actions: NavAction[] = [];
  #problem: string | null = "its ROS graph has not been looked at yet";
  #timer: Timer | undefined;
  #reportedText = "";
  #mustStand: boolean;
  /** Goals are giving way to teleop. */
  #isClearing = false;
  #isClosed = false;
  #openedMs = 0;

  constructor(parts: NavRobotParts, mustStand = false) {
    this.#parts = parts;
    this.#mustStand = mustStand;
    const { link, settings, clock, events } = parts;
    const stamps = new StampClock(settings.camera?.isSynchronized ?? false);
    this.#sensors = new Sensors({
      link,
      clock,
      settings,
      stamps,
      onSample: (sample) => events.onSample(sample),
    });
    this.#goals = new GoalTracker({
      link,
      clock,
      onProgress: (progress) => this.#onGoal(progress),
    });
    this.#loads = new CarriedLoads({ link, settings, onSample: (it) => events.onSample(it) });
    this.#errands = new LoadErrands({
      link,
      settings,
      goals: this.#goals,
      onProgress: (progress) => this.#onProgress(progress),
      onHandled: (command) => this.#loads.note(command),
    });
    this.#limiter = new SpeedLimiter(link, settings.namespace);
    this.#teleop = new Teleop(link, clock, settings);
    this.#keepout = new Keepout(link, settings, () => this.#tellAbilities());
    this.#initialPose = new InitialPose(link, settings.namespace);
    this.#dock = new Dock({ link, clock, settings, onChange: () => this.#tellAbilities() });
    this.#camera = new RosCamera({ link, clock, settings, place: () => this.#sensors.place });
    const { onPicture, onBlind } = events;
    this.#cameras = new FollowedCameras({ link, clock, settings, stamps, onPicture, onBlind });
    this.#map = new MapTopic({ link, clock, settings, onMap: (map) => events.onMap(map) });
    this.#scan = new ScanTopic({
      link,
      clock,
      settings,
      stamps,
      mountOf: (frame) => this.#sensors.mountOf(frame),
      onScan: (scan) => events.onScan(scan),
    });
  }

  /** Starts scanning the graph. */
  open(): void {
    this.#openedMs = this.#parts.clock.monoMs();
    void this.#look();
  }

  setZones(zones: readonly ZoneArea[]): void {
    this.#keepout.setZones(zones);
  }

  /** Follows these camera topics from now on, and no others. */
  setCameras(cameras: readonly FollowedTopic[]): void {
    this.#cameras.set(cameras);
  }

  /** As `RobotDriver.execute`. */
  async execute(sent: DriverCommand): Promise<CommandNote | void> {
    const { command, maxSpeedMps } = sent;
    if (isMovement(command)) this.#goals.expect(sent.id);
    await this.#found();
    const graph = this.#assertThere();
    if (isMovement(command)) return await this.#drive(sent, graph);
    switch (command.kind) {
      case "teleop":
        return this.#teleoperate(sent);
      case "set_speed_limit":
        if (!this.#limiter.isTaken)
          throw fail(
            "robot_refused",
            "max_speed_mps: the robot takes no speed limit. Leave it out",
          );
        this.#limiter.set(maxSpeedMps);
        return this.#goals.commandId === null ? undefined : limitHolds("at once");
      case "localize":
        return this.#initialPose.publish(command.pose);
      default:
        throw fail(
          "robot_refused",
          `command: the robot has no ${command.kind}. Use another command`,
        );
    }
  }

  /** As `RobotDriver.cancel`. */
  async cancel(commandId: string): Promise<void> {
    this.#errands.assertCancellable(commandId);
    await this.#goals.cancel(commandId);
  }

  /** As `RobotDriver.stop`: ends teleop and goals at once, regardless of other work. */
  async stop(): Promise<string> {
    const isHeard = this.#teleop.halt() && this.#sensors.isHeard;
    this.#errands.withdraw("robot_stopped");
    const goal = this.#goals.disown();
    const done = await stopRobot({
      ...this.#stopParts(goal?.action ?? null),
      stopService: this.#parts.settings.stopService,
      isVelocityHeard: isHeard,
    });
    if (goal) {
      const { commandId } = goal;
      this.#onGoal({ commandId, state: "cancelled", reason: "robot_stopped" });
    }
    this.#errands.endAll();
    return done;
  }

  /** As `RobotCamera.take`. */
  picture(): Promise<RobotPicture> {
    return this.#camera.take();
  }

  /** As `RobotDriver.reattach`. */
  async reattach(commandId: string): Promise<boolean> {
    await this.#goals.statuses.until(
      () => this.#goals.statuses.find(commandId) !== undefined,
      reattachMs,
    );
    return this.#goals.attach(commandId);
  }

  /** The robot stands still by the end of this process. */
  halt(): void {
    this.#teleop.halt();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#timer?.cancel();
    this.#sensors.close();
    this.#goals.statuses.close();
    this.#limiter.close();
    this.#teleop.close();
    this.#keepout.close();
    this.#camera.close();
    this.#map.close();
    this.#scan.close();
    this.#cameras.close();
    this.#loads.close();
    this.#initialPose.close();
    await this.#parts.link.close();
  }

  async #drive(sent: DriverCommand, graph: RosGraph): Promise<void> {
    const { id, command, maxSpeedMps } = sent;
    const { settings, link } = this.#parts;
    this.#errands.assertFree();
    this.#assertSlowEnough(maxSpeedMps);
    const from = this.#sensors.place;
    const dock = this.#dock.known;
    const parts = { graph, settings, distro: link.distro, from, dock };
    const isLoad = command.kind === "pick" || command.kind === "drop";
    const target = isLoad ? command.target : null;
    const goal = isLoad ? target && toPlace(target, parts) : goalOf(command, parts);
    this.#teleop.release();
    this.#limiter.setForCommand(maxSpeedMps);
    this.#errands.withdraw("superseded");
    if (isLoad) await this.#errands.begin(sent, goal);
    else if (goal) await this.#goals.start(id, goal);
  }

  /** Ends goals first, of any client, because two controllers must not compete. */
  #teleoperate(sent: DriverCommand): void {
    this.#errands.assertFree();
    this.#teleop.drive(sent);
    const isBusy = this.#goals.commandId !== null || this.#goals.statuses.active().length > 0;
    if ((!isBusy && !this.#errands.isSending) || this.#isClearing) return;
    this.#isClearing = true;
    this.#errands.withdraw("superseded");
    const goal = this.#goals.disown();
    const parts = { ...this.#stopParts(goal?.action ?? null), isVelocityHeard: true };
    stopRobot(parts)
      .catch((error: unknown) => {
        this.#teleop.halt();
        this.#parts.events.onTrouble(`a goal did not give way to teleop: ${describeError(error)}`);
      })
      .finally(() => {
        this.#isClearing = false;
      });
    if (!goal) return;
    const { commandId } = goal;
    this.#onGoal({ commandId, state: "cancelled", reason: "superseded" });
  }

  #stopParts(goalAction: string | null): Omit<StopParts, "isVelocityHeard"> {
    const { link, clock, settings } = this.#parts;
    return {
      link,
      clock,
      board: this.#goals.statuses,
      actions: this.#actions,
      stopService: null,
      namespace: settings.namespace,
      goalAction,
      openService: () => this.#errands.openService,
      problem: this.#problem,
    };
  }

  /** The time for finding a robot after the start of the search. */
  async #found(): Promise<void> {
    const { clock } = this.#parts;
    const endMs = this.#openedMs + findMs;
    while (this.#actions.length === 0 && clock.monoMs() < endMs) await sleep(clock, 20);
  }

  #assertThere(): RosGraph {
    if (this.#problem === null && this.#graph) return this.#graph;
    throw fail("robot_unreachable", this.#problem ?? "The robot's ROS graph is not known");
  }

  #assertSlowEnough(maxSpeedMps: number): void {
    if (this.#limiter.isTaken) return;
    const { topSpeedMps } = this.#parts.settings;
    if (topSpeedMps !== null && topSpeedMps <= maxSpeedMps) return;
    throw fail(
      "robot_refused",
      "speed: the robot takes no limit and is faster than allowed. Lower its top speed",
    );
  }

  #onGoal(progress: CommandProgress): void {
    const ofCommand = this.#errands.translate(progress);
    if (ofCommand) this.#onProgress(ofCommand);
  }

  #onProgress(progress: CommandProgress): void {
    if (progress.state !== "executing" && this.#goals.commandId === null) {
      this.#limiter.setForCommand(Infinity);
    }
    this.#parts.events.onProgress(progress);
  }

  async #look(): Promise<void> {
    const { link, clock, events } = this.#parts;
    try {
      this.#graph = await link.graph({
        topics: [
          this.#teleop.topic,
          this.#limiter.topic,
          this.#initialPose.topic,
          ...this.#keepout.watched,
        ],
        ...this.#errands.interfaces,
      });
      this.#problem = link.problem;
      if (!this.#isClosed) this.#update(this.#graph);
    } catch (error) {
      const problem = link.problem ?? `its ROS graph cannot be read: ${describeError(error)}`;
      if (problem !== this.#problem) events.onTrouble(problem);
      if (this.#problem === null) events.onLost();
      this.#problem = problem;
    }
    if (this.#isClosed) return;
    this.#tellAbilities();
    const isFound = this.#actions.length > 0 || this.#teleop.problem === null;
    const periodMs = isFound ? graphPeriodMs : searchPeriodMs;
    this.#timer = clock.after(periodMs, () => void this.#look());
  }

  #update(graph: RosGraph): void {
    const { settings } = this.#parts;
    const own = this.#errands.interfaces.actions.map(({ name: action, type }) => ({
      action,
      type,
    }));
    this.#actions = [
      ...goalTypes.flatMap((kind) => findAction(graph, kind, settings.namespace) ?? []),
      ...own.filter(({ action, type }) => graph.actions.get(action) === type),
    ];
    this.#teleop.update(graph);
    if (this.#mustStand && this.#teleop.problem === null) {
      this.#mustStand = false;
      this.#teleop.halt();
    }
    this.#limiter.update(graph);
    this.#goals.update(graph, this.#actions);
    this.#keepout.update(graph);
    this.#camera.update(graph);
    this.#map.update(graph);
    this.#scan.update(graph);
    this.#cameras.update(graph);
    this.#dock.update(findAction(graph, "DockRobot", settings.namespace) !== null);
    this.#loads.update(graph);
    const load = this.#loads.known;
    const errors = errorsOf({ map: this.#map, scan: this.#scan, goals: this.#goals });
    const about = { source: "graph", mode: this.#mode(), errors };
    this.#sensors.update(graph, load ? [about, load] : [about]);
    this.#initialPose.update(graph);
  }

  /** Nav2 has no modes: a robot with navigation takes goals, one without it only teleop. */
  #mode(): string {
    if (this.#actions.some(({ type }) => type.endsWith("/NavigateToPose"))) return "automatic";
    return this.#teleop.problem === null ? "manual" : "not_ready";
  }

  #tellAbilities(): void {
    const { settings, events } = this.#parts;
    const abilities: BridgeAbilities = {
      capabilities: capabilitiesOf({
        graph: this.#graph,
        settings,
        obstacle: this.#problem,
        isLocalised: this.#sensors.isLocalised,
        poseProblem: this.#sensors.poseProblem,
        takesLimit: this.#limiter.isTaken,
        takesInitialPose: this.#initialPose.isTaken,
        teleopProblem: this.#teleop.problem,
        cameraProblem: this.#camera.problem,
      }),
      frames: [settings.mapFrame],
      heldZones: this.#keepout.heldIds,
      zoneProblem: this.#keepout.problem,
      dockWay: this.#dock.way,
    };
    const text = JSON.stringify(abilities);
    if (text === this.#reportedText) return;
    this.#reportedText = text;
    events.onAbilities(abilities);
  }
}
