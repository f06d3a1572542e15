import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import type { Fragment, InitSegment } from "../../../src/cameras/source.ts";
import { cachedFfmpeg } from "./camera-footage.ts";

/** A clip cut as the ingest hands it on: one header and one fragment per frame. */
export interface Clip {
  init: InitSegment;
  fragments: Fragment[];
}

/** What to draw and how to code it. */
export interface ClipOptions {
  /** ffmpeg input arguments; default is a moving test picture of `size` at `fps`. */
  input?: readonly string[];
  size?: string;
  fps?: number;
  seconds?: number;
  /** Frames between key frames. */
  gop?: number;
  /** Further output arguments, e.g. `["-bf", "2"]`. */
  output?: readonly string[];
  generation?: number;
  /** Added to every time, as a camera's clock does. */
  startSec?: number;
}

/** Codes a clip with ffmpeg, once for all test files, and splits it into fragments. */
export async function makeClip(options: ClipOptions = {}): Promise<Clip> {
  const { size = "320x180", fps = 10, seconds = 2, gop = 10, generation = 1 } = options;
  const input = options.input ?? ["-f", "lavfi", "-i", `testsrc2=size=${size}:rate=${fps}`];
  const coding = `-c:v libx264 -preset ultrafast -bf 0 -g ${gop}`.split(" ");
  const flags = "empty_moov+default_base_moof+frag_every_frame";
  const args = [
    ...input,
    "-t",
    `${seconds}`,
    ...coding,
    ...(options.output ?? []),
    ..."-pix_fmt yuv420p -an -f mp4 -movflags".split(" "),
    flags,
  ];
  const clip = splitFragments(await readFile(await cachedFfmpeg(args, "mp4")), generation);
  return options.startSec === undefined ? clip : delayClip(clip, options.startSec);
}

/** Adds `sec` to all times: ffmpeg's muxer begins a fragmented file at 0, whatever the offset of its input. */
function delayClip(clip: Clip, sec: number): Clip {
  const moov = [...boxes(clip.init.bytes as Buffer)].find(({ type }) => type === "moov")!;
  const timescale = find(moov.body, "trak", "mdia", "mdhd").readUInt32BE(12);
  const ticks = Math.round(sec * timescale);
  for (const fragment of clip.fragments) {
    const [moof] = boxes(fragment.bytes as Buffer);
    const tfdt = find(moof!.body, "traf", "tfdt");
    if (tfdt[0] !== 1) throw new Error("a decode time of 64 bits was expected");
    tfdt.writeBigUInt64BE(tfdt.readBigUInt64BE(4) + BigInt(ticks), 4);
    Object.assign(fragment, times(moof!.body, timescale));
  }
  return clip;
}

/** Runs ffmpeg and gives its standard output. */
export function runFfmpeg(args: readonly string[], stdin?: Uint8Array): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const child = spawn("ffmpeg", ["-v", "error", ...args], { stdio: ["pipe", "pipe", "pipe"] });
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => out.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => err.push(chunk));
    child.stdin.on("error", () => {});
    child.stdin.end(stdin);
    child.on("error", reject);
    child.on("close", (code) => {
      if (code === 0) resolve(Buffer.concat(out));
      else reject(new Error(`ffmpeg: ${Buffer.concat(err).toString()}`));
    });
  });
}

function* boxes(bytes: Buffer): Generator<{ type: string; body: Buffer; whole: Buffer }> {
  for (let at = 0; at + 8 <= bytes.length;) {
    const size = bytes.readUInt32BE(at);
    const whole = bytes.subarray(at, at + size);
    yield { type: whole.toString("latin1", 4, 8), body: whole.subarray(8), whole };
    at += size;
  }
}

function find(bytes: Buffer, ...path: string[]): Buffer {
  const [type, ...rest] = path;
  for (const box of boxes(bytes)) {
    if (box.type === type) return rest.length === 0 ? box.body : find(box.body, ...rest);
  }
  throw new Error(`no box ${path.join("/")}`);
}

/** Splits a fragmented MP4 with one video track and one frame per fragment. */
export function splitFragments(bytes: Buffer, generation: number): Clip {
  const header: Buffer[] = [];
  const fragments: Fragment[] = [];
  let moof: Buffer | undefined;
  let timescale = 1;
  let sizePx = { widthPx: 0, heightPx: 0 };
  for (const { type, body, whole } of boxes(bytes)) {
    if (type === "moof") moof = whole;
    else if (type === "mdat" && moof) {
      const both = Buffer.concat([moof, whole]);
      fragments.push({ generation, bytes: both, ...times(moof.subarray(8), timescale) });
    } else if (type === "moov" || type === "ftyp") {
      header.push(whole);
      if (type !== "moov") continue;
      timescale = find(body, "trak", "mdia", "mdhd").readUInt32BE(12);
      const tkhd = find(body, "trak", "tkhd");
      sizePx = { widthPx: tkhd.readUInt16BE(76), heightPx: tkhd.readUInt16BE(80) };
    }
  }
  const init = { generation, bytes: Buffer.concat(header), codec: "h264", mimeCodec: null };
  return { init: { ...init, ...sizePx }, fragments };
}

function times(
  moof: Buffer,
  timescale: number,
): Pick<Fragment, "ptsSec" | "durationSec" | "key" | "wallMs"> {
  const tfdt = find(moof, "traf", "tfdt");
  const dts = tfdt[0] === 1 ? Number(tfdt.readBigUInt64BE(4)) : tfdt.readUInt32BE(4);
  const tfhd = find(moof, "traf", "tfhd");
  const trun = find(moof, "traf", "trun");
  const flags = trun.readUIntBE(1, 3);
  let at = 8 + (flags & 1 ? 4 : 0);
  let sampleFlags = 0;
  if (flags & 4) {
    sampleFlags = trun.readUInt32BE(at);
    at += 4;
  } else {
    sampleFlags = tfhd.readUInt32BE(tfhd.length - 4);
  }
  if (flags & 0x100) at += 4;
  if (flags & 0x200) at += 4;
  if (flags & 0x400) {
    sampleFlags = trun.readUInt32BE(at);
    at += 4;
  }
  const cts = flags & 0x800 ? trun.readInt32BE(at) : 0;
  const ptsSec = (dts + cts) / timescale;
  return { ptsSec, durationSec: 0.1, key: !(sampleFlags & 0x10000), wallMs: ptsSec * 1000 };
}
