import { isOnvifProblem, type PtzCommand } from "../../cameras/onvif-port.ts";
import type { SourceProblem } from "../../cameras/source.ts";
import { describeError } from "../../base/core/errors.ts";
import type { Clock } from "../../base/core/clock.ts";
import type { Logger } from "../../base/core/logger.ts";
import type { AutotrackingState } from "../core/autotracking-terms.ts";
import { noAutotracking, type StreamAutotracking } from "../core/stream-autotracking.ts";
import type { Track } from "../core/track.ts";
import type { Zones } from "../core/zones.ts";
import type { AutotrackingSettings } from "../settings/autotracking-settings.ts";
import type { Mover } from "./camera-lane.ts";
import { HomeJourney } from "./home-journey.ts";
import { Pursuit } from "./pursuit.ts";
import type { SteeredCamera } from "./ptz-service.ts";
import { TargetChoice } from "./target.ts";

/** What the stream shows at one moment. */
export interface TrackedView {
  tracks: readonly Track[];
  /** Stream time of the newest frame; undefined before the first. */
  lastSec: number | undefined;
  /** Wall time of that frame in Unix milliseconds. */
  frameWallMs: number | null;
  zones: Zones;
}

/** The parts of an autotracker. */
export interface AutotrackerParts {
  org: string;
  camera: SteeredCamera;
  clock: Clock;
  log: Logger;
  /** Records that the camera begins to follow an object, or returns, and why. */
  audit(verb: "FOLLOW" | "RETURN", reason: string | null): void;
}

/** A camera that does not answer is tried again after this, doubled each time up to the longest. */
const retryMs = { first: 1000, longest: 30_000 } as const;

/**
 * Follows one object with a camera that turns, and takes the camera back to its home view. `tick` is called about ten
 * times a second and returns at once; at most one command of autotracking is under way.
 */
export class Autotracker {
  readonly #parts: AutotrackerParts;
  readonly #choice = new TargetChoice();
  readonly #pursuit: Pursuit;
  #settings: AutotrackingSettings;
  #state: AutotrackingState = "off";
  #sinceMs: number | null = null;
  #problem: SourceProblem | null = null;
  #journey: HomeJourney | undefined;
  /** True while the camera is known to have left its home view. */
  #hasLeft = false;
  /** Monotonic time of the last arrival at the home view. */
  #homeAtMs = Number.NEGATIVE_INFINITY;
  #failures = 0;
  #retryAtMs = 0;
  #isBusy = false;
  #isEnding = false;

  constructor(parts: AutotrackerParts, settings: AutotrackingSettings) {
    this.#parts = parts;
    this.#settings = settings;
    this.#pursuit = new Pursuit({
      clock: parts.clock,
      camera: parts.camera,
      send: (command) => this.#send(command),
    });
  }

  /** The state as the stream shows it. */
  get state(): StreamAutotracking {
    const mover = this.#state === "paused" ? this.#parts.camera.mover() : null;
    const { clock, org } = this.#parts;
    return {
      ...noAutotracking,
      state: this.#state,
      sinceMs: this.#sinceMs,
      object: this.#isPursuing ? this.#pursuit.label : null,
      person: mover?.org === org ? mover.name : null,
      heldUntilMs: mover && clock.wallMs() + this.#heldUntilMs(mover) - clock.monoMs(),
      problem: this.#state === "failed" ? this.#problem : null,
      latencyMs: this.#pursuit.latencyMs,
    };
  }

  /** True while the camera does not show its home view. */
  get isAway(): boolean {
    return this.#hasLeft || this.#state === "returning";
  }

  /** True when an ended autotracker has nothing left to do. */
  get isOver(): boolean {
    const isResting = ["off", "ready", "paused", "failed"].includes(this.#state);
    return this.#isEnding && isResting && !this.#isBusy;
  }

  /** Lets the camera follow objects, with these settings from now on. */
  configure(settings: AutotrackingSettings): void {
    this.#settings = settings;
    this.#isEnding = false;
  }

  /** Ends autotracking: a camera that follows an object returns first. */
  end(): void {
    this.#isEnding = true;
  }

  /** Goes on; `view` is undefined while the stream does not run. */
  tick(view: TrackedView | undefined): void {
    const mover = this.#parts.camera.mover();
    if ((mover?.turnedAtMs ?? -Infinity) > this.#homeAtMs) this.#hasLeft = true;
    if (this.#isHeld()) {
      if (this.#state !== "paused") this.#pause();
      return;
    }
    if (this.#isBusy) return;
    if (this.#isPursuing) this.#pursue(view);
    else if (this.#state === "returning") this.#do(() => this.#travel());
    else if (this.#state === "ready") this.#look(view);
    else this.#begin();
  }

  /** Goes on from a state in which the camera may look anywhere. */
  #begin(): void {
    const isKnown = this.#homeAtMs >= 0 && !this.#hasLeft;
    if (this.#state === "paused") {
      if (isKnown) this.#arrive();
      else this.#goHome("released");
    } else if (this.#state === "failed") {
      if (this.#parts.clock.monoMs() >= this.#retryAtMs) this.#goHome("failed");
    } else if (!this.#isEnding) {
      this.#goHome("started");
    }
  }

  get #isPursuing(): boolean {
    return this.#state === "following" || this.#state === "lost";
  }

  #heldUntilMs({ untilMs }: Mover): number {
    return untilMs + this.#settings.holdSec * 1000;
  }

  #isHeld(): boolean {
    const mover = this.#parts.camera.mover();
    return mover !== null && this.#parts.clock.monoMs() < this.#heldUntilMs(mover);
  }

  #become(state: AutotrackingState): void {
    if (state === this.#state) return;
    this.#state = state;
    this.#sinceMs = this.#parts.clock.wallMs();
  }

  #pause(): void {
    // The person's own command has ended the movement.
    this.#pursuit.drop();
    this.#journey = undefined;
    this.#become("paused");
  }

  #look(view: TrackedView | undefined): void {
    if (view?.lastSec === undefined || this.#isEnding) return;
    const { tracks, zones } = view;
    const target = this.#choice.choose(tracks, this.#settings, zones);
    if (!target) return;
    this.#pursuit.begin(target);
    this.#hasLeft = true;
    this.#parts.audit("FOLLOW", null);
    this.#become("following");
  }

  #pursue(view: TrackedView | undefined): void {
    const pursuit = this.#pursuit;
    const { maxSec, returnAfterSec } = this.#settings;
    if (view) pursuit.see(view);
    this.#become(pursuit.isLost ? "lost" : "following");
    if (this.#isEnding) return this.#goHome("disabled");
    if (pursuit.lastedMs >= maxSec * 1000) {
      this.#choice.finish(pursuit.trackId);
      return this.#goHome("max_seconds");
    }
    if (pursuit.isLost && pursuit.lostMs >= returnAfterSec * 1000) return this.#goHome("lost");
    this.#do(() => pursuit.step(this.#settings));
  }

  #goHome(reason: string): void {
    if (this.#hasLeft) this.#parts.audit("RETURN", reason);
    this.#pursuit.drop();
    this.#journey = new HomeJourney(this.#parts.clock, this.#settings.homePreset);
    this.#become("returning");
  }

  async #travel(): Promise<void> {
    const journey = this.#journey!;
    const problem = await journey.step({
      send: (command) => this.#send(command),
      position: () => this.#parts.camera.position(),
    });
    if (journey !== this.#journey || this.#isHeld()) return;
    if (problem) this.#fail(problem);
    else if (journey.isOver) this.#arrive();
  }

  #arrive(): void {
    this.#journey = undefined;
    this.#hasLeft = false;
    this.#homeAtMs = this.#parts.clock.monoMs();
    this.#failures = 0;
    this.#choice.begin();
    this.#become("ready");
  }

  #fail(problem: SourceProblem): void {
    this.#problem = { code: problem.code, message: problem.message };
    this.#pursuit.drop();
    this.#journey = undefined;
    const waitMs = Math.min(retryMs.longest, retryMs.first * 2 ** this.#failures);
    this.#failures += 1;
    this.#retryAtMs = this.#parts.clock.monoMs() + waitMs;
    this.#become("failed");
  }

  /** Sends a command; "held" once a person has the camera. */
  #send(command: PtzCommand) {
    return this.#parts.camera.send(command, () => !this.#isHeld());
  }

  #do(work: () => Promise<SourceProblem | null | void>): void {
    this.#isBusy = true;
    work()
      .then((problem) => {
        if (problem && !this.#isHeld() && isOnvifProblem(problem)) this.#fail(problem);
      })
      .catch((error: unknown) => {
        this.#parts.log.error({ error: describeError(error) }, "autotracking failed");
        this.#fail({ code: "internal_error", message: "Autotracking has failed." });
      })
      .finally(() => {
        this.#isBusy = false;
      });
  }
}
