import { fail } from "../../base/contract/fail.ts";
import type { Fence } from "../../base/core/fence.ts";
import type { Clock, Timer } from "../../base/core/clock.ts";
import { uuidv7 } from "../../base/core/ids.ts";
import { isMovement, type MapPose, type RobotCommand } from "../../robots/driver/command.ts";
import type {
  DriverCapability,
  DriverCommand,
  NativeZones,
  RobotDriver,
  RobotSink,
  CommandNote,
  ReportedMap,
} from "../../robots/driver/driver-port.ts";
import { Abilities, capabilitiesOf } from "./abilities.ts";
import { ActionTracker, instantAction } from "./action-tracker.ts";
import { AttachedOrder } from "./attached-order.ts";
import type { Broker } from "../mqtt-broker/broker.ts";
import {
  assertReady,
  type Drive,
  driveOf,
  localizeAction,
  routeOf,
  type WayChecks,
} from "./drive.ts";
import { OrderTracker } from "./order-tracker.ts";
import { OrderProgress } from "./order-progress.ts";
import { RobotChannel, type VdaIdentity, type VdaProfile } from "./robot-channel.ts";
import { motionSample, type RobotState, type UnusableState } from "./robot-state.ts";
import type { Corridor, OrderRoute } from "./route.ts";
import { Contact } from "./contact.ts";
import type { ConnectionWord } from "./schemas/state.ts";
import { stopRobot } from "./stop-robot.ts";
import { Upkeep } from "./upkeep.ts";

/** Dependencies of the driver of one robot. */
export interface Vda5050Options {
  broker: Broker;
  identity: VdaIdentity;
  profile: VdaProfile;
  /** The robot may drive this far by itself while out of reach, in metres; null: no bound. */
  maxUncontrolledM: number | null;
  /** Its charging station; null without a dock. */
  dock: MapPose | null;
  /** Its largest deviation around an obstacle; null for its own default. */
  corridor: Corridor | null;
  clock: Clock;
}

/** The robot has this long to take a command; the caller's timeout is five seconds. */
const takeMs = 4500;
const tickMs = 60;
/** States that must say so before a refusal or a lost order counts. */
const patience = 3;

/**
 * Master control of one VDA 5050 robot, 1.1 to 3.0. Every frame may get lost, so the driver repeats each
 * until a state confirms it, and trusts the robot's states alone.
 */
export class Vda5050Driver implements RobotDriver {
  readonly #options: Vda5050Options;
  readonly #channel: RobotChannel;
  readonly #actions: ActionTracker;
  readonly #orders: OrderTracker;
  readonly #upkeep: Upkeep;
  readonly #contact = new Contact();
  readonly nativeZones?: NativeZones;
  #abilities = new Abilities(null);
  #sink: RobotSink | undefined;
  #ticker: Timer | undefined;
  #state: RobotState | null = null;
  /** The time and place of the last state with a standing robot. */
  #stoodMs = Number.NEGATIVE_INFINITY;
  #openedMs = 0;
  /** Rises with each stop: what waited before it is not sent. */
  #generation = 0;
  /** The newest movement; the robot may not have taken its order yet. */
  #startedId: string | null = null;
  #reportedText = "";
  readonly #checks: WayChecks = {
    limitAlong: () => Infinity,
    problemAlong: () => null,
    mayRelease: () => true,
  };

  constructor(options: Vda5050Options) {
    this.#options = options;
    const { clock } = options;
    this.#channel = new RobotChannel(options);
    this.#actions = new ActionTracker(clock, this.#channel);
    const parts = { clock, channel: this.#channel, actions: this.#actions };
    this.#upkeep = new Upkeep({
      ...parts,
      abilities: () => this.#abilities,
      onZones: () => this.#sink?.onCapabilities(),
    });
    if (this.#upkeep.zones) this.nativeZones = this.#upkeep.zones;
    this.#orders = new OrderTracker({
      ...parts,
      onProgress: (progress) => this.#sink?.onProgress(progress),
      intervalMs: () => this.#abilities.orderIntervalMs,
    });
  }

  boundSpeed(limitAlong: WayChecks["limitAlong"]): void {
    this.#checks.limitAlong = limitAlong;
  }

  boundWay(problemAlong: WayChecks["problemAlong"]): void {
    this.#checks.problemAlong = problemAlong;
  }

  boundRelease(mayRelease: WayChecks["mayRelease"]): void {
    this.#checks.mayRelease = mayRelease;
  }

  boundFence(fence: Fence): void {
    this.#channel.boundFence(fence);
  }

  get takesCurves(): boolean {
    return this.#abilities.takesCurves;
  }

  release = (): void => this.#orders.release();

  /** True where its way is made of short straight pieces, or of sent lines that it may not leave. */
  get drivesStraight(): boolean {
    if (this.#corridor !== null) return false;
    const { trajectory } = this.#abilities.routeFields(false);
    return this.#options.maxUncontrolledM !== null || trajectory !== "never";
  }

  ownPlaces({ kind }: RobotCommand): readonly MapPose[] | null {
    // It ends its charging where it stands.
    if (kind === "undock") return [];
    return this.#options.dock ? [this.#options.dock] : null;
  }

  /** A VDA 5050 robot reports its state on changes; at rest every 30 s at least. */
  get stoodUntilMs(): number {
    if (!this.#state?.isAtRest || !this.#state.position) return this.#stoodMs;
    return this.#channel.movedMs ?? this.#options.clock.monoMs();
  }

  open(sink: RobotSink): void {
    this.#sink = sink;
    const { clock } = this.#options;
    this.#openedMs = clock.monoMs();
    this.#ticker = clock.every(tickMs, () => this.#tick());
    this.#channel.open({
      onState: (state) => this.#onState(state),
      onUnusableState: (state) => this.#onUnusableState(state),
      onVisualization: (frame) => sink.onSample(motionSample(frame, "visualization")),
      onConnection: (word, isKept) => this.#onConnection(word, isKept),
      onFactsheet: (sheet) => {
        this.#abilities = new Abilities(sheet);
        this.#tellCapabilities();
      },
      onBroker: (isConnected) => {
        this.#contact.onBroker();
        if (isConnected) this.#upkeep.ask();
        else sink.onLost();
        this.#tellCapabilities();
      },
    });
  }

  capabilities(): readonly DriverCapability[] {
    return capabilitiesOf({
      abilities: this.#abilities,
      obstacle: this.#obstacle(),
      hasPosition: (this.#state?.position ?? null) !== null,
      hasDock: this.#options.dock !== null,
      hasCorridor: this.#corridor !== null,
    });
  }

  reportedMaps(): readonly ReportedMap[] | null {
    return this.#state?.reportedMaps ?? null;
  }

  frames(): readonly string[] {
    return this.#state?.mapIds ?? [];
  }

  async execute({ id, command, via, ...limits }: DriverCommand): Promise<CommandNote | void> {
    if (command.kind === "teleop" || command.kind === "announce") {
      throw fail("robot_refused", `command: VDA 5050 has no ${command.kind}. Use another command`);
    }
    const generation = this.#generation;
    if (isMovement(command)) this.#startedId = id;
    await this.#firstState();
    this.#assertCurrent(generation);
    const obstacle = this.#obstacle();
    if (obstacle !== null) throw fail("robot_unreachable", obstacle);
    const drive = driveOf(command, limits, {
      abilities: this.#abilities,
      dock: this.#options.dock,
      newActionId: () => uuidv7(this.#options.clock.wallMs()),
      via,
    });
    if (drive) return await this.#drive(id, drive);
    switch (command.kind) {
      case "undock":
        return await this.#undock(id);
      case "pause":
        return await this.#act("startPause", (state) => state.isPaused);
      case "resume":
        return await this.#act("stopPause", (state) => !state.isPaused);
      case "set_speed_limit":
        return this.#orders.limitSpeed(limits.maxSpeedMps);
      case "localize":
        return await this.#localize(command.pose);
      default:
        throw fail(
          "robot_refused",
          `command: ${command.kind} is sent by another way. Use its own route`,
        );
    }
  }

  async cancel(commandId: string): Promise<void> {
    // Its order may still wait for the one before to end: it is not sent then.
    if (this.#startedId === commandId) this.#generation += 1;
    if (this.#orders.orderId !== commandId && this.#state?.orderId !== commandId) return;
    await this.#orders.cancel(commandId, { timeoutMs: takeMs, reason: "cancelled" });
  }

  async stop(): Promise<string> {
    this.#generation += 1;
    const orderId = this.#orders.disown();
    const done = await stopRobot({
      clock: this.#options.clock,
      abilities: this.#abilities,
      actions: this.#actions,
      state: this.#state,
    });
    if (orderId !== null) {
      const end = { commandId: orderId, state: "cancelled", reason: "robot_stopped" } as const;
      this.#sink?.onProgress(end);
    }
    return done;
  }

  async reattach(commandId: string): Promise<boolean> {
    await this.#firstState();
    const state = this.#state;
    if (state?.orderId !== commandId || state.isIdle || !state.isFullyReleased) {
      this.#orders.refuse(commandId);
      return false;
    }
    this.#orders.attach(new AttachedOrder(commandId, state, patience));
    return true;
  }

  async close(): Promise<void> {
    this.#ticker?.cancel();
    this.#channel.close();
    this.#actions.close();
    this.#orders.leave();
    this.#sink = undefined;
  }

  /** A robot that was connected to a moment ago has this long to say something. */
  async #firstState(): Promise<void> {
    if (this.#state !== null) return;
    const leftMs = this.#openedMs + takeMs - this.#options.clock.monoMs();
    if (leftMs > 0) await this.#actions.until(() => true, leftMs).catch(() => undefined);
  }

  #obstacle(): string | null {
    const { problem } = this.#options.broker;
    return this.#contact.obstacle(problem, this.#state !== null, this.#channel.problems);
  }

  async #drive(id: string, drive: Drive): Promise<void> {
    const generation = this.#generation;
    const endMs = this.#options.clock.monoMs() + takeMs;
    const leftMs = (): number => Math.max(1, endMs - this.#options.clock.monoMs());
    assertReady(this.#state!);
    // An impossible order is refused before the present one is cancelled for it.
    this.#route(id, drive);
    const current = this.#orders.orderId ?? (this.#state!.hasOrder ? this.#state!.orderId : null);
    if (current !== null) {
      await this.#orders.cancel(current, { timeoutMs: leftMs(), reason: "superseded" });
    }
    this.#assertCurrent(generation);
    if (this.#state!.isPaused) {
      await this.#act("stopPause", (state) => !state.isPaused, leftMs());
      this.#assertCurrent(generation);
    }
    // The robot has moved since, or was moved: the order begins where it stands now.
    const route = this.#route(id, drive);
    const limits = {
      maxUncontrolledM: this.#options.maxUncontrolledM,
      maxNodes: this.#abilities.maxNodes(this.#abilities.routeFields(this.#corridor !== null)),
      patience,
      mayRelease: (index: number) => this.#checks.mayRelease(id, index),
    };
    const { limitMps } = this.#orders;
    const run = new OrderProgress(id, route, { limits, ...drive.limits, limitMps });
    await this.#orders.start(run, leftMs());
  }

  /** A stop came in between: what began before it is not sent. */
  #assertCurrent(generation: number): void {
    if (generation !== this.#generation)
      throw fail("robot_refused", "command: a stop ended it. Send it again");
  }

  /** Versions before 2.1 have no corridors. */
  get #corridor(): Corridor | null {
    return this.#channel.dialect.hasCorridors ? this.#options.corridor : null;
  }

  #route(orderId: string, drive: Drive): OrderRoute {
    return routeOf(orderId, drive, {
      abilities: this.#abilities,
      state: this.#state!,
      maxUncontrolledM: this.#options.maxUncontrolledM,
      corridor: this.#corridor,
      limitMps: this.#orders.limitMps,
      ...this.#checks,
    });
  }

  async #undock(id: string): Promise<void> {
    if (this.#state!.hasOrder)
      throw fail("robot_refused", "order: the robot carries one out. Cancel it first");
    await this.#act("stopCharging", () => false);
    this.#sink?.onProgress({ commandId: id, state: "succeeded", reason: null });
  }

  async #localize(pose: MapPose): Promise<void> {
    const action = localizeAction(this.#options.clock, pose, this.#state!);
    await this.#actions.acknowledge(action, () => false, takeMs);
  }

  async #act(
    actionType: string,
    isSo: (state: RobotState) => boolean,
    timeoutMs = takeMs,
  ): Promise<void> {
    await this.#actions.acknowledge(
      instantAction(this.#options.clock, actionType),
      isSo,
      timeoutMs,
    );
  }

  #onState(state: RobotState): void {
    this.#state = state;
    this.#contact.onState(null);
    if (state.isAtRest && state.position) this.#stoodMs = this.#options.clock.monoMs();
    const foreign = this.#orders.foreignOrderIn(state);
    this.#sink?.onSample(state.sample(this.#channel.problems, foreign));
    this.#actions.observe(state, state);
    this.#orders.observe(state);
    this.#upkeep.observe(state);
    this.#tellCapabilities();
  }

  /** The robot sends unusable states: no command until a state is usable again. */
  #onUnusableState(state: UnusableState): void {
    this.#contact.onState(state.problems[0] ?? "state: is wrong");
    this.#sink?.onSample(state.sample());
    this.#actions.observe(state, null);
    this.#tellCapabilities();
  }

  #onConnection(word: ConnectionWord, isKept: boolean): void {
    // A robot that broke off may be back already, with the will of its earlier connection still to come: only its own
    // answer tells.
    if (word === "ONLINE" || word === "CONNECTIONBROKEN") this.#upkeep.ask();
    if (this.#contact.onConnection(word, isKept)) this.#sink?.onLost();
    this.#tellCapabilities();
  }

  #tick(): void {
    this.#actions.tick(this.#state);
    this.#orders.tick();
    this.#upkeep.tick();
  }

  #tellCapabilities(): void {
    const capabilitiesText = JSON.stringify(this.capabilities());
    if (capabilitiesText === this.#reportedText) return;
    this.#reportedText = capabilitiesText;
    this.#sink?.onCapabilities();
  }
}
