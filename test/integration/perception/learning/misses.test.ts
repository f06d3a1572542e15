import assert from "node:assert/strict";
import { describe, test, type TestContext } from "node:test";
import type { BoxNorm } from "../../../../src/base/contract/geometry.ts";
import { MemoryFragmentRing } from "../../../../src/cameras/memory-fragment-ring.ts";
import type { GopSlice } from "../../../../src/cameras/camera.ts";
import { heldForMs, maxHeldPictures } from "../../../../src/perception/learning/held-pictures.ts";
import { markedPictures } from "../../../../src/perception/learning/marked-pictures.ts";
import { MissService } from "../../../../src/perception/learning/miss-service.ts";
import { putStream, type StreamRecord } from "../../../../src/perception/settings/stream-record.ts";
import { FakeClock } from "../../../support/box/fake-clock.ts";
import { makeStore } from "../../../support/store/make-store.ts";

const recordedMs = 1_700_000_000_000;
const generation = 7;

/** The last ten frames of a camera with ten a second, the first a key frame. */
function tenFrames(): MemoryFragmentRing {
  const ring = new MemoryFragmentRing();
  const bytes = new Uint8Array(1);
  const init = { generation, bytes, codec: "h264", mimeCodec: null, widthPx: 64, heightPx: 36 };
  ring.begin(init);
  for (let n = 0; n < 10; n += 1) {
    const [ptsSec, wallMs] = [100 + n / 10, recordedMs + n * 100];
    ring.push({ generation, ptsSec, durationSec: 0.1, key: n === 0, bytes, wallMs });
  }
  return ring;
}

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
      get: () => ({
        input: { watched: { ring: tenFrames() } },
        task: {},
        vision: {
          still: () => still("newest"),
          plainStill: ({ fragments }: GopSlice) => still(`frame at ${fragments.at(-1)!.ptsSec}`),
        },
      }),
    } as never,
    recordings: {
      keyFrame: (_stream, atMs) =>
        Promise.resolve((atMs < recordedMs ? undefined : frame) as never),
    },
    vision: { still: () => still("recorded") },
  });
  const mark = (
    box: BoxNorm,
    { label = "person", atMs = null as number | null, heldId = null as string | null } = {},
  ) => service.mark("default", "yard", { label, box, atMs, heldId, keyId: "key" });
  const hold = (mediaTimeSec?: number, of = generation) => {
    const frame = { track: "main", generation: of, mediaTimeSec: mediaTimeSec! } as const;
    return service.hold("default", "yard", mediaTimeSec === undefined ? null : frame);
  };
  const boxes = () => service.list("default", "yard")!.map((one) => one.boxNorm);
  return { clock, store, service, mark, hold, boxes, stored };
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
    assert.equal(miss!.atMs, recordedMs);
    await mark(box);
    assert.deepEqual(stored, ["recorded", "newest"]);
  });

  test("of a moment that was not recorded are refused by the field", async (t) => {
    const { mark } = await makeService(t);
    const refusal = { code: "not_found", message: /^at: nothing is recorded there/ };
    await assert.rejects(mark(box, { atMs: recordedMs - 1 }), refusal);
  });
});

describe("held pictures of the live video", () => {
  test("are the frame that the viewer saw, not the newest one, and every mark has its time", async (t) => {
    const { mark, hold, stored } = await makeService(t);
    const held = await hold(100.43);
    assert.equal(Buffer.from(held!.jpeg).toString(), "frame at 100.4");
    const miss = await mark(box, { heldId: held!.id });
    assert.equal(miss!.atMs, recordedMs + 400);
    assert.deepEqual(stored, ["frame at 100.4"]);
  });

  test("are stored once for all of their marks, and are one picture of the site's set", async (t) => {
    const { store, mark, hold, stored } = await makeService(t);
    const { id: heldId } = (await hold(100))!;
    await Promise.all([mark(box, { heldId }), mark(beside, { heldId, label: "car" })]);
    assert.equal(stored.length, 1);
    const [picture, ...others] = await markedPictures(store, "default");
    assert.deepEqual(picture!.objects.map(({ label }) => label).toSorted(), ["car", "person"]);
    assert.equal(others.length, 0);
  });

  test("are the newest picture where no frame is named, and refused for a frame that is gone", async (t) => {
    const { hold } = await makeService(t);
    assert.equal(Buffer.from((await hold())!.jpeg).toString(), "newest");
    const refusal = { code: "not_found", message: /^frame: the box no longer has it/ };
    await assert.rejects(hold(99), refusal);
    await assert.rejects(hold(102), refusal);
    await assert.rejects(hold(100.4, generation + 1), refusal);
  });

  test("go after ten minutes, and the oldest for the one beyond the bound", async (t) => {
    const { clock, mark, hold } = await makeService(t);
    const first = (await hold())!.id;
    clock.advance(heldForMs - 1);
    await mark(box, { heldId: first });
    for (let n = 0; n < maxHeldPictures; n += 1) await hold();
    const refusal = { code: "not_found", message: /^picture_id: is no longer held/ };
    await assert.rejects(mark(box, { heldId: first }), refusal);
    const last = (await hold())!.id;
    clock.advance(heldForMs);
    await assert.rejects(mark(box, { heldId: last }), refusal);
  });

  test("belong to their stream", async (t) => {
    const { service, store, hold } = await makeService(t);
    const gate = { v: 1, org: "default", streamId: "gate", jobId: "job", endedAtMs: null };
    await store.transact((tx) => putStream(tx, gate as StreamRecord));
    const { id: heldId } = (await hold())!;
    const miss = { label: "person", box, atMs: null, heldId, keyId: "key" };
    await assert.rejects(service.mark("default", "gate", miss), { code: "not_found" });
    assert.equal(await service.hold("default", "nobody", null), undefined);
  });
});
