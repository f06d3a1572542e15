import type { Clock, Timer } from "../../base/core/clock.ts";
import type { Part } from "../../base/core/parts.ts";
import type { MachinePort, MachineReading } from "./machine-port.ts";

/** Figures of the appliance's work beside each reading. */
export interface WorkLevel {
  camerasOnline: number;
  jobsQueued: number;
}

/** One minute of the history. */
export interface MachineSample {
  /** Unix milliseconds. */
  atMs: number;
  reading: MachineReading;
  work: WorkLevel;
}

const readPeriodMs = 15_000;
const samplePeriodMs = 60_000;
/** A day of minutes; the oldest are dropped first. */
const maxSamples = 1440;

/**
 * Reads the machine every 15 seconds and keeps one reading a minute for a day, in memory: the history
 * starts again with the process.
 */
export class MachineWatch implements Part {
  readonly #parts: { machine: MachinePort; clock: Clock; work: () => WorkLevel };
  readonly #samples: MachineSample[] = [];
  #latest: MachineReading | null = null;
  #timer: Timer | undefined;
  #reading: Promise<void> | undefined;

  constructor(parts: { machine: MachinePort; clock: Clock; work: () => WorkLevel }) {
    this.#parts = parts;
  }

  /** Resolves after the first reading. */
  async start(): Promise<void> {
    await this.#read();
    this.#timer = this.#parts.clock.every(readPeriodMs, () => void this.#read());
  }

  async stop(): Promise<void> {
    this.#timer?.cancel();
    await this.settled();
  }

  /** Resolves when no reading is in progress. */
  async settled(): Promise<void> {
    await this.#reading;
  }

  /** The last reading; null before the first. */
  latest(): MachineReading | null {
    return this.#latest;
  }

  /** Returns the history, oldest first, at most a day. */
  history(): readonly MachineSample[] {
    return this.#samples;
  }

  /** Readings never overlap. */
  #read(): Promise<void> {
    this.#reading ??= this.#readOnce().finally(() => (this.#reading = undefined));
    return this.#reading;
  }

  async #readOnce(): Promise<void> {
    const { machine, clock, work } = this.#parts;
    const reading = await machine.read();
    this.#latest = reading;
    const atMs = clock.wallMs();
    const last = this.#samples.at(-1);
    // Also when somebody set the clock back: a history without new entries would hide it.
    if (last && Math.abs(atMs - last.atMs) < samplePeriodMs) return;
    this.#samples.push({ atMs, reading, work: work() });
    if (this.#samples.length > maxSamples) this.#samples.shift();
  }
}
