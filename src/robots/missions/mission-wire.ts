import type { RobotMissionWire, RobotTaskWire } from "../wire/robot-missions.ts";
import type { LiveTask, SeenMission } from "./mission-service.ts";
import { missionLimits } from "./mission-terms.ts";

/** The mission on the wire, with the defaults of what its document leaves out. */
export function missionWire({ record, last, nextMs }: SeenMission): RobotMissionWire {
  const { id, request, revision, createdAtMs, updatedAtMs } = record;
  return {
    id,
    object: "robot.mission",
    name: request.name,
    description: request.description ?? null,
    robot_id: request.robot_id ?? null,
    steps: request.steps,
    stream_ids: request.stream_ids ?? [],
    max_steps: request.max_steps ?? missionLimits.takenDefault,
    max_minutes: request.max_minutes ?? missionLimits.minutesDefault,
    priority: request.priority ?? missionLimits.priorityDefault,
    interruptible: request.interruptible ?? true,
    after_restart: request.after_restart ?? "pause",
    starts: request.starts ?? null,
    last_start: last
      ? {
          at: last.startedAtMs / 1000,
          job_id: last.jobId,
          code: last.code,
          reason: last.reason,
        }
      : null,
    next_start_at: nextMs === null ? null : nextMs / 1000,
    revision,
    created_at: createdAtMs / 1000,
    updated_at: updatedAtMs / 1000,
  };
}

/** A waiting or running mission on the wire. */
export function taskWire({ run, state, position, choice }: LiveTask): RobotTaskWire {
  const mission = run.mission!;
  return {
    id: run.jobId,
    object: "robot.task",
    state,
    mission_id: mission.id,
    mission_name: mission.name,
    robot_id: run.robotId === "" ? null : run.robotId,
    wanted_robot_id: mission.wantedRobotId,
    priority: mission.priority,
    deadline_at: mission.deadlineAtMs === null ? null : mission.deadlineAtMs / 1000,
    position,
    taken: mission.taken,
    choice,
    created_at: mission.createdAtMs / 1000,
  };
}
