import type { Clock } from "../../base/core/clock.ts";
import { GatehouseError } from "../../base/core/errors.ts";
import type { StoreReader } from "../../base/core/store.ts";
import { type MapPose, placesOf, readCommand, type RobotCommand } from "../driver/command.ts";
import type { RobotCommandBody } from "../driver/command-document.ts";
import type { RobotUnit } from "../fleet/robot-unit.ts";
import type { Robots } from "../fleet/robots.ts";
import { type Plan, searchOf } from "../tasks/plans/plan-record.ts";
import { type Candidate, claimOf, getRun, type TaskRunRecord } from "../tasks/task-run-record.ts";
import type { WayLengths } from "../maps/way-lengths.ts";

/** A mission that wants a robot. */
export interface Wanting {
  org: string;
  /** Empty for a dry run. */
  jobId: string;
  plan: Plan;
  /** The section from which it goes on. */
  section: number;
  /** The only robot that may take it; null for any. */
  robotId: string | null;
  priority: number;
  hasStreams: boolean;
}

/** A robot as the dispatcher sees it for one mission. */
export interface Rated {
  candidate: Candidate;
  /** A mission of lower priority that has the robot and may be asked for it; null for none. */
  yields: TaskRunRecord | null;
}

/** The parts of the candidates. */
export interface CandidateParts {
  robots: Robots;
  store: StoreReader;
  clock: Pick<Clock, "monoMs">;
  ways: WayLengths;
  isJobLive(org: string, jobId: string): boolean;
  /** How many other missions wait for this robot by its name. */
  waitingFor(org: string, robotId: string): number;
}

/** Weights of the score, in metres of way: a percent of missing charge, a waiting mission, charging first. */
const chargeM = 0.2;
const waitingM = 10;
const chargesFirstM = 1000;
/** The assumed distance for a robot whose path there is not known. */
const unknownWayM = 10_000;
/** How long the answer to "can this robot ever" is kept, in milliseconds. */
const neverMs = 30_000;
const mostKept = 2000;

type Refusal = { code: string; reason: string };

/** Rates the robots of an organisation for missions: the gate says who can, the score who is nearest. */
export class Candidates {
  readonly #parts: CandidateParts;
  readonly #never = new Map<string, { atMs: number; refusal: Refusal | null }>();

  constructor(parts: CandidateParts) {
    this.#parts = parts;
  }

  /** Returns the robots, those that can take the mission first, the best of them at the top. */
  async of(wanting: Wanting): Promise<Rated[]> {
    const units = this.#parts.robots
      .of(wanting.org)
      .map(({ unit }) => unit)
      .filter(({ parts }) => wanting.robotId === null || parts.id === wanting.robotId);
    const rated: Rated[] = [];
    for (const unit of units) rated.push(await this.#rate(unit, wanting));
    const rank = ({ candidate: { score } }: Rated): number => score ?? Infinity;
    return rated.toSorted((a, b) => rank(a) - rank(b) || 0);
  }

  /** Returns why the robot can never carry the mission out; null where it can in some state. */
  neverOf(unit: RobotUnit, wanting: Wanting): Refusal | null {
    const { clock } = this.#parts;
    const name = `${wanting.jobId}\0${unit.parts.id}`;
    const known = this.#never.get(name);
    if (wanting.jobId !== "" && known && clock.monoMs() - known.atMs < neverMs)
      return known.refusal;
    const refusal = this.#lookNever(unit, wanting);
    this.#never.set(name, { atMs: clock.monoMs(), refusal });
    if (this.#never.size > mostKept) this.#never.delete(this.#never.keys().next().value!);
    return refusal;
  }

  async #rate(unit: RobotUnit, wanting: Wanting): Promise<Rated> {
    const { org, jobId, priority } = wanting;
    const first = this.#firstCommand(unit, wanting);
    const way = await this.#wayTo(unit, org, first);
    const waiting = this.#parts.waitingFor(org, unit.parts.id);
    const busy = this.#busyWith(org, unit.parts.id, jobId);
    const refusal = busy?.refusal ?? this.#refusalOf(unit, wanting, first);
    const path = { path_m: way && rounded(way.lengthM), path_source: way && way.source };
    const known = { ...reportedBy(unit), ...path, waiting };
    const mission = busy?.run?.mission;
    const yields = mission?.isInterruptible === true && mission.priority < priority;
    const candidate = candidateOf(known, {
      refusal,
      wayM: first === null ? 0 : (way?.lengthM ?? unknownWayM),
      chargesFirst: chargesFirst(unit, refusal),
    });
    return { candidate, yields: yields ? busy!.run : null };
  }

  /** The run that has the robot. */
  #busyWith(
    org: string,
    robotId: string,
    jobId: string,
  ): { refusal: Refusal; run: TaskRunRecord | null } | null {
    const { store, isJobLive } = this.#parts;
    const holder = claimOf(store, org, robotId);
    if (holder === undefined || holder === jobId || !isJobLive(org, holder)) return null;
    const run = getRun(store, org, holder) ?? null;
    const what = run?.mission ? `the mission ${run.mission.name}` : "a run";
    const refusal = { code: "robot_busy", reason: `it is busy with ${what} (${holder})` };
    return { refusal, run };
  }

  #refusalOf(unit: RobotUnit, wanting: Wanting, first: RobotCommand | null): Refusal | null {
    const holder = { keyId: `run:${wanting.jobId}`, priority: "run" } as const;
    const never = this.neverOf(unit, wanting);
    if (never) return never;
    if (first) {
      const now = unit.refusalOf(first, holder);
      const loads = unit.state.value("loads")?.length ?? 0;
      return now ? { code: now.rule, reason: now.message } : loadProblem(wanting, loads);
    }
    // A mission without a movement needs the robot all the same.
    if (unit.state.connection !== "online")
      return { code: "robot_offline", reason: "the box has no connection to it" };
    if (unit.lease.isFreeFor(holder)) return null;
    return {
      code: "lease_held",
      reason: `the lease is held with priority ${unit.lease.held?.priority}`,
    };
  }

  #lookNever(unit: RobotUnit, { org, plan, hasStreams }: Wanting): Refusal | null {
    for (const { id, steps } of plan.sections) {
      const [step] = steps;
      if (!step) continue;
      if (searchOf(step) !== undefined && !hasStreams && !unit.parts.driver.camera)
        return { code: "capability_missing", reason: `${id}: it has no camera to look with` };
      const body = step.type === "charge" ? dock : "command" in step ? step.command : null;
      const refusal = body && this.#neverOfCommand(unit, org, body);
      if (refusal) return { ...refusal, reason: `${id}: ${refusal.reason}` };
    }
    return null;
  }

  #neverOfCommand(unit: RobotUnit, org: string, body: RobotCommandBody): Refusal | null {
    const read = this.#read(unit, org, body);
    if ("code" in read) return read;
    const never = unit.neverOf(read.command);
    return never && { code: never.rule, reason: never.message };
  }

  #read(unit: RobotUnit, org: string, body: RobotCommandBody): { command: RobotCommand } | Refusal {
    try {
      const resolved = this.#parts.robots.resolved(org, unit.parts.id, body);
      const { command } = resolved;
      if (command === "stop")
        return { code: "invalid_request_body", reason: "stop cannot be a step" };
      return { command: readCommand({ ...resolved, command }) };
    } catch (error) {
      const known = GatehouseError.find(error);
      if (!known) throw error;
      return { code: known.code, reason: known.message };
    }
  }

  /** The first movement from the mission's present step on. */
  #firstCommand(unit: RobotUnit, { org, plan, section }: Wanting): RobotCommand | null {
    for (const { steps } of plan.sections.slice(section)) {
      const [step] = steps;
      const body = step?.type === "charge" ? dock : step && "command" in step ? step.command : null;
      if (!body || body.command === "announce") continue;
      const read = this.#read(unit, org, body);
      if ("command" in read) return read.command;
    }
    return null;
  }

  async #wayTo(unit: RobotUnit, org: string, first: RobotCommand | null) {
    const pose = unit.state.value("pose");
    if (!pose || !first) return null;
    const [to] = placesOf(first);
    const target: MapPose | undefined = to ?? unit.parts.driver.ownPlaces?.(first)?.at(-1);
    return target ? await this.#parts.ways.between(org, pose, target) : null;
  }
}

type Known = Omit<Candidate, "score" | "is_chosen" | "code" | "reason">;

/** The candidate with its score, or with the reason why it cannot take the mission. */
function candidateOf(
  known: Known,
  of: { refusal: Refusal | null; wayM: number; chargesFirst: boolean },
): Candidate {
  const { refusal, wayM } = of;
  const missing = 100 - (known.charge_percent ?? 0);
  const score = wayM + chargeM * missing + waitingM * known.waiting;
  const canTake = refusal === null || of.chargesFirst;
  return {
    ...known,
    score: canTake ? rounded(score + (of.chargesFirst ? chargesFirstM : 0)) : null,
    is_chosen: false,
    code: refusal?.code ?? null,
    reason: refusal?.reason ?? null,
  };
}

/** What the robot says about itself. */
function reportedBy(unit: RobotUnit): Pick<Candidate, "robot_id" | "charge_percent" | "loads"> {
  return {
    robot_id: unit.parts.id,
    charge_percent: unit.state.fresh("battery")?.percent ?? null,
    loads: unit.state.value("loads")?.length ?? null,
  };
}

function rounded(metres: number): number {
  return Math.round(metres * 100) / 100;
}

const dock: RobotCommandBody = { command: "dock" };

/** A robot that carries a load takes no mission that begins with another one. */
function loadProblem({ plan }: Wanting, loads: number): Refusal | null {
  const handling = plan.sections
    .flatMap(({ steps }) =>
      steps.flatMap((step) => ("command" in step ? step.command.command : [])),
    )
    .find((command) => command === "pick" || command === "drop");
  if (handling !== "pick" || loads === 0) return null;
  return {
    code: "carries_load",
    reason: "it already carries a load, and the mission picks up another",
  };
}

/** True for a robot that charges by itself before it begins. */
function chargesFirst(unit: RobotUnit, refusal: Refusal | null): boolean {
  const { charging } = unit.parts.settings;
  const dockable = unit.bounds.capabilities.find(({ name }) => name === "dock");
  if (charging === null || dockable?.available !== true) return false;
  const percent = unit.state.fresh("battery")?.percent;
  if (refusal) return refusal.code === "battery_low";
  return percent !== undefined && percent < charging.belowPercent;
}
