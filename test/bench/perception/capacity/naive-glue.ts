import { type ChildProcess, spawn } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";
import * as ort from "onnxruntime-node";
import { fitPicture } from "../../../../src/adapters/inference/onnx/fit.ts";
import { TensorWriter } from "../../../../src/adapters/inference/onnx/tensor.ts";
import type { InstalledModel } from "../../../../src/perception/models/installed-model.ts";

/** What many write first: one ffmpeg for each camera to RGB, and one ONNX Runtime that takes the newest pictures. */
export interface NaiveGlue {
  /** Adds a camera of 1280×720; resolves after its first look. */
  add(url: string): Promise<void>;
  /** Removes the camera that came last. */
  remove(): Promise<void>;
  /** Measures for a time; resolves with the looks per second of the slowest camera. */
  slowest(ms: number): Promise<number>;
  stop(): Promise<void>;
}

interface Camera {
  child: ChildProcess;
  newest: Buffer | undefined;
  looks: number;
}

/** Starts the glue with `model`, at most `looksPerSec` pictures per second of each camera. */
export async function startNaiveGlue(
  model: InstalledModel,
  looksPerSec: number,
): Promise<NaiveGlue> {
  const { input } = model.manifest;
  const session = await ort.InferenceSession.create(model.filePath);
  const writer = new TensorWriter(input);
  const cameras: Camera[] = [];
  let isOver = false;
  const looking = (async () => {
    while (!isOver) {
      const ready = cameras.filter(({ newest }) => newest !== undefined);
      if (ready.length === 0) await wait(5);
      for (const camera of ready) {
        const data = writer.write([camera.newest!]) as Float32Array;
        camera.newest = undefined;
        await session.run({ [input.name]: new ort.Tensor(input.dtype, data, writer.dims(1)) });
        camera.looks += 1;
      }
    }
  })();
  return {
    async add(url) {
      const camera = startCamera(url, { input, looksPerSec });
      cameras.push(camera);
      while (camera.looks === 0 && camera.child.exitCode === null) await wait(50);
      if (camera.looks === 0) throw new Error(`ffmpeg ended at ${url}`);
    },
    async remove() {
      cameras.pop()?.child.kill("SIGKILL");
    },
    async slowest(ms) {
      const before = cameras.map(({ looks }) => looks);
      await wait(ms);
      return Math.min(...cameras.map(({ looks }, at) => ((looks - before[at]!) * 1000) / ms));
    },
    async stop() {
      isOver = true;
      for (const { child } of cameras) child.kill("SIGKILL");
      await looking;
    },
  };
}

function startCamera(
  url: string,
  { input, looksPerSec }: { input: InstalledModel["manifest"]["input"]; looksPerSec: number },
): Camera {
  const fit = fitPicture(input, 1280, 720);
  const filter = [
    `fps=${looksPerSec}`,
    `scale=${fit.widthPx}:${fit.heightPx}:flags=bilinear,format=${input.colour}24`,
    `pad=${input.width}:${input.height}:${fit.offsetXPx}:${fit.offsetYPx}`,
  ].join(",");
  const args = ["-v", "error", "-rtsp_transport", "tcp", "-i", url, "-vf", filter];
  const child = spawn("ffmpeg", [...args, "-f", "rawvideo", "-"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const camera: Camera = { child, newest: undefined, looks: 0 };
  const sizeBytes = input.width * input.height * 3;
  let chunks: Buffer[] = [];
  let length = 0;
  child.stdout.on("data", (chunk: Buffer) => {
    chunks.push(chunk);
    length += chunk.length;
    while (length >= sizeBytes) {
      const all = Buffer.concat(chunks);
      camera.newest = all.subarray(0, sizeBytes);
      chunks = [all.subarray(sizeBytes)];
      length -= sizeBytes;
    }
  });
  return camera;
}
