import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readdirSync, readlinkSync } from "node:fs";
import { test } from "node:test";
import { FramePipe, makePipe } from "../../../../src/adapters/vision/child/decoding/frame-pipe.ts";

/** Open pipes of this process. */
function openPipes(): number {
  return readdirSync("/proc/self/fd").filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).includes("gatehouse-frames-");
    } catch {
      return false;
    }
  }).length;
}

/** What a command writes through the pipe, byte count and last byte; paused `pauses` times. */
async function through(command: string, pauses = 0): Promise<{ bytes: number; last: number }> {
  const ended = Promise.withResolvers<void>();
  const seen = { bytes: 0, last: -1 };
  let left = pauses;
  const pipe = FramePipe.open(await makePipe(), {
    onData: (bytes) => {
      seen.bytes += bytes.length;
      seen.last = bytes.at(-1)!;
      if (left-- <= 0) return;
      pipe.pause();
      setImmediate(() => pipe.resume());
    },
    onEnd: () => ended.resolve(),
  });
  spawn("sh", ["-c", command], { stdio: ["ignore", pipe.writeFd, "ignore"] });
  pipe.release();
  await ended.promise;
  return seen;
}

test("a frame pipe gives every byte in order and ends with its child", async () => {
  assert.deepEqual(await through("head -c 3000000 /dev/zero; printf A"), {
    bytes: 3_000_001,
    last: 65,
  });
});

test("a frame pipe that is paused now and then loses nothing", async () => {
  assert.deepEqual(await through("head -c 3000000 /dev/zero; printf B", 20), {
    bytes: 3_000_001,
    last: 66,
  });
});

test("a frame pipe leaves no descriptor behind, ended or destroyed", async () => {
  await through("true");
  const pipe = FramePipe.open(await makePipe(), {
    onData: () => {},
    onEnd: () => assert.fail("a destroyed pipe says nothing"),
  });
  assert.equal(openPipes(), 2);
  pipe.release();
  pipe.destroy();
  await new Promise(setImmediate);
  await new Promise(setImmediate);
  assert.equal(openPipes(), 0);
});
