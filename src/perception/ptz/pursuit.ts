import { isOnvifProblem, type PtzCommand } from "../../cameras/onvif-port.ts";
import type { SourceProblem } from "../../cameras/source.ts";
import type { BoxNorm } from "../../base/contract/geometry.ts";
import type { Clock } from "../../base/core/clock.ts";
import type { Track } from "../core/track.ts";
import type { AutotrackingSettings } from "../settings/autotracking-settings.ts";
import { CameraResponse } from "./camera-response.ts";
import { LookPosition } from "./look-position.ts";
import type { SteeredCamera } from "./ptz-service.ts";
import { offsetOf, Steering, still, type Velocity } from "./steering.ts";
import { findAgain } from "./target.ts";

/** The parts of a pursuit. */
export interface PursuitParts {
  clock: Clock;
  camera: Pick<SteeredCamera, "position">;
  send(command: PtzCommand): Promise<{ preset: string | null } | SourceProblem | "held">;
}

/** Frames as a pursuit needs them. */
interface View {
  tracks: readonly Track[];
  lastSec: number | undefined;
  frameWallMs: number | null;
}

/** An object out of sight for this long is lost: the camera stops. */
const lostMs = 1000;
/** A lost object that appears within this time must be near the place where it was. */
const nearMs = 2000;
/** A velocity is sent again after this while the camera turns, and a changed one after the other. */
const repeatMs = 400;
const changeMs = 150;
const leastChange = 0.04;
/** The box stops the camera this long after the last velocity: longer for a camera that answers late. */
const leaseMs = { least: 1000, greatest: 5000, more: 600 } as const;
/** The camera's answer is learnt this often. */
const learnMs = 1000;
/** Pictures older than this tell nothing. */
const oldestMs = 3000;

/** One object that the camera follows, from its choice until it is dropped. */
export class Pursuit {
  readonly #parts: PursuitParts;
  readonly #response = new CameraResponse();
  readonly #steering = new Steering(this.#response);
  readonly #look: LookPosition;
  #target = { id: 0, label: "", box: [0, 0, 1, 1] as BoxNorm };
  #beganAtMs = 0;
  #seenAtMs = 0;
  #lastSec: number | undefined;
  #sent: Velocity = still;
  #sentAtMs = 0;
  #learntAtMs = 0;
  #zoomedAtMs = Number.NEGATIVE_INFINITY;
  /** Time that the camera takes for an answer. */
  #answerMs = 0;
  #refusesZoom = false;

  constructor(parts: PursuitParts) {
    this.#parts = parts;
    this.#look = new LookPosition(parts.clock, parts.camera);
  }

  /** Class of the object. */
  get label(): string {
    return this.#target.label;
  }

  /** Number of its newest track. */
  get trackId(): number {
    return this.#target.id;
  }

  /** Measured time from a command to the movement in the picture; null until it is known. */
  get latencyMs(): number | null {
    return this.#response.measuredLatencyMs;
  }

  /** Time since the choice of the object. */
  get lastedMs(): number {
    return this.#parts.clock.monoMs() - this.#beganAtMs;
  }

  /** Time since the object was seen last. */
  get lostMs(): number {
    return this.#parts.clock.monoMs() - this.#seenAtMs;
  }

  /** True while the object is out of sight for too long to go on. */
  get isLost(): boolean {
    return this.lostMs >= lostMs;
  }

  /** Begins with an object of the home view. */
  begin({ id, label, boxNorm }: Track): void {
    const nowMs = this.#parts.clock.monoMs();
    this.#target = { id, label, box: boxNorm };
    this.#beganAtMs = nowMs;
    this.#seenAtMs = nowMs;
    this.#lastSec = undefined;
    this.#response.forgetObject();
    this.#steering.reset();
    this.#look.forget();
  }

  /** Gives the object up. The caller sends the camera elsewhere, or a person has it. */
  drop(): void {
    if (!isStill(this.#sent)) this.#note(still);
    this.#response.forgetObject();
  }

  /** Takes the newest frame. */
  see({ tracks, lastSec, frameWallMs }: View): void {
    if (lastSec === undefined || lastSec === this.#lastSec || frameWallMs === null) return;
    this.#lastSec = lastSec;
    const sight = this.#find(tracks.filter(({ lastSeenSec }) => lastSeenSec >= lastSec));
    if (!sight) return;
    const { clock } = this.#parts;
    const nowMs = clock.monoMs();
    const takenAtMs = nowMs - Math.min(oldestMs, Math.max(0, clock.wallMs() - frameWallMs));
    if (sight.id !== this.#target.id) this.#response.forgetObject();
    this.#target = { id: sight.id, label: this.#target.label, box: sight.boxNorm };
    this.#seenAtMs = nowMs;
    this.#response.noteSight(takenAtMs, offsetOf(sight.boxNorm));
  }

  #find(tracks: readonly Track[]): Track | undefined {
    const same = tracks.find(({ id }) => id === this.#target.id);
    return same ?? findAgain(tracks, this.#target, this.lostMs < nearMs);
  }

  /** Sends the camera what it needs now. Resolves with its refusal, else null. */
  async step(settings: AutotrackingSettings): Promise<SourceProblem | null> {
    const nowMs = this.#parts.clock.monoMs();
    this.#learn(nowMs);
    if (this.isLost) return isStill(this.#sent) ? null : await this.#send(still);
    const { maxSpeed, limits } = settings;
    const zoom = settings.zoom && !this.#refusesZoom;
    const ideal = this.#steering.velocity(nowMs, this.#target.box, { maxSpeed, zoom });
    const bounded = limits === null ? ideal : await this.#look.within(ideal, limits);
    if (isOnvifProblem(bounded)) return bounded;
    if (!this.#isDue(bounded, nowMs)) return null;
    return await this.#send(bounded);
  }

  #isDue(velocity: Velocity, nowMs: number): boolean {
    const sinceMs = nowMs - this.#sentAtMs;
    if (isStill(velocity) && isStill(this.#sent)) return false;
    const change = (["pan", "tilt", "zoom"] as const).map((axis) =>
      Math.abs(velocity[axis] - this.#sent[axis]),
    );
    const isChanged = Math.max(...change) >= leastChange || isStill(velocity);
    return sinceMs >= (isChanged ? changeMs : repeatMs);
  }

  async #send(velocity: Velocity): Promise<SourceProblem | null> {
    const { clock, send } = this.#parts;
    const sentAtMs = clock.monoMs();
    this.#note(velocity);
    const answer = await send(this.#commandOf(velocity));
    this.#answerMs = clock.monoMs() - sentAtMs;
    if (answer === "held" || !isOnvifProblem(answer)) return null;
    const mayBeZoom = answer.code === "onvif_refused" && velocity.zoom !== 0;
    if (!mayBeZoom) return answer;
    // A camera without zoom may still turn.
    this.#refusesZoom = true;
    return null;
  }

  #commandOf(velocity: Velocity): PtzCommand {
    if (isStill(velocity)) return { action: "stop" };
    const { pan, tilt, zoom } = velocity;
    const axes = this.#refusesZoom ? { pan, tilt } : { pan, tilt, zoom };
    const leastMs = Math.max(leaseMs.least, 2 * this.#answerMs + leaseMs.more);
    const timeoutMs = Math.min(leaseMs.greatest, leastMs);
    return { action: "move", velocity: axes, timeoutMs };
  }

  #note(velocity: Velocity): void {
    const nowMs = this.#parts.clock.monoMs();
    this.#response.noteCommand(nowMs, velocity);
    if (velocity.zoom !== 0 || this.#sent.zoom !== 0) this.#zoomedAtMs = nowMs;
    this.#sent = velocity;
    this.#sentAtMs = nowMs;
  }

  /** A picture that grows moves the object, too. */
  #learn(nowMs: number): void {
    if (nowMs - this.#learntAtMs < learnMs || nowMs - this.#zoomedAtMs < learnMs * 2) return;
    this.#learntAtMs = nowMs;
    this.#response.learn();
  }
}

function isStill({ pan, tilt, zoom }: Velocity): boolean {
  return pan === 0 && tilt === 0 && zoom === 0;
}
