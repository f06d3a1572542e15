import type { BridgeCall, BridgeOptions, RobotOrder, RobotReport } from "./child/protocol.ts";
import { fail } from "../../base/contract/fail.ts";

/** Answers that are due at once; more are refused. */
const maxCalls = 64;

/** What the owner of a seat hears. */
export interface SeatEvents {
  /** The robot's options, which a new process gets first. */
  options(): BridgeOptions;
  onReport(report: RobotReport): void;
  /** The bridge is gone, in words; a new one is on its way. */
  onDown(reason: string): void;
}

/** What a seat does with its process. */
interface SeatProcess {
  write(order: RobotOrder): void;
  leave(): Promise<void>;
}

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/** A robot's place in the process of a bridge, which outlives that process. */
export class BridgeSeat {
  readonly #events: SeatEvents;
  readonly #process: SeatProcess;
  readonly #waiting = new Map<number, Waiting>();
  #reason: string | null = "its bridge is being started";
  #nextId = 1;
  #isLeaving = false;
  /** How often the process died under it. */
  restarts = 0;

  constructor(events: SeatEvents, process: SeatProcess) {
    this.#events = events;
    this.#process = process;
  }

  /** Why nothing can be done through the bridge; null while it serves the robot. */
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

  /** Lets the robot go: driving by hand ends, a goal goes on. Idempotent. */
  async leave(): Promise<void> {
    if (this.#isLeaving) return;
    this.#isLeaving = true;
    this.#reason = "the bridge is being stopped";
    this.#refuseAll(this.#reason);
    await this.#process.leave();
  }

  /** Takes what the bridge reports of the robot. */
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

  #settle(id: number): Waiting | undefined {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    return waiting;
  }

  #refuseAll(why: string): void {
    for (const { reject } of this.#waiting.values()) reject(fail("robot_unreachable", why));
    this.#waiting.clear();
  }
}
