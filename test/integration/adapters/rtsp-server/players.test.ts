import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { SiteTls } from "../../../../src/adapters/tls/site-tls.ts";
import { systemClock } from "../../../../src/base/core/clock.ts";
import { silentLogger } from "../../../../src/base/core/logger.ts";
import { tempDir } from "../../../support/box/temp-dir.ts";
import { startRtspRig } from "../../../support/cameras/rtsp-rig.ts";

const run = promisify(execFile);
const h265 = "-c:v libx265 -x265-params keyint=20:log-level=none -tag:v hvc1".split(" ");

/** Reads 15 frames with ffmpeg and returns codec, size and number of frames. */
async function readWithFfmpeg(url: string, ...options: readonly string[]): Promise<string> {
  const range = ["-v", "error", "-read_intervals", "%+#15", "-count_frames", "-of", "csv=p=0"];
  const shown = ["-show_entries", "stream=codec_name,width,height,nb_read_frames", url];
  const program = [...options, ...range, ...shown];
  const { stdout } = await run("ffprobe", program, { timeout: 60_000 });
  return stdout.trim();
}

const cases = [
  {
    name: "RTP between the messages",
    clip: {},
    options: ["-rtsp_transport", "tcp"],
    codec: "h264",
  },
  { name: "RTP by UDP", clip: {}, options: ["-rtsp_transport", "udp"], codec: "h264" },
  { name: "H.265", clip: { output: h265 }, options: ["-rtsp_transport", "tcp"], codec: "hevc" },
  {
    name: "frames out of order",
    clip: { output: ["-preset", "veryfast", "-bf", "2"] },
    options: ["-rtsp_transport", "tcp"],
    codec: "h264",
  },
];
for (const { name, clip, options, codec } of cases) {
  test(`ffmpeg decodes every frame: ${name}`, async (t) => {
    const rig = await startRtspRig(t, { clip });
    assert.equal(await readWithFfmpeg(rig.signedUrl("yard"), ...options), `${codec},320,180,15`);
    assert.equal(rig.live.readers, 0, "the last reader has closed the video");
  });
}

test("ffmpeg reads over TLS", async (t) => {
  const dir = join(await tempDir(t), "tls");
  const certificate = new SiteTls({ dir, names: () => [], clock: systemClock, log: silentLogger });
  await certificate.start();
  t.after(() => certificate.stop());
  const server = { secure: { port: 0, certificate }, plainPort: undefined };
  const rig = await startRtspRig(t, { server });
  assert.match(rig.signedUrl("yard"), /^rtsps:/);
  assert.equal(await readWithFfmpeg(rig.signedUrl("yard")), "h264,320,180,15");
});

const gstReader = fileURLToPath(new URL("../../../support/cameras/gst-reader.py", import.meta.url));
for (const protocol of ["tcp", "udp"]) {
  test(`GStreamer's rtspsrc reads by ${protocol}`, async (t) => {
    const rig = await startRtspRig(t);
    const program = [gstReader, rig.signedUrl("yard"), protocol, "15"];
    const { stdout } = await run("/usr/bin/python3", program, { timeout: 70_000 });
    assert.equal(stdout.trim(), "320x180");
  });
}
