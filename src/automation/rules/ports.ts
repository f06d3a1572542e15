import type { WeeklySchedule } from "../../perception/core/schedule-document.ts";
import type { Severity } from "../../base/contract/event-types.ts";
import type { MapPosition } from "../../base/geo/map-position.ts";
import type { RobotCommandBody } from "../../robots/driver/command-document.ts";
import type { StoreTransaction } from "../../base/core/store.ts";
import type { SiteMode } from "../../perception/core/schedule-terms.ts";

/** An incident as rules judge it. */
export interface RuleIncident {
  id: string;
  type: string;
  severity: Severity;
  /** `robot:<id>` for an incident of a robot. */
  streamId: string;
  /** Null for an incident of a stream. */
  robotId: string | null;
  /** Who found it: the box, or the camera itself. */
  source: "box" | "camera";
  policyId: string | null;
  zone: string | null;
  classes: string[];
  /** 0–1, to three digits. */
  confidence: number;
  summary: string;
  /** To the centimetre; null for an unknown one. */
  mapPosition: MapPosition | null;
  startedAtMs: number;
}

/** An incident of a camera or a robot at its opening. */
export interface RuleTrigger {
  org: string;
  incident: RuleIncident;
  /** The frame that opened it; null for incidents without one, such as a lost camera. */
  frame: { generation: number; ptsSec: number; wallMs: number } | null;
  /** Monotonic milliseconds at which the appliance opened it. */
  atMonoMs: number;
  /** Resolves with true when the incident became durable in time. Never rejects. */
  stored: Promise<boolean>;
}

/** The cameras of the box as rules need them. */
export interface IncidentSource {
  /** Calls `listener` for each new incident, synchronously; returns the function that ends it. */
  subscribe(listener: (trigger: RuleTrigger) => void): () => void;
  /** Returns the present address of the incident's picture; null without one. */
  snapshotUrl(org: string, id: string): string | null;
  /** True for the types of streams' incidents. */
  isIncidentType(type: string): boolean;
  hasPolicy(org: string, id: string): boolean;
}

/** Decides when rules apply, by their schedules and by the site modes. */
export interface RuleTimes {
  /** Returns true when schedule and modes let the rule act at `wallMs`, Unix milliseconds. */
  holdsAt(
    rule: { org: string; schedule: WeeklySchedule | null; modes: readonly SiteMode[] },
    wallMs: number,
  ): boolean;
  /**
   * Returns why the schedule never holds from `wallMs` on; null when it will. Throws `invalid_request_body`
   * naming the field below `schedule` for an impossible one.
   */
  whyNever(schedule: WeeklySchedule, wallMs: number): string | null;
}

/** The caller of a rule's commands; the id of the chain is the id of the request. */
export interface RuleActor {
  org: string;
  keyId: string;
  /** Name of the rule, if it has one. */
  name?: string;
  priority: "rule";
  requestId: string;
}

/** A command that a rule sends. */
export interface RuleCommand {
  command: RobotCommandBody;
  ttlSec: number;
  reason: string;
}

/** A sent command with its result so far. */
export interface SentCommand {
  id: string;
  state: string;
  /** A code first, then words; null for nothing to say. */
  reason: string | null;
  /** Null while it runs. */
  endedAtMs: number | null;
}

/** The robots of the box as rules need them; every call passes the robots' gate. */
export interface RobotCommander {
  /** Returns the robot's position in metres; null when unknown, undefined for an unknown robot. */
  poseOf(
    org: string,
    robotId: string,
  ): { frame: string; xM: number; yM: number } | null | undefined;
  /** Throws `invalid_request_body`, naming the field below `at`, for an invalid command. */
  checkCommand(body: RobotCommandBody, at: string): void;
  /** Returns the first place that the command names and the organisation lacks; null for none. */
  unknownPlace(org: string, body: RobotCommandBody): string | null;
  /** Returns the present refusal of the gate or a lease; null for none. */
  refusalOf(
    actor: RuleActor,
    robotId: string,
    body: RobotCommandBody,
  ): { rule: string; message: string } | null;
  /** Sends a command; rejects with the code of the refusal. Undefined for an unknown robot. */
  command(
    actor: RuleActor,
    robotId: string,
    sent: {
      request: RuleCommand;
      /** Runs in the transaction that accepts the command. */
      also?: (tx: StoreTransaction, command: SentCommand) => void;
    },
  ): Promise<SentCommand | undefined>;
  getCommand(org: string, robotId: string, id: string): SentCommand | undefined;
  /** Publishes to readers of robots' events. */
  alert(alert: RuleAlert): Promise<void>;
}

/** An alert of a rule. */
export interface RuleAlert {
  org: string;
  ruleId: string;
  chainId: string;
  robotId: string | null;
  streamId: string;
  incidentId: string;
  severity: Severity;
  message: string;
}
