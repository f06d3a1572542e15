import type {
  BridgeAbilities,
  BridgeCall,
  LinkOptions,
  NavSettings,
  RobotReport,
} from "./child/core/protocol.ts";
import { fail } from "../../base/contract/fail.ts";
import type { Clock } from "../../base/core/clock.ts";
import type { Fence } from "../../base/core/fence.ts";
import { describeError } from "../../base/core/errors.ts";
import type { MovingPictureSink } from "../../base/core/moving-pictures.ts";
import type { Logger } from "../../base/core/logger.ts";
import type { ZoneArea } from "../../robots/driver/areas.ts";
import { isMovement, type MapPose, type RobotCommand } from "../../robots/driver/command.ts";
import type {
  CommandProgress,
  DriverCapability,
  DriverCommand,
  NativeZones,
  RobotCamera,
  RobotDriver,
  RobotPicture,
  RobotSink,
  CommandNote,
  PictureWish,
} from "../../robots/driver/driver-port.ts";
import type { BridgeProcess } from "./bridge-process.ts";
import type { BridgeClient } from "./bridge-client.ts";
import { FollowedTopics } from "./followed-topics.ts";
import { robotCommands } from "../../robots/robot-terms.ts";

/** Dependencies of the driver of one robot. */
export interface RosDriverOptions {
  /** The connection to its ROS; read whenever a bridge gets its options. */
  link: () => LinkOptions;
  settings: NavSettings;
  /** The process that is to serve it; called once, by `open`. */
  bridge: () => BridgeProcess;
  clock: Clock;
  log: Logger;
}

/** A bridge that died so soon after a teleop command may have left the robot moving. */
const teleopMs = 2000;
/** The bridge must be up within this time before recovery asks for an earlier process's command. */
const bridgeUpMs = 4000;

/**
 * A robot behind ROS. Everything that speaks ROS runs in another process, because the native side
 * ends its process on the slightest fault; this class owns the robot's client of it.
 */
export class RosDriver implements RobotDriver {
  readonly #options: RosDriverOptions;
  #process: BridgeProcess | undefined;
  #client: BridgeClient | undefined;
  #sink: RobotSink | undefined;
  #abilities: BridgeAbilities | null = null;
  #zones: readonly ZoneArea[] = [];
  /** The robot's present movement; a new bridge looks for it. */
  #activeId: string | null = null;
  /** Commands that wait until the bridge is up. */
  readonly #waitingIds = new Set<string>();
  #teleopAtMs = Number.NEGATIVE_INFINITY;
  #fence: Fence | undefined;
  #mustFind = false;
  #mustStop = false;
  #toldReason: string | null = null;
  readonly #onUp = new Set<() => void>();
  readonly #topics: FollowedTopics;
  readonly #camera: RobotCamera = {
    take: async () => (await this.#call({ name: "picture" })) as RobotPicture,
  };
  readonly nativeZones: NativeZones = {
    push: (zones) => {
      this.#zones = zones;
      this.#client?.send({ type: "zones", zones });
    },
    problemOf: (zoneId) => this.#zoneProblem(zoneId),
  };

  constructor(options: RosDriverOptions) {
    this.#options = options;
    this.#topics = new FollowedTopics(options.clock, () => {
      this.#client?.send({ type: "cameras", cameras: this.#topics.topics });
    });
  }

  /** Process id of the bridge, for diagnostics and tests. */
  get bridgePid(): number | undefined {
    return this.#process?.pid;
  }

  get camera(): RobotCamera | undefined {
    const isThere = this.capabilities().some(
      ({ name, available }) => name === "camera" && available,
    );
    return isThere ? this.#camera : undefined;
  }

  boundFence(fence: Fence): void {
    this.#fence = fence;
  }

  open(sink: RobotSink): void {
    this.#sink = sink;
    const { link, settings, clock, bridge } = this.#options;
    this.#process = bridge();
    this.#client = this.#process.join({
      options: () => ({
        link: link(),
        robot: settings,
        zones: this.#zones,
        cameras: this.#topics.topics,
        standsFirst: clock.monoMs() - this.#teleopAtMs < teleopMs,
      }),
      onReport: (report) => this.#onReport(report),
      onDown: (reason) => this.#onDown(reason),
    });
  }

  followCamera(wish: PictureWish, sink: MovingPictureSink): () => void {
    return this.#topics.follow(wish, sink);
  }

  capabilities(): readonly DriverCapability[] {
    const problem = this.#problem;
    if (problem === null && this.#abilities) return this.#abilities.capabilities;
    const reason = problem ?? "its bridge has not said anything yet";
    return ([...robotCommands, "camera"] as const).map((name) =>
      name === "stop"
        ? { name, source: "bridge", available: true, reason: null }
        : { name, source: "bridge", available: false, reason },
    );
  }

  ownPlaces({ kind }: RobotCommand): readonly MapPose[] | null {
    const way = this.#abilities?.dockWay ?? null;
    return kind === "undock" && way ? way.slice(0, 1) : way;
  }

  frames(): readonly string[] {
    return this.#abilities?.frames ?? [];
  }

  async execute(command: DriverCommand): Promise<CommandNote | void> {
    if (command.command.kind === "teleop") this.#teleopAtMs = this.#options.clock.monoMs();
    // Without a turn in between where it is up: a cancel that follows must not overtake the command.
    const up = this.#up();
    if (up) await this.#waitFor(up, command.id);
    const before = this.#activeId;
    const wasUp = this.#problem === null;
    if (isMovement(command.command)) this.#activeId = command.id;
    try {
      const taken = await this.#call({ name: "execute", command });
      return (taken as CommandNote | null) ?? undefined;
    } catch (error) {
      if (this.#activeId === command.id) this.#activeId = before;
      // The robot may have got it all the same, from a bridge that died with the answer.
      if (wasUp && this.#problem !== null) this.#mustStop = true;
      throw error;
    }
  }

  async cancel(commandId: string): Promise<void> {
    // The bridge does not know a command that waits for it.
    if (this.#waitingIds.delete(commandId)) return;
    await this.#call({ name: "cancel", commandId });
  }

  async stop(): Promise<string> {
    this.#waitingIds.clear();
    return String(await this.#call({ name: "stop" }));
  }

  async reattach(commandId: string): Promise<boolean> {
    await this.#up();
    const isThere = (await this.#call({ name: "reattach", commandId })) === true;
    if (isThere) this.#activeId = commandId;
    return isThere;
  }

  async close(): Promise<void> {
    this.#sink = undefined;
    this.#topics.end("The robot was removed or changed.");
    await this.#client?.leave();
  }

  /** The reason why the bridge is unusable; null while it serves the robot. */
  get #problem(): string | null {
    return this.#client ? this.#client.problem : "bridge: has not started yet. Try again";
  }

  #call(call: BridgeCall): Promise<unknown> {
    const notOpen = (): Promise<never> =>
      Promise.reject(fail("robot_unreachable", "bridge: has not started yet. Try again"));
    const problem = this.#fenceProblem(call);
    if (problem !== null) {
      return Promise.reject(fail("robot_unreachable", `fleet: ${problem}`));
    }
    return this.#client?.call(call) ?? notOpen();
  }

  /** Why the fence keeps the call from the robot; null where it does not. */
  #fenceProblem({ name }: BridgeCall): string | null {
    const fence = this.#fence;
    if (!fence || name === "picture") return null;
    const isOpen = name === "stop" || name === "cancel" ? fence.mayStop() : fence.mayCommand();
    return isOpen ? null : fence.problem();
  }

  /** Rejects with `robot_refused` when the command was cancelled or the robot was stopped meanwhile. */
  async #waitFor(up: Promise<void>, commandId: string): Promise<void> {
    this.#waitingIds.add(commandId);
    await up;
    if (!this.#waitingIds.delete(commandId))
      throw fail("robot_refused", "command: was ended before it was sent. Send it again");
  }

  #onReport(message: RobotReport): void {
    switch (message.type) {
      case "sample":
        this.#sink?.onSample(message.sample);
        return;
      case "map":
        this.#sink?.onMap?.(message.map);
        return;
      case "scan":
        this.#sink?.onScan?.(message.scan);
        return;
      case "progress":
        this.#onProgress(message.progress);
        return;
      case "abilities":
        this.#onAbilities(message);
        return;
      case "lost":
        this.#sink?.onLost();
        return;
      case "trouble":
        this.#options.log.warn({ trouble: message.message }, "the robot's bridge");
        return;
      default:
        this.#topics.take(message);
    }
  }

  #onProgress(progress: CommandProgress): void {
    if (progress.commandId === this.#activeId && progress.state !== "executing") {
      this.#activeId = null;
    }
    this.#sink?.onProgress(progress);
  }

  #onAbilities(abilities: BridgeAbilities): void {
    this.#abilities = abilities;
    this.#toldReason = null;
    if (this.#mustFind || this.#mustStop) void this.#findAgain();
    for (const resolve of this.#onUp) resolve();
    this.#onUp.clear();
    this.#sink?.onCapabilities();
  }

  #onDown(reason: string): void {
    this.#mustFind = this.#activeId !== null;
    // A retry every half minute logs once.
    if (reason !== this.#toldReason) {
      this.#options.log.warn({ reason }, "the robot cannot be reached through ROS");
    }
    this.#toldReason = reason;
    this.#topics.end(`The robot cannot be reached: ${reason}.`);
    this.#sink?.onLost();
    this.#sink?.onCapabilities();
  }

  /** The robot drives on while its bridge is away: the new bridge resumes its goal, or reports its loss. */
  async #findAgain(): Promise<void> {
    const commandId = this.#activeId;
    const mustStop = this.#mustStop;
    this.#mustFind = false;
    this.#mustStop = false;
    try {
      const isWanted = commandId !== null && !mustStop;
      const call = { name: "reattach", commandId: commandId ?? "" } as const;
      if (isWanted && (await this.#call(call)) === true) return;
      await this.#call({ name: "stop" });
    } catch (error) {
      this.#options.log.warn({ error: describeError(error) }, "a goal was not found again");
      if (this.#problem !== null) {
        this.#mustFind = commandId !== null;
        this.#mustStop = true;
        return;
      }
    }
    if (commandId === null || this.#activeId !== commandId) return;
    this.#activeId = null;
    const reason = "robot_unreachable: its goal was lost when the bridge to it was restarted";
    this.#sink?.onProgress({ commandId, state: "failed", reason });
  }

  #zoneProblem(zoneId: string): string | null {
    const problem = this.#problem ?? this.#abilities?.zoneProblem;
    if (problem !== null) return problem ?? "its bridge has not said anything yet";
    if (this.#abilities?.heldZones.includes(zoneId)) return null;
    return "a mask holds keep-out and keep-in zones that lie on the robot's map, in its frame";
  }

  /** A bridge that was started a moment ago is waited for; one that died is not. */
  #up(): Promise<void> | null {
    const isKnown = this.#problem === null || (this.#client?.restarts ?? 0) > 0;
    if (isKnown || this.#abilities) return null;
    return new Promise<void>((resolve) => {
      this.#onUp.add(resolve);
      this.#options.clock.after(bridgeUpMs, resolve);
    });
  }
}
