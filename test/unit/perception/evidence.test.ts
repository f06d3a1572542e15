import assert from "node:assert/strict";
import { test } from "node:test";
import { MemoryFragmentRing } from "../../../src/cameras/memory-fragment-ring.ts";
import { silentLogger } from "../../../src/base/core/logger.ts";
import { SnapshotMaker } from "../../../src/perception/incidents/snapshot-maker.ts";
import { type Evidence } from "../../../src/perception/incidents/evidence-port.ts";
import { FakeVision, tinyJpeg } from "../../support/perception/fake-vision.ts";

const look = { overlay: { boxes: [], zones: [] }, masks: [] };
const size = { widthPx: 640, heightPx: 360 };
const mebibyte = 1024 * 1024;

/** A stream of one key frame a second at ten frames a second; no picture is done before `go`. */
function flooded(bytesOfFrame: number) {
  const ring = new MemoryFragmentRing();
  ring.begin({ generation: 1, bytes: Buffer.alloc(8), codec: "h264", mimeCodec: null, ...size });
  const held = Promise.withResolvers<void>();
  const vision = new FakeVision();
  vision.still = async () => {
    await held.promise;
    return { jpeg: tinyJpeg, ...size };
  };
  let stored = 0;
  const evidence: Evidence = {
    url: () => null,
    clipUrl: () => null,
    put: async () => `asset-${(stored += 1)}`,
    keep: async () => {},
    read: async () => undefined,
  };
  const owner = { org: "default", streamId: "yard", jobId: "job" };
  const maker = new SnapshotMaker({ vision, evidence, log: silentLogger }, owner);
  const shoot = (at: number) => {
    const ptsSec = at / 10;
    const wallMs = 1_000_000 + at * 100;
    const bytes = new Uint8Array(bytesOfFrame);
    const key = at % 10 === 0;
    ring.push({ generation: 1, ptsSec, durationSec: 0.1, key, bytes, wallMs });
    return maker.take(ring, { generation: 1, ptsSec }, look);
  };
  return { ring, maker, shoot, go: () => held.resolve() };
}

test("a flood of incidents gets all its pictures, also when the ring has let go of what they are made from", async () => {
  const { maker, shoot, go } = flooded(2000);
  const shots = Array.from({ length: 200 }, (_, at) => shoot(at));
  assert.equal(maker.heldBytes, 200 * 2000, "what shots of one group share counts once");
  go();
  const made = await Promise.all(shots);
  assert.equal(new Set(made.map((each) => each?.annotated)).size, 200);
  assert.deepEqual([maker.failed, maker.heldBytes], [0, 0]);
});

test("pictures that wait hold at most 32 MiB of video, and 256 wait at most; the others are counted", async () => {
  const fat = flooded(mebibyte);
  const shots = Array.from({ length: 60 }, (_, at) => fat.shoot(at));
  assert.equal(fat.maker.heldBytes, 32 * mebibyte);
  fat.go();
  const made = (await Promise.all(shots)).filter((each) => each !== null);
  assert.deepEqual([made.length, fat.maker.failed, fat.maker.heldBytes], [32, 28, 0]);
  assert.notEqual(await fat.shoot(60), null, "afterwards there is room again");

  const many = flooded(10);
  const thin = Array.from({ length: 300 }, (_, at) => many.shoot(at));
  many.go();
  const kept = (await Promise.all(thin)).filter((each) => each !== null);
  assert.deepEqual([kept.length, many.maker.failed], [256, 44]);
});
