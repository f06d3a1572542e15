import { type ChildProcess, spawn } from "node:child_process";
import { getCompileCacheDir } from "node:module";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import type {
  BridgeCall,
  BridgeOptions,
  FromBridge,
  ToBridge,
} from "../../children/ros/protocol.ts";
import { fail } from "../../contract/fail.ts";
import { Backoff } from "../../core/backoff.ts";
import type { Clock, Timer } from "../../core/clock.ts";
import type { Logger } from "../../core/logger.ts";

const entry = fileURLToPath(new URL("../../children/ros/main.ts", import.meta.url));

/** Silence after which the bridge counts as hung; with the restart it stays below 2 s. */
const hangMs = 1200;
/** A new bridge may be held up for so long by the loading of ROS. */
const startMs = 20_000;
const checkMs = 200;
/** After this long the next death is a new misfortune, not a crash loop. */
const healthyMs = 10_000;
/** Where ROS cannot be used, it is tried again after this: it may be installed meanwhile. */
const unavailableMs = 30_000;
/** Answers that are due at once; more are refused. */
const maxCalls = 64;
/** The bridge's own words that are kept for the log. */
const stderrBytes = 2048;

/** How the process of a bridge is started. */
export interface BridgeLaunch {
  /** Setup files of ROS 2 that a shell sources first, in order. */
  setup: readonly string[];
  /** Added to the environment of the process. */
  env: Readonly<Record<string, string>>;
}

/** What the owner of a bridge hears. */
export interface BridgeEvents {
  /** What a new process is told first. */
  options(): BridgeOptions;
  /** A new process has been started: everything about the robot is to be learned anew. */
  onStart(): void;
  onMessage(message: FromBridge): void;
  /** The bridge is gone, in words; a new one is on its way. */
  onDown(reason: string): void;
}

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/**
 * The process of one robot's bridge: started, watched by its sign of life, killed when it hangs, and
 * started again within 2 s. What is called while it is down is `robot_unreachable`.
 */
export class BridgeProcess {
  readonly #parts: { launch: BridgeLaunch; clock: Clock; log: Logger; events: BridgeEvents };
  readonly #backoff = new Backoff({ firstMs: 50, maxMs: 1000, jitter: 0.2 });
  readonly #waiting = new Map<number, Waiting>();
  #child: ChildProcess | undefined;
  #watch: Timer | undefined;
  #restart: Timer | undefined;
  #exited: Promise<unknown> = Promise.resolve();
  #reason: string | null = "its bridge is being started";
  #isUnavailable = false;
  #isStopping = false;
  #nextId = 1;
  #startedMs = 0;
  #lastSignMs = 0;
  #lastCheckMs = 0;
  #hasSpoken = false;
  restarts = 0;

  constructor(parts: { launch: BridgeLaunch; clock: Clock; log: Logger; events: BridgeEvents }) {
    this.#parts = parts;
  }

  /** Why nothing can be done through the bridge; null while it runs. */
  get problem(): string | null {
    return this.#reason;
  }

  /** Process id of the bridge, for diagnostics and tests. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  start(): void {
    this.#watch = this.#parts.clock.every(checkMs, () => this.#check());
    this.#spawn();
  }

  /** Ends the process; the robot is left as it is. Idempotent. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#watch?.cancel();
    this.#restart?.cancel();
    this.#refuseAll("the bridge is being stopped");
    if (this.#child?.connected) this.#child.disconnect();
    const deadline = this.#parts.clock.after(1500, () => this.#kill());
    await this.#exited;
    deadline.cancel();
  }

  /** Tells the bridge, if it is there. */
  send(message: ToBridge): void {
    if (!this.#child?.connected) return;
    this.#child.send(message, () => {
      // A failed write means that the process is dying: its exit follows.
    });
  }

  /** Asks the bridge; rejects with `robot_refused` or `robot_unreachable`. */
  call(call: BridgeCall): Promise<unknown> {
    if (this.#reason !== null || this.#waiting.size >= maxCalls) {
      const why = this.#reason ?? "too many calls are waiting for its bridge";
      return Promise.reject(fail("robot_unreachable", why));
    }
    const id = this.#nextId++;
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    this.#waiting.set(id, { resolve, reject });
    this.send({ type: "call", id, call });
    return promise;
  }

  #spawn(): void {
    const { clock, launch, events } = this.#parts;
    this.#startedMs = clock.monoMs();
    this.#lastSignMs = this.#startedMs;
    this.#hasSpoken = false;
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
    events.onStart();
    child.send(
      { type: "configure", options: events.options() } satisfies ToBridge,
      () => undefined,
    );
  }

  #onMessage(child: ChildProcess, message: FromBridge): void {
    if (child !== this.#child) return;
    this.#lastSignMs = this.#parts.clock.monoMs();
    switch (message.type) {
      case "beat":
        this.#hasSpoken = true;
        return;
      case "reply":
        this.#settle(message.id)?.resolve(message.value);
        return;
      case "refusal":
        this.#settle(message.id)?.reject(fail(message.code, message.message));
        return;
      case "unavailable":
        this.#isUnavailable = true;
        this.#reason = message.reason;
        this.#parts.events.onDown(message.reason);
        child.disconnect();
        return;
      case "abilities":
        this.#reason = null;
        break;
      default:
    }
    this.#parts.events.onMessage(message);
  }

  #settle(id: number): Waiting | undefined {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    return waiting;
  }

  #check(): void {
    const nowMs = this.#parts.clock.monoMs();
    // When this process itself was held up, the bridge's signs are still unread.
    const wasLate = nowMs - this.#lastCheckMs > 2 * checkMs;
    this.#lastCheckMs = nowMs;
    if (wasLate || !this.#child || this.#isUnavailable) return;
    const allowedMs = this.#hasSpoken && this.#reason === null ? hangMs : startMs;
    if (nowMs - this.#lastSignMs <= allowedMs) return;
    this.#parts.log.error({ pid: this.#child.pid }, "the robot's bridge hangs and is killed");
    this.#kill();
  }

  #kill(): void {
    const pid = this.#child?.pid;
    if (pid === undefined) return;
    try {
      process.kill(-pid, "SIGKILL");
    } catch {
      // The whole group is gone already.
    }
  }

  #onExit(
    child: ChildProcess,
    how: { code: number | null; signal: NodeJS.Signals | null; words: string },
  ): void {
    if (child !== this.#child) return;
    this.#kill();
    this.#child = undefined;
    if (this.#isStopping) return;
    const { clock, log, events } = this.#parts;
    const isUnavailable = this.#isUnavailable;
    if (!isUnavailable) {
      const cause = how.signal ?? `code ${how.code}`;
      this.#reason = `its bridge ended (${cause}) and is being started again`;
      log.error({ ...how }, "the robot's bridge died; starting another one");
      this.restarts += 1;
      events.onDown(this.#reason);
    }
    this.#refuseAll(this.#reason ?? "its bridge ended");
    if (clock.monoMs() - this.#startedMs > healthyMs) this.#backoff.reset();
    const delayMs = isUnavailable ? unavailableMs : this.#backoff.nextMs();
    this.#restart = clock.after(delayMs, () => this.#spawn());
  }

  #refuseAll(why: string): void {
    for (const { reject } of this.#waiting.values()) reject(fail("robot_unreachable", why));
    this.#waiting.clear();
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
