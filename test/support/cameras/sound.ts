import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { cachedFfmpeg } from "./camera-footage.ts";
import { runFfmpeg } from "./video-fragments.ts";
import { soundOf, type Fragment, type InitSegment } from "../../../src/cameras/source.ts";
import type { SoundFormat } from "../../../src/cameras/sound/sound-format.ts";
import { SoundTrack } from "../../../src/cameras/sound/sound-track.ts";
import { withSoundTrack } from "../../../src/cameras/sound/sound-boxes.ts";
import { timescaleOf } from "../../../src/cameras/recording/fragment-boxes.ts";
import type { Clip } from "./video-fragments.ts";

const run = promisify(execFile);

/** AAC-LC, 16 kHz, one channel. */
export const aacFormat: SoundFormat = {
  codec: "aac",
  mimeCodec: "mp4a.40.2",
  rateHz: 16_000,
  channels: 1,
  frameSamples: 1024,
  config: Buffer.from([0x14, 0x08]),
};

/** Coded frames of a tone of 440 Hz. */
export async function aacFrames(seconds: number): Promise<Buffer[]> {
  const input = ["-f", "lavfi", "-i", "sine=frequency=440:sample_rate=16000", "-t", `${seconds}`];
  const coding = "-c:a aac -b:a 32k -ac 1 -f adts".split(" ");
  const bytes = await readFile(await cachedFfmpeg([...input, ...coding], "aac"));
  const frames: Buffer[] = [];
  for (let at = 0; at + 7 <= bytes.length;) {
    const size = ((bytes[at + 3]! & 3) << 11) | (bytes[at + 4]! << 3) | (bytes[at + 5]! >> 5);
    frames.push(bytes.subarray(at + 7, at + size));
    at += size;
  }
  return frames;
}

/** The clip as a camera with a microphone sends it: the tone comes 0.1 s before the frame of its time. */
export async function withTone(clip: Clip): Promise<Clip> {
  const startSec = clip.fragments[0]!.ptsSec;
  const endSec = clip.fragments.at(-1)!.ptsSec;
  const frames = await aacFrames(endSec - startSec + 1);
  const track = new SoundTrack(aacFormat);
  track.begin(timescaleOf(clip.init.bytes));
  let sent = 0;
  const fragments = clip.fragments.map((fragment) => {
    for (;;) {
      const mediaSec = startSec + (sent * 1024) / 16_000;
      if (mediaSec > fragment.ptsSec - 0.1 || sent >= frames.length) break;
      track.push({ mediaSec, frames: [{ bytes: frames[sent]!, samples: 1024 }] });
      sent += 1;
    }
    const sound = track.take(fragment.ptsSec);
    return sound ? { ...fragment, sound } : fragment;
  });
  const header = withSoundTrack(clip.init.bytes, aacFormat);
  return { init: { ...clip.init, sound: { ...aacFormat, header } }, fragments };
}

/** What a player gets: the header with both tracks, and each frame with its sound. */
export function fileOf(init: InitSegment, fragments: readonly Fragment[]): Buffer {
  const parts = fragments.flatMap(({ bytes, sound }) => (sound ? [bytes, sound] : [bytes]));
  return Buffer.concat([soundOf(init)?.header ?? init.bytes, ...parts]);
}

/** The decoded sound of an MP4 file: samples of 16 bits at 16 kHz. */
export async function samplesOf(file: Buffer): Promise<Int16Array> {
  const args = "-f mov -i pipe:0 -map 0:a -f s16le -ar 16000 -ac 1 -".split(" ");
  const bytes = await runFfmpeg(args, file);
  return new Int16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
}

/**
 * How far each beep in the file at `path` is from its nearest key frame, in seconds: the camera of the tests beeps with
 * each key frame.
 */
export async function beepDelays(path: string): Promise<number[]> {
  const shown =
    "-v error -select_streams v -skip_frame nokey -show_entries frame=pts_time -of csv=p=0";
  const { stdout } = await run("ffprobe", [...shown.split(" "), path]);
  const keys = (stdout.match(/[\d.]+/g) ?? []).map(Number);
  // Samples from the start of the file, whichever track begins first.
  const args = ["-i", path, ..."-map 0:a -af aresample=async=1:first_pts=0".split(" ")];
  const raw = await runFfmpeg([...args, ..."-f s16le -ar 16000 -ac 1 -".split(" ")]);
  const samples = new Int16Array(raw.buffer.slice(raw.byteOffset, raw.byteOffset + raw.length));
  const onsets: number[] = [];
  let quietSince = 0;
  for (const [at, sample] of samples.entries()) {
    if (Math.abs(sample) < 1500) continue;
    if (at - quietSince > 8000) onsets.push(at / 16_000);
    quietSince = at;
  }
  // The key frame of the last beep may come after the end.
  const whole = onsets.filter((sec) => sec < keys.at(-1)! + 0.5);
  return whole.map((sec) => Math.min(...keys.map((key) => Math.abs(sec - key))));
}

/** Stretches of more than 0.1 s without sound, in seconds from the start. */
export function silencesOf(samples: Int16Array): { fromSec: number; toSec: number }[] {
  const silences: { fromSec: number; toSec: number }[] = [];
  const step = 160;
  let from = 0;
  for (let at = 0; at <= samples.length; at += step) {
    const isQuiet =
      at < samples.length && samples.subarray(at, at + step).every((each) => Math.abs(each) < 300);
    if (isQuiet) continue;
    if (at - from > 1600) silences.push({ fromSec: from / 16_000, toSec: at / 16_000 });
    from = at + step;
  }
  return silences;
}

/** The kind and codec of each track, as ffprobe sees them. */
export function tracksOf(path: string): Promise<string[]> {
  const entries = "stream=codec_type,codec_name";
  const args = ["-v", "error", "-show_entries", entries, "-of", "csv=p=0", path];
  return new Promise((resolve, reject) => {
    execFile("ffprobe", args, (error, stdout) => {
      if (error) reject(new Error(error.message));
      else resolve(stdout.trim().split("\n"));
    });
  });
}
