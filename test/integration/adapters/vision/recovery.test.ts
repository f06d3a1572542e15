import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import type { VisionHost } from "../../../../src/adapters/vision/vision-host.ts";
import { type Clip, makeClip } from "../../../support/cameras/video-fragments.ts";
import {
  childrenOf,
  feed,
  isRunning,
  startVision,
  until,
  watch,
} from "../../../support/perception/vision-watch.ts";

let vision: VisionHost;
let stop: () => Promise<void>;
let long: Clip;

before(async () => {
  ({ vision, stop } = await startVision());
  long = await makeClip({ seconds: 60, gop: 20 });
});
after(() => stop());

for (const [signal, what] of [
  ["SIGKILL", "dies"],
  ["SIGSTOP", "hangs"],
] as const) {
  test(`when the vision process ${what}, its decoders go and streams see again`, async () => {
    const watched = watch(vision);
    const feeding = feed(watched.stream, long);
    await until("a first result", () => watched.results.length > 0);
    const pid = vision.pid!;
    const decoders = childrenOf(pid, "ffmpeg");
    assert.equal(decoders.length, 1);
    process.kill(pid, signal);
    await until("the streams to hear of it", () => watched.health.includes("down"));
    const seen = watched.results.length;
    await until("the streams to hear of the new one", () => watched.health.includes("up"));
    await until("new results", () => watched.results.length > seen + 2);
    assert.notEqual(vision.pid, pid);
    await until("the old processes to be gone", () => ![pid, ...decoders].some(isRunning));
    assert.deepEqual(watched.health, ["down", "up"]);
    const times = watched.results.map((one) => one.ptsSec);
    assert.deepEqual(
      times,
      times.toSorted((a, b) => a - b),
    );
    assert.equal(new Set(times).size, times.length, "no frame is reported twice");
    assert.ok(vision.status().restarts > 0);
    feeding.stop();
    await watched.stream.close();
  });
}

test("patient stills outlive a restart of the vision process, those under way too", async () => {
  const { init, fragments } = long;
  const request = { init, fragments: fragments.slice(0, 1), maxWidthPx: 64 };
  const look = { masks: [], overlay: { boxes: [], zones: [] } };
  const flood = Array.from({ length: 6 }, () =>
    vision.still({ ...request, ...look, isPatient: true }),
  );
  process.kill(vision.pid!, "SIGKILL");
  for (const { jpeg } of await Promise.all(flood)) assert.ok(jpeg.length > 0);
});

test("frames that come while the vision process is down are counted", async () => {
  const { stream, results, health } = watch(vision);
  stream.init(long.init);
  for (const fragment of long.fragments.slice(0, 30)) await stream.push(fragment);
  await until("a first result", () => results.length > 0);
  process.kill(vision.pid!, "SIGKILL");
  await until("the streams to hear of it", () => health.includes("down"));
  for (const fragment of long.fragments.slice(30, 40)) await stream.push(fragment);
  assert.equal(stream.drops().vision_down, 10);
  await until("the newest frame after the restart", () =>
    results.some((one) => one.ptsSec === long.fragments[39]!.ptsSec),
  );
  await stream.close();
});

test("a file loses no frame when the vision process dies in the middle", async () => {
  const clip = await makeClip({ seconds: 12, gop: 20 });
  const { stream, results } = watch(vision, { lossless: true });
  stream.init(clip.init);
  for (const [index, fragment] of clip.fragments.entries()) {
    if (index === 60) process.kill(vision.pid!, "SIGKILL");
    await stream.push(fragment);
  }
  await stream.drain();
  await stream.close();
  assert.deepEqual(
    results.map((one) => one.ptsSec),
    clip.fragments.map((one) => one.ptsSec),
  );
});

test("a killed decoder is a problem of its stream, and another one takes over", async () => {
  const { stream, results, problems, health } = watch(vision);
  const feeding = feed(stream, long);
  await until("a first result", () => results.length > 0);
  const [decoder] = childrenOf(vision.pid!, "ffmpeg");
  process.kill(decoder!, "SIGKILL");
  await until("the problem", () => problems.length > 0);
  assert.equal(problems[0]!.code, "stream_broken");
  const seen = results.length;
  await until("new results", () => results.length > seen + 2);
  assert.deepEqual(health, []);
  feeding.stop();
  await stream.close();
});

test("a stream of garbage is a problem, and other streams never notice", async () => {
  const good = watch(vision);
  const feeding = feed(good.stream, long);
  const bad = watch(vision);
  bad.stream.init(long.init);
  for (const fragment of long.fragments.slice(0, 40)) {
    await bad.stream.push({ ...fragment, bytes: Buffer.alloc(3000, 0xaa) });
  }
  await until("the problem", () => bad.problems.length > 0);
  assert.equal(bad.problems[0]!.code, "stream_broken");
  const seen = good.results.length;
  await until("results of the other stream", () => good.results.length > seen + 3);
  assert.deepEqual(good.problems, []);
  feeding.stop();
  await Promise.all([good.stream.close(), bad.stream.close()]);
});

test("a file that cannot be decoded ends instead of waiting for ever", async () => {
  const { stream, problems } = watch(vision, { lossless: true });
  stream.init({ ...long.init, bytes: Buffer.alloc(4000, 0x55) });
  const pushes = long.fragments.slice(0, 5).map((one) => stream.push(one));
  await Promise.all(pushes);
  await stream.drain();
  await stream.close();
  assert.ok(problems.length >= 3);
});

test("a decoder far behind is moved to the next key frame and the frames are counted", async () => {
  const noise = "nullsrc=size=640x360:rate=10,geq=random(1)*255:128:128";
  const clip = await makeClip({ input: ["-f", "lavfi", "-i", noise], seconds: 3, gop: 10 });
  const { stream, results } = watch(vision);
  stream.init(clip.init);
  for (const fragment of clip.fragments.slice(0, 25)) void stream.push(fragment);
  const behind = stream.drops().decoder_behind;
  assert.ok(behind > 0 && behind < 25, `${behind} frames were skipped`);
  const wanted = clip.fragments[20]!.ptsSec;
  await until("the frames that were taken", () => results.length > 0);
  await new Promise((resolve) => {
    setImmediate(resolve);
  });
  assert.ok(!results.some((one) => one.ptsSec === wanted), "the skipped frames are not reported");
  await until("everything to be taken", () => {
    void stream.push(clip.fragments[20]!);
    return results.some((one) => one.ptsSec === wanted);
  });
  await stream.close();
});

test("nothing survives the appliance when it is killed", async () => {
  const script = fileURLToPath(
    new URL("../../../support/perception/vision-parent.ts", import.meta.url),
  );
  const parent = spawn(process.execPath, [script], { stdio: ["ignore", "pipe", "inherit"] });
  let words = "";
  parent.stdout.setEncoding("utf8").on("data", (text: string) => {
    words += text;
  });
  const line = await until("the process ids", () => /^[\d ]+\n/.exec(words)?.[0]);
  const pids = line.trim().split(" ").map(Number);
  assert.equal(pids.length, 2);
  assert.ok(pids.every(isRunning));
  parent.kill("SIGKILL");
  await until("the children to be gone", () => !pids.some(isRunning));
});

test("stopping ends the vision process and every decoder", async () => {
  const own = await startVision();
  const { stream, results } = watch(own.vision);
  const feeding = feed(stream, long);
  await until("a first result", () => results.length > 0);
  const pid = own.vision.pid!;
  const pids = [pid, ...childrenOf(pid, "ffmpeg")];
  feeding.stop();
  await own.stop();
  await until("all to be gone", () => !pids.some(isRunning));
});
