import assert from "node:assert/strict";
import { describe, test, type TestContext } from "node:test";
import type { BoxNorm } from "../../../../src/base/contract/geometry.ts";
import { MissService } from "../../../../src/perception/learning/miss-service.ts";
import { putStream, type StreamRecord } from "../../../../src/perception/settings/stream-record.ts";
import { FakeClock } from "../../../support/box/fake-clock.ts";
import { makeStore } from "../../../support/store/make-store.ts";

const recordedMs = 1_700_000_000_000;

/** A service over a real store; the newest picture and one recorded key frame are scripted. */
async function makeService(t: TestContext) {
  const store = await makeStore(t);
  const clock = new FakeClock();
  const stream = { v: 1, org: "default", streamId: "yard", jobId: "job", endedAtMs: null };
  await store.transact((tx) => putStream(tx, stream as StreamRecord));
  const still = (text: string) =>
    Promise.resolve({ jpeg: Buffer.from(text), widthPx: 1, heightPx: 1 });
  const stored: string[] = [];
  const frame = { id: "1", init: {}, fragment: { wallMs: recordedMs } };
  const service = new MissService({
    store,
    clock,
    evidence: {
      put: (_org, jpeg) => Promise.resolve(`asset-${stored.push(Buffer.from(jpeg).toString())}`),
    },
    running: {
      get: () => ({ input: { watched: undefined }, vision: { still: () => still("newest") } }),
    } as never,
    recordings: {
      keyFrame: (_stream, atMs) =>
        Promise.resolve((atMs < recordedMs ? undefined : frame) as never),
    },
    vision: { still: () => still("recorded") },
  });
  const mark = (box: BoxNorm, { label = "person", atMs = null as number | null } = {}) =>
    service.mark("default", "yard", { label, box, atMs, keyId: "key" });
  const boxes = () => service.list("default", "yard")!.map((one) => one.box);
  return { clock, mark, boxes, stored };
}

const box: BoxNorm = [0.2, 0.2, 0.4, 0.8];
const nudged: BoxNorm = [0.21, 0.2, 0.41, 0.8];
const beside: BoxNorm = [0.35, 0.2, 0.55, 0.8];

describe("marks of missed objects", () => {
  test("of one object within two seconds are one example, the newer one", async (t) => {
    const { clock, mark, boxes } = await makeService(t);
    await mark(box);
    clock.advance(1900);
    await mark(nudged);
    assert.deepEqual(boxes(), [nudged]);
  });

  test("of another class, place or moment stay apart", async (t) => {
    const { clock, mark, boxes } = await makeService(t);
    await mark(box);
    await mark(box, { label: "car" });
    await mark(beside);
    clock.advance(2100);
    await mark(box);
    assert.equal(boxes().length, 4);
  });

  test("of a recorded moment have its picture and its time", async (t) => {
    const { mark, stored } = await makeService(t);
    const miss = await mark(box, { atMs: recordedMs + 700 });
    assert.equal(miss!.created_at, recordedMs / 1000);
    await mark(box);
    assert.deepEqual(stored, ["recorded", "newest"]);
  });

  test("of a moment that was not recorded are refused by the field", async (t) => {
    const { mark } = await makeService(t);
    const refusal = { code: "not_found", message: /^at: nothing is recorded there/ };
    await assert.rejects(mark(box, { atMs: recordedMs - 1 }), refusal);
  });
});
