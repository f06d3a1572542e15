import { omitUndefined } from "../../base/core/omit-undefined.ts";
import type { Ingest, IngestRun } from "../ingest-port.ts";
import { onvifAddressOf } from "../onvif-address.ts";
import type { OnvifCameras, StoredVideo } from "../onvif-port.ts";
import type { Fragment, InitSegment, SourceProblem, SourceSpec } from "../source.ts";

/** The recording times of a replay, in Unix milliseconds of the camera's clock. */
export interface RecordedTimes {
  /** Undefined before the first frame. */
  readonly firstUnixMs: number | undefined;
}

/** What an ingest replays instead of the camera's live video. */
export interface ReplayOrder {
  /** Unix milliseconds of the camera's clock. */
  fromMs: number;
  toMs: number;
  bytesPerSec: number;
  onTimes(times: RecordedTimes): void;
}

/** The parts of an archive. */
export interface CameraArchiveParts {
  onvif: Pick<OnvifCameras, "storedVideo">;
  /** The ingest of one replay. */
  ingest(replay: ReplayOrder): Ingest;
}

/** The receiver of stored video. Each header starts another run of frames; frames have their true wall time. */
export interface ArchiveSink {
  onInit(init: InitSegment): void;
  onFragment(fragment: Fragment): void;
}

/** Slow enough to leave a camera and its network their live video. */
const bytesPerSec = 2_000_000;

/** What cameras keep on their own storage (ONVIF Profile G). */
export class CameraArchive {
  readonly #parts: CameraArchiveParts;
  #generation = 0;

  constructor(parts: CameraArchiveParts) {
    this.#parts = parts;
  }

  /** The video that the camera of a source has stored of a span, oldest first; see `storedVideo`. */
  async find(
    source: SourceSpec,
    span: { fromMs: number; toMs: number },
    signal: AbortSignal,
  ): Promise<{ videos: readonly StoredVideo[] } | SourceProblem> {
    return await this.#parts.onvif.storedVideo(onvifAddressOf(source), span, signal);
  }

  /**
   * Fetches stored video, from its first key frame on, at a bounded rate. Resolves with null when the camera has sent
   * what it has, and with the problem that ended it before.
   */
  async fetch(
    source: SourceSpec,
    { fromMs, toMs, url, clockOffsetMs }: StoredVideo,
    { sink, signal }: { sink: ArchiveSink; signal: AbortSignal },
  ): Promise<SourceProblem | null> {
    let times: RecordedTimes | undefined;
    const ingest = this.#parts.ingest({
      fromMs: fromMs + clockOffsetMs,
      toMs: toMs + clockOffsetMs,
      bytesPerSec,
      onTimes: (known) => (times = known),
    });
    const { username, password } = source;
    const kind = url.startsWith("rtsps:") ? "rtsps" : "rtsp";
    const ended = Promise.withResolvers<SourceProblem | null>();
    let hasFrames = false;
    this.#generation += 1;
    const generation = this.#generation;
    const run: IngestRun = ingest.open(
      { kind, url, ...omitUndefined({ username, password }) },
      {
        onInit: (init) => sink.onInit({ ...init, generation }),
        onFragment: (fragment) => {
          const firstMs = times?.firstUnixMs;
          if (firstMs === undefined) return;
          hasFrames = true;
          const wallMs = firstMs - clockOffsetMs + fragment.ptsSec * 1000;
          sink.onFragment({ ...fragment, generation, wallMs });
        },
        onEnd: ended.resolve,
      },
    );
    const stop = (): void => void run.stop();
    signal.addEventListener("abort", stop, { once: true });
    if (signal.aborted) stop();
    const problem = await ended.promise;
    signal.removeEventListener("abort", stop);
    // The end of a replay looks like that of a file that breaks off.
    const isOver = hasFrames && problem?.code === "stream_broken";
    return signal.aborted || isOver ? null : problem;
  }
}
