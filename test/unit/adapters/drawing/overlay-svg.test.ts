import assert from "node:assert/strict";
import { test } from "node:test";
import { escapeXml, overlaySvg } from "../../../../src/adapters/drawing/overlay-svg.ts";
import { fc } from "../../../support/box/properties.ts";

test("no text can leave its place in the drawing", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const safe = escapeXml(text);
      // eslint-disable-next-line no-control-regex -- these are what must not appear
      assert.ok(!/[<>"'\u0000-\u001f\uFFFE\uFFFF]/.test(safe));
      assert.ok(!/&(?!amp;|lt;|gt;|quot;|apos;)/.test(safe));
      assert.ok(safe.isWellFormed());
    }),
  );
});

test("long texts are cut and too many shapes are left out", () => {
  const box = { boxNorm: [0, 0, 1, 1], label: "x".repeat(500), alert: false } as const;
  const svg = overlaySvg({ boxes: Array.from({ length: 5000 }, () => box), zones: [] }, 640, 360);
  assert.ok(svg.length < 200_000, `${svg.length}`);
  assert.ok(!svg.includes("x".repeat(81)));
});

test("a coordinate that is not a number draws at zero instead of breaking the drawing", () => {
  const boxNorm = [Number.NaN, Number.POSITIVE_INFINITY, 0.5, 0.5] as const;
  const svg = overlaySvg({ boxes: [{ boxNorm, label: "", alert: true }], zones: [] }, 640, 360);
  assert.ok(!/NaN|Infinity/.test(svg));
});
