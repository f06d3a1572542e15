import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { VisionHost } from "../../../../src/adapters/vision/vision-host.ts";
import { makeClip } from "../../../support/cameras/video-fragments.ts";
import {
  childrenOf,
  feed,
  startVision,
  until,
  watch,
} from "../../../support/perception/vision-watch.ts";

let vision: VisionHost;
let stop: () => Promise<void>;

before(async () => {
  ({ vision, stop } = await startVision());
});
after(() => stop());

test("a stream that is not analysed has a decoder only while somebody watches its live view", async () => {
  const input = ["-f", "lavfi", "-i", "testsrc2=size=320x180:rate=10"];
  const clip = await makeClip({ input, seconds: 30, gop: 10 });
  const { streamId, stream, results } = watch(vision, { isAnalysed: false });
  const fed = feed(stream, clip);
  const decoders = (): number => childrenOf(vision.pid!, "ffmpeg").length;
  assert.equal(decoders(), 0);
  const jpegs: Uint8Array[] = [];
  const overlay = () => ({ boxes: [], zones: [] });
  const view = vision.live(streamId, {
    fps: 5,
    maxWidthPx: 160,
    overlay,
    onJpeg: (jpeg) => void jpegs.push(jpeg),
  });
  await until("a live picture", () => jpegs.length > 2);
  assert.equal(decoders(), 1);
  stream.reconfigure({ fpsCap: 2, model: "other" });
  view.close();
  await until("the end of the decoder", () => decoders() === 0);
  assert.deepEqual([results.length, stream.idleGopSec()], [0, null]);
  fed.stop();
  await stream.close();
});
