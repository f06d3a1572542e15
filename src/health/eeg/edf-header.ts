import { fail } from "../../base/contract/fail.ts";
import type { Recording } from "./recording.ts";
import { recordingBounds } from "./recording.ts";

/** The header's fields of one signal. */
export interface EdfSignal {
  label: string;
  unit: string;
  physicalMin: number;
  physicalMax: number;
  digitalMin: number;
  digitalMax: number;
  samplesPerRecord: number;
  isAnnotation: boolean;
}

/** The header of an EDF or BDF file, without the fields that identify the person. */
export interface EdfHeader {
  format: Exclude<Recording["format"], "raw">;
  bytesPerSample: 2 | 3;
  headerBytes: number;
  /** -1 while the recorder had not finished. */
  records: number;
  recordSec: number;
  signals: readonly EdfSignal[];
}

/** Sizes of the header: its fixed part, and one signal's share (EDF specification of 1992). */
const fixedBytes = 256;
const signalBytes = 256;

/**
 * Reads the header of an EDF, EDF+, BDF or BDF+ file. Throws `input_unreadable` with the fault, and never
 * repeats values that may identify a person.
 */
export function readEdfHeader(bytes: Buffer): EdfHeader {
  if (bytes.length < fixedBytes) throw unreadable("the file is shorter than an EDF header");
  const isBdf = bytes[0] === 0xff && bytes.toString("latin1", 1, 8) === "BIOSEMI";
  if (!isBdf && bytes.toString("latin1", 0, 8).trim() !== "0") {
    throw unreadable("the file is no EDF, EDF+ or BDF file");
  }
  const count = integer(bytes, { at: 252, length: 4, name: "number of signals" });
  const headerBytes = integer(bytes, { at: 184, length: 8, name: "header size" });
  const records = integer(bytes, { at: 236, length: 8, name: "number of data records" });
  const recordSec = decimal(bytes, { at: 244, length: 8, name: "duration of a data record" });
  if (count < 1) throw unreadable("the file has no signals");
  if (count > recordingBounds.channels + 1) {
    throw unreadable(`the file has ${count} signals; at most ${recordingBounds.channels} are read`);
  }
  if (headerBytes !== fixedBytes + count * signalBytes) {
    throw unreadable("the header size does not fit the number of signals");
  }
  if (bytes.length < headerBytes) throw unreadable("the file ends inside of its header");
  if (records < -1 || records === 0) throw unreadable("the file has no data records");
  if (recordSec < 0) throw unreadable("a data record lasts less than no time");
  return {
    format: formatOf(bytes, isBdf),
    bytesPerSample: isBdf ? 3 : 2,
    headerBytes,
    records,
    recordSec,
    signals: signalsOf(bytes, count),
  };
}

function formatOf(bytes: Buffer, isBdf: boolean): EdfHeader["format"] {
  const kind = isBdf ? "BDF" : "EDF";
  const reserved = bytes.toString("latin1", 192, 197);
  if (reserved === `${kind}+C`) return `${kind}+C`;
  if (reserved === `${kind}+D`) return `${kind}+D`;
  return kind;
}

function signalsOf(bytes: Buffer, count: number): EdfSignal[] {
  // The fields of all signals follow one another, each with the width of the specification.
  const columns = { label: 0, unit: 96, physicalMin: 104, physicalMax: 112, digitalMin: 120 };
  const place = (offset: number, width: number, index: number): number =>
    fixedBytes + count * offset + index * width;
  return Array.from({ length: count }, (_, index) => {
    const number = (name: string, offset: number): number =>
      decimal(bytes, {
        at: place(offset, 8, index),
        length: 8,
        name: `${name} of signal ${index + 1}`,
      });
    const label = textAt(bytes, place(columns.label, 16, index), 16);
    return {
      label,
      unit: textAt(bytes, place(columns.unit, 8, index), 8),
      physicalMin: number("physical minimum", columns.physicalMin),
      physicalMax: number("physical maximum", columns.physicalMax),
      digitalMin: number("digital minimum", columns.digitalMin),
      digitalMax: number("digital maximum", 128),
      samplesPerRecord: integer(bytes, {
        at: place(216, 8, index),
        length: 8,
        name: `number of samples of signal ${index + 1}`,
      }),
      isAnnotation: label === "EDF Annotations" || label === "BDF Annotations",
    };
  });
}

function textAt(bytes: Buffer, at: number, length: number): string {
  const text = bytes.toString("latin1", at, at + length);
  // Old recorders pad with zeros.
  // oxlint-disable-next-line no-control-regex -- they are what is looked for
  return text.replaceAll(/[\u0000-\u001f\u007f-\u009f]/g, " ").trim();
}

interface Field {
  at: number;
  length: number;
  name: string;
}

function decimal(bytes: Buffer, { at, length, name }: Field): number {
  // Some recorders write a comma; the specification asks for a point.
  const text = textAt(bytes, at, length).replace(",", ".");
  const value = text === "" ? Number.NaN : Number(text);
  if (!Number.isFinite(value)) throw unreadable(`the ${name} is no number`);
  return value;
}

function integer(bytes: Buffer, field: Field): number {
  const value = decimal(bytes, field);
  if (!Number.isSafeInteger(value)) throw unreadable(`the ${field.name} is no whole number`);
  return value;
}

function unreadable(message: string) {
  return fail("input_unreadable", message);
}
