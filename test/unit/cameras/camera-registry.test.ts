import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { setImmediate as settle } from "node:timers/promises";
import type { CameraLease, CameraWatcher } from "../../../src/cameras/camera.ts";
import { CameraRegistry } from "../../../src/cameras/camera-registry.ts";
import type { SourceProblem, SourceSpec } from "../../../src/cameras/source.ts";
import { silentLogger } from "../../../src/base/core/logger.ts";
import { FakeClock } from "../../support/box/fake-clock.ts";
import { FakeIngest } from "../../support/cameras/fake-ingest.ts";

const camera: SourceSpec = { kind: "rtsp", url: "rtsp://10.0.0.5/live" };
const away: SourceProblem = { code: "stream_unreachable", message: "It does not answer." };
const changed: SourceProblem = { code: "stream_changed", message: "It changed." };

class Recorder implements CameraWatcher {
  readonly log: string[] = [];
  wait: Promise<void> | undefined;
  onInit(init: { generation: number; widthPx: number }): void {
    this.log.push(`init ${init.generation}:${init.widthPx}`);
  }
  onFragment(fragment: { generation: number; ptsSec: number }): void | Promise<void> {
    this.log.push(`${fragment.generation}@${fragment.ptsSec}`);
    return this.wait;
  }
  onStatus(status: { state: string; problem: SourceProblem | null }): void {
    this.log.push(status.problem ? `${status.state} ${status.problem.code}` : status.state);
  }
  take(): string[] {
    return this.log.splice(0);
  }
}

/** Lets time pass, and what it starts settle. */
async function pass(clock: FakeClock, ms: number): Promise<void> {
  await settle();
  clock.advance(ms);
  await settle();
}

function setUp(random = () => 0.5) {
  const clock = new FakeClock();
  const ingest = new FakeIngest();
  const registry = new CameraRegistry({ ingest, clock, log: silentLogger, random });
  const recorder = new Recorder();
  const acquire = (source = camera, watcher: CameraWatcher = recorder): CameraLease =>
    registry.acquire(source, watcher);
  return { clock, ingest, registry, recorder, acquire };
}

suite("supervised sources", () => {
  test("one camera has one connection whoever watches it, until the last one leaves", async () => {
    const { clock, ingest, registry, acquire } = setUp();
    const first = acquire();
    const second = acquire(camera, new Recorder());
    const other = acquire({ ...camera, password: "x" }, new Recorder());
    await pass(clock, 0);
    assert.equal(ingest.runs.length, 2);
    await first.release();
    await first.release();
    assert.equal(ingest.runs[0]!.stopped, 0);
    await second.release();
    assert.equal(ingest.runs[0]!.stopped, 1);
    await other.release();
    assert.equal(registry.totals().sources, 0);
    acquire();
    assert.equal(ingest.runs.length, 3);
  });

  test("is online from the first picture and counts what arrives", async () => {
    const { clock, ingest, recorder, acquire } = setUp();
    const lease = acquire();
    await pass(clock, 0);
    ingest.last.init();
    for (let at = 0; at < 100; at += 1) {
      void ingest.last.frame(at / 10, at % 10 === 0);
      await pass(clock, 100);
    }
    assert.deepEqual(recorder.take().slice(0, 4), ["starting", "init 1:640", "online", "1@0"]);
    const status = lease.status();
    assert.equal(status.state, "online");
    assert.equal(Math.round(status.fpsIn), 10);
    assert.deepEqual([status.codec, status.widthPx, status.heightPx], ["h264", 640, 360]);
    assert.equal(status.connects, 1);
  });

  test("someone who comes later gets the header and the newest GOP before anything newer", async () => {
    const { clock, ingest, acquire } = setUp();
    acquire();
    await pass(clock, 0);
    ingest.last.init();
    for (const [ptsSec, key] of [
      [0, true],
      [0.1, false],
      [0.2, true],
      [0.3, false],
    ] as const) {
      void ingest.last.frame(ptsSec, key);
    }
    const late = new Recorder();
    acquire(camera, late);
    assert.deepEqual(late.log, []);
    await pass(clock, 0);
    void ingest.last.frame(0.4);
    assert.deepEqual(late.log, ["online", "init 1:640", "1@0.2", "1@0.3", "1@0.4"]);
  });

  test("tries again after 0.5, 1, 2 … 30 s, and from 0.5 s again after 30 s of health", async () => {
    const { clock, ingest, acquire, recorder } = setUp();
    const lease = acquire();
    await pass(clock, 0);
    const waits: number[] = [];
    for (let round = 0; round < 9; round += 1) {
      ingest.last.end(away);
      const before = ingest.runs.length;
      let waited = 0;
      while (ingest.runs.length === before) {
        await pass(clock, 100);
        waited += 100;
      }
      waits.push(waited);
    }
    assert.deepEqual(waits, [500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
    assert.deepEqual(recorder.take(), ["starting", "offline stream_unreachable"]);
    ingest.last.init();
    void ingest.last.frame(0, true);
    for (let at = 1; at <= 31; at += 1) {
      await pass(clock, 1000);
      void ingest.last.frame(at, true);
    }
    assert.equal(lease.status().state, "online");
    ingest.last.end(away);
    const before = ingest.runs.length;
    await pass(clock, 500);
    assert.equal(ingest.runs.length, before + 1);
    assert.equal(lease.status().connects, 11);
  });

  test("a camera that returns after an hour is connected within a second, and its delays begin again", async () => {
    const { clock, ingest, acquire } = setUp();
    acquire();
    await pass(clock, 0);
    for (let second = 0; second < 3600; second += 1) {
      if (!ingest.last.ended) ingest.last.end(away);
      await pass(clock, 1000);
    }
    assert.ok(ingest.runs.length < 200, "no more connections than by the delays alone");
    assert.ok(ingest.asked > 3000);
    if (!ingest.last.ended) ingest.last.end(away);
    const before = ingest.runs.length;
    ingest.isThere = true;
    await pass(clock, 1000);
    assert.equal(ingest.runs.length, before + 1);
    // It listens, but its stream is not there yet.
    ingest.last.end({ code: "stream_not_found", message: "Not yet." });
    await pass(clock, 500);
    assert.equal(ingest.runs.length, before + 2);
  });

  test("a camera that answers and fails is not hammered", async () => {
    for (const [problem, most] of [
      [away, 9],
      [{ code: "stream_not_found", message: "No such path." }, 9],
      [{ code: "stream_auth_failed", message: "Wrong password." }, 5],
    ] as const) {
      const { clock, ingest, acquire } = setUp();
      ingest.isThere = true;
      acquire();
      await pass(clock, 0);
      for (let tenth = 0; tenth < 600; tenth += 1) {
        if (!ingest.last.ended) ingest.last.end(problem);
        await pass(clock, 100);
      }
      assert.ok(ingest.runs.length <= most, `${problem.code}: ${ingest.runs.length} in a minute`);
      assert.ok(ingest.runs.length >= 4, `${problem.code}: ${ingest.runs.length} in a minute`);
    }
  });

  test("delays are spread by a fifth either way, so that cameras do not come back at once", async () => {
    for (const [random, expected] of [
      [0, 400],
      [1, 600],
    ] as const) {
      const { clock, ingest, acquire } = setUp(() => random);
      acquire();
      await pass(clock, 0);
      ingest.last.end(away);
      await pass(clock, expected - 1);
      assert.equal(ingest.runs.length, 1);
      await pass(clock, 2);
      assert.equal(ingest.runs.length, 2);
    }
  });

  test("a connection that stays silent is given up and replaced", async () => {
    const { clock, ingest, recorder, acquire } = setUp();
    acquire();
    await pass(clock, 0);
    ingest.last.init();
    void ingest.last.frame(0, true);
    void ingest.last.frame(1, true);
    recorder.take();
    await pass(clock, 2900);
    assert.deepEqual(recorder.take(), []);
    await pass(clock, 500);
    assert.deepEqual(recorder.take(), ["offline stream_stalled"]);
    assert.equal(ingest.runs[0]!.stopped, 1);
    await pass(clock, 600);
    ingest.last.init();
    void ingest.last.frame(0, true);
    assert.deepEqual(recorder.take(), ["init 2:640", "online", "2@0"]);
  });

  test("a change of format starts a new generation at once and is not an outage", async () => {
    const { clock, ingest, recorder, acquire } = setUp();
    const lease = acquire();
    await pass(clock, 0);
    ingest.last.init();
    void ingest.last.frame(5, true);
    ingest.last.end(changed);
    await pass(clock, 1);
    ingest.last.init({ widthPx: 320, heightPx: 240 });
    void ingest.last.frame(0, true);
    assert.deepEqual(recorder.take(), [
      "starting",
      "init 1:640",
      "online",
      "1@5",
      "init 2:320",
      "2@0",
    ]);
    assert.equal(lease.status().widthPx, 320);
    assert.ok(lease.ring.gopAt(1, 5));
    assert.ok(lease.ring.gopAt(2, 0));
  });

  test("a camera that changes again and again is treated as a broken one", async () => {
    const { clock, ingest, recorder, acquire } = setUp();
    acquire();
    await pass(clock, 0);
    for (let round = 0; round < 6; round += 1) {
      ingest.last.init();
      void ingest.last.frame(0, true);
      ingest.last.end(changed);
      await pass(clock, 1);
    }
    assert.equal(recorder.log.at(-1), "offline stream_changed");
  });

  test("a jump of the camera's clock starts a new generation without a new connection", async () => {
    const { clock, ingest, recorder, acquire } = setUp();
    acquire();
    await pass(clock, 0);
    ingest.last.init();
    void ingest.last.frame(0, true);
    await pass(clock, 100);
    void ingest.last.frame(86_400, true);
    assert.deepEqual(recorder.log.slice(-2), ["init 2:640", "2@86400"]);
    assert.equal(ingest.runs.length, 1);
  });

  test("whoever sees a frozen picture can have the connection replaced", async () => {
    const { clock, ingest, recorder, acquire } = setUp();
    const lease = acquire();
    await pass(clock, 0);
    ingest.last.init();
    void ingest.last.frame(0, true);
    lease.reconnect({ code: "stream_frozen", message: "It shows the same picture." });
    void ingest.runs[0]!.frame(0.1);
    assert.equal(recorder.log.at(-1), "offline stream_frozen");
    lease.reconnect(away);
    assert.equal(lease.status().problem?.code, "stream_frozen");
    await pass(clock, 500);
    assert.equal(ingest.runs.length, 2);
    assert.equal(ingest.runs[0]!.stopped, 1);
  });

  test("what one watcher throws hurts neither the ring nor the others", async () => {
    const { clock, ingest, recorder, acquire } = setUp();
    const broken: CameraWatcher = {
      onInit: () => assert.fail("broken"),
      onFragment: () => Promise.reject(new assert.AssertionError({ message: "broken" })),
      onStatus: () => assert.fail("broken"),
    };
    acquire(camera, broken);
    const lease = acquire();
    await pass(clock, 0);
    ingest.last.init();
    void ingest.last.frame(0, true);
    await pass(clock, 0);
    assert.ok(recorder.log.includes("1@0"));
    assert.equal(lease.ring.latestGop()?.fragments.length, 1);
  });

  test("a file is read once per lease, waits for its watcher, and ends", async () => {
    const { clock, ingest, recorder, acquire } = setUp();
    const file: SourceSpec = { kind: "file", url: "/media/a.mp4" };
    const gate = Promise.withResolvers<void>();
    recorder.wait = gate.promise;
    const lease = acquire(file);
    acquire(file, new Recorder());
    await pass(clock, 60_000);
    assert.equal(ingest.runs.length, 2);
    assert.deepEqual(recorder.take(), ["starting", "init 1:640", "online", "1@0"]);
    recorder.wait = undefined;
    gate.resolve();
    await pass(clock, 0);
    assert.deepEqual(recorder.take(), ["1@0.1", "1@0.2", "1@0.3", "1@0.4", "ended"]);
    await pass(clock, 60_000);
    assert.equal(ingest.runs.length, 2);
    assert.equal(lease.status().problem, null);
  });

  test("a file that cannot be read ends with its problem and is not tried again", async () => {
    const { clock, ingest, recorder, acquire } = setUp();
    acquire({ kind: "file", url: "/media/missing.mp4" });
    await pass(clock, 60_000);
    assert.deepEqual(recorder.log, ["starting", "ended stream_not_found"]);
    assert.equal(ingest.runs.length, 1);
  });

  test("after stop nothing connects, also not in the middle of a delay", async () => {
    const { clock, ingest, registry, acquire } = setUp();
    const lease = acquire();
    await pass(clock, 0);
    ingest.last.end(away);
    await registry.stop();
    await registry.stop();
    await pass(clock, 60_000);
    assert.equal(ingest.runs.length, 1);
    assert.equal(ingest.asked, 0);
    assert.throws(() => acquire(), { code: "shutting_down" });
    await lease.release();
  });
});
