import { type MapPositionWire, mapPositionWire } from "../../base/geo/wire/map-position.ts";
import type { Severity } from "../../base/contract/event-types.ts";
import { uuidv7 } from "../../base/core/ids.ts";
import type { RuleTrigger } from "./ports.ts";
import type { RuleStep } from "./rule-document.ts";
import type { RuleRecord } from "./rule-store.ts";
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

/** Returns the chain of a rule for an incident, with its steps to be done; `nowMs` is Unix milliseconds. */
export function newChain(
  rule: RuleRecord,
  { incident, frame }: RuleTrigger,
  nowMs: number,
): ChainRecord {
  const isDry = rule.request.dry_run ?? false;
  return {
    id: uuidv7(nowMs),
    object: "rule.chain",
    rule_id: rule.id,
    rule_name: rule.request.name ?? null,
    frame: {
      stream_id: incident.streamId,
      generation: frame?.generation ?? null,
      pts_seconds: frame?.ptsSec ?? null,
      captured_at: frame ? frame.wallMs / 1000 : incident.startedAtMs / 1000,
      snapshot_url: null,
    },
    incident: {
      id: incident.id,
      type: incident.type,
      severity: incident.severity,
      policy_id: incident.policyId,
      zone: incident.zone,
      classes: incident.classes,
      confidence: incident.confidence,
      summary: incident.summary,
      robot_id: incident.robotId,
      map_position: incident.mapPosition && mapPositionWire(incident.mapPosition),
      started_at: incident.startedAtMs / 1000,
    },
    decision: {
      outcome: isDry ? "dry_run" : "act",
      dry_run: isDry,
      frame_age_ms: frame ? Math.max(0, nowMs - frame.wallMs) : 0,
      decided_at: nowMs / 1000,
    },
    steps: rule.request.do.map(newStep),
    created_at: nowMs / 1000,
  };
}

function newStep(step: RuleStep): ChainStepRecord {
  return {
    type: step.type,
    robot_id: step.robot_id ?? null,
    severity: step.severity ?? null,
    message: step.message ?? null,
    command: step.command ?? null,
    command_id: null,
    state: "pending",
    code: null,
    reason: null,
    latency_ms: null,
    decided_at: null,
    ended_at: null,
  };
}
