import { FfmpegProcess } from "../../adapters/ffmpeg/ffmpeg-process.ts";
import type { Ingest } from "../../cameras/ingest-port.ts";
import type { InitSegment } from "../../cameras/source.ts";
import type { RgbPicture } from "../terminal/picture.ts";

/** The head of a stream and its first key frame. */
export interface FirstPicture {
  init: Omit<InitSegment, "generation">;
  /** The key frame as `moof` and `mdat`. */
  bytes: Uint8Array;
}

/**
 * Returns an ingest that also asks for sound and reports the first picture, so that one connection
 * to the camera serves both the measurement and the picture.
 */
export function watched(ingest: Ingest, onPicture: (picture: FirstPicture) => void): Ingest {
  return {
    answers: (source, signal) => ingest.answers(source, signal),
    open(source, events) {
      let init: FirstPicture["init"] | undefined;
      return ingest.open(
        { ...source, sound: true },
        {
          ...events,
          onInit(segment) {
            init = segment;
            events.onInit(segment);
          },
          onFragment(fragment) {
            if (fragment.key && init) onPicture({ init, bytes: fragment.bytes });
            return events.onFragment(fragment);
          },
        },
      );
    },
  };
}

/** Decodes a picture at a width; undefined when ffmpeg cannot. */
export async function decoded(
  { init, bytes }: FirstPicture,
  widthPx: number,
): Promise<RgbPicture | undefined> {
  const heightPx = Math.max(2, 2 * Math.round((widthPx * init.heightPx) / init.widthPx / 2));
  const scale = ["-frames:v", "1", "-vf", `scale=${widthPx}:${heightPx}`];
  const args = ["-i", "pipe:0", "-an", ...scale, "-f", "rawvideo", "-pix_fmt", "rgb24", "pipe:1"];
  const process = FfmpegProcess.start({ args, stdin: true });
  process.stdin.end(Buffer.concat([init.bytes, bytes]));
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdout as AsyncIterable<Buffer>) chunks.push(chunk);
  const rgb = Buffer.concat(chunks);
  await process.exited;
  return rgb.length === 3 * widthPx * heightPx ? { rgb, widthPx, heightPx } : undefined;
}
