import type { MissionStepType } from "./mission-terms.ts";

/** Fields of each kind of step beside `id`, `type` and `branches`; `!` marks those that it needs. */
export const missionStepFields: Record<MissionStepType, readonly string[]> = {
  go: ["place", "target", "max_speed_mps"],
  wait: ["seconds!"],
  look: ["look_for!", "seconds!"],
  ask: ["question!", "answers!", "seconds!"],
  announce: ["message!"],
  pick: ["place", "target", "max_speed_mps", "load", "station", "device", "parameters"],
  drop: ["place", "target", "max_speed_mps", "load", "station", "device", "parameters"],
  door: ["door!", "level", "seconds"],
  charge: ["until_percent"],
  webhook: ["webhook_id!", "data", "seconds"],
  operation: ["operation!", "input", "seconds"],
};
