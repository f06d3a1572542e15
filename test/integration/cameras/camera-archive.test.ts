import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { archiveOf } from "../../../src/cameras/module.ts";
import type { CameraArchive } from "../../../src/cameras/backfill/camera-archive.ts";
import { isOnvifProblem, type StoredVideo } from "../../../src/cameras/onvif-port.ts";
import type { Fragment, InitSegment, SourceSpec } from "../../../src/cameras/source.ts";
import { systemClock } from "../../../src/base/core/clock.ts";
import { silentLogger } from "../../../src/base/core/logger.ts";
import { startOnvifDevice } from "../../support/cameras/onvif/onvif-device.ts";
import { ReplayServer } from "../../support/cameras/onvif/replay-server.ts";

const never = new AbortController().signal;
/** The card's recording: it begins at a whole second, an hour ago. */
const cardMs = Math.floor(Date.now() / 1000) * 1000 - 3_600_000;

interface Bench {
  archive: CameraArchive;
  server: ReplayServer;
  source: SourceSpec;
}

async function make(
  t: TestContext,
  device: { clockOffsetMs?: number; copies?: number } = {},
): Promise<Bench> {
  const { clockOffsetMs = 0, copies = 1 } = device;
  const server = await ReplayServer.start();
  t.after(() => server.stop());
  server.card = { fromMs: cardMs + clockOffsetMs, toMs: cardMs + clockOffsetMs + 120_000 };
  const card = {
    url: server.url,
    recordings: () => Array.from({ length: copies }, () => server.card),
  };
  const onvif = await startOnvifDevice({ card, clockOffsetMs });
  t.after(() => onvif.stop());
  const archive = archiveOf({
    dial: {},
    clock: systemClock,
    log: silentLogger,
    keepSecret: () => {},
  });
  return {
    archive,
    server,
    source: { kind: "rtsp", url: "rtsp://127.0.0.1:9/x", onvifUrl: onvif.url },
  };
}

async function found(
  { archive, source }: Bench,
  span: { fromMs: number; toMs: number },
): Promise<readonly StoredVideo[]> {
  const answer = await archive.find(source, span, never);
  assert.ok(!isOnvifProblem(answer), JSON.stringify(answer));
  return answer.videos;
}

async function fetched({ archive, source }: Bench, video: StoredVideo) {
  const inits: InitSegment[] = [];
  const frames: Fragment[] = [];
  const sink = {
    onInit: (init: InitSegment) => void inits.push(init),
    onFragment: (fragment: Fragment) => void frames.push(fragment),
  };
  const problem = await archive.fetch(source, video, { sink, signal: never });
  return { inits, frames, problem };
}

test("fetches what a camera stored of a span, each frame at its true time", async (t) => {
  const bench = await make(t);
  const span = { fromMs: cardMs + 30_300, toMs: cardMs + 50_000 };
  const videos = await found(bench, span);
  assert.deepEqual(
    videos.map(({ fromMs, toMs }) => ({ fromMs, toMs })),
    [span],
  );
  const { inits, frames, problem } = await fetched(bench, videos[0]!);
  assert.equal(problem, null);
  assert.equal(inits.length, 1);
  assert.equal(frames[0]!.key, true);
  assert.ok(frames[0]!.wallMs <= span.fromMs + 100);
  assert.ok(
    Math.abs(frames.at(-1)!.wallMs - (span.toMs - 100)) < 3,
    `${frames.at(-1)!.wallMs - span.toMs}`,
  );
  for (const { wallMs } of frames) {
    assert.ok(
      Math.abs((wallMs - cardMs) / 100 - Math.round((wallMs - cardMs) / 100)) < 0.03,
      `${wallMs}`,
    );
  }
  assert.match(bench.server.ranges[0]!, /^clock=\d{8}T\d{6}\.\d{3}Z-\d{8}T\d{6}\.\d{3}Z$/);
});

test("asks in the camera's own time where its clock is wrong", async (t) => {
  const bench = await make(t, { clockOffsetMs: 90_000 });
  const span = { fromMs: cardMs + 10_000, toMs: cardMs + 15_000 };
  const [video] = await found(bench, span);
  assert.ok(Math.abs(video!.clockOffsetMs - 90_000) < 1500);
  const { frames, problem } = await fetched(bench, video!);
  assert.equal(problem, null);
  assert.ok(Math.abs(frames.at(-1)!.wallMs - span.toMs) < 1500);
});

test("cuts the span to what the camera has; a camera that has nothing gives nothing", async (t) => {
  const bench = await make(t);
  const [video, ...more] = await found(bench, { fromMs: cardMs - 60_000, toMs: cardMs + 5000 });
  assert.deepEqual([video!.fromMs, video!.toMs, more], [cardMs, cardMs + 5000, []]);
  assert.deepEqual(await found(bench, { fromMs: cardMs - 60_000, toMs: cardMs - 1000 }), []);
});

test("a camera without times, one that breaks off, one with two recordings and one without storage are problems", async (t) => {
  const bench = await make(t);
  const [video] = await found(bench, { fromMs: cardMs, toMs: cardMs + 20_000 });
  bench.server.quirks.noTimes = true;
  const timeless = await fetched(bench, video!);
  assert.deepEqual([timeless.frames.length, timeless.problem?.code], [0, "stream_broken"]);
  delete bench.server.quirks.noTimes;
  bench.server.quirks.breaksAfter = bench.server.frames + 60;
  const broken = await fetched(bench, video!);
  assert.ok(
    broken.frames.length > 20 && broken.frames.length <= 60,
    `${broken.frames.length} frames`,
  );
  assert.equal(broken.problem?.code, "stream_unreachable");
  assert.equal((await fetched(bench, video!)).problem, null);
  const twice = await make(t, { copies: 2 });
  const span = { fromMs: cardMs, toMs: cardMs + 5000 };
  const ambiguous = await twice.archive.find(twice.source, span, never);
  assert.ok(isOnvifProblem(ambiguous) && /several recordings/.test(ambiguous.message));
  const bare = await startOnvifDevice({});
  t.after(() => bare.stop());
  const none = await bench.archive.find({ ...bench.source, onvifUrl: bare.url }, span, never);
  assert.ok(isOnvifProblem(none) && none.code === "onvif_refused");
});
