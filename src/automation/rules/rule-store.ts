import { fail, invalidField } from "../../base/contract/fail.ts";
import type { RuleRequest, RuleStep } from "./rule-document.ts";
import type { WeeklySchedule } from "../../perception/core/schedule-document.ts";
import type { Clock } from "../../base/core/clock.ts";
import { describeError } from "../../base/core/errors.ts";
import type { Logger } from "../../base/core/logger.ts";
import type { Store, StoreKey } from "../../base/core/store.ts";
import { isGoal } from "./command-kinds.ts";
import type { IncidentSource, RobotCommander, RuleTimes } from "./ports.ts";
import { isRobotTrigger } from "./trigger.ts";
import { reservedRuleIds, ruleLimits } from "./rule-terms.ts";

/** A rule as stored or configured. */
export interface RuleRecord {
  v: 1;
  org: string;
  id: string;
  request: RuleRequest;
  origin: "config" | "api";
  createdAtMs: number;
  updatedAtMs: number;
}

/** The parts that the rule store works with. */
export interface RuleStoreParts {
  store: Store;
  clock: Clock;
  log: Logger;
  incidentSource: Pick<IncidentSource, "isIncidentType" | "hasPolicy">;
  commander: Pick<RobotCommander, "checkCommand" | "poseOf" | "unknownPlace">;
  times: RuleTimes;
  configured: readonly { org: string; id: string; request: RuleRequest }[];
  orgs(): string[];
}

const keyOf = (org: string, id: string): StoreKey => [org, "rule", id];
const nameOf = (org: string, id: string): string => `${org}\0${id}`;

/** The rules of all organisations, from the configuration and the store, cached in memory. */
export class RuleStore {
  readonly #parts: RuleStoreParts;
  readonly #rules = new Map<string, RuleRecord>();

  constructor(parts: RuleStoreParts) {
    this.#parts = parts;
  }

  /** Fails with `config_invalid` for a configured rule that can never work. */
  open(): void {
    const { configured, clock, orgs, store, log } = this.#parts;
    const nowMs = clock.wallMs();
    for (const { org, id, request } of configured) {
      try {
        this.#check(org, request);
      } catch (error) {
        throw fail("config_invalid", `rules.${id}: ${describeError(error)}`, { cause: error });
      }
      const times = { createdAtMs: nowMs, updatedAtMs: nowMs };
      this.#rules.set(nameOf(org, id), { v: 1, org, id, request, origin: "config", ...times });
      for (const warning of this.warningsOf(org, request)) log.warn({ rule_id: id }, warning);
    }
    for (const org of orgs()) {
      for (const { value } of store.range<RuleRecord>({ prefix: [org, "rule"] })) {
        const name = nameOf(org, value.id);
        if (!this.#rules.has(name)) this.#rules.set(name, value);
      }
    }
  }

  /** Returns the organisation's rules by id. */
  of(org: string): RuleRecord[] {
    return [...this.#rules.values()]
      .filter((rule) => rule.org === org)
      .toSorted((a, b) => (a.id < b.id ? -1 : 1));
  }

  get(org: string, id: string): RuleRecord | undefined {
    return this.#rules.get(nameOf(org, id));
  }

  /**
   * Adds or changes a rule; it applies at once. Fails with `invalid_request_body` naming the field, with
   * `conflict` for one of the site configuration and at the limit.
   */
  async put(org: string, id: string, request: RuleRequest): Promise<RuleRecord> {
    if (reservedRuleIds.has(id)) {
      throw fail("invalid_path_parameter", `rule_id: ${id} is reserved. Choose another id`, {
        param: "rule_id",
      });
    }
    this.#check(org, request);
    for (const [at, { robot_id: robotId }] of request.do.entries()) {
      if (robotId === undefined || this.#parts.commander.poseOf(org, robotId) !== undefined)
        continue;
      throw invalidField(`do[${at}].robot_id`, "there is no such robot. Choose a listed one");
    }
    for (const [at, { command }] of request.do.entries()) {
      const lacking = command ? this.#parts.commander.unknownPlace(org, command) : null;
      if (lacking === null) continue;
      const param = `do[${at}].command.target.place`;
      throw invalidField(param, `there is no place ${lacking}. Choose a listed one`);
    }
    const known = this.get(org, id);
    assertOwn(known);
    if (!known && this.of(org).length >= ruleLimits.rules) {
      throw fail(
        "conflict",
        `rules: an organisation has at most ${ruleLimits.rules}. Remove one first`,
      );
    }
    const nowMs = this.#parts.clock.wallMs();
    const rule: RuleRecord = {
      v: 1,
      org,
      id,
      request,
      origin: "api",
      createdAtMs: known?.createdAtMs ?? nowMs,
      updatedAtMs: nowMs,
    };
    await this.#parts.store.transact((tx) => tx.put(keyOf(org, id), rule));
    this.#rules.set(nameOf(org, id), rule);
    return rule;
  }

  /** Removes a rule; false for an unknown one. `conflict` for one of the site configuration. */
  async remove(org: string, id: string): Promise<boolean> {
    const known = this.get(org, id);
    if (!known) return false;
    assertOwn(known);
    this.#rules.delete(nameOf(org, id));
    await this.#parts.store.transact((tx) => tx.remove(keyOf(org, id)), { essential: true });
    return true;
  }

  /** Returns the things that the rule names and the box lacks, and why its schedule never holds again. */
  warningsOf(org: string, { on, do: steps, schedule }: RuleRequest): string[] {
    const { incidentSource, commander, times, clock } = this.#parts;
    const policyId = on.policy_id;
    const missing = steps.flatMap(({ robot_id: id }) =>
      id !== undefined && commander.poseOf(org, id) === undefined
        ? [`there is no robot ${id}`]
        : [],
    );
    const places = steps.flatMap(({ command }) => {
      const lacking = command ? commander.unknownPlace(org, command) : null;
      return lacking === null ? [] : [`there is no place ${lacking}`];
    });
    const isPolicyGone = policyId !== undefined && !incidentSource.hasPolicy(org, policyId);
    const never = schedule ? times.whyNever(schedule, clock.wallMs()) : null;
    return [
      ...new Set([...missing, ...places]),
      ...(isPolicyGone ? ["there is no policy policy_id"] : []),
      ...(never === null ? [] : [`the schedule never holds again: ${never}`]),
    ];
  }

  #check(org: string, request: RuleRequest): void {
    this.#checkTrigger(org, request);
    this.#checkSchedule(request.schedule ?? null);
    const { do: steps } = request;
    for (const [at, step] of steps.entries()) {
      this.#checkStep(step, `do[${at}]`);
      if (step.after !== undefined && !hasGoal(steps.slice(0, at))) {
        throw invalidField(
          `do[${at}].after`,
          "no step before it drives anywhere. Add one, or leave it out",
        );
      }
    }
  }

  #checkSchedule(schedule: WeeklySchedule | null): void {
    // Before all holidays: a schedule whose holidays have passed is a warning, so that the box still starts.
    const never = schedule && this.#parts.times.whyNever(schedule, 0);
    if (never) throw invalidField("schedule", `never holds: ${never}. Add a day`);
  }

  #checkTrigger(org: string, { on, cooldown_seconds: cooldown }: RuleRequest): void {
    const { incidentSource } = this.#parts;
    if (on.type === undefined && on.policy_id === undefined) {
      throw invalidField("on", "has no trigger. Set type or policy_id");
    }
    const isRobots = isRobotTrigger(on.type);
    if (on.type !== undefined && !isRobots && !incidentSource.isIncidentType(on.type)) {
      throw invalidField(
        "on.type",
        "there is no such type of behavior or robot incident. Choose a known one",
      );
    }
    checkRobotTrigger(on, isRobots, cooldown);
    if (on.policy_id !== undefined && !incidentSource.hasPolicy(org, on.policy_id)) {
      throw invalidField("on.policy_id", "there is no such policy. Choose a listed one");
    }
  }

  #checkStep(step: RuleStep, at: string): void {
    const { command, target_from: from } = step;
    if (step.type === "alert") {
      if (step.severity === undefined)
        throw invalidField(`${at}.severity`, "is missing. An alert needs it");
      if (command) throw invalidField(`${at}.command`, "is no field of an alert. Leave it out");
      const stray = (["target_from", "wait_seconds"] as const).find((name) => step[name]);
      if (stray) throw invalidField(`${at}.${stray}`, "is no field of an alert. Leave it out");
      return;
    }
    if (step.severity !== undefined || step.message !== undefined) {
      throw invalidField(`${at}.severity`, "and message are fields of an alert. Leave them out");
    }
    if (!command) throw invalidField(`${at}.command`, "is missing. A command needs it");
    if (step.robot_id === undefined)
      throw invalidField(`${at}.robot_id`, "is missing. A command needs it");
    if (step.standoff_m !== undefined && !from) {
      throw invalidField(`${at}.standoff_m`, "needs target_from. Set it, or leave this out");
    }
    if (from && (command.command !== "move_to" || command.target)) {
      throw invalidField(
        `${at}.target_from`,
        "fits move_to without a target only. Leave one of them out",
      );
    }
    // The place is filled in later; a valid place stands in for it here.
    const target = { frame: "map", x: 0, y: 0 };
    this.#parts.commander.checkCommand(from ? { ...command, target } : command, `${at}.command`);
  }
}

function checkRobotTrigger(
  on: RuleRequest["on"],
  isRobots: boolean,
  cooldownSec: number = ruleLimits.cooldownDefaultSec,
): void {
  if (on.robot_ids && !isRobots) {
    throw invalidField(
      "on.robot_ids",
      "fits robot incidents only. Leave it out, or change on.type",
    );
  }
  if (isRobots && cooldownSec < ruleLimits.robotCooldownSec) {
    const least = `is too short for robot incidents. Use at least ${ruleLimits.robotCooldownSec}`;
    throw invalidField("cooldown_seconds", least);
  }
}

function hasGoal(steps: readonly RuleStep[]): boolean {
  return steps.some(({ command }) => command !== undefined && isGoal(command.command));
}

function assertOwn(rule: RuleRecord | undefined): void {
  if (rule?.origin !== "config") return;
  throw fail("conflict", "rule_id: the rule comes from the site configuration. Change it there");
}
