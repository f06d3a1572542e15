import { describeError, GatehouseError } from "../../core/errors.ts";
import type { RobotActionStep } from "../../contract/robot-config.ts";
import { isMovement } from "../command.ts";
import { robotIncident } from "../robot-incident.ts";
import type { RunDriver, RunDriverParts } from "./run-driver.ts";
import { type ActionReport, putRun, type RunRecord } from "./run-record.ts";
import { actionRestMs, type Trigger } from "./run-sights.ts";

/** What reactions are made of. */
export interface RunReactionsParts extends RunDriverParts {
  run: RunRecord;
  driver: RunDriver;
  /** Whether readers of event streams hear of the run's incidents. */
  isHeard: boolean;
  wake(): void;
  /** The end of `work`, or of everything that must not wait for it: a pause, an abort. */
  orHalted(work: Promise<unknown>): Promise<unknown>;
}

interface Due {
  trigger: Trigger;
  step: RobotActionStep;
}

/** Commands that wait to be given; further ones are left out and told. */
const maxDue = 50;
/** Commands that bring a robot to rest or slow it are never too late. */
const brakes: ReadonlySet<string> = new Set(["stop", "pause", "set_speed_limit"]);
/** What was seen longer ago moves no robot, in milliseconds (design, "The state of things"). */
const oldestMs = 5000;

/**
 * What a run does about what it sees: alerts at once, commands in between its own steps. A behavior's
 * actions rest for a while after they were done; what was told is durable before it is done, so that a
 * restart does not do it again.
 */
export class RunReactions {
  readonly #parts: RunReactionsParts;
  readonly #untilMs = new Map<number, number>();
  readonly #due: Due[] = [];

  constructor(parts: RunReactionsParts) {
    this.#parts = parts;
    const { run, clock } = parts;
    for (const [behavior, wallMs] of Object.entries(run.cooldowns)) {
      // A clock that was set back must not silence a behavior for longer than it rests.
      const leftMs = Math.min(actionRestMs, wallMs - clock.wallMs());
      if (leftMs > 0) this.#untilMs.set(Number(behavior), clock.monoMs() + leftMs);
    }
  }

  /** A behavior of the run was seen. */
  take(trigger: Trigger): void {
    const { clock, run, log } = this.#parts;
    const nowMs = clock.monoMs();
    if ((this.#untilMs.get(trigger.behavior) ?? -Infinity) > nowMs) return;
    this.#untilMs.set(trigger.behavior, nowMs + actionRestMs);
    run.cooldowns[String(trigger.behavior)] = clock.wallMs() + actionRestMs;
    run.incidents += 1;
    this.#write(trigger).catch((error: unknown) => {
      log.warn({ jobId: run.jobId, error: describeError(error) }, "an incident of a run is lost");
    });
  }

  /** Whether a command waits to be given. */
  get isDue(): boolean {
    return this.#due.length > 0;
  }

  /** Does the next command that is due; false when there is none. Rejects with `robot_removed`. */
  async act(): Promise<boolean> {
    const due = this.#due.shift();
    if (!due) return false;
    const { trigger, step } = due;
    const command = step.command!;
    const isMove = isMovement({ kind: command.command });
    const ageMs = trigger.frameAgeMs + this.#parts.clock.monoMs() - trigger.atMonoMs;
    if (!brakes.has(command.command) && ageMs > oldestMs) {
      this.#note(due, { command_id: null, code: "incident_too_old" });
      return true;
    }
    try {
      const sent = await this.#parts.driver.send(command, () => undefined);
      if ("hindrance" in sent) this.#note(due, { command_id: null, code: sent.hindrance.code });
      else {
        this.#note(due, { command_id: sent.command.id, code: null });
        if (isMove) await this.#parts.orHalted(this.#parts.driver.ended(sent.command.id));
      }
    } catch (error) {
      const known = GatehouseError.find(error);
      if (!known || known.code === "robot_removed") throw error;
      this.#note(due, { command_id: null, code: known.code });
    }
    return true;
  }

  async #write(trigger: Trigger): Promise<void> {
    const { store, events, clock, run, isHeard } = this.#parts;
    const alerts = trigger.steps.filter(({ type }) => type === "alert");
    const told = alerts.length === 0 ? [{ severity: undefined, message: undefined }] : alerts;
    await store.transact((tx) => {
      for (const { severity = trigger.severity, message } of told) {
        const incident = robotIncident(
          run.org,
          {
            type: trigger.type,
            severity,
            summary: message ?? trigger.summary,
            robot_id: run.robotId,
            run_id: run.jobId,
            zone: trigger.zone,
            map_position: trigger.place,
            stream_id: trigger.streamId,
            incident_id: trigger.incidentId,
            frame_index: trigger.frameIndex,
            snapshot_url: trigger.pictureUrl,
          },
          clock.wallMs(),
        );
        events.appendIn(tx, {
          ...incident,
          jobId: run.jobId,
          ...(isHeard ? {} : { delivery: [] }),
        });
      }
      putRun(tx, run);
    });
    for (const step of trigger.steps) {
      if (step.type !== "command") continue;
      if (this.#due.length < maxDue) this.#due.push({ trigger, step });
      else this.#note({ trigger, step }, { command_id: null, code: "overloaded" });
    }
    this.#parts.wake();
  }

  #note({ trigger, step }: Due, what: Pick<ActionReport, "command_id" | "code">): void {
    const { run, clock } = this.#parts;
    const { command } = step.command!;
    run.actions.push({ on: trigger.type, command, ...what, at: clock.wallMs() / 1000 });
  }
}
