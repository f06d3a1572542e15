import type { ChildProcess } from "node:child_process";
import { availableParallelism } from "node:os";
import type { DecodingState } from "./child/decoding/hardware-decoding.ts";
import type {
  ChildModel,
  ChildReplies,
  ChildRequest,
  FromVisionChild,
  ToVisionChild,
  VisionChildOptions,
} from "./child/protocol.ts";
import { fail } from "../../base/contract/fail.ts";
import { startVisionChild } from "./child-process.ts";
import { NetShare } from "./net-share.ts";
import { isHung } from "./hang-rule.ts";
import { Backoff } from "../../base/core/backoff.ts";
import type { Clock, Timer } from "../../base/core/clock.ts";
import { GatehouseError } from "../../base/core/errors.ts";
import type { Logger } from "../../base/core/logger.ts";
import {
  processState,
  ProcessorTime,
  runnablePerProcessor,
} from "../../base/core/processor-time.ts";

/** How long a new child may take until it says which models it has. */
const START_MS = 10_000;
const CHECK_MS = 200;
/** Calls in flight; further ones are refused with `overloaded`. */
const MAX_REQUESTS = 32;
/** A call that is not answered by then fails with `detector_unavailable`. */
const REQUEST_MS = 60_000;
/** After this long the next death is a new misfortune, not a crash loop. */
const HEALTHY_MS = 10_000;
/** The child's own words that are kept for the log. */
const STDERR_BYTES = 2_048;

/** What the owner of the link hears. */
export interface VisionLinkEvents {
  /** The child is ready: first start and after every restart. */
  onUp(): void;
  /** The child died or was killed because it hung; a new one is on its way. */
  onDown(): void;
  /** The child said what its models are. */
  onModels(models: readonly ChildModel[]): void;
  /** Everything of the child that concerns feeds. */
  onFeedMessage(message: FromVisionChild): void;
}

/** What the link is made of. */
export interface VisionLinkParts {
  log: Logger;
  clock: Clock;
  child: VisionChildOptions;
  /** A child that has been started already; the first to be used. */
  firstChild?: ChildProcess;
  events: VisionLinkEvents;
}

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
  deadline: Timer;
}

/**
 * The vision process: started, watched by its heartbeat, killed with its decoders when it hangs,
 * and started again. Messages are sent only while it is up.
 */
export class VisionLink {
  readonly #parts: VisionLinkParts;
  readonly #backoff = new Backoff({ firstMs: 50, maxMs: 1_000, jitter: 0.2 });
  readonly #waiting = new Map<number, Waiting>();
  #child: ChildProcess | undefined;
  #state: "starting" | "up" | "down" = "starting";
  #models: readonly ChildModel[] = [];
  #decoding: DecodingState | undefined;
  #restarts = 0;
  #nextId = 1;
  #startedMs = 0;
  #lastSignMs = 0;
  #lastCheckMs = 0;
  #caredMs: number | null = null;
  #quietUntilMs = 0;
  readonly #netShare = new NetShare();
  readonly #processorTime = new ProcessorTime();
  #killed: ChildProcess | undefined;
  #stopping = false;
  #hasTakenFirst = false;
  #watch: Timer | undefined;
  #restart: Timer | undefined;
  #exited: Promise<unknown> = Promise.resolve();

  constructor(parts: VisionLinkParts) {
    this.#parts = parts;
  }

  get state(): "starting" | "up" | "down" {
    return this.#state;
  }

  get restarts(): number {
    return this.#restarts;
  }

  /** How video is decoded; the wish alone until the child has tried. */
  get decoding(): DecodingState {
    return this.#decoding ?? { wish: this.#parts.child.hardware, used: {}, tried: [] };
  }

  /** What the child last said of its models; kept while it is down. */
  get models(): readonly ChildModel[] {
    return this.#models;
  }

  /** How much of its time the child is held by its nets, 0–1. */
  get netShare(): number {
    return this.#netShare.value;
  }

  /**
   * Monotonic milliseconds at which a living child, or one that is given time, was last seen; null before
   * the start. It stands still when a child can neither be heard, killed nor replaced.
   */
  get caredMs(): number | null {
    return this.#stopping ? null : this.#caredMs;
  }

  /** Process id of the child, for diagnostics and tests. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  start(): void {
    this.#caredMs = this.#parts.clock.monoMs();
    this.#watch = this.#parts.clock.every(CHECK_MS, () => this.#check());
    this.#spawn();
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    this.#watch?.cancel();
    this.#restart?.cancel();
    this.#refuseAll();
    // Its channel closes, it ends its decoders and goes; the deadline is for one that hangs.
    if (this.#child?.connected) this.#child.disconnect();
    const deadline = this.#parts.clock.after(1_000, () => this.#kill());
    await this.#exited;
    deadline.cancel();
  }

  /** Sends to the child; false, and nothing sent, while it is not up. */
  send(message: ToVisionChild): boolean {
    if (this.#state !== "up" || !this.#child?.connected) return false;
    this.#child.send(message, () => {
      // A failed write means that the child is dying: its exit follows.
    });
    return true;
  }

  /** Asks the child; rejects with its coded error, or `detector_unavailable` when it is down. */
  request<R extends ChildRequest>(request: R): Promise<ChildReplies[R["call"]]> {
    if (this.#waiting.size >= MAX_REQUESTS) {
      return Promise.reject(fail("overloaded", "too many pictures are being made at once"));
    }
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const id = this.#nextId++;
    if (!this.send({ type: "request", id, request })) return Promise.reject(unavailable());
    const deadline = this.#parts.clock.after(REQUEST_MS, () => {
      this.#waiting.delete(id);
      reject(unavailable());
    });
    this.#waiting.set(id, { resolve, reject, deadline });
    return promise as Promise<ChildReplies[R["call"]]>;
  }

  #spawn(): void {
    const { clock, child: options } = this.#parts;
    this.#startedMs = clock.monoMs();
    this.#lastSignMs = this.#startedMs;
    this.#quietUntilMs = this.#startedMs + START_MS;
    const child = this.#first() ?? startVisionChild();
    this.#child = child;
    let words = "";
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      words = (words + text).slice(-STDERR_BYTES);
    });
    child.on("message", (message) => this.#onMessage(child, message as FromVisionChild));
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
    child.send({ type: "configure", options } satisfies ToVisionChild, () => {});
  }

  /** The child that was started beforehand, if it still lives; once. */
  #first(): ChildProcess | undefined {
    const { firstChild } = this.#parts;
    if (this.#hasTakenFirst || firstChild?.connected !== true) return undefined;
    this.#hasTakenFirst = true;
    return firstChild;
  }

  #onMessage(child: ChildProcess, message: FromVisionChild): void {
    if (child !== this.#child) return;
    this.#lastSignMs = this.#parts.clock.monoMs();
    this.#processorTime.reset();
    switch (message.type) {
      case "beat":
        this.#netShare.note(this.#lastSignMs, message.netMs);
        if (this.#state === "up") this.#quietUntilMs = 0;
        return;
      case "busy":
        this.#quietUntilMs = this.#lastSignMs + message.forMs;
        return;
      case "models":
        this.#onModels(message);
        return;
      case "decoding":
        this.#decoding = message.state;
        this.#parts.log.info({ ...message.state }, "video decoding");
        return;
      case "reply":
      case "refusal":
        this.#settle(message);
        return;
      default:
        this.#parts.events.onFeedMessage(message);
    }
  }

  #onModels(message: Extract<FromVisionChild, { type: "models" }>): void {
    this.#models = message.models;
    this.#parts.events.onModels(message.models);
    if (this.#state === "up") return;
    for (const { path, reason } of message.broken) {
      this.#parts.log.warn({ path, reason }, "a model manifest cannot be used");
    }
    this.#state = "up";
    this.#quietUntilMs = 0;
    this.#parts.events.onUp();
  }

  #settle(message: Extract<FromVisionChild, { type: "reply" | "refusal" }>): void {
    const waiting = this.#waiting.get(message.id);
    if (!waiting) return;
    this.#waiting.delete(message.id);
    waiting.deadline.cancel();
    if (message.type === "reply") waiting.resolve(message.value);
    else waiting.reject(new GatehouseError(message.problem.code, message.problem.message));
  }

  #check(): void {
    const nowMs = this.#parts.clock.monoMs();
    // When this process itself was held up, the child's signs are still unread.
    const wasLate = nowMs - this.#lastCheckMs > 2 * CHECK_MS;
    this.#lastCheckMs = nowMs;
    // One that was killed is on its way out.
    if (!this.#child || this.#child === this.#killed) return;
    if (wasLate || nowMs < this.#quietUntilMs || !this.#isHung(this.#child, nowMs)) {
      this.#caredMs = nowMs;
      return;
    }
    this.#killed = this.#child;
    this.#parts.log.error({ pid: this.#child.pid }, "the vision process hangs and is killed");
    this.#kill();
  }

  #isHung({ pid }: ChildProcess, nowMs: number): boolean {
    const silentMs = nowMs - this.#lastSignMs;
    if (silentMs <= CHECK_MS || pid === undefined) return false;
    return isHung({
      silentMs,
      use: this.#processorTime.since(pid, nowMs),
      state: processState(pid),
      runnable: runnablePerProcessor(availableParallelism()),
    });
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
    this.#state = "down";
    this.#refuseAll();
    if (this.#stopping) return;
    const { clock, log, events } = this.#parts;
    log.error({ ...how }, "the vision process died; starting another one");
    events.onDown();
    if (clock.monoMs() - this.#startedMs > HEALTHY_MS) this.#backoff.reset();
    this.#restarts += 1;
    this.#restart = clock.after(this.#backoff.nextMs(), () => this.#spawn());
  }

  #refuseAll(): void {
    for (const waiting of this.#waiting.values()) {
      waiting.deadline.cancel();
      waiting.reject(unavailable());
    }
    this.#waiting.clear();
  }
}

function unavailable(): Error {
  return fail("detector_unavailable", "the vision process is being restarted");
}
