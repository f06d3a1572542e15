import type { Clock, Timer } from "../../base/core/clock.ts";
import type { RobotCommand } from "../driver/command.ts";
import type { CommandRecord } from "../commands/command-record.ts";
import type { ShownFrame } from "../../base/core/shown-frames.ts";
import { within } from "../driver/deadlines.ts";
import type { DriverSight, Velocity } from "./driver-sight.ts";
import { teleopLimits } from "./teleop-terms.ts";

/** Callbacks of the operator's connection about the box's own actions. */
export interface TeleopListener {
  /** Called when no message came in time, or the picture is too old: the robot has been told to stop. */
  onStopped(reason: "heartbeat_missed" | "picture_stale"): void;
  /** Called at the end of the session; `reason` begins with its code. */
  onEnd(reason: string): void;
}

/** Dependencies of a session. */
export interface TeleopParts {
  clock: Clock;
  /** The session in the record: a command of the same duration. */
  record: CommandRecord;
  deadmanMs: number;
  listener: TeleopListener;
  /** True while the robot is still this session's: no stop, no other command. */
  isLive(): boolean;
  /** What the driver sees; null where nobody checks it. The session closes it. */
  sight: DriverSight | null;
  /** The safety gate's refusal of a command at this moment, by a picture of this age. */
  judge(
    command: RobotCommand,
    pictureAgeMs: number | null,
  ): { rule: string; message: string } | null;
  execute(id: string, command: RobotCommand): Promise<unknown>;
  /** Stops the robot and ends the session's command. */
  finish(state: "succeeded" | "failed" | "cancelled", reason: string | null): Promise<void>;
  /** Writes one entry of the record. */
  note(event: string, detail: Record<string, string | number>): void;
  /** Called when the operator disconnected or fell silent while the robot moved. */
  onOperatorLost(): void;
}

/** The picture by which somebody drives. */
export interface SeenPicture {
  /** Null before the first. */
  ageMs: number | null;
  /** Of the greatest speeds that it allows. */
  share: number;
}

/** The result of a message. */
export type DriveOutcome =
  | { ok: true; velocity: Velocity; picture?: SeenPicture }
  | { ok: false; rule: string; message: string };

/** A transport that has not accepted a velocity after this has lost the robot, in milliseconds. */
const transportMs = 1000;
/** The interval of entries of the record about missed heartbeats and refusals. */
const notePeriodMs = 1000;
/** Period of the look at the picture's age while the robot moves, in milliseconds. */
const sightPeriodMs = 25;
const standing: Velocity = { linearMps: 0, angularRadps: 0 };

/**
 * One operator drives one robot. Each velocity passes the safety gate and applies for the deadman's time;
 * then the driver ends it by itself, and so does the session. At most one velocity is on its way to the
 * robot; the newest one waits. Without a message for 2 s the session ends.
 */
export class TeleopSession {
  readonly #parts: TeleopParts;
  #velocity = standing;
  #sending = false;
  #isPending = false;
  #deadman: Timer | undefined;
  #silence: Timer | undefined;
  #sightTimer: Timer | undefined;
  #isClosed = false;
  #lastRule: string | null = null;
  #notedMs = -Infinity;
  readonly #sums = { messages: 0, refused: 0, stops: 0, maxMps: 0, maxRadps: 0 };

  constructor(parts: TeleopParts) {
    this.#parts = parts;
  }

  /** Starts waiting for messages; call it once, before the first of them. */
  start(): void {
    this.#heard();
    const { clock, sight } = this.#parts;
    if (sight) this.#sightTimer = clock.every(sightPeriodMs, () => this.#lookAt(sight));
  }

  get id(): string {
    return this.#parts.record.id;
  }

  /**
   * Drives at `request` until the next message, for the deadman's time at most; by an old picture more slowly. `frame`
   * is the one that the driver sees.
   */
  drive(request: Velocity, frame?: ShownFrame): DriveOutcome {
    this.#heard();
    this.#sums.messages += 1;
    const { sight, isLive, judge, deadmanMs } = this.#parts;
    if (frame) sight?.shown(frame);
    if (!isLive()) return { ok: false, rule: "robot_stopped", message: "it is over" };
    const ageMs = sight?.ageMs ?? null;
    const velocity = sight?.lowered(request, ageMs) ?? request;
    const refusal = judge({ kind: "teleop", ...velocity, durationMs: deadmanMs }, ageMs);
    if (refusal) return this.#refuse(refusal);
    this.#lastRule = null;
    this.#velocity = velocity;
    this.#sums.maxMps = Math.max(this.#sums.maxMps, Math.abs(velocity.linearMps));
    this.#sums.maxRadps = Math.max(this.#sums.maxRadps, Math.abs(velocity.angularRadps));
    this.#send();
    if (!sight) return { ok: true, velocity };
    return { ok: true, velocity, picture: { ageMs, share: sight.share(ageMs) } };
  }

  /** Extends the previous velocity by the deadman's time; zero after a missed heartbeat. */
  beat(frame?: ShownFrame): DriveOutcome {
    return this.drive(this.#velocity, frame);
  }

  /** Checks if the session still has the robot; call it after each change of the robot's command. */
  look(): void {
    const { record } = this.#parts;
    if (record.endedAtMs === null || this.#isClosed) return;
    this.#close();
    this.#parts.listener.onEnd(record.reason ?? "cancelled");
  }

  /** Ends the session of a client that has left or vanished; resolves when the robot has been told to stop. */
  async leave(reason: string | null): Promise<void> {
    if (this.#isClosed) return;
    const isOperatorLost = reason !== null && isMoving(this.#velocity);
    this.#close();
    if (isOperatorLost) this.#parts.onOperatorLost();
    await this.#parts.finish(reason === null ? "succeeded" : "cancelled", reason);
  }

  #heard(): void {
    const { clock, deadmanMs } = this.#parts;
    this.#deadman?.cancel();
    this.#silence?.cancel();
    if (this.#isClosed) return;
    this.#deadman = clock.after(deadmanMs, () => this.#missed());
    this.#silence = clock.after(teleopLimits.silenceMs, () => void this.#silent());
  }

  /** Between two messages the picture grows older: slows the robot down, and stops it at the limit. */
  #lookAt(sight: DriverSight): void {
    if (this.#isClosed || !isMoving(this.#velocity)) return;
    const { ageMs } = sight;
    if (sight.share(ageMs) === 0) {
      this.#halt("picture_stale");
      this.#noteSometimes("teleop_stopped", { reason: "picture_stale" });
      return;
    }
    const velocity = sight.lowered(this.#velocity, ageMs);
    if (velocity === this.#velocity) return;
    this.#velocity = velocity;
    if (this.#parts.isLive()) this.#send();
  }

  #halt(reason: "heartbeat_missed" | "picture_stale"): void {
    this.#velocity = standing;
    this.#sums.stops += 1;
    if (this.#parts.isLive()) this.#send();
    this.#parts.listener.onStopped(reason);
  }

  /** Stops by a timer of its own, in case that the driver's does not. */
  #missed(): void {
    if (!isMoving(this.#velocity)) return;
    this.#halt("heartbeat_missed");
    if (this.#noteSometimes("teleop_stopped", { reason: "heartbeat_missed" })) {
      this.#parts.onOperatorLost();
    }
  }

  async #silent(): Promise<void> {
    if (this.#isClosed) return;
    this.#close();
    await this.#parts.finish("cancelled", "heartbeat_missed");
    this.#parts.listener.onEnd("heartbeat_missed");
  }

  #refuse(refusal: { rule: string; message: string }): DriveOutcome {
    this.#sums.refused += 1;
    const wasMoving = isMoving(this.#velocity);
    this.#velocity = standing;
    if (wasMoving) this.#send();
    if (refusal.rule !== this.#lastRule) {
      this.#lastRule = refusal.rule;
      this.#noteSometimes("teleop_refused", { rule: refusal.rule });
    }
    return { ok: false, ...refusal };
  }

  /** Sends the newest velocity as soon as the robot has accepted the previous one. */
  #send(): void {
    this.#isPending = true;
    if (!this.#sending) void this.#sendAll();
  }

  async #sendAll(): Promise<void> {
    this.#sending = true;
    const { record, execute, isLive } = this.#parts;
    try {
      while (this.#isPending && isLive()) {
        this.#isPending = false;
        const sent = execute(record.id, this.#command(this.#velocity));
        await within(sent, transportMs, "a velocity");
      }
    } catch {
      await this.#lost();
    } finally {
      this.#sending = false;
    }
  }

  /** Stops a robot that does not accept velocities by every means. */
  async #lost(): Promise<void> {
    if (this.#isClosed) return;
    this.#close();
    await this.#parts.finish("failed", "robot_unreachable");
    this.#parts.listener.onEnd("robot_unreachable");
  }

  /** The driver's own timer ends it when the picture is too old, even if this process is held up. */
  #command(velocity: Velocity): RobotCommand {
    const { deadmanMs, sight } = this.#parts;
    const leftMs = sight && isMoving(velocity) ? sight.leftMs(sight.ageMs) : deadmanMs;
    const durationMs = Math.min(deadmanMs, leftMs);
    // A velocity that applies for no time at all is none.
    const { linearMps, angularRadps } = durationMs > 0 ? velocity : standing;
    return { kind: "teleop", linearMps, angularRadps, durationMs: durationMs || deadmanMs };
  }

  #noteSometimes(event: string, detail: Record<string, string | number>): boolean {
    const nowMs = this.#parts.clock.monoMs();
    if (nowMs - this.#notedMs < notePeriodMs) return false;
    this.#notedMs = nowMs;
    this.#parts.note(event, detail);
    return true;
  }

  #close(): void {
    this.#isClosed = true;
    this.#deadman?.cancel();
    this.#silence?.cancel();
    this.#sightTimer?.cancel();
    this.#parts.sight?.close();
    const { messages, refused, stops, maxMps, maxRadps } = this.#sums;
    this.#parts.note("teleop_ended", {
      messages,
      refused,
      heartbeats_missed: stops,
      max_linear_mps: maxMps,
      max_angular_radps: maxRadps,
    });
  }
}

function isMoving({ linearMps, angularRadps }: Velocity): boolean {
  return linearMps !== 0 || angularRadps !== 0;
}
