import { brakes, isGoal } from "./command-kinds.ts";
import type { ChainRecord, ChainStepRecord } from "./chain-record.ts";
import type { RuleStep } from "./rule-document.ts";
import { type Clock, sleep } from "../../base/core/clock.ts";
import { describeError, GatehouseError } from "../../base/core/errors.ts";
import { omitUndefined } from "../../base/core/omit-undefined.ts";
import type { Logger } from "../../base/core/logger.ts";
import type { Store, StoreTransaction } from "../../base/core/store.ts";
import type { RobotCommandBody } from "../../robots/driver/command-document.ts";
import { selectTarget } from "./target-selection.ts";
import { isStepOver, putChain } from "./chain-store.ts";
import type { RuleActor, RobotCommander, RuleTrigger, SentCommand } from "./ports.ts";
import type { RuleRecord } from "./rule-store.ts";
import { ruleLimits } from "./rule-terms.ts";
import { robotLimits } from "../../robots/robot-terms.ts";

/** Dependencies of a chain. */
export interface ChainRunParts {
  store: Store;
  clock: Clock;
  log: Logger;
  commander: RobotCommander;
  /** Notes that a command of the chain was accepted. */
  onCommand(commandId: string, chain: ChainRecord): void;
  /** Resolves at the command's end, when the rules stop, or after the longest wait. */
  ended(commandId: string): Promise<void>;
  /** Aborts when the rules stop. */
  stopping: AbortSignal;
}

/** A command that is not sent within this time never is, in seconds. */
const ttlSec = 5;
/** A command is retried at this interval while another caller holds the robot, in milliseconds. */
const leaseRetryMs = 1000;

type Step = [wanted: RuleStep, shown: ChainStepRecord];

/** Carries out the decisions of one rule about one incident, and records each step. */
export class ChainRun {
  readonly #parts: ChainRunParts;
  readonly #rule: RuleRecord;
  readonly #trigger: RuleTrigger;
  readonly #frameAgeMs: number;
  /** Aborts commands that wait for another caller to release the robot. */
  #waiting: Promise<void> | undefined;
  readonly chain: ChainRecord;

  constructor(
    parts: ChainRunParts,
    about: { rule: RuleRecord; trigger: RuleTrigger; chain: ChainRecord },
  ) {
    this.#parts = parts;
    this.#rule = about.rule;
    this.#trigger = about.trigger;
    this.chain = about.chain;
    this.#frameAgeMs = about.chain.decision.frame_age_ms;
  }

  /** Resolves when every step has been sent or refused. Never rejects. */
  async run(alsoFirst: (tx: StoreTransaction) => void): Promise<void> {
    const steps = this.#rule.request.do.map((request, at): Step => [
      request,
      this.chain.steps[at]!,
    ]);
    const isBrake = ([request]: Step): boolean =>
      brakes.has(request.command?.command ?? "") && request.after === undefined;
    // Sent from the incident in memory, before the store has it.
    const braking = Promise.all(steps.filter(isBrake).map((step) => this.#do(step)));
    await this.#keep(alsoFirst);
    const isStored = await this.#trigger.stored;
    for (const [at, step] of steps.entries()) {
      if (isBrake(step)) continue;
      // Alerts do not wait while another caller holds the robot; steps after a command do.
      if (step[0].type === "command" || step[0].after !== undefined) await this.#waiting;
      const isDue = step[0].after === undefined || (await this.#arrived(steps.slice(0, at)));
      if (!isDue) this.#refuse(step, "not_arrived", "the movement before it did not succeed");
      else if (!isStored)
        this.#refuse(step, "incident_not_stored", "the incident could not be stored");
      else await this.#do(step);
      if (this.#waiting) await this.#keep();
    }
    await this.#waiting;
    await braking;
    await this.#keep();
  }

  /** True when the last movement of these steps has succeeded, or would have on trial. */
  async #arrived(before: readonly Step[]): Promise<boolean> {
    const [, record] = before.findLast(([{ command }]) => command && isGoal(command.command))!;
    if (record.code === "dry_run" || record.code === "already_there") return true;
    if (record.command_id === null) return false;
    if (!isStepOver(record.state)) {
      await this.#keep();
      await this.#parts.ended(record.command_id);
    }
    return record.state === "succeeded";
  }

  async #do(step: Step): Promise<void> {
    const [request, record] = step;
    record.decided_at = this.#parts.clock.wallMs() / 1000;
    await this.#attempt(step, () =>
      request.type === "alert" ? this.#alert(step) : this.#command(step),
    );
  }

  /** Turns a failure of `work` into the refusal of the step. */
  async #attempt(step: Step, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#refuseFor(step, GatehouseError.find(error));
      if (!GatehouseError.find(error)) {
        this.#parts.log.error({ error: describeError(error) }, "a step of a rule failed");
      }
    }
  }

  /** The refusal, with the gate's rule as its code where the gate refused. */
  #refuseFor(step: Step, error: GatehouseError | undefined): void {
    const details = error?.details ?? [];
    const code = error?.code === "command_rejected" ? details[0]?.rule : error?.code;
    this.#refuse(step, code ?? "internal_error", error?.message ?? "");
    const refused = details.find(({ rule }) => rule === "command_id");
    step[1].command_id ??= refused?.message ?? null;
  }

  async #alert([request, record]: Step): Promise<void> {
    const { incident } = this.#trigger;
    record.message = request.message ?? incident.summary;
    if (this.#isDry(record)) return;
    await this.#parts.commander.alert({
      org: this.#rule.org,
      ruleId: this.#rule.id,
      chainId: this.chain.id,
      robotId: request.robot_id ?? null,
      streamId: incident.streamId,
      incidentId: incident.id,
      severity: request.severity!,
      message: record.message,
    });
    this.#end(record, "succeeded");
  }

  async #command(step: Step): Promise<void> {
    const [request, record] = step;
    const { commander } = this.#parts;
    const robotId = request.robot_id!;
    const pose = commander.poseOf(this.#rule.org, robotId);
    if (pose === undefined) return this.#refuse(step, "not_found", "there is no such robot");
    const selection = selectTarget(request, this.#trigger.incident.mapPosition, pose);
    if (!("command" in selection)) {
      if (selection.code === "already_there") this.#end(record, "not_sent", selection);
      else this.#refuse(step, selection.code, selection.reason);
      return;
    }
    const { command } = selection;
    record.command = command;
    // A step after an arrival is as old as the drive took.
    const isPrompt = brakes.has(command.command) || request.after !== undefined;
    if (!isPrompt && this.#ageMs() > ruleLimits.oldestSec * 1000) {
      const reason = `the incident was older than ${ruleLimits.oldestSec} s`;
      return this.#refuse(step, "incident_too_old", reason);
    }
    const actor = this.#actor();
    if (this.chain.decision.dry_run) {
      const refusal = commander.refusalOf(actor, robotId, command);
      if (refusal) return this.#refuse(step, refusal.rule, refusal.message);
      this.#isDry(record);
      return;
    }
    const isBrake = brakes.has(command.command) && request.after === undefined;
    const waitSec = isBrake ? 0 : (request.wait_seconds ?? robotLimits.actionWaitDefaultSec);
    if (waitSec > 0 && commander.refusalOf(actor, robotId, command)?.rule === "lease_held") {
      this.#waiting = this.#sendWhenFree(step, command, waitSec);
    } else await this.#send(step, command);
  }

  /** Requests the robot again until it is free, for at most `waitSec`; then returns the last refusal. */
  async #sendWhenFree(step: Step, command: RobotCommandBody, waitSec: number): Promise<void> {
    const [request, record] = step;
    const { clock, commander, stopping } = this.#parts;
    const untilMs = clock.monoMs() + waitSec * 1000;
    const isHeld = (): boolean =>
      commander.refusalOf(this.#actor(), request.robot_id!, command)?.rule === "lease_held";
    record.code = "lease_held";
    record.reason = `waits up to ${waitSec} s for the robot, which somebody else has`;
    await this.#keep();
    while (isHeld() && clock.monoMs() < untilMs && !stopping.aborted) {
      await sleep(clock, Math.min(leaseRetryMs, untilMs - clock.monoMs()), stopping);
    }
    if (stopping.aborted) return this.#refuse(step, "lease_held", "the box stopped meanwhile");
    await this.#attempt(step, () => this.#send(step, command));
  }

  async #send(step: Step, command: RobotCommandBody): Promise<void> {
    const [request, record] = step;
    const { commander, onCommand } = this.#parts;
    const { incident } = this.#trigger;
    const sent = await commander.command(this.#actor(), request.robot_id!, {
      request: {
        command,
        ttlSec,
        reason: `rule ${this.#rule.id}: ${incident.type} ${incident.id}`,
      },
      also: (tx, { id }) => {
        record.command_id = id;
        putChain(tx, this.#rule.org, this.chain);
        onCommand(id, this.chain);
      },
    });
    if (!sent) return this.#refuse(step, "not_found", "there is no such robot");
    record.command_id = sent.id;
    record.latency_ms = Math.round((this.#parts.clock.monoMs() - this.#trigger.atMonoMs) * 10) / 10;
    takeOver(record, sent);
  }

  #actor(): RuleActor {
    const { org, id, request } = this.#rule;
    const named = omitUndefined({ name: request.name });
    return { org, keyId: `rule:${id}`, ...named, priority: "rule", requestId: this.chain.id };
  }

  /** The present age of the detection, by the monotonic clock. */
  #ageMs(): number {
    return this.#frameAgeMs + this.#parts.clock.monoMs() - this.#trigger.atMonoMs;
  }

  #isDry(record: ChainStepRecord): boolean {
    if (!this.chain.decision.dry_run) return false;
    this.#end(record, "not_sent", { code: "dry_run", reason: "the rule is on trial" });
    return true;
  }

  /** `code` is of the error table, or a rule of the gate. */
  #refuse([, record]: Step, code: string, reason: string): void {
    this.#end(record, "refused", { code, reason });
  }

  #end(
    record: ChainStepRecord,
    state: ChainStepRecord["state"],
    why: { code: string; reason: string } | null = null,
  ): void {
    record.state = state;
    record.code = why?.code ?? null;
    record.reason = why?.reason ?? null;
    record.decided_at ??= this.#parts.clock.wallMs() / 1000;
    record.ended_at = this.#parts.clock.wallMs() / 1000;
  }

  async #keep(also: (tx: StoreTransaction) => void = () => undefined): Promise<void> {
    const { store, log } = this.#parts;
    try {
      await store.transact((tx) => {
        putChain(tx, this.#rule.org, this.chain);
        also(tx);
      });
    } catch (error) {
      log.warn({ error: describeError(error) }, "the chain of a rule was not stored");
    }
  }
}

/** Applies the result of the command to its step. */
export function takeOver(
  record: ChainStepRecord,
  { state, reason, endedAtMs }: Pick<SentCommand, "state" | "reason" | "endedAtMs">,
): void {
  if (state === "rejected") record.state = "refused";
  else record.state = state === "accepted" ? "executing" : (state as ChainStepRecord["state"]);
  record.reason = reason;
  const code = reason?.split(":", 1)[0] ?? "";
  record.code = state !== "succeeded" && /^[a-z_]+$/.test(code) ? code : null;
  record.ended_at = endedAtMs === null ? null : endedAtMs / 1000;
}
