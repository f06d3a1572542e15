import { invalidField } from "../../../base/contract/fail.ts";
import type { RobotCommandBody } from "../../driver/command-document.ts";
import type { RobotRunRequest } from "../run-document.ts";
import { readTask } from "../words/grammar.ts";
import { notUnderstood } from "../words/misread.ts";
import type { Phrase } from "../words/phrases.ts";
import { isPlace, routeOf, type RunZone, targetIn } from "./places.ts";
import type { Plan, PlanSection, PlanStep } from "./plan-record.ts";
import { runLimits } from "../run-terms.ts";

/** The inputs of a plan. */
export interface PlanContext {
  request: RobotRunRequest;
  /** Zones that the run names, its own first. */
  zones: readonly RunZone[];
  /** Other zones that words may name: all that apply to the robot. */
  known: readonly RunZone[];
  /** Frame of numeric places. */
  frame: string;
  locale: string;
}

/** Makes the steps of one phrase, one task or one answer of a text endpoint. */
class Planner {
  readonly #context: PlanContext;

  constructor(context: PlanContext) {
    this.#context = context;
  }

  section(phrase: Phrase): PlanSection {
    const once = (...steps: PlanStep[]): PlanSection => ({ laps: 1, steps });
    switch (phrase.kind) {
      case "patrol":
        return this.#patrol(phrase);
      case "observe":
        return once(...this.#observe(phrase));
      case "look_for":
      case "count":
        return once(...this.#observe(phrase, { [phrase.kind]: phrase.label }));
      case "go_zone":
        return once(this.#toZone(this.#zone(phrase.zone), phrase.maxSpeedMps));
      case "go_point": {
        const { frame } = this.#context;
        const target = { frame, x: phrase.xM, y: phrase.yM };
        return once(this.#move({ target, zone: null }, { maxSpeedMps: phrase.maxSpeedMps }));
      }
      case "follow":
        return once({
          type: "follow",
          label: phrase.label,
          seconds: endless(phrase.seconds ?? Infinity),
          standoff_m: this.#context.request.standoff_m ?? runLimits.standoffDefaultM,
          ...speedOf(phrase.maxSpeedMps),
        });
      case "say":
        return once({ type: "command", command: { command: "announce", message: phrase.message } });
      case "wait":
        return once({ type: "observe", seconds: endless(phrase.seconds) });
      case "limit": {
        const { maxSpeedMps: max_speed_mps } = phrase;
        return once({ type: "command", command: { command: "set_speed_limit", max_speed_mps } });
      }
      default: {
        const { kind: command, maxSpeedMps } = phrase;
        return once({ type: "command", command: { command, ...speedOf(maxSpeedMps) } });
      }
    }
  }

  #patrol(phrase: Extract<Phrase, { kind: "patrol" }>): PlanSection {
    const zones = this.#zonesOf(phrase.zones, "patrol");
    const { laps: requestLaps, dwell_seconds: dwell = 0 } = this.#context.request;
    const laps = phrase.laps ?? (requestLaps === null ? Infinity : (requestLaps ?? 1));
    const steps = zones.flatMap((zone) =>
      stopsOf(zone).flatMap((target) => [
        this.#move(
          { target, zone: zone.name },
          { maxSpeedMps: phrase.maxSpeedMps, blocked: "skip" },
        ),
        ...(dwell === 0 ? [] : [{ type: "observe", seconds: dwell } as const]),
      ]),
    );
    return { laps: endless(laps), steps };
  }

  #observe(
    phrase: Extract<Phrase, { kind: "observe" | "look_for" | "count" }>,
    search: { look_for?: string; count?: string } = {},
  ): PlanStep[] {
    const { dwell_seconds: dwell = runLimits.dwellDefaultSec, zones = [] } = this.#context.request;
    const seconds = endless(phrase.seconds ?? dwell ?? Infinity);
    const isHere = phrase.zones.length === 0 && !this.#hasType("observe") && !zones.some(isPlace);
    const stay: PlanStep = { type: "observe", seconds, ...search };
    if (isHere || phrase.isHere) return [stay];
    return this.#zonesOf(phrase.zones, "observe").flatMap((zone) => [
      this.#toZone(zone, phrase.maxSpeedMps),
      stay,
    ]);
  }

  #toZone(zone: RunZone, maxSpeedMps: number | null): PlanStep {
    return this.#move({ target: targetIn(zone), zone: zone.name }, { maxSpeedMps });
  }

  #move(
    place: { target: NonNullable<RunZone["target"]>; zone: string | null },
    how: { maxSpeedMps: number | null; blocked?: "skip" },
  ): PlanStep {
    const { on_blocked: onBlocked } = this.#context.request;
    const { x, y } = place.target;
    const cm = (value: number): number => Math.round(value * 100) / 100;
    const command: RobotCommandBody = {
      command: "move_to",
      target: { ...place.target, x: cm(x), y: cm(y) },
      ...speedOf(how.maxSpeedMps),
    };
    const on_blocked = onBlocked ?? how.blocked ?? "fail";
    return { type: "move", command, zone: place.zone, on_blocked };
  }

  #hasType(type: string): boolean {
    return this.#context.zones.some((zone) => zone.type === type);
  }

  #zonesOf(names: readonly string[], type: "patrol" | "observe"): RunZone[] {
    if (names.length > 0) return names.map((name) => this.#zone(name));
    const { zones, known } = this.#context;
    const found = (zones.length > 0 ? zones : known).filter((zone) => zone.type === type);
    if (found.length > 0) return found;
    throw invalidField("zones", `there is no zone of type ${type}. Add one`);
  }

  #zone(name: string): RunZone {
    const { zones, known } = this.#context;
    return [...zones, ...known].find((zone) => zone.name === name)!;
  }
}

/** The positions of a patrol in a zone, in their order. */
function stopsOf(zone: RunZone): NonNullable<RunZone["target"]>[] {
  if (zone.target) return [zone.target];
  return routeOf(zone).map(([x, y]) => ({ frame: zone.frame, x, y }));
}

function speedOf(maxSpeedMps: number | null): { max_speed_mps?: number } {
  return maxSpeedMps === null ? {} : { max_speed_mps: maxSpeedMps };
}

function endless(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}

const named: Record<string, (request: RobotRunRequest) => Phrase> = {
  patrol: () => ({ kind: "patrol", zones: [], laps: null, maxSpeedMps: null }),
  observe: () => ({
    kind: "observe",
    zones: [],
    isHere: false,
    seconds: null,
    maxSpeedMps: null,
  }),
  follow: ({ perception, dwell_seconds: dwell }) => ({
    kind: "follow",
    label: perception?.detect?.[0] ?? "person",
    seconds: dwell ?? null,
    maxSpeedMps: null,
  }),
};

/**
 * Returns the plan of a named task or of words. Fails with `invalid_request_body` for a task without its
 * zones, and with `task_not_understood` for words that the grammar does not read.
 */
export function compileTask(context: PlanContext): Plan {
  const { request, zones, known, locale } = context;
  const planner = new Planner(context);
  const name = request.task.trim().toLowerCase();
  const task = Object.hasOwn(named, name) ? named[name] : undefined;
  const base = { object: "robot.plan", robot_id: request.robot_id } as const;
  if (task) {
    const sections = [planner.section(task(request))];
    return { ...base, source: "task", language: null, sections };
  }
  const names = [...new Set([...zones, ...known].map(({ name }) => name))];
  const reading = readTask(request.task, names, locale);
  if ("problem" in reading) throw notUnderstood(reading, names);
  const sections = reading.phrases.map((phrase) => planner.section(phrase));
  return { ...base, source: "grammar", language: reading.language, sections };
}
