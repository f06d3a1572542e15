import type { Annotation } from "./recording.ts";

/** Notes kept of one recording; further ones are dropped. */
const maxAnnotations = 10_000;
const maxTextLength = 500;
const fieldEnd = 0x14;
const durationMark = 0x15;

/** The notes of one data record, and its start. */
export interface RecordNotes {
  /** Seconds from the start; null when the record does not say. */
  onsetSec: number | null;
  annotations: Annotation[];
}

/**
 * Reads the time-stamped annotation lists of one data record (EDF+ specification, 2.2). Skips anything else
 * and sets `isBroken`.
 */
export function readNotes(bytes: Buffer): RecordNotes & { isBroken: boolean } {
  const notes: RecordNotes & { isBroken: boolean } = {
    onsetSec: null,
    annotations: [],
    isBroken: false,
  };
  for (let at = 0; at < bytes.length;) {
    if (bytes[at] === 0) {
      at += 1;
      continue;
    }
    const zero = bytes.indexOf(0, at);
    const end = zero === -1 ? bytes.length : zero;
    if (!readList(bytes.subarray(at, end), at === 0, notes)) notes.isBroken = true;
    at = end + 1;
  }
  return notes;
}

/** One list: `+onset[\x15duration]\x14text\x14text\x14`. The first of a record tells its start. */
function readList(bytes: Buffer, isFirst: boolean, into: RecordNotes): boolean {
  const stampEnd = bytes.indexOf(fieldEnd);
  if (stampEnd === -1) return false;
  const mark = bytes.indexOf(durationMark);
  const hasDuration = mark !== -1 && mark < stampEnd;
  const onsetSec = secondsOf(bytes.toString("latin1", 0, hasDuration ? mark : stampEnd), /^[+-]/);
  if (onsetSec === undefined) return false;
  const durationSec = hasDuration ? secondsOf(bytes.toString("latin1", mark + 1, stampEnd)) : null;
  if (durationSec === undefined) return false;
  const texts = bytes.toString("utf8", stampEnd + 1).split("\u0014");
  if (isFirst && texts[0] === "") into.onsetSec = onsetSec;
  for (const text of texts) {
    if (text === "" || into.annotations.length >= maxAnnotations) continue;
    into.annotations.push({ onsetSec, durationSec, text: text.slice(0, maxTextLength) });
  }
  return true;
}

function secondsOf(text: string, start: RegExp = /^/): number | undefined {
  if (!start.test(text) || !/^[+-]?\d{1,12}(\.\d{0,12})?$/.test(text)) return undefined;
  return Number(text);
}
