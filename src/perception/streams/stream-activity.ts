import type { Clock } from "../../base/core/clock.ts";
import type { LatencyMeter } from "../core/latency-meter.ts";
import { Rate } from "../core/rate.ts";
import type { FrameResult } from "../core/vision-port.ts";
import type { IncidentRecord } from "../incidents/incident-record.ts";
import { StreamTally } from "./stream-tally.ts";

/** Without any frame for this long, open incidents are resolved. */
export const blindMs = 30_000;

/** Counts and times the judged frames of one stream, and notices when none comes. */
export class StreamActivity {
  readonly tally = new StreamTally();
  readonly #clock: Clock;
  readonly #latency: LatencyMeter;
  readonly #rate: Rate;
  #lastFrameMs: number;
  #isBlind = false;

  constructor(clock: Clock, latency: LatencyMeter) {
    this.#clock = clock;
    this.#latency = latency;
    this.#rate = new Rate(clock);
    this.#lastFrameMs = clock.monoMs();
  }

  /** True once no frame was judged for `blindMs`. */
  get isBlind(): boolean {
    return this.#isBlind;
  }

  /** Judged frames per second, averaged over 5 s. */
  framesPerSec(): number {
    return this.#rate.perSec();
  }

  /** Notes a judged frame; `wallMs` is its own time in Unix milliseconds, null when unknown. */
  onFrame(result: FrameResult, wallMs: number | null): void {
    this.#rate.mark();
    this.#lastFrameMs = this.#clock.monoMs();
    this.#isBlind = false;
    this.tally.noteFrame(result);
    this.#latency.frame(result, wallMs);
  }

  /** Counts an opened incident. */
  onIncident(record: IncidentRecord): void {
    this.tally.noteIncident(record.id);
    this.#latency.since("incident", record.openedAtMs);
  }

  /** Milliseconds since the last judged frame, or since the start. */
  silentMs(): number {
    return this.#clock.monoMs() - this.#lastFrameMs;
  }

  /** Ends the sight of all tracks when the stream has been silent for `blindMs`; true the first time. */
  noteBlindness(): boolean {
    if (this.#isBlind || this.silentMs() < blindMs) return false;
    this.#isBlind = true;
    return true;
  }
}
