/**
 * An idle 720p15 camera: divides the processor time of the appliance that decodes only key frames by that of the
 * appliance that decodes every frame. Both include the connection to the camera and the ring. Bound: ratio at most
 * 0.5.
 */
import { cpuSec } from "../../support/box/cpu-time.ts";
import { quietStream as stream, startQuietCamera } from "../../support/cameras/quiet-camera.ts";
import { until } from "../../support/box/wait.ts";

const seconds = Number(process.argv[2] ?? 30);

const { camera, box } = await startQuietCamera();
/** Asked less often than the key's quota allows. */
const data = async (): Promise<{ fps_detected: number; idle: boolean }> => {
  await new Promise((resolve) => setTimeout(resolve, 250));
  return (await box.get(stream)).body.data;
};
const measure = async (): Promise<number> => {
  const before = cpuSec(box.pid);
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  return cpuSec(box.pid) - before;
};
await until(async () => (await data()).fps_detected > 3, { deadlineMs: 60_000, what: "frames" });
const full = await measure();
await box.fetch(stream, {
  method: "PATCH",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ motion: { mode: "auto" } }),
});
await until(async () => (await data()).idle, { deadlineMs: 60_000, what: "an idle scene" });
const idle = await measure();
const { idle: isStillIdle } = await data();
await box.stop();
await camera.stop();
const percent = (sec: number): string => `${((sec / seconds) * 100).toFixed(1)} %`;
console.log(
  `idle 720p15 camera: in full ${percent(full)} of a core  at key frames ${percent(idle)}  ratio ${(idle / full).toFixed(2)}  bound 0.50${isStillIdle ? "" : "  (woke meanwhile)"}`,
);
