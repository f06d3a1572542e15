import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { archiveOf } from "../../../src/cameras/module.ts";
import type { Recordings } from "../../../src/cameras/recording/recordings.ts";
import { systemClock } from "../../../src/base/core/clock.ts";
import { silentLogger } from "../../../src/base/core/logger.ts";
import { BackfillService } from "../../../src/perception/backfill/backfill-service.ts";
import type { LostSpan } from "../../../src/perception/coverage/coverage-list.ts";
import { RunningStreams } from "../../../src/perception/streams/running-streams.ts";
import type { StreamRunner } from "../../../src/perception/streams/stream-runner.ts";
import { FakeClock } from "../../support/box/fake-clock.ts";
import { until } from "../../support/box/wait.ts";
import { makeRecordings } from "../../support/cameras/make-recordings.ts";
import { startOnvifDevice } from "../../support/cameras/onvif/onvif-device.ts";
import { ReplayServer } from "../../support/cameras/onvif/replay-server.ts";
import { makeStore } from "../../support/store/make-store.ts";

const stream = { org: "default", streamId: "gate" };
const nowMs = Math.floor(Date.now() / 1000) * 1000;
const outage = { fromMs: nowMs - 300_000, toMs: nowMs - 270_000 };
const gap: LostSpan = { ...outage, reason: "source_down", lostMs: 30_000 };

interface Bench {
  card: ReplayServer;
  clock: FakeClock;
  recordings: Recordings;
  runner: StreamRunner;
  service: BackfillService;
  /** The parts for a service after a restart. */
  again(): BackfillService;
}

/** A stream on a real store and real recordings, whose camera has a card; `recording` and `masks` as its settings. */
async function make(t: TestContext, settings: Record<string, unknown> = {}): Promise<Bench> {
  const card = await ReplayServer.start();
  t.after(() => card.stop());
  card.card = { fromMs: nowMs - 600_000, toMs: nowMs };
  const device = await startOnvifDevice({ card: { url: card.url, recordings: () => [card.card] } });
  t.after(() => device.stop());
  const recordings = await makeRecordings(t, { store: await makeStore(t) });
  const clock = new FakeClock(nowMs);
  const recording = { mode: "continuous", preSec: 5, postSec: 5, backfill: true };
  const source = { kind: "rtsp", url: "rtsp://127.0.0.1:9/x", onvifUrl: device.url };
  const runner = {
    task: { ...stream, jobId: "1", source },
    settings: { requested: { recording, ...settings } },
    input: { watched: { status: () => ({ state: "online", sinceMs: nowMs - 60_000 }) } },
    stopped: new Promise(() => {}),
    backfill: { state: "off", problem: null },
  } as unknown as StreamRunner;
  const running = new RunningStreams();
  running.add(stream.org, stream.streamId, runner);
  const cameraParts = { dial: {}, clock: systemClock, log: silentLogger, keepSecret: () => {} };
  const archive = archiveOf(cameraParts);
  const coverage = { gaps: () => [gap] };
  const again = (): BackfillService => {
    const parts = { archive, recordings, coverage, running, clock, log: silentLogger };
    const service = new BackfillService(parts);
    service.start();
    t.after(() => service.stop());
    return service;
  };
  return { card, clock, recordings, runner, service: again(), again };
}

const state = ({ runner }: Bench): string => runner.backfill.state;

async function settled(bench: Bench, wanted: string): Promise<void> {
  bench.clock.advance(5000);
  await until(() => state(bench) === "fetching");
  await until(() => state(bench) === wanted, { deadlineMs: 40_000 });
}

test("stores what the camera kept of an outage at its true time, once, and marks it", async (t) => {
  const bench = await make(t);
  await settled(bench, "idle");
  const spans = bench.recordings.list(stream, outage);
  const first = spans[0]!;
  assert.ok(first.startMs >= outage.fromMs && first.startMs < outage.fromMs + 6000);
  assert.ok(
    Math.abs(spans.at(-1)!.endMs - outage.toMs) < 300,
    `${spans.at(-1)!.endMs - outage.toMs}`,
  );
  assert.deepEqual(bench.recordings.backfilled(stream, outage).length > 0, true);
  const { frames } = bench.card;
  bench.clock.advance(60_000);
  assert.deepEqual([state(bench), bench.card.frames], ["idle", frames], "it is asked for once");
});

test("goes on after an interruption with what is still missing, without doubling", async (t) => {
  const bench = await make(t);
  bench.card.quirks.breaksAfter = 150;
  await settled(bench, "failed");
  assert.equal(bench.runner.backfill.problem?.code, "stream_unreachable");
  const [before] = bench.recordings.list(stream, outage);
  assert.ok(before && before.endMs < outage.toMs - 10_000);
  await bench.service.stop();
  bench.again();
  await settled(bench, "idle");
  const all = bench.recordings.backfilled(stream, outage);
  for (const [at, { startMs }] of all.entries()) {
    assert.ok(at === 0 || startMs >= all[at - 1]!.endMs, "no time is stored twice");
  }
  assert.ok(all.at(-1)!.endMs > outage.toMs - 300);
});

test("asks nothing for a stream without the setting, with masks, or that records incidents only", async (t) => {
  const preRoll = { preSec: 5, postSec: 5 };
  for (const settings of [
    { recording: { mode: "continuous", ...preRoll } },
    { recording: { mode: "incidents", ...preRoll, backfill: true } },
    {
      masks: [
        [
          [0, 0],
          [1, 0],
          [1, 1],
        ],
      ],
    },
  ]) {
    const bench = await make(t, settings);
    bench.clock.advance(20_000);
    assert.deepEqual([state(bench), bench.card.ranges], ["off", []]);
  }
});
