import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { FfmpegProcess, redact } from "../../../../src/adapters/ffmpeg/ffmpeg-process.ts";
import { until } from "../../../support/box/wait.ts";

const endless = ["-re", "-f", "lavfi", "-i", "testsrc2=size=64x48:rate=25"];
const raw = ["-f", "rawvideo", "pipe:1"];

suite("supervised ffmpeg", () => {
  test("what it writes can be read, and its end is reported once", async () => {
    const input = ["-f", "lavfi", "-i", "color=size=16x16:rate=5", "-frames:v", "3"];
    const child = FfmpegProcess.start({ args: [...input, "-pix_fmt", "gray", ...raw] });
    let bytes = 0;
    for await (const chunk of child.stdout as AsyncIterable<Buffer>) bytes += chunk.length;
    const exit = await child.exited;
    assert.equal(bytes, 3 * 16 * 16);
    assert.deepEqual(exit, { code: 0, signal: null, stopped: false, spawnError: null });
    assert.equal(child.stderrTail(), "");
  });

  test("a program that is missing is an exit with a coded error", async () => {
    const child = FfmpegProcess.start({ program: "no-such-ffmpeg", args: [] });
    child.stdout.resume();
    const exit = await child.exited;
    assert.equal(exit.spawnError?.code, "child_failed");
    await child.stop();
  });

  test("stop ends it also while nobody reads its pipe", async () => {
    const child = FfmpegProcess.start({ args: [...endless, ...raw] });
    await until(() => child.stdout.readableLength > 0);
    await Promise.all([child.stop(), child.stop()]);
    assert.equal((await child.exited).stopped, true);
  });

  test("a process that ignores SIGTERM is killed after the deadline", async () => {
    const child = FfmpegProcess.start({ args: [...endless, ...raw], killAfterMs: 100 });
    await until(() => child.stdout.readableLength > 0);
    process.kill(child.pid!, "SIGSTOP");
    await child.stop();
    assert.equal((await child.exited).signal, "SIGKILL");
  });

  test("its complaints are kept without secrets, and without end they stay small", async () => {
    const url = "rtsp://user:canary%20pass@127.0.0.1:1/canary";
    const child = FfmpegProcess.start({ args: ["-i", url, ...raw], secrets: ["canary pass"] });
    child.stdout.resume();
    await child.exited;
    assert.match(child.stderrTail(), /refused/i);
    assert.doesNotMatch(child.stderrTail(), /canary(%20| )pass|user:/);
    const args = ["-v", "trace", ...endless.slice(1), "-t", "20", "-f", "null", "-"];
    const chatty = FfmpegProcess.start({ args });
    chatty.stdout.resume();
    await chatty.exited;
    assert.ok(chatty.stderrTail().length > 1000);
    assert.ok(chatty.stderrTail().length <= 16_384);
  });

  test("redaction knows plain and encoded secrets and any user info", () => {
    const text = "a p@ss b p%40ss rtsp://u:v@host/x rtsp://host/y";
    assert.equal(redact(text, ["p@ss", ""]), "a *** b *** rtsp://***@host/x rtsp://host/y");
  });
});
