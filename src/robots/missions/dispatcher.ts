import type { Clock, Timer } from "../../base/core/clock.ts";
import { describeError } from "../../base/core/errors.ts";
import type { Logger } from "../../base/core/logger.ts";
import type { Store } from "../../base/core/store.ts";
import { SerialLane } from "../../base/concurrency/serial-lane.ts";
import type { JobContext } from "../../base/jobs/operation.ts";
import type { WayLengths } from "../maps/way-lengths.ts";
import type { Robots } from "../fleet/robots.ts";
import type { Plan } from "../tasks/plans/plan-record.ts";
import type { RobotAssigner } from "../tasks/ports.ts";
import { missionReport } from "../tasks/run-progress.ts";
import type { RunningTaskRuns } from "../tasks/task-run-handler.ts";
import {
  type Choice,
  claim,
  claimOf,
  type MissionProgress,
  putRun,
  type TaskRunRecord,
  unclaim,
} from "../tasks/task-run-record.ts";
import { Candidates, type Rated, type Wanting } from "./candidates.ts";

/** The parts of the dispatcher. */
export interface DispatcherParts {
  robots: Robots;
  store: Store;
  clock: Clock;
  log: Logger;
  ways: WayLengths;
  running: Pick<RunningTaskRuns, "get">;
  isJobLive(org: string, jobId: string): boolean;
}

interface Waiting {
  run: TaskRunRecord;
  context: JobContext;
  needs: { plan: Plan; hasStreams: boolean };
  resolve(): void;
  /** The candidates' codes as last published in the job. */
  shown: string;
  /** Monotonic time of the last look at the robots. */
  lookedMs: number;
  /** The mission that was asked for its robot; null for none. */
  asked: string | null;
}

/** The dispatcher goes through the queue at this interval, in milliseconds. */
const turnMs = 1000;
/** It rates the robots for a mission this often while all of them are busy, in milliseconds. */
const idleLookMs = 10_000;
/** In a queue longer than `longQueue` it rates robots for each mission this often, for `longQueue` missions a turn. */
const longQueueMs = 5000;
const longQueue = 50;

/**
 * Gives robots to waiting missions: by priority, then by deadline, then by age. A mission takes a robot from a mission of
 * lower priority only if no robot is free, and only between two steps.
 */
export class Dispatcher implements RobotAssigner {
  readonly #parts: DispatcherParts;
  readonly #candidates: Candidates;
  readonly #waiting = new Map<string, Waiting>();
  readonly #lane = new SerialLane();
  #timer: Timer | undefined;

  constructor(parts: DispatcherParts) {
    this.#parts = parts;
    const waitingFor = (org: string, robotId: string): number => this.#waitingFor(org, robotId);
    this.#candidates = new Candidates({ ...parts, waitingFor });
  }

  /** Returns the jobs of the organisation that wait for a robot, in the order in which they get one. */
  queue(org: string): string[] {
    return this.#inOrder()
      .filter(({ run }) => run.org === org)
      .map(({ run }) => run.jobId);
  }

  /** Returns why each robot can never carry the mission out; empty where one can. */
  nobodyCan(wanting: Wanting): { robot_id: string; code: string; reason: string }[] {
    const refusals = [];
    for (const { unit } of this.#parts.robots.of(wanting.org)) {
      if (wanting.robotId !== null && unit.parts.id !== wanting.robotId) continue;
      const refusal = this.#candidates.neverOf(unit, wanting);
      if (!refusal) return [];
      refusals.push({ robot_id: unit.parts.id, ...refusal });
    }
    return refusals;
  }

  async offer(org: string, plan: Plan, mission: MissionProgress): Promise<Choice> {
    const { wantedRobotId: robotId, priority } = mission;
    const wanting = { org, jobId: "", plan, section: 0, robotId, priority, hasStreams: true };
    const rated = await this.#candidates.of(wanting);
    return choiceOf(rated, firstFree(rated), this.#parts.clock.wallMs());
  }

  assigned(context: JobContext, run: TaskRunRecord, needs: Waiting["needs"]): Promise<void> {
    const { signal } = context;
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        signal.removeEventListener("abort", abort);
        this.#waiting.delete(run.jobId);
      };
      const abort = (): void => {
        leave();
        reject(signal.reason as Error);
      };
      if (signal.aborted) return abort();
      signal.addEventListener("abort", abort);
      const end = (): void => (leave(), resolve());
      const waiting = {
        run,
        context,
        needs,
        resolve: end,
        shown: "",
        lookedMs: -Infinity,
        asked: null,
      };
      this.#waiting.set(run.jobId, waiting);
      this.#timer ??= this.#parts.clock.every(turnMs, () => this.#soon());
      this.#soon();
    });
  }

  async giveBack(run: TaskRunRecord): Promise<void> {
    await this.#parts.store.transact(
      (tx) => {
        unclaim(tx, run);
        putRun(tx, run);
      },
      { essential: true },
    );
  }

  /** Changes the priority of a mission that has not ended; false for any other. */
  async setPriority(org: string, jobId: string, priority: number): Promise<boolean> {
    const { running, store } = this.#parts;
    // A mission that gets its robot meanwhile stores its record too.
    return await this.#lane.run(async () => {
      const waiting = this.#waiting.get(jobId);
      const run = waiting?.run ?? running.get(org, jobId)?.run;
      if (run?.org !== org || !run.mission) return false;
      run.mission.priority = priority;
      await store.transact((tx) => putRun(tx, run), { essential: true });
      if (waiting) Object.assign(waiting, { shown: "", lookedMs: -Infinity });
      return true;
    });
  }

  ended({ jobId }: TaskRunRecord): void {
    this.#waiting.delete(jobId);
    if (this.#waiting.size > 0) this.#soon();
  }

  #soon(): void {
    if (this.#waiting.size === 0) {
      this.#timer?.cancel();
      this.#timer = undefined;
      return;
    }
    this.#lane
      .run(() => this.#turn())
      .catch((error: unknown) => {
        const details = { error: describeError(error) };
        this.#parts.log.warn(details, "a mission could not take its robot yet");
      });
  }

  #inOrder(): Waiting[] {
    return [...this.#waiting.values()].toSorted((a, b) => before(a.run, b.run));
  }

  async #turn(): Promise<void> {
    const idle = new Map<string, Set<string>>();
    const periodMs = this.#waiting.size > longQueue ? longQueueMs : 0;
    let left = longQueue;
    for (const waiting of this.#inOrder()) {
      const { run } = waiting;
      if (!this.#waiting.has(run.jobId)) continue;
      const nowMs = this.#parts.clock.monoMs();
      const robots = idle.get(run.org) ?? this.#idleRobots(run.org);
      idle.set(run.org, robots);
      const only = run.robotId === "" ? run.mission!.wantedRobotId : run.robotId;
      const isIdle = only === null ? robots.size > 0 : robots.has(only);
      if (nowMs - waiting.lookedMs < (isIdle ? periodMs : idleLookMs)) continue;
      waiting.lookedMs = nowMs;
      await this.#serve(waiting);
      if (!this.#waiting.has(run.jobId)) robots.delete(run.robotId);
      left -= 1;
      if (left === 0) return;
    }
  }

  async #serve(waiting: Waiting): Promise<void> {
    const { run, needs } = waiting;
    const rated = await this.#candidates.of(wantingOf(run, needs));
    if (!this.#waiting.has(run.jobId)) return;
    const chosen = firstFree(rated);
    const choice = choiceOf(rated, chosen, this.#parts.clock.wallMs());
    if (chosen) {
      await this.#give(waiting, chosen.candidate.robot_id, choice);
      return;
    }
    this.#askForRobot(waiting, rated);
    await this.#show(waiting, choice);
  }

  /** Claims the robot and names it in the run, together. */
  async #give(waiting: Waiting, robotId: string, choice: Choice): Promise<void> {
    const { run } = waiting;
    const { store, isJobLive } = this.#parts;
    const taken = { ...run, robotId, mission: { ...run.mission!, choice } };
    const isGiven = await store.transact(
      (tx) => {
        const holder = claimOf(tx, run.org, robotId);
        const isTaken = holder !== undefined && holder !== run.jobId && isJobLive(run.org, holder);
        if (isTaken || !this.#waiting.has(run.jobId)) return false;
        claim(tx, taken);
        putRun(tx, taken);
        return true;
      },
      { essential: true },
    );
    if (!isGiven) return;
    Object.assign(run, taken);
    waiting.resolve();
  }

  /** Asks the least urgent mission that may be interrupted. */
  #askForRobot(waiting: Waiting, rated: readonly Rated[]): void {
    const { running, isJobLive } = this.#parts;
    const { run } = waiting;
    if (waiting.asked !== null && isJobLive(run.org, waiting.asked)) {
      const still = rated.some(({ yields }) => yields?.jobId === waiting.asked);
      if (still) return;
    }
    const others = new Set([...this.#waiting.values()].map((each) => each.asked));
    const [least] = rated
      .flatMap(({ yields }) => yields ?? [])
      .filter(({ jobId }) => !others.has(jobId))
      .toSorted((a, b) => a.mission!.priority - b.mission!.priority);
    waiting.asked = least?.jobId ?? null;
    if (least) running.get(run.org, least.jobId)?.yieldRobot();
  }

  async #show(waiting: Waiting, choice: Choice): Promise<void> {
    const { run, context, needs } = waiting;
    const codes = choice.candidates.map(({ robot_id: id, code }) => `${id} ${code}`).join();
    if (codes === waiting.shown) return;
    waiting.shown = codes;
    const mission = { ...run.mission!, choice };
    const payload = {
      state: "queued",
      robot_id: run.robotId === "" ? null : run.robotId,
      mission: structuredClone(missionReport(mission, needs.plan, run.at.section)),
    };
    await context.update({ phase: "queued", payload }).catch(() => undefined);
  }

  /** The robots that are on no run. */
  #idleRobots(org: string): Set<string> {
    const { robots, store, isJobLive } = this.#parts;
    const ids = robots.of(org).map(({ record }) => record.id);
    return new Set(
      ids.filter((id) => {
        const holder = claimOf(store, org, id);
        return holder === undefined || !isJobLive(org, holder);
      }),
    );
  }

  #waitingFor(org: string, robotId: string): number {
    let count = 0;
    for (const { run } of this.#waiting.values())
      if (run.org === org && run.mission!.wantedRobotId === robotId) count += 1;
    return count;
  }
}

function wantingOf(run: TaskRunRecord, needs: Waiting["needs"]): Wanting {
  const mission = run.mission!;
  return {
    org: run.org,
    jobId: run.jobId,
    ...needs,
    section: run.at.section,
    robotId: run.robotId === "" ? mission.wantedRobotId : run.robotId,
    priority: mission.priority,
  };
}

function firstFree(rated: readonly Rated[]): Rated | undefined {
  return rated.find(({ candidate }) => candidate.score !== null);
}

function choiceOf(rated: readonly Rated[], chosen: Rated | undefined, wallMs: number): Choice {
  const candidates = rated.map(({ candidate }) => {
    if (candidate === chosen?.candidate) return { ...candidate, is_chosen: true, code: null };
    if (!chosen || candidate.score === null) return candidate;
    const { robot_id: id, score } = chosen.candidate;
    return { ...candidate, code: "farther", reason: `${id} has the lower score ${score}` };
  });
  return { at: wallMs / 1000, candidates };
}

/** The order of the queue. */
function before(a: TaskRunRecord, b: TaskRunRecord): number {
  const [one, two] = [a.mission!, b.mission!];
  return (
    two.priority - one.priority ||
    (one.deadlineAtMs ?? Infinity) - (two.deadlineAtMs ?? Infinity) ||
    one.createdAtMs - two.createdAtMs ||
    (a.jobId < b.jobId ? -1 : 1)
  );
}
