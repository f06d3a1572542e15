/** Writes whole numbers in as few bytes as they need (LEB128, zigzag for signed ones). */
export class ByteWriter {
  #bytes = Buffer.allocUnsafe(4096);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** A whole number from 0 to 2^53 − 1. */
  unsigned(value: number): void {
    let rest = value;
    while (rest >= 128) {
      this.#byte((rest % 128) | 128);
      rest = Math.floor(rest / 128);
    }
    this.#byte(rest);
  }

  /** A whole number within ±2^52. */
  signed(value: number): void {
    this.unsigned(value < 0 ? -value * 2 - 1 : value * 2);
  }

  text(value: string): void {
    const bytes = Buffer.from(value);
    this.unsigned(bytes.length);
    for (const byte of bytes) this.#byte(byte);
  }

  double(value: number): void {
    const bytes = Buffer.allocUnsafe(8);
    bytes.writeDoubleLE(value);
    for (const byte of bytes) this.#byte(byte);
  }

  /** A copy of the written bytes. */
  bytes(): Buffer {
    return Buffer.from(this.#bytes.subarray(0, this.#length));
  }

  #byte(value: number): void {
    if (this.#length === this.#bytes.length) {
      this.#bytes = Buffer.concat([this.#bytes, Buffer.allocUnsafe(this.#length)]);
    }
    this.#bytes[this.#length] = value;
    this.#length += 1;
  }
}

/** Reads what `ByteWriter` wrote. Throws a `RangeError` beyond the end. */
export class ByteReader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length;
  }

  unsigned(): number {
    let value = 0;
    let scale = 1;
    for (;;) {
      const byte = this.#bytes.readUInt8(this.#at);
      this.#at += 1;
      value += (byte & 127) * scale;
      if (byte < 128) return value;
      scale *= 128;
    }
  }

  signed(): number {
    const value = this.unsigned();
    return value % 2 === 1 ? -(value + 1) / 2 : value / 2;
  }

  text(): string {
    const length = this.unsigned();
    this.#at += length;
    return this.#bytes.toString("utf8", this.#at - length, this.#at);
  }

  double(): number {
    this.#at += 8;
    return this.#bytes.readDoubleLE(this.#at - 8);
  }
}
