import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { suite, test } from "node:test";
import { fileURLToPath } from "node:url";
import { FfmpegIngest } from "../../../src/adapters/ffmpeg/ffmpeg-ingest.ts";
import { RtspRelay } from "../../../src/adapters/rtsp-relay/rtsp-relay.ts";
import type { SourceProblem } from "../../../src/cameras/source.ts";
import { silentLogger } from "../../../src/base/core/logger.ts";
import { cachedFfmpeg } from "../../support/cameras/camera-footage.ts";
import { tempDir } from "../../support/box/temp-dir.ts";

interface Read {
  problem: SourceProblem | null;
  codec: string | undefined;
  ptsSec: number[];
  keys: number;
}

const ingest = new FfmpegIngest({ relay: new RtspRelay(), log: silentLogger });

function read(url: string): Promise<Read> {
  const seen: Read = { problem: null, codec: undefined, ptsSec: [], keys: 0 };
  return new Promise((resolve) => {
    ingest.open(
      { kind: "file", url },
      {
        onInit: (init) => void (seen.codec = init.codec),
        onFragment(fragment) {
          seen.ptsSec.push(fragment.ptsSec);
          if (fragment.key) seen.keys += 1;
        },
        onEnd: (problem) => resolve({ ...seen, problem }),
      },
    );
  });
}

/** Presentation times of the frames as ffprobe decodes them, in order. */
function decodedTimes(path: string): number[] {
  const args = ["-v", "quiet", "-select_streams", "V:0", "-show_entries"];
  const what = ["frame=best_effort_timestamp_time", "-of", "csv=p=0", path];
  return execFileSync("ffprobe", [...args, ...what], { encoding: "utf8" })
    .split(/[\s,]+/)
    .filter((text) => text !== "" && text !== "N/A")
    .map(Number);
}

function assertSameTimes(actual: readonly number[], expected: readonly number[]): void {
  const sorted = actual.toSorted((a, b) => a - b);
  assert.equal(sorted.length, expected.length);
  for (const [at, time] of expected.entries()) {
    assert.ok(Math.abs(sorted[at]! - time) <= 0.001, `frame ${at}: ${sorted[at]} for ${time}`);
  }
}

function evenTimes(count: number, stepSec: number, firstSec: number): number[] {
  return Array.from({ length: count }, (_, at) => firstSec + at * stepSec);
}

const pattern = ["-f", "lavfi", "-i", "testsrc2=size=160x120:rate=10", "-t", "2"];
const clips: readonly (readonly [string, readonly string[], string])[] = [
  ["H.264 with B-frames", ["-c:v", "libx264", "-bf", "2"], "mp4"],
  ["H.264 with late first time", ["-c:v", "libx264", "-output_ts_offset", "7.5"], "ts"],
  ["H.265", ["-c:v", "libx265", "-x265-params", "log-level=none"], "mp4"],
  ["MPEG-4 in AVI", ["-c:v", "mpeg4", "-bf", "2"], "avi"],
  ["H.264 in AVI", ["-c:v", "libx264"], "avi"],
  ["MJPEG in AVI", ["-c:v", "mjpeg", "-pix_fmt", "yuvj420p"], "avi"],
  ["VP8 in WebM", ["-c:v", "libvpx"], "webm"],
  ["MPEG-2", ["-c:v", "mpeg2video"], "mpg"],
];

suite("video files", () => {
  for (const [name, args, suffix] of clips) {
    test(`${name} is read to its end with its own times`, async () => {
      const path = await cachedFfmpeg([...pattern, ...args], suffix);
      const seen = await read(path);
      assert.equal(seen.problem, null);
      assert.match(seen.codec ?? "", /^(h264|hevc)$/);
      assert.ok(seen.keys > 0);
      // AVI has no presentation times to compare with: there a frame comes every 0.1 s.
      const firstSec = Math.min(...seen.ptsSec);
      const expected = suffix === "avi" ? evenTimes(20, 0.1, firstSec) : decodedTimes(path);
      assertSameTimes(seen.ptsSec, expected);
    });
  }

  test("what is no video, has no video, or is gone is told apart", async (t) => {
    const dir = await tempDir(t);
    const text = join(dir, "notes.mp4");
    writeFileSync(text, "hello");
    assert.equal((await read(text)).problem?.code, "stream_broken");
    const sound = await cachedFfmpeg(["-f", "lavfi", "-i", "sine=d=1"], "wav");
    const wav = await read(sound);
    assert.match(wav.problem?.code ?? "", /^stream_(no_video|broken)$/);
    const tone = await cachedFfmpeg(["-f", "lavfi", "-i", "sine=d=1", "-c:a", "aac"], "mp4");
    assert.equal((await read(tone)).problem?.code, "stream_no_video");
    assert.equal((await read(join(dir, "gone.mp4"))).problem?.code, "file_not_found");
  });

  test("a playlist that names other files is not followed", async (t) => {
    const dir = await tempDir(t);
    const clip = await cachedFfmpeg([...pattern, "-c:v", "libx264"], "mp4");
    const concat = join(dir, "list.mp4");
    writeFileSync(concat, `ffconcat version 1.0\nfile ${clip}\n`);
    assert.equal((await read(concat)).problem?.code, "stream_broken");
    const playlist = join(dir, "list.ts");
    writeFileSync(playlist, `#EXTM3U\n#EXTINF:2,\nfile://${clip}\n#EXT-X-ENDLIST\n`);
    assert.equal((await read(playlist)).problem?.code, "stream_broken");
  });

  test("a file that is cut off in the middle ends with what there was", async (t) => {
    const dir = await tempDir(t);
    const clip = await cachedFfmpeg([...pattern, "-c:v", "mpeg2video"], "mpg");
    const cut = join(dir, "cut.mpg");
    execFileSync("dd", [`if=${clip}`, `of=${cut}`, "bs=1k", "count=40"], { stdio: "ignore" });
    const seen = await read(cut);
    assert.ok(seen.ptsSec.length > 0);
    assert.ok(seen.problem === null || seen.problem.code === "stream_broken");
  });

  test("a film whose index promises more than there is says so after what there was", async (t) => {
    const dir = await tempDir(t);
    for (const [suffix, ...more] of [["mp4", "-movflags", "+faststart"], ["mkv"]] as const) {
      const args = [...pattern, "-c:v", "libx264", "-g", "5", ...more];
      const whole = readFileSync(await cachedFfmpeg(args, suffix));
      const cut = join(dir, `cut.${suffix}`);
      writeFileSync(cut, whole.subarray(0, Math.floor(whole.length * 0.6)));
      const { ptsSec, problem } = await read(cut);
      assert.ok(ptsSec.length > 0, suffix);
      assert.match(problem?.message ?? "", /cut off/, suffix);
    }
  });

  const shared = fileURLToPath(new URL("../../../../shared/data/video", import.meta.url));
  const skip = existsSync(shared) ? false : "../shared/data/video is not here";
  test("clips of the shared footage can be read, with --long each of them", { skip }, async () => {
    const all = globSync(join(shared, "**/*.{mp4,avi}")).toSorted();
    assert.ok(all.length > 20);
    const paths = process.env["TEST_LONG"] ? all : all.filter((_, at) => at % 3 === 1);
    for (const [at, path] of paths.entries()) {
      const seen = await read(path);
      assert.equal(seen.problem, null, basename(path));
      assert.ok(seen.keys > 0 && seen.ptsSec.length > 50, basename(path));
      if (at % 5 === 0 && path.endsWith(".mp4")) {
        assertSameTimes(seen.ptsSec, packetTimes(path));
      }
    }
  });
});

/** Presentation times of the packets of a file whose container has them. */
function packetTimes(path: string): number[] {
  const args = ["-v", "quiet", "-select_streams", "V:0", "-show_entries", "packet=pts_time"];
  return execFileSync("ffprobe", [...args, "-of", "csv=p=0", path], { encoding: "utf8" })
    .split(/[\s,]+/)
    .filter((text) => text !== "")
    .map(Number)
    .toSorted((a, b) => a - b);
}
