import { createStream, type SharedParts } from "../../perception/streams/create-stream.ts";
import { CameraRegistry } from "../../cameras/camera-registry.ts";
import type { Ingest } from "../../cameras/ingest-port.ts";
import { fail, invalidField } from "../../base/contract/fail.ts";
import type { LatencyReport } from "./latency-report-wire.ts";
import { sleep } from "../../base/core/clock.ts";
import { describeError } from "../../base/core/errors.ts";
import { uuidv7 } from "../../base/core/ids.ts";
import type { Part } from "../../base/core/parts.ts";
import { DemoCamera } from "../demo/demo-camera.ts";
import { CoverageLedger } from "../../perception/coverage/coverage-ledger.ts";
import type { StreamRunner } from "../../perception/streams/stream-runner.ts";
import { settingsOf } from "../../perception/settings/stream-settings.ts";
import { Durations } from "./durations.ts";
import { ownParts, selftestOrg, sweep } from "./own-parts.ts";
import { patternFile, PatternSquares } from "./pattern.ts";
import { patternRequest } from "./pattern-wire.ts";

/** Id of the measurement's stream. */
const streamId = "selftest-latency";
/** Time between two reports. */
const reportMs = 1000;
/** The longest measurement in seconds: a day. */
export const maxMeasureSec = 86_400;

/** The parts of `LatencySelftest`. */
export interface LatencySelftestParts {
  /** The parts of ordinary streams. */
  perception: SharedParts;
  /** The ordinary ingest, which may dial this machine. */
  ingest: Ingest;
  safeMode: { readonly isActive: boolean };
}

/**
 * Measures on demand the time from an object's appearance in a camera's picture to the durable
 * event: a camera of its own shows the test pattern, and a stream watches it on the ordinary path
 * (RTSP, ring, decoder, motion, tracker, behavior, incident and event in the store). One
 * measurement at a time; it notifies only its caller and leaves nothing behind.
 */
export class LatencySelftest implements Part {
  readonly #parts: LatencySelftestParts;
  #stopping = new AbortController();
  #running: Promise<void> | undefined;

  constructor(parts: LatencySelftestParts) {
    this.#parts = parts;
  }

  /** Removes the leftovers of a killed process. */
  async start(): Promise<void> {
    const { store, log } = this.#parts.perception;
    try {
      await sweep({ store });
    } catch (error) {
      log.warn({ error: describeError(error) }, "an old measurement could not be removed");
    }
  }

  /** Ends a running measurement. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  /**
   * Measures for `seconds` (more than 0, at most a day), else until the reader stops; yields a
   * report each second and a last one. Throws `conflict` while another measurement runs and in safe
   * mode, `invalid_request_body` for other seconds.
   */
  latency(seconds?: number): AsyncGenerator<LatencyReport> {
    const isBounded = seconds === undefined || (seconds > 0 && seconds <= maxMeasureSec);
    if (!isBounded) {
      throw invalidField("seconds", `must be more than 0. Give at most ${maxMeasureSec}`);
    }
    if (this.#parts.safeMode.isActive) {
      throw fail("conflict", "safe mode: is active, so cameras are paused. Leave it, then measure");
    }
    if (this.#running)
      throw fail("conflict", "measurement: one is running already. Wait for its end");
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#running = promise;
    const over = (): void => {
      this.#running = undefined;
      resolve();
    };
    return this.#measure(seconds, over);
  }

  async *#measure(seconds: number | undefined, over: () => void): AsyncGenerator<LatencyReport> {
    const { clock } = this.#parts.perception;
    const run = new Run(this.#parts);
    try {
      await run.start();
      const endsAtMs = clock.monoMs() + (seconds ?? Number.POSITIVE_INFINITY) * 1000;
      const { signal } = this.#stopping;
      for (let isLast = false; !isLast;) {
        await sleep(clock, Math.max(1, Math.min(reportMs, endsAtMs - clock.monoMs())), signal);
        isLast = signal.aborted || clock.monoMs() >= endsAtMs;
        yield run.report(isLast);
      }
    } finally {
      await run.stop().finally(over);
    }
  }
}

/** One measurement: its camera, its stream, and its results. */
class Run {
  readonly #parts: LatencySelftestParts;
  readonly #camera: DemoCamera;
  readonly #cameras: CameraRegistry;
  readonly #coverage: CoverageLedger;
  readonly #squares = new PatternSquares();
  readonly #stages = { detect: new Durations(), incident: new Durations(), event: new Durations() };
  readonly #sinceMs: number;
  #runner: StreamRunner | undefined;

  constructor(parts: LatencySelftestParts) {
    const { store, clock, log } = parts.perception;
    this.#parts = parts;
    this.#sinceMs = clock.monoMs();
    const onFrame = (n: number, dueMs: number): void => this.#squares.onFrame(n, dueMs);
    this.#camera = new DemoCamera({ clock, log, file: patternFile, onFrame });
    this.#cameras = new CameraRegistry({ ingest: parts.ingest, clock, log });
    this.#coverage = new CoverageLedger({ store, clock, log, maxAgeMs: 0, orgs: () => [] });
  }

  async start(): Promise<void> {
    const { perception } = this.#parts;
    await this.#camera.start();
    const { url } = this.#camera;
    const { defaults } = perception.resolver.context;
    const own = { cameras: this.#cameras, coverage: this.#coverage };
    const listener = {
      onEvent: (zone: string) => this.#squares.onEvent(zone, perception.clock.monoMs()),
      onStage: (stage: "detect" | "incident" | "event", seconds: number) => {
        if (this.#squares.isWarm) this.#stages[stage].add(seconds * 1000);
      },
    };
    this.#runner = createStream(
      ownParts(perception, own, listener),
      {
        org: selftestOrg,
        streamId,
        jobId: uuidv7(perception.clock.wallMs()),
        source: { kind: "rtsp", url },
        settings: settingsOf(patternRequest(streamId, url), defaults),
      },
      () => undefined,
    );
    this.#runner.start();
  }

  /** Closes everything before it removes the stored records. */
  async stop(): Promise<void> {
    const { perception } = this.#parts;
    try {
      await this.#runner?.stop({ resolve: true });
      await this.#cameras.stop();
      await this.#camera.stop();
      await this.#coverage.stop();
      await sweep(perception);
    } catch (error) {
      perception.log.warn({ error: describeError(error) }, "a measurement did not end cleanly");
    }
  }

  report(isLast: boolean): LatencyReport {
    const { clock, resolver } = this.#parts.perception;
    const { drawn, missed, durations } = this.#squares;
    const { detect, incident, event } = this.#stages;
    return {
      object: "selftest.latency",
      running_seconds: Math.round((clock.monoMs() - this.#sinceMs) / 100) / 10,
      drawn,
      told: durations.count,
      missed,
      glass_to_event_ms: durations.quantiles(),
      stages_ms: {
        detect: detect.quantiles(),
        incident: incident.quantiles(),
        event: event.quantiles(),
      },
      fps: resolver.context.defaults.fpsCap,
      is_last: isLast,
    };
  }
}
