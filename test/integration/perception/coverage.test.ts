import assert from "node:assert/strict";
import { test } from "node:test";
import { until } from "../../support/box/wait.ts";
import { FakeVision } from "../../support/perception/fake-vision.ts";
import { PerceptionRig, settle } from "../../support/perception/perception-rig.ts";
import { codedError } from "../../support/perception/perception-fixtures.ts";
import { coverageWire } from "../../../src/perception/coverage/coverage-wire.ts";
import {
  CoverageBench,
  dayMs,
  hour,
  hourMs,
  page,
} from "../../support/perception/coverage-bench.ts";

test("time between judged frames is observed, and an outage is the camera's", async (t) => {
  const bench = await CoverageBench.make(t);
  bench.open().look(60);
  bench.clock.advance(3000);
  bench.watch.onCause("source_down");
  bench.clock.advance(7000);
  bench.watch.onCause(null);
  bench.clock.advance(1000);
  bench.look(30);
  // The first frame has none before it; the silence before the outage was noticed, and the time
  // from the first connection to the first frame, belong to it.
  assert.deepEqual(bench.sums(), { observed: 89.6, source_down: 11.4 });
});

test("a frozen picture is taken back from what was observed, from its first second on", async (t) => {
  const bench = await CoverageBench.make(t);
  bench.open().look(20).look(9, 0);
  assert.equal(bench.sums()["observed"], 19.8, "identical pictures vouch for nothing yet");
  bench.look(6, 9);
  assert.deepEqual(bench.sums(), { observed: 19.8, source_down: 0.2, frozen: 15 });
  bench.look(5);
  assert.deepEqual(bench.sums(), { observed: 24.8, source_down: 0.2, frozen: 15 });
  bench.look(4, 0).look(1);
  assert.equal(bench.sums()["observed"], 29.8, "a picture that changes within 10 s was not frozen");
});

test("pictures that nobody looked at are overload when they were dropped for it, else the detector's", async (t) => {
  const bench = await CoverageBench.make(t);
  bench.open().look(10);
  bench.drops += 9;
  bench.miss(5);
  bench.look(10);
  assert.deepEqual(bench.sums(), { observed: 19.6, source_down: 0.2, overload: 5.2 });
  bench.miss(40);
  const settled = bench.sums()["detector_down"]!;
  assert.ok(settled >= 30 && settled <= 32, "an unexplained silence is settled after 30 s");
  bench.miss(20).look(1);
  assert.deepEqual(bench.sums(), {
    observed: 20.4,
    source_down: 0.2,
    overload: 5.2,
    detector_down: 60.2,
  });
});

test("a camera that is slow for a moment leaves nothing unseen", async (t) => {
  const bench = await CoverageBench.make(t);
  bench.open().look(2);
  for (let at = 0; at < 10; at += 1) {
    bench.clock.advance(1900);
    bench.watch.onFrame(0);
  }
  assert.deepEqual(bench.sums(), { observed: 20.8, source_down: 0.2 });
});

test("sums equal the elapsed time over hour borders, whatever happened", async (t) => {
  const bench = await CoverageBench.make(t, hour + hourMs - 40_300);
  const startMs = bench.clock.wallMs();
  bench.open();
  let seed = 7;
  const next = (n: number): number => (seed = (seed * 48_271) % 2_147_483_647) % n;
  const causes = ["source_down", "detector_down", "undecodable", "frozen", null] as const;
  for (let at = 0; at < 400; at += 1) {
    const what = next(5);
    if (what === 0) bench.watch.onCause(causes[next(causes.length)]!);
    else if (what === 1) bench.clock.advance(next(9000) + 0.37);
    else if (what === 2) bench.miss(next(4));
    else if (what === 3) bench.look(next(20), next(2) === 0 ? 0 : undefined);
    else bench.drops += 1;
  }
  bench.watch.end({ isStopped: true });
  bench.clock.advance(5 * hourMs);
  const rows = bench.rows({ fromMs: startMs, toMs: bench.clock.wallMs() });
  const total = rows.reduce((sum, row) => sum + row.seconds_observed + row.seconds_not_observed, 0);
  assert.ok(Math.abs(total - (bench.clock.wallMs() - startMs) / 1000) < 0.01, `${total}`);
  for (const row of rows.slice(1, -1)) {
    assert.ok(Math.abs(row.seconds_observed + row.seconds_not_observed - 3600) < 1e-6);
    assert.equal(row.from % 3600, 0);
    assert.equal(row.clock_step_seconds, 0);
  }
});

test("after a crash the account goes on where it was stored, and the time since is box_off", async (t) => {
  const before = await CoverageBench.make(t);
  before.open().look(63);
  await before.ledger.save();
  before.look(4);
  // The process dies here: what was not stored is gone.
  const after = new CoverageBench(before.store, before.clock.wallMs() + 2 * hourMs);
  assert.equal(after.sums()["observed"], 62.8);
  assert.equal(after.sums()["box_off"], 2 * 3600 + 4, "also while the stream does not run again");
  after.open().look(10);
  assert.deepEqual(after.sums(), {
    observed: 72.6,
    source_down: 0.4,
    box_off: 2 * 3600 + 4,
  });
});

test("what a crash can lose is stored every five seconds", async (t) => {
  const before = await CoverageBench.make(t);
  before.open();
  for (let at = 0; at < 30; at += 1) {
    before.look(1);
    await before.store.transact(() => undefined);
  }
  const after = new CoverageBench(before.store, before.clock.wallMs());
  const { observed = 0, box_off: lost = 0 } = after.sums();
  assert.ok(observed >= 24 && lost <= 6, JSON.stringify({ observed, lost }));
});

test("a stopped stream says so until it runs again, over a restart of the box too", async (t) => {
  const bench = await CoverageBench.make(t);
  bench.open().look(10);
  bench.watch.end({ isStopped: true });
  bench.clock.advance(hourMs);
  assert.equal(bench.sums()["stopped"], 3600);
  bench.open().look(5);
  assert.deepEqual(bench.sums(), { observed: 14.6, source_down: 0.4, stopped: 3600 });
  bench.watch.end({ isStopped: true });
  await bench.ledger.stop();
  const after = new CoverageBench(bench.store, bench.clock.wallMs() + 60_000);
  assert.equal(after.sums()["stopped"], 3660);
  assert.equal(after.sums()["box_off"], undefined);
});

test("setting the box's clock makes no observed time and hides none", async (t) => {
  const bench = await CoverageBench.make(t, hour + 600_000);
  bench.open().look(100);
  bench.clock.jumpWall(3 * hourMs);
  bench.look(100);
  let rows = bench.rows({ fromMs: hour, toMs: hour + dayMs });
  assert.deepEqual(
    rows.map((row) => [(row.from * 1000 - hour) / hourMs, row.clock_step_seconds]),
    [
      [0, 0],
      [3, 3 * 3600],
    ],
  );
  bench.clock.jumpWall(-3 * hourMs);
  bench.look(100);
  rows = bench.rows({ fromMs: hour, toMs: hour + dayMs });
  assert.equal(rows[0]!.clock_step_seconds, -3 * 3600);
  const observed = rows.reduce((sum, row) => sum + row.seconds_observed, 0);
  assert.ok(Math.abs(observed - 299.8) < 0.01, `${observed}`);
  // A clock that drifts is followed without a step.
  for (let at = 0; at < 100; at += 1) {
    bench.clock.jumpWall(10);
    bench.look(1);
  }
  rows = bench.rows({ fromMs: hour, toMs: hour + dayMs });
  assert.equal(rows[0]!.clock_step_seconds, -3 * 3600);
});

test("lists page by stream and hour, by organisation, and refuse what cannot be asked", async (t) => {
  const bench = await CoverageBench.make(t);
  for (const id of ["b-cam", "a-cam"]) bench.open(id).look(1);
  bench.clock.advance(2 * hourMs + 60_000);
  const first = bench.ledger.list("default", {}, { limit: 4, offset: 0 });
  assert.equal(first.total, 6);
  assert.equal(first.hasMore, true);
  const second = bench.ledger.list(
    "default",
    {},
    {
      limit: 4,
      offset: 0,
      after: first.nextCursor!,
    },
  );
  const names = [...first.items, ...second.items].map(
    ({ streamId, startMs }) => `${streamId} ${startMs}`,
  );
  assert.equal(names.length, 6);
  assert.deepEqual(names, names.toSorted());
  assert.equal(bench.ledger.list("other", {}, page).total, 0);
  assert.equal(bench.ledger.list("default", { streamId: "a-cam" }, page).total, 3);
  const nowMs = bench.clock.wallMs();
  assert.equal(bench.ledger.list("default", { fromMs: nowMs - 1000 }, page).total, 2);
  for (const query of [{ fromMs: nowMs, toMs: nowMs }, { fromMs: nowMs - 8 * dayMs }]) {
    const error = await codedError(async () => bench.ledger.list("default", query, page));
    assert.deepEqual([error.code, error.param], ["invalid_query_parameter", "from"]);
  }
  const error = await codedError(async () =>
    bench.ledger.list("default", {}, { ...page, after: "bm8" }),
  );
  assert.deepEqual([error.code, error.param], ["invalid_query_parameter", "after"]);
});

test("coverage is complete while its newest part is being stored", async (t) => {
  const bench = await CoverageBench.make(t);
  bench.open().look(60);
  const account = bench.sums();
  assert.deepEqual(account, { observed: 59.8, source_down: 0.2 });
  let isStored = false;
  const storing = bench.ledger.save().then(() => (isStored = true));
  while (!isStored) {
    assert.deepEqual(bench.sums(), account);
    await settle();
  }
  await storing;
});

test("old hours are removed, and streams that have none left", async (t) => {
  const bench = await CoverageBench.make(t, hour, 2 * dayMs);
  bench.open("old").look(1);
  bench.watch.end({ isStopped: true });
  bench.open().look(1);
  await bench.ledger.save();
  bench.clock.advance(3 * dayMs);
  bench.watch.onCause("source_down");
  await bench.ledger.save();
  await bench.ledger.trim();
  const streams = (): unknown[] => [...new Set(bench.rows().map((row) => row.stream_id))];
  assert.deepEqual(streams(), ["gate"]);
  const { length } = bench.rows({ fromMs: 0, streamId: "gate" });
  assert.ok(length === 48 || length === 49, `${length}`);
});

const watched = {
  stream_id: "yard-cam",
  source: { type: "rtsp", url: "rtsp://10.0.0.9/stream", fps_cap: 5 },
};

/** The rows of the rig's stream as one: seconds by verdict. */
function accountOf(rig: PerceptionRig): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const row of rig.coverage.list("default", {}, page).items.map(coverageWire)) {
    const parts = { observed: row.seconds_observed, ...row.not_observed };
    for (const [name, seconds] of Object.entries(parts)) sums[name] = (sums[name] ?? 0) + seconds;
  }
  return sums;
}

test("a running stream accounts for its camera, its detector, a freeze and too much load", async (t) => {
  const vision = new FakeVision();
  const rig = await PerceptionRig.make(t, { vision });
  const startMs = rig.clock.wallMs();
  const job = await rig.submit(watched);
  await until(() => rig.ingest.runs.length > 0);
  rig.ingest.last.init();
  await rig.play(20);
  assert.ok(accountOf(rig)["observed"]! > 18);

  const eye = vision.stream("default/yard-cam");
  eye.events.onHealth("down");
  rig.clock.advance(4000);
  eye.events.onHealth("up");
  await rig.play(5);
  const dead = accountOf(rig)["detector_down"]!;
  assert.ok(dead >= 4 && dead <= 5, `${dead}`);

  eye.events.onModel!({
    requested: "auto",
    used: "motion",
    problem: { code: "model_unavailable", message: "gone" },
  });
  await rig.play(5);
  eye.events.onModel!({ requested: "auto", used: "auto", problem: null });
  await rig.play(1);
  const blind = accountOf(rig)["detector_down"]! - dead;
  assert.ok(blind >= 4.5 && blind <= 6, "movements alone are not what was asked for");

  const { options } = eye;
  eye.options = { ...options, fpsCap: 0.001 };
  eye.dropped.detector_busy += 20;
  await rig.play(4);
  eye.options = options;
  await rig.play(5);
  const busy = accountOf(rig)["overload"]!;
  assert.ok(busy >= 3.5 && busy <= 5, JSON.stringify(accountOf(rig)));

  let identicalSec = 0;
  vision.see = () => ({ identicalSec: (identicalSec += 0.2) });
  const before = accountOf(rig)["observed"]!;
  await rig.play(10.4);
  assert.ok(accountOf(rig)["frozen"]! >= 10, JSON.stringify(accountOf(rig)));
  assert.equal(accountOf(rig)["observed"], before, "nothing of the freeze counts as observed");

  job.abort("cancel");
  await job.outcome;
  rig.clock.advance(30_000);
  const sums = accountOf(rig);
  assert.ok(sums["stopped"]! >= 30);
  const total = Object.values(sums).reduce((sum, seconds) => sum + seconds, 0);
  assert.ok(Math.abs(total - (rig.clock.wallMs() - startMs) / 1000) < 0.01, JSON.stringify(sums));
});

test("a file has no account: it is read, not watched over", async (t) => {
  const rig = await PerceptionRig.make(t);
  const source = { type: "file", url: "/clips/a.mp4" };
  const job = await rig.submit({ stream_id: "clip", source });
  await job.outcome;
  assert.equal(rig.coverage.list("default", {}, page).total, 0);
});
