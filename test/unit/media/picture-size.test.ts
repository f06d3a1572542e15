import assert from "node:assert/strict";
import { test } from "node:test";
import { assetRetention } from "../../../src/base/site-parts.ts";
import type { SiteConfig } from "../../../src/system/config/site-config.ts";
import { aspectRatios } from "../../../src/media/media-terms.ts";
import {
  followsReference,
  nearestRatio,
  requestedRatio,
  wantedPicture,
} from "../../../src/media/picture-size.ts";

test("every ratio has an exact size of every resolution, of about the square's pixels", () => {
  for (const aspect_ratio of aspectRatios.filter((name) => name !== "auto")) {
    const [across, down] = aspect_ratio.split(":").map(Number) as [number, number];
    for (const [resolution, side] of [
      ["1K", 1024],
      ["2K", 2048],
      ["4K", 4096],
    ] as const) {
      const { aspect, size } = wantedPicture({ aspect_ratio, resolution });
      const { widthPx, heightPx } = size!;
      assert.equal(aspect, across / down);
      assert.equal(widthPx * down, heightPx * across, `${aspect_ratio} ${resolution}`);
      assert.ok(widthPx % 8 === 0 && heightPx % 8 === 0);
      const share = (widthPx * heightPx) / side ** 2;
      assert.ok(share > 0.88 && share < 1.14, `${aspect_ratio} ${resolution}: ${share}`);
    }
  }
});

test("without a resolution only the ratio is wanted, and without both nothing", () => {
  assert.deepEqual(wantedPicture({ aspect_ratio: "4:5" }), { aspect: 0.8, size: null });
  assert.deepEqual(wantedPicture({ aspect_ratio: "auto" }), { aspect: null, size: null });
  assert.deepEqual(wantedPicture({}, { widthPx: 3, heightPx: 2 }), { aspect: null, size: null });
});

test("a resolution without a ratio is a square, or has the shape of the first reference", () => {
  const square = { aspect: 1, size: { widthPx: 2048, heightPx: 2048 } };
  for (const output of [
    { resolution: "2K" },
    { resolution: "2K", aspect_ratio: "auto" },
  ] as const) {
    assert.ok(followsReference(output));
    assert.deepEqual(wantedPicture(output), square);
    const wanted = wantedPicture(output, { widthPx: 1370, heightPx: 1000 });
    assert.deepEqual(wanted.size, { widthPx: 2400, heightPx: 1752 });
    assert.equal(requestedRatio(output, wanted), "4:3");
    assert.equal(requestedRatio(output, square), "1:1");
  }
  const given = { resolution: "1K", aspect_ratio: "16:9" } as const;
  assert.ok(!followsReference(given));
  assert.deepEqual(wantedPicture(given, { widthPx: 9, heightPx: 9 }), wantedPicture(given));
  assert.equal(requestedRatio(given, wantedPicture(given)), "16:9");
  assert.equal(requestedRatio({}, wantedPicture({})), "auto");
});

test("a size is known by its ratio, within a hundredth", () => {
  assert.equal(nearestRatio({ widthPx: 1344, heightPx: 768 }, aspectRatios), "auto");
  assert.equal(nearestRatio({ widthPx: 1920, heightPx: 1080 }, aspectRatios), "16:9");
  assert.equal(nearestRatio({ widthPx: 1000, heightPx: 1005 }, aspectRatios), "1:1");
});

test("a generated picture is kept for 14 days at least, and a saved avatar until it is deleted", () => {
  const classesOf = (assetsDays: number) =>
    assetRetention({ retention: { assetsDays, assetsGigabytes: 1 } } as SiteConfig).classes;
  const dayMs = 86_400_000;
  assert.equal(classesOf(1).generated.maxAgeMs, 14 * dayMs);
  assert.equal(classesOf(30).generated.maxAgeMs, 30 * dayMs);
  assert.deepEqual(classesOf(1).avatar, { maxAgeMs: null, isKept: true });
  // Those that go first when there is too much.
  assert.equal(Object.keys(classesOf(1))[0], "generated");
});
