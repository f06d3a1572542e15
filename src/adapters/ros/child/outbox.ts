import type { RobotSample } from "../../../robots/driver/driver-port.ts";
import type { FromBridge, RobotReport } from "./core/protocol.ts";

/**
 * Reports of one robot to the box. While the channel is full, it keeps only the newest values of each source,
 * the newest picture of each camera and the newest scan, and all other reports, which are rare.
 */
export class Outbox {
  readonly #robot: number;
  readonly #write: (message: FromBridge, done: () => void) => void;
  readonly #samples = new Map<string, RobotSample>();
  readonly #pictures = new Map<number, RobotReport>();
  #scan: RobotReport | undefined;
  #isBusy = false;
  /** Samples that were merged into a newer one. */
  merged = 0;

  /** `write` calls `done` when the message has left. */
  constructor(robot: number, write: (message: FromBridge, done: () => void) => void) {
    this.#robot = robot;
    this.#write = write;
  }

  send(message: RobotReport): void {
    const robot = this.#robot;
    if (message.type === "picture") {
      this.#pictures.set(message.camera, message);
      this.#flush();
      return;
    }
    if (message.type === "scan") {
      this.#scan = message;
      this.#flush();
      return;
    }
    if (message.type !== "sample") {
      this.#write({ robot, ...message }, () => undefined);
      return;
    }
    const { source } = message.sample;
    const waiting = this.#samples.get(source);
    if (waiting) this.merged += 1;
    this.#samples.set(source, { ...waiting, ...message.sample });
    this.#flush();
  }

  #flush(): void {
    if (this.#isBusy) return;
    const next = this.#next();
    if (!next) return;
    this.#isBusy = true;
    this.#write({ robot: this.#robot, ...next }, () => {
      this.#isBusy = false;
      this.#flush();
    });
  }

  /** Takes what is to leave next: values, which are small, before pictures. */
  #next(): RobotReport | undefined {
    for (const [source, sample] of this.#samples) {
      this.#samples.delete(source);
      return { type: "sample", sample };
    }
    const scan = this.#scan;
    this.#scan = undefined;
    if (scan) return scan;
    for (const [camera, picture] of this.#pictures) {
      this.#pictures.delete(camera);
      return picture;
    }
    return undefined;
  }
}
