import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before } from "node:test";
import sharp from "sharp";
import { visionConformance, type VisionUnderTest } from "../../../conformance/vision.ts";
import { installDog } from "../../../support/inference/dog-model.ts";
import { FakeVision } from "../../../support/perception/fake-vision.ts";
import { makeClip } from "../../../support/cameras/video-fragments.ts";
import { startVision } from "../../../support/perception/vision-watch.ts";

let dir: string;
let real: VisionUnderTest;
let fake: VisionUnderTest;
let stop: () => Promise<void>;

before(async () => {
  dir = mkdtempSync(join(tmpdir(), "gatehouse-models-"));
  installDog(dir, "dog-detr");
  const started = await startVision([dir]);
  stop = started.stop;
  const clip = await makeClip();
  const grey = { width: 80, height: 64, channels: 3, background: "#808080" } as const;
  const picture = await sharp({ create: grey }).jpeg().toBuffer();
  real = { vision: started.vision, clip, picture, model: "dog-detr" };
  const dog = { label: "dog", score: 0.9, boxNorm: [0.1, 0.1, 0.5, 0.5] } as const;
  const vision = new FakeVision(() => ({ detections: [dog], motionRatio: 0.1 }));
  fake = { vision, clip, picture, model: "fake" };
});
after(async () => {
  await stop();
  rmSync(dir, { recursive: true });
});

visionConformance("VisionHost", () => real);
visionConformance("FakeVision", () => fake);
