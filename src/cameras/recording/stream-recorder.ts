import { SerialLane } from "../../base/concurrency/serial-lane.ts";
import { MemoryFragmentRing } from "../memory-fragment-ring.ts";
import type { Fragment, InitSegment } from "../source.ts";
import type { PointNorm } from "../../base/contract/geometry.ts";
import type { Clock } from "../../base/core/clock.ts";
import { describeError } from "../../base/core/errors.ts";
import type { Logger } from "../../base/core/logger.ts";
import type { Store } from "../../base/core/store.ts";
import { maxClipMs, openClips } from "./clip-record.ts";
import type { Clips } from "./clips.ts";
import type { MaskedRun, MaskTranscoder } from "./mask-port.ts";
import type { SegmentRecord } from "./segment-record.ts";
import type { StreamRef } from "../../base/core/stream-ref.ts";
import { SegmentWriter, type SegmentWriterParts } from "./segment-writer.ts";

/** The recording settings of a stream. */
export interface RecordingSettings {
  mode: "off" | "incidents" | "continuous";
  /** Seconds of video before an incident and after it. */
  preSec: number;
  postSec: number;
  /** Areas that are painted over in everything recorded, as fractions of the frame. */
  masks: readonly (readonly PointNorm[])[];
}

/** The state of a stream's recording. */
export interface RecorderState {
  /** `waiting`: for an incident, with the pre-roll in memory, or for pictures; `stopped`: see `problem`. */
  state: "off" | "waiting" | "recording" | "stopped";
  problem: { code: string; message: string } | null;
  /** True when privacy masks are painted in, so that the video is encoded again. */
  isMasked: boolean;
  /** Frames lost to the recording since the stream's start. */
  dropped: number;
  writtenBytes: number;
}

/** The parts of the appliance that a recorder uses. */
export interface StreamRecorderParts extends SegmentWriterParts {
  store: Store;
  clock: Clock;
  log: Logger;
  clips: Clips;
  transcoder: MaskTranscoder;
}

/** Most bytes of pre-roll in memory, whatever the stream requests. */
const preRollBytes = 64 * 1024 * 1024;

/** Records one stream. Never waits and never throws: `state` has the problem. */
export class StreamRecorder {
  readonly #parts: StreamRecorderParts;
  readonly #stream: StreamRef;
  readonly #writer: SegmentWriter;
  /** End of the recording for each incident, Unix milliseconds. */
  readonly #untilMsByIncident = new Map<string, number>();
  #settings: RecordingSettings;
  #preRoll: MemoryFragmentRing;
  #isWriting = false;
  #source: InitSegment | undefined;
  #init: InitSegment | undefined;
  #masked: MaskedRun | undefined;
  #maskProblem: RecorderState["problem"] = null;
  #maskDropped = 0;
  #maskEpoch = 0;
  readonly #lane = new SerialLane();

  constructor(parts: StreamRecorderParts, stream: StreamRef, settings: RecordingSettings) {
    this.#parts = parts;
    this.#stream = stream;
    this.#settings = settings;
    this.#writer = new SegmentWriter(parts, stream);
    this.#preRoll = preRollOf(settings);
  }

  /** Resumes the clips of incidents that were open before a restart, and starts to paint masks. Call it once. */
  start(): void {
    for (const { incidentId, fromMs } of openClips(this.#parts.store, this.#stream)) {
      this.#untilMsByIncident.set(incidentId, fromMs + maxClipMs);
    }
    this.#openMasked();
  }

  /** Starts a new generation of the source. */
  init(init: InitSegment): void {
    this.#source = init;
    if (this.#masked) this.#masked.init(init);
    else this.#begin(init);
  }

  /** Hands in the next frame; returns at once. */
  push(fragment: Fragment): void {
    if (this.#settings.mode === "off") return;
    if (this.#masked) this.#masked.push(fragment);
    else this.#take(fragment);
  }

  /** Resolves when there is room for more; only sources that can wait call it. */
  async room(): Promise<void> {
    await this.#writer.room();
  }

  /** Changes the settings from now on. */
  configure(settings: RecordingSettings): void {
    const before = this.#settings;
    this.#settings = settings;
    if (before.preSec !== settings.preSec) this.#preRoll = preRollOf(settings);
    const isSameMask = JSON.stringify(before.masks) === JSON.stringify(settings.masks);
    const isOnOff = (before.mode === "off") !== (settings.mode === "off");
    if (settings.mode === "off") this.#cut();
    if (isSameMask && !isOnOff) return;
    this.#cut();
    this.#closeMasked();
    this.#maskEpoch += 1;
    this.#openMasked();
    if (this.#source) this.init(this.#source);
  }

  /** Starts the clip of an incident that began at `startedAtMs`, with its pre-roll. */
  openClip(incidentId: string, startedAtMs: number): void {
    const { mode, preSec } = this.#settings;
    if (mode === "off") return;
    const fromMs = Math.round(startedAtMs - preSec * 1000);
    this.#untilMsByIncident.set(incidentId, startedAtMs + maxClipMs);
    this.#later(() => this.#parts.clips.begin(this.#stream, incidentId, fromMs));
    if (mode === "incidents" && !this.#isWriting) this.#writePreRoll(fromMs);
  }

  /** Ends the clip of an incident that ended at `endMs`, after its post-roll. */
  closeClip(incidentId: string, endMs: number): void {
    const untilMs = this.#untilMsByIncident.get(incidentId);
    if (untilMs === undefined) return;
    const postMs = this.#settings.postSec * 1000;
    this.#untilMsByIncident.set(incidentId, Math.min(untilMs, endMs) + postMs);
    this.#later(() =>
      this.#parts.clips.end(this.#stream.org, incidentId, { endMs: Math.round(endMs), postMs }),
    );
  }

  /** True while the recorder records video of the incident. */
  wants(incidentId: string): boolean {
    return this.#settings.mode !== "off" && this.#untilMsByIncident.has(incidentId);
  }

  /** Returns the open file as far as it is on the disk. */
  current(): SegmentRecord | undefined {
    return this.#writer.current();
  }

  state(): RecorderState {
    const { problem, dropped, writtenBytes } = this.#writer.state();
    const why = this.#maskProblem ?? problem;
    const { mode } = this.#settings;
    const going = mode === "continuous" || this.#isWriting ? "recording" : "waiting";
    return {
      state: mode === "off" ? "off" : why ? "stopped" : going,
      problem: why,
      isMasked: this.#settings.masks.length > 0,
      dropped: dropped + this.#maskDropped + (this.#masked?.dropped ?? 0),
      writtenBytes,
    };
  }

  /** Resolves when everything handed in so far can be read. */
  async flush(): Promise<void> {
    await this.#lane.idle();
    await this.#writer.flush();
  }

  /** Finishes the file. Clips of incidents that stay open go on after a restart. */
  async stop(): Promise<void> {
    this.#closeMasked();
    await this.#lane.idle();
    await this.#writer.stop();
  }

  #begin(init: InitSegment): void {
    this.#init = init;
    this.#preRoll.begin(init);
  }

  #take(fragment: Fragment): void {
    if (this.#init?.generation !== fragment.generation) return;
    if (this.#isWanted(fragment.wallMs)) {
      this.#isWriting = true;
      this.#writer.push(fragment, this.#init, this.#settings.masks.length > 0);
      return;
    }
    if (this.#isWriting) this.#cut();
    this.#preRoll.push(fragment);
  }

  #isWanted(wallMs: number): boolean {
    for (const [id, untilMs] of this.#untilMsByIncident)
      if (wallMs >= untilMs) this.#untilMsByIncident.delete(id);
    return this.#settings.mode === "continuous" || this.#untilMsByIncident.size > 0;
  }

  #writePreRoll(fromMs: number): void {
    const isMasked = this.#settings.masks.length > 0;
    this.#isWriting = true;
    for (const { init, fragments } of this.#preRoll.since(fromMs)) {
      for (const fragment of fragments) this.#writer.push(fragment, init, isMasked);
    }
    this.#preRoll.clear();
  }

  #cut(): void {
    this.#isWriting = false;
    this.#preRoll.clear();
    this.#writer.cut();
  }

  #openMasked(): void {
    const { masks, mode } = this.#settings;
    if (masks.length === 0 || mode === "off") return;
    const epoch = (this.#maskEpoch += 1);
    // Late fragments of a run with other masks stay out of the new file.
    const ifCurrent = (run: () => void): void => {
      if (this.#maskEpoch === epoch) run();
    };
    this.#masked = this.#parts.transcoder.open(masks, {
      onInit: (init) => ifCurrent(() => this.#begin(init)),
      onFragment: (fragment) => ifCurrent(() => this.#take(fragment)),
      onProblem: (problem) =>
        ifCurrent(() => {
          this.#maskProblem = problem;
        }),
    });
  }

  #closeMasked(): void {
    const masked = this.#masked;
    this.#masked = undefined;
    this.#maskProblem = null;
    if (!masked) return;
    this.#later(async () => {
      await masked.close();
      this.#maskDropped += masked.dropped;
    });
  }

  #later(work: () => Promise<void>): void {
    this.#lane.run(work).catch((error: unknown) => {
      const { log } = this.#parts;
      log.warn({ ...this.#stream, error: describeError(error) }, "a clip could not be stored");
    });
  }
}

function preRollOf({ preSec }: RecordingSettings): MemoryFragmentRing {
  return new MemoryFragmentRing({ seconds: Math.max(1, preSec), bytes: preRollBytes });
}
