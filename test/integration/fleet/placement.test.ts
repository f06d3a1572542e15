import assert from "node:assert/strict";
import { suite, type TestContext, test } from "node:test";
import { systemClock } from "../../../src/base/core/clock.ts";
import { silentLogger } from "../../../src/base/core/logger.ts";
import type { PlacedItem } from "../../../src/fleet/placement/leases.ts";
import { type StreamGap, StreamPlacement } from "../../../src/fleet/placement/stream-placement.ts";
import { TcpGate } from "../../support/box/tcp-gate.ts";
import { until } from "../../support/box/wait.ts";
import { type FleetBox, seen, startFleetBox } from "../../support/fleet/fleet-box.ts";
import { noNats, startNats } from "../../support/fleet/nats-server.ts";

interface PlacedBox extends FleetBox {
  placement: StreamPlacement;
  /** The streams that the box watches now, sorted. */
  watched: string[];
  gaps: StreamGap[];
}

const org = "default";

async function startPlacedBox(
  t: TestContext,
  boxId: string,
  { url, streams, settleMs = 60_000 }: { url: string; streams: string[]; settleMs?: number },
): Promise<PlacedBox> {
  const box = await startFleetBox(t, boxId, { servers: [url] });
  const placement = new StreamPlacement({
    ...box,
    boxId,
    clock: systemClock,
    log: silentLogger,
    pace: { settleMs, moveMs: 500 },
  });
  const placed: PlacedBox = { ...box, placement, watched: [], gaps: [] };
  placement.place({
    wanted: () => streams.map((id): PlacedItem => ({ org, id })),
    watch(held, gaps) {
      placed.watched = held.map(({ id }) => id).toSorted();
      placed.gaps.push(...gaps);
      return Promise.resolve();
    },
  });
  t.after(() => placement.stop());
  return placed;
}

/** Waits until each stream is watched by exactly one of the boxes. */
async function eachOnce(streams: readonly string[], boxes: readonly PlacedBox[]): Promise<void> {
  const all = () => boxes.flatMap(({ watched }) => watched).toSorted();
  await until(() => all().join() === streams.toSorted().join(), {
    what: "one box for each stream",
  });
}

const streams = ["1", "2", "3", "4", "5", "6"];

suite("Placement of streams", { skip: noNats }, () => {
  test("a dead box's streams run elsewhere, and it takes none back when it returns", async (t) => {
    const { url, port } = await startNats(t);
    const way = await new TcpGate(port).start(t);
    const a = await startPlacedBox(t, "a", { url, streams });
    const b = await startPlacedBox(t, "b", { url: `nats://127.0.0.1:${way.port}`, streams });
    const c = await startPlacedBox(t, "c", { url, streams: ["1", "2"] });
    await eachOnce(streams, [a, b, c]);
    await until(() => a.membership.members().length === 3);
    const before = [...b.watched];
    assert.ok(before.length > 0, "b watches some");
    way.close();
    const cutMs = performance.now();
    await eachOnce(streams, [a, c]);
    const takenMs = performance.now() - cutMs;
    t.diagnostic(`taken over after ${Math.round(takenMs)} ms`);
    assert.deepEqual(b.watched, before, "without contact it goes on");
    const gaps = [...a.gaps, ...c.gaps].filter(({ id }) => before.includes(id));
    assert.deepEqual(gaps.map(({ id }) => id).toSorted(), before);
    for (const { gapMs } of gaps) assert.ok(gapMs >= 5000, `gap of ${gapMs} ms`);
    const held = [...a.watched];
    way.open();
    await until(() => b.watched.length === 0, { what: "the box that no longer holds them" });
    assert.deepEqual(a.watched, held);
  });

  test("a box that stops hands its streams over at once", async (t) => {
    const { url } = await startNats(t);
    const a = await startPlacedBox(t, "a", { url, streams });
    const b = await startPlacedBox(t, "b", { url, streams });
    await eachOnce(streams, [a, b]);
    await b.placement.stop();
    await eachOnce(streams, [a]);
    assert.equal(seen(a)["b"], "left", "nobody waited for its silence");
  });

  test("a quiet fleet balances itself, one stream after the other", async (t) => {
    const { url } = await startNats(t);
    const a = await startPlacedBox(t, "a", { url, streams, settleMs: 2000 });
    await eachOnce(streams, [a]);
    const b = await startPlacedBox(t, "b", { url, streams, settleMs: 2000 });
    await until(() => b.watched.length === 3 && a.watched.length === 3);
    await eachOnce(streams, [a, b]);
    const { given } = a.placement.counts;
    assert.equal(given, 3);
  });

  test("ten boxes share 200 streams within a tenth of even, and nine do after one has died", async (t) => {
    const { url, port } = await startNats(t);
    const way = await new TcpGate(port).start(t);
    const many = Array.from({ length: 200 }, (_, at) => `camera-${at}`);
    const names = Array.from({ length: 10 }, (_, at) => `box-${at}`);
    const startMs = performance.now();
    const boxes = await Promise.all(
      names.map((name, at) => {
        const own = at === 0 ? `nats://127.0.0.1:${way.port}` : url;
        return startPlacedBox(t, name, { url: own, streams: many });
      }),
    );
    await eachOnce(many, boxes);
    assertEven(many, boxes);
    t.diagnostic(`placed in ${Math.round(performance.now() - startMs)} ms: ${countsOf(boxes)}`);
    way.close();
    const cutMs = performance.now();
    const [, ...rest] = boxes;
    await eachOnce(many, rest);
    assertEven(many, rest);
    t.diagnostic(`taken over in ${Math.round(performance.now() - cutMs)} ms: ${countsOf(rest)}`);
  });
});

const countsOf = (boxes: readonly PlacedBox[]): string =>
  boxes.map(({ watched }) => watched.length).join(", ");

/** Each box has its share, give or take a tenth. */
function assertEven(all: readonly string[], boxes: readonly PlacedBox[]): void {
  const share = all.length / boxes.length;
  for (const { watched } of boxes) {
    assert.ok(Math.abs(watched.length - share) <= share / 10, countsOf(boxes));
  }
}
