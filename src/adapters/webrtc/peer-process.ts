import { fileURLToPath } from "node:url";
import { fail } from "../../base/contract/fail.ts";
import type { Clock, Timer } from "../../base/core/clock.ts";
import type { Logger } from "../../base/core/logger.ts";
import { type ChildExit, describeExit } from "../child-process/child-handle.ts";
import { processorTimeRule } from "../child-process/hang-rule.ts";
import { forkGroup } from "../child-process/start-child.ts";
import { type ChildState, SupervisedChild } from "../child-process/supervised-child.ts";
import type {
  FrameMessage,
  FromWebrtcChild,
  ToWebrtcChild,
  WebrtcProblem,
} from "./child/protocol.ts";

const entry = fileURLToPath(new URL("./child/main.ts", import.meta.url));

/** A new process may be silent for this long while it loads its code and the library. */
const readyMs = 10_000;
/** The process tells its viewers that it ends well within this time. */
const stopMs = 1_000;
/** A viewer waits this long for a process that starts. */
const patienceMs = 5_000;
/**
 * Frames that the process has not read yet; beyond it the viewers lose everything up to a key frame. The newest GOP of
 * a video, with which a viewer begins, has at most as much.
 */
const maxWaitingBytes = 32 * 1024 * 1024;

/** The events of the process for its owner. */
export interface PeerProcessEvents {
  onMessage(message: FromWebrtcChild): void;
  /** The process ended with all its connections; the next one follows. */
  onDown(): void;
}

/** The supervised process that has the native library and all connections. */
export class PeerProcess {
  readonly #parts: { clock: Clock; log: Logger; port: number };
  readonly #child: SupervisedChild<ToWebrtcChild, FromWebrtcChild>;
  #events: PeerProcessEvents | undefined;
  #isStarted = false;
  #problem: WebrtcProblem | null = null;
  #up = Promise.withResolvers<void>();
  #waitingBytes = 0;
  #droppedFrames = 0;

  /** `port`: UDP port of all connections; with 0 each has a free one. */
  constructor(parts: { clock: Clock; log: Logger; port: number }) {
    this.#parts = parts;
    this.#child = new SupervisedChild({
      clock: parts.clock,
      log: parts.log,
      name: "WebRTC process",
      hangRule: processorTimeRule(),
      readyMs,
      stopMs,
      spawn: () => forkGroup(entry),
      onSpawn: () => this.#child.send({ type: "configure", port: parts.port }),
      onMessage: (message) => this.#onMessage(message),
      onExit: (exit) => this.#onExit(exit),
    });
  }

  /** Undefined before `warmUp` and the first viewer. */
  get state(): ChildState | undefined {
    return this.#isStarted ? this.#child.state : undefined;
  }

  /** Processes that ended without being stopped. */
  get restarts(): number {
    return this.#child.restarts;
  }

  /** Process id; undefined while there is none. */
  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** Frames that the process did not get because it did not read. */
  get droppedFrames(): number {
    return this.#droppedFrames;
  }

  /** Reports to `events` from now on. Call once, before `ready`. */
  listen(events: PeerProcessEvents): void {
    this.#events = events;
  }

  /** Starts the process, if it does not run yet. */
  warmUp(): void {
    if (!this.#isStarted) this.#child.start();
    this.#isStarted = true;
  }

  /** Resolves when the process takes viewers; starts the first one. Rejects with `overloaded` or `feature_disabled`. */
  async ready(): Promise<void> {
    this.warmUp();
    const patience = Promise.withResolvers<void>();
    const timer: Timer = this.#parts.clock.after(patienceMs, () => patience.resolve());
    await Promise.race([this.#up.promise, patience.promise]);
    timer.cancel();
    if (this.#child.state !== "up") throw this.unavailable();
    if (!this.#problem) return;
    // The next process looks again.
    this.#child.recycle();
    throw fail(this.#problem.code, this.#problem.message);
  }

  /** Sends to the process; false, and nothing sent, while it is not up. */
  send(message: Exclude<ToWebrtcChild, FrameMessage>): boolean {
    return this.#child.state === "up" && this.#child.send(message);
  }

  /** Sends a frame; false, and the frame is dropped, while the process is not up or too much waits for it. */
  sendFrame(message: FrameMessage): boolean {
    const isSent =
      this.#waitingBytes <= maxWaitingBytes &&
      this.#child.state === "up" &&
      this.#child.send(message);
    if (isSent) this.#waitingBytes += message.frame.interleaved.length;
    else this.noteDropped();
    return isSent;
  }

  /** Counts a frame that its sender left out after `sendFrame` refused another. */
  noteDropped(): void {
    this.#droppedFrames += 1;
  }

  /** The error of a viewer whose process is gone. */
  unavailable(): Error {
    return fail("overloaded", "webrtc: its process is starting. Try again");
  }

  /** Ends the process and its connections. Idempotent. */
  async stop(): Promise<void> {
    await this.#child.stop();
  }

  #onMessage(message: FromWebrtcChild): void {
    switch (message.type) {
      case "beat":
        return;
      case "taken":
        this.#waitingBytes -= message.bytes;
        return;
      case "ready":
        this.#onReady(message.problem);
        return;
      default:
        this.#events?.onMessage(message);
    }
  }

  #onReady(problem: WebrtcProblem | null): void {
    this.#problem = problem;
    if (problem) this.#parts.log.error({ reason: problem.message }, "WebRTC does not work");
    this.#child.ready();
    this.#up.resolve();
  }

  #onExit(exit: ChildExit): undefined {
    this.#waitingBytes = 0;
    this.#up = Promise.withResolvers<void>();
    if (!this.#problem) {
      const how = { how: describeExit(exit), stderr: exit.stderr };
      this.#parts.log.error(how, "the WebRTC process died; starting another one");
    }
    this.#events?.onDown();
  }
}
