import assert from "node:assert/strict";
import { test } from "node:test";
import type { Vision, VisionStreamOptions } from "../../src/perception/core/vision-port.ts";
import type { Clip } from "../support/cameras/video-fragments.ts";
import { until, watch, watchAll } from "../support/perception/vision-watch.ts";

/** What the suite needs of an implementation. */
export interface VisionUnderTest {
  vision: Vision;
  /** A clip of 2 s at 10 frames a second with a key frame each second. */
  clip: Clip;
  /** A JPEG of at least 64 × 64 pixels. */
  picture: Uint8Array;
  /** A model that is installed and can look at pictures. */
  model: string;
}

const calm = { boxes: [], zones: [] };

function isJpeg(bytes: Uint8Array): boolean {
  return bytes[0] === 0xff && bytes[1] === 0xd8;
}

/** Asks again, as the refusal says, when the machine was too busy to decode a picture in time. */
async function onBusyMachine<T>(ask: () => Promise<T>): Promise<T> {
  for (let left = 5; ; left -= 1) {
    try {
      return await ask();
    } catch (error) {
      if (left === 0 || !/decoding took longer/.test(String(error))) throw error;
    }
  }
}

/** What every `Vision` promises, whatever looks behind it. */
export function visionConformance(name: string, get: () => VisionUnderTest): void {
  const all = (change: Partial<VisionStreamOptions> = {}): ReturnType<typeof watchAll> =>
    watchAll(get().vision, get().clip, change);

  test(`${name}: a lossless stream reports every sampled frame once, in order, with its time`, async () => {
    const { clip } = get();
    const every = await all();
    const times = clip.fragments.map((one) => one.ptsSec);
    assert.deepEqual(
      every.results.map((one) => one.ptsSec),
      times,
    );
    assert.ok(every.results.every((one) => one.generation === clip.init.generation));
    const sampled = await all({ fpsCap: 2 });
    assert.equal(sampled.results.length, 4);
    assert.ok(sampled.results.every((one) => times.includes(one.ptsSec)));
  });

  test(`${name}: results are well formed`, async () => {
    const { results } = await all();
    for (const { detections, motion, identicalSec, timingsMs } of results) {
      for (const { score, boxNorm } of detections) {
        assert.ok(score >= 0 && score <= 1);
        const [x1, y1, x2, y2] = boxNorm;
        assert.ok(x1 >= 0 && y1 >= 0 && x2 <= 1 && y2 <= 1 && x1 < x2 && y1 < y2);
      }
      assert.ok(motion.ratio >= 0 && motion.ratio <= 1 && identicalSec >= 0);
      assert.ok(Object.values(timingsMs).every((ms) => ms >= 0));
    }
  });

  test(`${name}: nothing is reported after close, and closing twice is no fault`, async () => {
    const { vision, clip } = get();
    const { stream, results } = watch(vision);
    stream.init(clip.init);
    for (const fragment of clip.fragments) await stream.push(fragment);
    await stream.close();
    const seen = results.length;
    await stream.push(clip.fragments[0]!);
    await stream.close();
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    assert.equal(results.length, seen);
  });

  test(`${name}: fragments of another generation than the header's are not looked at`, async () => {
    const { vision, clip } = get();
    const { stream, results } = watch(vision, { lossless: true });
    stream.init(clip.init);
    for (const fragment of clip.fragments) await stream.push(fragment);
    await stream.push({ ...clip.fragments[0]!, generation: clip.init.generation + 7 });
    await stream.drain();
    await stream.close();
    assert.equal(results.length, clip.fragments.length);
  });

  test(`${name}: a lossless stream drops nothing`, async () => {
    const { stream } = await all();
    assert.deepEqual(stream.drops(), { detector_busy: 0, decoder_behind: 0, vision_down: 0 });
  });

  test(`${name}: labels and scores are filtered as asked`, async () => {
    const { results } = await all({ model: get().model, minScore: 0.99, labels: ["nothing"] });
    assert.ok(results.every((one) => one.detections.length === 0));
  });

  test(`${name}: a still is a JPEG; without fragments it is refused`, async () => {
    const { vision, clip } = get();
    const request = { init: clip.init, masks: [], overlay: calm, maxWidthPx: 100 };
    const still = await vision.still({ ...request, fragments: clip.fragments.slice(0, 3) });
    assert.ok(isJpeg(still.jpeg) && still.widthPx <= 100 && still.heightPx > 0);
    await assert.rejects(vision.still({ ...request, fragments: [] }), {
      code: "stream_not_ready",
    });
  });

  test(`${name}: of a flood of patient stills none is refused, and one that is not patient gets its picture meanwhile`, async () => {
    const { vision, clip } = get();
    const wanted = { init: clip.init, fragments: clip.fragments.slice(0, 1), maxWidthPx: 64 };
    const request = { ...wanted, masks: [], overlay: calm };
    const flood = Array.from({ length: 9 }, () =>
      onBusyMachine(() => vision.still({ ...request, isPatient: true })),
    );
    const stills = Promise.all([onBusyMachine(() => vision.still(request)), ...flood]);
    for (const { jpeg } of await stills) assert.ok(isJpeg(jpeg));
  });

  test(`${name}: live pictures come while the view is open`, async () => {
    const { vision, clip } = get();
    const { streamId, stream } = watch(vision);
    const jpegs: Uint8Array[] = [];
    stream.init(clip.init);
    const view = vision.live(streamId, {
      fps: 10,
      maxWidthPx: 100,
      overlay: () => calm,
      onJpeg: (jpeg) => jpegs.push(jpeg),
    });
    // A decoder that is behind may make one picture of all of them: then the camera comes back.
    for (let round = 0; jpegs.length < 2; round += 1) {
      const generation = clip.init.generation + round;
      if (round > 0) stream.init({ ...clip.init, generation });
      for (const fragment of clip.fragments) await stream.push({ ...fragment, generation });
      await until("another picture", () => jpegs.length > round);
    }
    assert.ok(jpegs.every(isJpeg));
    view.close();
    view.close();
    const seen = jpegs.length;
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    assert.equal(jpegs.length, seen);
    await stream.close();
  });

  test(`${name}: a picture is looked at and drawn; what is none is unreadable`, async () => {
    const { vision, picture, model } = get();
    const request = { model, minScore: 0.5, labels: [], masks: [], overlayFor: () => calm };
    const result = await vision.picture({ ...request, bytes: picture });
    assert.ok(result.widthPx >= 64 && result.heightPx >= 64 && isJpeg(result.annotatedJpeg));
    assert.equal(result.model, model);
    await assert.rejects(vision.picture({ ...request, bytes: Buffer.from("no picture") }), {
      code: "input_unreadable",
    });
    await assert.rejects(vision.picture({ ...request, bytes: picture, model: "absent" }), {
      code: "model_unavailable",
    });
  });

  test(`${name}: motion is always there, and unknown models are not`, () => {
    const { vision, model } = get();
    assert.deepEqual(vision.labelsOf("motion"), ["motion"]);
    assert.ok(vision.labelsOf("auto")!.length > 0);
    assert.ok(vision.labelsOf(model)!.length > 0);
    assert.equal(vision.labelsOf("absent"), undefined);
    const names = vision.status().models.map((one) => one.name);
    assert.ok(names.includes("motion") && names.includes(model));
    assert.equal(vision.status().state, "up");
  });
}
