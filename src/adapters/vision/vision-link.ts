import type { ChildProcess } from "node:child_process";
import { fail } from "../../base/contract/fail.ts";
import type { Clock, Timer } from "../../base/core/clock.ts";
import type { Logger } from "../../base/core/logger.ts";
import type { ChildExit } from "../child-process/child-handle.ts";
import { processorTimeRule } from "../child-process/hang-rule.ts";
import { type ChildState, SupervisedChild } from "../child-process/supervised-child.ts";
import type { DecodingState } from "./child/decoding/hardware-decoding.ts";
import type {
  ChildModel,
  ChildReplies,
  ChildRequest,
  FromVisionChild,
  ToVisionChild,
  VisionChildOptions,
} from "./child/protocol.ts";
import { startVisionChild } from "./start-vision-child.ts";
import { BlockedShare } from "./blocked-share.ts";

/** A new process may be silent for this long while it loads its code and finds its models. */
const readyMs = 10_000;
/** Decoders are ended well within this time. */
const stopMs = 1_000;
/** Calls in flight; further ones are refused with `overloaded`. */
const maxRequests = 32;
/** A call without an answer fails with `detector_unavailable` after this time. */
const requestMs = 60_000;

/** The events of the link for its owner. */
export interface VisionLinkEvents {
  /** The process is ready: first start and after every restart. */
  onUp(): void;
  /** The process ended; the next one follows. */
  onDown(): void;
  /** The process has reported its models. */
  onModels(models: readonly ChildModel[]): void;
  /** Everything of the process that concerns feeds. */
  onFeedMessage(message: FromVisionChild): void;
}

/** The parts that the link is built from. */
export interface VisionLinkParts {
  log: Logger;
  clock: Clock;
  child: VisionChildOptions;
  /** A process that was started already; the first to be used. */
  firstChild?: ChildProcess;
  events: VisionLinkEvents;
}

interface PendingRequest {
  resolve(value: unknown): void;
  reject(error: Error): void;
  deadline: Timer;
}

/** The supervised vision process and its messages. Messages are sent only while it is up. */
export class VisionLink {
  readonly #parts: VisionLinkParts;
  readonly #child: SupervisedChild<ToVisionChild, FromVisionChild>;
  readonly #requests = new Map<number, PendingRequest>();
  readonly #netShare = new BlockedShare();
  #models: readonly ChildModel[] = [];
  #decoding: DecodingState | undefined;
  #firstChild: ChildProcess | undefined;
  #nextId = 1;

  constructor(parts: VisionLinkParts) {
    const { clock, log } = parts;
    this.#parts = parts;
    this.#firstChild = parts.firstChild;
    this.#child = new SupervisedChild({
      clock,
      log,
      name: "vision process",
      hangRule: processorTimeRule(),
      readyMs,
      stopMs,
      spawn: () => this.#takeFirst() ?? startVisionChild(),
      onSpawn: () => this.#child.send({ type: "configure", options: parts.child }),
      onMessage: (message) => this.#onMessage(message),
      onExit: (exit) => this.#onExit(exit),
    });
  }

  get state(): ChildState {
    return this.#child.state;
  }

  get restarts(): number {
    return this.#child.restarts;
  }

  /** The way in which video is decoded; the setting alone until the child has tried. */
  get decoding(): DecodingState {
    return this.#decoding ?? { wish: this.#parts.child.hardware, used: {}, tried: [] };
  }

  /** The process's last report on its models; kept while it is down. */
  get models(): readonly ChildModel[] {
    return this.#models;
  }

  /** The share of its time for which models block the process, 0–1. */
  get netShare(): number {
    return this.#netShare.value;
  }

  /** As `SupervisedChild.caredMs`. */
  get caredMs(): number | null {
    return this.#child.caredMs;
  }

  /** Process id, for diagnostics and tests. */
  get pid(): number | undefined {
    return this.#child.pid;
  }

  start(): void {
    this.#child.start();
  }

  async stop(): Promise<void> {
    this.#refuseAll();
    await this.#child.stop();
  }

  /** Sends to the process; false, and nothing sent, while it is not up. */
  send(message: ToVisionChild): boolean {
    return this.#child.state === "up" && this.#child.send(message);
  }

  /** Asks the process; rejects with its coded error, or `detector_unavailable` when it is down. */
  request<R extends ChildRequest>(request: R): Promise<ChildReplies[R["call"]]> {
    if (this.#requests.size >= maxRequests) {
      return Promise.reject(
        fail("overloaded", "pictures: too many are being prepared at once. Try again"),
      );
    }
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const id = this.#nextId++;
    if (!this.send({ type: "request", id, request })) return Promise.reject(unavailable());
    const deadline = this.#parts.clock.after(requestMs, () => {
      this.#requests.delete(id);
      reject(unavailable());
    });
    this.#requests.set(id, { resolve, reject, deadline });
    return promise as Promise<ChildReplies[R["call"]]>;
  }

  /** The process that was started beforehand, if it still runs; once. */
  #takeFirst(): ChildProcess | undefined {
    const child = this.#firstChild;
    this.#firstChild = undefined;
    return child?.connected ? child : undefined;
  }

  #onMessage(message: FromVisionChild): void {
    const { clock, events, log } = this.#parts;
    switch (message.type) {
      case "beat":
        this.#netShare.note(clock.monoMs(), message.netMs);
        if (this.#child.state === "up") this.#child.allowSilence(0);
        return;
      case "busy":
        this.#child.allowSilence(message.forMs);
        return;
      case "models":
        this.#onModels(message);
        return;
      case "decoding":
        this.#decoding = message.state;
        log.info({ ...message.state }, "video decoding");
        return;
      case "reply":
      case "refusal":
        this.#settle(message);
        return;
      default:
        events.onFeedMessage(message);
    }
  }

  #onModels({ models, broken }: Extract<FromVisionChild, { type: "models" }>): void {
    const { events, log } = this.#parts;
    this.#models = models;
    events.onModels(models);
    if (this.#child.state === "up") return;
    for (const { path, reason } of broken) {
      log.warn({ path, reason }, "a model manifest cannot be used");
    }
    this.#child.ready();
    events.onUp();
  }

  #settle(message: Extract<FromVisionChild, { type: "reply" | "refusal" }>): void {
    const pending = this.#requests.get(message.id);
    if (!pending) return;
    this.#requests.delete(message.id);
    pending.deadline.cancel();
    if (message.type === "reply") pending.resolve(message.value);
    else pending.reject(fail(message.problem.code, message.problem.message, { retryable: false }));
  }

  #onExit(exit: ChildExit): undefined {
    this.#refuseAll();
    this.#parts.log.error({ ...exit }, "the vision process died; starting another one");
    this.#parts.events.onDown();
  }

  #refuseAll(): void {
    for (const { deadline, reject } of this.#requests.values()) {
      deadline.cancel();
      reject(unavailable());
    }
    this.#requests.clear();
  }
}

function unavailable(): Error {
  return fail("detector_unavailable", "vision process: is restarting. Try again");
}
