import assert from "node:assert/strict";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test, type TestContext } from "node:test";
import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";
import { ComputePool } from "../../../../src/adapters/compute/compute-pool.ts";
import type { ModelInput } from "../../../../src/perception/models/model-manifest.ts";
import { systemClock } from "../../../../src/base/core/clock.ts";
import {
  installSharedModel,
  noSharedModels,
  sharedDir,
} from "../../../support/inference/shared-models.ts";
import { startVision } from "../../../support/perception/vision-watch.ts";
import { tempDir } from "../../../support/box/temp-dir.ts";
import { until } from "../../../support/box/wait.ts";

const input: ModelInput = {
  name: "images",
  width: 416,
  height: 416,
  layout: "nhwc",
  dtype: "uint8",
  colour: "rgb",
  fit: "letterbox-topleft",
  pad: 114,
};

let pool: ComputePool;

before(() => {
  pool = new ComputePool({ clock: systemClock });
});
after(() => pool.stop());

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
}

/** A PNG of one grey level whose file is tiny for its size; `extra` chunks come before the data. */
function greyPng(widthPx: number, heightPx: number, extra: Buffer[] = []): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(widthPx, 0);
  header.writeUInt32BE(heightPx, 4);
  header[8] = 1;
  const rows = Buffer.alloc((1 + Math.ceil(widthPx / 8)) * heightPx);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const parts = [chunk("IHDR", header), ...extra, chunk("IDAT", deflateSync(rows))];
  return Buffer.concat([signature, ...parts, chunk("IEND", Buffer.alloc(0))]);
}

function photo(): Promise<Buffer> {
  const noise = { type: "gaussian", mean: 128, sigma: 40 } as const;
  return sharp({ create: { width: 600, height: 400, channels: 3, noise, background: "#808080" } })
    .jpeg()
    .toBuffer();
}

test("a thumbnail is at most 8 kB, also of a picture that compresses badly", async () => {
  const noise = { type: "gaussian", mean: 128, sigma: 80 } as const;
  const size = { width: 1280, height: 720, channels: 3, noise, background: "#808080" } as const;
  const noisy = await sharp({ create: size }).jpeg({ quality: 90 }).toBuffer();
  for (const picture of [noisy, await photo()]) {
    const small = await pool.thumbnail(picture, 8000);
    assert.ok(small.length <= 8000, `${small.length}`);
    const { format, width, height } = await sharp(small).metadata();
    assert.equal(format, "jpeg");
    assert.ok(width >= 96 && width > height);
  }
});

const refused: readonly [what: string, make: () => Promise<Buffer> | Buffer][] = [
  ["no bytes at all", () => Buffer.alloc(0)],
  ["text", () => Buffer.from("hello, this is no picture")],
  ["an SVG, whatever it is called", () => Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>")],
  ["a GIF", () => Buffer.from("R0lGODlhAQABAAAAACwAAAAAAQABAAA=", "base64")],
  ["a JPEG that ends in the middle", async () => (await photo()).subarray(0, 9000)],
  [
    "a JPEG's first bytes before garbage",
    () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(4000, 0x41)]),
  ],
  ["a PNG of 256 megapixels in 30 KB", () => greyPng(16_000, 16_000)],
  [
    "an animated WebP",
    () =>
      sharp(Buffer.concat([Buffer.alloc(12_288, 20), Buffer.alloc(12_288, 220)]), {
        raw: { width: 64, height: 128, channels: 3, pageHeight: 64 },
      })
        .webp({ loop: 0 })
        .toBuffer(),
  ],
  [
    "an animated PNG",
    () => greyPng(64, 64, [chunk("acTL", Buffer.from([0, 0, 0, 2, 0, 0, 0, 0]))]),
  ],
];

for (const [what, make] of refused) {
  test(`${what} is refused as unreadable`, async () => {
    await assert.rejects(pool.prepare(await make(), input, []), { code: "input_unreadable" });
  });
}

test("after all that the pool still reads pictures", async () => {
  const { pixels, widthPx, heightPx, fit } = await pool.prepare(await photo(), input, []);
  assert.deepEqual([widthPx, heightPx, pixels.length], [600, 400, 416 * 416 * 3]);
  assert.deepEqual(fit, { offsetXPx: 0, offsetYPx: 0, widthPx: 416, heightPx: 278 });
  assert.equal(pixels[pixels.length - 1], 114, "the rest is padded");
});

test("a picture that lies on its side is turned upright first", async () => {
  const lying = await sharp(await photo())
    .withMetadata({ orientation: 6 })
    .toBuffer();
  const { widthPx, heightPx } = await pool.prepare(lying, input, []);
  assert.deepEqual([widthPx, heightPx], [400, 600]);
});

test("blue comes first where the model asks for it", async () => {
  const red = await sharp({ create: { width: 50, height: 50, channels: 3, background: "#ff0000" } })
    .png()
    .toBuffer();
  const { pixels } = await pool.prepare(red, { ...input, colour: "bgr", fit: "stretch" }, []);
  assert.deepEqual([...pixels.subarray(0, 3)], [0, 0, 255]);
});

test("a picture that takes too long costs its child and nothing else", async () => {
  const hasty = new ComputePool({ clock: systemClock, deadlineMs: 1 });
  await assert.rejects(hasty.prepare(await photo(), input, []), {
    code: "input_unreadable",
    message: /too long/,
  });
  hasty.stop();
});

test("more pictures than may wait are refused as overload", async () => {
  const small = new ComputePool({ clock: systemClock, maxChildren: 1, maxWaiting: 1 });
  const jpeg = await photo();
  const first = small.prepare(jpeg, input, []);
  const second = small.prepare(jpeg, input, []);
  await assert.rejects(small.prepare(jpeg, input, []), { code: "overloaded" });
  await Promise.all([first, second]);
  small.stop();
});

test("cars in a caller's picture are found and drawn", { skip: noSharedModels }, async (t) => {
  const dir = await mkdtemp(join(tmpdir(), "gatehouse-models-"));
  t.after(() => rm(dir, { recursive: true }));
  const model = installSharedModel(dir, "yolox_nano_416");
  const { vision, stop } = await startVision([dir]);
  t.after(() => stop());
  const folder = join(sharedDir, "images/ibm_cars");
  const [name] = (await readdir(folder)).filter((one) => one.endsWith(".jpg")).toSorted();
  const bytes = await readFile(join(folder, name!));
  const result = await vision.picture({
    bytes,
    model,
    minScore: 0.4,
    labels: ["car"],
    masks: [],
    overlayFor: (detections) => ({
      boxes: detections.map(({ boxNorm, label }) => ({ boxNorm, label, alert: false })),
      zones: [],
    }),
  });
  assert.deepEqual([result.widthPx, result.heightPx], [960, 540]);
  assert.ok(result.detections.length >= 3);
  assert.ok(result.detections.every((one) => one.label === "car" && one.score >= 0.4));
  const { width, height } = await sharp(result.annotatedJpeg).metadata();
  assert.deepEqual([width, height], [960, 540]);
  await assert.rejects(
    vision.picture({
      bytes: Buffer.from("no picture"),
      model,
      minScore: 0.4,
      labels: [],
      masks: [],
      overlayFor: () => ({ boxes: [], zones: [] }),
    }),
    { code: "input_unreadable" },
  );
});

test("a picture cannot be looked at without a model, and the answer says so", async (t) => {
  const { vision, stop } = await startVision();
  t.after(() => stop());
  for (const model of ["motion", "auto", "no-such-model"]) {
    await assert.rejects(
      vision.picture({
        bytes: await photo(),
        model,
        minScore: 0.4,
        labels: [],
        masks: [],
        overlayFor: () => ({ boxes: [], zones: [] }),
      }),
      { code: "model_unavailable" },
    );
  }
});

/** Processes of this one that read pictures. */
async function readers(): Promise<number[]> {
  const tasks = await readdir("/proc/self/task");
  const lists = tasks.map((task) => readFile(`/proc/self/task/${task}/children`, "utf8"));
  const pids = (await Promise.all(lists)).join(" ").split(" ").filter(Boolean).map(Number);
  const lines = pids.map((pid) => readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => ""));
  const commands = await Promise.all(lines);
  return pids.filter((_, at) => commands[at]!.includes("compute/child/main.ts"));
}

test("a reader that somebody kills is replaced, and the picture is read all the same", async () => {
  const own = new ComputePool({ clock: systemClock });
  const others = await readers();
  const reading = own.prepare(await photo(), input, []);
  let victim: number | undefined;
  await until(async () => {
    victim = (await readers()).find((pid) => !others.includes(pid));
    return victim !== undefined;
  });
  process.kill(victim!, "SIGKILL");
  assert.equal((await reading).widthPx, 600);
  own.stop();
});

test("where every reader is killed the box is at fault, not the picture", async (t) => {
  const dir = await tempDir(t);
  const deaths = join(dir, "deaths");
  const preload = join(dir, "die.cjs");
  await writeFile(
    preload,
    `require("node:fs").appendFileSync(${JSON.stringify(deaths)}, "x");
     process.kill(process.pid, "SIGKILL");`,
  );
  requireInReaders(t, preload);
  const own = new ComputePool({ clock: systemClock });
  t.after(() => own.stop());
  await assert.rejects(own.prepare(await photo(), input, []), {
    code: "internal_error",
    retryable: true,
  });
  assert.equal(await readFile(deaths, "utf8"), "xxx");
});

test("where no reader can start the box is at fault, not the picture", async (t) => {
  requireInReaders(t, "/nonexistent/preload.cjs");
  const own = new ComputePool({ clock: systemClock });
  t.after(() => own.stop());
  await assert.rejects(own.prepare(await photo(), input, []), { code: "internal_error" });
});

/** Readers that start from now on run `file` before anything else, until the test ends. */
function requireInReaders(t: TestContext, file: string): void {
  const before = process.env["NODE_OPTIONS"];
  process.env["NODE_OPTIONS"] = `${before ?? ""} --require ${file}`;
  t.after(() => {
    if (before === undefined) delete process.env["NODE_OPTIONS"];
    else process.env["NODE_OPTIONS"] = before;
  });
}
