import dicomParser, { type DataSet } from "dicom-parser";
import { fail } from "../../../base/contract/fail.ts";
import { GatehouseError } from "../../../base/core/errors.ts";
import type { DicomFacts } from "../../../health/compute-port.ts";

/** Code strings have no room for a name: longer or other values are dropped (PS3.5, 6.2). */
const codeString = /^[A-Z0-9_ ]{1,16}$/;
const uid = /^[0-9.]{1,64}$/;
const implicitLittleEndian = "1.2.840.10008.1.2";

/**
 * Reads the tags of the allow-list from a DICOM Part 10 file; every other attribute, the patient's among
 * them, is passed over. Throws `input_unreadable`.
 */
export function readDicomFacts(bytes: Uint8Array): DicomFacts {
  const set = parsed(bytes);
  try {
    const facts = factsOf(set);
    checkPixels(set, facts);
    return facts;
  } catch (cause) {
    throw GatehouseError.find(cause) ?? unreadable(cause);
  }
}

/** True when the bytes begin as a DICOM Part 10 file does: a preamble of 128 bytes and `DICM`. */
export function isDicom(head: Uint8Array): boolean {
  return head.length >= 132 && Buffer.from(head.subarray(128, 132)).toString("latin1") === "DICM";
}

function parsed(bytes: Uint8Array): DataSet {
  if (!isDicom(bytes)) throw fail("input_unreadable", "file: is not DICOM. Send a DICOM file");
  try {
    return dicomParser.parseDicom(bytes);
  } catch (cause) {
    throw unreadable(cause);
  }
}

function factsOf(set: DataSet): DicomFacts {
  const code = (tag: string): string | null => {
    const text = set.string(tag)?.split("\\", 1)[0]?.trim().toUpperCase() ?? "";
    return codeString.test(text) ? text : null;
  };
  const decimal = (tag: string, index = 0): number | null => {
    const value = set.floatString(tag, index);
    return value !== undefined && Number.isFinite(value) ? value : null;
  };
  const spacing = [decimal("x00280030", 0), decimal("x00280030", 1)];
  const syntax = set.string("x00020010") ?? implicitLittleEndian;
  return {
    modality: code("x00080060"),
    bodyPart: code("x00180015"),
    viewPosition: code("x00185101"),
    laterality: code("x00200062") ?? code("x00200060"),
    photometric: code("x00280004"),
    transferSyntax: uid.test(syntax) ? syntax : "unknown",
    rows: set.uint16("x00280010") ?? null,
    columns: set.uint16("x00280011") ?? null,
    frames: Math.max(1, Math.trunc(decimal("x00280008") ?? 1)),
    bitsStored: set.uint16("x00280101") ?? null,
    // Some write 0 for unknown values.
    pixelSpacingMm: spacing.every((each) => each !== null && each > 0)
      ? (spacing as number[])
      : null,
    sliceThicknessMm: decimal("x00180050"),
    hasBurnedInAnnotation: code("x00280301") === "YES",
    hasPixels: (set.elements["x7fe00010"]?.length ?? 0) !== 0,
    hasWindow: decimal("x00281050") !== null && decimal("x00281051") !== null,
  };
}

/** Fields without which the length of the pixels is not known (PS3.3, C.7.6.3). */
const shapeFields = [
  ["SamplesPerPixel", "x00280002"],
  ["Rows", "x00280010"],
  ["Columns", "x00280011"],
  ["BitsAllocated", "x00280100"],
] as const;
/** Pixels that are neither compressed nor encapsulated: implicit, explicit, deflated, big endian. */
const uncompressed = /^1\.2\.840\.10008\.1\.2(\.1|\.1\.99|\.2)?$/;

/**
 * A picture that is there in part would be decoded with the rest black. Throws `input_unreadable` with
 * the field that is missing or too short.
 */
function checkPixels(set: DataSet, { hasPixels, transferSyntax, frames }: DicomFacts): void {
  const pixels = set.elements["x7fe00010"];
  if (!hasPixels || !pixels) return;
  const sizes = shapeFields.map(([name, tag]) => {
    const value = set.uint16(tag) ?? 0;
    if (value > 0) return value;
    throw incomplete(`${name} (${shownTag(tag)}) is missing or 0`);
  });
  const [samples = 0, rows = 0, columns = 0, bits = 0] = sizes;
  const held = pixels.fragments
    ? pixels.fragments.reduce((sum, { length }) => sum + length, 0)
    : pixels.length;
  // Two colour values for each pair of pixels (PS3.3, C.7.6.3.1.2).
  const isHalved = set.string("x00280004")?.trim() === "YBR_FULL_422";
  const needed = uncompressed.test(transferSyntax)
    ? Math.ceil((rows * columns * (isHalved ? 2 : samples) * bits * frames) / 8)
    : 1;
  if (held >= needed) return;
  throw incomplete(`PixelData (7FE0,0010) holds ${held} of ${needed} bytes`);
}

function shownTag(tag: string): string {
  return `${tag.slice(1, 5)},${tag.slice(5)}`.toUpperCase();
}

function incomplete(message: string) {
  return fail("input_unreadable", `DICOM file: is incomplete (${message}). Export it again`);
}

/** The package throws strings, errors that quote the file, and objects with the fields that it has read. */
function unreadable(cause: unknown) {
  const more = cause instanceof Error ? { cause } : {};
  const { dataSet } = (cause ?? {}) as { dataSet?: DataSet };
  const last = Object.keys(dataSet?.elements ?? {}).at(-1);
  const where =
    last === undefined
      ? "its file meta information (group 0002) does not end"
      : `it cannot be read at or after the field ${nameOf(last)}`;
  return fail(
    "input_unreadable",
    `DICOM file: is damaged or incomplete (${where}). Export it again`,
    more,
  );
}

function nameOf(tag: string): string {
  const name =
    tag === "x7fe00010" ? "PixelData" : shapeFields.find(([, each]) => each === tag)?.[0];
  return `${name ?? ""} (${shownTag(tag)})`.trim();
}
