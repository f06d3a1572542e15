/** One signal of a file to write. */
export interface WrittenSignal {
  label: string;
  unit?: string;
  physical?: [number, number];
  digital?: [number, number];
  /** Digital values of all records, one after the other. */
  samples: readonly number[];
}

/** A file to write. */
export interface WrittenFile {
  bdf?: boolean;
  /** `C` or `D` makes it EDF+ or BDF+. */
  plus?: "C" | "D";
  recordSec?: number;
  records: number;
  signals: readonly WrittenSignal[];
  /** Text of the annotation signal of each record, as bytes of the file. */
  notes?: readonly string[];
  /** What the header says of the number of records, where it lies. */
  saysRecords?: number;
}

/** Writes an EDF or BDF file as the specifications lay it out. */
export function edfFile(file: WrittenFile): Buffer {
  const { records, recordSec = 1, plus } = file;
  const kind = file.bdf ? "BDF" : "EDF";
  const width = file.bdf ? 3 : 2;
  const noteBytes = Math.max(2, ...(file.notes ?? []).map((each) => Buffer.byteLength(each))) + 2;
  const noteSamples = Math.ceil(noteBytes / width);
  const notes = file.notes
    ? [{ label: `${kind} Annotations`, unit: "", perRecord: noteSamples, range: full(width) }]
    : [];
  const signals = file.signals.map(({ label, unit = "uV", samples, ...more }) => ({
    label,
    unit,
    perRecord: samples.length / records,
    range: { physical: more.physical ?? [-3200, 3200], digital: more.digital ?? [-32_768, 32_767] },
  }));
  const all = [...signals, ...notes];
  const column = (size: number, of: (signal: (typeof all)[number]) => string | number): string =>
    all.map((signal) => String(of(signal)).padEnd(size).slice(0, size)).join("");
  const header = [
    file.bdf ? "\u00ffBIOSEMI" : "0".padEnd(8),
    "X X X X".padEnd(80),
    "Startdate X X X X".padEnd(80),
    "01.01.2601.02.03",
    String(256 * (all.length + 1)).padEnd(8),
    (plus ? `${kind}+${plus}` : "").padEnd(44),
    String(file.saysRecords ?? records).padEnd(8),
    String(recordSec).padEnd(8),
    String(all.length).padEnd(4),
    column(16, ({ label }) => label),
    column(80, () => ""),
    column(8, ({ unit }) => unit),
    column(8, ({ range }) => range.physical[0]!),
    column(8, ({ range }) => range.physical[1]!),
    column(8, ({ range }) => range.digital[0]!),
    column(8, ({ range }) => range.digital[1]!),
    column(80, () => ""),
    column(8, ({ perRecord }) => perRecord),
    column(32, () => ""),
  ].join("");
  const body: Buffer[] = [];
  for (let record = 0; record < records; record += 1) {
    for (const { samples } of file.signals) {
      const count = samples.length / records;
      body.push(samplesBytes(samples.slice(record * count, (record + 1) * count), width));
    }
    if (file.notes) {
      const block = Buffer.alloc(noteSamples * width);
      block.write(file.notes[record] ?? "", "utf8");
      body.push(block);
    }
  }
  return Buffer.concat([Buffer.from(header, "latin1"), ...body]);
}

function full(width: number) {
  const most = 2 ** (8 * width - 1);
  return { physical: [-1, 1], digital: [-most, most - 1] };
}

function samplesBytes(samples: readonly number[], width: number): Buffer {
  const bytes = Buffer.alloc(samples.length * width);
  for (const [index, value] of samples.entries()) bytes.writeIntLE(value, index * width, width);
  return bytes;
}
