import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import sharp from "sharp";
import type { VisionHost } from "../../../../src/adapters/vision/vision-host.ts";
import { makeClip } from "../../../support/cameras/video-fragments.ts";
import {
  childrenOf,
  feed,
  startVision,
  until,
  watch,
  watchAll,
} from "../../../support/perception/vision-watch.ts";

let vision: VisionHost;
let stop: () => Promise<void>;

before(async () => {
  ({ vision, stop } = await startVision());
});
after(() => stop());

const nothing = { boxes: [], zones: [] };

/** A clip whose frames are grey, each 8 levels brighter than the one before. */
function stairs(seconds: number): ReturnType<typeof makeClip> {
  const grey = "color=black:size=320x180:rate=10,geq=lum='16+8*N':cb=128:cr=128";
  return makeClip({ input: ["-f", "lavfi", "-i", grey], seconds });
}

async function meanLuma(jpeg: Uint8Array): Promise<number> {
  const { channels } = await sharp(jpeg).greyscale().stats();
  return channels[0]!.mean;
}

test("every frame of a file is reported with the very time of its fragment, B-frames included", async () => {
  const clip = await makeClip({
    input: ["-f", "lavfi", "-i", "testsrc2=size=320x180:rate=30000/1001"],
    startSec: 95_443.7177,
    output: ["-preset", "veryfast", "-bf", "2"],
  });
  const { results } = await watchAll(vision, clip, { fpsCap: 1000 });
  const expected = clip.fragments.map((one) => one.ptsSec).toSorted((a, b) => a - b);
  assert.deepEqual(
    results.map((one) => one.ptsSec),
    expected,
  );
});

test("no more frames than the cap are looked at, chosen by their times", async () => {
  const clip = await makeClip({ fps: 15, seconds: 4, gop: 30 });
  const { results } = await watchAll(vision, clip, { fpsCap: 5 });
  assert.equal(results.length, 20);
  for (const [index, one] of results.entries()) {
    assert.ok(Math.abs(one.ptsSec - index / 5) < 1e-6, `frame ${index} at ${one.ptsSec}`);
  }
});

test("a cap that does not divide the camera's rate is kept on average", async () => {
  const clip = await makeClip({ fps: 25, seconds: 4, gop: 50 });
  const { results } = await watchAll(vision, clip, { fpsCap: 10 });
  assert.equal(results.length, 40);
});

test("a still is the frame of the time that was asked for", async () => {
  const clip = await stairs(2);
  for (const index of [0, 7, 14]) {
    const from = index - (index % 10);
    const { jpeg, widthPx, heightPx } = await vision.still({
      init: clip.init,
      fragments: clip.fragments.slice(from, index + 1),
      ptsSec: clip.fragments[index]!.ptsSec,
      masks: [],
      overlay: nothing,
      maxWidthPx: 160,
    });
    assert.deepEqual([widthPx, heightPx], [160, 90]);
    // Limited-range luma 16 + 8N becomes 8N × 255/219.
    const expected = (8 * index * 255) / 219;
    assert.ok(Math.abs((await meanLuma(jpeg)) - expected) < 4, `frame ${index}`);
  }
});

test("a still without a time is the last frame, and never wider than the picture", async () => {
  const clip = await stairs(1);
  const { jpeg, widthPx } = await vision.still({
    init: clip.init,
    fragments: clip.fragments,
    masks: [],
    overlay: nothing,
    maxWidthPx: 4000,
  });
  assert.equal(widthPx, 320);
  assert.ok(Math.abs((await meanLuma(jpeg)) - (72 * 255) / 219) < 4);
});

test("a still draws boxes, zones and texts, whatever the texts hold", async () => {
  const clip = await stairs(1);
  const request = { init: clip.init, fragments: clip.fragments, maxWidthPx: 320 };
  const plain = await vision.still({ ...request, masks: [], overlay: nothing });
  const drawn = await vision.still({
    ...request,
    masks: [],
    overlay: {
      boxes: [{ boxNorm: [0.2, 0.2, 0.6, 0.8], label: `</text><script>&"'\u0000`, alert: true }],
      zones: [
        {
          name: "gate <1>",
          polygonNorm: [
            [0.1, 0.1],
            [0.9, 0.1],
            [0.9, 0.9],
          ],
          alert: false,
        },
        {
          name: "line",
          lineNorm: [
            [0, 0.5],
            [1, 0.5],
          ],
          alert: true,
        },
      ],
      caption: "12:00:00",
    },
  });
  const [before_, after_] = await Promise.all(
    [plain, drawn].map((one) => sharp(one.jpeg).raw().toBuffer()),
  );
  const changed = before_!.filter((value, at) => Math.abs(value - after_![at]!) > 40).length;
  assert.ok(changed > 3000, `${changed} values changed`);
});

test("a still of nothing but garbage is refused with a code", async () => {
  const clip = await stairs(1);
  const fragments = clip.fragments.map((one) => ({ ...one, bytes: Buffer.alloc(500, 7) }));
  await assert.rejects(
    vision.still({ init: clip.init, fragments, masks: [], overlay: nothing, maxWidthPx: 320 }),
    { code: "stream_broken" },
  );
});

test("a live view delivers JPEGs while it is open, and its decoder ends with it", async () => {
  const clip = await makeClip({ seconds: 20 });
  const { streamId, stream, results } = watch(vision, { fpsCap: 1 });
  const feeding = feed(stream, clip);
  await until("a first result", () => results.length > 0);
  const jpegs: Uint8Array[] = [];
  let overlays = 0;
  const overlay = (): typeof nothing => {
    overlays += 1;
    return nothing;
  };
  const view = vision.live(streamId, {
    fps: 5,
    maxWidthPx: 160,
    overlay,
    onJpeg: (jpeg) => jpegs.push(jpeg),
  });
  await until("three live pictures", () => jpegs.length >= 3);
  assert.ok(overlays >= 3);
  assert.equal((await sharp(jpegs[0]).metadata()).width, 160);
  assert.equal(childrenOf(vision.pid!, "ffmpeg").length, 2);
  feeding.stop();
  const late: Uint8Array[] = [];
  const second = vision.live(streamId, {
    fps: 5,
    maxWidthPx: 160,
    overlay,
    onJpeg: (jpeg) => late.push(jpeg),
  });
  assert.ok(late.length > 0, "who comes later sees the newest picture, though the camera is away");
  second.close();
  view.close();
  await until("the view's decoder to end", () => childrenOf(vision.pid!, "ffmpeg").length === 1);
  await stream.close();
});

test("a new generation of another size goes on without a loss of the next one", async () => {
  const small = await makeClip({ seconds: 1 });
  const large = await makeClip({ seconds: 1, size: "640x360", generation: 2 });
  const { stream, results } = watch(vision, { lossless: true });
  for (const clip of [small, large]) {
    stream.init(clip.init);
    for (const fragment of clip.fragments) await stream.push(fragment);
  }
  await stream.drain();
  await stream.close();
  assert.deepEqual(
    results.map((one) => [one.generation, one.ptsSec]),
    [...small.fragments, ...large.fragments].map((one) => [one.generation, one.ptsSec]),
  );
});

test("the rate can be changed while the stream runs", async () => {
  const clip = await makeClip({ seconds: 20 });
  const { stream, results } = watch(vision, { fpsCap: 1 });
  const feeding = feed(stream, clip);
  await until("a first result", () => results.length > 0);
  stream.reconfigure({ fpsCap: 10 });
  await until("neighbouring frames", () =>
    results.some((one, at) => at > 0 && one.ptsSec - results[at - 1]!.ptsSec < 0.15),
  );
  feeding.stop();
  await stream.close();
});
