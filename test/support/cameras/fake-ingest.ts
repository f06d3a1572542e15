import type { Ingest, IngestEvents, IngestRun } from "../../../src/cameras/ingest-port.ts";
import type { CameraMetadata } from "../../../src/cameras/metadata/camera-metadata.ts";
import { soundFormatOf } from "../../../src/cameras/sound/sound-format.ts";
import type { InitSound, SourceProblem, SourceSpec } from "../../../src/cameras/source.ts";

/** The sound of every source that has it on. */
const sound: InitSound = {
  ...soundFormatOf({ codec: "opus", rateHz: 48_000, channels: 1 }),
  header: Buffer.from("header with sound"),
};

/** One connection of the fake; tests say what it brings. */
export class FakeRun implements IngestRun {
  readonly source: SourceSpec;
  readonly #events: IngestEvents;
  #ended = false;
  stopped = 0;

  constructor(source: SourceSpec, events: IngestEvents) {
    this.source = source;
    this.#events = events;
  }

  get ended(): boolean {
    return this.#ended;
  }

  init(size = { widthPx: 640, heightPx: 360 }): void {
    if (this.#ended) return;
    const video = {
      bytes: Buffer.from("header"),
      codec: "h264",
      mimeCodec: "avc1.64001f",
      ...size,
    };
    this.#events.onInit(this.source.sound ? { ...video, sound } : video);
  }

  frame(ptsSec: number, key = false, bytes = 100): void | Promise<void> {
    if (this.#ended) return undefined;
    const video = { ptsSec, durationSec: 0.1, key, bytes: Buffer.alloc(bytes) };
    return this.#events.onFragment(
      this.source.sound ? { ...video, sound: Buffer.from("sound") } : video,
    );
  }

  /** What comes of the metadata track, where somebody wants it. */
  metadata(metadata: CameraMetadata): void {
    if (!this.#ended && this.source.metadata) this.#events.onMetadata?.(metadata);
  }

  end(problem: SourceProblem | null): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#events.onEnd(problem);
  }

  async stop(): Promise<void> {
    this.stopped += 1;
    await Promise.resolve();
    this.end(null);
  }
}

/**
 * An ingest without cameras. Live runs wait for the test; a file plays `fileFrames` frames of 0.1 s
 * and ends; a URL with `missing` in it ends with `stream_not_found`. Held to the port by
 * `test/conformance/ingest.ts`.
 */
export class FakeIngest implements Ingest {
  readonly runs: FakeRun[] = [];
  fileFrames = 5;
  /** Whether live sources answer, and how often they were asked. */
  isThere = false;
  asked = 0;

  async answers(source: SourceSpec): Promise<boolean> {
    this.asked += 1;
    await Promise.resolve();
    return source.kind !== "file" && this.isThere;
  }

  get last(): FakeRun {
    return this.runs.at(-1)!;
  }

  open(source: SourceSpec, events: IngestEvents): IngestRun {
    const run = new FakeRun(source, events);
    this.runs.push(run);
    queueMicrotask(() => void this.#play(run));
    return run;
  }

  async #play(run: FakeRun): Promise<void> {
    if (run.source.url.includes("missing")) {
      run.end({ code: "stream_not_found", message: "There is nothing here." });
    } else if (run.source.kind === "file") {
      run.init();
      for (let at = 0; at < this.fileFrames; at += 1) await run.frame(at / 10, at === 0);
      run.end(null);
    }
  }
}
