import type { TracedVideo } from "../../robots/fleet/mcap-port.ts";
import type { EncodedFrame } from "../foxglove/messages.ts";
import { nalUnits, type RtpVideoFormat, videoFormat } from "../rtsp-server/video-format.ts";

const startCode = Buffer.from([0, 0, 0, 1]);

/** A frame that is made when it is needed. */
export interface PendingFrame {
  atMs: number;
  make(): EncodedFrame;
}

/**
 * Returns the frames of a video as Foxglove wants them (`foxglove.CompressedVideo`): Annex B, each key frame with its
 * parameter sets. Empty for other formats than H.264 and H.265.
 */
export function annexB({ header, frames }: TracedVideo): PendingFrame[] {
  const format = videoFormat(header);
  if (format === undefined) return [];
  return frames.map(({ atMs, isKey, bytes }) => ({
    atMs,
    make: () => ({ atMs, format: format.codec, bytes: joined(format, bytes, isKey) }),
  }));
}

function joined(format: RtpVideoFormat, fragment: Uint8Array, isKey: boolean): Buffer {
  const units = nalUnits(fragment, format);
  const sets =
    isKey && !units.some((unit) => isParameterSet(format, unit)) ? format.parameterSets : [];
  return Buffer.concat([...sets, ...units].flatMap((unit) => [startCode, unit]));
}

/** The sequence parameter set: type 7 of H.264 (7.4.1), 33 of H.265 (7.4.2.2). */
function isParameterSet({ codec }: RtpVideoFormat, unit: Buffer): boolean {
  return codec === "h264" ? (unit[0]! & 0x1f) === 7 : ((unit[0]! >> 1) & 0x3f) === 33;
}
