import { type FileHandle, open } from "node:fs/promises";
import type { Fragment, InitSegment } from "../source.ts";
import { withoutSoundTrack } from "../sound/sound-boxes.ts";
import { fragmentTime } from "./fragment-boxes.ts";
import { segmentPath } from "./segment-file.ts";
import type { SegmentRecord } from "./segment-record.ts";

/** A recorded frame at which decoding can start, with the header of its file. */
export interface RecordedKeyFrame {
  /** Names the frame for as long as it is kept. */
  id: string;
  init: InitSegment;
  fragment: Fragment;
}

/** Most bytes of one fragment; a key frame of 4K video has about 1 MB. */
const maxFragmentBytes = 32 * 1024 * 1024;

/**
 * Reads the key frame of a segment at or before `atMs`, else its first. Undefined when retention removed the file.
 */
export async function readKeyFrame(
  dir: string,
  segment: SegmentRecord,
  atMs: number,
): Promise<RecordedKeyFrame | undefined> {
  const found = segment.entries.findLastIndex(({ wallMs }) => wallMs <= atMs);
  const index = Math.max(0, found);
  const entry = segment.entries[index];
  if (!entry) return undefined;
  const file = await openUnlessGone(segmentPath(dir, segment));
  if (!file) return undefined;
  try {
    const bytes = await readFragment(file, entry.atBytes);
    const time = bytes && fragmentTime(bytes);
    if (!time) return undefined;
    const whole = await readAt(file, 0, segment.headerBytes);
    const header = segment.sound ? withoutSoundTrack(whole) : whole;
    const { codec, mimeCodec, widthPx, heightPx, timescale } = segment;
    const init = { generation: 0, bytes: header, codec, mimeCodec, widthPx, heightPx };
    const ptsSec = time.ticks / timescale;
    const durationSec = time.durationTicks / timescale;
    const { wallMs } = entry;
    const fragment = { generation: 0, ptsSec, durationSec, key: true, bytes, wallMs };
    return { id: `${segment.id}/${index}`, init, fragment };
  } finally {
    await file.close();
  }
}

/** The `moof` + `mdat` pair at `atBytes`; undefined for other bytes. */
export async function readFragment(file: FileHandle, atBytes: number): Promise<Buffer | undefined> {
  const moofBytes = await boxSize(file, atBytes, "moof");
  const mdatBytes = moofBytes && (await boxSize(file, atBytes + moofBytes, "mdat"));
  if (!moofBytes || !mdatBytes || moofBytes + mdatBytes > maxFragmentBytes) return undefined;
  const bytes = await readAt(file, atBytes, moofBytes + mdatBytes);
  return bytes.length === moofBytes + mdatBytes ? bytes : undefined;
}

/** Opens a file for reading; undefined when it no longer exists. */
export async function openUnlessGone(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path, "r");
  } catch (error) {
    if ((error as { code?: unknown }).code === "ENOENT") return undefined;
    throw error;
  }
}

/** Reads up to `length` bytes; fewer when the file is shorter. */
export async function readAt(file: FileHandle, atBytes: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  const { bytesRead } = await file.read(bytes, 0, length, atBytes);
  return bytes.subarray(0, bytesRead);
}

async function boxSize(file: FileHandle, atBytes: number, type: string): Promise<number> {
  const head = await readAt(file, atBytes, 8);
  return head.length === 8 && head.toString("latin1", 4, 8) === type ? head.readUInt32BE(0) : 0;
}
