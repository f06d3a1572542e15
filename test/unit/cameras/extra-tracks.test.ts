import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { setImmediate as settle } from "node:timers/promises";
import type { CameraLease, CameraWatcher } from "../../../src/cameras/camera.ts";
import { CameraRegistry } from "../../../src/cameras/camera-registry.ts";
import type { Fragment, InitSegment, SourceSpec } from "../../../src/cameras/source.ts";
import { silentLogger } from "../../../src/base/core/logger.ts";
import { FakeClock } from "../../support/box/fake-clock.ts";
import { FakeIngest } from "../../support/cameras/fake-ingest.ts";

const silent: SourceSpec = { kind: "rtsp", url: "rtsp://10.0.0.5/live" };
const loud: SourceSpec = { ...silent, sound: true };

class Reader implements CameraWatcher {
  readonly inits: InitSegment[] = [];
  readonly fragments: Fragment[] = [];
  onInit(init: InitSegment): void {
    this.inits.push(init);
  }
  onFragment(fragment: Fragment): void {
    this.fragments.push(fragment);
  }
  onStatus(): void {}
  /** True where the newest header and frame have sound. */
  get hears(): [boolean, boolean] {
    return [this.inits.at(-1)?.sound !== undefined, this.fragments.at(-1)?.sound !== undefined];
  }
}

function setUp() {
  const clock = new FakeClock();
  const ingest = new FakeIngest();
  const registry = new CameraRegistry({ ingest, clock, log: silentLogger });
  const join = (source: SourceSpec): { reader: Reader; lease: CameraLease } => {
    const reader = new Reader();
    return { reader, lease: registry.acquire(source, reader) };
  };
  /** The newest connection begins with a key frame. */
  const play = async (): Promise<void> => {
    await settle();
    ingest.last.init();
    void ingest.last.frame(0, true);
  };
  const pass = async (ms: number): Promise<void> => {
    clock.advance(ms);
    await settle();
  };
  const open = (): FakeIngest["runs"] => ingest.runs.filter((run) => !run.ended);
  return { ingest, registry, join, play, pass, open };
}

suite("one connection for streams with and without sound", () => {
  test("only those that want the sound get it: frames, header, ring and status", async () => {
    const { registry, join, play, open } = setUp();
    const [first, second] = [join(loud), join(silent)];
    await play();
    assert.equal(open().length, 1);
    assert.equal(registry.totals().sources, 1);
    assert.deepEqual(
      [first.reader.hears, second.reader.hears],
      [
        [true, true],
        [false, false],
      ],
    );
    assert.ok(first.lease.ring.init()!.sound && first.lease.status().sound);
    const { ring } = second.lease;
    assert.equal(ring.init()!.sound, undefined);
    assert.equal(ring.latestGop()!.init.sound, undefined);
    assert.equal(ring.latestGop()!.fragments[0]!.sound, undefined);
    const { generation } = ring.init()!;
    assert.equal(ring.gopAt(generation, 0)!.fragments[0]!.sound, undefined);
    assert.equal(second.lease.status().sound, undefined);
  });

  test("the first that wants sound makes the connection anew, with sound", async () => {
    const { ingest, join, play, open } = setUp();
    const first = join(silent);
    await play();
    assert.equal(ingest.last.source.sound, undefined);
    const second = join(loud);
    await play();
    assert.equal(ingest.runs.length, 2);
    assert.deepEqual(open(), [ingest.last]);
    assert.equal(ingest.last.source.sound, true);
    assert.deepEqual(
      [first.reader.hears, second.reader.hears],
      [
        [false, false],
        [true, true],
      ],
    );
    const { state, connects } = first.lease.status();
    assert.deepEqual({ state, connects }, { state: "online", connects: 2 });
  });

  test("the sound ends a second after the last that wanted it left", async () => {
    const { ingest, join, play, pass, open } = setUp();
    const [first, second] = [join(loud), join(silent)];
    await play();
    await first.lease.release();
    await pass(900);
    assert.equal(ingest.runs.length, 1);
    await pass(200);
    await play();
    assert.deepEqual(open(), [ingest.last]);
    assert.equal(ingest.last.source.sound, undefined);
    assert.deepEqual(second.reader.hears, [false, false]);
  });

  test("a stream that leaves and comes back within a second makes no new connection", async () => {
    const { ingest, join, play, pass } = setUp();
    const first = join(loud);
    join(silent);
    await play();
    await first.lease.release();
    const again = join(loud);
    await pass(1500);
    assert.equal(ingest.runs.length, 1);
    assert.deepEqual(again.reader.hears, [true, true]);
  });
});
