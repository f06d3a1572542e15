import { describeError } from "../../base/core/errors.ts";
import { robotIncident } from "../commands/robot-incident-wire.ts";
import { RunActions, type RunActionsParts } from "./run-actions.ts";
import { putRun } from "./task-run-record.ts";
import { actionRestMs, type Trigger } from "./run-perception.ts";

/** Dependencies of reactions. */
export interface RunReactionsParts extends RunActionsParts {
  /** True when event streams carry the run's incidents. */
  isHeard: boolean;
}

/**
 * The responses of a run to its detections: alerts at once, commands between its own steps. A behavior's
 * actions pause for a while after they were done; each response is durable before it starts, so that a
 * restart does not repeat it.
 */
export class RunReactions {
  readonly #parts: RunReactionsParts;
  readonly #actions: RunActions;
  readonly #untilMs = new Map<number, number>();
  /** Incidents being written. */
  #writing = 0;

  constructor(parts: RunReactionsParts) {
    this.#parts = parts;
    this.#actions = new RunActions(parts);
  }

  /** Reads the pauses and the commands of an earlier attempt; call it once, before any other method. */
  start(): void {
    this.#actions.start();
    const { run, clock } = this.#parts;
    for (const [behavior, wallMs] of Object.entries(run.cooldowns)) {
      // After a clock was set back, a behavior must not stay silent for longer than its pause.
      const leftMs = Math.min(actionRestMs, wallMs - clock.wallMs());
      if (leftMs > 0) this.#untilMs.set(Number(behavior), clock.monoMs() + leftMs);
    }
  }

  /** Handles a detected behavior of the run. */
  take(trigger: Trigger): void {
    const { clock, run, log } = this.#parts;
    const nowMs = clock.monoMs();
    if ((this.#untilMs.get(trigger.behavior) ?? -Infinity) > nowMs) return;
    this.#untilMs.set(trigger.behavior, nowMs + actionRestMs);
    run.cooldowns[String(trigger.behavior)] = clock.wallMs() + actionRestMs;
    run.incidents += 1;
    this.#writing += 1;
    this.#write(trigger)
      .catch((error: unknown) => {
        log.warn({ jobId: run.jobId, error: describeError(error) }, "an incident of a run is lost");
      })
      .finally(() => {
        this.#writing -= 1;
        this.#parts.wake();
      });
  }

  /** True when a command is due now. */
  get isDue(): boolean {
    return this.#actions.isDue;
  }

  /** True while a response is in progress. */
  get isPending(): boolean {
    return this.#writing > 0 || this.#actions.isPending;
  }

  /** `RunActions.act`. */
  act(): Promise<boolean> {
    return this.#actions.act();
  }

  async #write(trigger: Trigger): Promise<void> {
    const { store, events, clock, run, driver, isHeard } = this.#parts;
    const alerts = trigger.steps.filter(({ type }) => type === "alert");
    const notices = alerts.length === 0 ? [{ severity: undefined, message: undefined }] : alerts;
    const reports = this.#actions.reportsOf(trigger);
    await store.transact((tx) => {
      for (const { severity = trigger.severity, message } of notices) {
        const incident = robotIncident(
          run.org,
          {
            type: trigger.type,
            severity,
            summary: message ?? trigger.summary,
            robot_id: run.robotId,
            robot_name: driver.unit().parts.settings.name,
            run_id: run.jobId,
            zone: trigger.zone,
            position: trigger.place,
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
      putRun(tx, { ...run, actions: [...run.actions, ...reports] });
    });
    run.actions.push(...reports);
    this.#actions.add(trigger, reports);
  }
}
