import { fail } from "../../base/contract/fail.ts";
import type { PointNorm } from "../../base/contract/geometry.ts";
import type { Clock, Timer } from "../../base/core/clock.ts";
import type { OpenVideo, VideoOrigin, VideoSink } from "../../base/core/own-video.ts";
import type { Part } from "../../base/core/parts.ts";
import type { CameraLease, Cameras } from "../../cameras/camera.ts";
import { MemoryFragmentRing } from "../../cameras/memory-fragment-ring.ts";
import type { MaskedRun, MaskTranscoder } from "../../cameras/recording/mask-port.ts";
import type { Fragment, InitSegment, SourceSpec } from "../../cameras/source.ts";

/** Without a viewer for this long the box stops encoding: a viewer that reconnects finds it running. */
const restMs = 10_000;
/** Wider video is scaled down: one core encodes this width at 15 frames a second. */
const maxWidthPx = 1280;
/** More than the newest GOP, which is at most 50 frames long. */
const ringSeconds = 6;

/** The video that the box encodes. */
export interface TranscodeRequest {
  source: SourceSpec;
  track: VideoOrigin["track"];
  /** Areas to paint over, as fractions of the frame. */
  masks: readonly (readonly PointNorm[])[];
}

/** The parts of the transcodes. */
export interface LiveTranscodeParts {
  cameras: Cameras;
  transcoder: MaskTranscoder;
  clock: Clock;
  /** The most that run at the same time; 0 switches them off. */
  max: () => number;
}

/**
 * Live video that the box encodes as H.264 while somebody watches it: H.265 for viewers that cannot play it, and
 * video with privacy masks. All viewers of the same video share one encoder and the camera's one connection.
 */
export class LiveTranscodes implements Part {
  readonly #parts: LiveTranscodeParts;
  readonly #running = new Map<string, Transcode>();

  constructor(parts: LiveTranscodeParts) {
    this.#parts = parts;
  }

  /** True where the site allows them. */
  get isAllowed(): boolean {
    return this.#parts.max() > 0;
  }

  /** Encoders that run now. */
  get running(): number {
    return this.#running.size;
  }

  /**
   * Sends the encoded video to `sink`, from its newest key frame on. Throws `stream_not_ready` until the first picture
   * is encoded, which goes on meanwhile, and `too_many_streams` while all encoders serve others.
   */
  open(request: TranscodeRequest, sink: VideoSink): OpenVideo {
    const key = JSON.stringify([request.source, request.masks]);
    const transcode = this.#running.get(key) ?? this.#start(key, request);
    return transcode.open(request.track, sink);
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#running.values()].map((each) => each.stop()));
  }

  #start(key: string, request: TranscodeRequest): Transcode {
    const max = this.#parts.max();
    if (this.#running.size >= max) {
      const message = `stream: the box already encodes ${max} other cameras. Close one, or use live.mjpeg`;
      throw fail("too_many_streams", message, { retryAfterSec: restMs / 1000 });
    }
    const transcode = new Transcode(this.#parts, request, () => this.#running.delete(key));
    this.#running.set(key, transcode);
    transcode.start();
    return transcode;
  }
}

interface Viewer {
  sink: VideoSink;
  /** False until it has received the newest GOP. */
  isCurrent: boolean;
}

class Transcode {
  readonly #parts: LiveTranscodeParts;
  readonly #request: TranscodeRequest;
  readonly #onStop: () => void;
  #isStopped = false;
  readonly #viewers = new Set<Viewer>();
  readonly #ring = new MemoryFragmentRing({ seconds: ringSeconds });
  #lease: CameraLease | undefined;
  #run: MaskedRun | undefined;
  #rest: Timer | undefined;
  #isBroken = false;

  constructor(parts: LiveTranscodeParts, request: TranscodeRequest, onStop: () => void) {
    this.#parts = parts;
    this.#request = request;
    this.#onStop = onStop;
  }

  start(): void {
    const { cameras, transcoder } = this.#parts;
    const { source, masks } = this.#request;
    const run = transcoder.open(
      masks,
      {
        onInit: (init) => this.#begin(init),
        onFragment: (fragment) => this.#hand(fragment),
        onProblem: (problem) => (this.#isBroken = problem !== null),
      },
      { maxWidthPx },
    );
    this.#run = run;
    this.#lease = cameras.acquire(source, {
      onInit: (init) => run.init(init),
      onFragment: (fragment) => run.push(fragment),
      onStatus: ({ state }) => {
        if (state === "ended") this.#endViewers();
      },
    });
    this.#restSoon();
  }

  open(track: VideoOrigin["track"], sink: VideoSink): OpenVideo {
    this.#restSoon();
    const gop = this.#ring.latestGop();
    if (gop === undefined) throw this.#notReady();
    const { init, fragments } = gop;
    const { mimeCodec, bytes: header, generation } = init;
    if (mimeCodec === null) {
      const message = "stream: this box has no H.264 encoder. Install one, or use live.mjpeg";
      throw fail("codec_not_playable", message);
    }
    const viewer: Viewer = { sink, isCurrent: false };
    this.#viewers.add(viewer);
    // The caller reads the answer before the first frame.
    queueMicrotask(() => this.#catchUp(viewer));
    const burstBytes = fragments.reduce((sum, each) => sum + each.bytes.byteLength, 0);
    const close = (): void => {
      if (this.#viewers.delete(viewer)) this.#restSoon();
    };
    return { origin: { track, generation }, header, mimeCodec, burstBytes, close };
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#onStop();
    this.#endViewers();
    await Promise.all([this.#run?.close(), this.#lease?.release()]);
  }

  #catchUp(viewer: Viewer): void {
    viewer.isCurrent = true;
    for (const fragment of this.#ring.latestGop()?.fragments ?? []) {
      if (this.#viewers.has(viewer)) viewer.sink.onFragment(fragment);
    }
  }

  /** A new header: the camera or the encoder has started again. */
  #begin(init: InitSegment): void {
    this.#endViewers();
    this.#ring.clear();
    this.#ring.begin(init);
  }

  #hand(fragment: Fragment): void {
    this.#ring.push(fragment);
    for (const { sink, isCurrent } of this.#viewers) if (isCurrent) sink.onFragment(fragment);
  }

  #endViewers(): void {
    const all = [...this.#viewers];
    this.#viewers.clear();
    for (const { sink } of all) sink.onEnd();
    this.#restSoon();
  }

  #restSoon(): void {
    this.#rest?.cancel();
    if (this.#viewers.size > 0 || this.#isStopped) return;
    this.#rest = this.#parts.clock.after(restMs, () => {
      if (this.#viewers.size === 0) void this.stop();
    });
  }

  #notReady(): Error {
    const { state, problem } = this.#lease!.status();
    const reason =
      state === "online" && !this.#isBroken
        ? "stream: the box is encoding the first picture. Try again"
        : (problem?.message ?? "stream: the box cannot encode it at present. Use live.mjpeg");
    return fail("stream_not_ready", reason, { retryAfterSec: 1 });
  }
}
