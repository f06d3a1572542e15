import assert from "node:assert/strict";
import { suite, test } from "node:test";
import sharp from "sharp";
import { PictureIngest } from "../../../../src/adapters/ffmpeg/picture-ingest.ts";
import type {
  MovingCameras,
  MovingPicture,
  MovingPictureSink,
} from "../../../../src/base/core/moving-pictures.ts";
import { systemClock } from "../../../../src/base/core/clock.ts";
import { silentLogger } from "../../../../src/base/core/logger.ts";
import type { Fragment, SourceProblem, SourceSpec } from "../../../../src/cameras/source.ts";
import type { IngestRun } from "../../../../src/cameras/ingest-port.ts";
import { until } from "../../../support/box/wait.ts";

const robot = { org: "org", id: "tug", topic: null, fps: 15, widthPx: 320 };
const source: SourceSpec = { kind: "robot", url: "robot://tug", robot };

/** A camera whose pictures the test hands out. */
class HandCamera implements MovingCameras {
  sink: MovingPictureSink | undefined;
  followers = 0;

  follow(_camera: unknown, sink: MovingPictureSink): () => void {
    this.sink = sink;
    this.followers += 1;
    return () => void (this.followers -= 1);
  }

  has(): boolean {
    return true;
  }
}

type Item = Omit<Fragment, "generation" | "wallMs">;

function watch(t: { after(end: () => unknown): void }, camera = new HandCamera()) {
  const ingest = new PictureIngest({ cameras: camera, clock: systemClock, log: silentLogger });
  const seen = {
    camera,
    sizes: [] as [number, number, string | null][],
    frames: [] as Item[],
    ends: [] as (SourceProblem | null)[],
    run: undefined as IngestRun | undefined,
  };
  const run = ingest.open(source, {
    onInit: ({ widthPx, heightPx, mimeCodec }) =>
      void seen.sizes.push([widthPx, heightPx, mimeCodec]),
    onFragment: (frame) => void seen.frames.push(frame),
    onEnd: (problem) => void seen.ends.push(problem),
  });
  seen.run = run;
  t.after(() => run.stop());
  return seen;
}

async function coded(kind: "jpeg" | "png", widthPx: number, heightPx: number) {
  const create = { width: widthPx, height: heightPx, channels: 3, background: "#365" } as const;
  const bytes = await sharp({ create }).toFormat(kind).toBuffer();
  return { bytes, form: { kind } } as const;
}

const raw = (widthPx: number, heightPx: number) =>
  ({
    bytes: new Uint8Array(widthPx * heightPx * 3).fill(90),
    form: { kind: "raw", pixels: "bgr24", widthPx, heightPx },
  }) as const;

suite("the video of a robot's pictures", { concurrency: 3 }, () => {
  const forms: [string, () => Promise<Omit<MovingPicture, "capturedMs">>, [number, number]][] = [
    ["JPEGs", () => coded("jpeg", 640, 480), [320, 240]],
    ["PNGs", () => coded("png", 64, 48), [64, 48]],
    ["raw pixels", async () => raw(161, 121), [160, 120]],
  ];
  for (const [what, make, size] of forms) {
    test(`${what} become H.264 frames with the times of their capture`, async (t) => {
      const seen = watch(t);
      const picture = await make();
      const startMs = 5_000_000.5;
      let sent = 0;
      await until(
        () => {
          seen.camera.sink!.onPicture({ ...picture, capturedMs: startMs + 70 * sent });
          sent += 1;
          return seen.frames.length >= 5;
        },
        { everyMs: 30 },
      );
      const [widthPx, heightPx, codec] = seen.sizes[0]!;
      assert.deepEqual([widthPx, heightPx], size);
      assert.match(String(codec), /^avc1\./);
      assert.equal(seen.frames[0]!.key, true);
      for (const { ptsSec } of seen.frames) {
        const steps = (ptsSec * 1000 - startMs) / 70;
        assert.ok(Math.abs(steps - Math.round(steps)) < 0.01, `frame at ${ptsSec}`);
      }
    });
  }

  test("while ffmpeg takes nothing, only the newest picture waits", async (t) => {
    const seen = watch(t);
    const picture = raw(640, 480);
    const send = (capturedMs: number) => seen.camera.sink!.onPicture({ ...picture, capturedMs });
    const sendUntil = async (fromMs: number, condition: () => boolean): Promise<void> => {
      let ms = fromMs;
      await until(
        () => {
          send((ms += 20));
          return condition();
        },
        { everyMs: 20 },
      );
    };
    await sendUntil(0, () => seen.frames.length > 0);
    for (let at = 0; at < 400; at += 1) send(100_000 + at);
    await sendUntil(200_000, () => seen.frames.some(({ ptsSec }) => ptsSec > 200.1));
    const flood = seen.frames.map(({ ptsSec }) => ptsSec).filter((sec) => sec >= 100 && sec < 200);
    assert.ok(flood.length <= 3, `${flood.length} of 400 were encoded`);
  });

  test("pictures of another size end the run as a change, and it lets go of the camera", async (t) => {
    const seen = watch(t);
    const [first, second] = [await coded("jpeg", 64, 48), await coded("jpeg", 80, 48)];
    seen.camera.sink!.onPicture({ ...first, capturedMs: 1 });
    seen.camera.sink!.onPicture({ ...second, capturedMs: 70 });
    await until(() => seen.ends.length > 0);
    assert.equal(seen.ends[0]?.code, "stream_changed");
    assert.equal(seen.camera.followers, 0);
  });

  test("what is no picture, and a robot that ends, are problems in words", async (t) => {
    const broken = watch(t);
    const bytes = Buffer.from("ffd8 is no picture");
    broken.camera.sink!.onPicture({ bytes, form: { kind: "jpeg" }, capturedMs: 1 });
    const ended = watch(t);
    ended.camera.sink!.onEnd("The robot was removed or changed.");
    await until(() => broken.ends.length + ended.ends.length === 2);
    assert.deepEqual(
      [broken.ends[0]?.code, ended.ends[0]],
      [
        "stream_broken",
        { code: "stream_unreachable", message: "The robot was removed or changed." },
      ],
    );
    await ended.run!.stop();
    assert.equal(ended.ends.length, 1);
  });
});
