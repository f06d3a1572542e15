import assert from "node:assert/strict";
import { test } from "node:test";
import { SenderReports } from "../../../src/adapters/rtsp-relay/sender-reports.ts";
import { measureStream } from "../../../src/cameras/stream-measure.ts";
import { FakeClock } from "../../support/box/fake-clock.ts";
import { FakeIngest } from "../../support/cameras/fake-ingest.ts";
import { until } from "../../support/box/wait.ts";

const never = new AbortController().signal;
const source = { kind: "rtsp", url: "rtsp://cam/1" } as const;

async function started() {
  const clock = new FakeClock();
  const ingest = new FakeIngest();
  let tell: (unixMs: number) => void = () => {};
  const parts = {
    clock,
    ingest: (onCameraClock: (unixMs: number) => void) => {
      tell = onCameraClock;
      return ingest;
    },
  };
  const result = measureStream(parts, source, never);
  await until(() => ingest.runs.length === 1);
  return { clock, run: ingest.last, result, tell: (unixMs: number) => tell(unixMs) };
}

test("frames out of order are B-frames; the longest GOP counts, in media time", async () => {
  const { clock, run, result, tell } = await started();
  run.init();
  tell(clock.wallMs() + 5000);
  for (let gop = 0; gop < 3; gop += 1) {
    for (const place of [0, 3, 1, 2, 4, 5, 6, 7, 8, 9]) {
      clock.advance(200);
      void run.frame(100 + gop * 2 + place / 5, place === 0);
    }
  }
  clock.advance(10_000);
  const found = await result;
  assert.equal(found.hasBFrames, true);
  assert.equal(found.gopFrames, 10);
  assert.ok(Math.abs(found.gopSec! - 2) < 1e-9);
  assert.ok(Math.abs(found.fps! - 5) < 0.3, `${found.fps}`);
  assert.equal(found.clockOffsetMs, 5000);
  assert.equal(run.stopped, 1);
});

test("one GOP without end is watched for ten seconds and no longer", async () => {
  const { clock, run, result } = await started();
  run.init();
  for (let at = 0; at < 50; at += 1) {
    void run.frame(at / 5, at === 0);
    clock.advance(200);
  }
  const found = await result;
  assert.deepEqual([found.problem, found.gopSec], [null, null]);
  assert.ok(found.watchedSec >= 9.5 && found.watchedSec <= 10, `${found.watchedSec}`);
});

test("a camera that sends nothing is given up after fifteen seconds", async () => {
  const { clock, run, result } = await started();
  clock.advance(15_000);
  const found = await result;
  assert.equal(found.problem!.code, "stream_stalled");
  assert.equal(run.stopped, 1);
});

function report(sec: number, fraction = 0): Buffer {
  const rtcp = Buffer.alloc(28);
  rtcp[0] = 0x80;
  rtcp[1] = 200;
  rtcp.writeUInt32BE(sec, 8);
  rtcp.writeUInt32BE(fraction, 12);
  return Buffer.concat([Buffer.from([0x24, 1, 0, rtcp.length]), rtcp]);
}

test("sender reports are found among media, however the bytes are cut", () => {
  const media = Buffer.concat([Buffer.from([0x24, 0, 1, 0]), Buffer.alloc(256, 0x24)]);
  const bytes = Buffer.concat([
    media,
    report(2_208_988_800 + 1_700_000_000, 0x80000000),
    media,
    Buffer.from([0x24, 1, 0, 2, 0x80, 200]),
    report(42),
    report(2_208_988_800 + 1_700_000_001),
  ]);
  for (const size of [1, 3, 7, 64, 4096]) {
    const times: number[] = [];
    const reports = new SenderReports((unixMs) => times.push(unixMs));
    for (let at = 0; at < bytes.length; at += size) reports.push(bytes.subarray(at, at + size));
    assert.deepEqual(times, [1_700_000_000_500, 1_700_000_001_000], `cut by ${size}`);
  }
});
