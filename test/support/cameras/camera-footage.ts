import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, renameSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** What a test camera shows. */
export interface Footage {
  /** A video file to show instead of the pattern; scaled to `size` when that is given. */
  file?: string;
  /** lavfi source without size and rate; default `testsrc2`. `color=c=gray` never changes. */
  pattern?: string;
  /** `WIDTHxHEIGHT`; default 640x360 for patterns, the file's own for files. */
  size?: string;
  fps?: number;
  codec?: "h264" | "hevc" | "mjpeg";
  /** Frames between key frames; default one second. */
  gop?: number;
  /** Length of the pattern's loop in seconds; default 4. */
  seconds?: number;
  /** Damages the coded pictures, more the smaller it is: one byte in so many is another. H.264 only. */
  damage?: number;
  /** A filter graph to apply before encoding, e.g. a drawn moving box. */
  filter?: string;
}

const encoders = {
  h264: "-c:v libx264 -preset veryfast -bf 0 -pix_fmt yuv420p -bsf:v h264_metadata=aud=insert -f h264",
  hevc: "-c:v libx265 -preset ultrafast -x265-params log-level=none:bframes=0 -pix_fmt yuv420p -bsf:v hevc_metadata=aud=insert -f hevc",
  mjpeg: "-c:v mjpeg -q:v 6 -pix_fmt yuvj420p -f mjpeg",
} as const;

function cacheDir(): string {
  const dir = join(tmpdir(), `gatehouse-test-footage-${process.getuid?.() ?? 0}`);
  mkdirSync(dir, { recursive: true });
  return dir;
}

/** Runs ffmpeg once per distinct `args`; the result is cached in the temporary directory. */
export async function cachedFfmpeg(args: readonly string[], suffix: string): Promise<string> {
  const key = createHash("sha256").update(args.join("\0")).digest("hex").slice(0, 20);
  const path = join(cacheDir(), `${key}.${suffix}`);
  if (existsSync(path)) return path;
  const partial = `${path}.${process.pid}.${process.hrtime.bigint()}.partial.${suffix}`;
  await run("ffmpeg", ["-nostdin", "-v", "error", "-y", ...args, partial]);
  renameSync(partial, path);
  return path;
}

/** Makes (or finds in the cache) the elementary stream that a test camera loops over. */
export async function makeFootage(footage: Footage): Promise<string> {
  const fps = footage.fps ?? 15;
  const codec = footage.codec ?? "h264";
  const filters = footage.filter === undefined ? [] : [footage.filter];
  let input: string[];
  if (footage.file === undefined) {
    const pattern = footage.pattern ?? "testsrc2";
    const joint = pattern.includes("=") ? ":" : "=";
    const source = `${pattern}${joint}size=${footage.size ?? "640x360"}:rate=${fps}`;
    input = ["-f", "lavfi", "-i", source, "-t", String(footage.seconds ?? 4)];
  } else {
    input = ["-i", footage.file, "-an", "-r", String(fps)];
    if (footage.size !== undefined) filters.push(`scale=${footage.size.replace("x", ":")}`);
  }
  const stamp =
    footage.file === undefined ? [] : ["-metadata", `v=${statSync(footage.file).mtimeMs}`];
  const filterArgs = filters.length > 0 ? ["-vf", filters.join(",")] : [];
  const gop = ["-g", String(footage.gop ?? fps)];
  const damage = footage.damage === undefined ? "" : `,noise=amount=${footage.damage}`;
  const encoder = encoders[codec].replace("aud=insert", `aud=insert${damage}`).split(" ");
  return await cachedFfmpeg([...input, ...stamp, ...filterArgs, ...gop, ...encoder], codec);
}
