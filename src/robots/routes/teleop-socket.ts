import { fail } from "../../base/contract/fail.ts";
import type { WebSocket } from "ws";
import type { TSchema } from "typebox";
import type { ShownFrame } from "../../base/core/shown-frames.ts";
import {
  type ShownPicture,
  teleopDriveSchema,
  teleopHeartbeatSchema,
  type TeleopMessage,
  type TeleopReply,
  teleopStopSchema,
} from "../wire/teleop.ts";
import type { Clock, Timer } from "../../base/core/clock.ts";
import { GatehouseError } from "../../base/core/errors.ts";
import type { OpenTeleop } from "../fleet/robot-service.ts";
import type { SeenPicture, TeleopListener } from "../teleop/teleop-session.ts";
import { parseJsonBody } from "../../http/json-body.ts";
import { schemaCheck } from "../../http/schema-check.ts";
import { teleopCloseCodes, teleopLimits } from "../teleop/teleop-terms.ts";

/** Dependencies of a teleop connection. */
export interface TeleopSocketParts {
  clock: Clock;
  robotId: string;
  deadmanMs: number;
  /** Calls `end` when the client loses its permission; returns the function that ends the watch. */
  followAccess(end: () => void): () => void;
  /** The stop that bypasses the lane. */
  stop(reason: string | null): Promise<unknown>;
}

const checks: Record<TeleopMessage["type"], (value: unknown) => unknown> = {
  drive: check(teleopDriveSchema),
  heartbeat: check(teleopHeartbeatSchema),
  stop: check(teleopStopSchema),
};
/** Drops a client that does not answer a close after this, in milliseconds. */
const closeGraceMs = 500;
/** Ends of a client that leaves in good order. */
const goodbyes: ReadonlySet<number> = new Set([1000, 1001, 1005]);

function check(schema: TSchema): (value: unknown) => unknown {
  return schemaCheck("body", schema);
}

/** One client that drives one robot: its messages, the answers, and the end of both. */
export class TeleopSocket implements TeleopListener {
  readonly #parts: TeleopSocketParts;
  #socket: WebSocket | undefined;
  #opened: OpenTeleop | undefined;
  #timer: Timer | undefined;
  #window = { startMs: -Infinity, count: 0 };
  #endedBy: string | null = null;

  constructor(parts: TeleopSocketParts) {
    this.#parts = parts;
  }

  /** The client has connected and its session has begun. */
  begin(socket: WebSocket, opened: OpenTeleop): void {
    this.#socket = socket;
    this.#opened = opened;
    if (this.#endedBy !== null) {
      this.onEnd(this.#endedBy);
      return;
    }
    const { robotId, deadmanMs } = this.#parts;
    socket.on("message", (data: Buffer, isBinary: boolean) => this.#take(data, isBinary));
    const stopFollowing = this.#parts.followAccess(
      () => void this.#end("api_key_revoked", "The key or the page session is over"),
    );
    socket.once("close", (code: number) => {
      stopFollowing();
      this.#timer?.cancel();
      void opened.session.leave(goodbyes.has(code) ? null : "client_gone");
    });
    this.#say({
      type: "ready",
      command_id: opened.session.id,
      robot_id: robotId,
      deadman_ms: deadmanMs,
      silence_ms: teleopLimits.silenceMs,
      max_linear_mps: opened.maxSpeedMps,
      max_angular_radps: opened.maxTurnRadps,
      driving_picture: limitsWire(opened.drivingPicture),
    });
  }

  onStopped(reason: "heartbeat_missed" | "picture_stale"): void {
    this.#say({ type: "stopped", reason });
  }

  onEnd(reason: string): void {
    this.#endedBy = reason;
    this.#close(reason);
  }

  #take(data: Buffer, isBinary: boolean): void {
    if (!this.#opened || this.#endedBy !== null) return;
    if (this.#isFlood()) {
      void this.#end("rate_limited", `More than ${teleopLimits.messagesPerSecond} in a second`);
      return;
    }
    let message: TeleopMessage;
    try {
      message = read(data, isBinary);
    } catch (error) {
      const why = GatehouseError.find(error)?.message ?? "it is no message of this protocol";
      void this.#end("invalid_message", why);
      return;
    }
    this.#obey(message, this.#opened);
  }

  #obey(message: TeleopMessage, { session }: OpenTeleop): void {
    const { seq = null } = message;
    if (message.type === "stop") {
      // The record has its failure; the session ends in any case.
      this.#parts.stop(message.reason ?? null).catch(() => this.#end("robot_unreachable", "stop"));
      return;
    }
    const frame = message.picture && shownFrame(message.picture);
    const done =
      message.type === "drive"
        ? session.drive(
            { linearMps: message.linear_mps, angularRadps: message.angular_radps },
            frame,
          )
        : session.beat(frame);
    if (done.ok) {
      const { linearMps, angularRadps } = done.velocity;
      const picture = done.picture && pictureWire(done.picture);
      const velocity = { linear_mps: linearMps, angular_radps: angularRadps };
      this.#say({ type: "ack", seq, ...velocity, ...(picture ? { picture } : {}) });
    } else this.#say({ type: "rejected", seq, rule: done.rule, message: done.message });
  }

  #isFlood(): boolean {
    const nowMs = this.#parts.clock.monoMs();
    if (nowMs - this.#window.startMs >= 1000) this.#window = { startMs: nowMs, count: 0 };
    this.#window.count += 1;
    return this.#window.count > teleopLimits.messagesPerSecond;
  }

  /** Ends the session from this side, after stopping the robot. */
  async #end(reason: string, message: string): Promise<void> {
    this.#endedBy = reason;
    await this.#opened?.session.leave(reason);
    this.#close(reason, message);
  }

  #close(reason: string, message = reason): void {
    const socket = this.#socket;
    if (!socket) return;
    const code = reason.split(/[: ]/, 1)[0]!;
    const number = Object.hasOwn(teleopCloseCodes, code)
      ? teleopCloseCodes[code as keyof typeof teleopCloseCodes]
      : teleopCloseCodes.cancelled;
    this.#say({ type: "ended", reason: code, message });
    socket.close(number, code);
    this.#timer?.cancel();
    this.#timer = this.#parts.clock.after(closeGraceMs, () => socket.terminate());
  }

  /** Sends nothing more to a client that does not read; still reads its messages. */
  #say(reply: TeleopReply): void {
    const socket = this.#socket;
    if (!socket || socket.bufferedAmount > teleopLimits.waitingBytes) return;
    socket.send(JSON.stringify(reply));
  }
}

function shownFrame(picture: ShownPicture): ShownFrame {
  if ("session_id" in picture) {
    return { by: "webrtc", sessionId: picture.session_id, rtpTime: picture.rtp_timestamp };
  }
  const { track, generation, media_time: mediaTimeSec } = picture;
  return { by: "video", track, generation, mediaTimeSec };
}

function pictureWire({ ageMs, share }: SeenPicture): {
  age_ms: number | null;
  speed_share: number;
} {
  return {
    age_ms: ageMs === null ? null : Math.round(ageMs),
    speed_share: Math.round(share * 1000) / 1000,
  };
}

function limitsWire(limits: OpenTeleop["drivingPicture"]) {
  if (!limits) return null;
  const { streamId, fullSpeedAgeMs, stopAgeMs } = limits;
  return { stream_id: streamId, full_speed_age_ms: fullSpeedAgeMs, stop_age_ms: stopAgeMs };
}

function read(data: Buffer, isBinary: boolean): TeleopMessage {
  const value = isBinary ? undefined : (parseJsonBody(data) as { type?: unknown } | null);
  const type = value?.type;
  if (typeof type !== "string" || !Object.hasOwn(checks, type)) {
    throw fail("invalid_message", "type: is unknown. Send drive, heartbeat or stop");
  }
  return checks[type as TeleopMessage["type"]](value) as TeleopMessage;
}
