import { placeNames } from "../../robots/driver/command-document.ts";
import { type ChainRecord, newChain } from "./chain-record.ts";
import type { RuleRequest } from "./rule-document.ts";
import { describeError } from "../../base/core/errors.ts";
import type { Part } from "../../base/core/parts.ts";
import type { Event } from "../../base/events/event.ts";
import type { EventLog } from "../../base/events/event-log.ts";
import { ChainRun, takeOver } from "./chain-run.ts";
import { getChain, isStepOver, listChains, putChain } from "./chain-store.ts";
import { Cooldowns } from "./cooldowns.ts";
import type { IncidentSource, RobotCommander, RuleTrigger, SentCommand } from "./ports.ts";
import { RuleStore, type RuleStoreParts, type RuleRecord } from "./rule-store.ts";
import { commandEnd, robotTrigger } from "./robot-trigger-wire.ts";
import { matches } from "./trigger.ts";
import { ruleLimits } from "./rule-terms.ts";

/** Dependencies of the rules. */
export interface RulesParts extends RuleStoreParts {
  events: Pick<EventLog, "subscribe">;
  incidentSource: IncidentSource;
  commander: RobotCommander;
}

interface Tally {
  /** Incidents on which the rule acted. */
  acted: number;
  /** Incidents within the cooldown, or while too many chains ran. */
  suppressed: number;
  lastChainId: string | null;
}

/** A rule with its state. The numbers count from the start of the process. */
export interface RuleStatus extends Tally {
  rule: RuleRecord;
  /** True when the rule is enabled, and its schedule and the site mode let it act now. */
  holdsNow: boolean;
  /** Reasons why it cannot act at present. */
  warnings: string[];
}

/** Chains in progress; beyond it incidents count as suppressed. */
const maxRunning = 256;
/** Commands whose end a chain waits for; the end of others is read on request. */
const maxOpen = 1000;

/**
 * Makes robots act on incidents: an incident that triggers a rule becomes a chain, from the frame to the
 * outcome of each command, under one id.
 */
export class Rules implements Part {
  readonly #parts: RulesParts;
  readonly #rules: RuleStore;
  readonly #cooldowns: Cooldowns;
  readonly #tallies = new Map<string, Tally>();
  readonly #running = new Set<Promise<void>>();
  /** Chains whose commands have not ended, by the command. */
  readonly #open = new Map<string, { org: string; chain: ChainRecord }>();
  /** Chains that wait for the end of a command, by the command. */
  readonly #waiting = new Map<string, () => void>();
  #stopping = new AbortController();
  #ends: (() => void)[] = [];

  constructor(parts: RulesParts) {
    this.#parts = parts;
    this.#rules = new RuleStore(parts);
    this.#cooldowns = new Cooldowns(parts);
  }

  /** Fails with `config_invalid` for a configured rule that can never work. */
  async start(): Promise<void> {
    this.#stopping = new AbortController();
    this.#rules.open();
    this.#ends = [
      this.#parts.incidentSource.subscribe((trigger) => this.#onIncident(trigger)),
      this.#parts.events.subscribe((event) => this.#onEvent(event)),
    ];
  }

  /** Starts no further chain; resolves when every begun step has been sent or refused. */
  async stop(): Promise<void> {
    for (const end of this.#ends) end();
    this.#ends = [];
    this.#stopping.abort();
    for (const release of this.#waiting.values()) release();
    await Promise.all(this.#running);
  }

  /** Returns the organisation's rules by id. */
  list(org: string): RuleStatus[] {
    return this.#rules.of(org).map((rule) => this.#statusOf(rule));
  }

  /** Returns the rules whose commands go to the place, in words. */
  usersOf(org: string, place: string): string[] {
    return this.#rules
      .of(org)
      .filter(({ request }) =>
        request.do.some(({ command }) => command && placeNames(command).includes(place)),
      )
      .map(({ id }) => `the rule ${id}`);
  }

  get(org: string, id: string): RuleStatus | undefined {
    const rule = this.#rules.get(org, id);
    return rule && this.#statusOf(rule);
  }

  /** `RuleStore.put`. */
  async put(org: string, id: string, request: RuleRequest): Promise<RuleStatus> {
    return this.#statusOf(await this.#rules.put(org, id, request));
  }

  /** `RuleStore.remove`; its chains stay. */
  remove(org: string, id: string): Promise<boolean> {
    return this.#rules.remove(org, id);
  }

  /** Returns chains, newest first. */
  chains(org: string, filter: { ruleId?: string; incidentId?: string } = {}): ChainRecord[] {
    const { ruleId, incidentId } = filter;
    return listChains(this.#parts.store, org)
      .filter((chain) => ruleId === undefined || chain.rule_id === ruleId)
      .filter((chain) => incidentId === undefined || chain.incident.id === incidentId.toLowerCase())
      .map((chain) => this.#current(org, chain));
  }

  chain(org: string, id: string): ChainRecord | undefined {
    const chain = getChain(this.#parts.store, org, id);
    return chain && this.#current(org, chain);
  }

  #onIncident(trigger: RuleTrigger): void {
    for (const rule of this.#rules.of(trigger.org)) {
      const { enabled = true, on, cooldown_seconds: cooldown } = rule.request;
      if (!enabled || !matches(on, trigger.incident) || !this.#holdsNow(rule)) continue;
      const cooldownMs = (cooldown ?? ruleLimits.cooldownDefaultSec) * 1000;
      const place = { org: rule.org, ruleId: rule.id, streamId: trigger.incident.streamId };
      const tally = this.#tallyOf(rule);
      if (this.#running.size >= maxRunning || !this.#cooldowns.begin(place, cooldownMs)) {
        tally.suppressed += 1;
        continue;
      }
      const run = this.#begin(rule, trigger);
      tally.acted += 1;
      tally.lastChainId = run.chain.id;
      const done = run
        .run((tx) => this.#cooldowns.keep(tx, place))
        .finally(() => this.#running.delete(done));
      this.#running.add(done);
    }
  }

  #holdsNow({ org, request: { schedule = null, modes = [] } }: RuleRecord): boolean {
    const { times, clock } = this.#parts;
    return times.holdsAt({ org, schedule, modes }, clock.wallMs());
  }

  #begin(rule: RuleRecord, trigger: RuleTrigger): ChainRun {
    const chain = newChain(rule, trigger, this.#parts.clock.wallMs());
    return new ChainRun(
      {
        ...this.#parts,
        onCommand: (id) => {
          this.#open.set(id, { org: rule.org, chain });
          if (this.#open.size > maxOpen) this.#open.delete(this.#open.keys().next().value!);
        },
        ended: (id) => this.#ended(id),
        stopping: this.#stopping.signal,
      },
      { rule, trigger: trigger, chain },
    );
  }

  /** Resolves at the command's end, when the rules stop, or after the longest wait. */
  async #ended(commandId: string): Promise<void> {
    if (this.#stopping.signal.aborted || !this.#open.has(commandId)) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.set(commandId, resolve);
    const timer = this.#parts.clock.after(ruleLimits.arrivalSec * 1000, resolve);
    await promise;
    timer.cancel();
    this.#waiting.delete(commandId);
  }

  /** Writes the end of a command into the chain that sent it. */
  #onEvent({ org, type, data }: Event): void {
    if (type === "robot.incident") this.#onRobot(org, data);
    if (type === "robot.command") this.#settle(commandEnd(data));
  }

  #onRobot(org: string, data: Event["data"]): void {
    const incident = robotTrigger(data);
    if (!incident) return;
    // The event log holds it, so it is durable.
    const stored = Promise.resolve(true);
    this.#onIncident({ org, incident, frame: null, atMonoMs: this.#parts.clock.monoMs(), stored });
  }

  #settle(command: SentCommand | null): void {
    const open = command && this.#open.get(command.id);
    if (!open) return;
    const { id: commandId } = command;
    this.#open.delete(commandId);
    const { org, chain } = open;
    const step = chain.steps.find((one) => one.command_id === commandId)!;
    takeOver(step, command);
    this.#waiting.get(commandId)?.();
    this.#parts.store
      .transact((tx) => putChain(tx, org, chain), { essential: true })
      .catch((error: unknown) => {
        this.#parts.log.warn({ error: describeError(error) }, "the end of a chain was not stored");
      });
  }

  /** Adds the results of commands since the chain was written, and the picture's present address. */
  #current(org: string, stored: ChainRecord): ChainRecord {
    const { incidentSource, commander } = this.#parts;
    const steps = stored.steps.map((step) => {
      if (step.command_id === null || step.robot_id === null || isStepOver(step.state)) return step;
      const command = commander.getCommand(org, step.robot_id, step.command_id);
      const now = { ...step };
      if (command) takeOver(now, command);
      return now;
    });
    const snapshotUrl = incidentSource.snapshotUrl(org, stored.incident.id);
    // Chains of an earlier version have no robot.
    const incident = { ...stored.incident, robot_id: stored.incident.robot_id ?? null };
    return { ...stored, incident, frame: { ...stored.frame, snapshot_url: snapshotUrl }, steps };
  }

  #tallyOf({ org, id }: RuleRecord): Tally {
    const name = `${org}\0${id}`;
    const known = this.#tallies.get(name) ?? { acted: 0, suppressed: 0, lastChainId: null };
    this.#tallies.set(name, known);
    return known;
  }

  #statusOf(rule: RuleRecord): RuleStatus {
    const { org, request } = rule;
    return {
      rule,
      holdsNow: (request.enabled ?? true) && this.#holdsNow(rule),
      warnings: this.#rules.warningsOf(org, request),
      ...this.#tallyOf(rule),
    };
  }
}
