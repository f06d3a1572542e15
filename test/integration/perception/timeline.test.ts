import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { before, test, type TestContext } from "node:test";
import { uuidv7 } from "../../../src/base/core/ids.ts";
import { silentLogger } from "../../../src/base/core/logger.ts";
import type { Store } from "../../../src/base/core/store.ts";
import { putSegment, type SegmentRecord } from "../../../src/cameras/recording/segment-record.ts";
import type { TimeLapse } from "../../../src/cameras/recording/time-lapse.ts";
import { CoverageLedger } from "../../../src/perception/coverage/coverage-ledger.ts";
import { exportSpan } from "../../../src/perception/evidence/span-export.ts";
import type { IncidentRecord } from "../../../src/perception/incidents/incident-record.ts";
import { putIncident } from "../../../src/perception/incidents/incident-store.ts";
import {
  type TimelineQuery,
  TimelineService,
} from "../../../src/perception/timeline/timeline-service.ts";
import { timelineWire } from "../../../src/perception/timeline/timeline-wire.ts";
import { FakeClock } from "../../support/box/fake-clock.ts";
import { tempDir } from "../../support/box/temp-dir.ts";
import { makeRecordings } from "../../support/cameras/make-recordings.ts";
import { record } from "../../support/cameras/recorded-stream.ts";
import { type Clip, makeClip, runFfmpeg } from "../../support/cameras/video-fragments.ts";
import { makeStore } from "../../support/store/make-store.ts";

const startMs = Date.UTC(2026, 10, 21, 12);
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const stream = { org: "default", streamId: "gate" };

let clip: Clip;
before(async () => {
  // 10 frames a second, a key frame each second.
  clip = await makeClip({ seconds: 20, startSec: 5000 });
});

async function makeRig(t: TestContext) {
  const clock = new FakeClock(startMs);
  const store = await makeStore(t);
  const recordings = await makeRecordings(t, { store, clock });
  const log = silentLogger;
  const ledger = new CoverageLedger({
    store,
    clock,
    log,
    maxAgeMs: 90 * dayMs,
    orgs: () => ["default"],
  });
  const service = new TimelineService({ store, recordings, coverage: ledger });
  const timeline = {
    read: async (org: string, query: TimelineQuery) =>
      (await service.read(org, query)).map(timelineWire),
  };
  return { clock, store, recordings, ledger, timeline };
}

/** A minute of recording in the index only. */
function segment(atMs: number): SegmentRecord {
  return {
    v: 1,
    id: uuidv7(atMs),
    ...stream,
    startMs: atMs,
    endMs: atMs + minuteMs,
    startTicks: 0,
    endTicks: 60_000,
    timescale: 1000,
    startPtsSec: 0,
    headerBytes: 0,
    sizeBytes: 1,
    codec: "h264",
    mimeCodec: "avc1.64001f",
    widthPx: 320,
    heightPx: 180,
    format: "a",
    isMasked: false,
    entries: Array.from({ length: 60 }, (_, n) => ({
      atBytes: n,
      wallMs: atMs + n * 1000,
      ticks: n * 1000,
    })),
    class: "continuous",
    isOpen: false,
  };
}

function incident(n: number, atMs: number, more: Partial<IncidentRecord> = {}): IncidentRecord {
  return {
    v: 1,
    id: uuidv7(atMs),
    org: "default",
    streamId: "gate",
    type: "intrusion",
    severity: n === 3 ? "critical" : "warning",
    state: "resolved",
    startedAtMs: atMs,
    lastSeenAtMs: atMs + 4000,
    acknowledgedAtMs: n === 0 ? atMs : null,
    summary: `Incident ${n}.`,
    groupKey: null,
    snapshotAssetId: null,
    ...more,
  } as IncidentRecord;
}

async function fill(store: Store, count: number, put: (n: number) => SegmentRecord) {
  for (let at = 0; at < count; at += 1000) {
    await store.transact((tx) => {
      for (let n = at; n < Math.min(count, at + 1000); n += 1) putSegment(tx, put(n));
    });
  }
}

test("days of recordings are outlined with a few reads for each step, a day without any stays in sight", async (t) => {
  const { store, timeline } = await makeRig(t);
  const missing = 2 * 24 * 60;
  await fill(store, 4 * 24 * 60, (n) =>
    segment(startMs + (n < missing ? n : n + 24 * 60) * minuteMs),
  );
  let reads = 0;
  const { range } = store;
  Object.assign(store, {
    range: (options: Parameters<typeof range>[0]) => {
      reads += 1;
      return range.call(store, options);
    },
  });
  const [gate] = await timeline.read("default", {
    streamIds: ["gate"],
    fromMs: startMs,
    toMs: startMs + 30 * dayMs,
    stepMs: hourMs,
  });
  assert.deepEqual(gate!.recordings, [
    { from: startMs / 1000, to: (startMs + 2 * dayMs) / 1000 },
    { from: (startMs + 3 * dayMs) / 1000, to: (startMs + 5 * dayMs) / 1000 },
  ]);
  assert.ok(reads < 400, `${reads}`);
});

test("at a resolution of a second the outline shows each gap between recordings", async (t) => {
  const { store, timeline } = await makeRig(t);
  await fill(store, 4, (n) => segment(startMs + n * minuteMs + (n > 1 ? 10_000 : 0)));
  const query = { streamIds: ["gate"], fromMs: startMs + 5000, toMs: startMs + 5 * minuteMs };
  const [fine] = await timeline.read("default", { ...query, stepMs: 1000 });
  assert.deepEqual(
    fine!.recordings.map(({ from, to }) => [from - startMs / 1000, to - startMs / 1000]),
    [
      [5, 120],
      [130, 250],
    ],
  );
  const [coarse] = await timeline.read("default", { ...query, stepMs: 30_000 });
  assert.equal(coarse!.recordings.length, 1);
});

test("unobserved time lies where it was, with its reason, and joins where the resolution is coarse", async (t) => {
  const { clock, ledger, timeline } = await makeRig(t);
  ledger.start();
  t.after(() => ledger.stop());
  const watch = ledger.open({ ...stream, maxGapMs: () => 2000, loadDrops: () => 0 });
  const look = (seconds: number): void => {
    for (let n = 0; n < seconds; n += 1) {
      clock.advance(1000);
      watch.onFragment();
      watch.onFrame(0);
    }
  };
  watch.onCause(null);
  look(60);
  watch.onCause("frozen");
  clock.advance(30_000);
  watch.onCause(null);
  look(30);
  watch.onCause("overload");
  clock.advance(20_000);
  watch.onCause(null);
  look(30);
  const span = { streamIds: ["gate"], fromMs: startMs, toMs: startMs + hourMs };
  const [fine] = await timeline.read("default", { ...span, stepMs: 1000 });
  const late = fine!.gaps.filter(({ reason }) => reason !== "source_down");
  assert.deepEqual(
    late.map(({ reason }) => reason),
    ["frozen", "overload"],
  );
  const [frozen, overload] = late;
  assert.ok(Math.abs(frozen!.from - startMs / 1000 - 60) <= 1, JSON.stringify(frozen));
  assert.ok(Math.abs(frozen!.seconds - 31) <= 1, JSON.stringify(frozen));
  assert.ok(Math.abs(overload!.from - startMs / 1000 - 120) <= 1, JSON.stringify(overload));
  const month = { ...span, toMs: startMs + 30 * dayMs, stepMs: hourMs };
  const [coarse] = await timeline.read("default", month);
  assert.equal(coarse!.gaps.filter(({ reason }) => reason === "frozen").length, 1);
});

test("hours of earlier versions show how much of them was lost", async (t) => {
  const { store, timeline } = await makeRig(t);
  const row = { v: 1, ms: { observed: 3_000_000, source_down: 600_000 }, frames: 9, stepMs: 0 };
  await store.transact((tx) => {
    tx.put(["default", "coverage", "gate", startMs], { ...row, untilMs: startMs + hourMs });
    const head = { v: 1, untilMs: startMs + hourMs, isStopped: true };
    tx.put(["default", "coverage-head", "gate"], head);
  });
  const query = { streamIds: ["gate"], fromMs: startMs, toMs: startMs + hourMs, stepMs: 1000 };
  const [gate] = await timeline.read("default", query);
  const seconds = {
    from: startMs / 1000,
    to: (startMs + hourMs) / 1000,
    seconds: 600,
    seconds_backfilled: 0,
  };
  assert.deepEqual(gate!.gaps, [{ ...seconds, reason: "source_down" }]);
});

test("incidents of one step are one mark with their number and highest severity", async (t) => {
  const { store, timeline } = await makeRig(t);
  await store.transact((tx) => {
    for (let n = 0; n < 5; n += 1) putIncident(tx, incident(n, startMs + n * 10_000));
    putIncident(tx, incident(9, startMs + 5000, { streamId: "yard" }));
    putIncident(tx, incident(9, startMs + 5000, { org: "acme" }));
  });
  const query = { streamIds: ["gate"], fromMs: startMs, toMs: startMs + hourMs };
  const [coarse] = await timeline.read("default", { ...query, stepMs: minuteMs });
  const [mark, ...others] = coarse!.incidents;
  assert.deepEqual(others, []);
  assert.deepEqual([mark!.count, mark!.unacknowledged, mark!.severity], [5, 4, "critical"]);
  const [fine] = await timeline.read("default", { ...query, stepMs: 1000 });
  assert.equal(fine!.incidents.length, 5);
  const [first] = fine!.incidents;
  assert.deepEqual([first!.from, first!.to], [startMs / 1000, startMs / 1000 + 4]);
});

test("the key frame of a time is the one before it, also in the file that is being written", async (t) => {
  const { recordings } = await makeRig(t);
  const recorder = recordings.open(stream, {
    mode: "continuous",
    preSec: 1,
    postSec: 1,
    masks: [],
  });
  await record(recorder, clip, { startMs });
  const frame = await recordings.keyFrame(stream, startMs + 7300);
  assert.equal(frame!.fragment.wallMs, startMs + 7000);
  assert.equal((await recordings.keyFrame(stream, startMs - 5000))?.fragment.wallMs, undefined);
  await recordings.close(stream, recorder);
  const closed = await recordings.keyFrame(stream, startMs + 7300);
  assert.deepEqual(
    [closed!.fragment.wallMs, closed!.fragment.bytes.length],
    [startMs + 7000, frame!.fragment.bytes.length],
  );
  assert.equal((await recordings.keyFrame(stream, startMs - 5000))!.fragment.wallMs, startMs);
  assert.equal(await recordings.keyFrame(stream, startMs - minuteMs), undefined);
  assert.equal(await recordings.keyFrame(stream, startMs + hourMs), undefined);
});

async function allOf(film: Pick<TimeLapse, "read">): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of film.read()) chunks.push(chunk);
  return Buffer.concat(chunks);
}

test("a time-lapse shows each key frame for a fifteenth of a second, and every player decodes it", async (t) => {
  const { recordings } = await makeRig(t);
  const recorder = recordings.open(stream, {
    mode: "continuous",
    preSec: 1,
    postSec: 1,
    masks: [],
  });
  await record(recorder, clip, { startMs });
  const span = { fromMs: startMs, toMs: startMs + 20_000 };
  const film = (await recordings.timeLapse(stream, span))!;
  assert.equal(film.frames, 20);
  const args = "-f mov -i pipe:0 -map 0:v -fps_mode passthrough -f framecrc -".split(" ");
  const text = (await runFfmpeg(args, await allOf(film))).toString();
  const [, ticks, perSec] = /#tb 0: (\d+)\/(\d+)/.exec(text)!;
  const times = text.split("\n").filter((line) => line.startsWith("0,"));
  assert.equal(times.length, 20);
  const lastSec = (Number(times.at(-1)!.split(",")[2]) * Number(ticks)) / Number(perSec);
  assert.ok(Math.abs(lastSec - 19 / 15) < 0.02, `${lastSec}`);
  assert.equal(await recordings.timeLapse(stream, { fromMs: 0, toMs: 1000 }), undefined);
});

test("an export of a span has one file a camera, a time-lapse, and sums that hold", async (t) => {
  const { recordings, store, clock } = await makeRig(t);
  for (const streamId of ["gate", "yard"]) {
    const settings = { mode: "continuous", preSec: 1, postSec: 1, masks: [] } as const;
    const recorder = recordings.open({ org: "default", streamId }, settings);
    await record(recorder, clip, { startMs });
  }
  const parts = { store, clock, recordings, maker: { site: "Test", version: "0" } };
  const bytes = await exportSpan(parts as unknown as Parameters<typeof exportSpan>[0], "default", {
    streamIds: ["gate", "yard", "none"],
    fromMs: startMs + 2000,
    toMs: startMs + 8000,
    withTimeLapse: true,
  });
  const chunks: Buffer[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  const dir = join(await tempDir(t), "export");
  await mkdir(dir);
  await writeFile(join(dir, "a.zip"), Buffer.concat(chunks));
  execFileSync("unzip", ["-q", "a.zip"], { cwd: dir });
  const checked = execFileSync("sha256sum", ["-c", "SHA256SUMS"], { cwd: dir }).toString();
  assert.deepEqual(checked.split("\n").filter(Boolean).toSorted(), [
    "gate-time-lapse.mp4: OK",
    "gate.mp4: OK",
    "manifest.json: OK",
    "yard-time-lapse.mp4: OK",
    "yard.mp4: OK",
  ]);
  const empty = exportSpan(parts as unknown as Parameters<typeof exportSpan>[0], "acme", {
    streamIds: ["gate"],
    fromMs: startMs,
    toMs: startMs + 1000,
    withTimeLapse: false,
  });
  await assert.rejects(empty, { code: "not_found" });
});
