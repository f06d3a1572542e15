import { join } from "node:path";
import type { TestContext } from "node:test";
import { FileBlobs } from "../../../src/adapters/files/file-blobs.ts";
import type { RobotTaskRequest } from "../../../src/robots/missions/mission-document.ts";
import type { Missions } from "../../../src/robots/missions/module.ts";
import type { RobotRunRequest } from "../../../src/robots/tasks/run-document.ts";
import { silentLogger } from "../../../src/base/core/logger.ts";
import type { Job } from "../../../src/base/jobs/job.ts";
import { Jobs } from "../../../src/base/jobs/jobs.ts";
import type { RunVision, TextPlanner } from "../../../src/robots/tasks/ports.ts";
import type { TaskRunService } from "../../../src/robots/tasks/task-run-service.ts";
import type { RobotRunsParts } from "../../../src/robots/tasks/module.ts";
import { makeRuns, type openSite, ScriptedRunVision } from "../../support/robots/make-runs.ts";
import { tempDir } from "../../support/box/temp-dir.ts";
import { until } from "../../support/box/wait.ts";
import { robotRig, type RobotRig } from "./rig.ts";

/** Corners of a square around the origin. */
export const square = (from: number, to: number): [number, number][] => [
  [from, from],
  [to, from],
  [to, to],
  [from, to],
];
export const yard = {
  name: "yard",
  type: "patrol",
  frame: "map",
  polygon: square(-1.3, 1.3),
} as const;
export const patrol: RobotRunRequest = { robot_id: "rover", task: "patrol", zones: [yard] };

/** Robots with runs, on a clock that only moves when told. */
export interface RunRig extends RobotRig {
  jobs: Jobs;
  scene: ScriptedRunVision;
  runs: TaskRunService;
  missions: Missions;
  /** Queues a mission. */
  task(request: RobotTaskRequest): Promise<string>;
  start(request: RobotRunRequest, org?: string): Promise<string>;
  job(id: string): Job;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into payloads of every shape
  payload(id: string): any;
  /** Lets time pass until the job says so. */
  passUntil(isTrue: () => boolean, what: string): Promise<void>;
  state(id: string, state: string): Promise<void>;
  over(id: string): Promise<Job>;
  /** Process dies and another begins, over the same store and robots. */
  dieAndComeBack(): Promise<void>;
}

/** A rig with `rover` in it. */
export async function runRig(
  t: TestContext,
  options: Parameters<typeof robotRig>[1] & {
    text?: TextPlanner;
    /** What runs see with, over the rig, in place of the scripted scene. */
    visionOf?: (rig: RobotRig) => Promise<RunVision>;
    /** What missions name, in place of an open site. */
    site?: Partial<ReturnType<typeof openSite>> & Pick<RobotRunsParts, "doors">;
  } = {},
): Promise<RunRig> {
  const { text, visionOf, site, ...more } = options;
  const ends: (() => unknown)[] = [];
  // The runs let go first, while robots and store are there and the clock moves; then the newest first.
  t.after(async () => {
    let isOver = false;
    const stopped = made.jobs.stop().finally(() => (isOver = true));
    while (!isOver) await rig.pass(1000);
    await stopped;
    for (const end of ends.toReversed()) await end();
  });
  const collecting = { after: (end: () => unknown) => void ends.push(end) };
  const rig = await robotRig(collecting as unknown as TestContext, more);
  const blobs = new FileBlobs({ dir: join(await tempDir(t), "blobs") });
  await blobs.start();
  const scene = new ScriptedRunVision();
  const vision = (await visionOf?.(rig)) ?? scene;
  const { store, log: events, clock } = rig;
  const make = (): { jobs: Jobs; runs: TaskRunService; missions: Missions } => {
    const jobs = new Jobs({ store, events, blobs, clock, log: silentLogger });
    const made = makeRuns(rig, jobs, { vision, ...site, ...(text ? { text } : {}) });
    return { jobs, ...made };
  };
  let made = make();
  await made.jobs.start();
  const submit = async (name: string, request: object, org: string): Promise<string> => {
    const caller = { org, keyId: "anna", scopes: [], requestId: "req_test" };
    return (await made.jobs.submit(made.jobs.operations.get(name)!, request, { caller })).job.id;
  };
  const self: RunRig = Object.assign(Object.create(rig) as RunRig, {
    scene,
    start: (request: RobotRunRequest, org = "default") => submit("robots.run", request, org),
    task: (request: RobotTaskRequest) => submit("robots.task", request, "default"),
    job: (id: string) => made.jobs.get("default", id)!,
    payload: (id: string) => made.jobs.get("default", id)!.payload,
    async passUntil(isTrue: () => boolean, what: string) {
      await until(
        async () => {
          if (isTrue()) return true;
          await rig.pass(400);
          // Time does not outrun the disk: what the run noted until now can be read.
          await store.transact(() => undefined);
          return isTrue();
        },
        { what },
      );
    },
    state: (id: string, state: string) =>
      self.passUntil(() => self.payload(id)["state"] === state, `the run to be ${state}`),
    async over(id: string) {
      await self.passUntil(() => self.job(id).completedAtMs !== null, "the end of the run");
      return self.job(id);
    },
    async dieAndComeBack() {
      // The workers let go without ending anything; the robots' part dies without a word.
      await made.jobs.stop();
      await rig.crash();
      made = make();
      await made.jobs.start();
    },
  });
  Object.defineProperty(self, "jobs", { get: () => made.jobs });
  Object.defineProperty(self, "runs", { get: () => made.runs });
  Object.defineProperty(self, "missions", { get: () => made.missions });
  return self;
}

/** Commands that the run sent, oldest first. */
export const sentBy = (rig: RunRig, id: string) =>
  rig.service
    .listCommands("default", "rover")!
    .filter(({ requested_by: by, state }) => by === `run:${id}` && state !== "rejected")
    .toReversed();
