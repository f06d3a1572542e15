import { fail } from "../../base/contract/fail.ts";
import type { Clock, Timer } from "../../base/core/clock.ts";
import { describeError, GatehouseError } from "../../base/core/errors.ts";
import type { Logger } from "../../base/core/logger.ts";
import type { Part } from "../../base/core/parts.ts";
import type {
  CostTrial,
  MachineRoom,
  RoomMeter,
  VideoSamples,
  WatchCost,
} from "./capacity-port.ts";
import type { CapacityState, SampleOrigin } from "./capacity-terms.ts";

/** Time from the start to the first measurement: by then streams run as they do every day. */
const firstMs = 600_000;

/** What was measured, at one moment. */
export interface Measurement {
  /** Unix milliseconds. */
  atMs: number;
  cost: WatchCost;
  room: MachineRoom;
  origin: SampleOrigin;
  /** The streams that the box watched, and the share of its time for which its detector worked, 0–1. */
  watched: { streams: number; detectorShare: number };
}

/** The state of the meter; `last` is the newest measurement since the start. */
export interface CapacityReport {
  state: CapacityState;
  problem: string | null;
  last: Measurement | null;
}

/** The parts of `CapacityMeter`. */
export interface CapacityMeterParts {
  trial: CostTrial;
  room: RoomMeter;
  /** The video to measure with. */
  samples: () => Promise<VideoSamples>;
  /** The streams that the box watches now. */
  watched: () => Measurement["watched"];
  clock: Clock;
  log: Logger;
}

/** Measures what cameras cost the box: ten minutes after the start, and on request; once at a time. */
export class CapacityMeter implements Part {
  readonly #parts: CapacityMeterParts;
  readonly #stopping = new AbortController();
  #first: Timer | undefined;
  #running: Promise<Measurement> | undefined;
  #last: Measurement | null = null;
  #problem: string | null = null;

  constructor(parts: CapacityMeterParts) {
    this.#parts = parts;
  }

  start(): Promise<void> {
    this.#first = this.#parts.clock.after(firstMs, () => this.begin());
    return Promise.resolve();
  }

  async stop(): Promise<void> {
    this.#first?.cancel();
    this.#stopping.abort();
    await this.#running?.catch(() => undefined);
  }

  describe(): CapacityReport {
    return { state: this.#state(), problem: this.#problem, last: this.#last };
  }

  /** Starts a measurement unless one is running. */
  begin(): void {
    this.measure().catch((error) => {
      if (this.#stopping.signal.aborted) return;
      this.#parts.log.warn({ error: describeError(error) }, "the capacity was not measured");
    });
  }

  /** Resolves with the running measurement, or a new one. Rejects as `CostTrial` does. */
  measure(): Promise<Measurement> {
    this.#first?.cancel();
    this.#running ??= this.#measure().finally(() => (this.#running = undefined));
    return this.#running;
  }

  #state(): CapacityState {
    if (this.#running) return "measuring";
    if (this.#problem !== null) return "failed";
    return this.#last ? "done" : "not_measured";
  }

  async #measure(): Promise<Measurement> {
    const { trial, room, samples, watched, clock } = this.#parts;
    if (this.#stopping.signal.aborted)
      throw fail("shutting_down", "capacity: the box is stopping. Try again after its start");
    this.#problem = null;
    try {
      // First the room: the trial uses what is left of the processor.
      const [now, { origin, samples: video }] = await Promise.all([room.read(), samples()]);
      const load = watched();
      const cost = await trial.measure(video, this.#stopping.signal);
      this.#last = { atMs: clock.wallMs(), cost, room: now, origin, watched: load };
      return this.#last;
    } catch (error) {
      this.#problem = GatehouseError.find(error)?.message ?? describeError(error);
      throw error;
    }
  }
}
