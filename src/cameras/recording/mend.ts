import { open, rm } from "node:fs/promises";
import { describeError } from "../../base/core/errors.ts";
import type { Logger } from "../../base/core/logger.ts";
import type { Store } from "../../base/core/store.ts";
import { fragmentsIn, fragmentTime } from "./fragment-boxes.ts";
import { isSoundPair } from "../sound/sound-boxes.ts";
import { segmentPath } from "./segment-file.ts";
import {
  openSegments,
  putSegment,
  type RecordingClass,
  removeSegment,
  type SegmentRecord,
} from "./segment-record.ts";
import { noteFragment } from "./segment-writer.ts";

/** The parts of the appliance that mending uses. */
export interface MendParts {
  dir: string;
  store: Store;
  log: Logger;
  classOf(record: SegmentRecord): RecordingClass;
}

/** Bytes of the longest file that a crash can leave; a longer one is cut here. */
const maxFileBytes = 1024 * 1024 * 1024;

/**
 * Finishes the files that were open when the process ended: cuts each after its last
 * whole fragment and restores its times. Returns how many were saved.
 */
export async function mendSegments(parts: MendParts): Promise<number> {
  let saved = 0;
  for (const record of openSegments(parts.store)) {
    try {
      if (await mendOne(parts, record)) saved += 1;
    } catch (error) {
      // The record stays open for another try at the next start.
      parts.log.warn(
        { id: record.id, error: describeError(error) },
        "a recording could not be repaired",
      );
    }
  }
  return saved;
}

async function mendOne(parts: MendParts, stored: SegmentRecord): Promise<boolean> {
  const path = segmentPath(parts.dir, stored);
  const mended = await cutToWhole(path, stored);
  if (mended === undefined) {
    await rm(path, { force: true });
    await parts.store.transact((tx) => removeSegment(tx, stored), { essential: true });
    return false;
  }
  const closedRecord = { ...mended, isOpen: false, class: parts.classOf(mended) };
  await parts.store.transact((tx) => putSegment(tx, closedRecord), { essential: true });
  return true;
}

/** Returns the record as its file really is; undefined without a whole fragment. */
async function cutToWhole(path: string, stored: SegmentRecord): Promise<SegmentRecord | undefined> {
  const file = await open(path, "r+").catch((error: { code?: unknown }) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  if (file === undefined) return undefined;
  try {
    const { size } = await file.stat();
    const bytes = Buffer.alloc(Math.min(size, maxFileBytes));
    await file.read(bytes, 0, bytes.length, 0);
    const record: SegmentRecord = { ...stored, entries: [] };
    const sizeBytes = noteAll(record, bytes);
    if (sizeBytes <= record.headerBytes) return undefined;
    await file.truncate(sizeBytes);
    await file.datasync();
    return { ...record, sizeBytes };
  } finally {
    await file.close();
  }
}

/** Rebuilds times and entry points from the fragments; returns the end of the last whole one. */
function noteAll(record: SegmentRecord, bytes: Buffer): number {
  const body = bytes.subarray(record.headerBytes);
  let end = record.headerBytes;
  for (const { at, sizeBytes } of fragmentsIn(body)) {
    const fragment = body.subarray(at, at + sizeBytes);
    const time = fragmentTime(fragment);
    if (!time) break;
    end += sizeBytes;
    if (isSoundPair(fragment)) continue;
    const wallMs = record.startMs + ((time.ticks - record.startTicks) * 1000) / record.timescale;
    const durationSec = time.durationTicks / record.timescale;
    const frame = { bytes: fragment, key: time.isKey, wallMs, durationSec };
    noteFragment(record, frame, end - sizeBytes);
  }
  return end;
}
