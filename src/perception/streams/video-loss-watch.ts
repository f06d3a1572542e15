import type { Clock, Timer } from "../../base/core/clock.ts";
import { videoLoss } from "../behaviors/video-loss.ts";
import type { Moment } from "../incidents/open-incident.ts";
import type { BehaviorPlan } from "../profiles/behavior-plans.ts";
import type { BehaviorResult } from "../profiles/behavior-set.ts";

/** The interval between two checks of a lost source: a threshold is met within this time. */
const tickMs = 250;

/** The stream's side of the watch. */
export interface VideoLossPorts {
  clock: Clock;
  plans(): readonly BehaviorPlan[];
  /** Stream time of the frame that was judged last; undefined before the first. */
  lastSec(): number | undefined;
  /** Takes findings without a frame. */
  take(results: readonly BehaviorResult[], moment: Moment): void;
}

/**
 * Finds `video_loss` of one live stream. The loss counts from the last picture that arrived, in wall time,
 * because there is no other.
 */
export class VideoLossWatch {
  readonly #ports: VideoLossPorts;
  #tick: Timer | undefined;
  #lastMonoMs: number;
  #lastWallMs: number;

  constructor(ports: VideoLossPorts) {
    this.#ports = ports;
    this.#lastMonoMs = ports.clock.monoMs();
    this.#lastWallMs = ports.clock.wallMs();
  }

  /** Notes that video arrived. */
  onVideo(): void {
    const { clock } = this.#ports;
    this.#lastMonoMs = clock.monoMs();
    this.#lastWallMs = clock.wallMs();
  }

  /** Notes if the source is there. */
  onSource(isOnline: boolean): void {
    if (isOnline) this.stop();
    else this.#tick ??= this.#ports.clock.every(tickMs, () => this.#look());
  }

  /** Ends the watch until the source is down again. Idempotent. */
  stop(): void {
    this.#tick?.cancel();
    this.#tick = undefined;
  }

  #look(): void {
    const { clock, plans, lastSec, take } = this.#ports;
    const lostSec = (clock.monoMs() - this.#lastMonoMs) / 1000;
    const sinceSec = Math.max(lastSec() ?? 0, this.#lastWallMs / 1000);
    const results = plans()
      .filter((plan) => plan.behavior === videoLoss && lostSec >= plan.spec.seconds)
      .map((plan): BehaviorResult => ({
        plan,
        severity: plan.spec.severity,
        findings: [{ subject: "zone", tracks: [], count: 0, sinceSec, isMomentary: false }],
      }));
    if (results.length === 0) return;
    take(results, { tSec: sinceSec + lostSec, wallMs: clock.wallMs(), seenIds: new Set() });
  }
}
