import type { CameraMoves } from "../../cameras/camera-moves.ts";
import {
  isOnvifProblem,
  type OnvifAddress,
  type OnvifCameras,
  type PtzCommand,
  type PtzPosition,
  type PtzState,
} from "../../cameras/onvif-port.ts";
import type { SourceProblem } from "../../cameras/source.ts";
import { fail } from "../../base/contract/fail.ts";
import { SerialLane } from "../../base/concurrency/serial-lane.ts";
import type { Clock, Timer } from "../../base/core/clock.ts";
import { uuidv7 } from "../../base/core/ids.ts";
import type { Logger } from "../../base/core/logger.ts";
import { changesView } from "./ptz-order.ts";

/** The parts of a lane. */
export interface CameraLaneParts {
  onvif: OnvifCameras;
  moves: CameraMoves;
  clock: Clock;
  log: Logger;
  /** Aborts when the box stops. */
  closing: AbortSignal;
}

/** The person, or the key, that moved a camera last. */
export interface Mover {
  org: string;
  name: string;
  /** Monotonic milliseconds at which the last command by this person ends. */
  untilMs: number;
  /** Monotonic milliseconds of the last command of anybody that turned the camera; null before the first. */
  turnedAtMs: number | null;
}

/** The outcome of a command. */
export interface PtzDone {
  /** Token of the stored preset. */
  preset: string | null;
  /** Unix milliseconds at which a move is stopped. */
  stopsAtMs: number | null;
  /** Number of the command, for orders that must follow it directly. */
  moveId: string;
}

/** The longest time in which a camera reaches a position or stops. */
const travelMs = 10_000;
const restMs = 2000;
/** The camera stops by itself this long after our stop, in case that one fails. */
const graceMs = 1000;
/** Commands that wait for one camera; more are refused. */
const maxWaiting = 8;
/** A stop that fails is sent again. */
const stopTries = 3;
const stopRetryMs = 500;

/**
 * The commands of one camera, one after the other. A movement always ends: the box stops it after its time unless it
 * is repeated, and has the camera stop by itself shortly after. A person's command takes the camera from autotracking
 * at once, and autotracking never gets it while a person has it.
 */
export class CameraLane {
  address: OnvifAddress;
  readonly #parts: CameraLaneParts;
  readonly #commands = new SerialLane();
  #waiting = 0;
  #stopTimer: Timer | undefined;
  #mover: Mover | null = null;
  #moveId: string | null = null;
  /** Ends the command of autotracking that is under way. */
  #steering: AbortController | undefined;
  /** True while the camera may move on a command of autotracking. */
  #isSteered = false;

  constructor(parts: CameraLaneParts, address: OnvifAddress) {
    this.#parts = parts;
    this.address = address;
  }

  /** Who moved the camera last; null while only autotracking did. */
  get mover(): Mover | null {
    return this.#mover;
  }

  /** True while no command waits and the box has no stop to send. */
  get isIdle(): boolean {
    return this.#waiting === 0 && this.#stopTimer === undefined;
  }

  /** Stops a moving camera; tries once. */
  async close(): Promise<void> {
    if (this.#stopTimer) await this.#halt(1);
  }

  /** The camera's movements and its direction; `ptz_failed`, `overloaded`. */
  async state(): Promise<PtzState> {
    const { onvif, closing } = this.#parts;
    return await this.#bounded(async () => accepted(await onvif.ptzState(this.address, closing)));
  }

  /**
   * Carries out a person's command. `ptz_failed`, `overloaded`, and `lease_held` for an order after a command that is no
   * longer the newest one.
   */
  async command(
    command: PtzCommand,
    sourceUrl: string,
    by: { org: string; name: string; onlyAfter?: string },
  ): Promise<PtzDone> {
    this.#assertRoom();
    if (by.onlyAfter !== undefined && by.onlyAfter !== this.#moveId) throw this.#isTaken(by.org);
    const { clock, closing } = this.#parts;
    const lastsMs = command.action === "move" ? command.timeoutMs : 0;
    const nowMs = clock.monoMs();
    const turnedAtMs = changesView(command) ? nowMs : (this.#mover?.turnedAtMs ?? null);
    this.#mover = { org: by.org, name: by.name, untilMs: nowMs + lastsMs, turnedAtMs };
    const moveId = uuidv7();
    this.#moveId = moveId;
    this.#steering?.abort();
    return await this.#chain(async () => {
      // The axes that the person's command leaves out would go on turning.
      if (this.#isSteered && !endsMovement(command)) await this.#send({ action: "stop" }, closing);
      const stopsAtMs = command.action === "move" ? clock.wallMs() + lastsMs : null;
      const { preset } = accepted(await this.#carryOut(command, sourceUrl, closing));
      this.#isSteered = false;
      return { preset, stopsAtMs, moveId };
    });
  }

  /**
   * Carries out a command of autotracking if `isFree` still holds when its turn comes. "held": a person has taken the
   * camera, also while the command was under way.
   */
  async steer(
    command: PtzCommand,
    sourceUrl: string,
    isFree: () => boolean,
  ): Promise<{ preset: string | null } | SourceProblem | "held"> {
    return await this.#chain(async () => {
      if (!isFree()) return "held";
      const steering = new AbortController();
      this.#steering = steering;
      this.#isSteered ||= command.action === "move";
      if (changesView(command)) this.#moveId = null;
      const signal = AbortSignal.any([this.#parts.closing, steering.signal]);
      const answer = await this.#carryOut(command, sourceUrl, signal);
      this.#steering = undefined;
      if (!isFree()) return "held";
      if (!isOnvifProblem(answer) && endsMovement(command)) this.#isSteered = false;
      return answer;
    });
  }

  /** Where the camera looks; null when it does not say. Asks at once, beside the commands. */
  async position(): Promise<PtzPosition | null | SourceProblem> {
    const { onvif, closing } = this.#parts;
    const answer = await onvif.ptzPosition(this.address, closing);
    return isOnvifProblem(answer) ? answer : answer.position;
  }

  /** Sends a command, with everything that ends its movement. */
  async #carryOut(command: PtzCommand, sourceUrl: string, signal: AbortSignal) {
    const { clock, moves } = this.#parts;
    const isMove = command.action === "move";
    const lastsMs = isMove ? command.timeoutMs : travelMs;
    // Before the camera moves, so that its first picture does not look like tampering.
    if (changesView(command)) moves.note(sourceUrl, clock.monoMs() + lastsMs + restMs);
    if (changesView(command) || command.action === "stop") {
      this.#stopTimer?.cancel();
      this.#stopTimer = undefined;
    }
    // Planned before the command is sent: after a lost answer a camera must not turn for ever.
    if (isMove) this.#stopTimer = clock.after(lastsMs, () => void this.#halt(stopTries));
    return await this.#send(
      isMove ? { ...command, timeoutMs: lastsMs + graceMs } : command,
      signal,
    );
  }

  #send(command: PtzCommand, signal: AbortSignal) {
    return this.#parts.onvif.ptz(this.address, command, signal);
  }

  async #halt(tries: number): Promise<void> {
    this.#stopTimer?.cancel();
    this.#stopTimer = undefined;
    const { log, clock, closing } = this.#parts;
    await this.#chain(async () => {
      const answer = await this.#send({ action: "stop" }, closing);
      if (!isOnvifProblem(answer)) return;
      log.warn({ problem: answer.code }, "a moving camera did not take the stop");
      if (tries <= 1 || closing.aborted) return;
      this.#stopTimer = clock.after(stopRetryMs, () => void this.#halt(tries - 1));
    });
  }

  #isTaken(askingOrg: string) {
    const { mover } = this;
    const who = mover?.org === askingOrg ? mover.name : "somebody of another organisation";
    const message =
      this.#moveId === null
        ? "camera: autotracking has moved it, or the box has started again. Send the order without `only_after`"
        : `camera: ${who} has moved it. Wait, or send the order without \`only_after\``;
    return fail("lease_held", message);
  }

  #assertRoom(): void {
    if (this.#waiting < maxWaiting) return;
    throw fail("overloaded", "camera: has not answered earlier commands yet. Try again", {
      retryAfterSec: 1,
    });
  }

  async #bounded<T>(work: () => Promise<T>): Promise<T> {
    this.#assertRoom();
    return await this.#chain(work);
  }

  async #chain<T>(work: () => Promise<T>): Promise<T> {
    this.#waiting += 1;
    try {
      return await this.#commands.run(work);
    } finally {
      this.#waiting -= 1;
    }
  }
}

/** True for a command after which no axis goes on turning by itself. */
function endsMovement({ action }: PtzCommand): boolean {
  return action !== "move" && action !== "relative";
}

function accepted<T extends object>(answer: T | SourceProblem): T {
  if (!isOnvifProblem(answer)) return answer;
  throw fail("ptz_failed", answer.message, {
    details: [{ path: "", rule: answer.code, message: answer.message }],
  });
}
