import { type ChildProcess, spawn } from "node:child_process";
import { getCompileCacheDir } from "node:module";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import type { FromBridge, ToBridge } from "./child/protocol.ts";
import { Backoff } from "../../base/core/backoff.ts";
import type { Clock, Timer } from "../../base/core/clock.ts";
import type { Logger } from "../../base/core/logger.ts";
import { BridgeSeat, type SeatEvents } from "./bridge-seat.ts";

const entry = fileURLToPath(new URL("./child/main.ts", import.meta.url));

/** Silence after which the bridge counts as hung; with the restart it stays below 2 s. */
const hangMs = 1200;
/** A new bridge may be held up for so long by the loading of ROS. */
const startMs = 20_000;
const checkMs = 200;
/** After this long the next death is a new misfortune, not a crash loop. */
const healthyMs = 10_000;
/** Where ROS cannot be used, it is tried again after this: it may be installed meanwhile. */
const unavailableMs = 30_000;
/** The bridge's own words that are kept for the log. */
const stderrBytes = 2048;

/** How the process of a bridge is started. */
export interface BridgeLaunch {
  /** Setup files of ROS 2 that a shell sources first, in order. */
  setup: readonly string[];
  /** Added to the environment of the process. */
  env: Readonly<Record<string, string>>;
}

/**
 * The process of a bridge, with a seat for each robot that it serves: started with the first open
 * seat, ended with the last, watched by its sign of life, killed when it hangs, and started again
 * within 2 s. What is called while it is down is `robot_unreachable`.
 */
export class BridgeProcess {
  readonly #parts: { launch: BridgeLaunch; clock: Clock; log: Logger };
  readonly #backoff = new Backoff({ firstMs: 50, maxMs: 1000, jitter: 0.2 });
  readonly #seats = new Map<number, BridgeSeat>();
  #child: ChildProcess | undefined;
  #watch: Timer | undefined;
  #restart: Timer | undefined;
  #exited: Promise<unknown> = Promise.resolve();
  #isUnavailable = false;
  #isSettled = false;
  #nextRobot = 1;
  #startedMs = 0;
  #lastSignMs = 0;
  #lastCheckMs = 0;

  constructor(parts: { launch: BridgeLaunch; clock: Clock; log: Logger }) {
    this.#parts = parts;
  }

  /** Process id of the bridge, for diagnostics and tests. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Robots that it serves. */
  get seats(): number {
    return this.#seats.size;
  }

  /** Adds a robot; the process is started for the first one. */
  join(events: SeatEvents): BridgeSeat {
    const robot = this.#nextRobot++;
    const seat = new BridgeSeat(events, {
      write: (order) => this.#write({ robot, ...order }),
      leave: () => this.#leave(robot),
    });
    this.#seats.set(robot, seat);
    if (this.#child) seat.open();
    else if (!this.#restart) this.#begin();
    return seat;
  }

  /** The last robot takes the process with it. */
  async #leave(robot: number): Promise<void> {
    this.#seats.delete(robot);
    if (this.#seats.size > 0) {
      this.#write({ robot, type: "close" });
      return;
    }
    this.#watch?.cancel();
    this.#restart?.cancel();
    this.#restart = undefined;
    const child = this.#child;
    // Who joins from here on gets a process of its own.
    this.#child = undefined;
    if (child?.connected) child.disconnect();
    const deadline = this.#parts.clock.after(1500, () => kill(child));
    await this.#exited;
    deadline.cancel();
  }

  #begin(): void {
    this.#watch = this.#parts.clock.every(checkMs, () => this.#check());
    this.#spawn();
  }

  #write(message: ToBridge): void {
    if (!this.#child?.connected) return;
    this.#child.send(message, () => {
      // A failed write means that the process is dying: its exit follows.
    });
  }

  #spawn(): void {
    const { clock, launch } = this.#parts;
    this.#restart = undefined;
    this.#startedMs = clock.monoMs();
    this.#lastSignMs = this.#startedMs;
    this.#isSettled = false;
    this.#isUnavailable = false;
    const [command, ...args] = commandOf(launch.setup);
    // A group of its own, so that a hung one is killed with the shell that started it.
    const child = spawn(command!, args, {
      serialization: "advanced",
      detached: true,
      env: environmentOf(launch),
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    });
    this.#child = child;
    let words = "";
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      words = (words + text).slice(-stderrBytes);
    });
    child.on("message", (message) => this.#onMessage(child, message as FromBridge));
    child.on("error", () => {
      // Failures to start or to send end in `exit` or in silence; both are watched.
    });
    this.#exited = new Promise((resolve) => {
      child.once("exit", (code, signal) => {
        this.#onExit(child, { code, signal, words });
        resolve(undefined);
      });
      child.once("error", (error) => {
        if (child.pid !== undefined) return;
        this.#onExit(child, { code: null, signal: null, words: error.message });
        resolve(undefined);
      });
    });
    for (const seat of this.#seats.values()) seat.open();
  }

  #onMessage(child: ChildProcess, message: FromBridge): void {
    if (child !== this.#child) return;
    this.#lastSignMs = this.#parts.clock.monoMs();
    if (message.type === "beat") {
      this.#isSettled = true;
      return;
    }
    if (message.type === "unavailable") {
      this.#isUnavailable = true;
      child.disconnect();
    }
    this.#seats.get(message.robot)?.take(message);
  }

  #check(): void {
    const nowMs = this.#parts.clock.monoMs();
    // When this process itself was held up, the bridge's signs are still unread.
    const wasLate = nowMs - this.#lastCheckMs > 2 * checkMs;
    this.#lastCheckMs = nowMs;
    if (wasLate || !this.#child || this.#isUnavailable) return;
    const isServing = [...this.#seats.values()].some(({ problem }) => problem === null);
    const allowedMs = this.#isSettled && isServing ? hangMs : startMs;
    if (nowMs - this.#lastSignMs <= allowedMs) return;
    this.#parts.log.error({ pid: this.#child.pid }, "the robots' bridge hangs and is killed");
    kill(this.#child);
  }

  #onExit(
    child: ChildProcess,
    how: { code: number | null; signal: NodeJS.Signals | null; words: string },
  ): void {
    kill(child);
    if (child !== this.#child) return;
    this.#child = undefined;
    if (this.#seats.size === 0) return;
    const { clock, log } = this.#parts;
    if (!this.#isUnavailable) {
      const cause = how.signal ?? `code ${how.code}`;
      log.error({ ...how }, "the robots' bridge died; starting another one");
      for (const seat of this.#seats.values()) {
        seat.lose(`its bridge ended (${cause}) and is being started again`);
      }
    }
    if (clock.monoMs() - this.#startedMs > healthyMs) this.#backoff.reset();
    const delayMs = this.#isUnavailable ? unavailableMs : this.#backoff.nextMs();
    this.#restart = clock.after(delayMs, () => this.#spawn());
  }
}

/** Ends the process with its whole group, if it is still there. */
function kill(child: ChildProcess | undefined): void {
  if (child?.pid === undefined) return;
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch {
    // The whole group is gone already.
  }
}

/** The shell hands its environment on and is replaced; file names are arguments, never text of it. */
function commandOf(setup: readonly string[]): string[] {
  const node = [process.execPath, entry];
  if (setup.length === 0) return node;
  const script =
    'n=$1; shift; while [ "$n" -gt 0 ]; do . "$1" || exit 3; shift; n=$((n - 1)); done; exec "$@"';
  return ["bash", "-c", script, "bash", String(setup.length), ...setup, ...node];
}

function environmentOf({ env }: BridgeLaunch): NodeJS.ProcessEnv {
  const cache = getCompileCacheDir();
  // oxlint-disable-next-line house/no-process-env -- handed on, not read
  const own = process.env;
  return { ...own, ...(cache === undefined ? {} : { NODE_COMPILE_CACHE: dirname(cache) }), ...env };
}
