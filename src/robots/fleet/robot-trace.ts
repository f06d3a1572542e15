import type { Clock } from "../../base/core/clock.ts";
import type { RobotDriver, RobotSample, RobotScan } from "../driver/driver-port.ts";
import type { LinkedEntry } from "../commands/chain.ts";
import { BoundedTrace } from "./bounded-trace.ts";

/** What a robot reported, and when. */
export interface TracedSample {
  /** Unix milliseconds. */
  atMs: number;
  sample: RobotSample;
}

/** A turn of a robot's scanner, and when it was measured. */
export interface TracedScan {
  /** Unix milliseconds. */
  atMs: number;
  scan: RobotScan;
}

/** A picture from a robot's camera. */
export interface TracedPicture {
  /** Unix milliseconds. */
  atMs: number;
  /** JPEG, PNG or WebP. */
  bytes: Uint8Array;
  /** The stream that it is of; null for the robot's own camera. */
  streamId: string | null;
}

/** Receives what a robot reports. Never throws. */
export interface TraceListener {
  onSample?(traced: TracedSample): void;
  onScan?(traced: TracedScan): void;
  onPicture?(traced: TracedPicture): void;
  /** An entry of the record. */
  onEntry?(entry: LinkedEntry): void;
}

/** The longest time that a trace covers, in seconds. */
export const traceSeconds = 600;
/** Samples of one robot; ROS robots send about 25 in a second. */
const maxSamples = 15_000;
/** Scans and pictures of one robot, in number and in bytes of each. */
const maxScans = 1500;
const maxPictures = 600;
const maxBytes = 4 * 1024 * 1024;

/** The newest reports of one robot. */
interface RobotTraceParts {
  samples: BoundedTrace<TracedSample>;
  scans: BoundedTrace<TracedScan>;
  pictures: BoundedTrace<TracedPicture>;
  listeners: Set<TraceListener>;
}

/** The newest samples, scans and pictures of each robot, in memory. */
export class RobotTraces {
  readonly #clock: Clock;
  readonly #robots = new Map<string, RobotTraceParts>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Returns the driver, whose reports are kept from now on; those of a driver before it go. */
  watched(org: string, id: string, driver: RobotDriver): RobotDriver {
    const before = this.#robots.get(nameOf(org, id));
    const parts = newParts(before?.listeners);
    this.#robots.set(nameOf(org, id), parts);
    const open: RobotDriver["open"] = (sink) =>
      driver.open({
        onSample: (sample) => {
          const traced = { atMs: this.#clock.wallMs(), sample };
          parts.samples.add(traced, 0);
          for (const each of parts.listeners) each.onSample?.(traced);
          sink.onSample(sample);
        },
        onScan: (scan) => {
          const traced = { atMs: this.#clock.wallMs() - scan.ageMs, scan };
          parts.scans.add(traced, scan.rangesM.byteLength);
          for (const each of parts.listeners) each.onScan?.(traced);
        },
        onProgress: (progress) => sink.onProgress(progress),
        onCapabilities: () => sink.onCapabilities(),
        onLost: () => sink.onLost(),
        onMap: (map) => sink.onMap?.(map),
      });
    return new Proxy(driver, {
      get(target, key) {
        if (key === "open") return open;
        const value: unknown = Reflect.get(target, key, target);
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
  }

  /** Keeps a picture of the robot; one of an unknown robot is dropped. */
  addPicture(org: string, id: string, picture: TracedPicture): void {
    const parts = this.#robots.get(nameOf(org, id));
    if (!parts) return;
    parts.pictures.add(picture, picture.bytes.length);
    for (const each of parts.listeners) each.onPicture?.(picture);
  }

  /** Tells who follows the robot of an entry of the record; the store keeps it. */
  hearEntry(org: string, entry: LinkedEntry): void {
    const parts = this.#robots.get(nameOf(org, entry.robotId));
    for (const each of parts?.listeners ?? []) each.onEntry?.(entry);
  }

  /** Calls the listener with the reports of a robot until the returned function is called. */
  follow(org: string, id: string, listener: TraceListener): () => void {
    const key = nameOf(org, id);
    const parts = this.#robots.get(key) ?? newParts();
    this.#robots.set(key, parts);
    parts.listeners.add(listener);
    return () => void parts.listeners.delete(listener);
  }

  /** True while somebody follows the robot's pictures. */
  wantsPictures(org: string, id: string): boolean {
    const parts = this.#robots.get(nameOf(org, id));
    return [...(parts?.listeners ?? [])].some(({ onPicture }) => onPicture !== undefined);
  }

  /** Since when the trace of a robot is whole, in Unix milliseconds; null while nothing of it went. */
  wholeSinceMs(org: string, id: string): number | null {
    const { samples, scans, pictures } = this.#robots.get(nameOf(org, id)) ?? newParts();
    const lost = [samples, scans, pictures].flatMap(({ lostMs }) => lostMs ?? []);
    return lost.length === 0 ? null : Math.max(...lost);
  }

  /** The samples of a robot since a time, oldest first. */
  since(org: string, id: string, sinceMs: number): TracedSample[] {
    return this.#robots.get(nameOf(org, id))?.samples.since(sinceMs) ?? [];
  }

  /** The scans of a robot since a time, oldest first. */
  scansSince(org: string, id: string, sinceMs: number): TracedScan[] {
    return this.#robots.get(nameOf(org, id))?.scans.since(sinceMs) ?? [];
  }

  /** The pictures of a robot since a time, oldest first. */
  picturesSince(org: string, id: string, sinceMs: number): TracedPicture[] {
    return this.#robots.get(nameOf(org, id))?.pictures.since(sinceMs) ?? [];
  }
}

function newParts(listeners: Set<TraceListener> = new Set()): RobotTraceParts {
  return {
    samples: new BoundedTrace({ items: maxSamples, bytes: Infinity }),
    scans: new BoundedTrace({ items: maxScans, bytes: maxBytes }),
    pictures: new BoundedTrace({ items: maxPictures, bytes: maxBytes }),
    listeners,
  };
}

function nameOf(org: string, id: string): string {
  return `${org}\0${id}`;
}
