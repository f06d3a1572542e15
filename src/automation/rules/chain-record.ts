import type { MapPositionWire } from "../../perception/wire/calibration.ts";
import type { Severity } from "../../base/contract/event-types.ts";
import type { ChainStepState } from "./rule-terms.ts";

/** One step of a chain as stored. */
export interface ChainStepRecord {
  type: "alert" | "command";
  robot_id: string | null;
  severity: Severity | null;
  message: string | null;
  /** As it was sent, or would have been on trial: with the target filled in. */
  command: object | null;
  command_id: string | null;
  state: ChainStepState;
  code: string | null;
  reason: string | null;
  /** From the incident to the robot's acceptance of the command. */
  latency_ms: number | null;
  decided_at: number | null;
  ended_at: number | null;
}

/** One incident and the actions of one rule, as stored: from the frame to the outcome. */
export interface ChainRecord {
  id: string;
  object: "rule.chain";
  rule_id: string;
  rule_name: string | null;
  frame: {
    stream_id: string;
    generation: number | null;
    pts_seconds: number | null;
    captured_at: number;
    snapshot_url: string | null;
  };
  incident: {
    id: string;
    type: string;
    severity: Severity;
    policy_id: string | null;
    zone: string | null;
    classes: string[];
    confidence: number;
    summary: string;
    /** Whose incident it is; null for one of a stream. */
    robot_id: string | null;
    map_position: MapPositionWire | null;
    started_at: number;
  };
  decision: {
    outcome: "act" | "dry_run";
    dry_run: boolean;
    /** Age of the frame when the rule decided, in milliseconds. */
    frame_age_ms: number;
    decided_at: number;
  };
  steps: ChainStepRecord[];
  created_at: number;
}
