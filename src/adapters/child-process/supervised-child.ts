import type { ChildProcess } from "node:child_process";
import { Backoff } from "../../base/concurrency/backoff.ts";
import type { Clock, Timer } from "../../base/core/clock.ts";
import type { Logger } from "../../base/core/logger.ts";
import { type ChildExit, ChildHandle } from "./child-handle.ts";
import type { HangRule } from "./hang-rule.ts";

/** Period of the check for a hanging child. */
const checkMs = 200;
/** On a slow machine a new process may be silent for this many times `readyMs`. */
const mostPatience = 16;
/** A child that ran for so long did not crash at its start: the delay of restarts begins at its first value again. */
const healthyMs = 10_000;

/**
 * `starting`: no process has been ready yet. `up`: the process has reported that it is ready. `down`: the
 * last one ended and the next one is not ready yet, or the child was stopped.
 */
export type ChildState = "starting" | "up" | "down";

/** The parts that a supervised child is built from. */
export interface SupervisedChildOptions<Received> {
  clock: Clock;
  log: Logger;
  /** Names the child in the log: `vision process`. */
  name: string;
  /** Starts a process that leads a group of its own and exits when its channel closes. */
  spawn(): ChildProcess;
  hangRule: HangRule;
  /**
   * A new process may be silent for so long, in milliseconds: at first, and twice as long after each one that was
   * killed before it was ready, up to 16 times.
   */
  readyMs: number;
  /** A process that does not exit so long after its channel was closed is killed, in milliseconds. */
  stopMs: number;
  /** A new process is there: its first messages are due. */
  onSpawn(): void;
  /** A message of the process, which is also a sign of life. */
  onMessage(message: Received): void;
  /**
   * The process ended without being stopped. Returns after how many milliseconds the next one starts; undefined for
   * the usual delay, which grows from 50 ms to 1 s while processes die young.
   */
  onExit(exit: ChildExit): number | undefined;
}

/**
 * Keeps a child process running: watches its messages, kills it with its group when it hangs, and restarts it
 * whenever it ends. There is one process at a time; messages of earlier ones are dropped.
 */
export class SupervisedChild<Sent, Received> {
  readonly #options: SupervisedChildOptions<Received>;
  readonly #backoff = new Backoff({ firstMs: 50, maxMs: 1_000, jitter: 0.2 });
  #state: ChildState = "starting";
  #isStopped = false;
  #child: ChildHandle<Sent, Received> | undefined;
  #killed: ChildHandle<Sent, Received> | undefined;
  #exited: Promise<void> = Promise.resolve();
  #watch: Timer | undefined;
  #restart: Timer | undefined;
  #killTimer: Timer | undefined;
  #startedMs = 0;
  #lastSignMs = 0;
  #lastCheckMs = 0;
  #quietUntilMs = 0;
  #caredMs: number | null = null;
  #readyMs: number;
  #lastExit: ChildExit | null = null;
  #restarts = 0;

  constructor(options: SupervisedChildOptions<Received>) {
    this.#options = options;
    this.#readyMs = options.readyMs;
  }

  get state(): ChildState {
    return this.#state;
  }

  /** The exit of the last process; null while the first one runs. */
  get lastExit(): ChildExit | null {
    return this.#lastExit;
  }

  /** Processes that ended without being stopped. */
  get restarts(): number {
    return this.#restarts;
  }

  /** Process id; undefined between two processes. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** True while there is a process to send to. */
  get hasProcess(): boolean {
    return this.#child !== undefined;
  }

  /**
   * Monotonic milliseconds at which a living process, or one that is given time, was last seen; null before
   * the start and after the stop. It stops when a process neither answers nor can be killed or replaced.
   */
  get caredMs(): number | null {
    return this.#isStopped ? null : this.#caredMs;
  }

  /** Starts the first process. Call once. */
  start(): void {
    this.#caredMs = this.#options.clock.monoMs();
    this.#watch = this.#options.clock.every(checkMs, () => this.#check());
    this.#spawn();
  }

  /** Closes the channel and resolves when the process has ended, killed after `stopMs`. Idempotent. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#state = "down";
    this.#watch?.cancel();
    this.#restart?.cancel();
    this.#close();
    await this.#exited;
    this.#killTimer?.cancel();
  }

  /** Sends to the process; false when there is none. */
  send(message: Sent): boolean {
    return this.#child?.send(message) ?? false;
  }

  /** Notes that the process is ready. */
  ready(): void {
    if (this.#state !== "up" && this.pid !== undefined) this.#options.hangRule.onReady?.(this.pid);
    this.#state = "up";
    this.allowSilence(0);
  }

  /** No sign of life is due for `forMs` from now; 0 takes back an earlier allowance. */
  allowSilence(forMs: number): void {
    this.#quietUntilMs = this.#options.clock.monoMs() + forMs;
  }

  /** Ends the process in good order, killed after `stopMs`; another one follows as after any end. */
  recycle(): void {
    this.allowSilence(Number.POSITIVE_INFINITY);
    this.#close();
  }

  #close(): void {
    const child = this.#child;
    if (!child) return;
    child.close();
    this.#killTimer?.cancel();
    this.#killTimer = this.#options.clock.after(this.#options.stopMs, () => child.kill());
  }

  #spawn(): void {
    const { clock, spawn, onSpawn } = this.#options;
    this.#startedMs = clock.monoMs();
    this.#lastSignMs = this.#startedMs;
    this.#options.hangRule.onSign();
    this.allowSilence(this.#readyMs);
    const child = new ChildHandle<Sent, Received>(spawn(), { isGroup: true });
    this.#child = child;
    this.#exited = child
      .listen((message) => this.#onMessage(message))
      .then((exit) => this.#onExit(exit));
    onSpawn();
  }

  #onMessage(message: Received): void {
    if (this.#isStopped) return;
    this.#lastSignMs = this.#options.clock.monoMs();
    this.#options.hangRule.onSign();
    this.#options.onMessage(message);
  }

  #check(): void {
    const { clock, log, name, hangRule } = this.#options;
    const nowMs = clock.monoMs();
    // After a delay of this process itself, the child's messages are still unread.
    const wasLate = nowMs - this.#lastCheckMs > 2 * checkMs;
    this.#lastCheckMs = nowMs;
    const child = this.#child;
    // A killed process is on its way out.
    if (!child || child === this.#killed) return;
    const { pid } = child;
    const silentMs = nowMs - this.#lastSignMs;
    const isExcused = wasLate || nowMs < this.#quietUntilMs || pid === undefined;
    if (isExcused || !hangRule.isHung({ pid, silentMs, nowMs })) {
      this.#caredMs = nowMs;
      return;
    }
    this.#killed = child;
    if (this.#state !== "up") {
      this.#readyMs = Math.min(2 * this.#readyMs, mostPatience * this.#options.readyMs);
    }
    log.error({ pid }, `the ${name} hangs and is killed`);
    child.kill();
  }

  #onExit(exit: ChildExit): void {
    this.#child = undefined;
    this.#killTimer?.cancel();
    this.#lastExit = exit;
    if (this.#isStopped) return;
    const { clock, onExit } = this.#options;
    this.#state = "down";
    this.#restarts += 1;
    if (clock.monoMs() - this.#startedMs > healthyMs) this.#backoff.reset();
    const delayMs = onExit(exit) ?? this.#backoff.nextMs();
    // The owner may have stopped it just now.
    if (this.#isStopped) return;
    this.#restart = clock.after(delayMs, () => this.#spawn());
  }
}
