/**
 * What a mission of 1000 steps costs: the processor time of the box while a simulated robot carries it out, as a share of
 * a core, less that of the same box with the robot standing. Each step is a drive of half a metre. Bound: 0.01 of a core.
 * Takes about an hour. Usage: mission-cost.ts [STEPS]
 */
import { startAppliance } from "../../support/box/appliance.ts";
import { cpuSec } from "../../support/box/cpu-time.ts";
import { until } from "../../support/box/wait.ts";

const steps = Number(process.argv[2] ?? 1000);
const idleSec = Math.min(120, 10 + steps / 5);
const boundShare = 0.01;

const box = await startAppliance({
  yaml: `limits: { reads_per_minute: 1000000, creates_per_minute: 1000000 }
robots: [{ id: rover, driver: sim, sim: { start: { frame: map, x: 0, y: 0 }, battery_percent: 100 }, battery_floor_percent: 0 }]`,
});
const pause = async (sec: number): Promise<void> => {
  const endMs = performance.now() + sec * 1000;
  await until(() => performance.now() >= endMs, { deadlineMs: sec * 1000 + 10_000, everyMs: 100 });
};

interface Cost {
  usedSec: number;
  tookSec: number;
}

async function costOf(work: () => Promise<void>): Promise<Cost> {
  const [usedBefore, startMs] = [cpuSec(box.pid), performance.now()];
  await work();
  return { usedSec: cpuSec(box.pid) - usedBefore, tookSec: (performance.now() - startMs) / 1000 };
}

/** The same turns of the robot, so that what has to be compiled is compiled. */
async function mission(count: number): Promise<void> {
  const places = [
    { frame: "map", x: 0.5, y: 0 },
    { frame: "map", x: 0, y: 0 },
  ];
  const task = await box.post("/api/v1/robots/tasks", {
    robot_id: "rover",
    mission: {
      name: `${count} steps`,
      steps: Array.from({ length: count }, (_, at) => ({ type: "go", target: places[at % 2] })),
      max_steps: count,
    },
  });
  if (task.status !== 202)
    throw new Error(`the mission was answered with ${JSON.stringify(task.body)}`);
  const path = `/api/v1/jobs/${task.body.data.job_id}`;
  // Seldom: a look at the job costs processor time of the box, too.
  await until(
    async () => {
      const { status, error } = (await box.get(path)).body.data;
      if (status === "failed") throw new Error(`the mission failed: ${JSON.stringify(error)}`);
      return status === "completed";
    },
    { deadlineMs: 60_000 + count * 15_000, everyMs: 5000, what: "the end of the mission" },
  );
}

await until(async () => (await box.get("/api/v1/robots/rover/status")).body.status === "online", {
  deadlineMs: 60_000,
});
await mission(Math.min(20, steps));
const idle = await costOf(() => pause(idleSec));
const busy = await costOf(() => mission(steps));
await box.stop();
const [idleShare, busyShare] = [idle, busy].map(({ usedSec, tookSec }) => usedSec / tookSec) as [
  number,
  number,
];
const share = busyShare - idleShare;
console.log(
  `a mission of ${steps} steps in ${busy.tookSec.toFixed(0)} s: ${share.toFixed(4)} of a core (${busyShare.toFixed(4)}, standing ${idleShare.toFixed(4)}), ${(((busy.usedSec - idleShare * busy.tookSec) * 1000) / steps).toFixed(1)} ms a step  bound ${boundShare}`,
);
process.exitCode = share <= boundShare ? 0 : 1;
