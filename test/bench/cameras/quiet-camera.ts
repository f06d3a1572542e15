/**
 * A 720p15 camera in which nothing moves, decoded in full by software. Divides the processor time of the whole
 * appliance by that of two bare ffmpeg in the same run: one copies the stream, one decodes it to the same frames.
 * Bound: ratio at most 1.25.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { cpuSec } from "../../support/box/cpu-time.ts";
import { quietStream, startQuietCamera } from "../../support/cameras/quiet-camera.ts";
import { until } from "../../support/box/wait.ts";

const seconds = Number(process.argv[2] ?? 40);
function ffmpeg(args: string): ChildProcess {
  const child = spawn("ffmpeg", ["-nostdin", "-v", "error", ...args.split(" ")], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  child.stdout!.resume();
  return child;
}

const { camera, box } = await startQuietCamera();
await until(async () => (await box.get(quietStream)).body.data.fps_detected > 0, {
  deadlineMs: 60_000,
  what: "frames",
});
const copy = ffmpeg(
  `-rtsp_transport tcp -i ${camera.url} -c copy -f mp4 -movflags frag_keyframe+empty_moov pipe:1`,
);
const decode = ffmpeg(
  `-rtsp_transport tcp -i ${camera.url} -vf fps=5,scale=416:234,pad=416:416 -pix_fmt rgb24 -f rawvideo pipe:1`,
);
// A camera runs for days: code that V8 has not compiled yet does not count.
await new Promise((resolve) => setTimeout(resolve, 45_000));
const at = (): number[] => [box.pid, copy.pid!, decode.pid!].map(cpuSec);
const before = at();
await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
const [appliance, copying, decoding] = at().map((after, i) => after - before[i]!) as [
  number,
  number,
  number,
];
copy.kill("SIGKILL");
decode.kill("SIGKILL");
await box.stop();
await camera.stop();
const percent = (sec: number): string => `${((sec / seconds) * 100).toFixed(1)} %`;
console.log(
  `quiet 720p15 camera: appliance ${percent(appliance)} of a core  bare copy ${percent(copying)} + bare decode ${percent(decoding)}  ratio ${(appliance / (copying + decoding)).toFixed(2)}  bound 1.25`,
);
