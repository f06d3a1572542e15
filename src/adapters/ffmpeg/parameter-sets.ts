import type { VideoFormat } from "./sample-entry.ts";

/** NAL unit types of sequence parameter sets (H.264 7.4.1) and of VPS and SPS (H.265 7.4.2.2). */
const setTypes: Readonly<Record<string, readonly number[]>> = { h264: [7], hevc: [32, 33] };

/**
 * Notices a new picture size or profile in a stream that is copied: the header that ffmpeg wrote at
 * the start stays as it was, but the parameter sets inside the frames change. The first sets seen
 * are the reference, because many cameras send others in their description.
 */
export class ParameterSetWatch {
  readonly #codec: string;
  readonly #lengthBytes: number;
  readonly #unitByType = new Map<number, Buffer>();

  constructor(format: Pick<VideoFormat, "codec" | "nalLengthBytes">) {
    this.#codec = format.codec;
    this.#lengthBytes = format.nalLengthBytes;
  }

  /** True when `sample` holds a parameter set that differs from the one before of its type. */
  hasChanged(sample: Buffer): boolean {
    const unitTypes = setTypes[this.#codec];
    if (unitTypes === undefined || this.#lengthBytes === 0) return false;
    let changed = false;
    for (const unit of nalUnits(sample, this.#lengthBytes)) {
      const type = this.#codec === "h264" ? unit[0]! & 0x1f : (unit[0]! >> 1) & 0x3f;
      if (!unitTypes.includes(type)) continue;
      const before = this.#unitByType.get(type);
      changed ||= before !== undefined && !before.equals(unit);
      if (before === undefined || changed) this.#unitByType.set(type, Buffer.from(unit));
    }
    return changed;
  }
}

/** The NAL units of a sample with a length of `lengthBytes` before each; stops where it does not fit. */
function* nalUnits(sample: Buffer, lengthBytes: number): Generator<Buffer> {
  let at = 0;
  while (at + lengthBytes < sample.length) {
    const end = at + lengthBytes + sample.readUIntBE(at, lengthBytes);
    if (end > sample.length || end === at + lengthBytes) return;
    yield sample.subarray(at + lengthBytes, end);
    at = end;
  }
}
