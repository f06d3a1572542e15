/**
 * A quiet 720p15 camera in software, decoded in full: CPU seconds of the whole appliance against
 * bare ffmpeg copying the stream plus bare ffmpeg decoding it to the same frames, in the same run.
 * Bound (issue: numbers): ratio <= 1.25.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { startAppliance } from "../support/appliance.ts";
import { startRtspServer } from "../support/rtsp-server.ts";
import { until } from "../support/wait.ts";

const seconds = Number(process.argv[2] ?? 40);
const ticksPerSec = 100;

function statOf(pid: number): { parent: number; ticks: number } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "latin1");
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    // Fields 4, 14 and 15 of proc(5): parent, user and system time; 16 and 17 of ended children.
    const ticks = fields.slice(11, 15).reduce((sum, each) => sum + Number(each), 0);
    return { parent: Number(fields[1]), ticks };
  } catch {
    return undefined;
  }
}

/** CPU seconds of `root` and everything below it, ended children included. */
function cpuSec(root: number): number {
  const all = new Map<number, { parent: number; ticks: number }>();
  for (const name of readdirSync("/proc")) {
    const stat = /^\d+$/.test(name) ? statOf(Number(name)) : undefined;
    if (stat) all.set(Number(name), stat);
  }
  let ticks = 0;
  for (const [pid, stat] of all) {
    let at: number | undefined = pid;
    while (at !== undefined && at !== root) at = all.get(at)?.parent;
    if (at === root) ticks += stat.ticks;
  }
  return ticks / ticksPerSec;
}

function ffmpeg(args: string): ChildProcess {
  const child = spawn("ffmpeg", ["-nostdin", "-v", "error", ...args.split(" ")], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  child.stdout!.resume();
  return child;
}

const camera = await startRtspServer({
  pattern: "color=c=gray",
  filter: "noise=alls=4:allf=t",
  size: "1280x720",
  fps: 15,
  gop: 30,
});
const box = await startAppliance();
await box.post("/api/v1/surveillance/streams", {
  stream_id: "quiet",
  source: { type: "rtsp", url: camera.url, fps_cap: 5 },
  model: "motion",
  context: { zones: { all: { xyxy: [0, 0, 1, 1] } } },
  behaviors: [{ type: "intrusion", zone: "all" }],
});
await until(
  async () => (await box.get("/api/v1/surveillance/streams/quiet")).body.data.fps_detected > 0,
  { deadlineMs: 60_000, what: "frames" },
);
const copy = ffmpeg(
  `-rtsp_transport tcp -i ${camera.url} -c copy -f mp4 -movflags frag_keyframe+empty_moov pipe:1`,
);
const decode = ffmpeg(
  `-rtsp_transport tcp -i ${camera.url} -vf fps=5,scale=416:234,pad=416:416 -pix_fmt rgb24 -f rawvideo pipe:1`,
);
await new Promise((resolve) => setTimeout(resolve, 5000));
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
