import { fail } from "../../base/contract/fail.ts";
import type { Caller } from "../../base/jobs/operation.ts";
import type { Jobs } from "../../base/jobs/jobs.ts";
import type { Store } from "../../base/core/store.ts";
import type { RunningTaskRuns } from "../tasks/task-run-handler.ts";
import { type Choice, listRuns, type TaskRunRecord } from "../tasks/task-run-record.ts";
import type { Dispatcher } from "./dispatcher.ts";
import type { MissionCalls } from "./mission-calls.ts";
import type { StoredMissionRequest } from "./mission-document.ts";
import type { LastStart, MissionStarts } from "./mission-starts.ts";
import type { MissionRecord, MissionStore, OnStored } from "./mission-store.ts";

/** The parts of the service. */
export interface MissionServiceParts {
  store: Store;
  jobs: Pick<Jobs, "get">;
  running: Pick<RunningTaskRuns, "get">;
  stored: MissionStore;
  dispatcher: Pick<Dispatcher, "queue" | "setPriority">;
  calls: Pick<MissionCalls, "check">;
  starts: Pick<MissionStarts, "lastOf" | "nextOf">;
}

/** A stored mission with its last start by its schedule. */
export interface SeenMission {
  record: MissionRecord;
  last: LastStart | undefined;
  /** Unix milliseconds of its next start by its schedule; null for none. */
  nextMs: number | null;
}

/** A mission that waits for a robot or has one. */
export interface LiveTask {
  run: TaskRunRecord;
  /** `payload.state` of its job. */
  state: string;
  /** Its place among those that wait, from 1; null for one that has a robot. */
  position: number | null;
  /** The robots as the dispatcher last rated them; null before that. */
  choice: Choice | null;
}

/** Missions for HTTP callers; the job routes read and cancel what waits or runs. */
export class MissionService {
  readonly #parts: MissionServiceParts;

  constructor(parts: MissionServiceParts) {
    this.#parts = parts;
  }

  /** `MissionStore.put`, after a check of the operations in the caller's name. */
  async put(
    caller: Caller,
    request: StoredMissionRequest,
    how: { id?: string; onStored?: OnStored } = {},
  ): Promise<MissionRecord> {
    await this.#parts.calls.check(request, caller, "");
    return await this.#parts.stored.put(caller, request, how);
  }

  /** Adds the last and the next start. */
  seen(record: MissionRecord): SeenMission {
    const { starts } = this.#parts;
    return { record, last: starts.lastOf(record.org, record.id), nextMs: starts.nextOf(record) };
  }

  /** Returns the missions that have not ended: those that have a robot, then the queue in its order. */
  tasks(org: string): LiveTask[] {
    const { store, jobs, dispatcher } = this.#parts;
    const position = new Map(dispatcher.queue(org).map((id, at) => [id, at + 1]));
    const live = listRuns(store, org).flatMap((run): LiveTask[] => {
      const job = run.mission ? jobs.get(org, run.jobId) : undefined;
      if (!job || job.completedAtMs !== null) return [];
      const { state: word, mission } = job.payload;
      const state = typeof word === "string" ? word : "queued";
      // While it waits, only its job has the newest look at the robots.
      const report = mission as { choice?: Choice | null } | undefined;
      const choice = report?.choice ?? run.mission!.choice;
      return [{ run, state, position: position.get(run.jobId) ?? null, choice }];
    });
    return live.toSorted((a, b) => (a.position ?? 0) - (b.position ?? 0));
  }

  /** Changes the priority of a waiting or running mission; `not_found` for any other job. */
  async setPriority(org: string, jobId: string, priority: number): Promise<LiveTask> {
    if (!(await this.#parts.dispatcher.setPriority(org, jobId, priority)))
      throw fail("not_found", "job_id: no mission with this id waits or runs. Choose a listed one");
    const task = this.tasks(org).find(({ run }) => run.jobId === jobId);
    if (!task) throw fail("not_found", "job_id: the mission has just ended. Queue it again");
    return task;
  }

  /** Answers the question of a run's present step; `conflict` when the step asks no question, or one without this answer. */
  async answer(org: string, jobId: string, answer: string): Promise<void> {
    if (this.#parts.jobs.get(org, jobId)?.type !== "robot.run")
      throw fail("not_found", "run_id: there is no such run. Choose a listed one");
    const isTaken = await this.#parts.running.get(org, jobId)?.answer(answer);
    if (isTaken) return;
    throw fail(
      "conflict",
      "answer: the run does not wait for this answer now. Choose one that hindrance names",
    );
  }
}
