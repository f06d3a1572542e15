import type { RobotActionStep } from "../fleet/config-document.ts";
import type { MapPosition } from "../../base/geo/map-position.ts";
import type { Severity } from "../../base/contract/event-types.ts";
import type { BoxNorm, PointNorm } from "../../base/contract/geometry.ts";
import type { JsonObject } from "../../base/jobs/job.ts";
import type { Clock, Timer } from "../../base/core/clock.ts";
import { describeError } from "../../base/core/errors.ts";
import type { Logger } from "../../base/core/logger.ts";
import { groundAt } from "../../base/geo/ground-view.ts";
import { insideTest } from "../../base/geo/polygon.ts";
import type { RobotPicture } from "../driver/driver-port.ts";
import type { RobotUnit } from "../fleet/robot-unit.ts";
import { isOnPicture, type RunZone } from "./plans/places.ts";
import type { PerceptionPlan } from "./plans/plan-record.ts";
import type { DetectionReport } from "./task-run-record.ts";
import type { Look, PictureDetector, RunVision, PictureFinding, StreamIncident } from "./ports.ts";
import { runLimits } from "./run-terms.ts";

/** A place on a map in metres. */
export interface MapPoint {
  frame: string;
  xM: number;
  yM: number;
}

/** A detected behavior of the run, with its response. */
export interface Trigger {
  /** Index of the behavior in the run. */
  behavior: number;
  type: string;
  severity: Severity;
  summary: string;
  zone: string | null;
  place: MapPosition | null;
  streamId: string | null;
  incidentId: string | null;
  frameIndex: number | null;
  pictureUrl: string | null;
  steps: readonly RobotActionStep[];
  frameAgeMs: number;
  atMonoMs: number;
}

/** The parts that the perception of a run works with. */
export interface RunPerceptionParts {
  vision: RunVision;
  clock: Clock;
  log: Logger;
  run: { org: string; jobId: string; robotId: string; locale: string };
  plan: PerceptionPlan;
  zones: readonly RunZone[];
  unit(): RobotUnit;
  onTrigger(trigger: Trigger): void;
}

/** The longest age of a place for driving to it, in milliseconds. */
const freshMs = 5000;

/** The perception of one run: the robot's own pictures, and the incidents of named streams. */
export class RunPerception {
  readonly #parts: RunPerceptionParts;
  #detector: PictureDetector | undefined;
  #timer: Timer | undefined;
  #end: (() => void) | undefined;
  #isLooking = false;
  #newest: JsonObject | null = null;
  /** Classes in the caller's picture. */
  #callerPicture: readonly string[] = [];
  #seen: {
    atMonoMs: number;
    labels: string[];
    places: { label: string; place: MapPoint }[];
  } | null = null;
  /** Pictures that could not be analysed, for any reason. */
  missed = 0;

  constructor(parts: RunPerceptionParts) {
    this.#parts = parts;
  }

  /** Starts the perception. */
  open(needsCamera: boolean): void {
    const { vision, clock, plan } = this.#parts;
    const { streamIds, usesCamera, behaviors, periodMs } = plan;
    if (streamIds.length > 0 && behaviors.length > 0) {
      this.#end = vision.subscribe((happening) => this.#onStream(happening));
    }
    if (!usesCamera || (behaviors.length === 0 && !needsCamera)) return;
    this.#detector = this.#openDetector(true);
    this.#timer = clock.every(periodMs, () => void this.#look());
  }

  close(): void {
    this.#end?.();
    this.#timer?.cancel();
  }

  /** Analyses the caller's picture, as seen from the robot's present place. Rejects as `PictureDetector.look`. */
  async lookAt(bytes: Uint8Array): Promise<Look> {
    const { clock, plan } = this.#parts;
    const pose = this.#pose();
    const look = await this.#openDetector(false).look({ bytes, tSec: 0, wallMs: clock.wallMs() });
    this.#callerPicture = look.things.map(({ label }) => label);
    for (const happening of look.happenings) {
      this.#match(happening, pose, { frameIndex: plan.frameIndex, look });
    }
    return look;
  }

  /** Returns how many things of this label are in sight now: in the newest pictures, or on the named streams. */
  countOf(label: string): number {
    const { clock, vision, run, plan } = this.#parts;
    const isFresh = this.#seen && clock.monoMs() - this.#seen.atMonoMs <= freshMs;
    const count = (labels: readonly string[]): number =>
      labels.filter((one) => one === label).length;
    return Math.max(
      isFresh ? count(this.#seen!.labels) : 0,
      count(this.#callerPicture),
      vision.standing(run.org, plan.streamIds, label).length,
    );
  }

  /** Returns the detections in the newest picture of the robot's own camera; null without one. */
  get newest(): JsonObject | null {
    return this.#newest;
  }

  /** Returns the present place of a thing of this label, the nearest to `from`; null without one. */
  target(label: string, from: MapPoint | null): MapPoint | null {
    const { clock, vision, run, plan } = this.#parts;
    const isFresh = this.#seen && clock.monoMs() - this.#seen.atMonoMs <= freshMs;
    const own = isFresh ? this.#seen!.places.filter((one) => one.label === label) : [];
    const places = [
      ...own.map(({ place }) => place),
      ...vision.standing(run.org, plan.streamIds, label),
    ].filter(({ frame }) => from === null || frame === from.frame);
    const away = (place: MapPoint): number =>
      from ? Math.hypot(place.xM - from.xM, place.yM - from.yM) : 0;
    return places.toSorted((a, b) => away(a) - away(b))[0] ?? null;
  }

  #openDetector(isSeries: boolean): PictureDetector {
    const { vision, run, plan } = this.#parts;
    const { detect, behaviors } = plan;
    const zones = this.#parts.zones.filter(isOnPicture);
    return vision.open({ ...run, detect, behaviors, zones, isSeries });
  }

  /** Analyses one picture after the other, and takes none meanwhile. */
  async #look(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    const { clock, log, run, unit } = this.#parts;
    const atMonoMs = clock.monoMs();
    try {
      const picture = await unit().parts.driver.camera?.take();
      if (!picture) return;
      const taken = { bytes: picture.bytes, tSec: atMonoMs / 1000, wallMs: clock.wallMs() };
      const look = await this.#detector!.look(taken);
      this.#newest = { at: taken.wallMs / 1000, ...detectionsOf(look) };
      const labels = look.things.map(({ label }) => label);
      this.#seen = { atMonoMs, labels, places: this.#placesIn(look, picture) };
      for (const happening of look.happenings) {
        const place = this.#placeOf(happening.boxNorm, look, picture);
        this.#match(happening, place ?? picture.pose, { frameIndex: null, look, place });
      }
    } catch (error) {
      this.missed += 1;
      log.debug({ ...run, error: describeError(error) }, "a picture of a robot was not looked at");
    } finally {
      this.#isLooking = false;
    }
  }

  #placesIn(look: Look, picture: RobotPicture): { label: string; place: MapPoint }[] {
    return look.things.flatMap(({ label, boxNorm }) => {
      const place = this.#placeOf(boxNorm, look, picture);
      return place ? [{ label, place }] : [];
    });
  }

  #placeOf(boxNorm: BoxNorm | null, look: Look, { pose, lens }: RobotPicture): MapPoint | null {
    if (!boxNorm || !pose || !lens) return null;
    const foot: PointNorm = [(boxNorm[0] + boxNorm[2]) / 2, boxNorm[3]];
    const view = { ...pose, ...lens, aspect: look.widthPx / look.heightPx };
    const place = groundAt(foot, view);
    return place && { frame: pose.frame, xM: place[0], yM: place[1] };
  }

  #onStream(happening: StreamIncident): void {
    const { run, plan, clock } = this.#parts;
    const { org, streamId, type, zone, mapPosition: place } = happening;
    if (org !== run.org || !plan.streamIds.includes(streamId)) return;
    for (const [at, behavior] of plan.behaviors.entries()) {
      if (behavior.type !== type) continue;
      const isThere = place ? this.#isIn(behavior.zone, place) : behavior.zone === zone;
      if (behavior.zone !== undefined && !isThere && behavior.zone !== zone) continue;
      this.#parts.onTrigger({
        behavior: at,
        type,
        severity: behavior.severity ?? happening.severity,
        summary: happening.summary,
        zone: behavior.zone ?? zone,
        place,
        streamId,
        incidentId: happening.incidentId,
        frameIndex: null,
        pictureUrl: null,
        steps: this.#stepsOf(type, at),
        frameAgeMs: happening.frameAgeMs,
        atMonoMs: clock.monoMs(),
      });
    }
  }

  /**
   * Assigns a happening of a picture to the behaviors in whose zone it is. A zone drawn on the picture was
   * judged there; for a zone on a map the thing's place counts, else the robot's.
   */
  #match(
    happening: PictureFinding,
    where: MapPoint | null,
    how: { frameIndex: number | null; look: Look; place?: MapPoint | null },
  ): void {
    const { plan, clock } = this.#parts;
    for (const at of happening.behaviors) {
      const behavior = plan.behaviors[at]!;
      if (!this.#isThere(behavior.zone, where)) continue;
      const { place = null } = how;
      this.#parts.onTrigger({
        behavior: at,
        type: happening.type,
        severity: behavior.severity ?? happening.severity,
        summary: happening.summary,
        zone: behavior.zone ?? null,
        place: place && { ...place, errorM: null, isExtrapolated: false },
        streamId: null,
        incidentId: null,
        frameIndex: how.frameIndex,
        pictureUrl: how.look.pictureUrl,
        steps: this.#stepsOf(happening.type, at),
        frameAgeMs: 0,
        atMonoMs: clock.monoMs(),
      });
    }
  }

  #stepsOf(type: string, at: number): RobotActionStep[] {
    return this.#parts.plan.actions
      .filter(({ on, behavior }) => on === type && (behavior === null || behavior === at))
      .flatMap((action) => action.do);
  }

  #isThere(name: string | undefined, where: MapPoint | null): boolean {
    if (name === undefined) return true;
    const isDrawn = this.#parts.zones.some((zone) => zone.name === name && isOnPicture(zone));
    return isDrawn || (where !== null && this.#isIn(name, where));
  }

  #isIn(name: string | undefined, place: MapPoint): boolean {
    const zone = this.#parts.zones.find((one) => one.name === name);
    if (zone?.frame !== place.frame) return false;
    return insideTest(zone.polygon)([place.xM, place.yM]);
  }

  #pose(): MapPoint | null {
    return this.#parts.unit().state.fresh("pose");
  }
}

/** Returns the detections of a picture for readers of the run; at most the most certain ones. */
export function detectionsOf({ things }: Pick<Look, "things">): {
  count: number;
  detections: DetectionReport[];
} {
  const surest = things.toSorted((a, b) => b.score - a.score).slice(0, runLimits.detections);
  const detections = surest.map(({ label, score, boxNorm }) => ({
    class: label,
    confidence: Math.round(score * 1000) / 1000,
    xyxy: boxNorm.map((value) => Math.round(value * 10_000) / 10_000),
  }));
  return { count: things.length, detections };
}

/** The pause of a behavior's actions after they were done, in milliseconds. */
export const actionRestMs = runLimits.cooldownSec * 1000;
