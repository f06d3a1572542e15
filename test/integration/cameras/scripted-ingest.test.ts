import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { suite, test, type TestContext } from "node:test";
import { FfmpegIngest } from "../../../src/adapters/ffmpeg/ffmpeg-ingest.ts";
import type { SourceRelay } from "../../../src/cameras/relay-port.ts";
import type { SourceProblem } from "../../../src/cameras/source.ts";
import { silentLogger } from "../../../src/base/core/logger.ts";
import { frame, movie } from "../../support/cameras/iso-builder.ts";
import { tempDir } from "../../support/box/temp-dir.ts";

const relay: SourceRelay = {
  answers: () => Promise.resolve(true),
  open: () =>
    Promise.resolve({
      url: "rtsp://127.0.0.1:1/token",
      codec: "h264",
      sound: undefined,
      listen() {},
      listenMetadata() {},
      problem: () => null,
      close() {},
    }),
};

/** Reads a live source through a program that writes `bytes` and then does `after`. */
async function ingestOf(
  t: TestContext,
  bytes: Buffer,
  after = "exec sleep 20",
): Promise<{ ptsSec: number[]; problem: SourceProblem | null }> {
  const dir = await tempDir(t);
  const program = join(dir, "ffmpeg");
  await writeFile(join(dir, "out.mp4"), bytes);
  await writeFile(program, `#!/bin/sh\ncat "$(dirname "$0")/out.mp4"\n${after}\n`, { mode: 0o755 });
  const ptsSec: number[] = [];
  return new Promise((resolve) => {
    new FfmpegIngest({ relay, log: silentLogger, ffmpeg: program }).open(
      { kind: "rtsp", url: "rtsp://camera/live" },
      {
        onInit() {},
        onFragment: (fragment) => void ptsSec.push(fragment.ptsSec),
        onEnd: (problem) => resolve({ ptsSec, problem }),
      },
    );
  });
}

function sps(version: number): Buffer {
  return Buffer.from([0, 0, 0, 3, 0x67, 0x64, version, 0, 0, 0, 2, 0x65, 1]);
}

suite("what comes out of ffmpeg for a live camera", () => {
  test("frames before the first key frame are left out", async (t) => {
    const frames = [false, false, true, false].map((key, at) =>
      frame({ decodeTime: at * 9000, key }),
    );
    const { ptsSec } = await ingestOf(t, Buffer.concat([movie(), ...frames]), "exit 0");
    assert.deepEqual(ptsSec, [0.2, 0.3]);
  });

  test("another SPS in a frame ends the run before that frame", async (t) => {
    const frames = [1, 1, 2].map((version, at) =>
      frame({ decodeTime: at * 9000, key: true, sample: sps(version) }),
    );
    const { ptsSec, problem } = await ingestOf(t, Buffer.concat([movie(), ...frames]));
    assert.deepEqual(ptsSec, [0, 0.1]);
    assert.equal(problem?.code, "stream_changed");
  });

  test("a clock that jumped back, which ffmpeg turns into times a tick apart, ends the run", async (t) => {
    const steps = [6000, 6000, 1, 1, 1, 1, 1, 1, 1];
    let decodeTime = 0;
    const frames = steps.map((duration, at) => {
      const bytes = frame({ decodeTime, duration, key: at === 0 });
      decodeTime += duration;
      return bytes;
    });
    const { problem } = await ingestOf(t, Buffer.concat([movie(), ...frames]));
    assert.equal(problem?.code, "stream_changed");
    assert.match(problem.message, /clock/);
  });

  test("bytes that are no MP4 end the run and the process", async (t) => {
    const { problem } = await ingestOf(t, Buffer.from("this is not a box at all"));
    assert.equal(problem?.code, "stream_broken");
  });

  test("a crash is a problem with ffmpeg's own last words, without its addresses", async (t) => {
    const complain = 'echo "rtsp://127.0.0.1:1/token: Cannot allocate memory" >&2; kill -9 $$';
    const { ptsSec, problem } = await ingestOf(
      t,
      Buffer.concat([movie(), frame({ decodeTime: 0, key: true })]),
      complain,
    );
    assert.equal(ptsSec.length, 1);
    assert.equal(problem?.code, "stream_broken");
    assert.match(problem.message, /Cannot allocate memory/);
    assert.doesNotMatch(problem.message, /token/);
  });

  test("a machine without ffmpeg is told to install it", async () => {
    const problem = await new Promise<SourceProblem | null>((resolve) => {
      new FfmpegIngest({ relay, log: silentLogger, ffmpeg: "/nonexistent/ffmpeg" }).open(
        { kind: "rtsp", url: "rtsp://camera/live" },
        { onInit() {}, onFragment() {}, onEnd: resolve },
      );
    });
    assert.equal(problem?.code, "child_failed");
    assert.match(problem.message, /Install/);
  });
});
