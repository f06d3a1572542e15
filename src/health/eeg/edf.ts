import { fail } from "../../base/contract/fail.ts";
import { readNotes, type RecordNotes } from "./edf-annotations.ts";
import { type EdfHeader, type EdfSignal, readEdfHeader } from "./edf-header.ts";
import {
  type Annotation,
  type Channel,
  type Recording,
  recordingBounds,
  type Stretch,
} from "./recording.ts";

const maxAnnotations = 10_000;

/** The place of one signal's samples in the file. */
interface Layout {
  header: EdfHeader;
  records: number;
  recordBytes: number;
  /** Byte offset of each signal inside of a record. */
  offsets: readonly number[];
}

/**
 * Reads an EDF, EDF+ or BDF file, continuous or not (Kemp et al. 1992 and 2003; BioSemi). It decodes samples
 * when a channel is read, so that only one channel at a time needs memory; `bytes` must not change meanwhile.
 * Throws `input_unreadable` with the reason, also for a file that ends inside of an announced record.
 */
export function readEdf(bytes: Uint8Array): Recording {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const header = readEdfHeader(file);
  const warnings: string[] = [];
  const layout = layoutOf(file, header, warnings);
  const { annotations, onsets } = readAllNotes(file, layout, warnings);
  const channels = channelsOf(file, layout, warnings);
  if (channels.length === 0) {
    const why = warnings[0] === undefined ? "" : `: ${warnings[0]}`;
    throw fail("input_unreadable", `file: has no signal to read${why}. Record with a signal`);
  }
  return {
    format: header.format,
    durationSec: layout.records * header.recordSec,
    channels,
    annotations: fromStart(annotations, onsets[0] ?? 0),
    stretches: stretchesOf(layout, onsets),
    warnings,
  };
}

function layoutOf(file: Buffer, header: EdfHeader, warnings: string[]): Layout {
  const { signals, headerBytes, bytesPerSample } = header;
  const offsets: number[] = [];
  let recordBytes = 0;
  for (const [index, { samplesPerRecord }] of signals.entries()) {
    if (samplesPerRecord < 0) {
      throw fail(
        "input_unreadable",
        `file: signal ${index + 1} has a negative number of samples. Export it again`,
      );
    }
    offsets.push(recordBytes);
    recordBytes += samplesPerRecord * bytesPerSample;
  }
  if (recordBytes === 0)
    throw fail("input_unreadable", "file: its data records are empty. Export it again");
  const dataBytes = file.length - headerBytes;
  const whole = Math.floor(dataBytes / recordBytes);
  if (header.records > whole) {
    throw fail(
      "input_unreadable",
      `file: is cut off; it announces ${header.records} data records and holds ${whole}. Send the whole file`,
    );
  }
  const records = header.records === -1 ? whole : header.records;
  if (records === 0) throw fail("input_unreadable", "file: has no data records. Export it again");
  const { recordedSec } = recordingBounds;
  if (records * header.recordSec > recordedSec) {
    const message =
      `file: the duration of a data record (${header.recordSec} s) makes ${records} records last longer ` +
      `than ${recordedSec / 86_400} days. Correct the header`;
    throw fail("input_unreadable", message);
  }
  if (dataBytes > records * recordBytes) {
    warnings.push("there are bytes behind the last data record; they were not read");
  }
  return { header, records, recordBytes, offsets };
}

function readAllNotes(file: Buffer, layout: Layout, warnings: string[]) {
  const { header, records } = layout;
  const annotations: Annotation[] = [];
  const onsets: (number | null)[] = [];
  const signals = header.signals.flatMap(({ isAnnotation }, index) =>
    isAnnotation ? [index] : [],
  );
  let broken = 0;
  for (let record = 0; record < records && signals.length > 0; record += 1) {
    for (const [order, signal] of signals.entries()) {
      const notes = readNotes(bytesOf(file, layout, { record, signal }));
      checkTimes(notes, record);
      if (order === 0) onsets.push(notes.onsetSec);
      annotations.push(...notes.annotations.slice(0, maxAnnotations - annotations.length));
      if (notes.isBroken) broken += 1;
    }
  }
  if (broken > 0) warnings.push(`annotations of ${broken} data records could not be read`);
  if (annotations.length >= maxAnnotations) {
    warnings.push(`only the first ${maxAnnotations} annotations were read`);
  }
  return { annotations, onsets };
}

/** Refuses times that lie more than a year from the start. */
function checkTimes({ onsetSec, annotations }: RecordNotes, record: number): void {
  const isAbsurd = (sec: number | null): boolean =>
    sec !== null && Math.abs(sec) > recordingBounds.onsetSec;
  const refuse = (field: string) =>
    fail(
      "input_unreadable",
      `file: the ${field} of data record ${record + 1} is longer than a year. Correct the file`,
    );
  if (isAbsurd(onsetSec)) throw refuse("onset");
  if (annotations.some((each) => isAbsurd(each.onsetSec))) throw refuse("onset of an annotation");
  if (annotations.some((each) => isAbsurd(each.durationSec))) {
    throw refuse("duration of an annotation");
  }
}

/** A recording may begin some fraction of a second after the whole second in its header. */
function fromStart(annotations: readonly Annotation[], startSec: number): Annotation[] {
  return annotations.map((one) => ({ ...one, onsetSec: one.onsetSec - startSec }));
}

function bytesOf(file: Buffer, layout: Layout, at: { record: number; signal: number }): Buffer {
  const { header, recordBytes, offsets } = layout;
  const start = header.headerBytes + at.record * recordBytes + offsets[at.signal]!;
  const { samplesPerRecord } = header.signals[at.signal]!;
  return file.subarray(start, start + samplesPerRecord * header.bytesPerSample);
}

function channelsOf(file: Buffer, layout: Layout, warnings: string[]): Channel[] {
  const { header, records } = layout;
  const channels: Channel[] = [];
  for (const [index, signal] of header.signals.entries()) {
    if (signal.isAnnotation || signal.samplesPerRecord === 0) continue;
    const problem = problemOf(signal, header.recordSec);
    if (problem !== undefined) {
      warnings.push(`signal ${index + 1} was left out: ${problem}`);
      continue;
    }
    channels.push({
      label: signal.label,
      unit: signal.unit,
      sampleRateHz: signal.samplesPerRecord / header.recordSec,
      length: signal.samplesPerRecord * records,
      range: {
        min: Math.min(signal.physicalMin, signal.physicalMax),
        max: Math.max(signal.physicalMin, signal.physicalMax),
      },
      read: () => samplesOf(file, layout, index),
    });
  }
  checkTotal(channels);
  return channels;
}

function checkTotal(channels: readonly Channel[]): void {
  const total = channels.reduce((sum, { length }) => sum + length, 0);
  if (total <= recordingBounds.samples) return;
  throw fail(
    "input_unreadable",
    `recording: has ${total} samples. Send at most ${recordingBounds.samples}`,
  );
}

function problemOf(signal: EdfSignal, recordSec: number): string | undefined {
  const rateHz = signal.samplesPerRecord / recordSec;
  if (recordSec === 0 || rateHz > recordingBounds.sampleRateHz) {
    return `its sample rate is no rate (the duration of a data record is ${recordSec} s)`;
  }
  if (signal.digitalMax === signal.digitalMin) return "its digital range is empty";
  if (signal.physicalMax === signal.physicalMin) return "its physical range is empty";
  return undefined;
}

function samplesOf(file: Buffer, layout: Layout, signal: number): Float64Array {
  const { header, records, recordBytes, offsets } = layout;
  const { physicalMin, physicalMax, digitalMin, digitalMax, samplesPerRecord } =
    header.signals[signal]!;
  const gain = (physicalMax - physicalMin) / (digitalMax - digitalMin);
  const samples = new Float64Array(samplesPerRecord * records);
  let out = 0;
  for (let record = 0; record < records; record += 1) {
    let at = header.headerBytes + record * recordBytes + offsets[signal]!;
    for (let index = 0; index < samplesPerRecord; index += 1) {
      const low = file[at]! | (file[at + 1]! << 8);
      // Two's complement, little endian: 16 bits in EDF, 24 in BDF.
      const digital =
        header.bytesPerSample === 2 ? (low << 16) >> 16 : ((low | (file[at + 2]! << 16)) << 8) >> 8;
      samples[out] = physicalMin + (digital - digitalMin) * gain;
      out += 1;
      at += header.bytesPerSample;
    }
  }
  return samples;
}

/** Joins records without a gap between them to one stretch. */
function stretchesOf({ header, records }: Layout, onsets: readonly (number | null)[]): Stretch[] {
  const { recordSec } = header;
  const whole = [{ fromSec: 0, onsetSec: 0, durationSec: records * recordSec }];
  if (!header.format.endsWith("+D") || onsets.length !== records) return whole;
  const firstSec = onsets[0] ?? 0;
  const stretches: Stretch[] = [];
  for (const [record, at] of onsets.entries()) {
    const last = stretches.at(-1);
    const expectedSec = last ? last.onsetSec + last.durationSec : 0;
    const onsetSec = at === null ? expectedSec : at - firstSec;
    // Onsets are written with limited precision: less than a hundredth of a record is no gap.
    if (last && Math.abs(onsetSec - expectedSec) <= Math.max(1e-3, recordSec / 100)) {
      last.durationSec += recordSec;
    } else stretches.push({ fromSec: record * recordSec, onsetSec, durationSec: recordSec });
  }
  return stretches;
}
