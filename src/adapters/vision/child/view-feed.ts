import { fail } from "../../../base/contract/fail.ts";
import type { Overlay, PrivacyMasks, Still } from "../../../perception/core/vision-port.ts";
import { drawJpeg, type RgbPicture } from "../../drawing/draw-jpeg.ts";
import { Decoder } from "./decoding/decoder.ts";
import { decoderArgs } from "./decoding/decoder-args.ts";
import { makePipe, type PipeEnds } from "./decoding/frame-pipe.ts";
import type { ChildRequest, FeedInit, FromVisionChild } from "./protocol.ts";
import type { CodedProblem, FeedFragment } from "./decoding/decoder.ts";

/** A still that is not decoded after this long is given up: a person waits for it. */
const stillDeadlineMs = 8_000;
/** The same for a patient one, twice within the 60 s of a request: it is evidence, and the box may be busy. */
const patientDeadlineMs = 25_000;

/** The size of a picture for people: at most `maxWidthPx` wide, never enlarged, even sides. */
export function viewSize(
  init: Pick<FeedInit, "widthPx" | "heightPx">,
  maxWidthPx: number,
): { widthPx: number; heightPx: number } {
  const scale = Math.min(1, maxWidthPx / init.widthPx);
  const even = (sidePx: number): number => Math.max(2, 2 * Math.round((sidePx * scale) / 2));
  return { widthPx: even(init.widthPx), heightPx: even(init.heightPx) };
}

/** The parts that a view is built from. */
export interface ViewFeedParts {
  feedId: number;
  init: FeedInit;
  fps: number;
  maxWidthPx: number;
  masks: PrivacyMasks;
  afterPtsSec: number | null;
  ffmpegPath: string;
  pipe: PipeEnds;
  send: (message: FromVisionChild) => void;
}

/**
 * Pictures of one stream for people. Each frame asks the host for its overlay and becomes a JPEG when that
 * arrives; while one waits, it keeps only the newest further frame.
 */
export class ViewFeed {
  readonly #parts: ViewFeedParts;
  readonly #size: { widthPx: number; heightPx: number };
  readonly #decoder: Decoder;
  #newest: Buffer | undefined;
  #isStillRequested = false;
  #frames = 0;
  #isClosed = false;

  constructor(parts: ViewFeedParts) {
    this.#parts = parts;
    const { feedId, init, send } = parts;
    this.#size = viewSize(init, parts.maxWidthPx);
    const choice = { fpsCap: parts.fps, afterPtsSec: parts.afterPtsSec, masks: parts.masks };
    const args = decoderArgs({ kind: "view", ...this.#size }, choice);
    const bytesOfFrame = this.#size.widthPx * this.#size.heightPx * 3;
    const { ffmpegPath, pipe, fps } = parts;
    this.#decoder = new Decoder(
      { ffmpegPath, args, pipe, fps },
      {
        allocate: (size) =>
          size === bytesOfFrame ? Buffer.allocUnsafeSlow(size) : Buffer.alloc(0),
        onFrame: (frame) => this.#onFrame(frame),
        onTaken: () => this.#tellProgress(),
        onEnd: (problem) => send({ type: "feedEnded", feedId, problem, frames: this.#frames }),
      },
    );
  }

  /** Starts the decoder. */
  start(): void {
    this.#decoder.start(this.#parts.init.bytes);
  }

  write(fragments: readonly FeedFragment[]): void {
    this.#decoder.write(fragments);
  }

  end(): void {
    this.#decoder.end();
  }

  close(): void {
    this.#isClosed = true;
    this.#decoder.kill();
  }

  /** Ends the feed when its decoder is stuck; call it about once a second. */
  checkLife(nowMs: number): void {
    this.#decoder.checkLife(nowMs, true);
  }

  /** The host's answer to `viewFrame`. */
  async draw(overlay: Overlay): Promise<void> {
    const { feedId, send } = this.#parts;
    const pixels = this.#newest;
    if (!pixels || this.#isClosed) return;
    this.#newest = undefined;
    try {
      const jpeg = await drawJpeg({ pixels, ...this.#size }, overlay);
      if (!this.#isClosed) send({ type: "viewJpeg", feedId, jpeg });
    } finally {
      this.#isStillRequested = false;
      this.#ask();
    }
  }

  #onFrame(frame: Buffer): void {
    this.#frames += 1;
    this.#newest = frame;
    this.#ask();
  }

  #tellProgress(): void {
    const takenBytes = this.#decoder.takeTakenBytes();
    const { feedId, send } = this.#parts;
    send({ type: "feedProgress", feedId, takenBytes, decodedPtsSec: null });
  }

  #ask(): void {
    if (this.#isStillRequested || !this.#newest || this.#isClosed) return;
    this.#isStillRequested = true;
    this.#parts.send({ type: "viewFrame", feedId: this.#parts.feedId });
  }
}

type StillRequest = Extract<ChildRequest, { call: "still" }>;

/**
 * Decodes the frame at `ptsSec`, or the first one that can be decoded when that one cannot, and
 * makes the JPEG. Rejects with `stream_broken` when the run gives no picture at all, and with `overloaded` when
 * the decoder takes longer than 8 s, or 25 s for a patient one.
 */
export async function makeStill(request: StillRequest, ffmpegPath: string): Promise<Still> {
  const size = viewSize(request.init, request.maxWidthPx);
  const picture =
    (await decodeOne(request, { ffmpegPath, size, afterPtsSec: request.ptsSec - 0.0005 })) ??
    (await decodeOne(request, { ffmpegPath, size, afterPtsSec: null }));
  if (!picture)
    throw fail("stream_broken", "picture: none can be decoded at that time. Choose another time");
  const jpeg = await drawJpeg(picture, request.overlay);
  if (!request.withPlain) return { jpeg, ...size };
  return { jpeg, plainJpeg: await drawJpeg(picture, { boxes: [], zones: [] }), ...size };
}

async function decodeOne(
  request: StillRequest,
  how: {
    ffmpegPath: string;
    size: { widthPx: number; heightPx: number };
    afterPtsSec: number | null;
  },
): Promise<RgbPicture | undefined> {
  const pipe = await makePipe();
  const { promise, resolve, reject } = Promise.withResolvers<RgbPicture | undefined>();
  const settle = (problem: CodedProblem | null): void => {
    if (problem?.code === "child_failed" || problem?.code === "stream_codec_unsupported") {
      reject(fail(problem.code, problem.message));
    } else resolve(undefined);
  };
  const choice = { fpsCap: null, afterPtsSec: how.afterPtsSec, masks: request.masks };
  const args = decoderArgs({ kind: "view", ...how.size }, choice);
  const bytesOfFrame = how.size.widthPx * how.size.heightPx * 3;
  const { ffmpegPath } = how;
  const decoder = new Decoder(
    { ffmpegPath, args, pipe, fps: 1 },
    {
      allocate: (bytes) =>
        bytes === bytesOfFrame ? Buffer.allocUnsafeSlow(bytes) : Buffer.alloc(0),
      onFrame: (pixels) => {
        decoder.kill();
        resolve({ pixels, ...how.size });
      },
      onTaken: () => {},
      onEnd: settle,
    },
  );
  const deadlineMs = request.isPatient ? patientDeadlineMs : stillDeadlineMs;
  const deadline = setTimeout(() => {
    decoder.kill();
    const seconds = deadlineMs / 1000;
    reject(fail("overloaded", `picture: decoding took longer than ${seconds} s. Try again`));
  }, deadlineMs);
  decoder.start(request.init.bytes);
  decoder.write(request.fragments.map((bytes) => ({ bytes, ptsSec: Number.NaN })));
  decoder.end();
  return promise.finally(() => clearTimeout(deadline));
}
