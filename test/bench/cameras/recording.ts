/**
 * What recording adds to a box that watches cameras anyway. Two appliances watch the same four 720p15 cameras at the
 * same time; one of them records continuously, and they swap roles after every round. The bench divides the
 * difference of their processor time (all processes) by that of as many `ffmpeg -c copy` into files in the same
 * seconds, and takes the median over pairs of rounds. Bound: ratio at most 1.2. Arguments: seconds of a round, pairs
 * of rounds, and `moving` for scenes that are never still.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Appliance, startAppliance } from "../../support/box/appliance.ts";
import { processTimes } from "../../support/box/cpu-time.ts";
import { startRtspServer } from "../../support/cameras/rtsp-server.ts";
import { until } from "../../support/box/wait.ts";

const seconds = Number(process.argv[2] ?? 30);
const pairs = Number(process.argv[3] ?? 3);
const isMoving = process.argv[4] === "moving";
const cameraCount = 4;
const quiet = { pattern: "color=c=gray", filter: "noise=alls=4:allf=t" };
const footage = { size: "1280x720", fps: 15, gop: 30 };

/** CPU seconds of one round by part of the box. */
type Times = Record<string, number>;

function partOf(args: string): string {
  if (args.includes("vision/child")) return "vision";
  if (args.includes("-c:v copy")) return "ingest";
  if (args.includes("ffmpeg")) return "decoding";
  return args.includes("serve") ? "main" : "other";
}

function timesOf({ pid }: Appliance): Times {
  const times: Times = { main: 0, vision: 0, ingest: 0, decoding: 0, other: 0, ended: 0 };
  for (const { args, cpuSec, endedSec } of processTimes(pid)) {
    times[partOf(args)]! += cpuSec;
    times["ended"]! += endedSec;
  }
  return times;
}

function minus(a: Times, b: Times): Times {
  return Object.fromEntries(Object.keys(a).map((part) => [part, a[part]! - b[part]!]));
}

function sum(times: Times): number {
  return Object.values(times).reduce((total, each) => total + each, 0);
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const [low, high] = [(sorted.length - 1) >> 1, sorted.length >> 1];
  return (sorted[low]! + sorted[high]!) / 2;
}

const cameras = await Promise.all(
  Array.from({ length: cameraCount }, () =>
    startRtspServer(isMoving ? footage : { ...footage, ...quiet }),
  ),
);
const boxes = [await startAppliance(), await startAppliance()] as const;
const dir = await mkdtemp(join(tmpdir(), "gatehouse-bench-"));

async function watch(box: Appliance): Promise<void> {
  for (const [index, { url }] of cameras.entries()) {
    await box.post("/api/v1/surveillance/streams", {
      stream_id: `cam-${index}`,
      source: { type: "rtsp", url },
      model: "motion",
      context: { zones: { all: { xyxy: [0, 0, 1, 1] } } },
      behaviors: [{ type: "intrusion", zone: "all" }],
    });
  }
  // Asked less often than the key's quota allows.
  const areSeen = async (): Promise<boolean> => {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const { body } = await box.get("/api/v1/surveillance/streams");
    const streams = body.data.data as { fps_detected: number }[];
    return streams.every(({ fps_detected }) => fps_detected > 0);
  };
  await until(areSeen, { deadlineMs: 60_000, what: "frames" });
}

async function setMode(box: Appliance, mode: "off" | "continuous"): Promise<void> {
  for (const index of cameras.keys()) {
    const answer = await box.fetch(`/api/v1/surveillance/streams/cam-${index}`, {
      method: "PATCH",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ recording: { mode } }),
    });
    if (!answer.ok) throw new Error(await answer.text());
  }
}

for (const box of boxes) await watch(box);
const copies: ChildProcess[] = cameras.map((camera, index) =>
  spawn(
    "ffmpeg",
    `-nostdin -v error -rtsp_transport tcp -i ${camera.url} -c copy -f mp4 -movflags frag_keyframe+empty_moov ${join(dir, `${index}.mp4`)}`.split(
      " ",
    ),
    { stdio: "ignore" },
  ),
);
const bareSec = (): number =>
  copies.reduce((total, { pid }) => total + processTimes(pid!)[0]!.cpuSec, 0);

/** The vision processes: a box that is too busy starts new ones, and such a round says nothing. */
function visionPids(): string {
  const all = boxes.flatMap(({ pid }) => processTimes(pid));
  return all.flatMap(({ pid, args }) => (partOf(args) === "vision" ? [pid] : [])).join(" ");
}

/** What `recorder` took more than the other one, and what the bare copies took. */
async function round(recorder: Appliance, other: Appliance): Promise<[Times, number]> {
  await setMode(other, "off");
  await setMode(recorder, "continuous");
  await new Promise((resolve) => setTimeout(resolve, 3000));
  const pids = visionPids();
  const before = [timesOf(recorder), timesOf(other)] as const;
  const bareBefore = bareSec();
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  const bare = bareSec() - bareBefore;
  if (visionPids() !== pids) {
    console.log("  the machine was so busy that a vision process was replaced: once more");
    return await round(recorder, other);
  }
  const [took, without] = [minus(timesOf(recorder), before[0]), minus(timesOf(other), before[1])];
  const shown = Object.keys(took).map(
    (part) => `${part} ${percent(took[part]!)} / ${percent(without[part]!)}`,
  );
  console.log(`  with / without: ${shown.join(", ")}; bare ${percent(bare)}`);
  return [minus(took, without), bare];
}

const percent = (sec: number): string => `${((sec / seconds / cameraCount) * 100).toFixed(2)} %`;
// What a start costs is not what is measured.
await new Promise((resolve) => setTimeout(resolve, 15_000));
const ratios: number[] = [];
/** Of the main process alone: where scenes move, decoding differs by more than recording takes. */
const mainRatios: number[] = [];
const added: Times[] = [];
for (let pair = 0; pair < pairs; pair += 1) {
  const [first, bareFirst] = await round(boxes[0], boxes[1]);
  const [second, bareSecond] = await round(boxes[1], boxes[0]);
  // The mean of a pair is free of what one box takes more than the other whatever it does.
  const mean = Object.fromEntries(
    Object.keys(first).map((part) => [part, (first[part]! + second[part]!) / 2]),
  );
  added.push(mean);
  const bare = (bareFirst + bareSecond) / 2;
  ratios.push(sum(mean) / bare);
  mainRatios.push(mean["main"]! / bare);
}
for (const copy of copies) copy.kill("SIGKILL");
await Promise.all([...boxes.map((box) => box.stop()), ...cameras.map((camera) => camera.stop())]);
await rm(dir, { recursive: true, force: true });
const byPart = Object.keys(added[0]!).map(
  (part) => `${part} ${percent(median(added.map((each) => each[part]!)))}`,
);
const ratio = median(ratios);
console.log(
  `recording, added per 720p15 camera of a core: ${byPart.join(", ")}; ratio to bare ffmpeg -c copy ${ratio.toFixed(2)} (${ratios.map((each) => each.toFixed(2)).join(", ")}), of the main process alone ${median(mainRatios).toFixed(2)}  bound 1.2`,
);
process.exit(ratio <= 1.2 ? 0 : 1);
