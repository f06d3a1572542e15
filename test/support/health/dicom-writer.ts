/** A DICOM file to write: 8 bits, one sample per pixel. */
export interface WrittenDicom {
  rows: number;
  columns: number;
  pixels?: Uint8Array;
  patient?: string;
  bodyPart?: string;
  burnedIn?: string;
}

const explicitLittleEndian = "1.2.840.10008.1.2.1";
const crImageStorage = "1.2.840.10008.5.1.4.1.1.1";

/** Writes a DICOM Part 10 file in explicit VR, little endian (PS3.5, PS3.10). */
export function dicomFile(file: WrittenDicom): Buffer {
  const { rows, columns, pixels, patient = "X", bodyPart = "CHEST", burnedIn = "NO" } = file;
  const meta = Buffer.concat([
    element(0x0002, 0x0001, "OB", Buffer.from([0, 1])),
    element(0x0002, 0x0002, "UI", crImageStorage),
    element(0x0002, 0x0003, "UI", "1.2.3.4"),
    element(0x0002, 0x0010, "UI", explicitLittleEndian),
    element(0x0002, 0x0012, "UI", "1.2.3"),
  ]);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(meta.length);
  return Buffer.concat([
    Buffer.alloc(128),
    Buffer.from("DICM"),
    element(0x0002, 0x0000, "UL", length),
    meta,
    element(0x0008, 0x0016, "UI", crImageStorage),
    element(0x0008, 0x0018, "UI", "1.2.3.4"),
    element(0x0008, 0x0060, "CS", "CR"),
    element(0x0010, 0x0010, "PN", patient),
    element(0x0018, 0x0015, "CS", bodyPart),
    element(0x0028, 0x0002, "US", short(1)),
    element(0x0028, 0x0004, "CS", "MONOCHROME2"),
    element(0x0028, 0x0010, "US", short(rows)),
    element(0x0028, 0x0011, "US", short(columns)),
    element(0x0028, 0x0100, "US", short(8)),
    element(0x0028, 0x0101, "US", short(8)),
    element(0x0028, 0x0102, "US", short(7)),
    element(0x0028, 0x0103, "US", short(0)),
    element(0x0028, 0x0301, "CS", burnedIn),
    ...(pixels ? [element(0x7fe0, 0x0010, "OB", Buffer.from(pixels))] : []),
  ]);
}

function short(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}

// oxlint-disable-next-line max-params -- a tag reads best on one line
function element(group: number, number: number, vr: string, value: Buffer | string): Buffer {
  const raw = typeof value === "string" ? Buffer.from(value) : value;
  const pad = vr === "UI" || vr === "OB" ? 0 : 0x20;
  const body = raw.length % 2 === 0 ? raw : Buffer.concat([raw, Buffer.from([pad])]);
  const isLong = vr === "OB";
  const head = Buffer.alloc(isLong ? 12 : 8);
  head.writeUInt16LE(group, 0);
  head.writeUInt16LE(number, 2);
  head.write(vr, 4, "latin1");
  if (isLong) head.writeUInt32LE(body.length, 8);
  else head.writeUInt16LE(body.length, 6);
  return Buffer.concat([head, body]);
}
