import { findBox, isoBoxes } from "../iso-boxes.ts";

/** One coded frame of a sound track with its place on the media time of the video (`ptsSec`). */
export interface PlacedSound {
  mediaSec: number;
  bytes: Buffer;
}

/** Bytes of `trun` before its entries: version and flags, count, data offset. */
const runHeadBytes = 12;
/** Duration and size. */
const entryBytes = 8;

/** Returns the coded frames of sound as `SoundTrack.take` writes it, as views; `timescale`: ticks of a second. */
export function soundFrames(sound: Uint8Array, timescale: number): PlacedSound[] {
  const bytes = Buffer.from(sound.buffer, sound.byteOffset, sound.byteLength);
  const frames: PlacedSound[] = [];
  let moof: Buffer | undefined;
  for (const { type, content } of isoBoxes(bytes)) {
    if (type === "moof") moof = content;
    else if (type === "mdat" && moof) frames.push(...framesOf(moof, content, timescale));
  }
  return frames;
}

function framesOf(moof: Buffer, media: Buffer, timescale: number): PlacedSound[] {
  const time = findBox(moof, "traf", "tfdt");
  const run = findBox(moof, "traf", "trun");
  if (!time || !run) return [];
  const frames: PlacedSound[] = [];
  let ticks = Number(time.readBigInt64BE(4));
  let at = 0;
  for (let entry = runHeadBytes; entry < run.length; entry += entryBytes) {
    const sizeBytes = run.readUInt32BE(entry + 4);
    frames.push({ mediaSec: ticks / timescale, bytes: media.subarray(at, at + sizeBytes) });
    ticks += run.readUInt32BE(entry);
    at += sizeBytes;
  }
  return frames;
}
