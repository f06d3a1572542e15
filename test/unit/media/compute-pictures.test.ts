import assert from "node:assert/strict";
import { join } from "node:path";
import { after, test } from "node:test";
import sharp, { type Color } from "sharp";
import { MediaReader } from "../../../src/adapters/compute/media-reader.ts";
import { systemClock } from "../../../src/base/core/clock.ts";
import { checkHead } from "../../../src/media/picture-head.ts";
import { tempDir } from "../../support/box/temp-dir.ts";
import { pngBomb } from "../../support/media/hostile-pictures.ts";

const pool = new MediaReader({ clock: systemClock });
after(() => pool.stop());

function plain(width: number, height: number, background: Color = { r: 200, g: 30, b: 30 }) {
  return sharp({ create: { width, height, channels: 4, background } });
}

test("a photo is sent on upright and smaller, without where and with what it was taken", async () => {
  const photo = await plain(3000, 1500)
    .removeAlpha()
    .withExif({ IFD0: { Make: "Camera" }, IFD3: { GPSLatitude: "47/1 22/1 0/1" } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  assert.ok((await sharp(photo).metadata()).exif);
  const { bytes, mediaType, widthPx, heightPx } = await pool.reference(photo);
  assert.deepEqual(
    { mediaType, widthPx, heightPx },
    { mediaType: "image/jpeg", widthPx: 1024, heightPx: 2048 },
  );
  const { exif, orientation, icc } = await sharp(bytes).metadata();
  assert.deepEqual(
    { exif, orientation, icc },
    { exif: undefined, orientation: undefined, icc: undefined },
  );
});

test("what is transparent stays so, and what only could be does not take its space", async () => {
  const glass = await plain(40, 30, { r: 0, g: 0, b: 0, alpha: 0.5 }).png().toBuffer();
  assert.equal((await pool.reference(glass)).mediaType, "image/png");
  const opaque = await plain(40, 30, { r: 0, g: 0, b: 0, alpha: 1 }).webp().toBuffer();
  assert.equal((await pool.reference(opaque)).mediaType, "image/jpeg");
});

test("what is sent on stays below 2 MB, noise included, read from a file of its own", async (t) => {
  const create = { width: 1500, height: 1500, channels: 3, background: "#777" } as const;
  const noise = { type: "gaussian", mean: 120, sigma: 60 } as const;
  const file = join(await tempDir(t), "blob");
  await sharp({ create: { ...create, noise } })
    .png()
    .toFile(file);
  const { bytes, widthPx } = await pool.reference({ file });
  assert.ok(
    bytes.length < 2_000_000 && widthPx >= 1024,
    `${bytes.length} bytes, ${widthPx} pixels`,
  );
  await assert.rejects(pool.reference({ file: `${file}-gone` }), {
    code: "input_unreadable",
    message: "picture: is no longer stored. Send it again",
  });
});

test("a picture that is as wanted keeps its bytes", async () => {
  const bytes = await plain(800, 1000).webp().toBuffer();
  const finished = await pool.finish(bytes, { aspect: 4 / 5, size: null });
  assert.deepEqual(finished.changes, []);
  assert.deepEqual(Buffer.from(finished.bytes), bytes);
  assert.equal(finished.mediaType, "image/webp");
});

test("a wrong aspect is cropped, a wrong size scaled, and both are told", async () => {
  const bytes = await plain(1536, 1024).png().toBuffer();
  const cropped = await pool.finish(bytes, { aspect: 1, size: null });
  assert.deepEqual(cropped.changes, ["cropped"]);
  assert.deepEqual([cropped.widthPx, cropped.heightPx], [1024, 1024]);
  assert.deepEqual(cropped.sourceSize, { widthPx: 1536, heightPx: 1024 });
  const size = { widthPx: 1824, heightPx: 1216 };
  const scaled = await pool.finish(bytes, { aspect: 1.5, size });
  assert.deepEqual(scaled.changes, ["scaled"]);
  const both = await pool.finish(bytes, { aspect: 1, size: { widthPx: 2048, heightPx: 2048 } });
  assert.deepEqual(both.changes, ["cropped", "scaled"]);
  const { width, height, format } = await sharp(both.bytes).metadata();
  assert.deepEqual({ width, height, format }, { width: 2048, height: 2048, format: "png" });
});

test("a picture that was cut off, animated or made to burst is refused", async () => {
  const jpeg = await sharp(Buffer.alloc(300 * 300 * 3, 7), {
    raw: { width: 300, height: 300, channels: 3 },
  })
    .jpeg()
    .toBuffer();
  const each = ["#f00", "#00f"].map((color) => plain(20, 20, color).png().toBuffer());
  const frames = await sharp(await Promise.all(each), { join: { animated: true } })
    .webp({ loop: 0, delay: [50, 50] })
    .toBuffer();
  const wanted = { aspect: null, size: null };
  for (const bytes of [jpeg.subarray(0, jpeg.length >> 1), frames, pngBomb()]) {
    await assert.rejects(pool.finish(bytes, wanted), { code: "input_unreadable" });
    await assert.rejects(pool.reference(bytes), { code: "input_unreadable" });
  }
  assert.throws(() => checkHead(Buffer.from(frames.subarray(0, 64)), "reference_images[0]"), {
    code: "invalid_request_body",
    param: "reference_images[0]",
    message: /several frames/,
  });
  assert.throws(() => checkHead(pngBomb().subarray(0, 64), "reference_images[1]"), /50 megapixels/);
  checkHead(jpeg.subarray(0, 64), "reference_images[2]");
});
