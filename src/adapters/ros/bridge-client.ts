import type { BridgeCall, BridgeOptions, RobotOrder, RobotReport } from "./child/core/protocol.ts";
import { fail } from "../../base/contract/fail.ts";

/** Answers that are due at once; more are refused. */
const maxCalls = 64;

/** The events of one client. */
export interface BridgeClientEvents {
  /** The robot's options, which a new process gets first. */
  options(): BridgeOptions;
  onReport(report: RobotReport): void;
  /** The bridge is gone, in words; a new one is on its way. */
  onDown(reason: string): void;
}

/** The process, as one client uses it. */
interface ClientProcess {
  write(order: RobotOrder): void;
  leave(): Promise<void>;
}

interface PendingCall {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/** One robot's connection to the process of its bridge; it outlives that process. */
export class BridgeClient {
  readonly #events: BridgeClientEvents;
  readonly #process: ClientProcess;
  readonly #pending = new Map<number, PendingCall>();
  #reason: string | null = "its bridge is being started";
  #nextId = 1;
  #isLeaving = false;
  /** Number of crashes of the process. */
  restarts = 0;

  constructor(events: BridgeClientEvents, process: ClientProcess) {
    this.#events = events;
    this.#process = process;
  }

  /** The reason why the bridge is unusable; null while it serves the robot. */
  get problem(): string | null {
    return this.#reason;
  }

  /** Tells the process about the robot. */
  open(): void {
    if (!this.#isLeaving) this.send({ type: "open", options: this.#events.options() });
  }

  /** Tells the bridge, if it is there. */
  send(order: RobotOrder): void {
    this.#process.write(order);
  }

  /** Asks the bridge; rejects with `robot_refused` or `robot_unreachable`. */
  call(call: BridgeCall): Promise<unknown> {
    if (this.#reason !== null || this.#pending.size >= maxCalls) {
      const why = this.#reason ?? "too many calls are waiting for its bridge";
      return Promise.reject(fail("robot_unreachable", why));
    }
    const id = this.#nextId++;
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    this.#pending.set(id, { resolve, reject });
    this.send({ type: "call", id, call });
    return promise;
  }

  /** Releases the robot: teleop ends, a goal continues. Idempotent. */
  async leave(): Promise<void> {
    if (this.#isLeaving) return;
    this.#isLeaving = true;
    this.#reason = "the bridge is being stopped";
    this.#refuseAll(this.#reason);
    await this.#process.leave();
  }

  /** Takes the bridge's reports on the robot. */
  take(report: RobotReport): void {
    if (this.#isLeaving) return;
    switch (report.type) {
      case "reply":
        this.#settle(report.id)?.resolve(report.value);
        return;
      case "refusal":
        this.#settle(report.id)?.reject(fail(report.code, report.message));
        return;
      case "unavailable":
        this.#down(report.reason);
        return;
      case "abilities":
        this.#reason = null;
        break;
      default:
    }
    this.#events.onReport(report);
  }

  /** The process died. */
  lose(reason: string): void {
    this.restarts += 1;
    this.#down(reason);
  }

  #down(reason: string): void {
    this.#reason = reason;
    if (!this.#isLeaving) this.#events.onDown(reason);
    this.#refuseAll(reason);
  }

  #settle(id: number): PendingCall | undefined {
    const waiting = this.#pending.get(id);
    this.#pending.delete(id);
    return waiting;
  }

  #refuseAll(why: string): void {
    for (const { reject } of this.#pending.values()) reject(fail("robot_unreachable", why));
    this.#pending.clear();
  }
}
