import { fileURLToPath } from "node:url";
import type { FromBridge, ToBridge } from "./child/core/protocol.ts";
import type { Clock } from "../../base/core/clock.ts";
import type { Logger } from "../../base/core/logger.ts";
import { type ChildExit, describeExit } from "../child-process/child-handle.ts";
import { silenceRule } from "../child-process/hang-rule.ts";
import { spawnGroup } from "../child-process/start-child.ts";
import { SupervisedChild } from "../child-process/supervised-child.ts";
import { BridgeClient, type BridgeClientEvents } from "./bridge-client.ts";

const entry = fileURLToPath(new URL("./child/main.ts", import.meta.url));

/** Silence after which the bridge counts as hung; with the restart it stays below 2 s. */
const hangMs = 1200;
/** A new bridge may be held up for so long by the loading of ROS. */
const readyMs = 20_000;
/** Robots in teleop are halted well within this time. */
const stopMs = 1500;
/** The interval of retries where ROS cannot be used: somebody may install it meanwhile. */
const unavailableMs = 30_000;

/** The start of a bridge's process. */
export interface BridgeLaunch {
  /** Setup files of ROS 2 that a shell sources first, in order. */
  setup: readonly string[];
  /** Added to the environment of the process. */
  env: Readonly<Record<string, string>>;
}

/**
 * The process of a bridge, with a client for each robot that it serves. It starts with the first open
 * client and ends with the last one. A call while it is down is `robot_unreachable`.
 */
export class BridgeProcess {
  readonly #parts: { launch: BridgeLaunch; clock: Clock; log: Logger };
  readonly #clients = new Map<number, BridgeClient>();
  #child: SupervisedChild<ToBridge, FromBridge> | undefined;
  #isUnavailable = false;
  #hasBeaten = false;
  #nextRobot = 1;

  constructor(parts: { launch: BridgeLaunch; clock: Clock; log: Logger }) {
    this.#parts = parts;
  }

  /** Process id of the bridge, for diagnostics and tests. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Robots that it serves. */
  get clients(): number {
    return this.#clients.size;
  }

  /** Adds a robot; the process is started for the first one. */
  join(events: BridgeClientEvents): BridgeClient {
    const robot = this.#nextRobot++;
    const client = new BridgeClient(events, {
      write: (order) => void this.#child?.send({ robot, ...order }),
      leave: () => this.#leave(robot),
    });
    this.#clients.set(robot, client);
    if (this.#child?.hasProcess) client.open();
    else if (!this.#child) this.#begin();
    return client;
  }

  /** The last robot takes the process with it. */
  async #leave(robot: number): Promise<void> {
    this.#clients.delete(robot);
    if (this.#clients.size > 0) {
      this.#child?.send({ robot, type: "close" });
      return;
    }
    const child = this.#child;
    // A robot that joins from here on gets a process of its own.
    this.#child = undefined;
    await child?.stop();
  }

  #begin(): void {
    const { clock, launch, log } = this.#parts;
    const child = new SupervisedChild<ToBridge, FromBridge>({
      clock,
      log,
      name: "robots' bridge",
      hangRule: silenceRule(hangMs),
      readyMs,
      stopMs,
      spawn: () => spawnGroup(commandOf(launch.setup), launch.env),
      onSpawn: () => this.#onSpawn(),
      onMessage: (message) => this.#onMessage(child, message),
      onExit: (exit) => this.#onExit(exit),
    });
    this.#child = child;
    child.start();
  }

  #onSpawn(): void {
    this.#hasBeaten = false;
    this.#isUnavailable = false;
    for (const client of this.#clients.values()) client.open();
  }

  #onMessage(child: SupervisedChild<ToBridge, FromBridge>, message: FromBridge): void {
    if (message.type === "beat") this.#hasBeaten = true;
    else this.#clients.get(message.robot)?.take(message);
    if (this.#isUnavailable) return;
    if (message.type === "unavailable") {
      this.#isUnavailable = true;
      child.recycle();
      return;
    }
    const isServing = [...this.#clients.values()].some(({ problem }) => problem === null);
    if (this.#hasBeaten && isServing) child.ready();
    else child.allowSilence(readyMs);
  }

  #onExit(exit: ChildExit): number | undefined {
    if (this.#isUnavailable) return unavailableMs;
    this.#parts.log.error({ ...exit }, "the robots' bridge died; starting another one");
    for (const client of this.#clients.values()) {
      client.lose(`its bridge ended (${describeExit(exit)}) and is being started again`);
    }
    return undefined;
  }
}

/** The shell hands its environment on and is replaced; file names are its arguments, never part of its script. */
function commandOf(setup: readonly string[]): [string, ...string[]] {
  if (setup.length === 0) return [process.execPath, entry];
  const script =
    'n=$1; shift; while [ "$n" -gt 0 ]; do . "$1" || exit 3; shift; n=$((n - 1)); done; exec "$@"';
  const count = String(setup.length);
  return ["bash", "-c", script, "bash", count, ...setup, process.execPath, entry];
}
