/**
 * The recorder alone, which gets its video from memory (`recording.ts` measures the whole box). Divides its processor
 * time for four cameras, including files, fsync and index, by that of as many `ffmpeg -c copy` of cameras of the same
 * size and rate into files at the same time. Prints the bytes that both have written. Has no bound of its own.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { statSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemClock } from "../../../src/base/core/clock.ts";
import { cpuSec } from "../../support/box/cpu-time.ts";
import { makeRecordings } from "../../support/cameras/make-recordings.ts";
import { makeStore } from "../../support/store/make-store.ts";
import { framesAt, initOf } from "../../support/cameras/recorded-stream.ts";
import { makeClip } from "../../support/cameras/video-fragments.ts";
import { startRtspServer } from "../../support/cameras/rtsp-server.ts";

const seconds = Number(process.argv[2] ?? 40);
const cameraCount = 4;

const cameras = await Promise.all(
  Array.from({ length: cameraCount }, () =>
    startRtspServer({ size: "1280x720", fps: 15, gop: 30 }),
  ),
);
const dir = await mkdtemp(join(tmpdir(), "gatehouse-bench-"));

const footage = { size: "1280x720", fps: 15, gop: 30 };
const clip = await makeClip({ ...footage, seconds: 20, output: ["-b:v", "2M"] });
const ends: (() => unknown)[] = [];
const t = { after: (end: () => unknown) => void ends.push(end) };
const recordings = await makeRecordings(t as Parameters<typeof makeRecordings>[0], {
  store: await makeStore(t as Parameters<typeof makeStore>[0]),
  dir: join(dir, "recordings"),
});
const settings = { mode: "continuous", preSec: 5, postSec: 10, masks: [] } as const;
const recorders = cameras.map((_, index) =>
  recordings.open({ org: "default", streamId: `cam-${index}` }, settings),
);
const copies: ChildProcess[] = cameras.map((camera, index) =>
  spawn(
    "ffmpeg",
    `-nostdin -v error -rtsp_transport tcp -i ${camera.url} -c copy -f mp4 -movflags frag_keyframe+empty_moov ${join(dir, `${index}.mp4`)}`.split(
      " ",
    ),
    { stdio: "ignore" },
  ),
);

/** Frames of the clip over and over, at their pace, or no frame at all. */
async function play(seconds: number, isRecording: boolean): Promise<number> {
  const startMs = systemClock.wallMs();
  const before = process.cpuUsage();
  let frames = framesAt(clip, startMs);
  let round = 0;
  for (let frame = 0; frame < seconds * footage.fps; frame += 1) {
    const index = frame % clip.fragments.length;
    if (index === 0) {
      round += 1;
      frames = framesAt(clip, startMs + (frame * 1000) / footage.fps, round);
      if (isRecording) for (const recorder of recorders) recorder.init(initOf(clip, round));
    }
    if (isRecording) for (const recorder of recorders) recorder.push(frames[index]!);
    const dueMs = startMs + ((frame + 1) * 1000) / footage.fps;
    const waitMs = Math.max(0, dueMs - systemClock.wallMs());
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

await play(5, true);
const bareBefore = copies.reduce((sum, { pid }) => sum + cpuSec(pid!), 0);
const added = await play(seconds, true);
const bare = copies.reduce((sum, { pid }) => sum + cpuSec(pid!), 0) - bareBefore;
const idle = await play(seconds / 4, false);
for (const copy of copies) copy.kill("SIGKILL");
const written = recorders.reduce((sum, each) => sum + each.state().writtenBytes, 0);
const copied = copies.reduce((sum, _, index) => sum + statSync(join(dir, `${index}.mp4`)).size, 0);
for (const end of ends.toReversed()) await end();
await Promise.all(cameras.map((camera) => camera.stop()));
await rm(dir, { recursive: true, force: true });
const recorded = added - idle * 4;
const percent = (sec: number): string => `${((sec / seconds / cameraCount) * 100).toFixed(2)} %`;
const ratio = recorded / bare;
console.log(
  `recording, per 720p15 camera: recorder ${percent(recorded)} of a core, bare ffmpeg -c copy ${percent(bare)}; ratio ${ratio.toFixed(2)} (${(written / 1e6).toFixed(0)} MB and ${(copied / 1e6).toFixed(0)} MB)`,
);
process.exit(0);
