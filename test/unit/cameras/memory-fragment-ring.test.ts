import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { MemoryFragmentRing } from "../../../src/cameras/memory-fragment-ring.ts";
import type { Fragment, InitSegment } from "../../../src/cameras/source.ts";
import { fc } from "../../support/box/properties.ts";

function init(generation: number): InitSegment {
  const size = { widthPx: 640, heightPx: 360 };
  return { generation, bytes: Buffer.alloc(8), codec: "h264", mimeCodec: null, ...size };
}

function fragment(ptsSec: number, key: boolean, more: Partial<Fragment> = {}): Fragment {
  const wallMs = 1_000_000 + ptsSec * 1000;
  const bytes = Buffer.alloc(100);
  return { generation: 1, ptsSec, durationSec: 0.1, key, bytes, wallMs, ...more };
}

function filled(count: number, gop: number, limits = {}): MemoryFragmentRing {
  const ring = new MemoryFragmentRing(limits);
  ring.begin(init(1));
  for (let at = 0; at < count; at += 1) ring.push(fragment(at / 10, at % gop === 0));
  return ring;
}

const times = (slice: { fragments: readonly Fragment[] } | undefined): number[] | undefined =>
  slice?.fragments.map((each) => each.ptsSec);

suite("fragment ring", () => {
  test("gives the run from the key frame up to the frame that is asked for", () => {
    const ring = filled(10, 5);
    assert.deepEqual(times(ring.gopAt(1, 0.7)), [0.5, 0.6, 0.7]);
    assert.deepEqual(times(ring.gopAt(1, 0.75)), [0.5, 0.6, 0.7]);
    assert.deepEqual(times(ring.gopAt(1, 0.4)), [0, 0.1, 0.2, 0.3, 0.4]);
    assert.deepEqual(times(ring.latestGop()), [0.5, 0.6, 0.7, 0.8, 0.9]);
  });

  test("has nothing for a time that is gone, not yet there, or of another generation", () => {
    const ring = filled(10, 5);
    assert.equal(ring.gopAt(1, -1), undefined);
    assert.equal(ring.gopAt(1, 1.2), undefined);
    assert.equal(ring.gopAt(2, 0.5), undefined);
    assert.equal(new MemoryFragmentRing().latestGop(), undefined);
    assert.equal(new MemoryFragmentRing().init(), undefined);
  });

  test("finds frames that are sent before those shown earlier (B-frames)", () => {
    const ring = new MemoryFragmentRing();
    ring.begin(init(1));
    for (const ptsSec of [0, 0.3, 0.1, 0.2, 0.6, 0.4, 0.5]) {
      ring.push(fragment(ptsSec, ptsSec === 0));
    }
    assert.deepEqual(times(ring.gopAt(1, 0.2)), [0, 0.3, 0.1, 0.2]);
    assert.deepEqual(times(ring.gopAt(1, 0.3)), [0, 0.3]);
    assert.deepEqual(times(ring.gopAt(1, 0.6)), [0, 0.3, 0.1, 0.2, 0.6]);
  });

  test("keeps the seconds it promises and lets older GOPs go", () => {
    const ring = filled(200, 10, { seconds: 5 });
    assert.equal(ring.gopAt(1, 13.9), undefined);
    assert.ok(ring.gopAt(1, 14.9));
    assert.ok(ring.stats().fragments >= 50 && ring.stats().fragments <= 70);
  });

  test("starts with a key frame after every change of generation", () => {
    const ring = filled(7, 5);
    ring.begin(init(2));
    ring.push(fragment(0, false, { generation: 2 }));
    assert.equal(ring.stats().refused, 1);
    assert.deepEqual(times(ring.latestGop()), [0.5, 0.6]);
    ring.push(fragment(0.1, true, { generation: 2 }));
    assert.equal(ring.latestGop()?.init.generation, 2);
    assert.deepEqual(times(ring.gopAt(1, 0.6)), [0.5, 0.6]);
  });

  test("a GOP beyond the byte limit is let go as a whole, and the next one is kept", () => {
    const ring = filled(30, 100, { bytes: 1000 });
    assert.equal(ring.latestGop(), undefined);
    assert.equal(ring.stats().refused, 30);
    ring.push(fragment(3, true));
    assert.deepEqual(times(ring.latestGop()), [3]);
  });

  test("whatever comes in, it stays within its bytes and always starts at a key frame", () => {
    const event = fc.record({ key: fc.boolean(), bytes: fc.nat(400), restart: fc.nat(9) });
    fc.assert(
      fc.property(fc.array(event, { maxLength: 80 }), (events) => {
        const ring = new MemoryFragmentRing({ bytes: 1000, seconds: 2 });
        let generation = 1;
        ring.begin(init(generation));
        for (const [at, { key, bytes, restart }] of events.entries()) {
          if (restart === 0) ring.begin(init((generation += 1)));
          const more = { generation, bytes: Buffer.alloc(bytes) };
          ring.push(fragment(at / 10, key, more));
          assert.ok(ring.stats().bytes <= 1000);
          const slice = ring.latestGop();
          assert.ok(slice === undefined || slice.fragments[0]?.key);
          assert.ok(slice?.fragments.every((x) => x.generation === slice.init.generation) ?? true);
        }
        const { fragments, evicted, refused } = ring.stats();
        assert.equal(fragments + evicted + refused, events.length);
      }),
    );
  });
});
