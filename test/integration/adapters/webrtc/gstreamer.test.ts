import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { type TestContext, test } from "node:test";
import { fileURLToPath } from "node:url";
import { startWebrtcRig } from "../../../support/cameras/webrtc/webrtc-rig.ts";

const program = fileURLToPath(
  new URL("../../../support/cameras/webrtc/gst-viewer.py", import.meta.url),
);

/** Lets webrtcbin view a camera until 20 buffers of each of `kinds` are decoded. */
async function viewWithGstreamer(
  t: TestContext,
  { hasTone, kinds }: { hasTone: boolean; kinds: readonly string[] },
): Promise<Record<string, number>> {
  const rig = await startWebrtcRig(t, { hasTone });
  const viewer = spawn("/usr/bin/python3", [program, ...kinds], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  t.after(() => viewer.kill("SIGKILL"));
  const lines = createInterface({ input: viewer.stdout })[Symbol.asyncIterator]();
  const next = async (): Promise<unknown> => {
    const { value } = await lines.next();
    assert.ok(value !== undefined, "the viewer has ended");
    return JSON.parse(value);
  };
  const opened = await rig.open((await next()) as string);
  viewer.stdin.write(`${JSON.stringify(opened.answer)}\n`);
  const counts = (await next()) as Record<string, number>;
  opened.close();
  return counts;
}

test("GStreamer's webrtcbin, which whepsrc is built on, plays a camera without sound that it asks for", async (t) => {
  const counts = await viewWithGstreamer(t, { hasTone: false, kinds: ["video"] });
  assert.ok(counts["video"]! >= 20, JSON.stringify(counts));
});

test("GStreamer's webrtcbin plays a camera's picture and sound", async (t) => {
  const counts = await viewWithGstreamer(t, { hasTone: true, kinds: ["video", "audio"] });
  assert.ok(counts["video"]! >= 20 && counts["audio"]! >= 20, JSON.stringify(counts));
});
