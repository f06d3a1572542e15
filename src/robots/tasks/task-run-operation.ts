import { fail } from "../../base/contract/fail.ts";
import { limits } from "../../base/contract/limits.ts";
import { type RobotRunRequest, robotRunSchema } from "./run-document.ts";
import type { StoreReader } from "../../base/core/store.ts";
import { endlessAttempts, type JsonObject } from "../../base/jobs/job.ts";
import { needsConfirmation } from "../../base/contract/agents.ts";
import type { Caller, Operation, PreparedJob } from "../../base/jobs/operation.ts";
import type { ReceivedBlobs } from "../../base/jobs/inputs/received-blob.ts";
import { readPictureText } from "../../base/jobs/inputs/received-picture.ts";
import { zoneWarnings } from "../bounds/zone-types.ts";
import type { RunZone } from "./plans/places.ts";
import { drivesOn, type PerceptionPlan, type Plan } from "./plans/plan-record.ts";
import { claim, claimOf, type MissionProgress, newRun, putRun } from "./task-run-record.ts";
import { checkRun, type RunCheckParts } from "./task-run-request.ts";

/** The place of the bytes of a run's picture. */
export type TaskRunPicture = { base64: string } | { blobId: string };

/** The input of a run's handler. */
export type TaskRunInput = {
  robotId: string;
  task: string;
  plan: Plan | null;
  misread: string | null;
  zones: RunZone[];
  /** Stored under this name with the inputs of jobs. */
  watching: PerceptionPlan;
  locale: string;
  /** The speed limit of every movement of the run, its actions' too; null: the robot's own limits. */
  maxSpeedMps: number | null;
  picture: TaskRunPicture | null;
  isDry: boolean;
  /** True when it drives by itself after a restart of the box. */
  resumes: boolean;
  isHeard: boolean;
  /** Of a mission: its state at the beginning, and the key in whose name its steps call operations. */
  mission?: MissionProgress;
  keyId?: string;
};

/** Dependencies of the operation. */
export interface TaskRunOperationParts extends RunCheckParts {
  /** Returns true while the job may still run; called inside the transaction that claims the robot. */
  isJobLive(store: StoreReader, org: string, jobId: string): boolean;
}

/** `POST /robots/run`: checks a task and creates its run and plan. */
export function taskRunOperation(parts: TaskRunOperationParts): Operation {
  return {
    namespace: "robots",
    method: "run",
    summary:
      "Give a robot a task: patrol, observe, follow, or a description in words; the job shows the plan",
    scope: "robots:command",
    isTool: true,
    jobType: "robot.run",
    path: "/robots/run",
    inputSchema: robotRunSchema,
    bodyLimitBytes: limits.mediaBodyBytes,
    blobFields: ["perception.input.data"],
    prepare: (request: RobotRunRequest, caller, blobs) =>
      prepare(parts, request, { caller, blobs }),
  };
}

function warningsOf({ zones = [] }: RobotRunRequest): string[] {
  return zones.flatMap(({ type }, at) =>
    zoneWarnings(type).map((warning) => `zones[${at}].${warning}`),
  );
}

function prepare(
  parts: TaskRunOperationParts,
  request: RobotRunRequest,
  from: { caller: Caller; blobs: ReceivedBlobs | undefined },
): PreparedJob {
  const { caller, blobs } = from;
  const { org } = caller;
  const pictureInput = request.perception?.input;
  const claimed = { type: pictureInput?.mime_type, param: "perception.input.mime_type" };
  const field = { param: "perception.input.data", claimed };
  const picture = pictureInput && readPictureText(pictureInput.data, field, blobs);
  const { plan, misread, zones, perceptionPlan, locale } = checkRun(parts, org, request);
  const { robot_id: robotId, task } = request;
  const isDry = request.dry_run ?? false;
  const input: TaskRunInput = {
    robotId,
    task,
    plan,
    misread,
    zones,
    watching: perceptionPlan,
    locale,
    maxSpeedMps: request.max_speed_mps ?? null,
    picture: picture?.from ?? null,
    isDry,
    resumes: request.after_restart === "resume",
    isHeard: request.outputs?.delivery?.includes("sse") ?? true,
  };
  return {
    input,
    inputEcho: echoOf(request, picture),
    blobIds: picture && "blobId" in picture.from ? [picture.from.blobId] : [],
    clientReferenceId: request.client_reference_id ?? null,
    metadata: request.metadata ?? {},
    warnings: warningsOf(request),
    tags: { robotId },
    deadlineMs: null,
    maxAttempts: endlessAttempts,
    onAccept(tx, { id: jobId }) {
      if (isDry) return;
      const holder = claimOf(tx, org, robotId);
      if (holder !== undefined && parts.isJobLive(tx, org, holder)) {
        throw fail(
          "conflict",
          `robot_id: the robot is on the run ${holder}. Wait for its end or cancel it`,
          {
            param: "robot_id",
          },
        );
      }
      const run = newRun({ org, jobId, robotId, plan });
      if (plan && needsConfirmation(caller) && drivesOn(plan, run.at, perceptionPlan.actions)) {
        run.pause = agentsPause;
      }
      claim(tx, run);
      putRun(tx, run);
    },
  };
}

/** A person looks at the plan that an agent asked for. */
export const agentsPause = {
  code: "needs_confirmation",
  message: "an agent asked for this plan: look at it, then resume the run",
};

/** The request as answers show it: without the picture. */
function echoOf(
  request: RobotRunRequest,
  picture: { mimeType: string; sizeBytes: number } | undefined,
): JsonObject {
  const { client_reference_id: _reference, metadata: _metadata, perception, ...rest } = request;
  const { input: _input, ...otherPerception } = perception ?? {};
  const inputSummary = picture && {
    input: { mime_type: picture.mimeType, bytes: picture.sizeBytes },
  };
  return {
    ...rest,
    ...(perception ? { perception: { ...(otherPerception as JsonObject), ...inputSummary } } : {}),
  };
}
