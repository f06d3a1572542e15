import type { Clock } from "../../base/core/clock.ts";
import type { KnownRobot } from "../fleet/robot-record.ts";
import type { Robots } from "../fleet/robots.ts";
import type { RecordingStore } from "./recording-store.ts";
import type { RecordingProblemKind } from "./recording-terms.ts";
import type { RecordingWriter } from "./recording-writer.ts";

/** Why a robot's recordings are, or would be, worth less than its settings promise. */
export interface RecordingProblem {
  robotId: string;
  kind: RecordingProblemKind;
  /** For `failed`: why the file could not be written. For `short`: the seconds that the memory reaches back, of those wanted. */
  reason: string;
}

/** Dependencies of the problems. */
export interface RecordingProblemParts {
  robots: Pick<Robots, "all" | "traces">;
  writer: Pick<RecordingWriter, "lost">;
  store: Pick<RecordingStore, "list">;
  clock: Clock;
}

/** A robot that drops what it just heard anyway needs some seconds for one picture. */
const toleranceMs = 1000;

/** Returns what is wrong with the recordings of an organisation's robots now; robots that are not recorded have nothing. */
export function recordingProblems(parts: RecordingProblemParts, org: string): RecordingProblem[] {
  const own = parts.robots.all().filter(({ record }) => record.org === org);
  return own.flatMap((robot) => [
    ...failedOf(parts, robot),
    ...shortOf(parts, robot),
    ...poselessOf(robot),
  ]);
}

/** The newest recording of the robot could not be written. */
function failedOf({ writer, store }: RecordingProblemParts, { record }: KnownRobot) {
  const { org, id: robotId } = record;
  const isOwn = (each: { org: string; robotId: string }) =>
    each.org === org && each.robotId === robotId;
  const lost = writer.lost.findLast(isOwn);
  if (lost === undefined) return [];
  const written = store.list(org).find(isOwn);
  if (written !== undefined && written.id > lost.id) return [];
  return [{ robotId, kind: "failed" as const, reason: lost.problem ?? "" }];
}

/** Its memory holds less than a recording reaches back. */
function shortOf({ robots, clock }: RecordingProblemParts, { record, unit }: KnownRobot) {
  const { org, id: robotId } = record;
  const { ofIncidents, beforeMs } = unit.parts.settings.recording;
  const sinceMs = robots.traces.wholeSinceMs(org, robotId);
  if (!ofIncidents || sinceMs === null) return [];
  const reachMs = clock.wallMs() - sinceMs;
  if (reachMs >= beforeMs - toleranceMs) return [];
  const seconds = (ms: number) => String(Math.round(ms / 1000));
  return [
    { robotId, kind: "short" as const, reason: `${seconds(reachMs)} s of ${seconds(beforeMs)} s` },
  ];
}

/** It is connected and has sent no pose, so that nobody sees in its recordings where it was. */
function poselessOf({ record, unit }: KnownRobot) {
  const isPoseless =
    unit.parts.settings.recording.ofIncidents &&
    unit.state.connection === "online" &&
    unit.state.value("pose") === null;
  return isPoseless ? [{ robotId: record.id, kind: "no_pose" as const, reason: "" }] : [];
}
