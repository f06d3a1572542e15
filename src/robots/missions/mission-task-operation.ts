import { fail, invalidField } from "../../base/contract/fail.ts";
import { needsConfirmation } from "../../base/contract/agents.ts";
import type { Clock } from "../../base/core/clock.ts";
import { endlessAttempts, type JsonObject } from "../../base/jobs/job.ts";
import type { Caller, Operation, PreparedJob } from "../../base/jobs/operation.ts";
import { drivesOn, labelsOf, type Plan } from "../tasks/plans/plan-record.ts";
import { agentsPause, type TaskRunInput } from "../tasks/task-run-operation.ts";
import { listRuns, type MissionProgress, newRun, putRun } from "../tasks/task-run-record.ts";
import type { Dispatcher } from "./dispatcher.ts";
import { checkMission, type MissionSite } from "./mission-checks.ts";
import { type MissionRequest, type RobotTaskRequest, robotTaskSchema } from "./mission-document.ts";
import { planOfMission } from "./mission-plan.ts";
import type { MissionStore } from "./mission-store.ts";
import { missionLimits } from "./mission-terms.ts";

/** The parts of the operation. */
export interface MissionTaskParts {
  clock: Pick<Clock, "wallMs">;
  site: MissionSite;
  missions: MissionStore;
  dispatcher: Dispatcher;
  /** Checks the operations that steps name, in the caller's name; fails naming the field below `under`. */
  checkOperations(mission: MissionRequest, caller: Caller, under: string): Promise<void>;
}

/** `POST /robots/tasks`: queues a mission for a robot. */
export function missionTaskOperation(parts: MissionTaskParts): Operation {
  return {
    namespace: "robots",
    method: "task",
    summary: "Queue a mission for one robot, or for any robot that can; the job shows the choice",
    scope: "robots:command",
    isTool: true,
    jobType: "robot.run",
    path: "/robots/tasks",
    inputSchema: robotTaskSchema,
    prepare: (request: RobotTaskRequest, caller) => prepare(parts, request, caller),
  };
}

async function prepare(
  parts: MissionTaskParts,
  request: RobotTaskRequest,
  caller: Caller,
): Promise<PreparedJob> {
  const { org, keyId } = caller;
  const { id, mission, under } = missionOf(parts, org, request);
  const robotId = request.robot_id === undefined ? (mission.robot_id ?? null) : request.robot_id;
  if (robotId !== null && !parts.site.hasRobot(org, robotId))
    throw fail("not_found", "robot_id: there is no such robot. Choose a listed one", {
      param: "robot_id",
    });
  await checkMission(parts.site, org, { mission, under });
  await parts.checkOperations(mission, caller, under);
  const plan = planOfMission(mission, robotId);
  const priority = request.priority ?? mission.priority ?? missionLimits.priorityDefault;
  const streamIds = mission.stream_ids ?? [];
  assertSomebodyCan(parts, { org, plan, robotId, priority, hasStreams: streamIds.length > 0 });
  const nowMs = parts.clock.wallMs();
  const deadlineAtMs = deadlineOf(request, nowMs);
  const progress = progressOf(mission, { id, robotId, priority, deadlineAtMs, nowMs });
  const input = inputOf(plan, { mission, progress, keyId, isDry: request.dry_run ?? false });
  return {
    input,
    inputEcho: echoOf(request),
    clientReferenceId: request.client_reference_id ?? null,
    metadata: request.metadata ?? {},
    ...(robotId === null ? {} : { tags: { robotId } }),
    deadlineMs: deadlineAtMs === null ? null : deadlineAtMs - nowMs,
    maxAttempts: endlessAttempts,
    onAccept(tx, { id: jobId }) {
      if (input.isDry) return;
      if (listRuns(tx, org).length >= missionLimits.waiting)
        throw fail(
          "queue_full",
          `tasks: ${missionLimits.waiting} missions wait already. Try again later`,
        );
      const run = newRun({ org, jobId, robotId: "", plan: null, mission: progress });
      if (needsConfirmation(caller) && drivesOn(plan, run.at, [])) run.pause = agentsPause;
      putRun(tx, run);
    },
  };
}

/** The state of a mission before its first step. */
function progressOf(
  mission: MissionRequest,
  about: {
    id: string | null;
    robotId: string | null;
    priority: number;
    deadlineAtMs: number | null;
    nowMs: number;
  },
): MissionProgress {
  return {
    id: about.id,
    name: mission.name,
    wantedRobotId: about.robotId,
    priority: about.priority,
    isInterruptible: mission.interruptible ?? true,
    deadlineAtMs: about.deadlineAtMs,
    createdAtMs: about.nowMs,
    maxSteps: mission.max_steps ?? missionLimits.takenDefault,
    maxMs: (mission.max_minutes ?? missionLimits.minutesDefault) * 60_000,
    taken: 0,
    begunAtMs: null,
    isLoaded: false,
    choice: null,
  };
}

function missionOf(
  { missions }: MissionTaskParts,
  org: string,
  { mission_id: id, mission }: RobotTaskRequest,
): { id: string | null; mission: MissionRequest; under: string } {
  if ((id === undefined) === (mission === undefined))
    throw invalidField("mission_id", "and mission: exactly one of the two is needed. Send one");
  if (mission) return { id: null, mission, under: "mission." };
  const stored = missions.get(org, id!);
  if (!stored)
    throw fail("not_found", "mission_id: there is no such mission. Choose a listed one", {
      param: "mission_id",
    });
  return { id: stored.id, mission: stored.request, under: "mission." };
}

function deadlineOf({ deadline_at: at }: RobotTaskRequest, nowMs: number): number | null {
  if (at === undefined) return null;
  if (at * 1000 <= nowMs) throw invalidField("deadline_at", "has passed. Choose a later time");
  return at * 1000;
}

/** Refuses what no robot will ever carry out, before anything moves. */
function assertSomebodyCan(
  { dispatcher }: MissionTaskParts,
  of: { org: string; plan: Plan; robotId: string | null; priority: number; hasStreams: boolean },
): void {
  const refusals = dispatcher.nobodyCan({ ...of, jobId: "", section: 0 });
  if (refusals.length === 0) return;
  const words = refusals.slice(0, 3).map(({ robot_id, reason }) => `${robot_id}: ${reason}`);
  throw fail(
    "command_rejected",
    `mission: no robot can carry it out (${words.join("; ")}). Change it`,
    {
      param: "mission",
      details: refusals.slice(0, 20).map(({ robot_id, code, reason }) => ({
        path: robot_id,
        rule: code,
        message: reason,
      })),
    },
  );
}

function inputOf(
  plan: Plan,
  of: { mission: MissionRequest; progress: MissionProgress; keyId: string; isDry: boolean },
): TaskRunInput {
  const { mission, progress, keyId, isDry } = of;
  return {
    robotId: progress.wantedRobotId ?? "",
    task: mission.name,
    plan,
    misread: null,
    zones: [],
    watching: {
      detect: [...new Set(labelsOf(plan))],
      behaviors: [],
      actions: [],
      streamIds: mission.stream_ids ?? [],
      usesCamera: true,
      periodMs: 1000,
      hasPicture: false,
      frameIndex: null,
    },
    locale: "en",
    maxSpeedMps: null,
    picture: null,
    isDry,
    resumes: mission.after_restart === "resume",
    isHeard: true,
    mission: progress,
    keyId,
  };
}

/** The request as answers show it; a mission in it can be long. */
function echoOf(request: RobotTaskRequest): JsonObject {
  const { client_reference_id: _reference, metadata: _metadata, mission, ...rest } = request;
  const echo: JsonObject = { ...rest };
  return mission ? { ...echo, mission: { name: mission.name, steps: mission.steps.length } } : echo;
}
