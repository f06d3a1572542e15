import { fail } from "../../../../base/contract/fail.ts";

/**
 * Start codes of NUT (nut.txt, "Startcodes"): 16 bits of name, 48 bits of constant; the last one
 * is an index, which a pipe's reader skips. The first byte of each is `n`, which no frame has.
 */
const startMain = 0x4e4d7a561f5f04adn;
const startStream = 0x4e5311405bf2f9dbn;
const startSyncpoint = 0x4e4be4adeeca4569n;
const fileId = Buffer.from("nut/multimedia container\0", "latin1");

// Frame flags (nut.txt, "frame_flags").
const flagCodedPts = 8;
const flagStreamId = 16;
const flagSizeMsb = 32;
const flagChecksum = 64;
const flagReserved = 128;
const flagSideData = 256;
const flagHeaderIdx = 1024;
const flagMatchTime = 2048;
const flagCoded = 4096;
const flagInvalid = 8192;

/** First byte of every start code. */
const n = 0x4e;

/** Packets longer than this carry a checksum of their header. */
const longPacketBytes = 4096;
/** No header or packet of a raw video stream of ours comes near this; beyond it is garbage. */
const maxPacketBytes = 1 << 20;

interface FrameCode {
  flags: number;
  ptsDelta: number;
  sizeMul: number;
  sizeLsb: number;
  reserved: number;
  headerIndex: number;
}

/** Thrown inside the parser when the bytes at hand end too early; never leaves it. */
const needMore = fail("internal_error", "the bytes at hand end too early");

/** Reads numbers of NUT from a buffer; throws `needMore` at its end. */
class Cursor {
  readonly bytes: Buffer;
  at: number;

  constructor(bytes: Buffer, at: number) {
    this.bytes = bytes;
    this.at = at;
  }

  u8(): number {
    if (this.at >= this.bytes.length) throw needMore;
    return this.bytes[this.at++]!;
  }

  u64(): bigint {
    if (this.at + 8 > this.bytes.length) throw needMore;
    this.at += 8;
    return this.bytes.readBigUInt64BE(this.at - 8);
  }

  /** `v`: seven bits a byte, most significant first. Exact up to 2^53. */
  v(): number {
    let value = 0;
    for (let byte = 0x80; byte & 0x80;) {
      byte = this.u8();
      value = value * 128 + (byte & 0x7f);
    }
    return value;
  }

  /** `s`: a signed `v`. */
  s(): number {
    const value = this.v() + 1;
    return value % 2 === 1 ? -(value - 1) / 2 : value / 2;
  }

  skip(count: number): void {
    if (this.at + count > this.bytes.length) throw needMore;
    this.at += count;
  }
}

/** The callbacks of the demuxer's owner. */
export interface NutSink {
  /** A buffer of exactly `size` bytes for the next frame; the owner keeps it. */
  allocate(size: number): Buffer;
  /** A complete frame with its exact time. */
  onFrame(frame: Buffer, ptsSec: number): void;
}

/**
 * Reads NUT (the FFmpeg/MPlayer container, nut.txt version 3) with one raw video stream, as ffmpeg
 * writes it to a pipe: times are exact, frames are handed out as soon as their last byte is there,
 * and each is copied once. Throws `stream_broken` when the bytes are not that.
 */
export class NutDemuxer {
  readonly #sink: NutSink;
  #rest: Buffer = Buffer.alloc(0);
  #started = false;
  #codes: FrameCode[] = [];
  #elided: number[] = [];
  #timeBases: number[] = [];
  #timeBase = 0;
  #msbShift = 0;
  #lastPts = 0;
  #frame: Buffer | undefined;
  #filled = 0;
  #framePts = 0;

  constructor(sink: NutSink) {
    this.#sink = sink;
  }

  /** Takes the next bytes; keeps none of `chunk` that belongs to a frame. */
  push(chunk: Buffer): void {
    let bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    this.#rest = Buffer.alloc(0);
    while (bytes.length > 0) {
      if (this.#frame) {
        bytes = this.#fill(this.#frame, bytes);
        continue;
      }
      const cursor = new Cursor(bytes, 0);
      try {
        this.#header(cursor);
      } catch (error) {
        if (error !== needMore) throw error;
        if (bytes.length > maxPacketBytes) throw broken("a header has no end");
        this.#rest = Buffer.from(bytes);
        return;
      }
      bytes = bytes.subarray(cursor.at);
    }
  }

  #fill(frame: Buffer, bytes: Buffer): Buffer {
    const count = Math.min(frame.length - this.#filled, bytes.length);
    bytes.copy(frame, this.#filled, 0, count);
    this.#filled += count;
    if (this.#filled === frame.length) {
      this.#frame = undefined;
      this.#sink.onFrame(frame, this.#framePts * this.#timeBase);
    }
    return bytes.subarray(count);
  }

  #header(cursor: Cursor): void {
    if (!this.#started) {
      cursor.skip(fileId.length);
      if (!cursor.bytes.subarray(0, fileId.length).equals(fileId)) throw broken("no NUT");
      this.#started = true;
      return;
    }
    if (cursor.bytes[cursor.at] === n) this.#packet(cursor);
    else this.#frameHeader(cursor);
  }

  #packet(cursor: Cursor): void {
    const code = cursor.u64();
    const length = cursor.v();
    if (length > maxPacketBytes) throw broken("a packet is too long");
    if (length > longPacketBytes) cursor.skip(4);
    const start = cursor.at;
    cursor.skip(length);
    // Read in place; the packet is complete, and its last four bytes are its checksum.
    const body = new Cursor(cursor.bytes.subarray(0, start + length - 4), start);
    if (code === startMain) this.#mainHeader(body);
    else if (code === startStream) this.#streamHeader(body);
    else if (code === startSyncpoint) this.#syncpoint(body);
  }

  #mainHeader(body: Cursor): void {
    const version = body.v();
    if (version !== 3) throw broken(`NUT version ${version}`);
    if (body.v() !== 1) throw broken("not one stream");
    body.v();
    this.#timeBases = Array.from({ length: body.v() }, () => body.v() / body.v());
    this.#codes = frameCodes(body);
    this.#elided = [0];
    for (let left = body.v(); left > 0; left -= 1) {
      const length = body.v();
      body.skip(length);
      this.#elided.push(length);
    }
  }

  #streamHeader(body: Cursor): void {
    body.v();
    body.v();
    body.skip(body.v());
    this.#timeBase = this.#timeBases[body.v()] ?? 0;
    this.#msbShift = body.v();
    if (!(this.#timeBase > 0)) throw broken("no time base");
  }

  #syncpoint(body: Cursor): void {
    const value = body.v();
    const base = this.#timeBases[value % this.#timeBases.length]!;
    const pts = Math.floor(value / this.#timeBases.length);
    this.#lastPts = Math.floor((pts * base) / this.#timeBase + 1e-6);
  }

  #frameHeader(cursor: Cursor): void {
    const code = this.#codes[cursor.u8()];
    if (!code || code.flags & flagInvalid) throw broken("an invalid frame code");
    let { flags, reserved, headerIndex } = code;
    if (flags & flagCoded) flags ^= cursor.v();
    if (flags & flagStreamId) cursor.v();
    const pts = flags & flagCodedPts ? this.#fullPts(cursor.v()) : this.#lastPts + code.ptsDelta;
    const size = flags & flagSizeMsb ? code.sizeLsb + code.sizeMul * cursor.v() : code.sizeLsb;
    if (flags & flagMatchTime) cursor.s();
    if (flags & flagHeaderIdx) headerIndex = cursor.v();
    if (flags & flagReserved) reserved = cursor.v();
    for (let left = reserved; left > 0; left -= 1) cursor.v();
    if (flags & flagChecksum) cursor.skip(4);
    if (flags & flagSideData || this.#elided[headerIndex] !== 0)
      throw broken("an unforeseen frame");
    this.#lastPts = pts;
    this.#framePts = pts;
    this.#filled = 0;
    this.#frame = this.#sink.allocate(size);
    if (this.#frame.length !== size) throw broken(`a frame of ${size} bytes`);
  }

  /** nut.txt, "coded_pts": short values are the low bits, taken nearest to the last time. */
  #fullPts(coded: number): number {
    const range = 2 ** this.#msbShift;
    if (coded >= range) return coded - range;
    const lowest = this.#lastPts - Math.floor((range - 1) / 2);
    return lowest + ((((coded - lowest) % range) + range) % range);
  }
}

/** The table of 256 frame codes (nut.txt, "main_header"). */
function frameCodes(body: Cursor): FrameCode[] {
  const codes: FrameCode[] = [];
  let ptsDelta = 0;
  let sizeMul = 1;
  let headerIndex = 0;
  while (codes.length < 256) {
    const flags = body.v();
    const fields = body.v();
    if (fields > 0) ptsDelta = body.s();
    if (fields > 1) sizeMul = body.v();
    if (fields > 2) body.v();
    const size = fields > 3 ? body.v() : 0;
    const reserved = fields > 4 ? body.v() : 0;
    const count = fields > 5 ? body.v() : sizeMul - size;
    if (fields > 6) body.s();
    if (fields > 7) headerIndex = body.v();
    for (let left = fields - 8; left > 0; left -= 1) body.v();
    const first = { flags, ptsDelta, sizeMul, sizeLsb: size, reserved, headerIndex };
    appendRun(codes, first, count);
  }
  return codes;
}

/** `count` codes that differ in the low part of the size; the code `n` is always invalid. */
function appendRun(codes: FrameCode[], first: FrameCode, count: number): void {
  if (count <= 0) throw broken("an empty run of frame codes");
  for (let added = 0; added < count && codes.length < 256;) {
    if (codes.length === n) codes.push({ ...first, flags: flagInvalid });
    else {
      codes.push({ ...first, sizeLsb: first.sizeLsb + added });
      added += 1;
    }
  }
}

function broken(what: string): Error {
  return fail(
    "stream_broken",
    `decoder: its output is not valid NUT (${what}). Check the version of ffmpeg`,
  );
}
