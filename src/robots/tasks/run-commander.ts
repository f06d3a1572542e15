import { fail } from "../../base/contract/fail.ts";
import type { RobotCommandBody } from "../driver/command-document.ts";
import type { Clock, Timer } from "../../base/core/clock.ts";
import { describeError, GatehouseError } from "../../base/core/errors.ts";
import type { Logger } from "../../base/core/logger.ts";
import type { Store, StoreTransaction } from "../../base/core/store.ts";
import type { EventLog } from "../../base/events/event-log.ts";
import { isMovement, readCommand } from "../driver/command.ts";
import {
  type CommandRecord,
  getCommand,
  isOver,
  listCommands,
  openCommands,
} from "../commands/command-record.ts";
import type { Holder } from "../commands/lease.ts";
import type { RobotUnit } from "../fleet/robot-unit.ts";
import type { Robots } from "../fleet/robots.ts";

/** Dependencies of a run's commander. */
export interface RunCommanderParts {
  robots: Robots;
  store: Store;
  events: Pick<EventLog, "subscribe" | "appendIn">;
  clock: Clock;
  log: Logger;
}

/** A temporary obstacle of the run. */
export interface Hindrance {
  code: string;
  message: string;
}

/** The outcome of an attempt to send a command. */
export type SendResult = { command: CommandRecord } | { hindrance: Hindrance };

/** A run keeps the robot while it sends heartbeats at this interval, in milliseconds. */
const beatMs = 2000;
const leaseMs = 10_000;
const ttlMs = 10_000;
/** An ability that was there at the run's check and is gone has this long to come back. */
const lackMs = 60_000;
/** Replaced commands remembered; far above the open ones of a run. */
const maxReplaced = 100;

/** Temporary refusals: the run waits. */
const passing: ReadonlySet<string> = new Set([
  "lease_held",
  "robot_offline",
  "driven_elsewhere",
  "stopped_by_operator",
  "robot_stopped",
  "robot_unreachable",
  "command_expired",
  "e_stop_active",
  "mode_refused",
  "battery_low",
  "pose_unknown",
  "door_closed",
  "door_unknown",
  "door_fault",
  "overloaded",
  "storage_full",
  "store_stalled",
  "store_unwritable",
  "store_failed",
]);

/** True when the refusal may be temporary. */
export function isPassing(code: string): boolean {
  return passing.has(code);
}

/** The robot's present run. */
export interface RunRef {
  org: string;
  robotId: string;
  jobId: string;
  requestId: string;
  /** True for a single command: the robot does not appear to be on a run. */
  isOneCommand?: boolean;
}

/** Commands the robot of one run: holds its lease by heartbeats and sends commands under the run's name. */
export class RunCommander {
  readonly #parts: RunCommanderParts;
  readonly #run: RunRef;
  readonly holder: Holder;
  readonly #ends = new Map<string, () => void>();
  /** Commands that the run itself replaced. */
  readonly #replaced = new Set<string>();
  #unsubscribe: (() => void) | undefined;
  #beat: Timer | undefined;
  /** When the robot lost an ability that the run needs, monotonic. */
  #lackingMs: number | null = null;

  constructor(parts: RunCommanderParts, run: RunRef) {
    this.#parts = parts;
    this.#run = run;
    this.holder = { keyId: `run:${run.jobId}`, priority: "run" };
  }

  /** Subscribes to the ends of commands. */
  open(): void {
    this.#unsubscribe = this.#parts.events.subscribe(({ type, data }) => {
      if (type !== "robot.command" || typeof data["ended_at"] !== "number") return;
      this.#ends.get(String(data["command_id"]))?.();
    });
    this.#setActive(this.#run.jobId);
  }

  /** Releases the robot. */
  async close(): Promise<void> {
    this.#unsubscribe?.();
    await this.release();
    this.#setActive(null);
  }

  /** Returns the robot; fails with `robot_removed`. */
  unit(): RobotUnit {
    const { org, robotId, jobId, isOneCommand = false } = this.#run;
    const unit = this.#parts.robots.unit(org, robotId);
    if (!unit)
      throw fail(
        "robot_removed",
        "robot: was removed during the run. Start a run of another robot",
      );
    // A change of its settings creates another object.
    if (!isOneCommand) unit.activeRunId = jobId;
    return unit;
  }

  /**
   * Takes the robot and sends a command. `also` runs in the transaction that accepts it. Rejects with the
   * gate's rule as code for a permanent refusal, and with `capability_missing` for a movement whose ability
   * has been gone for a minute.
   */
  async send(
    planned: RobotCommandBody,
    also: (tx: StoreTransaction, commandId: string) => void,
  ): Promise<SendResult> {
    const { command } = planned;
    const unit = this.unit();
    try {
      const { org, robotId } = this.#run;
      const body = this.#parts.robots.resolved(org, robotId, planned);
      if (command === "stop") {
        await unit.halt(this.holder, this.#why());
        return { hindrance: { code: "robot_stopped", message: "the run stopped the robot" } };
      }
      const read = readCommand({ ...body, command });
      if (unit.needsLease(read, this.holder)) await this.#hold(unit);
      this.#noteReplaced(unit, command);
      const sent = await unit.submit({
        command: read,
        body,
        holder: this.holder,
        requestId: this.#run.requestId,
        why: this.#why(),
        ttlMs,
        also: (tx, { id }) => also(tx, id),
      });
      this.#lackingMs = null;
      return { command: sent };
    } catch (error) {
      const known = GatehouseError.find(error);
      if (!known) throw error;
      const rule = known.code === "command_rejected" ? known.details?.[0]?.rule : undefined;
      const code = rule ?? known.code;
      if (!isPassing(code) && !this.#mayReturn(code, command))
        throw fail(code as "capability_missing", known.message, { cause: error });
      return { hindrance: { code, message: known.message } };
    }
  }

  /** A restarting navigation is away for a while: its goals wait. */
  #mayReturn(code: string, command: RobotCommandBody["command"]): boolean {
    if (code !== "capability_missing" || !isMovement({ kind: command })) return false;
    const nowMs = this.#parts.clock.monoMs();
    this.#lackingMs ??= nowMs;
    return nowMs - this.#lackingMs < lackMs;
  }

  /** Returns the command once it has ended; undefined for one that is no longer stored. */
  ended(commandId: string): Promise<CommandRecord | undefined> {
    return new Promise((resolve) => {
      const look = (): void => {
        const now = this.find(commandId);
        if (now && !isOver(now.state)) return;
        this.#ends.delete(commandId);
        resolve(now);
      };
      this.#ends.set(commandId, look);
      look();
    });
  }

  find(commandId: string): CommandRecord | undefined {
    const { org, robotId } = this.#run;
    return getCommand(this.#parts.store, org, { robotId, id: commandId });
  }

  /** True when the run itself sent the movement that replaced this one. */
  isSupersededByOwn({ id, createdAtMs }: CommandRecord): boolean {
    if (this.#replaced.has(id)) return true;
    // A command of an earlier process: judged by its successor.
    const { org, robotId } = this.#run;
    const later = listCommands(this.#parts.store, org, robotId)
      .filter((one) => one.id !== id && one.createdAtMs >= createdAtMs && one.state !== "rejected")
      .filter(({ body }) => isMovement({ kind: body.command }));
    return later.at(-1)?.holder.keyId === this.holder.keyId;
  }

  /** Notes that a movement of the run replaces its present one. */
  #noteReplaced({ active }: RobotUnit, command: RobotCommandBody["command"]): void {
    if (!isMovement({ kind: command }) || active?.holder.keyId !== this.holder.keyId) return;
    this.#replaced.add(active.id);
    if (this.#replaced.size > maxReplaced) {
      this.#replaced.delete(this.#replaced.values().next().value!);
    }
  }

  /** True when a command of the run has not ended, also while recovery still looks for it. */
  get hasOpen(): boolean {
    const { org, robotId } = this.#run;
    const open = openCommands(this.#parts.store, org, robotId);
    return open.some(({ holder }) => holder.keyId === this.holder.keyId);
  }

  /** Ends the run's own command; stops a robot that does not accept a cancel. */
  async endActive(): Promise<void> {
    const { org, robotId } = this.#run;
    const unit = this.#parts.robots.unit(org, robotId);
    const active = unit?.active;
    if (!unit || active?.holder.keyId !== this.holder.keyId) return;
    try {
      const cancel = { command: "cancel", command_id: active.id } as const;
      const sent = await this.send(cancel, () => undefined);
      if ("command" in sent && sent.command.state === "succeeded") return;
    } catch (error) {
      this.#warn(error, "a run could not cancel its command");
    }
    if (unit.active?.id === active.id)
      await unit.endCommand(active.id, `cancelled by ${this.holder.keyId}`);
  }

  /** Releases the robot while its command continues. */
  async release(): Promise<void> {
    this.#beat?.cancel();
    this.#beat = undefined;
    const { org, robotId } = this.#run;
    await this.#parts.robots.unit(org, robotId)?.releaseLease(this.holder.keyId);
  }

  async #hold(unit: RobotUnit): Promise<void> {
    // The heartbeat starts first: the lease must not expire while a slow disk records that it was taken.
    this.#beat ??= this.#parts.clock.every(beatMs, () => {
      const { org, robotId } = this.#run;
      const now = this.#parts.robots.unit(org, robotId);
      // Only renews the run's own lease: it takes the robot from no other caller.
      if (now?.lease.held?.keyId !== this.holder.keyId) return;
      void this.#keep(now);
    });
    await unit.takeLease(this.holder, { ttlMs: leaseMs, onExpiry: "cancel" });
  }

  async #keep(unit: RobotUnit): Promise<void> {
    try {
      await unit.takeLease(this.holder, { ttlMs: leaseMs, onExpiry: "cancel" });
    } catch (error) {
      this.#warn(error, "the heartbeat of a run failed");
    }
  }

  #setActive(jobId: string | null): void {
    const { org, robotId, isOneCommand = false } = this.#run;
    const unit = this.#parts.robots.unit(org, robotId);
    if (!unit || isOneCommand) return;
    unit.activeRunId = jobId;
    unit.isDirty = true;
  }

  #why(): string {
    return `run ${this.#run.jobId}`;
  }

  #warn(error: unknown, message: string): void {
    const { robotId, jobId } = this.#run;
    this.#parts.log.warn({ robot_id: robotId, jobId, error: describeError(error) }, message);
  }
}
